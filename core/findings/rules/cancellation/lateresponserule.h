// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C01 to C05: a cancelled request gets a response anyway. C12: the same after its stream was closed.
class LateResponseRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Transition::Kind::LateResponse, Transition::Kind::UnknownResponse)};
    void onTransition(const FindingStep &step) override;

private:
    void onNameless(const FindingStep &step);
    void report(const FindingStep &step, bool isNameless);
    [[nodiscard]] FindingCode codeOf(const FindingStep &step) const;

    RecentRows<bool> m_nameless; ///< requests for which an error without an id was reported
};

} // namespace Pullcord
