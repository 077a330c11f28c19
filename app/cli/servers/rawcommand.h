// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servers/servercommand.h"

#include <QSet>
#include <QSocketNotifier>

#include <memory>

namespace Pullcord {

/// `raw`: sends messages from the command line, or from standard input line by line, and prints the responses. Remarks
/// on faults in the messages, but sends them anyway.
class RawCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

protected:
    void work() override;

private:
    void send(const QByteArray &message);
    void readInput();
    void onAllSent();
    void onEvent(const Event &event);
    void onRequest(qsizetype row);
    void onChanged(qsizetype row);
    void settleDown();
    void giveUp(std::chrono::milliseconds limit);

    std::unique_ptr<QSocketNotifier> m_input;
    QByteArray m_line;         ///< incomplete line of standard input
    QSet<qsizetype> m_awaited; ///< rows of requests that were typed
    QTimer m_linger;
    /// Runs after all input is read; restarted by each request, response and progress notification.
    QTimer m_patience;
    QTimer m_cap; ///< after all input is read: time until all responses have come
    int m_code = ExitOk;
    bool m_allSent = false;
};

} // namespace Pullcord
