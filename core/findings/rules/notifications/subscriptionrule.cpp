// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/notifications/subscriptionrule.h"

#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"
#include "core/findings/findingcontext.h"
#include "core/mcp/requests/subscriptionfilter.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

/// A notification of subscriptions, and the member of their filter that asks for it. Every subscription is
/// acknowledged.
struct Told
{
    QByteArrayView method;
    QByteArrayView filter;
};
constexpr QByteArrayView ResourceUpdated = "notifications/resources/updated";
constexpr Told SubscribedNotices[] = {
    {"notifications/tools/list_changed", "toolsListChanged"},
    {"notifications/prompts/list_changed", "promptsListChanged"},
    {"notifications/resources/list_changed", "resourcesListChanged"},
    {ResourceUpdated, "resourceSubscriptions"}, // of these resources, or of those within them
    {"notifications/subscriptions/acknowledged", {}},
};
constexpr int Acknowledgement = 4;
static_assert(SubscribedNotices[Acknowledgement].filter.isEmpty());
constexpr qsizetype MostOfSubscriptions = 64; // sentences

JsonValue subscriptionIn(const FindingStep &step)
{
    return step.params().pointer("/_meta/io.modelcontextprotocol~1subscriptionId");
}

int noticeIn(const FindingStep &step)
{
    const auto *const found =
        std::find_if(std::begin(SubscribedNotices), std::end(SubscribedNotices),
                     [&](const Told &notice) { return step.message.hasMethod(step.event.bytes, notice.method); });
    return found == std::end(SubscribedNotices) ? -1 : int(found - std::begin(SubscribedNotices));
}

/// A member that is neither a boolean nor a list is invalid (P11), and may mean anything.
bool isAskedFor(const JsonValue &wanted)
{
    return wanted.isArray() ? wanted.begin() != wanted.end() : wanted.isValid() && wanted.toBool().value_or(true);
}

} // namespace

bool SubscriptionRule::begins(const FindingStep &step, const ConversationFacts &facts)
{
    return step.transition ? step.record->method == "subscriptions/listen" : facts.isModern();
}

void SubscriptionRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const Kind kind = step.transition->kind;
    if (record.direction != Direction::ClientToServer || record.method != "subscriptions/listen")
        return;
    if (kind == Kind::Created || kind == Kind::Left) {
        onRequest(step);
        return;
    }
    Subscription *subscription = m_subscriptions.find(step.row);
    if (!subscription)
        return;
    const bool isCancel = kind == Kind::CancelRequested || kind == Kind::CancelSignalled;
    if (isCancel && (!record.cancellation || record.cancellation->signalTime == 0))
        return; // a server that got no cancel continues in good faith
    subscription->state = isCancel && !record.cancellation->byPeer ? State::Cancelled : State::Ended;
}

void SubscriptionRule::onRequest(const FindingStep &step)
{
    Subscription subscription{.exchange = step.event.details.value("exchange"_L1).toInteger()};
    const JsonValue filter = step.params().member("notifications");
    const bool mayAskForAll = isMasked(step.event.part(step.message.params));
    for (size_t notice = 0; notice < std::size(SubscribedNotices); ++notice) {
        const QByteArrayView member = SubscribedNotices[notice].filter;
        if (mayAskForAll || member.isEmpty() || isAskedFor(filter.member(member)))
            subscription.wants |= quint32(1) << notice;
    }
    const JsonValue resources = filter.member("resourceSubscriptions");
    for (const JsonMember &resource : resources) {
        const bool isTaken =
            resource.value.isString() && !mayAskForAll && subscription.resources.size() < MostResources;
        if (!isTaken) {
            subscription.resources.clear();
            break;
        }
        subscription.resources << resource.value.toString();
    }
    m_subscriptions.insert(step.row, subscription);
}

/// A subscription to a resource includes the resources within it, by URI.
bool SubscriptionRule::isWanted(int notice, const Subscription &subscription, const FindingStep &step)
{
    const bool isAsked = (subscription.wants >> notice & 1) != 0;
    const JsonValue uri = step.params().member("uri");
    if (!isAsked || subscription.resources.isEmpty() || SubscribedNotices[notice].method != ResourceUpdated ||
        !uri.isString())
        return isAsked;
    return std::any_of(subscription.resources.begin(), subscription.resources.end(),
                       [updated = uri.toString()](const QString &resource) {
                           return SubscriptionFilter::isWithin(updated, resource);
                       });
}

void SubscriptionRule::onEvent(const FindingStep &step)
{
    const int notice = facts().isModern() && step.event.direction == Direction::ServerToClient ? noticeIn(step) : -1;
    if (notice < 0)
        return;
    const qint64 row = rowOf(Direction::ClientToServer, RequestId::fromJson(subscriptionIn(step).raw()));
    if (Subscription *named = m_subscriptions.find(row))
        judgeNamed(notice, row, *named, step);
    else if (isMasked(step.event.part(step.message.params)))
        ++context().unchecked.masked;
    else
        judgeNameless(notice, step);
}

void SubscriptionRule::judgeNamed(int notice, qint64 row, Subscription &subscription, const FindingStep &step)
{
    const bool isAsked = isWanted(notice, subscription, step);
    const bool isOpen = subscription.state == State::Open;
    subscription.isAcknowledged = subscription.isAcknowledged || notice == Acknowledgement;
    if (subscription.state == State::Cancelled || (isOpen && isAsked && subscription.isAcknowledged))
        return;
    const QString method = QString::fromUtf8(SubscribedNotices[notice].method);
    const QString id = log().record(row).id.display();
    report(FindingCode::P09, row, step,
           TranslatableText::of(
               !isOpen ? QT_TRANSLATE_NOOP("TranslatableText", "%1 came for the subscription %2, which had ended")
               : !isAsked
                   ? QT_TRANSLATE_NOOP("TranslatableText", "%1 came for the subscription %2, which did not request it")
                   : QT_TRANSLATE_NOOP("TranslatableText",
                                       "%1 came for the subscription %2 before the server had acknowledged it"),
               method, id));
}

/// The notification may be for any subscription that asks for it; over HTTP, for that of its stream.
void SubscriptionRule::judgeNameless(int notice, const FindingStep &step)
{
    const qint64 exchange = step.event.details.value("exchange"_L1).toInteger();
    const auto &rows = m_subscriptions.rows();
    const auto fits = [&](qint64 row) {
        const Subscription &each = *m_subscriptions.find(row);
        return each.state != State::Ended && (exchange == 0 ? isWanted(notice, each, step) : each.exchange == exchange);
    };
    const auto found = std::find_if(rows.rbegin(), rows.rend(), fits);
    const QString method = QString::fromUtf8(SubscribedNotices[notice].method);
    if (found == rows.rend()) {
        report(FindingCode::P09, Finding::NoRow, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText", "%1 came, but no open subscription requests it"), method));
        return;
    }
    Subscription &subscription = *m_subscriptions.find(*found);
    subscription.isAcknowledged = subscription.isAcknowledged || notice == Acknowledgement;
    if (exchange != 0 && subscription.state == State::Cancelled)
        return;
    if (!isWanted(notice, subscription, step))
        judgeNamed(notice, *found, subscription, step);
    else
        report(FindingCode::P13, *found, step, faultOfName(notice, *found, step));
}

/// `row` is the subscription that it may be for.
TranslatableText SubscriptionRule::faultOfName(int notice, qint64 row, const FindingStep &step) const
{
    const QString method = QString::fromUtf8(SubscribedNotices[notice].method);
    const QString member = u"io.modelcontextprotocol/subscriptionId"_s;
    const JsonValue id = subscriptionIn(step);
    if (!id.isValid())
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1 does not name its subscription in %2 of its _meta"), method,
            member);
    const RequestId asked = log().record(row).id;
    if (asked.asOtherType() == RequestId::fromJson(id.raw()))
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1 names its subscription as %2 in %4 of its _meta, but the id of "
                                                  "subscriptions/listen is %3: another JSON type"),
            method, Formatting::visible(QString::fromUtf8(id.raw())), Formatting::visible(asked.display()), member);
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "%1 names a subscription that does not exist, in %2 of its _meta"),
        method, member);
}

/// Raises one finding per sentence, with a count.
void SubscriptionRule::report(FindingCode code, qint64 row, const FindingStep &step, const TranslatableText &sentence)
{
    if (grow(m_found.value(sentence), step))
        return;
    Finding found = finding(code, step.event.direction, step);
    found.row = row;
    found.sentence = sentence;
    if (row >= 0)
        found.addEvent(log().record(row).requestEvent);
    found.addEvent(step.index);
    const quint64 key = raise(std::move(found));
    if (m_found.size() < MostOfSubscriptions)
        m_found.insert(sentence, key);
}

} // namespace Pullcord
