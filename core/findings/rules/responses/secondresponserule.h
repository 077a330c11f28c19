// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C19: more than one response to a request, as one finding, whatever the JSON type of their ids.
class SecondResponseRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::SecondResponse, Transition::Kind::Answered,
                                                      Transition::Kind::LateResponse)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.transition->kind == Transition::Kind::SecondResponse || step.record->mismatched.count != 0;
    }
    void onTransition(const FindingStep &step) override;

private:
    RecentRows<quint64> m_found; ///< keys of findings
};

} // namespace Pullcord
