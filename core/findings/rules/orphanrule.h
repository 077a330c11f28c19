// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"

namespace Pullcord {

/// C09: a request was cancelled, and what the server had asked for its sake stays open: neither cancelled nor answered.
class OrphanRule final : public FindingRule
{
public:
    explicit OrphanRule(FindingContext &context);
    static constexpr qint64 Patience = 2'000'000'000; ///< ns

    void onTransition(const FindingStep &step) override;
    void onDue(qint64 time) override;

private:
    RecentRows<quint64> m_questions; ///< open ones of the server: the serial of the request that each is for
    PostponedFindings m_waiting;
};

} // namespace Pullcord
