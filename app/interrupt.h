// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace Pullcord {

/// Brings SIGINT, SIGTERM and SIGHUP into the event loop. One per process; the second signal ends the process at once.
class Interrupt : public QObject
{
    Q_OBJECT

public:
    explicit Interrupt(QObject *parent = nullptr);
    ~Interrupt() override;

    /// By whom it was asked for, or by which signal.
    [[nodiscard]] static QString reason();

signals:
    void requested();

private:
    int m_pipe[2] = {-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace Pullcord
