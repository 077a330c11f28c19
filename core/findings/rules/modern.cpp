// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/cancelwords.h"
#include "core/findings/facts/httpsteps.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/facts/resulttypes.h"
#include "core/findings/findingrule.h"
#include "core/findings/findingsbysort.h"
#include "core/findings/rulecontext.h"
#include "core/json/schema/jsonnumber.h"
#include "core/mcp/loglevel.h"
#include "core/mcp/requests/subscriptionfilter.h"
#include "core/secrets/secrets.h"
#include "core/transport/http/mcpheaders.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;

// ---- UnsolicitedLogRule

/// C07 and P09 for log messages of 2026-07-28, where each request states whether it wants log messages, and from which
/// level.
///
/// Over HTTP a log message belongs to the request of its stream. Over stdio nothing relates them. A message is then
/// explained by an open request that wants it, or by a cancelled request that wanted it. If neither exists, it was
/// unsolicited.
/// Specification: server utilities "Logging", "Per-request log level".
class UnsolicitedLogRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Kind::Created, Kind::Left, Kind::Answered, Kind::LateResponse, Kind::Lost,
                                           Kind::Refused, Kind::CancelRequested, Kind::CancelSignalled),
                                  .messages = Notifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &facts);
    static constexpr qsizetype MostAsking = 4096; ///< requests; with more of them nothing can be proved

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    /// Response stream of one request (HTTP).
    struct Stream
    {
        qint64 row = Finding::NoRow;
        std::optional<LogLevel> asked; ///< least level that it wants; none: no log messages
        bool isAnswered = false;
        bool isSubscription = false;
    };
    using Asked = std::optional<LogLevel>;

    void onRequest(const FindingStep &step);
    void forget(qint64 row);
    [[nodiscard]] Asked leastAsked() const;
    void judgeInStream(const FindingStep &step, LogLevel level);
    void judge(const FindingStep &step, LogLevel level);
    void reportLate(qint64 row, const FindingStep &step);
    void report(qint64 row, const FindingStep &step, const TranslatableText &sentence);

    QHash<qint64, LogLevel> m_asking; ///< by row: requests that want log messages and have not ended for the server
    std::array<int, 8> m_askedFor{};  ///< number of those requests, by level
    bool m_isFull = false;
    RecentRows<LogLevel, 64> m_cancelled; ///< cancelled ones of those
    RecentRows<Stream> m_streams;         ///< by exchange
    RecentRows<quint64, 64> m_late;       ///< keys of findings, by row
    FindingsBySort<QString> m_found;      ///< the others, by sentence
};

/// Returns the level from which a request wants log messages. An invalid level (P11), or one that may be masked, counts
/// as the least.
std::optional<LogLevel> levelAskedIn(const JsonValue &params)
{
    const JsonValue level = params.member("_meta").member("io.modelcontextprotocol/logLevel");
    return level.isValid() ? std::optional(logLevelFromName(level.toString()).value_or(LogLevel::Debug)) : std::nullopt;
}

/// False for a request without an exchange that asks for no log messages, which leaves no state.
bool UnsolicitedLogRule::begins(const FindingStep &step, const ConversationFacts &facts)
{
    if (!step.transition)
        return facts.isModern();
    const Kind kind = step.transition->kind;
    const QByteArrayView params = step.event.part(step.message.params);
    return (kind == Kind::Created || kind == Kind::Left) &&
           (exchangeOf(step.event) != 0 || step.params().member("_meta").isValid() ||
            params.contains(QByteArrayView(Secrets::Mask.data(), Secrets::Mask.size())));
}

void UnsolicitedLogRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer)
        return;
    const Kind kind = step.transition->kind;
    if (kind == Kind::Created || kind == Kind::Left) {
        if (step.event.isMessage()) // otherwise it is queued
            onRequest(step);
        return;
    }
    if (kind == Kind::CancelRequested || kind == Kind::CancelSignalled) {
        const auto asking = m_asking.constFind(step.row);
        if (asking == m_asking.constEnd() || !record.cancellation || record.cancellation->signalTime == 0)
            return; // a server that got no cancel continues in good faith
        if (!record.cancellation->byPeer)
            m_cancelled.insert(step.row, *asking);
    }
    if (Stream *stream = m_streams.find(exchangeOf(step.event)))
        stream->isAnswered = stream->isAnswered || kind == Kind::Answered;
    forget(step.row);
}

void UnsolicitedLogRule::onRequest(const FindingStep &step)
{
    Asked asked = levelAskedIn(step.params());
    if (!asked && context().isMasked(step.event.part(step.message.params)))
        asked = LogLevel::Debug;
    const bool isSubscription = step.record->method == "subscriptions/listen";
    if (const qint64 exchange = exchangeOf(step.event); exchange != 0)
        m_streams.insert(exchange, {.row = step.row, .asked = asked, .isSubscription = isSubscription});
    if (!asked || isSubscription || m_asking.contains(step.row))
        return;
    m_isFull = m_isFull || m_asking.size() == MostAsking;
    if (m_isFull)
        return;
    m_asking.insert(step.row, *asked);
    ++m_askedFor[size_t(*asked)];
}

void UnsolicitedLogRule::forget(qint64 row)
{
    const auto asking = m_asking.constFind(row);
    if (asking == m_asking.constEnd())
        return;
    --m_askedFor[size_t(*asking)];
    m_asking.erase(asking);
}

/// Returns the least level of all open requests.
UnsolicitedLogRule::Asked UnsolicitedLogRule::leastAsked() const
{
    const auto *const least = std::find_if(m_askedFor.begin(), m_askedFor.end(), [](int count) { return count > 0; });
    return least == m_askedFor.end() ? std::nullopt : std::optional(LogLevel(least - m_askedFor.begin()));
}

void UnsolicitedLogRule::onEvent(const FindingStep &step)
{
    if (!facts().isModern() || step.event.direction != Direction::ServerToClient ||
        !step.message.hasMethod(step.event.bytes, "notifications/message"))
        return;
    // For an invalid level (P11), only checks whether any log messages are wanted.
    const LogLevel level =
        logLevelFromName(step.params().member("level").toString()).value_or(allLogLevels().constLast());
    if (exchangeOf(step.event) != 0)
        judgeInStream(step, level);
    else if (!m_isFull)
        judge(step, level);
}

void UnsolicitedLogRule::judgeInStream(const FindingStep &step, LogLevel level)
{
    const Stream *stream = m_streams.find(exchangeOf(step.event));
    if (!stream)
        return; // long ago
    if (!stream->isSubscription && !stream->isAnswered && stream->asked && level >= *stream->asked)
        return;
    const RequestRecord record = log().record(stream->row);
    const QString id = record.id.display();
    if (record.cancellation && record.cancellation->signalTime != 0)
        return; // AfterCancelRule
    if (stream->isSubscription)
        report(
            stream->row, step,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "A log message arrived in the stream of the subscription %1, which must carry none"),
                id));
    else if (!stream->asked)
        report(stream->row, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "A log message arrived in the stream of the request %1, which asks for none"),
                   id));
    else if (stream->isAnswered)
        report(stream->row, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText", "A log message arrived after the response to the request %1"),
                   id));
    else
        report(stream->row, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP(
                       "TranslatableText",
                       "A log message of the level %1 arrived for the request %2, which asks for %3 and above"),
                   nameOf(level), id, nameOf(*stream->asked)));
}

void UnsolicitedLogRule::judge(const FindingStep &step, LogLevel level)
{
    const Asked least = leastAsked();
    if ((least && level >= *least) || !facts().isFromStart())
        return; // a request that asks for more may be older than the capture
    const auto &rows = m_cancelled.rows();
    const auto last =
        std::find_if(rows.rbegin(), rows.rend(), [&](qint64 row) { return level >= *m_cancelled.find(row); });
    if (last != rows.rend())
        reportLate(*last, step);
    else if (least)
        report(
            Finding::NoRow, step,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "A log message of the level %1 arrived, but the open requests ask for %2 and above"),
                nameOf(level), nameOf(*least)));
    else
        report(Finding::NoRow, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText", "A log message arrived, but no open request asks for any")));
}

/// Reports at the last cancelled request that can explain it, which gives the smallest gap.
void UnsolicitedLogRule::reportLate(qint64 row, const FindingStep &step)
{
    context().reportActivityOf(row);
    const RequestRecord record = log().record(row);
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    const QString shown = Formatting::duration(gap);
    const quint64 *key = m_late.find(row);
    const Finding *known = key ? context().reported(*key) : nullptr;
    Finding found = known ? *known : finding(FindingCode::C07, step.event.direction, step);
    found.row = row;
    found.count = known ? known->count + 1 : 1;
    found.severity = FindingSeverity::Error;
    found.sentence =
        found.count == 1
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "A log message arrived %1 after the cancellation of the "
                                                     "request, but no open request asks for it"),
                                   shown)
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "After the cancellation of the request, %1 log messages "
                                                     "arrived that no open request asks for, the last %2 after it"),
                                   found.count, shown);
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    if (known)
        context().updateByGap(*key, std::move(found), gap);
    else
        m_late.insert(row, context().reportByGap(std::move(found), gap));
}

void UnsolicitedLogRule::report(qint64 row, const FindingStep &step, const TranslatableText &sentence)
{
    if (!m_found.extend(context(), sentence, step))
        m_found.report(context(), sentence, findingOn(row, FindingCode::P09, step, sentence));
}

// ---- SubscriptionRule

/// P09 and P13 for change notifications of 2026-07-28. They may only come in a subscription (`subscriptions/listen`)
/// that asks for them, is acknowledged, and is named in the notification. A server may send changes that it did not
/// acknowledge, as nothing forbids it.
///
/// Notifications for a cancelled subscription are C07 (AfterCancelRule).
/// Specification: patterns "Subscriptions".
class SubscriptionRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Created, Kind::Left, Kind::Answered, Kind::Lost,
                                                      Kind::Refused, Kind::CancelRequested, Kind::CancelSignalled),
                                  .messages = Notifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &facts);

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    enum class State : quint8 { Open, Cancelled, Ended };
    struct Subscription
    {
        quint32 wants = 0;   ///< bits of the wanted notifications
        qint64 exchange = 0; ///< HTTP exchange
        bool isAcknowledged = false;
        State state = State::Open;
        QStringList resources = {}; ///< its URIs; empty: any
    };

    void onRequest(const FindingStep &step);
    [[nodiscard]] static bool isWanted(int notice, const Subscription &subscription, const FindingStep &step);
    void judgeNamed(int notice, qint64 row, Subscription &subscription, const FindingStep &step);
    void judgeNameless(int notice, const FindingStep &step);
    [[nodiscard]] TranslatableText faultOfName(int notice, qint64 row, const FindingStep &step) const;
    void report(FindingCode code, qint64 row, const FindingStep &step, const TranslatableText &sentence);

    static constexpr qsizetype MostResources = 256; ///< a subscription with more URIs counts as one to any

    RecentRows<Subscription, 256> m_subscriptions;
    FindingsBySort<QString> m_found; ///< by sentence
};

/// A notification of subscriptions, and the member of their filter that asks for it. Every subscription is
/// acknowledged.
struct SubscribedNotice
{
    QByteArrayView method;
    QByteArrayView filter;
};
constexpr QByteArrayView ResourceUpdated = "notifications/resources/updated";
constexpr SubscribedNotice SubscribedNotices[] = {
    {"notifications/tools/list_changed", "toolsListChanged"},
    {"notifications/prompts/list_changed", "promptsListChanged"},
    {"notifications/resources/list_changed", "resourcesListChanged"},
    {ResourceUpdated, "resourceSubscriptions"}, // of these resources, or of those within them
    {"notifications/subscriptions/acknowledged", {}},
};
constexpr int Acknowledgement = 4;
static_assert(SubscribedNotices[Acknowledgement].filter.isEmpty());

JsonValue subscriptionIn(const FindingStep &step)
{
    return step.params().pointer("/_meta/io.modelcontextprotocol~1subscriptionId");
}

int noticeIn(const FindingStep &step)
{
    const auto *const found =
        std::find_if(std::begin(SubscribedNotices), std::end(SubscribedNotices), [&](const SubscribedNotice &notice) {
            return step.message.hasMethod(step.event.bytes, notice.method);
        });
    return found == std::end(SubscribedNotices) ? -1 : int(found - std::begin(SubscribedNotices));
}

/// True if the member asks for the notification. Also for a value that is neither a boolean nor a list, which is
/// invalid (P11) and may mean anything.
bool isAskedFor(const JsonValue &wanted)
{
    return wanted.isArray() ? wanted.begin() != wanted.end() : wanted.isValid() && wanted.toBool().value_or(true);
}

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
    Subscription subscription{.exchange = exchangeOf(step.event)};
    const JsonValue filter = step.params().member("notifications");
    const bool mayAskForAll = context().isMasked(step.event.part(step.message.params));
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

/// True if the subscription asks for the notification. A subscription to a resource includes the resources within it,
/// by URI.
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
    const qint64 row = context().rowOf(Direction::ClientToServer, RequestId::fromJson(subscriptionIn(step).raw()));
    if (Subscription *named = m_subscriptions.find(row))
        judgeNamed(notice, row, *named, step);
    else if (context().isMasked(step.event.part(step.message.params)))
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
    report(
        FindingCode::P09, row, step,
        TranslatableText::of(
            !isOpen ? QT_TRANSLATE_NOOP("TranslatableText", "%1 arrived for the subscription %2, which had ended")
            : !isAsked
                ? QT_TRANSLATE_NOOP("TranslatableText", "%1 arrived for the subscription %2, which did not request it")
                : QT_TRANSLATE_NOOP("TranslatableText",
                                    "%1 arrived for the subscription %2 before the server had acknowledged it"),
            method, id));
}

/// Judges a notification that names no subscription. It may be for any that asks for it; over HTTP, for that of its
/// stream.
void SubscriptionRule::judgeNameless(int notice, const FindingStep &step)
{
    if (!facts().isFromStart())
        return; // its subscription may be older than the capture
    const qint64 exchange = exchangeOf(step.event);
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
                   QT_TRANSLATE_NOOP("TranslatableText", "%1 arrived, but no open subscription requests it"), method));
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
    if (!m_found.extend(context(), sentence, step))
        m_found.report(context(), sentence, findingOn(row, code, step, sentence));
}

// ---- ModernFormRule

/// P13: a request or result lacks a member that 2026-07-28 requires, or a result has a type that its method does not
/// allow.
class ModernFormRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Created, Kind::Left, Kind::Answered, Kind::LateResponse)};
    [[nodiscard]] static bool begins(const FindingStep &, const ConversationFacts &facts) { return facts.isModern(); }
    static constexpr qsizetype Longest = 64 * 1024; ///< bytes; longer results are not checked

    void onTransition(const FindingStep &step) override;

private:
    void checkRequest(const FindingStep &step);
    void checkResult(const FindingStep &step);
    void report(Direction accused, const FindingStep &step, const TranslatableText &sentence);

    FindingsBySort<QString> m_found; ///< by sentence
};

constexpr const char *RequiredMeta[] = {"io.modelcontextprotocol/protocolVersion",
                                        "io.modelcontextprotocol/clientCapabilities"};

QString shownMethod(const QByteArray &method)
{
    return Formatting::visible(QString::fromUtf8(method.left(CancelWords::MostQuoted)));
}

void ModernFormRule::report(Direction accused, const FindingStep &step, const TranslatableText &sentence)
{
    if (m_found.extend(context(), sentence, step))
        return;
    Finding found = finding(FindingCode::P13, accused, step);
    found.sentence = sentence;
    found.addEvent(step.index);
    m_found.report(context(), sentence, std::move(found));
}

void ModernFormRule::onTransition(const FindingStep &step)
{
    // A queued request is checked when it has been sent.
    if (!facts().isModern() || step.record->direction != Direction::ClientToServer || !step.event.isMessage() ||
        step.record->method == "initialize") // of the other era: P10, P22
        return;
    const Kind kind = step.transition->kind;
    if (kind == Kind::Answered || kind == Kind::LateResponse)
        checkResult(step);
    else if (!step.message.hasMethod(step.event.bytes, facts().dialect().cancelMethod)) // C26
        checkRequest(step);
}

void ModernFormRule::checkRequest(const FindingStep &step)
{
    const JsonValue meta = step.params().member("_meta");
    QList<QByteArray> missing;
    for (const char *name : RequiredMeta) {
        if (!meta.member(name).isValid())
            missing << name;
    }
    if (missing.isEmpty())
        return;
    if (context().isMasked(meta.raw())) {
        ++context().unchecked.masked;
        return;
    }
    const QString first = QString::fromUtf8(missing.first());
    if (missing.size() == 1)
        report(
            Direction::ClientToServer, step,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The _meta of the request has no %1"), first));
    else
        report(Direction::ClientToServer, step,
               TranslatableText::of(
                   meta.isValid()
                       ? QT_TRANSLATE_NOOP("TranslatableText", "The _meta of the request has neither %1 nor %2")
                       : QT_TRANSLATE_NOOP("TranslatableText", "The request has no _meta, so it has neither %1 nor %2"),
                   first, QString::fromUtf8(missing.last())));
}

void ModernFormRule::checkResult(const FindingStep &step)
{
    const QByteArrayView result = step.event.part(step.message.result);
    if (step.message.kind != MessageKind::Result || result.size() > Longest)
        return;
    if (context().isMasked(result) && JsonValue(result).isString())
        return;
    const JsonValue type = JsonValue(result).member("resultType");
    const QByteArray name = type.toUtf8();
    const QByteArray &method = step.record->method;
    const Dialect &dialect = Dialect::mcpModernStdio();
    if (!type.isValid())
        report(Direction::ServerToClient, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The result has no resultType")));
    else if (ResultTypes::mayBeOne(name, *step.record, capture(), facts()))
        return; // its content cannot be judged
    else if (!dialect.resultTypes.contains(name))
        report(Direction::ServerToClient, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The resultType of the result is unknown")));
    else if (name == dialect.asksFirst && !ResultTypes::mayAskFirst(method))
        report(
            Direction::ServerToClient, step,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                   "The result of %1 asks for input first (input_required), which only "
                                                   "the results of tools/call, prompts/get and resources/read may do"),
                                 shownMethod(method)));
    else if (name == "task" && !ResultTypes::mayBeTask(method))
        report(Direction::ServerToClient, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "The result of %1 is a task, which only the result of tools/call may be"),
                   shownMethod(method)));
}

// ---- HttpHeaderRule

/// P14: in Streamable HTTP of 2026-07-28, headers (including Mcp-Param-*) that contradict the body, or that only older
/// revisions have.
class HttpHeaderRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Created, Kind::Left, Kind::Answered),
                                  .events = bits(EventKind::Http)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return !step.transition; }
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    struct Exchange
    {
        QJsonArray headers; ///< of the request
        qint64 event = -1;
    };
    enum Sort : quint8 { Method, ClientSession, ServerSession, Sorts };

    [[nodiscard]] bool checkAbsent(const Exchange &exchange, const FindingStep &step);
    void raiseAbout(Finding found, const QByteArray &header, const Exchange &exchange, const FindingStep &step);
    void report(Sort sort, Direction accused, FindingSeverity severity, const FindingStep &step,
                const TranslatableText &sentence);

    McpHeaders m_headers;                 ///< has learned the arguments that belong in headers, by tool
    RecentRows<Exchange, 64> m_exchanges; ///< by exchange number
    quint64 m_found[Sorts] = {};          ///< keys of findings
};

constexpr qsizetype LongestList = qsizetype(8) << 20; // bytes; longer pages of tools are not read

/// Returns the value of the header with that name in a list of headers.
std::optional<QString> valueOf(const QJsonArray &headers, QLatin1StringView name)
{
    return HttpSteps::header({{u"headers"_s, headers}}, name);
}

/// True for two spellings of one number, such as `42.0` and `42`.
bool isSameNumber(const QString &a, const QString &b)
{
    static const QRegularExpression form(uR"(\A-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?\z)"_s);
    return form.match(a).hasMatch() && form.match(b).hasMatch() && JsonNumber(a.toUtf8()) == JsonNumber(b.toUtf8());
}

void HttpHeaderRule::report(Sort sort, Direction accused, FindingSeverity severity, const FindingStep &step,
                            const TranslatableText &sentence)
{
    if (context().extend(m_found[sort], step))
        return;
    Finding found = finding(FindingCode::P14, accused, step);
    found.severity = severity;
    found.sentence = sentence;
    found.addEvent(step.index);
    m_found[sort] = context().report(std::move(found));
}

void HttpHeaderRule::onEvent(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    const QString what = details.value("step"_L1).toString();
    const QJsonArray headers = details.value("headers"_L1).toArray();
    if (what == "request"_L1) {
        const QString method = details.value("method"_L1).toString();
        if (method == "POST"_L1)
            m_exchanges.insert(details.value("exchange"_L1).toInteger(), {headers, step.index});
        else if (facts().isModernHttp() && !HttpSteps::isMasked(method))
            report(
                Method, Direction::ClientToServer, FindingSeverity::Warning, step,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                       "The client used HTTP %1, but this revision allows only POST"),
                                     Formatting::visible(method.left(CancelWords::MostQuoted))));
    } else if (what == "response"_L1 && facts().isModernHttp() && valueOf(headers, HttpSteps::SessionHeader)) {
        report(ServerSession, Direction::ServerToClient, FindingSeverity::Info, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "The server assigned a session id, but this revision has no sessions")));
    }
}

void HttpHeaderRule::raiseAbout(Finding found, const QByteArray &header, const Exchange &exchange,
                                const FindingStep &step)
{
    const auto tool =
        context().shared.seenTools.byName.constFind(step.record->target.toUtf8()); // its schema may name the header
    const bool isOfTool = header.startsWith("Mcp-Param-") && tool != context().shared.seenTools.byName.constEnd();
    for (const qint64 event : {isOfTool ? tool->event : qint64(-1), exchange.event, step.index})
        found.addEvent(event);
    context().report(std::move(found));
}

/// Reports a header for a null or absent argument. Returns true if a fault was found.
bool HttpHeaderRule::checkAbsent(const Exchange &exchange, const FindingStep &step)
{
    if (context().isMasked(step.event.bytes))
        return false;
    for (const QByteArray &header : m_headers.absentIn(step.event.bytes, step.message)) {
        const std::optional<QString> actual = valueOf(exchange.headers, QLatin1StringView(header));
        if (!actual)
            continue;
        Finding found = finding(FindingCode::P14, Direction::ClientToServer, step);
        const QString actualValue = QString::fromUtf8(ParameterHeaders::decoded(actual->toUtf8()));
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The header %1 is \"%2\", but the message has no such argument, so the header must be omitted"),
            QString::fromLatin1(header), Formatting::visible(actualValue.left(CancelWords::MostQuoted)));
        raiseAbout(std::move(found), header, exchange, step);
        return true;
    }
    return false;
}

/// Checks a request by the revision that it names, which may differ from the agreed one.
void HttpHeaderRule::onTransition(const FindingStep &step)
{
    if (m_exchanges.isEmpty())
        return;
    if (step.transition->kind == Kind::Answered) {
        const QByteArrayView result = step.event.part(step.message.result);
        if (step.record->method == "tools/list" && result.size() <= LongestList)
            m_headers.learn(step.record->method, JsonValue(result));
        return;
    }
    const Exchange *exchange = m_exchanges.find(exchangeOf(step.event));
    if (!exchange || step.record->direction != Direction::ClientToServer || !step.event.isMessage() ||
        McpHeaders::versionIn(step.event.bytes, step.message).isEmpty())
        return;
    const HttpHeaders expected = m_headers.forMessage(step.event.bytes, step.message);
    const QByteArrayList numbers = m_headers.numbersIn(step.event.bytes, step.message);
    for (const HttpHeader &header : expected) {
        const QString name = QString::fromLatin1(header.name);
        if ((!header.name.startsWith("Mcp-") && header.name != "MCP-Protocol-Version") || HttpSteps::isMasked(name))
            continue;
        const std::optional<QString> actual = valueOf(exchange->headers, QLatin1StringView(header.name));
        const QString wanted = QString::fromUtf8(ParameterHeaders::decoded(header.value));
        const QString actualValue = QString::fromUtf8(ParameterHeaders::decoded(actual.value_or(QString()).toUtf8()));
        // A masked value proves nothing.
        const bool isSame =
            actualValue == wanted || (numbers.contains(header.name) && isSameNumber(actualValue, wanted));
        if (actual ? isSame || HttpSteps::isMasked(actualValue) || HttpSteps::isMasked(wanted)
                   : !HttpSteps::hasAllHeaders({{u"headers"_s, exchange->headers}}))
            continue;
        Finding found = finding(FindingCode::P14, Direction::ClientToServer, step);
        const auto shown = [](const QString &text) { return Formatting::visible(text.left(CancelWords::MostQuoted)); };
        found.sentence =
            actual ? TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "The header %1 is %2, but the message has %3"), name,
                         shown(actualValue), shown(wanted))
                   : TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "The header %1 is missing, but the message has %2"),
                         name, shown(wanted));
        raiseAbout(std::move(found), header.name, *exchange, step);
        return;
    }
    if (checkAbsent(*exchange, step))
        return;
    if (valueOf(exchange->headers, HttpSteps::SessionHeader))
        report(ClientSession, Direction::ClientToServer, FindingSeverity::Warning, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "The client sent a session id, but this revision has no sessions")));
}

} // namespace

/// P09, P13, P14 and C07: requirements of 2026-07-28 alone.
std::vector<FindingRules::Kind> FindingRules::modern()
{
    return kindsOf<UnsolicitedLogRule, SubscriptionRule, ModernFormRule, HttpHeaderRule>();
}

} // namespace Pullcord
