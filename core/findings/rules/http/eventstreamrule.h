// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// H07, H08 and H14: event streams before 2026-07-28: their ids, contents, and resumption.
///
/// Specification: transports "Listening for Messages from the Server", "Resumability and Redelivery".
class EventStreamRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Answered, Transition::Kind::LateResponse),
                                  .events = bits(EventKind::Http)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return !step.transition; }

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    void reportFaults(const FindingStep &step);

    RecentRows<qint64, 64> m_gets; ///< GETs that resume nothing, by exchange: the events of their request steps
    qsizetype m_told = 0;          ///< number of ResumableStreams::faults() that were reported
    quint64 m_repeated = 0;        ///< keys of findings: H07
    quint64 m_response = 0;        ///< H08
    quint64 m_early = 0;           ///< H14
};

} // namespace Pullcord
