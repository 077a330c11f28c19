// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servercommand.h"

#include <QSet>
#include <QSocketNotifier>

#include <memory>

namespace Pullcord {

/// `raw`: sends messages as they stand on the command line, or on the lines of standard input as they come, and prints what
/// the server says to them. What is wrong with them is told, and keeps nothing from being sent.
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
    QByteArray m_line;         ///< of standard input, not complete yet
    QSet<qsizetype> m_awaited; ///< rows of requests that we have typed
    QTimer m_linger;
    QTimer m_patience; ///< once all is read: since the last of them left, or an answer or progress came
    QTimer m_cap;      ///< likewise: until all answers have come
    int m_code = ExitOk;
    bool m_allSent = false;
};

} // namespace Pullcord
