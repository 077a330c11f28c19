// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requesttracker.h"

#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"
#include "core/rpc/refusedmessage.h"
#include "core/rpc/requesttarget.h"
#include "core/rpc/responsereading.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

RequestRecord::Said actionIn(const JsonValue &result)
{
    const QByteArray action = result.member("action").toUtf8();
    return action == "accept"    ? RequestRecord::Said::Accept
           : action == "decline" ? RequestRecord::Said::Decline
           : action == "cancel"  ? RequestRecord::Said::Cancel
                                 : RequestRecord::Said::Nothing;
}

/// Notes the rule of a proxy that changed the course of a request. Returns false if the event names none.
bool noteRule(RequestRecord &record, const Event &event)
{
    const QString rule = event.rule();
    if (!rule.isEmpty())
        record.rule = rule;
    return !rule.isEmpty();
}

RequestId idInDetails(const Event &event)
{
    return RequestId::fromJson(event.details.value("id"_L1).toString().toUtf8());
}

} // namespace

RequestTracker::RequestTracker(const Dialect &dialect, qsizetype keepEnded, std::shared_ptr<PackedRequests> packed)
    : m_dialect(&dialect)
    , m_store(keepEnded, std::move(packed))
{
    if (m_dialect != &Dialect::mcpLegacy())
        m_dialectDetector.settle();
}

RequestTracker::Transitions RequestTracker::feed(const Event &event, qint64 index)
{
    // Not at the end of the previous call, whose caller still used the requests that it ended.
    m_store.clearSurplus();
    m_transitions.clear();
    m_message = {};
    if (RefusedMessage::statusOf(event) != 0)
        return m_transitions;
    switch (event.kind) {
    case EventKind::Message:
        if (event.envelope.kind == MessageKind::Batch) {
            for (const Envelope &item : Envelope::batchItems(event.bytes))
                feedMessage(event, item, index);
        } else {
            feedMessage(event, event.envelope, index);
        }
        break;
    case EventKind::Queued:
        onQueued(event);
        break;
    case EventKind::Unsent:
        onUnsent(event);
        break;
    case EventKind::Cancel:
        onLocalCancel(event, index);
        break;
    case EventKind::Timeout:
        onTimeout(event);
        break;
    case EventKind::Malformed:
        onMalformed(event);
        break;
    case EventKind::Http:
        onHttp(event, index);
        break;
    case EventKind::Closed:
        onClosed(event);
        break;
    case EventKind::Note:
        onNote(event);
        break;
    case EventKind::Dialect:
        m_dialectDetector.settle();
        if (const Dialect *dialect = Dialect::named(event.details.value("name"_L1).toString().toUtf8()))
            m_dialect = dialect;
        break;
    default:
        break;
    }
    return m_transitions;
}

void RequestTracker::feedMessage(const Event &event, const Envelope &envelope, qint64 index)
{
    m_message = envelope;
    switch (envelope.kind) {
    case MessageKind::Request:
        onRequest(event, envelope, index);
        break;
    case MessageKind::Notification: {
        const bool isEnd = envelope.hasMethod(event.bytes, m_dialect->endMethod);
        if (isEnd && onEndedByPeer(event, envelope, index))
            break;
        // A cancel by a server that must not cancel is recognized, too, although this dialect has no such cancel.
        const bool byServer = isEnd && event.direction == Direction::ServerToClient;
        if (byServer || envelope.hasMethod(event.bytes, m_dialect->cancelMethod))
            onCancelSignal(event, envelope, index);
        else if (envelope.hasMethod(event.bytes, m_dialect->progressMethod))
            onProgress(event, envelope);
        else if (event.direction == Direction::ServerToClient && !m_store.mayBringLog() &&
                 envelope.hasMethod(event.bytes, m_dialect->logMethod))
            report(Transition::Kind::UnaskedLog);
        break;
    }
    case MessageKind::Result:
    case MessageKind::Error:
        onAnswer(event, envelope, index);
        break;
    case MessageKind::None:
    case MessageKind::Batch:
        break;
    }
}

void RequestTracker::onQueued(const Event &event)
{
    if (event.envelope.kind != MessageKind::Request)
        return;
    if (m_store.newestOpen({event.direction, event.requestId()}))
        return; // repeated by another way; a second use of the id shows when it leaves
    m_store.setLeaving(create(event, event.envelope, RequestState::Queued), true);
}

/// Records a request that never left as lost, so that its caller does not wait for it.
void RequestTracker::onUnsent(const Event &event)
{
    if (event.envelope.kind != MessageKind::Request)
        return;
    const Key key{event.direction, event.requestId()};
    Slot *slot = m_store.newestLeaving(key);
    const bool wasSentBefore = !slot && event.details.value("again"_L1).toBool();
    if (wasSentBefore)
        slot = m_store.newestOpen(key);
    if (!slot)
        slot = &create(event, event.envelope, RequestState::Queued);
    m_store.setLeaving(*slot, false);
    slot->record.neverSent = !wasSentBefore;
    if (!slot->record.isOpen())
        return;
    slot->record.errorMessage = event.details.value("reason"_L1).toString();
    m_store.end(*slot, RequestState::Lost, event.time);
    report(Transition::Kind::Lost, slot->record.serial);
}

void RequestTracker::onRequest(const Event &event, const Envelope &envelope, qint64 index)
{
    if (event.direction == Direction::ClientToServer) {
        if (const Dialect *detected = m_dialectDetector.take(event, envelope))
            m_dialect = detected;
    }
    const Key key{event.direction, envelope.requestId(event.bytes)};
    if (event.details.value("again"_L1).toBool() && m_store.newestOpen(key))
        return; // the same request by another way
    if (Slot *slot = event.isByOperator() && !event.rule().isEmpty() ? m_store.newestOpen(key) : nullptr) {
        noteRule(slot->record, event); // the form in which a rule sent on the request of this sender
        report(Transition::Kind::Remarked, slot->record.serial);
        return;
    }
    if (Slot *slot = m_store.newestLeaving(key)) {
        m_store.setLeaving(*slot, false);
        slot->record.requestEvent = index;
        m_store.setExchange(*slot, event.details.value("exchange"_L1).toInteger());
        if (slot->record.state == RequestState::Queued)
            slot->record.state = RequestState::InFlight;
        report(Transition::Kind::Left, slot->record.serial);
        forbid(*slot, event);
        return;
    }
    Slot &slot = create(event, envelope, RequestState::InFlight);
    slot.record.requestEvent = index;
    forbid(slot, event);
    if (envelope.hasMethod(event.bytes, m_dialect->cancelMethod))
        report(Transition::Kind::IgnoredCancel, Transition::NoRecord, Transition::CancelProblem::HasId);
}

/// Fails a server request at once if the dialect forbids them: the client has no way to respond.
void RequestTracker::forbid(Slot &slot, const Event &event)
{
    RequestRecord &record = slot.record;
    if (record.direction != Direction::ServerToClient || m_dialect->serverMayAsk || !record.isOpen())
        return;
    record.forbidden = true;
    record.errorMessage = u"MCP 2026-07-28 has no requests from servers, so this one gets no response"_s;
    m_store.end(slot, RequestState::Failed, event.time);
    report(Transition::Kind::Forbidden, record.serial);
}

RequestStore::Slot &RequestTracker::create(const Event &event, const Envelope &envelope, RequestState state)
{
    RequestRecord record;
    record.connection = event.connection;
    record.direction = event.direction;
    record.id = envelope.requestId(event.bytes);
    record.method = envelope.methodName(event.bytes);
    record.state = state;
    record.start = event.time;
    record.bytesRequest = event.bytes.size();

    const JsonValue params(envelope.params.in(event.bytes));
    bool asksForLog = false;
    if (params.isObject()) {
        asksForLog = record.direction == Direction::ClientToServer && !m_dialect->logLevelPointer.isEmpty() &&
                     params.pointer(m_dialect->logLevelPointer).isValid();
        record.target = requestTarget(params);
        record.asksForTask = !m_dialect->taskMember.isEmpty() && params.member(m_dialect->taskMember).isObject();
        record.progressToken = RequestId::fromJson(params.pointer(m_dialect->progressTokenPointer).raw());
    }
    record.byHand = event.details.value("injected"_L1).toBool();
    record.rule = event.rule();
    const RequestId follows = RequestId::fromJson(event.details.value("follows"_L1).toString().toUtf8());
    const quint64 earlier =
        follows.isLegal() ? m_store.newestSerial({record.direction, follows}) : Transition::NoRecord;
    Slot &slot = m_store.add(std::move(record));
    if (asksForLog)
        m_store.asksForLog(slot);
    joinLegs(slot, earlier);
    findCause(event, slot);
    report(Transition::Kind::Created, slot.record.serial);
    return slot;
}

/// Joins a request to the earlier one that it continues. If that is forgotten, the request stands alone.
void RequestTracker::joinLegs(Slot &slot, quint64 earlier)
{
    const Slot *before = m_store.slot(earlier);
    if (!before)
        return;
    const quint64 firstSerial = before->record.leg.number > 0 ? before->record.leg.first : earlier;
    Slot *first = m_store.slot(firstSerial);
    if (!first)
        return;
    RequestRecord::Leg &whole = first->record.leg;
    if (whole.number == 0)
        whole = {.first = firstSerial, .number = 1, .count = 1, .last = firstSerial};
    slot.record.leg = {.first = firstSerial, .previous = whole.last, .number = ++whole.count};
    whole.last = slot.record.serial;
}

/// Finds our request that a question serves: the one whose exchange carried it, else the only possible one.
void RequestTracker::findCause(const Event &event, Slot &slot)
{
    RequestRecord &record = slot.record;
    const qint64 exchange = event.details.value("exchange"_L1).toInteger();
    const auto firstOf = [](const RequestRecord &r) { return r.leg.number > 0 ? r.leg.first : r.serial; };
    if (record.direction == Direction::ClientToServer) {
        m_store.setExchange(slot, exchange);
        if (m_dialect->servedByAsking.contains(record.method))
            m_store.mayBringQuestions(slot, firstOf(record));
        return;
    }
    const Slot *known = exchange == 0 ? nullptr : m_store.byExchange(exchange);
    if (known) {
        record.cause = firstOf(known->record);
    } else if (!m_dialect->unrelatedQuestions.contains(record.method)) {
        record.cause = m_store.onlyBringer();
        record.causeIsGuess = record.cause != Transition::NoRecord;
    }
}

void RequestTracker::onProgress(const Event &event, const Envelope &envelope)
{
    const JsonValue params(envelope.params.in(event.bytes));
    const RequestId token = RequestId::fromJson(params.member(m_dialect->progressTokenMember).raw());
    Slot *slot = m_store.byToken({opposite(event.direction), token});
    if (!slot) {
        report(Transition::Kind::UnknownProgress);
        return;
    }
    RequestRecord &record = slot->record;
    if (noteRule(record, event) && event.isByOperator()) { // the progress of the sender has been counted
        report(Transition::Kind::Remarked, record.serial);
        return;
    }
    record.bytesProgress += event.bytes.size();
    if (!record.isOpen() && !record.becameTask) {
        record.late.count(record.late.progress, event.time);
        report(Transition::Kind::LateProgress, record.serial);
        return;
    }
    RequestRecord::Progress &progress = record.progress;
    progress.value = params.member("progress").toDouble().value_or(progress.value);
    progress.total = params.member("total").toDouble();
    progress.message = params.member("message").toString();
    progress.lastTime = event.time;
    ++progress.count;
    report(Transition::Kind::Progressed, record.serial);
}

void RequestTracker::report(Transition::Kind kind, quint64 serial, Transition::CancelProblem problem)
{
    m_transitions.append({kind, serial, problem, m_message});
}

const RequestRecord *RequestTracker::record(quint64 serial) const
{
    const Slot *slot = m_store.unpacked(serial);
    return slot ? &slot->record : nullptr;
}

const RequestRecord *RequestTracker::find(Direction direction, const RequestId &id) const
{
    return record(m_store.newestSerial({direction, id}));
}

void RequestTracker::onAnswer(const Event &event, const Envelope &envelope, qint64 index)
{
    const Key key{opposite(event.direction), envelope.requestId(event.bytes)};
    Slot *slot = answeredBy(key, event, envelope);
    if (!slot) {
        onUnknownResponse(key, event, index);
        return;
    }
    RequestRecord &record = slot->record;
    using WaitEnd = RequestRecord::Cancellation::WaitEnd;
    const bool isRuled = noteRule(record, event);
    if (isRuled && event.isWithheld() && record.isOpen()) { // the sender of the request waits on
        report(Transition::Kind::Remarked, record.serial);
        return;
    }
    if (event.isByOperator() && !isRuled) { // the receiver of the request did not send it
        onOperatorResponse(*slot, event, index);
        return;
    }
    if (record.state == RequestState::Lost) {
        report(Transition::Kind::UnknownResponse);
        return;
    }
    const bool wasOpen = record.isOpen();
    const Transition::Kind kind = take(record, event, envelope, index, *m_dialect);
    if (wasOpen)
        m_store.end(*slot, record.state, event.time);
    report(kind, record.serial);
    if (event.isWithheld())
        record.late.withheld = record.late.answered();
    else if (record.isStillAwaited())
        endWait(record, WaitEnd::Response, event.time);
}

void RequestTracker::onUnknownResponse(const Key &key, const Event &event, qint64 index)
{
    Slot *slot = alikeTo(key);
    if (!slot) {
        report(Transition::Kind::UnknownResponse);
        return;
    }
    RequestRecord::MismatchedResponses &mismatched = slot->record.mismatched;
    if (mismatched.count++ == 0) {
        mismatched.time = event.time;
        mismatched.event = index;
    }
    report(Transition::Kind::UnknownResponse, slot->record.serial);
}

Transition::Kind RequestTracker::take(RequestRecord &record, const Event &event, const Envelope &envelope, qint64 index,
                                      const Dialect &dialect)
{
    record.bytesResponse += event.bytes.size();
    if (!record.isOpen())
        return takeLate(record, event, envelope, index, dialect);
    record.responseEvent = index;
    RequestState state = RequestState::Succeeded;
    if (envelope.kind == MessageKind::Error) {
        const JsonValue error(envelope.error.in(event.bytes));
        record.errorCode = error.member("code").toInteger();
        const QString problem = ResponseReading::problemOfError(error);
        record.errorMessage = problem.isEmpty() ? error.member("message").toString() : problem;
        const bool meansCancelled = record.state == RequestState::Cancelling && dialect.cancelledCode != 0 &&
                                    record.errorCode == dialect.cancelledCode;
        state = meansCancelled ? RequestState::Cancelled : RequestState::Failed;
        if (record.method == dialect.refusableByError && record.errorCode == dialect.refusedCode)
            record.said = record.dismissal ? RequestRecord::Said::Cancel : RequestRecord::Said::Decline;
    } else {
        const JsonValue result(envelope.result.in(event.bytes));
        const ResponseReading reading = ResponseReading::ofResult(result, dialect);
        record.toolError = reading.toolError;
        record.mayBeTask = reading.mayBeTask;
        record.asksFirst = reading.asksFirst;
        record.errorMessage = reading.problem;
        state = reading.problem.isEmpty() ? RequestState::Succeeded : RequestState::Failed;
        record.said = record.method == dialect.refusable ? actionIn(result) : RequestRecord::Said::Nothing;
        record.becameTask = record.asksForTask && result.member(dialect.taskMember).member("taskId").isString();
    }
    record.state = state;
    record.end = event.time;
    return Transition::Kind::Answered;
}

Transition::Kind RequestTracker::takeLate(RequestRecord &record, const Event &event, const Envelope &envelope,
                                          qint64 index, const Dialect &dialect)
{
    const bool isEndedByPeer = record.cancellation && record.cancellation->byPeer;
    if (isEndedByPeer && envelope.kind == MessageKind::Result && record.responseEvent == RequestRecord::NoEvent) {
        record.responseEvent = index;
        return Transition::Kind::Confirmed;
    }
    const bool endedByAnswer = record.state == RequestState::Succeeded ||
                               (record.state == RequestState::Failed && !record.forbidden); // which ends on arrival
    const bool answeredBefore =
        record.responseEvent != RequestRecord::NoEvent || record.late.answered() || endedByAnswer;
    const ResponseReading reading = ResponseReading::ofResult(JsonValue(envelope.result.in(event.bytes)), dialect);
    record.mayBeTask = record.mayBeTask || reading.mayBeTask;
    RequestRecord::Late &late = record.late;
    if (!late.answered()) {
        late.responseTime = event.time;
        late.responseEvent = index;
    }
    late.count(envelope.kind == MessageKind::Error ? late.errors : late.results, event.time);
    return answeredBefore ? Transition::Kind::SecondResponse : Transition::Kind::LateResponse;
}

/// Returns the request of a response. An error with a null or missing id refuses the oldest request whose id no
/// response can name. If several open requests have the id, "Invalid Request" refuses the oldest duplicate; any other
/// response belongs to the oldest request.
RequestStore::Slot *RequestTracker::answeredBy(const Key &key, const Event &event, const Envelope &envelope)
{
    if (!key.id.canBeAnswered())
        return envelope.kind == MessageKind::Result ? nullptr : m_store.oldestUnnameable(key.direction);
    Slot *chosen = m_store.newestOpenElseNewest(key);
    if (!chosen || !chosen->record.isOpen() || !chosen->record.duplicateId)
        return chosen;
    const JsonValue error(envelope.error.in(event.bytes));
    const bool refusal = error.member("code").toInteger() == ErrorCode::InvalidRequest;
    Slot *oldest = m_store.oldestOpen(key, refusal);
    return oldest ? oldest : chosen;
}

/// Returns the request that a lenient peer means by an id; an open one if possible.
RequestStore::Slot *RequestTracker::alikeTo(const Key &key)
{
    Slot *found = nullptr;
    const QList<RequestId> ids = key.id.alike();
    for (const RequestId &id : ids) {
        Slot *slot = m_store.newestOpenElseNewest({key.direction, id});
        if (slot && (!found || (slot->record.isOpen() && !found->record.isOpen())))
            found = slot;
    }
    return found;
}

void RequestTracker::onCancelSignal(const Event &event, const Envelope &envelope, qint64 index)
{
    using Problem = Transition::CancelProblem;
    const JsonValue params(envelope.params.in(event.bytes));
    const Key key{event.direction, RequestId::fromJson(params.member(m_dialect->idMember).raw())};
    if (!key.id.isLegal()) {
        report(Transition::Kind::IgnoredCancel, Transition::NoRecord, Problem::Malformed);
        return;
    }
    Slot *slot = m_store.newestOpenElseNewest(key);
    if (!slot)
        m_transitions.append(notFound(key));
    else if (!m_dialect->canCancel(slot->record.method))
        report(Transition::Kind::IgnoredCancel, slot->record.serial, Problem::NotCancellable);
    else
        takeCancelSignal(*slot, event, params.member(m_dialect->reasonMember).toString(), index);
    if (slot)
        noteRule(slot->record, event);
}

/// Handles a notification by which the receiver ends our request. Returns false for an ordinary cancel.
bool RequestTracker::onEndedByPeer(const Event &event, const Envelope &envelope, qint64 index)
{
    const JsonValue params(envelope.params.in(event.bytes));
    const Key key{opposite(event.direction), RequestId::fromJson(params.member(m_dialect->idMember).raw())};
    Slot *slot = event.direction == Direction::ServerToClient ? m_store.newestOpenElseNewest(key) : nullptr;
    if (!slot || !m_dialect->endedByPeer.contains(slot->record.method))
        return false;
    RequestRecord &record = slot->record;
    if (!record.isOpen()) { // the result came first, or it was cancelled
        if (record.cancellation && record.cancellation->byPeer)
            report(Transition::Kind::IgnoredCancel, record.serial, Transition::CancelProblem::Twice);
        return true;
    }
    record.cancellation = {.time = event.time,
                           .reason = params.member(m_dialect->reasonMember).toString(),
                           .byPeer = true,
                           .signalTime = event.time,
                           .event = index};
    m_store.end(*slot, RequestState::Cancelled, event.time);
    report(Transition::Kind::CancelRequested, record.serial);
    return true;
}

void RequestTracker::setCancellation(RequestRecord &record, RequestRecord::Cancellation cancellation)
{
    if (cancellation.byOperator)
        m_awaited.append(record.serial);
    record.cancellation = std::move(cancellation);
}

/// The sender of a request that the operator of a proxy cancelled waits no longer.
void RequestTracker::endWait(RequestRecord &record, RequestRecord::Cancellation::WaitEnd how, qint64 time)
{
    m_awaited.removeOne(record.serial);
    record.cancellation->waitEnd = how;
    record.cancellation->waitEndTime = time;
    report(Transition::Kind::Remarked, record.serial);
}

/// The cancel of the operator may leave after the response, if its receiver does not read.
void RequestTracker::onOperatorResponse(Slot &slot, const Event &event, qint64 index)
{
    RequestRecord &record = slot.record;
    if (record.isOpen()) {
        setCancellation(record, {.time = event.time, .event = index, .byOperator = true});
        m_store.end(slot, RequestState::Cancelled, event.time);
        report(Transition::Kind::CancelRequested, record.serial);
    }
    if (record.isStillAwaited())
        endWait(record, RequestRecord::Cancellation::WaitEnd::Error, event.time);
}

/// Notes that the signal of a cancel has crossed the wire, in the form of this dialect.
void RequestTracker::takeCancelSignal(Slot &slot, const Event &event, const QString &reason, qint64 index)
{
    using Problem = Transition::CancelProblem;
    RequestRecord &record = slot.record;
    const bool byOperator = event.isByOperator();
    if (record.isStillAwaited() && !byOperator && record.cancellation->signalTime != 0) {
        endWait(record, RequestRecord::Cancellation::WaitEnd::Cancelled, event.time);
        return;
    }
    if (record.cancellation) {
        const bool isSent = !(record.cancellation->local || byOperator) || record.cancellation->signalTime != 0;
        if (isSent && record.cancellation->refusal.isEmpty()) {
            report(Transition::Kind::IgnoredCancel, record.serial, Problem::Twice);
            return;
        }
        record.cancellation->refusal
            .clear(); // the server did not accept the first signal, so this one is the first that counts
        record.cancellation->signalTime = event.time;
        record.cancellation->event = index;
        if (byOperator)
            record.cancellation->reason = reason;
        report(Transition::Kind::CancelSignalled, record.serial);
        return;
    }
    if (!record.isOpen() && record.state != RequestState::TimedOut) {
        report(Transition::Kind::IgnoredCancel, record.serial, Problem::Finished);
        return;
    }
    const bool timedOut = record.state == RequestState::TimedOut;
    setCancellation(
        record,
        {.time = event.time, .reason = reason, .signalTime = event.time, .event = index, .byOperator = byOperator});
    if (timedOut) {
        report(Transition::Kind::CancelSignalled, record.serial);
        return;
    }
    if (m_dialect->responseOwed)
        record.state = RequestState::Cancelling;
    else
        m_store.end(slot, RequestState::Cancelled, event.time);
    report(Transition::Kind::CancelRequested, record.serial);
}

/// Ends the request of a response that exceeds one of our limits, if the kept part contains the id. No other response
/// will come.
void RequestTracker::onMalformed(const Event &event)
{
    const qint64 length = std::max(event.details.value("length"_L1).toInteger(), qint64(event.bytes.size()));
    const bool isCut = length > event.bytes.size();
    if (!isCut && !event.details.value("limit"_L1).toBool())
        return;
    Slot *slot = m_store.newestOpenElseNewest({opposite(event.direction), Envelope::answeredIn(event.bytes)});
    if (!slot || !slot->record.isOpen())
        return;
    RequestRecord &record = slot->record;
    record.bytesResponse += length;
    record.errorMessage = (isCut ? u"the response was not kept: "_s : u"the response was not read: "_s) +
                          event.details.value("reason"_L1).toString();
    m_store.end(*slot, RequestState::Failed, event.time);
    report(Transition::Kind::Refused, record.serial);
}

/// Ends the requests of an exchange if its end is their end: this side closed it, which is the cancel of this dialect,
/// or no response can come any more.
void RequestTracker::onHttp(const Event &event, qint64 index)
{
    const qint64 exchange = event.details.value("exchange"_L1).toInteger();
    if (event.details.value("step"_L1) == "response"_L1)
        m_statuses.insert(exchange, event.details.value("status"_L1).toInteger());
    if (event.details.value("step"_L1) != "end"_L1)
        return;
    const qint64 status = m_statuses.take(exchange);
    const bool isClosed = event.details.value("how"_L1) == "closed"_L1;
    const bool isSignal = isClosed && m_dialect->signal == Dialect::Signal::CloseStream;
    const QString ends = event.details.value("ends"_L1).toString();
    onCancelRefused(event);
    const QJsonArray requests = event.details.value("requests"_L1).toArray();
    for (const QJsonValue &id : requests) {
        Slot *slot =
            m_store.newestOpenElseNewest({Direction::ClientToServer, RequestId::fromJson(id.toString().toUtf8())});
        if (!slot)
            continue;
        RequestRecord &record = slot->record;
        if (isClosed && record.streamClosed == 0)
            record.streamClosed = event.time;
        if (isSignal) {
            takeCancelSignal(*slot, event, {}, index);
        } else if (isClosed && record.cancellation) {
            report(Transition::Kind::StreamClosed, record.serial);
        } else if (!isClosed && record.cancellation && record.streamEnded == 0 && !ends.isEmpty()) {
            record.streamEnded = event.time;
            record.streamBroke = event.details.value("how"_L1) == "broken"_L1;
            report(Transition::Kind::StreamEnded, record.serial);
        } else if (record.isOpen() && ends == "refused"_L1) {
            record.httpStatus = status;
            record.errorMessage = event.details.value("reason"_L1).toString();
            m_store.end(*slot, RequestState::Failed, event.time);
            report(Transition::Kind::Refused, record.serial);
        } else if (record.isOpen() && ends == "lost"_L1) {
            record.errorMessage = event.details.value("reason"_L1).toString();
            m_store.end(*slot, RequestState::Lost, event.time);
            report(Transition::Kind::Lost, record.serial);
        }
    }
}

/// Records that the server did not accept the signal of a cancel. The request stays cancelled.
void RequestTracker::onCancelRefused(const Event &event)
{
    const RequestId id = RequestId::fromJson(event.details.value("cancels"_L1).toString().toUtf8());
    Slot *slot = id.isLegal() ? m_store.newestOpenElseNewest({Direction::ClientToServer, id}) : nullptr;
    if (!slot || !slot->record.cancellation)
        return;
    slot->record.cancellation->refusal = event.details.value("reason"_L1).toString();
    report(Transition::Kind::CancelRefused, slot->record.serial);
}

void RequestTracker::onLocalCancel(const Event &event, qint64 index)
{
    Slot *slot = m_store.newestOpenElseNewest({event.direction, idInDetails(event)});
    const bool answered = event.details.value("answered"_L1).toBool();
    if (slot && slot->record.isStillAwaited() && !event.isByOperator()) {
        endWait(slot->record, RequestRecord::Cancellation::WaitEnd::Cancelled, event.time);
        return;
    }
    if (slot)
        noteRule(slot->record, event);
    const bool isAnswered = slot && slot->record.state == RequestState::Succeeded;
    if (!slot || slot->record.cancellation || (answered ? !isAnswered : !slot->record.isOpen()))
        return;
    const QJsonValue reason = event.details.value("reason"_L1);
    const bool detached = event.details.value("detached"_L1).toBool();
    setCancellation(slot->record, {.time = event.time,
                                   .reason = reason.isString() ? reason.toString() : QString(),
                                   .local = true,
                                   .detached = detached,
                                   .answered = answered,
                                   .event = index,
                                   .parent = RequestId::fromJson(event.details.value("parent"_L1).toString().toUtf8()),
                                   .byOperator = event.isByOperator()});
    if (answered)
        slot->record.state = RequestState::Cancelled; // it ended when the response came
    else if (m_dialect->responseOwed && !detached)
        slot->record.state = RequestState::Cancelling;
    else
        m_store.end(*slot, RequestState::Cancelled, event.time);
    report(Transition::Kind::CancelRequested, slot->record.serial);
}

void RequestTracker::onTimeout(const Event &event)
{
    Slot *slot = m_store.newestOpenElseNewest({event.direction, idInDetails(event)});
    if (!slot || !slot->record.isOpen())
        return;
    slot->record.reachedCap = event.details.value("hard"_L1).toBool();
    m_store.end(*slot, RequestState::TimedOut, event.time);
    report(Transition::Kind::TimedOut, slot->record.serial);
}

void RequestTracker::onClosed(const Event &event)
{
    for (const quint64 serial : open()) {
        Slot *slot = m_store.slot(serial);
        m_store.setLeaving(*slot, false);
        slot->record.errorMessage = event.details.value("reason"_L1).toString();
        slot->record.endUnknown = event.details.contains("unrecorded"_L1);
        m_store.end(*slot, RequestState::Lost, event.time);
        report(Transition::Kind::Lost, serial);
    }
    const QList<quint64> awaited = m_awaited;
    for (const quint64 serial : awaited) {
        if (Slot *slot = m_store.slot(serial))
            endWait(slot->record, RequestRecord::Cancellation::WaitEnd::Closed, event.time);
    }
}

/// Records a fact about a request that no message shows.
void RequestTracker::onNote(const Event &event)
{
    const QString became = event.details.value("became"_L1).toString();
    Slot *slot = became.isEmpty() ? nullptr : m_store.newestOpenElseNewest({event.direction, idInDetails(event)});
    if (!slot)
        return;
    RequestRecord &record = slot->record;
    const QString reason = event.details.value("reason"_L1).toString();
    if (became == "lost"_L1 && record.asksFirst && record.state == RequestState::Succeeded) {
        record.state = RequestState::Lost; // it ended when the response came
        record.lostAtQuestions = event.time;
        record.errorMessage = reason;
        report(Transition::Kind::Lost, record.serial);
    } else if (became == "dismissed"_L1 && record.isOpen()) {
        record.dismissal = {.reason = reason,
                            .task = event.details.value("task"_L1).toString(),
                            .all = event.details.value("all"_L1).toBool()};
        report(Transition::Kind::Remarked, record.serial);
    } else if (became == "cut"_L1 && record.isStillAwaited()) {
        endWait(record, RequestRecord::Cancellation::WaitEnd::Closed, event.time);
    } else if (became == "left"_L1) {
        record.leftOpen = true;
        report(Transition::Kind::Remarked, record.serial);
    }
}

Transition RequestTracker::notFound(const Key &key)
{
    using Problem = Transition::CancelProblem;
    const RequestId other = key.id.asOtherType();
    if (other.kind() != RequestId::Kind::None) {
        if (const Slot *similar = m_store.slot(m_store.newestSerial({key.direction, other})))
            return {Transition::Kind::IgnoredCancel, similar->record.serial, Problem::OtherType, m_message};
    }
    return {Transition::Kind::IgnoredCancel, Transition::NoRecord, Problem::Unknown, m_message};
}

} // namespace Pullcord
