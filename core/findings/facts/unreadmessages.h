// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/rulecontext.h"

#include <functional>

namespace Pullcord {

class RequestLog;

/// Messages that one side has sent before an event and the other side may still react to. A side that responds to a
/// request has read everything sent before that request, and has reacted to it by then. It refuses a message that it
/// cannot read, that is invalid, or that lacks an id, by a response without an id, one for each.
///
/// Plain class, created per use.
class UnreadMessages
{
public:
    static constexpr qint64 MostLooked = 256; ///< events

    UnreadMessages(const RuleContext &context, const RequestLog &log, Direction sender);

    using Test = std::function<bool(qint64 index)>;
    /// Returns the newest message before `before` that passes the test and has no such response yet; -1 if there is
    /// none.
    [[nodiscard]] qint64 newest(qint64 before, const Test &passes) const;
    /// True if that message may be refused by a response without an id, because of its form.
    [[nodiscard]] bool isRefusable(qint64 index) const;

private:
    const RuleContext &m_context;
    const RequestLog &m_log;
    Direction m_sender;
};

} // namespace Pullcord
