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

    explicit ListenEndRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    PostponedFindings m_waiting;
};

} // namespace Pullcord
