// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/serverlog.h"

#include <QObject>

namespace Pullcord {

/// Prints log messages of a server on standard error as they come: those of at least a level, and those of an unknown
/// level. Marks unsolicited ones, in a revision that requires a request for them (CaptureEntry::Unasked).
class LogPrinter final : public QObject
{
    Q_OBJECT

public:
    /// `log` must belong to `capture`.
    LogPrinter(ServerLog &log, const Capture &capture, LogLevel least, QObject *parent);

private:
    void print(const ServerLog::Entry &entry, bool isUnasked) const;

    LogLevel m_least;
};

} // namespace Pullcord
