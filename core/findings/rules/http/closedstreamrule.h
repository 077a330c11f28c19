// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C31: up to 2025-11-25, the client closed the HTTP stream of a request, which is no cancel there, and sent no cancel.
/// Withdrawn if the client resumes the stream (Last-Event-ID).
class ClosedStreamRule final : public FindingRule
{
public:
    static constexpr qint64 Patience = 1'000'000'000; ///< ns, for the cancel after the stream was closed

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Transition::Kind::CancelRequested, Transition::Kind::CancelSignalled,
                                           Transition::Kind::Answered, Transition::Kind::TimedOut),
                                  .events = bits(EventKind::Http, EventKind::Closing)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return !step.transition; }
    /// True if this rule has reported by `time` that the client gave up the request without a cancel.
    [[nodiscard]] static bool countsAsGivenUp(const RequestRecord &record, qint64 time, const ConversationFacts &facts);
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;

private:
    struct Closed
    {
        qint64 exchange;   ///< exchange in which the stream began
        quint64 found = 0; ///< key of the finding; 0 while it waits
    };
    void takeUp(qint64 exchange);

    PostponedFindings m_waiting;
    RecentRows<Closed, 64> m_exchanges; ///< requests whose streams were closed
};

} // namespace Pullcord
