// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/cancelwords.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/facts/unreadmessages.h"
#include "core/findings/findingrule.h"
#include "core/findings/rulecontext.h"

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;

// ---- PartialResponseObserver

/// Raises nothing; settles requests that got a response in some form. Such a form is an error without an id, an invalid
/// response without content (P03), or a cancel by the side that was to respond (C21, C28).
class PartialResponseObserver final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::UnknownResponse, Kind::IgnoredCancel), .messages = Flawed};
    static constexpr qint64 Patience = 2'000'000'000; ///< ns within which one of several requests is refused

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    void onNameless(const FindingStep &step);
    [[nodiscard]] bool isOpen(qint64 row) const;
    void settleIfOpen(qint64 row);
};

bool PartialResponseObserver::isOpen(qint64 row) const
{
    const RequestRecord *record = row < 0 ? nullptr : log().recent(row);
    return record && record->isOpen();
}

void PartialResponseObserver::settleIfOpen(qint64 row)
{
    if (isOpen(row))
        context().settle(row);
}

void PartialResponseObserver::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Kind::IgnoredCancel) {
        const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
        if (step.transition->problem == Transition::CancelProblem::Unknown)
            settleIfOpen(context().rowOf(opposite(step.event.direction), id));
    } else if (step.message.kind == MessageKind::Error && !step.message.requestId(step.event.bytes).canBeAnswered()) {
        onNameless(step);
    }
}

/// Settles the requests to which an error without an id may belong: those that were sent right before or are invalid,
/// else the last open one. Over HTTP it belongs to the request of its exchange.
void PartialResponseObserver::onNameless(const FindingStep &step)
{
    const qint64 exchange = exchangeOf(step.event);
    const UnreadMessages unread(context(), log(), opposite(step.event.direction));
    bool hasOne = false; // a message that it may be for
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - MostLooked, 0); --index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isSent = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        const bool isAnswer = entry.message == MessageKind::Result || entry.message == MessageKind::Error;
        if (!isSent || isAnswer || entry.connection != step.event.connection ||
            entry.direction != opposite(step.event.direction) ||
            (exchange != 0 && exchangeOf(capture().eventAt(index)) != exchange))
            continue;
        const bool isEarly = step.event.time - entry.time > Patience;
        if (entry.message != MessageKind::Request || context().isSettled(entry.row)) {
            hasOne = hasOne || !isEarly;
        } else if (isOpen(entry.row) && (!hasOne || !isEarly || unread.isRefusable(index))) {
            context().settle(entry.row);
            hasOne = true;
        }
    }
}

void PartialResponseObserver::onEvent(const FindingStep &step)
{
    const bool isAnswer =
        (step.message.kind == MessageKind::None && !(step.message.problems & EnvelopeProblem::NotRpc)) ||
        (step.message.problems & EnvelopeProblem::MethodInResponse);
    if (const RequestId id = step.message.requestId(step.event.bytes); isAnswer && id.canBeAnswered())
        settleIfOpen(context().rowOf(opposite(step.event.direction), id));
}

// ---- SecondResponseRule

/// C19: more than one response to a request, as one finding, whatever the JSON type of their ids.
class SecondResponseRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::SecondResponse, Kind::Answered, Kind::LateResponse)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.transition->kind == Kind::SecondResponse || step.record->mismatched.count != 0;
    }
    void onTransition(const FindingStep &step) override;

private:
    RecentRows<quint64> m_found; ///< keys of findings
};

void SecondResponseRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (step.transition->kind != Kind::SecondResponse && record.mismatched.count == 0)
        return;
    const quint64 *key = m_found.find(step.row);
    const Finding *known = key ? context().reported(*key) : nullptr;
    Finding found = known ? *known : finding(FindingCode::C19, opposite(record.direction), step);
    found.count = known ? known->count + 1 : 1;
    found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The id %1 got %2 responses"),
                                          record.id.display(), found.count + 1);
    for (const qint64 event :
         {record.requestEvent, record.mismatched.event, record.responseEvent, record.late.responseEvent, step.index})
        found.addEvent(event);
    if (known)
        context().update(*key, std::move(found));
    else
        m_found.insert(step.row, context().report(std::move(found)));
}

// ---- UnknownResponseRule

/// C37 and P04: a response to an unknown request, or with an id of another type. A different spelling of a number
/// (`5.0` for `5`) is the same to most peers: Info. If the beginning of the conversation is not recorded, the request
/// may be there.
///
/// C37 only reports the fault in the id. The other rules get the response as well, to judge whether it is late or the
/// second one (Findings::notifyMismatched).
class UnknownResponseRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::UnknownResponse)};
    void onTransition(const FindingStep &step) override;

private:
    [[nodiscard]] bool isInResumedStream(const FindingStep &step, const RequestId &id) const;
};

/// True if the request was lost with an earlier stream, which the stream of this response resumes.
bool UnknownResponseRule::isInResumedStream(const FindingStep &step, const RequestId &id) const
{
    const qint64 exchange = exchangeOf(step.event);
    const qint64 first = facts().streams().firstOf(exchange);
    const qint64 row = first == exchange ? Finding::NoRow : context().rowOf(opposite(step.event.direction), id);
    const qint64 asked = row < 0 ? Finding::NoRow : log().record(row).requestEvent;
    return asked >= 0 && exchangeOf(capture().eventAt(asked)) == first;
}

void UnknownResponseRule::onTransition(const FindingStep &step)
{
    const RequestId id = step.message.requestId(step.event.bytes);
    if (!id.canBeAnswered())
        return; // ResponseWithoutIdRule
    const QString shown = Formatting::visible(id.display().left(CancelWords::MostQuoted));
    const RequestRecord *asked = step.record;
    if (!asked && (!facts().isFromStart() || isInResumedStream(step, id)))
        return;
    Finding found = finding(asked ? FindingCode::C37 : FindingCode::P04, step.event.direction, step);
    if (!asked) {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The response has the id %1, but no request with that id was sent"),
            shown);
    } else if (id.kind() == RequestId::Kind::String && asked->id.kind() == id.kind()) {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The response has the id %1, but the request has %2: the strings "
                                                  "differ, so strict peers do not match them"),
            shown, asked->id.display());
    } else if (id.kind() == asked->id.kind()) {
        found.severity = FindingSeverity::Info;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The response has the id %1, but the request has %2: the numbers are "
                                                  "equal, but peers that compare the spelling do not match them"),
            shown, asked->id.display());
    } else {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The response has the id %1, but the request has %2: the types "
                                                  "differ, so strict peers do not match them"),
            shown, asked->id.display());
    }
    if (asked) {
        found.addEvent(asked->requestEvent);
        context().reportActivityOf(step.row);
    }
    found.addEvent(step.index);
    context().report(std::move(found));
}

// ---- ResponseWithoutIdRule

/// C13 and P06: a response without an id right after a notification, which gets none: after a cancel, or after another
/// notification.
///
/// The response belongs to the last message of the client only if nothing else can have caused it: see UnreadMessages.
/// A cancel is blamed only if no other notification came right before, or if the error names its method.
class ResponseWithoutIdRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::UnknownResponse)};
    static constexpr qint64 CancelPatience = 1'000'000'000; ///< ns in which a response to a cancel may come
    static constexpr qint64 Patience = 2'000'000'000;       ///< the same for another notification

    void onTransition(const FindingStep &step) override;

private:
    [[nodiscard]] qint64 namedCancel(const FindingStep &step) const;
    [[nodiscard]] qint64 lastSent(const FindingStep &step) const;
    [[nodiscard]] bool mayConcernOthers(const FindingStep &step, qint64 notice, const UnreadMessages &unread) const;
    [[nodiscard]] bool isRefusal(const FindingStep &step) const;
    void report(const FindingStep &step, const Event &notice, qint64 index);

    qint64 m_refused = -1; ///< last cancel that an error named; earlier ones are not considered any more
};

void ResponseWithoutIdRule::onTransition(const FindingStep &step)
{
    if (step.message.requestId(step.event.bytes).canBeAnswered())
        return;
    if (const qint64 cancel = namedCancel(step); cancel >= 0) {
        m_refused = cancel;
        report(step, capture().eventAt(cancel), cancel);
        return;
    }
    const UnreadMessages unread(context(), log(), opposite(step.event.direction));
    const qint64 last = lastSent(step);
    if (last < 0 || capture().entry(last).message != MessageKind::Notification || unread.isRefusable(last))
        return;
    const Event notice = capture().eventAt(last);
    const bool isCancel = notice.method() == CancelMethod;
    const bool isC13 =
        isCancel && step.message.kind == MessageKind::Error && step.event.direction == Direction::ServerToClient;
    if (step.event.time - notice.time > (isCancel ? CancelPatience : Patience) || (isCancel && !isC13) ||
        mayConcernOthers(step, last, unread) || (isCancel ? !facts().hasTimes() : isRefusal(step)))
        return;
    report(step, notice, last);
}

/// Returns the cancel that a server's error names by its method. It is the first one after the last cancel that an
/// error named. -1 if the error names none, or none is near.
qint64 ResponseWithoutIdRule::namedCancel(const FindingStep &step) const
{
    const QByteArrayView error = step.event.part(step.message.error);
    if (step.message.kind != MessageKind::Error || step.event.direction != Direction::ServerToClient ||
        !error.first(std::min(error.size(), CancelWords::MostRead)).contains(CancelMethod))
        return -1;
    const qint64 exchange = exchangeOf(step.event);
    qint64 first = -1;
    for (qint64 index = step.index - 1;
         index > std::max<qint64>(step.index - UnreadMessages::MostLooked - 1, m_refused); --index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.kind != EventKind::Message || entry.message != MessageKind::Notification ||
            entry.connection != step.event.connection || entry.direction != opposite(step.event.direction))
            continue;
        const Event notice = capture().eventAt(index);
        const qint64 otherExchange = exchangeOf(notice);
        if (notice.method() == CancelMethod && (otherExchange == 0 || exchange == 0 || otherExchange == exchange))
            first = index;
    }
    return first;
}

/// Returns the last message of the other side before the response; -1 if none is near. Skips responses, which get no
/// refusal, and pings, which may have been sent to measure the time to a refusal of the cancel. Over HTTP it is the
/// message of the same exchange.
qint64 ResponseWithoutIdRule::lastSent(const FindingStep &step) const
{
    const qint64 exchange = exchangeOf(step.event);
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - UnreadMessages::MostLooked, 0);
         --index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isSent = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        const bool isAnswer =
            entry.row >= 0 && (entry.message == MessageKind::Result || entry.message == MessageKind::Error);
        if (!isSent || isAnswer || entry.connection != step.event.connection ||
            entry.direction != opposite(step.event.direction))
            continue;
        const qint64 otherExchange = exchange == 0 ? 0 : exchangeOf(capture().eventAt(index));
        if (otherExchange != 0 && otherExchange == exchange)
            return index;
        if (otherExchange == 0 &&
            (entry.message != MessageKind::Request || capture().eventAt(index).method() != "ping"))
            return index;
    }
    return -1;
}

/// True for the refusal of a notification over HTTP: status 4xx with an error without an id.
bool ResponseWithoutIdRule::isRefusal(const FindingStep &step) const
{
    const qint64 status = context().httpStepBefore(step, "response"_L1).value("status"_L1).toInteger();
    return step.message.kind == MessageKind::Error && status / 100 == 4;
}

/// True if a message before that notification may still be refused. A cancel contains nothing to refuse; any other
/// notification may.
bool ResponseWithoutIdRule::mayConcernOthers(const FindingStep &step, qint64 notice, const UnreadMessages &unread) const
{
    const Event sent = capture().eventAt(notice);
    if (exchangeOf(sent) != 0 && exchangeOf(sent) == exchangeOf(step.event))
        return false;
    const bool isCancel = sent.method() == CancelMethod;
    return unread.newest(step.index, [&](qint64 index) {
        if (index >= notice)
            return false;
        const CaptureEntry &entry = capture().entry(index);
        const bool isOther = isCancel && entry.message == MessageKind::Notification &&
                             step.event.time - entry.time <= CancelPatience &&
                             capture().eventAt(index).method() != CancelMethod;
        return isOther || unread.isRefusable(index);
    }) >= 0;
}

void ResponseWithoutIdRule::report(const FindingStep &step, const Event &notice, qint64 index)
{
    const bool isCancel = notice.method() == CancelMethod;
    Finding found = finding(isCancel ? FindingCode::C13 : FindingCode::P06, step.event.direction, step);
    if (isCancel) {
        context().refusedIn = exchangeOf(step.event);
        found.gap = step.event.time - notice.time;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The cancellation is a notification, but got an error response"));
    } else {
        const bool isError = step.message.kind == MessageKind::Error;
        const bool isCertain = exchangeOf(notice) != 0 && exchangeOf(notice) == exchangeOf(step.event);
        if (!isCertain)
            found.severity = FindingSeverity::Warning; // the response names no request
        found.sentence = TranslatableText::of(
            isCertain ? isError
                            ? QT_TRANSLATE_NOOP("TranslatableText", "The notification %1 got an error as its response")
                            : QT_TRANSLATE_NOOP("TranslatableText", "The notification %1 got a result as its response")
            : isError
                ? QT_TRANSLATE_NOOP("TranslatableText",
                                    "An error without an id arrived after the notification %1, perhaps as its response")
                : QT_TRANSLATE_NOOP(
                      "TranslatableText",
                      "A result without an id arrived after the notification %1, perhaps as its response"),
            Formatting::visible(QString::fromUtf8(notice.method().left(CancelWords::MostQuoted))));
    }
    for (const qint64 event : {index, step.index})
        found.addEvent(event);
    const quint64 key = context().report(std::move(found));
    if (isCancel)
        context().refusedKey = key;
}

} // namespace

/// C13, C19, C37, P04 and P06: responses that fit no request, or come twice.
std::vector<FindingRules::Kind> FindingRules::responses()
{
    return kindsOf<PartialResponseObserver, SecondResponseRule, UnknownResponseRule, ResponseWithoutIdRule>();
}

} // namespace Pullcord
