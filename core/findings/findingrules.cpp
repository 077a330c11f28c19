// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/findings/rules/cancellation/aftercancelrule.h"
#include "core/findings/rules/cancellation/bystanderrule.h"
#include "core/findings/rules/cancellation/cancelharmrule.h"
#include "core/findings/rules/cancellation/cancelreasonrule.h"
#include "core/findings/rules/cancellation/cancelsenderrule.h"
#include "core/findings/rules/cancellation/fixedtimeoutrule.h"
#include "core/findings/rules/cancellation/gaveuprule.h"
#include "core/findings/rules/cancellation/inputclosedrule.h"
#include "core/findings/rules/cancellation/lateprogressrule.h"
#include "core/findings/rules/cancellation/lateresponserule.h"
#include "core/findings/rules/cancellation/stalecancelrule.h"
#include "core/findings/rules/cancellation/taskcancelrule.h"
#include "core/findings/rules/cancellation/unreadcancelrule.h"
#include "core/findings/rules/http/cancelhttprule.h"
#include "core/findings/rules/http/closedstreamrule.h"
#include "core/findings/rules/http/cutresponserule.h"
#include "core/findings/rules/http/eventstreamrule.h"
#include "core/findings/rules/http/httpheaderrule.h"
#include "core/findings/rules/http/legacyhttprule.h"
#include "core/findings/rules/http/sessionrule.h"
#include "core/findings/rules/messages/messageformrule.h"
#include "core/findings/rules/messages/methodrule.h"
#include "core/findings/rules/messages/modernformrule.h"
#include "core/findings/rules/messages/outputrule.h"
#include "core/findings/rules/messages/paginationrule.h"
#include "core/findings/rules/messages/progressrule.h"
#include "core/findings/rules/messages/requestrule.h"
#include "core/findings/rules/messages/toollistrule.h"
#include "core/findings/rules/messages/validityrule.h"
#include "core/findings/rules/notifications/handshakerule.h"
#include "core/findings/rules/notifications/listenendrule.h"
#include "core/findings/rules/notifications/notificationrule.h"
#include "core/findings/rules/notifications/subscriptionrule.h"
#include "core/findings/rules/notifications/unsolicitedlogrule.h"
#include "core/findings/rules/responses/orphanrule.h"
#include "core/findings/rules/responses/partialresponseobserver.h"
#include "core/findings/rules/responses/responsewithoutidrule.h"
#include "core/findings/rules/responses/secondresponserule.h"
#include "core/findings/rules/responses/silencerule.h"
#include "core/findings/rules/responses/unansweredrule.h"
#include "core/findings/rules/responses/unknownresponserule.h"

namespace Pullcord {

namespace {

template<typename Rule>
std::unique_ptr<FindingRule> makeOne(FindingContext &context)
{
    return std::make_unique<Rule>(context);
}

template<typename Rule>
FindingRules::Kind kindOf()
{
    if constexpr (requires { &Rule::begins; })
        return {Rule::Wanted, &Rule::begins, &makeOne<Rule>};
    else
        return {Rule::Wanted, nullptr, &makeOne<Rule>};
}

template<typename... Each>
std::vector<FindingRules::Kind> kindsOf()
{
    return {kindOf<Each>()...};
}

} // namespace

const std::vector<FindingRules::Kind> &FindingRules::kinds()
{
    static const std::vector<Kind> all =
        kindsOf<LateResponseRule, LateProgressRule, SilenceRule, AfterCancelRule, OrphanRule, UnreadCancelRule,
                CancelHttpRule, CancelHarmRule, BystanderRule, PartialResponseObserver, SecondResponseRule,
                StaleCancelRule, CancelSenderRule, CancelReasonRule, ListenEndRule, ClosedStreamRule, GaveUpRule,
                TaskCancelRule, UnknownResponseRule, ResponseWithoutIdRule, MessageFormRule, ProgressRule, RequestRule,
                UnansweredRule, MethodRule, NotificationRule, UnsolicitedLogRule, SubscriptionRule, ModernFormRule,
                PaginationRule, ToolListRule, HttpHeaderRule, LegacyHttpRule, SessionRule, EventStreamRule,
                InputClosedRule, FixedTimeoutRule, CutResponseRule>();
    return all;
}

std::vector<std::unique_ptr<FindingRule>> FindingRules::makeLater(FindingContext &context)
{
    std::vector<std::unique_ptr<FindingRule>> rules;
    rules.push_back(std::make_unique<HandshakeRule>(context));
    rules.push_back(std::make_unique<ValidityRule>(context));
    rules.push_back(std::make_unique<OutputRule>(context));
    return rules;
}

} // namespace Pullcord
