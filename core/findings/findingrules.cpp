// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/findings/rules/aftercancelrule.h"
#include "core/findings/rules/bystanderrule.h"
#include "core/findings/rules/cancelharmrule.h"
#include "core/findings/rules/cancelhttprule.h"
#include "core/findings/rules/cancelreasonrule.h"
#include "core/findings/rules/cancelsenderrule.h"
#include "core/findings/rules/closedstreamrule.h"
#include "core/findings/rules/cutresponserule.h"
#include "core/findings/rules/eventstreamrule.h"
#include "core/findings/rules/fixedtimeoutrule.h"
#include "core/findings/rules/gaveuprule.h"
#include "core/findings/rules/handshakerule.h"
#include "core/findings/rules/httpheaderrule.h"
#include "core/findings/rules/inputclosedrule.h"
#include "core/findings/rules/lateprogressrule.h"
#include "core/findings/rules/lateresponserule.h"
#include "core/findings/rules/legacyhttprule.h"
#include "core/findings/rules/listenendrule.h"
#include "core/findings/rules/messageformrule.h"
#include "core/findings/rules/methodrule.h"
#include "core/findings/rules/modernformrule.h"
#include "core/findings/rules/notificationrule.h"
#include "core/findings/rules/orphanrule.h"
#include "core/findings/rules/outputrule.h"
#include "core/findings/rules/paginationrule.h"
#include "core/findings/rules/partialresponseobserver.h"
#include "core/findings/rules/progressrule.h"
#include "core/findings/rules/requestrule.h"
#include "core/findings/rules/responsewithoutidrule.h"
#include "core/findings/rules/secondresponserule.h"
#include "core/findings/rules/sessionrule.h"
#include "core/findings/rules/silencerule.h"
#include "core/findings/rules/stalecancelrule.h"
#include "core/findings/rules/subscriptionrule.h"
#include "core/findings/rules/taskcancelrule.h"
#include "core/findings/rules/toollistrule.h"
#include "core/findings/rules/unansweredrule.h"
#include "core/findings/rules/unknownresponserule.h"
#include "core/findings/rules/unreadcancelrule.h"
#include "core/findings/rules/unsolicitedlogrule.h"
#include "core/findings/rules/validityrule.h"

namespace Pullcord {

namespace {

using Rules = std::vector<std::unique_ptr<FindingRule>>;

template<typename... Each>
Rules makeAll(FindingContext &context)
{
    Rules rules;
    rules.reserve(sizeof...(Each));
    (rules.push_back(std::make_unique<Each>(context)), ...);
    return rules;
}

} // namespace

Rules FindingRules::make(FindingContext &context)
{
    return makeAll<LateResponseRule, LateProgressRule, SilenceRule, AfterCancelRule, OrphanRule, UnreadCancelRule,
                   CancelHttpRule, CancelHarmRule, BystanderRule, PartialResponseObserver, SecondResponseRule,
                   StaleCancelRule, CancelSenderRule, CancelReasonRule, ListenEndRule, ClosedStreamRule, GaveUpRule,
                   TaskCancelRule, UnknownResponseRule, ResponseWithoutIdRule, MessageFormRule, ProgressRule,
                   RequestRule, UnansweredRule, MethodRule, NotificationRule, UnsolicitedLogRule, SubscriptionRule,
                   ModernFormRule, PaginationRule, ToolListRule, HttpHeaderRule, LegacyHttpRule, SessionRule,
                   EventStreamRule, InputClosedRule, FixedTimeoutRule, CutResponseRule>(context);
}

Rules FindingRules::makeLater(FindingContext &context)
{
    return makeAll<HandshakeRule, ValidityRule, OutputRule>(context);
}

} // namespace Pullcord
