// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/findings/rules/cancelreasonrule.h"
#include "core/findings/rules/cancelsenderrule.h"
#include "core/findings/rules/closedstreamrule.h"
#include "core/findings/rules/lateanswerrule.h"
#include "core/findings/rules/lateprogressrule.h"
#include "core/findings/rules/listenendrule.h"
#include "core/findings/rules/secondanswerrule.h"
#include "core/findings/rules/silencerule.h"

namespace Pullcord {

namespace {

using Rules = std::vector<std::unique_ptr<FindingRule>>;

template<typename... Each>
Rules makeAll(FindingContext &context)
{
    Rules rules;
    (rules.push_back(std::make_unique<Each>(context)), ...);
    return rules;
}

} // namespace

Rules FindingRules::make(FindingContext &context)
{
    return makeAll< //
        LateAnswerRule, LateProgressRule, SilenceRule, SecondAnswerRule, CancelSenderRule, CancelReasonRule,
        ListenEndRule, ClosedStreamRule>(context);
}

} // namespace Pullcord
