// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/cancelwords.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"
#include "core/findings/rulecontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;

// ---- LateResponseRule

/// C01 to C05: a cancelled request gets a response anyway. C12: the same after its stream was closed.
class LateResponseRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::LateResponse, Kind::UnknownResponse)};
    void onTransition(const FindingStep &step) override;

private:
    void onNameless(const FindingStep &step);
    void report(const FindingStep &step, bool isNameless);
    [[nodiscard]] FindingCode codeOf(const FindingStep &step) const;

    RecentRows<bool> m_nameless; ///< requests for which an error without an id was reported
};

/// A longer text may be about something else ("Print job cancelled: no paper"), so the sentence quotes it.
TranslatableText sentenceOfResult(const FindingStep &step, const QString &gap)
{
    if (CancelWords::isAboutCancelAlone(step))
        return TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "A result that reports the cancellation as an error arrived %1 after it; MCP expects no response"),
            gap);
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "An error result that may report the cancellation (%2) arrived %1 after it"),
        gap,
        Formatting::visible(CancelWords::quoted(CancelWords::cancelledText(step.event.part(step.message.result)))));
}

TranslatableText sentenceOf(FindingCode code, const FindingStep &step, const QString &gap)
{
    const JsonValue error(step.event.part(step.message.error));
    switch (code) {
    case FindingCode::C02:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Error -32800 arrived %1 after the cancellation; MCP expects no response"),
            gap);
    case FindingCode::C03:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Error 0 (%2) arrived %1 after the cancellation; MCP expects no response"),
            gap, Formatting::visible(error.member("message").toString().left(CancelWords::MostQuoted)));
    case FindingCode::C04:
        return sentenceOfResult(step, gap);
    case FindingCode::C05:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Error %2 (%3) arrived %1 after the cancellation"), gap,
            QString::fromUtf8(error.member("code").raw().toByteArray().left(CancelWords::MostQuoted)),
            Formatting::visible(error.member("message").toString().left(CancelWords::MostQuoted)));
    case FindingCode::C12:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "A response arrived %1 after the stream of its request was closed, which cancels the request"),
            gap);
    default:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "A result arrived %1 after the cancellation, when it was no longer expected"),
            gap);
    }
}

FindingCode LateResponseRule::codeOf(const FindingStep &step) const
{
    if (facts().isModernHttp())
        return FindingCode::C12;
    if (step.message.kind == MessageKind::Error) {
        const JsonValue error(step.event.part(step.message.error));
        const std::optional<qint64> code = error.member("code").toInteger();
        if (code == ErrorCode::RequestCancelled)
            return FindingCode::C02;
        return code == 0 && CancelWords::isResponseToCancel(step) ? FindingCode::C03 : FindingCode::C05;
    }
    return CancelWords::isResponseToCancel(step) ? FindingCode::C04 : FindingCode::C01;
}

void LateResponseRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Kind::LateResponse)
        report(step, false);
    else if (!step.record && step.message.kind == MessageKind::Error &&
             !step.message.requestId(step.event.bytes).canBeAnswered())
        onNameless(step);
}

/// Handles an error without an id in the stream of a cancelled request, to which alone it can belong.
void LateResponseRule::onNameless(const FindingStep &step)
{
    const qint64 row = context().rowCancelledIn(exchangeOf(step.event));
    if (row < 0)
        return;
    const RequestRecord record = log().record(row);
    // A batch has one stream for all its messages.
    if (record.late.answered() || record.mismatched.count != 0 || m_nameless.find(row) || record.requestEvent < 0 ||
        capture().entry(record.requestEvent).message == MessageKind::Batch)
        return;
    m_nameless.insert(row, true);
    report({step.event, step.index, step.message, step.transition, row, &record}, true);
}

void LateResponseRule::report(const FindingStep &step, bool isNameless)
{
    const RequestRecord &record = *step.record;
    // A peer that got no cancel must respond.
    if (!record.cancellation || record.cancellation->signalTime == 0)
        return;
    if (record.mismatched.time > record.cancellation->signalTime)
        return; // that one was reported; this is the second
    if (!record.cancellation->refusal.isEmpty())
        return; // the server refused the cancel, reported as C13
    if (facts().isClosing() && record.method == "ping")
        return; // the request takes no work, so its response was on its way at our Closing event
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    Finding found = finding(codeOf(step), opposite(record.direction), step);
    if (facts().isModern())
        found.severity = FindingSeverity::Error;
    else if (found.code == FindingCode::C02 && facts().isLegacyHttp())
        found.severity = FindingSeverity::Info; // it ends the response that HTTP waits for
    found.sentence = sentenceOf(found.code, step, Formatting::duration(gap));
    if (isNameless)
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; it names no id, but arrived in the stream of that request"),
            found.sentence);
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    found = context().withLoad(std::move(found), record.cancellation->signalTime);
    const bool isResponseToCancel =
        found.code == FindingCode::C02 || found.code == FindingCode::C03 || found.code == FindingCode::C04;
    if (!isResponseToCancel || !CancelWords::isAboutCancelAlone(step)) {
        if (std::optional<Finding> excused = context().downgradedIfUndelivered(found, record, step))
            context().report(*std::move(excused));
        else
            context().reportByGap(std::move(found), gap);
        return;
    }
    context().reportByTrip(std::move(found), gap); // a server that names the cancel has read it
}

// ---- LateProgressRule

/// C06: progress for a cancelled request, as one finding. C12: the same after its stream was closed.
class LateProgressRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::LateProgress)};
    void onTransition(const FindingStep &step) override;

private:
    RecentRows<quint64> m_found; ///< keys of findings
};

void LateProgressRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.cancellation || record.cancellation->signalTime == 0 || !record.cancellation->refusal.isEmpty())
        return;
    const quint64 *key = m_found.find(step.row);
    const Finding *known = key ? context().reported(*key) : nullptr;
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    Finding found =
        known ? *known
              : finding(facts().isModernHttp() ? FindingCode::C12 : FindingCode::C06, opposite(record.direction), step);
    found.count = known ? known->count + 1 : 1;
    found.severity = facts().isModern() ? FindingSeverity::Error : found.kind().severity;
    found.sentence =
        found.count == 1
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress arrived %1 after the cancellation"),
                                   Formatting::duration(gap))
            : TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "Progress continued after the cancellation: %1 messages, the last %2 after it"),
                  found.count, Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    found = context().withLoad(std::move(found), record.cancellation->signalTime);
    if (std::optional<Finding> excused = context().downgradedIfUndelivered(found, record, step)) {
        if (!known)
            m_found.insert(step.row, context().report(*std::move(excused)));
        else if (known->raced)
            context().update(*key, *std::move(excused));
        // else the finding stays: a message that may be excused does not withdraw it
    } else if (known)
        context().updateByGap(*key, std::move(found), gap);
    else
        m_found.insert(step.row, context().reportByGap(std::move(found), gap));
}

// ---- SilenceRule

/// C16: nothing more came for a cancelled request. Withdrawn if something comes later, or another finding covers the
/// request (C08, C15).
class SilenceRule final : public FindingRule
{
public:
    static constexpr qint64 Patience = 2'000'000'000; ///< ns without activity
    static constexpr qint64 Shortest = 1'000'000'000; ///< least ns of observation if the connection ends earlier

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::CancelRequested, Kind::CancelSignalled, Kind::LateResponse,
                                                      Kind::LateProgress, Kind::CancelRefused),
                                  .events = bits(EventKind::Process)};
    /// Only a cancel begins the wait; the other steps end it.
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return isCancel(step); }
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onSignOf(qint64 row) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    struct Found
    {
        quint64 key;
        qint64 cancelTime;
        Finding finding; ///< without the process load
    };
    void report(Finding found, qint64 time, bool atEnd);

    PostponedFindings m_waiting; ///< without a sentence; their time is that of the cancel
    RecentRows<Found> m_found;
};

void SilenceRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (step.transition->isLate() || step.transition->kind == Kind::CancelRefused) { // C13
        onSignOf(step.row);
        return;
    }
    const bool isOwed = record.state == RequestState::Cancelling;
    if (isOwed || record.mismatched.count != 0 || record.late.answered() || !record.cancellation ||
        record.cancellation->signalTime == 0 || record.cancellation->byPeer)
        return;
    Finding found = finding(FindingCode::C16, opposite(record.direction), step);
    for (const qint64 event : {record.requestEvent, record.cancellation->event})
        found.addEvent(event);
    m_waiting.remove(step.row); // of a cancel that the server did not accept
    m_waiting.add(found, step.event.time + Patience);
    wakeAt(step.event.time + Patience);
}

void SilenceRule::onSignOf(qint64 row)
{
    m_waiting.remove(row);
    if (const Found *found = m_found.find(row)) {
        context().withdraw(found->key);
        m_found.remove(row);
    }
}

/// The process load is sampled for longer than the rule waits for activity.
void SilenceRule::onEvent(const FindingStep &step)
{
    const auto &rows = m_found.rows();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        const Found &found = *m_found.find(*row);
        if (found.cancelTime + ProcessLoad::Span < step.event.time)
            break;
        context().update(found.key, context().withLoad(found.finding, found.cancelTime));
    }
}

void SilenceRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time))
        report(found, time, false);
}

void SilenceRule::onEnd(qint64 time)
{
    for (const Finding &found : m_waiting.takeAll())
        report(found, time, true);
}

void SilenceRule::report(Finding found, qint64 time, bool atEnd)
{
    found.gap = time - found.time;
    if (*found.gap < Shortest && !facts().isModernHttp())
        return; // observed for too short a time
    found.time = time;
    const QString gap = Formatting::duration(*found.gap);
    if (facts().isModernHttp())
        found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "Nothing arrived after the stream was closed, which cancels the request; nothing more can be observed"));
    else if (atEnd)
        found.sentence = TranslatableText::of(
            facts().isClosed()
                ? QT_TRANSLATE_NOOP(
                      "TranslatableText",
                      "Nothing more arrived for the request until the connection ended, %1 after the cancellation")
                : QT_TRANSLATE_NOOP(
                      "TranslatableText",
                      "Nothing more arrived for the request until the recording ended, %1 after the cancellation"),
            gap);
    else if (facts().loadAfter(found.time - *found.gap).share())
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Nothing more arrived for the request on the wire in the %1 after the cancellation"),
            gap);
    else
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "Nothing more arrived for the request in the %1 after the cancellation; no evidence of further work"),
            gap);
    const qint64 cancelTime = time - *found.gap;
    const quint64 key = context().report(context().withLoad(found, cancelTime));
    m_found.insert(found.row, {key, cancelTime, found});
}

// ---- AfterCancelRule

/// C07 and C08: other messages for a cancelled request: notifications in its stream, and requests of the server on its
/// behalf. Reports any message in its stream as activity.
class AfterCancelRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Kind::CancelRequested, Kind::CancelSignalled, Kind::Created, Kind::UnknownResponse),
        .messages = AwaitedNotifications};
    /// The rule has no state before the first cancel.
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return isCancel(step); }
    /// Time in ns within which the order alone decides which request a server request belongs to.
    static constexpr qint64 Near = 1'000'000'000;

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    void watch(const FindingStep &step);
    void onQuestion(const FindingStep &step);
    [[nodiscard]] qint64 rowOfNotice(const FindingStep &step);
    [[nodiscard]] qint64 likelyParent(const FindingStep &step);

    RecentRows<bool, 64> m_cancelled; ///< cancelled requests; true if the server may send requests for them
    RecentRows<quint64> m_found;      ///< keys of findings
    qint64 m_lastAsked = 0;           ///< time of the last request of the client other than a ping
};

void AfterCancelRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Kind::UnknownResponse) {
        if (const qint64 row = context().rowCancelledIn(exchangeOf(step.event)); row >= 0)
            context().reportActivityOf(row);
        return;
    }
    const RequestRecord &record = *step.record;
    if (step.transition->kind == Kind::Created) {
        if (record.direction == Direction::ClientToServer && record.method != "ping")
            m_lastAsked = step.event.time;
        if (record.direction == Direction::ServerToClient && !m_cancelled.isEmpty())
            onQuestion(step);
    } else if (record.direction == Direction::ClientToServer && record.cancellation &&
               record.cancellation->signalTime != 0 && !record.cancellation->byPeer) {
        watch(step);
    }
}

void AfterCancelRule::watch(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const qint64 exchange = exchangeOf(capture().eventAt(record.requestEvent));
    context().cancelledIn.insert(step.row, exchange);
    m_cancelled.insert(step.row, Dialect::mcpLegacy().servedByAsking.contains(record.method));
    listen(isListening() || exchange != 0 || record.method == "subscriptions/listen");
}

qint64 AfterCancelRule::rowOfNotice(const FindingStep &step)
{
    if (step.event.direction != Direction::ServerToClient)
        return Finding::NoRow;
    if (const qint64 row = context().rowCancelledIn(exchangeOf(step.event)); row >= 0)
        return row;
    if (!facts().isModern())
        return Finding::NoRow;
    const JsonValue id = step.params().pointer("/_meta/io.modelcontextprotocol~1subscriptionId");
    const qint64 row = context().rowOf(Direction::ClientToServer, RequestId::fromJson(id.raw()));
    return m_cancelled.find(row) ? row : Finding::NoRow;
}

void AfterCancelRule::onEvent(const FindingStep &step)
{
    const qint64 row = rowOfNotice(step);
    if (row < 0)
        return;
    context().reportActivityOf(row);
    if (step.message.hasMethod(step.event.bytes, "notifications/progress"))
        return; // C06
    const RequestRecord record = log().record(row);
    if (!record.cancellation->refusal.isEmpty())
        return; // C13
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    const quint64 *key = m_found.find(row);
    const Finding *known = key ? context().reported(*key) : nullptr;
    Finding found = known ? *known : finding(FindingCode::C07, step.event.direction, step);
    found.row = row;
    found.count = known ? known->count + 1 : 1;
    found.severity = facts().isModern() ? FindingSeverity::Error : found.kind().severity;
    const QString method = Formatting::visible(QString::fromUtf8(step.message.methodName(step.event.bytes)));
    found.sentence =
        found.count == 1
            ? TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "A notification for the request, %1, arrived %2 after its cancellation"),
                  method, Formatting::duration(gap))
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "After the cancellation of the request, %1 notifications for "
                                                     "it arrived, the last (%2) %3 after the cancellation"),
                                   found.count, method, Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    if (known)
        context().updateByGap(*key, std::move(found), gap);
    else
        m_found.insert(row, context().reportByGap(std::move(found), gap));
}

/// Returns the cancelled request that a server request most likely belongs to, by the order of the messages. NoRow if
/// it came too late, if anything else can have caused it, or if the server sends this method on its own initiative.
qint64 AfterCancelRule::likelyParent(const FindingStep &step)
{
    if (context().openTasks > 0 || facts().hasOpenCall() || facts().isAskedUnprompted(step.record->method))
        return Finding::NoRow;
    const auto &rows = m_cancelled.rows();
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [this](qint64 row) { return *m_cancelled.find(row); });
    if (last == rows.rend())
        return Finding::NoRow;
    const qint64 cancelTime = log().record(*last).cancellation->signalTime;
    return step.event.time - cancelTime <= Near && m_lastAsked <= cancelTime ? *last : Finding::NoRow;
}

void AfterCancelRule::onQuestion(const FindingStep &step)
{
    const qint64 exchange = exchangeOf(step.event);
    qint64 parent = context().rowCancelledIn(exchange);
    const bool isGuessed = parent < 0;
    if (!isGuessed)
        context().reportActivityOf(parent);
    if (facts().isModern() || Dialect::mcpLegacy().unrelatedQuestions.contains(step.record->method))
        return;
    // A request of a task belongs to no request, whatever its stream.
    if (step.params().pointer("/_meta/io.modelcontextprotocol~1related-task").isObject())
        return;
    if (isGuessed && exchange == 0)
        parent = likelyParent(step);
    if (parent < 0)
        return;
    const RequestRecord record = log().record(parent);
    if (!record.cancellation->refusal.isEmpty())
        return; // C13
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    Finding found = finding(FindingCode::C08, step.event.direction, step);
    found.sentence = TranslatableText::of(
        isGuessed ? QT_TRANSLATE_NOOP("TranslatableText",
                                      "The server sent %1, %3 after the request %2 was cancelled, perhaps for that "
                                      "request: no other open request can be the cause")
                  : QT_TRANSLATE_NOOP("TranslatableText",
                                      "The server sent %1 for the request %2, %3 after that request was cancelled"),
        QString::fromUtf8(step.record->method), record.id.display(), Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    if (std::optional<Finding> excused = context().downgradedIfUndelivered(found, record, step))
        context().report(*std::move(excused));
    else
        context().reportByGap(std::move(found), gap);
    context().reportActivityOf(parent);
}

// ---- OrphanRule

/// C09: a request was cancelled, but a request that the server sent on its behalf stays open: no cancel, no response.
class OrphanRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Kind::Created, Kind::CancelRequested, Kind::CancelSignalled, Kind::Answered)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return isCancel(step) || step.record->direction == Direction::ServerToClient || exchangeOf(step.event) != 0;
    }

    void onTransition(const FindingStep &step) override;
    void onDue(qint64 time) override;

private:
    /// Request that an open request of the server belongs to.
    struct Cause
    {
        quint64 serial = RequestRecord::NoSerial; ///< of the client's request
        bool isGuess = false;                     ///< not stated by a stream
    };
    [[nodiscard]] Cause causeOf(const FindingStep &step);

    RecentRows<Cause> m_questions;
    RecentRows<qint64> m_exchanges; ///< rows of the client's requests, by the exchanges that carried them
    PostponedFindings m_waiting;
};

/// Over Streamable HTTP a server request outside the stream of a request belongs to none, unless the stream resumes
/// one. A request of a task belongs to the task. Methods that the server sends on its own initiative belong to none.
OrphanRule::Cause OrphanRule::causeOf(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (step.params().pointer("/_meta/io.modelcontextprotocol~1related-task").isObject() ||
        (record.causeIsGuess && facts().isAskedUnprompted(record.method)))
        return {};
    const qint64 exchange = exchangeOf(step.event);
    const bool isHttp = exchange != 0 && facts().transport() == ConversationFacts::Transport::Http;
    if (!isHttp || (record.cause != RequestRecord::NoSerial && !record.causeIsGuess))
        return {record.cause, record.causeIsGuess};
    const qint64 first = facts().streams().firstOf(exchange);
    const qint64 *row = first == exchange ? nullptr : m_exchanges.find(first);
    const RequestRecord *asked = row ? log().recent(*row) : nullptr;
    if (!asked || !asked->isOpen())
        return {};
    return {asked->leg.number > 0 ? asked->leg.first : asked->serial, false};
}

void OrphanRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const Kind kind = step.transition->kind;
    if (record.direction == Direction::ServerToClient) {
        // If our side drops it with its parent, the server must still cancel it.
        const bool isDropped = kind == Kind::CancelRequested && record.cancellation && record.cancellation->local;
        if (kind == Kind::Created) {
            if (const Cause cause = causeOf(step); cause.serial != RequestRecord::NoSerial)
                m_questions.insert(step.row, cause);
        } else if (!isDropped) {
            m_questions.remove(step.row);
            m_waiting.remove(step.row);
        }
        return;
    }
    if (const qint64 exchange = kind == Kind::Created ? exchangeOf(step.event) : 0; exchange != 0)
        m_exchanges.insert(exchange, step.row);
    const bool isSignalled = record.cancellation && record.cancellation->signalTime != 0;
    if (kind == Kind::Created || kind == Kind::Answered || !isSignalled || m_questions.isEmpty())
        return;
    const quint64 cause = record.leg.number > 0 ? record.leg.first : record.serial;
    for (const qint64 row : m_questions.rows()) {
        const Cause &known = *m_questions.find(row);
        if (known.serial != cause)
            continue;
        const RequestRecord question = log().record(row);
        Finding found = finding(FindingCode::C09, Direction::ServerToClient, step);
        found.row = row;
        found.sentence = TranslatableText::of(
            known.isGuess
                ? QT_TRANSLATE_NOOP("TranslatableText",
                                    "The request %1 was cancelled, but the question that the server asked, perhaps for "
                                    "it (%2, id %3), was neither cancelled nor answered in the %4 after that")
                : QT_TRANSLATE_NOOP("TranslatableText",
                                    "The request %1 was cancelled, but the question that the server asked for "
                                    "it (%2, id %3) was neither cancelled nor answered in the %4 after that"),
            record.id.display(), QString::fromUtf8(question.method), question.id.display(),
            Formatting::duration(ConversationFacts::QuestionPatience));
        for (const qint64 event : {record.requestEvent, question.requestEvent, record.cancellation->event})
            found.addEvent(event);
        context().settle(row); // the client need not respond any more
        m_waiting.add(found, step.event.time + ConversationFacts::QuestionPatience);
        wakeAt(step.event.time + ConversationFacts::QuestionPatience);
    }
}

void OrphanRule::onDue(qint64 time)
{
    for (Finding &found : m_waiting.takeDue(time)) {
        if (context().foreignQuestions.find(found.row))
            continue; // P10: the client does not know the method and cannot respond
        found.gap = time - found.time;
        found.time = time;
        context().report(found);
    }
}

// ---- UnreadCancelRule

/// C10: the cancel was not read before the work had ended, as a ping after it shows. Not for HTTP, where a ping proves
/// no order.
///
/// A peer that reads while it works may still write its result first on a busy machine. The wait for the ping response
/// must therefore be longer than a scheduler keeps a program waiting, and long compared to a ping without work.
/// Alternatively, the peer must have written several times in between. A response to anything else after the cancel
/// shows that the cancel was read.
class UnreadCancelRule final : public FindingRule
{
public:
    static constexpr qint64 LongestTurn = 200'000'000; ///< ns that a busy machine may keep a program waiting
    /// ns: the same for a peer that was seen to read while it works.
    static constexpr qint64 LongestTurnOfReader = 1'000'000'000;

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Kind::Created, Kind::Left, Kind::CancelRequested, Kind::CancelSignalled,
                                           Kind::Progressed, Kind::LateProgress, Kind::Answered, Kind::LateResponse)};
    /// The rule has no state before the first cancel.
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return isCancel(step); }
    void onTransition(const FindingStep &step) override;

private:
    /// The last cancel, until it is known to be read.
    struct Watched
    {
        qint64 row = Finding::NoRow; ///< cancelled request
        qint64 event = Finding::NoRow;
        qint64 ping = Finding::NoRow; ///< row of the ping after the cancel, once it has been sent
        qint64 pingTime = 0;
        qint64 pingEvent = Finding::NoRow;
        qint64 firstSign = 0; ///< first time the peer wrote something else after it could have read the ping; 0: never
        qint64 lastSign = 0;
    };
    /// The last finding, until its ping gets a response.
    struct Reported
    {
        quint64 key = 0;
        qint64 ping = Finding::NoRow;
        qint64 gap = 0;
        qint64 time = 0; ///< of the result
    };

    void onAnswer(const FindingStep &step);
    void judge(const FindingStep &step);
    void onSign(qint64 time);
    void wasRead();
    [[nodiscard]] qint64 usualWait() const;

    Watched m_last;
    Reported m_reported;
    bool m_readsAtWork = false; ///< the peer was seen to do so
};

void UnreadCancelRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer || facts().isOverHttp())
        return;
    switch (step.transition->kind) {
    case Kind::CancelRequested:
    case Kind::CancelSignalled:
        if (record.cancellation && record.cancellation->signalTime != 0)
            m_last = {.row = step.row, .event = record.cancellation->event};
        return;
    case Kind::Created:
    case Kind::Left:
        if (m_last.row >= 0 && m_last.ping < 0 && record.method == "ping" && step.event.isMessage()) {
            m_last.ping = step.row;
            m_last.pingTime = step.event.time;
            m_last.pingEvent = step.index;
        }
        return;
    case Kind::Progressed:
    case Kind::LateProgress:
        onSign(step.event.time);
        return;
    default:
        onAnswer(step);
        return;
    }
}

void UnreadCancelRule::onAnswer(const FindingStep &step)
{
    if (step.row == m_reported.ping) {
        const Reported reported = std::exchange(m_reported, {});
        if (reported.gap <= 2 * (step.event.time - reported.time))
            context().withdraw(reported.key); // a ping without work takes as long
        return;
    }
    if (m_last.row < 0)
        return;
    if (step.row == m_last.row)
        judge(step);
    else if (step.row == m_last.ping || step.record->requestEvent > m_last.event)
        wasRead();
    else
        onSign(step.event.time);
}

void UnreadCancelRule::wasRead()
{
    m_last = {};
    m_readsAtWork = true;
}

/// Handles a message of the peer other than a response to a request after the cancel.
void UnreadCancelRule::onSign(qint64 time)
{
    if (m_last.ping < 0 || time - m_last.pingTime <= usualWait())
        return;
    m_last.firstSign = m_last.firstSign == 0 ? time : m_last.firstSign;
    m_last.lastSign = time;
}

/// Usual wait for a ping: a round trip, or longer if this peer is slow.
qint64 UnreadCancelRule::usualWait() const
{
    return std::max(2 * facts().crossing(), facts().idleResponseTime() + ConversationFacts::LeastCrossing);
}

void UnreadCancelRule::judge(const FindingStep &step)
{
    const Watched last = std::exchange(m_last, {});
    const RequestRecord &record = *step.record;
    const bool isRefused = record.cancellation && !record.cancellation->refusal.isEmpty(); // C13
    if (last.ping < 0 || isRefused || CancelWords::isResponseToCancel(step))
        return; // nothing is known, or the cancel was read and got a response
    const qint64 gap = step.event.time - last.pingTime;
    const bool keptWriting = last.lastSign - last.firstSign > ConversationFacts::LeastCrossing;
    const qint64 turn = m_readsAtWork ? LongestTurnOfReader : LongestTurn;
    if (gap <= usualWait() || (gap <= turn && !keptWriting))
        return; // observed for too short a time
    Finding found = finding(FindingCode::C10, Direction::ServerToClient, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "The server read the cancellation only after its work had ended: a ping sent after the "
                          "cancellation waited %1 for its response, until the result arrived"),
        Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, last.event, last.pingEvent, step.index})
        found.addEvent(event);
    m_reported = {
        .key = context().reportByGap(std::move(found), gap), .ping = last.ping, .gap = gap, .time = step.event.time};
}

} // namespace

/// C01 to C10, C12 and C16: messages for a request after its cancel, or their absence.
std::vector<FindingRules::Kind> FindingRules::cancelled()
{
    return kindsOf<LateResponseRule, LateProgressRule, SilenceRule, AfterCancelRule, OrphanRule, UnreadCancelRule>();
}

} // namespace Pullcord
