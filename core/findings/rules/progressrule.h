// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// P07: progress that does not increase, comes after the answer, or is for a token that nobody has given.
class ProgressRule final : public FindingRule
{
public:
    explicit ProgressRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;

private:
    void report(const FindingStep &step, const Words &sentence);

    RecentRows<double> m_last;   ///< by open request
    RecentRows<quint64> m_found; ///< keys of findings; those of no request under NoRow
};

} // namespace Pullcord
