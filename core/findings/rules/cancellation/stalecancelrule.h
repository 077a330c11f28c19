// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QHash>

namespace Pullcord {

/// C18: a stale cancel hit a later request that reuses the id, which got no response. A request that showed activity,
/// or whose sender cancelled it before it was overdue, was not hit.
class StaleCancelRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::IgnoredCancel, Transition::Kind::Created,
                                                      Transition::Kind::Answered, Transition::Kind::TimedOut,
                                                      Transition::Kind::Lost, Transition::Kind::CancelRequested,
                                                      Transition::Kind::CancelSignalled)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return isCancel(step) || step.transition->kind == Transition::Kind::IgnoredCancel;
    }
    static constexpr qsizetype MostIds = 256;

    void onTransition(const FindingStep &step) override;

private:
    QHash<QByteArray, qint64> m_stale; ///< events of the cancels, by direction and id
    RecentRows<qint64> m_reused;       ///< requests with such an id, and the event of the cancel
};

} // namespace Pullcord
