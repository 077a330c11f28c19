// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/validation/outputcheck.h"
#include "core/mcp/validation/outputschema.h"

#include <QCache>

#include <span>

namespace Pullcord {

class Capture;
class JsonValue;
class RequestLog;

/// Checks the responses to calls in a capture against the output schemas that their tools had at that time. Remembers
/// the recently compiled schemas. A plain class; capture and log must outlive it.
/// Specification: server "Tools", "Output Schema".
class OutputChecker
{
public:
    /// Limit of one check, which cannot be interrupted: about 10 ms, so that the window stays responsive. That suffices
    /// for 10,000 rows of one of three kinds; a larger check is given up (OutputCheck::gaveUp).
    static constexpr qint64 MostSteps = 250'000;

    OutputChecker(const Capture &capture, const RequestLog &log);

    /// Checks the response of the request at that row. `lists` are the rows of the log that request lists of tools, in
    /// order. Returns Nothing for a request that is not a call, or has no result to check.
    [[nodiscard]] OutputCheck ofAnswer(qsizetype row, std::span<const qsizetype> lists);
    /// Checks any result received for that request, also a late one or one under an id of another type.
    [[nodiscard]] OutputCheck ofResult(qsizetype row, const JsonValue &result, std::span<const qsizetype> lists);

private:
    struct Compiled
    {
        ListedSchema listed; ///< empty: the tool has none
        Result<JsonSchema> program;
    };
    static constexpr int MostRemembered = 64;

    [[nodiscard]] const Compiled &schemaFor(qsizetype row, std::span<const qsizetype> lists);

    const Capture &m_capture;
    const RequestLog &m_log;
    QCache<OutputPromise, Compiled> m_compiled;
};

} // namespace Pullcord
