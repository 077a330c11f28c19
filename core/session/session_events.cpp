// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The half of Session that reacts to events; session.cpp holds the calls for users of the class.
#include "core/session/session.h"

#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"
#include "core/rpc/messagetext.h"
#include "core/session/timeouttext.h"

#include <QMetaMethod>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Calls `use` for the message, or for each message of a batch.
template<typename Use>
void forEachMessage(const Event &event, Use use)
{
    if (!event.isMessage())
        return;
    if (event.envelope.kind != MessageKind::Batch) {
        use(event.envelope);
        return;
    }
    for (const Envelope &item : Envelope::batchItems(event.bytes))
        use(item);
}

/// Raw result or error in a response.
QByteArray rawAnswer(const Event &event, const Envelope &answer)
{
    return event.part(answer.kind == MessageKind::Result ? answer.result : answer.error).toByteArray();
}

/// Outcome of a request: the result, or the error. The peer's error, or the rule that its response breaks, becomes an
/// Error of ours.
Result<QByteArray> outcomeIn(const Event &event, const Envelope &answer, const RequestRecord &record)
{
    const QByteArray raw = rawAnswer(event, answer);
    if (answer.kind != MessageKind::Result)
        return Error{.kind = ErrorKind::Peer,
                     .detail = record.errorMessage,
                     .code = record.errorCode.value_or(0),
                     .data = raw,
                     .sessionEnded = event.details.contains(Event::SessionEnded)};
    if (record.state == RequestState::Failed)
        return Error{.kind = ErrorKind::Protocol, .detail = record.errorMessage, .data = raw};
    return raw;
}

} // namespace

void Session::publish(Event published)
{
    published.connection = m_connection;
    // The time of a message is that of its leaving, which the transport reports a turn of the event loop later.
    m_lastTime = std::max(m_lastTime, published.time);
    published.time = m_lastTime;
    if (published.kind == EventKind::Closed) {
        m_losing = true;
        m_endReason = published.details.value("reason"_L1).toString();
    }
    // Feed the tracker first: a receiver that acts on a request then meets the state that the log shows.
    const RequestTracker::Transitions transitions = m_tracker->feed(published, RequestRecord::NoEvent);
    const QPointer<Session> guard(this);
    emit eventOccurred(published);
    for (const Transition &transition : transitions) {
        if (!guard)
            return;
        follow(transition, published);
    }
    if (guard)
        announceNotifications(published);
    if (guard && published.kind == EventKind::Failed)
        emit failed(published.details.value("reason"_L1).toString());
    if (guard && published.kind == EventKind::Closed)
        onLost(published);
}

void Session::follow(const Transition &transition, const Event &event)
{
    const RequestRecord *known = m_tracker->record(transition.serial);
    if (!known)
        return;
    // A copy, since the calls below may feed the tracker.
    const RequestRecord record = *known;
    if (record.direction == own())
        followOutgoing(transition, record, event);
    else
        followIncoming(transition, record, event);
}

void Session::followOutgoing(const Transition &transition, const RequestRecord &record, const Event &event)
{
    if (transition.kind == Transition::Kind::Created) {
        onCreated(record, event);
        return;
    }
    if (transition.kind == Transition::Kind::Left) {
        if (OutgoingRequest *request = m_outgoing.value(record.serial))
            request->m_exchange = event.details.value("exchange"_L1).toInteger();
        departed(record.id);
        return;
    }
    if (transition.kind == Transition::Kind::Lost)
        m_departing.remove(record.id);
    // Either transition may be the first to show that the cancel has left.
    const bool isCancel =
        transition.kind == Transition::Kind::CancelRequested || transition.kind == Transition::Kind::CancelSignalled;
    if (isCancel && record.cancellation->signalTime != 0 && !record.cancellation->byPeer)
        m_transport->watchUsage();
    OutgoingRequest *request = m_outgoing.value(record.serial);
    if (!request)
        return;
    switch (transition.kind) {
    case Transition::Kind::Answered:
        request->finish(record.state, outcomeIn(event, transition.message, record));
        break;
    case Transition::Kind::Progressed:
        request->onProgress(record.progress);
        break;
    case Transition::Kind::CancelRequested:
        if (record.state == RequestState::Cancelling)
            request->setState(RequestState::Cancelling);
        else
            request->finish(record.state, Error{ErrorKind::Cancelled, record.cancellation->reason});
        break;
    case Transition::Kind::TimedOut:
        request->finish(record.state, Error{ErrorKind::Timeout, timeoutText(*m_transport, record.method,
                                                                            event.details.value("after"_L1).toInteger(),
                                                                            !m_departing.contains(record.id))});
        break;
    case Transition::Kind::Lost:
        request->finish(record.state, Error{ErrorKind::Transport, event.details.value("reason"_L1).toString()});
        break;
    case Transition::Kind::Refused:
    case Transition::Kind::Forbidden:
        request->finish(record.state, Error{.kind = ErrorKind::Transport,
                                            .detail = record.errorMessage,
                                            .sessionEnded = event.details.contains(Event::SessionEnded)});
        break;
    case Transition::Kind::Confirmed:
        m_outgoing.remove(record.serial);
        request->deleteLater();
        break;
    case Transition::Kind::LateAnswer: {
        m_outgoing.remove(record.serial);
        request->deleteLater();
        emit request->lateAnswer(rawAnswer(event, transition.message), transition.message.kind == MessageKind::Error);
        break;
    }
    default:
        break;
    }
}

/// Makes a request that was typed by hand an ordinary request of ours, unless its id is in use.
void Session::adopt(const RequestId &id, const QByteArray &method)
{
    if (m_departing.contains(id))
        return;
    auto *request = new OutgoingRequest(*this, id, method, {});
    list(request);
    m_departing.insert(id, {request, {}});
}

/// Connects the new record with its request, either made by us or typed by hand.
void Session::onCreated(const RequestRecord &record, const Event &event)
{
    if (!m_departing.contains(record.id)) {
        if (record.duplicateId)
            return;
        adopt(record.id, record.method);
    }
    if (OutgoingRequest *request = m_departing.value(record.id).request) {
        request->m_serial = record.serial;
        request->m_exchange = event.details.value("exchange"_L1).toInteger();
        m_outgoing.insert(record.serial, request);
    }
    if (event.isMessage())
        departed(record.id);
}

void Session::followIncoming(const Transition &transition, const RequestRecord &record, const Event &event)
{
    if (transition.kind == Transition::Kind::Created) {
        onReceived(record, event, transition.message);
        return;
    }
    IncomingRequest *request = m_incoming.value(record.serial);
    if (!request)
        return;
    if (transition.kind == Transition::Kind::CancelRequested)
        request->cancelledByPeer(record.cancellation->reason, record.isOpen());
    else if (transition.kind == Transition::Kind::Lost)
        request->cancelledByPeer(record.errorMessage.isEmpty() ? u"The connection has ended"_s
                                                               : u"The connection ended: "_s + record.errorMessage,
                                 false);
    else if (transition.kind == Transition::Kind::Answered)
        request->finish(); // a raw message typed by hand was the response
}

void Session::onReceived(const RequestRecord &record, const Event &event, const Envelope &message)
{
    // A peer that must not send requests gets no response: a client of 2026-07-28 sends only requests and
    // notifications.
    if (m_role == Role::Client && !m_tracker->dialect().serverMayAsk)
        return;
    const auto refuse = [this, &record](qint64 code, const QString &why) {
        const RequestId &id = record.id.canBeAnswered() ? record.id : RequestId::null();
        m_transport->send(MessageText::error(id, code, why));
    };
    if (!record.id.isLegal()) {
        refuse(ErrorCode::InvalidRequest, u"The id %1 is neither a string nor an integer"_s.arg(record.id.display()));
        return;
    }
    if (record.duplicateId) {
        refuse(ErrorCode::InvalidRequest,
               u"The id %1 belongs to a request that is still open"_s.arg(record.id.display()));
        return;
    }
    auto *request = new IncomingRequest(*this, record, event.part(message.params).toByteArray());
    request->m_cause = causeOf(event);
    m_incoming.insert(record.serial, request);
    const Handler handler = m_handlers.value(record.method, m_fallback);
    if (handler)
        handler(request);
    else if (record.method == m_tracker->dialect().pingMethod)
        request->respond("{}");
    else
        request->fail(ErrorCode::MethodNotFound, u"Method not found: %1"_s.arg(QString::fromUtf8(record.method)));
}

/// Returns our request whose HTTP response carried this peer request; null if unknown.
OutgoingRequest *Session::causeOf(const Event &event) const
{
    const qint64 exchange = event.details.value("exchange"_L1).toInteger();
    if (exchange == 0)
        return nullptr;
    const auto found = std::find_if(m_live.begin(), m_live.end(),
                                    [exchange](const auto &live) { return live.second->exchange() == exchange; });
    return found == m_live.end() ? nullptr : found->second;
}

NotificationSource *Session::notifications(const QByteArray &method)
{
    NotificationSource *&source = m_sources[method];
    if (!source)
        source = new NotificationSource(this);
    return source;
}

void Session::announceNotifications(const Event &event)
{
    if (event.direction == own())
        return;
    static const QMetaMethod anyNotification = QMetaMethod::fromSignal(&Session::notificationReceived);
    const QPointer<Session> guard(this);
    forEachMessage(event, [&](const Envelope &message) {
        if (!guard || message.kind != MessageKind::Notification)
            return;
        const QByteArray method = message.methodName(event.bytes);
        const Dialect &dialect = m_tracker->dialect();
        if (method == dialect.cancelMethod || method == dialect.endMethod)
            return;
        NotificationSource *source = m_sources.value(method);
        const bool isForAny = method != dialect.progressMethod && isSignalConnected(anyNotification);
        if (!source && !isForAny)
            return; // true for nearly all of a flood: unwanted notifications are not copied
        const QByteArray params = message.params.in(event.bytes).toByteArray();
        if (source)
            emit source->received(params);
        if (guard && isForAny)
            emit notificationReceived(method, params);
    });
}

void Session::onTransportState(Transport::State state)
{
    if (state == Transport::State::Idle && m_opensAgain) {
        beginConnection();
        return;
    }
    const QPointer<Session> guard(this);
    emit stateChanged(state);
    if (!guard || state != Transport::State::Open)
        return;
    for (auto &[request, params] : std::exchange(m_waiting, {}))
        dispatch(request, params);
}

/// Ends the requests that never left, before the new state is announced. Requests with a record have ended by now.
void Session::onLost(const Event &closed)
{
    const QString reason = closed.details.value("reason"_L1).toString();
    const QPointer<Session> guard(this);
    QList<QPointer<OutgoingRequest>> live;
    for (OutgoingRequest *request : outgoing())
        live.append(request);
    for (const QPointer<OutgoingRequest> &request : live) {
        if (request)
            request->finish(RequestState::Lost, Error{ErrorKind::Transport, reason});
        if (!guard)
            return;
    }
    m_departing.clear();
    for (const quint64 serial : std::exchange(m_late, {})) {
        if (OutgoingRequest *request = m_outgoing.take(serial))
            request->deleteLater();
    }
    m_losing = false;
}

} // namespace Pullcord
