// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/serverlog.h"

#include <QObject>

namespace Pullcord {

/// Prints a server's log messages on standard error as they come: those of a level or above, and of no known level.
class LogPrinter final : public QObject
{
    Q_OBJECT

public:
    LogPrinter(ServerLog &log, LogLevel least, QObject *parent);

private:
    void print(const ServerLog::Entry &entry) const;

    LogLevel m_least;
};

} // namespace Pullcord
