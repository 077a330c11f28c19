// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QStringList>

namespace Pullcord {

/// Command line of the demo server, which selects its misbehavior in all calls. A value.
struct DemoOptions
{
    int tools = 0;       ///< number of additional tools
    int pageSize = 100;  ///< of tools/list
    int exitAfter = 0;   ///< number of received messages; 0: never
    int stderrLines = 0; ///< number of lines at the start
    int slowStartMs = 0; ///< before it reads anything
    bool banner = false;
    bool garbage = false;
    bool singleThreaded = false;
    bool blindToZero = false;
    bool stringIds = false;
    bool ignoreEof = false;
    bool ignoreTerm = false;
    bool noDiscoverAnswer = false;
    bool legacyOnly = false;
    bool modernOnly = false;

    // Over HTTP.
    bool http = false;
    quint16 httpPort = 0;       ///< 0: any free port
    int httpSlowHeadMs = 0;     ///< delay of the response head
    bool httpJson = false;      ///< responses are never streams
    bool httpNoSession = false; ///< legacy: without sessions
    bool httpPolling = false;   ///< legacy: streams are closed early, to be resumed
    bool httpLeaveOpen = false; ///< legacy: the stream of a cancelled request stays open

    /// Parses arguments without the program's name. For `--help` and `--version` returns an Error of kind Cancelled
    /// with the text to print.
    [[nodiscard]] static Result<DemoOptions> parse(const QStringList &arguments);
};

} // namespace Pullcord
