// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The part of RequestTracker for cancels and for all ends other than a response.
#include "core/rpc/requesttracker.h"

#include "core/json/jsonvalue.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

RequestId idInDetails(const Event &event)
{
    return RequestId::fromJson(event.details.value("id"_L1).toString().toUtf8());
}

} // namespace

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
}

/// The receiver ends a request of ours. Returns false for an ordinary cancel.
bool RequestTracker::onEndedByPeer(const Event &event, const Envelope &envelope, qint64 index)
{
    const JsonValue params(envelope.params.in(event.bytes));
    const Key key{opposite(event.direction), RequestId::fromJson(params.member(m_dialect->idMember).raw())};
    Slot *slot = event.direction == Direction::ServerToClient ? m_store.newestOpenElseNewest(key) : nullptr;
    if (!slot || !m_dialect->endedByPeer.contains(slot->record.method))
        return false;
    RequestRecord &record = slot->record;
    if (!record.isOpen()) { // the result came first, or we cancelled it
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

/// Notes that the signal of a cancel has crossed the wire, in the form of this dialect.
void RequestTracker::takeCancelSignal(Slot &slot, const Event &event, const QString &reason, qint64 index)
{
    using Problem = Transition::CancelProblem;
    RequestRecord &record = slot.record;
    if (record.cancellation) {
        const bool isSent = !record.cancellation->local || record.cancellation->signalTime != 0;
        if (isSent && record.cancellation->refusal.isEmpty()) {
            report(Transition::Kind::IgnoredCancel, record.serial, Problem::Twice);
            return;
        }
        record.cancellation->refusal
            .clear(); // the server did not accept the first signal, so this one is the first that counts
        record.cancellation->signalTime = event.time;
        record.cancellation->event = index;
        report(Transition::Kind::CancelSignalled, record.serial);
        return;
    }
    if (!record.isOpen() && record.state != RequestState::TimedOut) {
        report(Transition::Kind::IgnoredCancel, record.serial, Problem::Finished);
        return;
    }
    const bool timedOut = record.state == RequestState::TimedOut;
    record.cancellation = {.time = event.time, .reason = reason, .signalTime = event.time, .event = index};
    if (timedOut) {
        report(Transition::Kind::CancelSignalled, record.serial);
        return;
    }
    if (m_dialect->answerOwed)
        record.state = RequestState::Cancelling;
    else
        m_store.end(slot, RequestState::Cancelled, event.time);
    report(Transition::Kind::CancelRequested, record.serial);
}

/// A response that exceeds a limit of ours, and is not kept or not read, still ends its request if it contains the id.
/// No other response will come.
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

/// Ends the requests of an exchange if its end is their end: we closed it, which is the cancel of this dialect, or no
/// response can come any more.
void RequestTracker::onHttp(const Event &event, qint64 index)
{
    if (event.details.value("step"_L1) != "end"_L1)
        return;
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

/// The cancel crossed the wire, but the server did not accept it. That changes nothing for us.
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
    const bool isAnswered = slot && slot->record.state == RequestState::Succeeded;
    if (!slot || slot->record.cancellation || (answered ? !isAnswered : !slot->record.isOpen()))
        return;
    const QJsonValue reason = event.details.value("reason"_L1);
    const bool detached = event.details.value("detached"_L1).toBool();
    slot->record.cancellation = {.time = event.time,
                                 .reason = reason.isString() ? reason.toString() : QString(),
                                 .local = true,
                                 .detached = detached,
                                 .answered = answered,
                                 .event = index,
                                 .parent = RequestId::fromJson(event.details.value("parent"_L1).toString().toUtf8())};
    if (answered)
        slot->record.state = RequestState::Cancelled; // it ended when the response came
    else if (m_dialect->answerOwed && !detached)
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
