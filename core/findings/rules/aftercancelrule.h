// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C07 and C08: what else comes for a request that was cancelled: notifications in its stream, and requests of the server
/// for its sake. Whatever stands in its stream is a sign of it.
class AfterCancelRule final : public FindingRule
{
public:
    explicit AfterCancelRule(FindingContext &context);
    static constexpr qint64 Near = 1'000'000'000; ///< ns in which the order alone tells what a question is for

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    void watch(const FindingStep &step);
    void onQuestion(const FindingStep &step);
    [[nodiscard]] qint64 rowOfNotice(const FindingStep &step);
    [[nodiscard]] qint64 likelyParent(const FindingStep &step);

    RecentRows<bool, 64> m_cancelled; ///< whether they may bring questions
    RecentRows<quint64> m_found;      ///< keys of findings
    qint64 m_lastAsked = 0;           ///< when the client sent its last request that was no ping
};

} // namespace Pullcord
