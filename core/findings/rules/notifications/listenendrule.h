// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"

namespace Pullcord {

/// C29: over stdio, a server of 2026-07-28 ends a subscription without the required notification.
class ListenEndRule final : public FindingRule
{
public:
    static constexpr qint64 Patience = 1'000'000'000; ///< ns, for the notification after the result

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Answered), .messages = CancelNotifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.transition && step.record->method == "subscriptions/listen";
    }
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    PostponedFindings m_waiting;
};

} // namespace Pullcord
