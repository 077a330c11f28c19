// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servers/servercommand.h"

namespace Pullcord {

/// `capture FILE`: connects, and records and prints the messages on the wire, until Ctrl+C, for some time, or until the
/// server ends the connection. `capture -` writes the growing capture to standard output and everything else to
/// standard error. It also ends when standard output has no reader any more.
class CaptureCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

protected:
    void prepare() override;
    void work() override;
    void onDisconnected(const QString &how) override;

private:
    void print(qsizetype first, qsizetype count);
    void printLine(QByteArrayView line);

    qsizetype m_printed = 0;
    bool m_isUnread = false; ///< standard output has no reader any more
};

} // namespace Pullcord
