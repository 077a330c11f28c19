// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>

namespace Pullcord {

class CaptureFollower;
class MessageBar;
class Workspace;

/// Says how far the reading of a large file has got, and lets people stop it and go on. A file that is read within a
/// moment is not worth a word.
class ReadingCommand final : public QObject
{
    Q_OBJECT

public:
    ReadingCommand(Workspace &workspace, MessageBar &bar, QObject *parent);
    ~ReadingCommand() override;

    [[nodiscard]] bool isRunning() const;
    /// 0 to 100.
    [[nodiscard]] int percent() const;
    void stop();

signals:
    /// It has begun, got on, or ended; not more often than somebody can read.
    void changed();
    /// It is over, and what it had put into the bar is gone from there.
    void cleared();

private:
    void follow();
    void tell();
    [[nodiscard]] CaptureFollower *follower() const;
    [[nodiscard]] QString fileName() const;

    Workspace &m_workspace;
    MessageBar &m_bar;
    QElapsedTimer m_since; ///< of this reading
    QElapsedTimer m_lastSaid;
    QString m_said; ///< what we have put into the bar; empty if nothing
};

} // namespace Pullcord
