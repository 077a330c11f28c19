// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// P05, P08 and P18: an id that is in use, a request before its time, and one that was never answered.
class RequestRule final : public FindingRule
{
public:
    explicit RequestRule(FindingContext &context);
    static constexpr qint64 Patience = 10'000'000'000; ///< ns that an answer may take when the conversation ends

    /// Whether it has been open for so long at that time that who owes its answer is to blame, and not who leaves.
    [[nodiscard]] static bool isOverdue(const RequestRecord &record, qint64 time);

    void onTransition(const FindingStep &step) override;

private:
    void onCreated(const FindingStep &step);
    void onAskedUntold(const FindingStep &step);
    void onIgnoredCancel(const FindingStep &step);
    void report(FindingCode code, Direction accused, const FindingStep &step, const Words &sentence);

    quint64 m_untold = 0;         ///< the key of what the client asked before it said notifications/initialized
    RecentRows<bool> m_takenBack; ///< requests, by a cancel that cancels nothing
};

} // namespace Pullcord
