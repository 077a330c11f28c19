// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C06: progress for a cancelled request, as one finding. C12: the same after its stream was closed.
class LateProgressRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::LateProgress)};
    void onTransition(const FindingStep &step) override;

private:
    RecentRows<quint64> m_found; ///< keys of findings
};

} // namespace Pullcord
