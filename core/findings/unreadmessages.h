// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingcontext.h"

#include <functional>

namespace Pullcord {

class RequestLog;

/// What one side had sent before an event, as far as the other may still have to say something of it. That has read what was
/// sent before a request that it has answered, and would have said so by then. What cannot be read, or is no message, or lacks
/// the id that it needs, it refuses by an answer without an id: one for each.
///
/// Plain class, for one look.
class UnreadMessages
{
public:
    static constexpr qint64 MostLooked = 256; ///< events

    UnreadMessages(const FindingContext &context, const RequestLog &log, Direction sender);

    using Test = std::function<bool(qint64 index)>;
    /// The newest before that event which passes, and for which no answer without an id has come since; -1 if there is none.
    [[nodiscard]] qint64 newest(qint64 before, const Test &passes) const;
    /// Whether that message, or what was to be one, is refused for what it is: without an id, as it has none that counts.
    [[nodiscard]] bool isRefusable(qint64 index) const;

private:
    const FindingContext &m_context;
    const RequestLog &m_log;
    Direction m_sender;
};

} // namespace Pullcord
