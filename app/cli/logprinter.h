// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/serverlog.h"

#include <QObject>

namespace Pullcord {

/// Prints a server's log messages on standard error as they come: those of a level or above, and of no known level. One that no
/// request asks for, where one has to (CaptureEntry::Unasked), is marked.
class LogPrinter final : public QObject
{
    Q_OBJECT

public:
    /// `log` is of `capture`.
    LogPrinter(ServerLog &log, const Capture &capture, LogLevel least, QObject *parent);

private:
    void print(const ServerLog::Entry &entry, bool isUnasked) const;

    LogLevel m_least;
};

} // namespace Pullcord
