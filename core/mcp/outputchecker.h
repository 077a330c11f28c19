// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/outputcheck.h"
#include "core/mcp/outputschema.h"

#include <QCache>

#include <span>

namespace Pullcord {

class Capture;
class JsonValue;
class RequestLog;

/// Holds the answers to calls in a capture against what their tools had promised by then, one by one: remembers the
/// schemas that it has compiled lately. Plain class; capture and log must outlive it.
/// Specification: server "Tools", "Output Schema".
class OutputChecker
{
public:
    /// Of one check, which cannot be put off half way: about 10 ms, so that a window goes on meanwhile. That is enough for
    /// 10,000 rows that are each of one of three kinds; what takes more is given up: OutputCheck::gaveUp.
    static constexpr qint64 MostSteps = 250'000;

    OutputChecker(const Capture &capture, const RequestLog &log);

    /// Of the request at that row, which has been answered; `lists` are the rows of the log that ask for lists of tools, in
    /// order. Nothing for what is no call, or has no result that could be checked.
    [[nodiscard]] OutputCheck ofAnswer(qsizetype row, std::span<const qsizetype> lists);
    /// The same of any result that has come for it, be it late or under an id of another type.
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
