// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QStringList>

namespace Pullcord {

/// How the server misbehaves whatever is called: its command line.
struct DemoOptions
{
    int tools = 0;       ///< extra ones
    int pageSize = 100;  ///< of tools/list
    int exitAfter = 0;   ///< messages received; 0: never
    int stderrLines = 0; ///< at the start
    int slowStartMs = 0; ///< before anything is read
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
    quint16 httpPort = 0;       ///< 0: any free one
    int httpSlowHeadMs = 0;     ///< how late the head of the answer to a request comes
    bool httpJson = false;      ///< answers are never streams
    bool httpNoSession = false; ///< legacy: each request stands alone
    bool httpPolling = false;   ///< legacy: streams are hung up early, to be taken up again
    bool httpLeaveOpen = false; ///< legacy: the stream of a cancelled request is not ended

    /// From arguments without the program's name. `--help` and `--version` give an Error of kind Cancelled whose detail is
    /// the text to print.
    [[nodiscard]] static Result<DemoOptions> parse(const QStringList &arguments);
};

} // namespace Pullcord
