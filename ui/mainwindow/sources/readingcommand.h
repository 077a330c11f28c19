// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>

namespace Pullcord {

class CaptureFollower;
class MessageBar;
class ConversationController;

/// Shows the progress of reading a large file, with buttons to stop and continue. Short reads show nothing.
class ReadingCommand final : public QObject
{
    Q_OBJECT

public:
    ReadingCommand(ConversationController &controller, MessageBar &bar, QObject *parent);
    ~ReadingCommand() override;

    [[nodiscard]] bool isRunning() const;
    /// Returns the progress from 0 to 100.
    [[nodiscard]] int percent() const;
    void stop();

signals:
    /// Reading has begun, advanced or ended; emitted at a readable rate.
    void changed();
    /// Reading is over, and its message was removed from the bar.
    void cleared();

private:
    void follow();
    void showProgress();
    [[nodiscard]] CaptureFollower *follower() const;
    [[nodiscard]] QString fileName() const;

    ConversationController &m_controller;
    MessageBar &m_bar;
    QElapsedTimer m_since; ///< start of this read
    QElapsedTimer m_lastSaid;
    QString m_said; ///< our text in the message bar; else empty
};

} // namespace Pullcord
