// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requesttracker.h"

#include "core/json/jsonvalue.h"
#include "core/rpc/requesttarget.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

RequestTracker::RequestTracker(const Dialect &dialect, qsizetype keepEnded)
    : m_dialect(&dialect)
    , m_store(keepEnded)
{
    if (m_dialect != &Dialect::mcpLegacy())
        m_toldDialect.settle();
}

RequestTracker::Transitions RequestTracker::feed(const Event &event, qint64 index)
{
    // Not earlier: the caller still uses requests that the last event ended.
    m_store.clearSurplus();
    m_transitions.clear();
    m_message = {};
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
        m_toldDialect.settle();
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
        // A cancel by a server that must not cancel is recognised, too, although this dialect has no such cancel.
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

/// Records a request that never left, and loses it at once: its caller must not wait for it.
void RequestTracker::onUnsent(const Event &event)
{
    if (event.envelope.kind != MessageKind::Request)
        return;
    const Key key{event.direction, event.requestId()};
    Slot *slot = m_store.newestLeaving(key);
    const bool again = !slot && event.details.value("again"_L1).toBool(); // it has left before, by another way
    if (again)
        slot = m_store.newestOpen(key);
    if (!slot)
        slot = &create(event, event.envelope, RequestState::Queued);
    m_store.setLeaving(*slot, false);
    slot->record.neverSent = !again;
    if (!slot->record.isOpen())
        return;
    slot->record.errorMessage = event.details.value("reason"_L1).toString();
    m_store.end(*slot, RequestState::Lost, event.time);
    report(Transition::Kind::Lost, slot->record.serial);
}

void RequestTracker::onRequest(const Event &event, const Envelope &envelope, qint64 index)
{
    if (event.direction == Direction::ClientToServer) {
        if (const Dialect *told = m_toldDialect.take(event, envelope))
            m_dialect = told;
    }
    const Key key{event.direction, envelope.requestId(event.bytes)};
    if (event.details.value("again"_L1).toBool() && m_store.newestOpen(key))
        return; // the same request by another way
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

/// Ends a request of a server that must not send any at once: the client has no way to respond.
void RequestTracker::forbid(Slot &slot, const Event &event)
{
    RequestRecord &record = slot.record;
    if (record.direction != Direction::ServerToClient || m_dialect->serverMayAsk || !record.isOpen())
        return;
    record.forbidden = true;
    record.errorMessage = u"Since 2026-07-28 MCP has no requests from servers; it gets no response"_s;
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

/// Finds the request of ours that a question serves: the one whose exchange carried it, or else the only possible one.
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
    } else if (!m_dialect->askedAtAnyTime.contains(record.method)) {
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

} // namespace Pullcord
