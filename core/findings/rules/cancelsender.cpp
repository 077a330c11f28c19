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
#include "core/mcp/requests/taskinfo.h"
#include "core/rpc/errorcodes.h"

#include <QHash>
#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;
using Problem = Transition::CancelProblem;

// ---- CancelSenderRule

/// C20 to C26, C28, C33 and C43: a cancel notification that must not be sent, has no effect, or comes too early.
class CancelSenderRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Kind::IgnoredCancel, Kind::CancelRequested, Kind::CancelSignalled, Kind::Created)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.transition->kind != Kind::Created;
    }
    void onTransition(const FindingStep &step) override;

private:
    /// A cancel of an unknown id.
    struct Unknown
    {
        Direction direction;
        RequestId id;
        qint64 time;
        qint64 event;
        quint64 key; ///< of its finding
    };
    static constexpr qsizetype MostUnknown = 64;
    static constexpr qint64 Overtaking = 2'000'000'000; ///< ns; a later request is another use of the id

    void onCreated(const FindingStep &step);
    void onTwice(const FindingStep &step);
    void onRequest(const FindingStep &step);
    void onUnknown(const FindingStep &step);
    void onAmiss(const FindingStep &step);
    void onSignalled(const FindingStep &step);
    void onIgnored(const FindingStep &step);
    void onMalformed(const FindingStep &step);
    void onFinished(const FindingStep &step);
    [[nodiscard]] bool isTask(const RequestRecord &record) const;
    void report(FindingCode code, const FindingStep &step, const TranslatableText &sentence);
    [[nodiscard]] Finding about(FindingCode code, const FindingStep &step, const TranslatableText &sentence) const;

    QList<Unknown> m_unknown; ///< newest last
};

/// Formats the id in the cancel.
QString named(const FindingStep &step)
{
    const QByteArray raw = step.params().member("requestId").raw().toByteArray();
    return Formatting::visible(QString::fromUtf8(raw.left(CancelWords::MostQuoted)));
}

Finding CancelSenderRule::about(FindingCode code, const FindingStep &step, const TranslatableText &sentence) const
{
    Finding found = finding(code, step.event.direction, step);
    found.sentence = sentence;
    if (step.record) {
        for (const qint64 event : {step.record->requestEvent, step.record->responseEvent})
            found.addEvent(event);
        if (step.record->cancellation)
            found.addEvent(step.record->cancellation->event);
    }
    found.addEvent(step.index);
    return found;
}

void CancelSenderRule::report(FindingCode code, const FindingStep &step, const TranslatableText &sentence)
{
    context().report(about(code, step, sentence));
}

void CancelSenderRule::onTransition(const FindingStep &step)
{
    if (!facts().isMcp())
        return;
    if (step.transition->kind == Kind::Created) {
        if (!m_unknown.empty())
            onCreated(step);
        return;
    }
    const bool isServers = step.event.isMessage() && step.event.direction == Direction::ServerToClient;
    const bool isOfItsOwn = !step.record || step.record->direction == Direction::ServerToClient;
    const bool isMessage = step.transition->problem == Problem::Malformed || step.transition->problem == Problem::HasId;
    if (facts().isModern() && isServers && isOfItsOwn && !isMessage) {
        report(FindingCode::C28, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "The server cancelled %1, which is not one of the client's subscriptions"),
                   named(step)));
    } else if (step.transition->kind == Kind::IgnoredCancel) {
        if (context().refusedBefore(step.event) < 0) // the first was reported
            onIgnored(step);
    } else if (step.record->mismatched.count != 0) {
        onAmiss(step);
    } else if (step.transition->kind == Kind::CancelSignalled) {
        onSignalled(step);
    }
}

/// Reports a cancel after a response under an id of another type as Info: a client that did not accept the response is
/// right to cancel.
void CancelSenderRule::onAmiss(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.cancellation || record.cancellation->signalTime != step.event.time || record.cancellation->byPeer)
        return;
    const qint64 gap = step.event.time - record.mismatched.time;
    Finding found =
        about(FindingCode::C22, step,
              TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The request %1 was cancelled %2 after a response whose id had "
                                                     "another type, which its sender does not seem to have accepted"),
                                   record.id.display(), Formatting::duration(gap)));
    found.severity = FindingSeverity::Info;
    found.addEvent(record.mismatched.event);
    context().reportByGap(std::move(found), gap);
}

/// Handles the signal of a request that the client gave up before: the response may have come in between.
void CancelSenderRule::onSignalled(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.late.answered() || !record.cancellation || record.cancellation->time < record.late.responseTime)
        return;
    const qint64 gap = step.event.time - record.late.responseTime;
    Finding found = about(FindingCode::C22, step,
                          TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                 "The request %1 was cancelled %2 after its response, "
                                                                 "which had arrived after the request was abandoned"),
                                               record.id.display(), Formatting::duration(gap)));
    found.addEvent(record.late.responseEvent);
    context().reportByGap(std::move(found), gap);
}

void CancelSenderRule::onIgnored(const FindingStep &step)
{
    switch (step.transition->problem) {
    case Problem::None:
        break;
    case Problem::Unknown:
        onUnknown(step);
        break;
    case Problem::OtherType:
        report(FindingCode::C24, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "The cancellation has the id %1, but the request has %2: the types differ, so "
                                     "strict peers such as the TypeScript SDKs do not match them"),
                   named(step), step.record->id.display()));
        break;
    case Problem::Finished:
        onFinished(step);
        break;
    case Problem::Twice:
        onTwice(step);
        break;
    case Problem::NotCancellable:
        report(FindingCode::C20, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                      "The request %1 was cancelled, which is not allowed: it is %2"),
                                    named(step), QString::fromUtf8(step.record->method)));
        break;
    case Problem::Malformed:
        onMalformed(step);
        break;
    case Problem::HasId:
        onRequest(step);
        break;
    }
}

void CancelSenderRule::onTwice(const FindingStep &step)
{
    Finding found =
        about(FindingCode::C23, step,
              TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The request %1 was cancelled a second time"),
                                   named(step)));
    if (step.record->cancellation && step.record->cancellation->signalTime != 0)
        found.gap = step.event.time - step.record->cancellation->signalTime;
    context().report(std::move(found));
}

/// Reports at the cancelled request if there is one. The cancel should be a notification, so a missing response is no
/// fault.
void CancelSenderRule::onRequest(const FindingStep &step)
{
    Finding found =
        about(FindingCode::C26, step,
              TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The cancellation has an id (%1), so it is a request that expects a response"),
                  QString::fromUtf8(step.event.part(step.message.id).toByteArray())));
    const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
    if (const qint64 row = context().rowOf(step.event.direction, id); row >= 0)
        found.row = row;
    context().report(std::move(found));
    if (const qint64 own = context().rowOf(step.event.direction, step.message.requestId(step.event.bytes)); own >= 0)
        context().settle(own);
}

/// Handles a cancel of an unknown id. In an excerpt or a partial recording, its request may be missing.
void CancelSenderRule::onUnknown(const FindingStep &step)
{
    if (!facts().isFromStart())
        return;
    const quint64 key = context().report(
        about(FindingCode::C21, step,
              TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The cancellation names %1, an id that its sender has never used"),
                                   named(step))));
    const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
    m_unknown.push_back({step.event.direction, id, step.event.time, step.index, key});
    if (m_unknown.size() > MostUnknown)
        m_unknown.pop_front();
}

/// Withdraws the finding about an unknown id when its request follows: over HTTP each message is a POST of its own, so
/// the cancel may arrive first.
void CancelSenderRule::onCreated(const FindingStep &step)
{
    const auto cancel = std::find_if(m_unknown.begin(), m_unknown.end(), [&step](const Unknown &each) {
        return each.direction == step.record->direction && each.id == step.record->id;
    });
    if (cancel == m_unknown.end() || !facts().isOverHttp() || step.event.time - cancel->time > Overtaking)
        return;
    context().withdraw(cancel->key);
    Finding found = finding(FindingCode::C43, step.record->direction, step);
    found.gap = step.event.time - cancel->time;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "The cancellation of the request %1 arrived %2 before the request itself"),
        step.record->id.display(), Formatting::duration(*found.gap));
    for (const qint64 event : {cancel->event, step.index})
        found.addEvent(event);
    m_unknown.erase(cancel);
    context().report(std::move(found));
}

void CancelSenderRule::onMalformed(const FindingStep &step)
{
    const JsonValue params = step.params();
    const JsonValue id = params.member("requestId");
    const bool namesTask =
        params.member("taskId").isValid() || params.pointer("/_meta/io.modelcontextprotocol~1related-task").isValid();
    if (!id.isValid() && namesTask) {
        report(FindingCode::C33, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "The cancellation names a task, which only tasks/cancel can cancel")));
        return;
    }
    Finding found =
        about(FindingCode::C25, step,
              id.isValid()
                  ? TranslatableText::of(
                        QT_TRANSLATE_NOOP("TranslatableText",
                                          "The requestId of the cancellation is %1, neither a string nor an integer"),
                        named(step))
              : params.isValid()
                  ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The cancellation has no requestId"))
                  : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The cancellation has no params")));
    if (!id.isValid() && params.isValid() && facts().revision() == Revision::R2025_11_25)
        found.severity = FindingSeverity::Info; // the schema of 2025-11-25 makes the id optional, but not the params
    context().report(std::move(found));
}

bool CancelSenderRule::isTask(const RequestRecord &record) const
{
    if (record.becameTask || !record.mayBeTask)
        return record.becameTask;
    const Event answer = capture().eventAt(record.responseEvent);
    return TaskInfo::createdBy(JsonValue(answer.part(answer.envelope.result)), facts().isModern()).has_value();
}

void CancelSenderRule::onFinished(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.state == RequestState::Lost)
        return; // it has no response
    const qint64 gap = step.event.time - record.end;
    if (isTask(record)) {
        context().reportByGap(
            about(FindingCode::C33, step,
                  TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                         "The cancellation is for the request %1, which has "
                                                         "become a task: only tasks/cancel can cancel it"),
                                       named(step))),
            gap);
        return;
    }
    context().reportByGap(
        about(FindingCode::C22, step,
              TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText", "The request %1 was cancelled %2 after its response"),
                  named(step), Formatting::duration(gap))),
        gap);
}

// ---- CancelReasonRule

/// C27, C30 and C36: content of a cancel notification, and whether the protocol has one here. Equal faults are one
/// finding with a count.
class CancelReasonRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.messages = CancelNotifications};
    void onEvent(const FindingStep &step) override;

private:
    [[nodiscard]] Finding about(FindingCode code, const FindingStep &step) const;
    void report(FindingCode code, const FindingStep &step, const TranslatableText &sentence);

    QHash<QString, quint64> m_found; ///< keys of findings, by side, code and sentence
};

/// Default reason of an implementation. In the table a longer prefix comes before its shorter form.
struct Habit
{
    QLatin1StringView start;
    const char *who; ///< marked for translation
};

constexpr Habit Habits[] = {
    {"McpError: MCP error -32001: Request timed out"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a timeout in the TypeScript SDK (%1)")},
    {"SdkError: Request timed out"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a timeout in the TypeScript SDK, version 2 (%1)")},
    {"AbortError: remote-cancel"_L1, QT_TRANSLATE_NOOP("TranslatableText", "the ACP agent of a coding host (%1)")},
    {"AbortError"_L1, QT_TRANSLATE_NOOP("TranslatableText", "a JavaScript AbortSignal, as in the TypeScript SDK (%1)")},
    {"TimeoutError"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a JavaScript AbortSignal that timed out, as in the TypeScript SDK (%1)")},
    {"Tool call cancelled by user"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a user of the official MCP Inspector (%1)")},
    {"caller cancelled"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a cancelled Python scope, as in the Python SDK, version 2 (%1)")},
    {"timed out after "_L1, QT_TRANSLATE_NOOP("TranslatableText", "a timeout in the Python SDK, version 2 (%1)")},
    {"context canceled"_L1, QT_TRANSLATE_NOOP("TranslatableText", "a cancelled Go context, as in the Go SDK (%1)")},
    {"context deadline exceeded"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a Go context whose deadline passed, as in the Go SDK (%1)")},
    {"The operation was canceled."_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a .NET cancellation token, as in the C# SDK (%1)")},
};

/// Returns a finding for the cancelled request, if there is one.
Finding CancelReasonRule::about(FindingCode code, const FindingStep &step) const
{
    Finding found = finding(code, step.event.direction, step);
    found.row = context().rowOf(step.event.direction, RequestId::fromJson(step.params().member("requestId").raw()));
    found.addEvent(step.index);
    return found;
}

void CancelReasonRule::report(FindingCode code, const FindingStep &step, const TranslatableText &sentence)
{
    const QString place = u"%1 %2 %3"_s.arg(int(step.event.direction)).arg(int(code)).arg(sentence);
    const quint64 key = m_found.value(place);
    if (context().extend(key, step))
        return;
    Finding found = about(code, step);
    found.sentence = sentence;
    m_found.insert(place, context().report(std::move(found)));
}

void CancelReasonRule::onEvent(const FindingStep &step)
{
    if (!facts().isMcp())
        return;
    if (facts().isModernHttp() && step.event.direction == Direction::ClientToServer)
        report(FindingCode::C30, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "The client posted a cancellation, which servers ignore over HTTP in this "
                                       "revision. It should close the stream of the request instead")));
    const JsonValue params = step.params();
    if (params.begin() == params.end())
        return; // without an id and a reason: C25
    const JsonValue reason = params.member("reason");
    if (!reason.isValid()) {
        report(FindingCode::C27, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The cancellation has no reason")));
        return;
    }
    if (!reason.isString()) {
        Finding found = about(FindingCode::C27, step);
        found.severity = FindingSeverity::Error;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The reason of the cancellation is not a string"));
        context().report(std::move(found));
        return;
    }
    const QString text = reason.toString();
    const auto *const habit = std::find_if(std::begin(Habits), std::end(Habits),
                                           [&text](const Habit &each) { return text.startsWith(each.start); });
    if (habit != std::end(Habits))
        report(FindingCode::C36, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Probably cancelled by %1"),
                                    TranslatableText::of(habit->who, QString(habit->start).trimmed())));
}

// ---- ListenEndRule

/// C29: over stdio, a server of 2026-07-28 ends a subscription without the required notification.
class ListenEndRule final : public FindingRule
{
public:
    static constexpr qint64 Patience = 1'000'000'000; ///< ns, for the notification after the result

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Answered), .messages = CancelNotifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.transition && step.record->method == "subscriptions/listen";
    }
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    PostponedFindings m_waiting;
};

void ListenEndRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const bool isEnd = record.state == RequestState::Succeeded && record.method == "subscriptions/listen";
    if (!isEnd || !facts().isModern() || facts().transport() != ConversationFacts::Transport::Stdio ||
        facts().isClosing())
        return;
    Finding found = finding(FindingCode::C29, opposite(record.direction), step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The server ended the subscription %1 without notifications/cancelled"),
        record.id.display());
    for (const qint64 event : {record.requestEvent, step.index})
        found.addEvent(event);
    m_waiting.add(found, step.event.time + Patience);
    wakeAt(step.event.time + Patience);
}

void ListenEndRule::onEvent(const FindingStep &step)
{
    if (m_waiting.isEmpty() || step.event.direction != Direction::ServerToClient)
        return;
    const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
    m_waiting.remove(context().rowOf(Direction::ClientToServer, id));
}

void ListenEndRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time))
        context().report(found);
}

/// If only the recording ends, the notification may have come later.
void ListenEndRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    if (!facts().isClosed())
        return;
    for (const Finding &found : m_waiting.takeAll())
        context().report(found);
}

// ---- GaveUpRule

/// C32 and C35: the client gave up a request without a cancel, or treated a late response as fatal.
class GaveUpRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Kind::TimedOut, Kind::Lost, Kind::CancelRequested, Kind::CancelSignalled,
                            Kind::LateResponse, Kind::Created, Kind::Answered),
        .events = bits(EventKind::Closing, EventKind::Closed, EventKind::Malformed, EventKind::Note)};
    static constexpr qint64 Patience = 1'000'000'000; ///< ns
    static constexpr qint64 Fright = 500'000'000;     ///< ns from a late response to the end that it caused

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    void goOn();
    void onCreated(const FindingStep &step);
    void reportReturn(const FindingStep &step);
    void onLeft(const FindingStep &step);
    quint64 reportFatal(const FindingStep &step, qint64 gap, const char *sentence);
    [[nodiscard]] Finding about(const FindingStep &step, const TranslatableText &sentence) const;

    PostponedFindings m_waiting;
    /// Keys of the findings about requests that were open at the end: those of the client, and those sent by hand.
    std::array<quint64, 2> m_left = {};
    /// Key of the finding that the client ended the connection, and gave up open requests, for a late response.
    quint64 m_fatal = 0;
    qint64 m_lateRow = Finding::NoRow;
    qint64 m_lateTime = 0;
    qint64 m_lateEvent = Finding::NoRow;
    bool m_hasAsked = false;  ///< a request was sent on this connection
    bool m_hasGoneOn = false; ///< the client sent a request after the late response
    qint64 m_leaveTime = 0;
    qint64 m_leaveEvent = Finding::NoRow;
    qint64 m_sessionEnd = Finding::NoRow; ///< event since which a cancel of an earlier request would reach no one
};

/// False for initialize, which must not be cancelled; for server/discover, after whose silence the client sends
/// initialize, as specified; and for ping, which has served its purpose.
bool isOwedACancel(QByteArrayView method)
{
    return method != "initialize" && method != "server/discover" && method != "ping";
}

/// True if the connection ended without a reason and without a Closing event.
bool isLeftByClient(const Event &closed)
{
    return closed.details.value("reason"_L1).toString().isEmpty() && !closed.details.contains("unrecorded"_L1);
}

Finding GaveUpRule::about(const FindingStep &step, const TranslatableText &sentence) const
{
    Finding found = finding(FindingCode::C32, step.record->direction, step);
    found.sentence = sentence;
    if (step.record->byHand)
        found.severity = FindingSeverity::Info;
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    return found;
}

void GaveUpRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer || !facts().isMcp())
        return;
    const bool isCancellable = isOwedACancel(record.method) && record.mismatched.count == 0;
    const bool mayBeCancelled = isCancellable && !context().isSettled(step.row);
    switch (step.transition->kind) {
    case Kind::TimedOut:
        if (!mayBeCancelled || facts().isGivenUpByClosing(record, step.event.time) ||
            record.requestEvent < m_sessionEnd)
            return;
        m_waiting.add(
            about(step, TranslatableText::of(
                            QT_TRANSLATE_NOOP("TranslatableText",
                                              "The client abandoned the request %1 after %2 without cancelling it"),
                            record.id.display(), Formatting::duration(record.end - record.start))),
            step.event.time + Patience);
        wakeAt(step.event.time + Patience);
        return;
    case Kind::CancelRequested:
    case Kind::CancelSignalled:
        m_waiting.remove(step.row);
        if (mayBeCancelled && record.cancellation && record.cancellation->detached &&
            record.cancellation->signalTime == 0)
            context().report(about(
                step, TranslatableText::of(
                          QT_TRANSLATE_NOOP("TranslatableText",
                                            "The client stopped waiting for the request %1, but did not cancel it"),
                          record.id.display())));
        return;
    case Kind::Lost:
        if (facts().isClosing() && isCancellable && !record.neverSent && record.method != "subscriptions/listen")
            onLeft(step);
        return;
    case Kind::LateResponse:
        // If the response crossed the cancel, the client may have decided to end the connection when it cancelled.
        if (!record.cancellation || record.cancellation->byOperator ||
            step.event.time - record.cancellation->signalTime <= facts().crossing())
            return;
        m_lateRow = step.row;
        m_lateTime = step.event.time;
        m_lateEvent = step.index;
        m_hasGoneOn = false;
        return;
    case Kind::Answered:
        goOn();
        return;
    default:
        onCreated(step);
    }
}

/// Forgets the late response when another response comes, which may be the cause of the client's next action.
void GaveUpRule::goOn()
{
    if (m_leaveEvent < 0)
        m_lateRow = Finding::NoRow;
}

void GaveUpRule::onCreated(const FindingStep &step)
{
    const bool isFirst = !std::exchange(m_hasAsked, true);
    if (isFirst)
        reportReturn(step);
    if (step.record->method != "initialize") {
        m_hasGoneOn = true;
        return;
    }
    reportFatal(step, step.event.time - m_lateTime,
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "The client sent initialize again %1 after a late response, which it should ignore"));
}

/// Reports a client that ended the previous connection after a late response and has reconnected at once.
void GaveUpRule::reportReturn(const FindingStep &step)
{
    const CloseAfterLateResponse left = std::exchange(context().shared.lateDeparture, {});
    const qint64 away = step.event.time - left.leaveTime;
    if (left.row < 0 || away > Patience)
        return;
    Finding found = finding(FindingCode::C35, Direction::ClientToServer, step);
    found.row = left.row;
    found.gap = left.gap;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP(
            "TranslatableText",
            "The client disconnected %1 after a late response, which it should ignore, and reconnected %2 later"),
        Formatting::duration(left.gap), Formatting::duration(away));
    for (const qint64 event : {left.lateEvent, left.leaveEvent, step.index})
        found.addEvent(event);
    context().report(std::move(found));
}

void GaveUpRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Malformed) {
        if (step.event.direction == Direction::ServerToClient)
            goOn();
        return;
    }
    if (step.event.kind == EventKind::Note) {
        if (step.event.details.value(Event::SessionEnded).toBool())
            m_sessionEnd = step.index;
        return;
    }
    if (step.event.kind == EventKind::Closed && (m_leaveEvent >= 0 || !isLeftByClient(step.event)))
        return;
    m_leaveTime = step.event.time;
    m_leaveEvent = step.index;
    const qint64 gap = m_leaveTime - m_lateTime;
    if (m_lateRow >= 0 && !m_hasGoneOn && gap <= Fright && !facts().isModernHttp()) // each request stands alone there
        context().shared.lateDeparture = {m_lateRow, m_lateEvent, m_leaveEvent, m_leaveTime, gap};
}

/// Reports requests that were open when the client ended the connection. If a late response was the cause, all of them
/// are one finding.
void GaveUpRule::onLeft(const FindingStep &step)
{
    if (m_leaveEvent >= 0 && !m_hasGoneOn && !context().reported(m_fatal))
        m_fatal = reportFatal(step, m_leaveTime - m_lateTime,
                              QT_TRANSLATE_NOOP("TranslatableText",
                                                "The client disconnected %1 after a late response, which it "
                                                "should ignore, and abandoned its open requests"));
    const RequestRecord &record = *step.record;
    const bool isP18 = facts().isOverdue(record, step.event.time);
    if (isP18 || context().isSettled(step.row) || facts().isGivenUpByClosing(record, m_leaveTime))
        return;
    if (const Finding *fatal = context().reported(m_fatal)) {
        Finding found = *fatal;
        found.addEvent(record.requestEvent);
        context().update(m_fatal, std::move(found));
        return;
    }
    quint64 &key = m_left[record.byHand ? 1 : 0];
    if (const Finding *known = context().reported(key)) {
        Finding found = *known;
        ++found.count;
        found.addEvent(record.requestEvent);
        context().update(key, std::move(found));
        return;
    }
    key = context().report(about(
        step, TranslatableText::of(QT_TRANSLATE_NOOP(
                  "TranslatableText", "The client disconnected while requests were open and cancelled none of them"))));
}

/// Reports once per late response. Returns the key, or 0.
quint64 GaveUpRule::reportFatal(const FindingStep &step, qint64 gap, const char *sentence)
{
    if (m_lateRow < 0 || gap < 0 || gap > Patience)
        return 0;
    Finding found = finding(FindingCode::C35, Direction::ClientToServer, step);
    found.row = m_lateRow;
    found.gap = gap;
    found.sentence = TranslatableText::of(sentence, Formatting::duration(gap));
    for (const qint64 event : {m_lateEvent, m_leaveEvent, step.index})
        found.addEvent(event);
    m_lateRow = Finding::NoRow;
    context().shared.lateDeparture = {};
    return context().report(std::move(found));
}

void GaveUpRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time))
        context().report(found);
}

/// If only the recording ends, the cancel may have come later.
void GaveUpRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    if (!facts().isClosed())
        return;
    for (const Finding &found : m_waiting.takeAll())
        context().report(found);
}

// ---- TaskCancelRule

/// C34 and C38: responses to tasks/cancel for a task that has ended, and the fate of a task that had not. In the
/// extension of 2026-07-28 a cancel is only a request, so the task may end in any way.
/// Specification: 2025-11-25 utilities "Tasks".
class TaskCancelRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Answered), .messages = Notifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.transition ? step.record->method.startsWith("tasks/")
                               : step.message.methodName(step.event.bytes).startsWith("notifications/tasks");
    }
    static constexpr qsizetype MostTasks = 512;

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    /// End of a task, as first reported by either side.
    struct End
    {
        qint64 event = Finding::NoRow;
        qint64 time = 0;
        bool isCancelled = false;
        quint64 found = 0; ///< key of the finding that it continued after the cancel
    };
    void reportEnded(const FindingStep &step, const End &end);
    void learn(const TaskInfo &info, const FindingStep &step);
    void reportGoingOn(End &end, const TaskInfo &info, const FindingStep &step);

    QHash<QString, End> m_ended; ///< by task id
    QList<QString> m_order;
};

void TaskCancelRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.method.startsWith("tasks/"))
        return;
    const JsonValue result(step.event.part(step.message.result));
    const auto ended = m_ended.constFind(record.target);
    // The task had ended before tasks/cancel was sent, not in between.
    const bool hadEnded = ended != m_ended.constEnd() && ended->event < record.requestEvent;
    if (record.method == "tasks/cancel" && hadEnded) {
        reportEnded(step, *ended);
        return;
    }
    for (const JsonMember &task : result.member("tasks")) {
        if (const auto info = TaskInfo::fromJson(task.value))
            learn(*info, step);
    }
    const auto info = TaskInfo::fromJson(result);
    if (!info)
        return;
    const bool isLeft = info->status != TaskStatus::Cancelled && info->status != TaskStatus::Unknown;
    if (record.method == "tasks/cancel" && !facts().isModern() && isLeft) {
        End end{.event = record.requestEvent};
        reportGoingOn(end, *info, step);
    }
    learn(*info, step);
}

void TaskCancelRule::onEvent(const FindingStep &step)
{
    if (!step.message.hasMethod(step.event.bytes, "notifications/tasks/status") &&
        !step.message.hasMethod(step.event.bytes, "notifications/tasks"))
        return;
    if (const auto info = TaskInfo::fromJson(step.params()))
        learn(*info, step);
}

void TaskCancelRule::reportEnded(const FindingStep &step, const End &end)
{
    const RequestRecord &record = *step.record;
    Finding found = finding(FindingCode::C34, opposite(record.direction), step);
    for (const qint64 event : {end.event, record.requestEvent, step.index})
        found.addEvent(event);
    const bool isRefused = record.state == RequestState::Failed;
    if (facts().isModern() && isRefused)
        found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "tasks/cancel for a task that had ended got an error: in this revision it must be acknowledged"));
    else if (!facts().isModern() && (!isRefused || record.errorCode != ErrorCode::InvalidParams))
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "tasks/cancel for a task that had ended did not get error -32602"));
    else
        return;
    context().report(std::move(found));
}

/// Records the status of a task. Reports a task that continues after it was cancelled, unless the status was requested,
/// or sent, before that was known.
void TaskCancelRule::learn(const TaskInfo &info, const FindingStep &step)
{
    if (const auto known = m_ended.find(info.id); known != m_ended.end()) {
        const bool isBehind =
            step.record ? step.record->requestEvent > known->event : step.event.time - known->time > facts().crossing();
        const bool isUnfinished = info.status != TaskStatus::Cancelled && info.status != TaskStatus::Unknown;
        if (known->isCancelled && isUnfinished && isBehind && !facts().isModern())
            reportGoingOn(*known, info, step);
        return;
    }
    if (!info.isFinal())
        return;
    m_ended.insert(info.id,
                   {.event = step.index, .time = step.event.time, .isCancelled = info.status == TaskStatus::Cancelled});
    m_order.push_back(info.id);
    if (m_order.size() > MostTasks) {
        m_ended.remove(m_order.front());
        m_order.pop_front();
    }
}

void TaskCancelRule::reportGoingOn(End &end, const TaskInfo &info, const FindingStep &step)
{
    if (context().extend(end.found, step))
        return;
    const Direction accused = step.record ? opposite(step.record->direction) : step.event.direction;
    Finding found = finding(FindingCode::C38, accused, step);
    const QString status = Formatting::visible(info.statusText.left(CancelWords::MostQuoted));
    found.sentence = TranslatableText::of(
        end.isCancelled
            ? QT_TRANSLATE_NOOP("TranslatableText",
                                "The task was cancelled, but is %1 now: a cancelled task must stay cancelled")
            : QT_TRANSLATE_NOOP("TranslatableText", "tasks/cancel was acknowledged, but the task is %1, not cancelled"),
        status);
    for (const qint64 event : {end.event, step.index})
        found.addEvent(event);
    end.found = context().report(std::move(found));
}

// ---- FixedTimeoutRule

/// T1: the client gave up a request after a timeout although progress came, or because progress was missing that it had
/// not asked for.
///
/// A timeout is shown by our Timeout event, or by the reason of the cancel. A client may have a maximum that progress
/// cannot extend. If progress resets its clock, the last silence is the longest, and nothing is raised.
/// Specification: lifecycle "Timeouts", progress.
class FixedTimeoutRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Progressed, Kind::TimedOut, Kind::CancelRequested)};

    void onTransition(const FindingStep &step) override;

private:
    /// Silences of a request between its progress messages.
    struct Silences
    {
        qint64 last = 0;    ///< time of the last progress
        qint64 longest = 0; ///< ns; includes the time from the request to the first progress
    };

    void report(const FindingStep &step, const TranslatableText &sentence);
    void takeProgress(const FindingStep &step);

    RecentRows<Silences> m_silences;
};

bool saysTimeout(const QString &reason)
{
    static const QRegularExpression form(uR"(\btime(d)?[ -]?out\b|\btimeout|\bdeadline (exceeded|passed)\b)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression cap(uR"(\b(max(imum)?|total|hard|overall)\b)"_s,
                                        QRegularExpression::CaseInsensitiveOption);
    return form.match(reason).hasMatch() && !cap.match(reason).hasMatch();
}

bool saysNoProgress(const QString &reason)
{
    static const QRegularExpression form(uR"(\b(no|without|missing|lack of) (any )?progress\b|\bprogress timeout\b)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    return form.match(reason).hasMatch();
}

void FixedTimeoutRule::report(const FindingStep &step, const TranslatableText &sentence)
{
    Finding found = finding(FindingCode::T1, Direction::ClientToServer, step);
    found.sentence = sentence;
    if (step.record->byHand)
        found.severity = FindingSeverity::Info;
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    context().report(std::move(found));
}

void FixedTimeoutRule::takeProgress(const FindingStep &step)
{
    const Silences *known = m_silences.find(step.row);
    const qint64 silence = step.event.time - (known ? known->last : step.record->start);
    m_silences.insert(step.row,
                      {.last = step.event.time, .longest = std::max(silence, known ? known->longest : qint64(0))});
}

void FixedTimeoutRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer || !facts().isMcp() || !facts().hasTimes())
        return;
    if (step.transition->kind == Kind::Progressed) {
        takeProgress(step);
        return;
    }
    const bool isTimeout = step.transition->kind == Kind::TimedOut;
    if (isTimeout ? record.reachedCap : !record.cancellation)
        return;
    const QString reason = isTimeout ? QString() : record.cancellation->reason;
    if (!isTimeout && record.progressToken.kind() == RequestId::Kind::None && saysNoProgress(reason)) {
        report(step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                      "The client abandoned the request %1 because no progress "
                                                      "arrived (\"%2\"), but had sent no progressToken with it"),
                                    record.id.display(), Formatting::visible(reason.left(CancelWords::MostQuoted))));
        return;
    }
    const qint64 waited = step.event.time - record.start;
    const Silences *silences = m_silences.find(step.row);
    const qint64 silence = silences ? step.event.time - silences->last : waited;
    if (!silences || silence + facts().crossing() >= silences->longest || (!isTimeout && !saysTimeout(reason)))
        return;
    report(step, TranslatableText::of(
                     QT_TRANSLATE_NOOP("TranslatableText", "The client abandoned the request %1 because of a timeout "
                                                           "after %2, although progress had arrived %3 before"),
                     record.id.display(), Formatting::duration(waited), Formatting::duration(silence)));
}

} // namespace

/// C20 to C36, C43 and T1: a cancel that its sender must not send so, or did not send.
std::vector<FindingRules::Kind> FindingRules::cancelSender()
{
    return kindsOf<CancelSenderRule, CancelReasonRule, ListenEndRule, GaveUpRule, TaskCancelRule, FixedTimeoutRule>();
}

} // namespace Pullcord
