// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The part of RequestTracker that assigns responses to requests and applies them.
#include "core/rpc/requesttracker.h"

#include "core/json/jsonvalue.h"
#include "core/rpc/answerreading.h"
#include "core/rpc/errorcodes.h"

namespace Pullcord {

namespace {

RequestRecord::Said saidIn(const JsonValue &result)
{
    const QByteArray action = result.member("action").toUtf8();
    return action == "accept"    ? RequestRecord::Said::Accept
           : action == "decline" ? RequestRecord::Said::Decline
           : action == "cancel"  ? RequestRecord::Said::Cancel
                                 : RequestRecord::Said::Nothing;
}

} // namespace

void RequestTracker::onAnswer(const Event &event, const Envelope &envelope, qint64 index)
{
    const Key key{opposite(event.direction), envelope.requestId(event.bytes)};
    Slot *slot = answeredBy(key, event, envelope);
    if (!slot) {
        onUnknownAnswer(key, event, index);
        return;
    }
    RequestRecord &record = slot->record;
    if (record.state == RequestState::Lost) {
        report(Transition::Kind::UnknownAnswer);
        return;
    }
    const bool wasOpen = record.isOpen();
    const Transition::Kind kind = take(record, event, envelope, index, *m_dialect);
    if (wasOpen)
        m_store.end(*slot, record.state, event.time);
    report(kind, record.serial);
}

void RequestTracker::onUnknownAnswer(const Key &key, const Event &event, qint64 index)
{
    Slot *slot = alikeTo(key);
    if (!slot) {
        report(Transition::Kind::UnknownAnswer);
        return;
    }
    RequestRecord::Amiss &amiss = slot->record.amiss;
    if (amiss.count++ == 0) {
        amiss.time = event.time;
        amiss.event = index;
    }
    report(Transition::Kind::UnknownAnswer, slot->record.serial);
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
        const QString problem = AnswerReading::problemOfError(error);
        record.errorMessage = problem.isEmpty() ? error.member("message").toString() : problem;
        const bool meansCancelled = record.state == RequestState::Cancelling && dialect.cancelledCode != 0 &&
                                    record.errorCode == dialect.cancelledCode;
        state = meansCancelled ? RequestState::Cancelled : RequestState::Failed;
        if (record.method == dialect.refusableByError && record.errorCode == dialect.refusedCode)
            record.said = record.dismissal ? RequestRecord::Said::Cancel : RequestRecord::Said::Decline;
    } else {
        const JsonValue result(envelope.result.in(event.bytes));
        const AnswerReading reading = AnswerReading::ofResult(result, dialect);
        record.toolError = reading.toolError;
        record.mayBeTask = reading.mayBeTask;
        record.asksFirst = reading.asksFirst;
        record.errorMessage = reading.problem;
        state = reading.problem.isEmpty() ? RequestState::Succeeded : RequestState::Failed;
        record.said = record.method == dialect.refusable ? saidIn(result) : RequestRecord::Said::Nothing;
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
    const AnswerReading reading = AnswerReading::ofResult(JsonValue(envelope.result.in(event.bytes)), dialect);
    record.mayBeTask = record.mayBeTask || reading.mayBeTask;
    RequestRecord::Late &late = record.late;
    if (!late.answered()) {
        late.answerTime = event.time;
        late.answerEvent = index;
    }
    late.count(envelope.kind == MessageKind::Error ? late.errors : late.results, event.time);
    return answeredBefore ? Transition::Kind::SecondAnswer : Transition::Kind::LateAnswer;
}

/// Returns the request of a response. An error with a null or missing id refuses the oldest request whose id cannot be
/// named. If a sender used one id for several open requests, only the order of the responses counts. "Invalid Request"
/// refuses the oldest duplicate, anything else belongs to the oldest request.
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

} // namespace Pullcord
