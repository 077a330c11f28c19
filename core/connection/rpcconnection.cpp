// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connection/rpcconnection.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/logging.h"
#include "core/rpc/errorcodes.h"
#include "core/rpc/messagetext.h"
#include "core/translatabletext.h"
#include "core/transport/corked.h"
#include "core/transport/transportreason.h"

#include <QMetaMethod>
#include <QTimer>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Reason for the timeout of our request: no response, or the step that it still waited for. A request that has left
/// although no address is known was refused over Streamable HTTP, and waits for HTTP+SSE.
TranslatableText timeoutText(const Transport &transport, const QByteArray &method, qint64 ms, bool hasLeft)
{
    const bool lacksAddress = transport.awaitsAddress();
    const char *sentence =
        !lacksAddress ? hasLeft ? QT_TRANSLATE_NOOP("TranslatableText", "no response to %1 within %2")
                                : QT_TRANSLATE_NOOP("TranslatableText", "%1 could not be sent within %2")
        : hasLeft ? QT_TRANSLATE_NOOP(
                        "TranslatableText",
                        "%1 was refused over Streamable HTTP, and no address for messages (HTTP+SSE) arrived within %2")
                  : QT_TRANSLATE_NOOP("TranslatableText",
                                      "%1 was not sent, since no address for messages (HTTP+SSE) arrived within %2");
    constexpr qint64 Second = 1000;
    const QString span =
        ms >= Second && ms % Second == 0 ? QStringLiteral("%1 s").arg(ms / Second) : QStringLiteral("%1 ms").arg(ms);
    return TranslatableText::of(sentence, QString::fromUtf8(method), span);
}

/// Adds a progress token to `_meta` of `params`, unless there is one.
QByteArray withProgressToken(const QByteArray &params, const RequestId &token)
{
    const JsonValue meta = JsonValue(params).member("_meta");
    if ((meta.isValid() && !meta.isObject()) || meta.member("progressToken").isValid())
        return params;
    return JsonText::withMember(params, "_meta", JsonText::withMember(meta.raw(), "progressToken", token.toJson()));
}

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
QByteArray rawResponse(const Event &event, const Envelope &answer)
{
    return event.part(answer.kind == MessageKind::Result ? answer.result : answer.error).toByteArray();
}

/// Outcome of a request: the result, or an Error for the peer's error or for the fault of its response.
Result<QByteArray> outcomeIn(const Event &event, const Envelope &answer, const RequestRecord &record)
{
    const QByteArray raw = rawResponse(event, answer);
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

RpcConnection::RpcConnection(std::unique_ptr<Transport> transport, Role role, QObject *parent)
    : QObject(parent)
    , m_transport(std::move(transport))
    , m_role(role)
    , m_tracker(std::in_place, Dialect::mcpLegacy(), Memory)
{
    connect(m_transport.get(), &Transport::eventOccurred, this, &RpcConnection::publish);
    connect(m_transport.get(), &Transport::stateChanged, this, &RpcConnection::onTransportState);
}

RpcConnection::~RpcConnection()
{
    disconnect(m_transport.get(), nullptr, this, nullptr);
    m_dying = true; // from now on nothing is sent, even if receivers of the signals below try to
    for (const QPointer<IncomingRequest> request : findChildren<IncomingRequest *>(Qt::FindDirectChildrenOnly)) {
        if (request)
            request->finish();
    }
    const QList<OutgoingRequest *> all = outgoing();
    const QList<QPointer<OutgoingRequest>> live(all.begin(), all.end());
    for (const QPointer<OutgoingRequest> &request : live) {
        if (request)
            request->finish(RequestState::Lost,
                            Error{ErrorKind::Transport, TranslatableText::of(QT_TRANSLATE_NOOP(
                                                            "TranslatableText", "The session has ended"))});
    }
    // Objects that wait for their deletion are children too, and must not call back.
    for (IncomingRequest *request : findChildren<IncomingRequest *>(Qt::FindDirectChildrenOnly))
        request->m_rpc = nullptr;
    for (OutgoingRequest *request : findChildren<OutgoingRequest *>(Qt::FindDirectChildrenOnly))
        request->m_rpc = nullptr;
}

Transport::State RpcConnection::state() const
{
    return m_losing ? Transport::State::Closing : m_transport->state();
}

Direction RpcConnection::own() const
{
    return m_role == Role::Client ? Direction::ClientToServer : Direction::ServerToClient;
}

void RpcConnection::open()
{
    if (state() == Transport::State::Idle)
        beginConnection();
}

void RpcConnection::beginConnection()
{
    m_opensAgain = false;
    // Requests sent before the first connection have records, too.
    if (m_openedBefore || m_tracker->nextSerial() > 0)
        ++m_connection;
    m_openedBefore = true;
    m_tracker.emplace(Dialect::mcpLegacy(), Memory);
    m_transport->open();
}

void RpcConnection::close()
{
    m_opensAgain = false;
    m_transport->close();
}

void RpcConnection::setDialect(const Dialect &dialect)
{
    publish(Event::ofKind(EventKind::Dialect, {{u"name"_s, QString::fromLatin1(dialect.name)}}));
}

void RpcConnection::note(const QString &text, const QJsonObject &more)
{
    QJsonObject details = more;
    details.insert(u"text"_s, text);
    publish(Event::ofKind(EventKind::Note, details));
}

void RpcConnection::noteOf(quint64 serial, const QString &became, const QString &text, const QJsonObject &more)
{
    const RequestRecord *record = m_tracker->record(serial);
    if (!record)
        return;
    QJsonObject details = more;
    details.insert(u"id"_s, QString::fromUtf8(record->id.toJson()));
    details.insert(u"became"_s, became);
    details.insert(u"text"_s, text);
    Event event = Event::ofKind(EventKind::Note, details);
    event.direction = record->direction;
    publish(std::move(event));
}

void RpcConnection::giveUpAnswered(const RequestId &id, const QString &reason)
{
    Event event = makeCancelEvent(id, {.reason = reason});
    event.details.insert(u"answered"_s, true);
    publish(std::move(event));
}

// ---- making requests

RequestId RpcConnection::freshId()
{
    RequestId id;
    do {
        id = RequestId(++m_lastId);
    } while (m_tracker->find(own(), id) || m_departing.contains(id));
    return id;
}

OutgoingRequest *RpcConnection::request(const QByteArray &method, const QByteArray &params,
                                        const RequestOptions &options)
{
    auto *request = new OutgoingRequest(*this, freshId(), method, options);
    track(request);

    const auto endSoon = [request](RequestState state, const Error &error) {
        QTimer::singleShot(0, request, [request, state, error] { request->finish(state, error); });
        return request;
    };
    const CancellationToken *fired = options.token && options.token->isRequested() ? options.token
                                     : options.parent && options.parent->token().isRequested()
                                         ? &options.parent->token()
                                         : nullptr;
    if (fired)
        return endSoon(RequestState::Cancelled, {ErrorKind::Cancelled, fired->reason()});
    if (!params.isEmpty()) {
        if (const auto problem = m_checker.check(params)) {
            return endSoon(RequestState::Failed,
                           {ErrorKind::Json, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                                    "params, line %1, column %2: %3"),
                                                                  problem->line, problem->column, problem->reason)});
        }
        const JsonType type = JsonValue(params).type();
        if (type != JsonType::Object && type != JsonType::Array)
            return endSoon(RequestState::Failed,
                           {ErrorKind::Usage, TranslatableText::of(QT_TRANSLATE_NOOP(
                                                  "TranslatableText", "params must be an object or an array"))});
    }
    const bool addToken = options.wantProgress && (params.isEmpty() || JsonValue(params).isObject());
    const QByteArray whole = addToken ? withProgressToken(params, request->id()) : params;

    switch (m_dying ? Transport::State::Idle : state()) {
    case Transport::State::Open:
        dispatch(request, whole);
        break;
    case Transport::State::Opening:
        m_waiting.emplace_back(request, whole);
        break;
    case Transport::State::Idle:
    case Transport::State::Closing:
        return endSoon(
            RequestState::Lost,
            {ErrorKind::Transport, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Not connected"))});
    }
    return request;
}

void RpcConnection::dispatch(OutgoingRequest *request, const QByteArray &params)
{
    m_departing.insert(request->id(), {request, {}});
    QJsonObject details;
    if (request->m_follows.isLegal())
        details.insert(u"follows"_s, request->m_follows.display());
    m_transport->send(MessageText::request(request->id(), request->method(), params), details);
}

void RpcConnection::notify(const QByteArray &method, const QByteArray &params)
{
    m_transport->send(MessageText::notification(method, params));
}

void RpcConnection::sendRaw(const QByteArray &bytes)
{
    if (!m_checker.check(bytes)) {
        const Envelope envelope = Envelope::of(bytes);
        if (envelope.kind == MessageKind::Request)
            trackRaw(envelope.requestId(bytes), envelope.methodName(bytes));
    }
    m_transport->send(bytes, {{u"injected"_s, true}});
}

// ---- ending requests

OutgoingRequest::CancelResult RpcConnection::cancel(OutgoingRequest *request, const QString &reason)
{
    using Result = OutgoingRequest::CancelResult;
    const RequestRecord *known = m_tracker->record(request->serial());
    const bool ended = known && !known->isOpen(); // finish() follows in the same event
    if (m_dying || ended || request->state() == RequestState::Cancelling)
        return Result::AlreadyEnded;
    if (!m_tracker->dialect().canCancel(request->method()))
        return Result::NotCancellable;
    endRequest(request, {.state = RequestState::Cancelled, .reason = reason});
    return Result::Done;
}

/// Ends a request on our side, and signals the peer once the request has left. Receivers may destroy the request and
/// this object, so the signals come last.
void RpcConnection::endRequest(OutgoingRequest *request, Stop stop)
{
    const RequestId id = request->id();
    const bool hasRecord = request->serial() != Transition::NoRecord;
    const auto departing = m_departing.find(id);
    const bool waitsInTransport = departing != m_departing.end() && departing->request == request;
    stop.recorded = hasRecord; // else its record appears when the request leaves
    if (waitsInTransport) {
        departing->stop = stop;
        departing->request = nullptr;
    }
    if (!hasRecord) {
        const Error error =
            stop.state == RequestState::TimedOut
                ? Error{ErrorKind::Timeout, timeoutText(*m_transport, request->method(), stop.afterMs, false)}
                : Error{ErrorKind::Cancelled, stop.reason};
        request->finish(stop.state, error);
        return;
    }
    const RequestRecord *known = m_tracker->record(request->serial());
    if (!known || !known->isOpen())
        return;
    Event gaveUp = makeCancelEvent(id, stop);
    if (!waitsInTransport && !known->cancellation)
        notifyPeer(*known, stop);
    publish(std::move(gaveUp));
}

/// Sends the cancel signal unless the request was detached or its method cannot be cancelled.
void RpcConnection::notifyPeer(const RequestRecord &record, const Stop &stop)
{
    if (!stop.detached && m_tracker->dialect().canCancel(record.method))
        signalCancel(record.id, stop.reason);
}

/// Makes the event for the moment at which a request is given up. Publishing it leads to the transition that ends the
/// request object.
Event RpcConnection::makeCancelEvent(const RequestId &id, const Stop &stop) const
{
    QJsonObject details{{u"id"_s, id.display()}};
    const bool timeout = stop.state == RequestState::TimedOut;
    if (timeout) {
        details.insert(u"after"_s, stop.afterMs);
        details.insert(u"hard"_s, stop.hard);
    } else if (!stop.reason.isNull()) {
        details.insert(u"reason"_s, stop.reason);
    }
    if (stop.detached)
        details.insert(u"detached"_s, true);
    Event event = Event::ofKind(timeout ? EventKind::Timeout : EventKind::Cancel, details);
    event.direction = own();
    return event;
}

void RpcConnection::signalCancel(const RequestId &id, const QString &reason)
{
    const Dialect &dialect = m_tracker->dialect();
    qCDebug(Log::connection) << "cancel signal in connection" << m_connection
                             << (dialect.signal == Dialect::Signal::CloseStream ? "closes a stream" : "is a message");
    if (dialect.signal == Dialect::Signal::CloseStream) {
        m_transport->closeStream(id); // the reason is not sent
        return;
    }
    notify(dialect.cancelMethod, MessageText::cancelParams(dialect, id.toJson(), reason));
}

/// The bytes of the request have left. Sends the cancel that was requested meanwhile.
void RpcConnection::departed(const RequestId &id)
{
    const Departure departure = m_departing.take(id);
    if (departure.request)
        departure.request->setState(RequestState::InFlight);
    if (!departure.stop)
        return;
    if (const RequestRecord *known = m_tracker->find(own(), id))
        notifyPeer(*known, *departure.stop);
    if (!departure.stop->recorded)
        publish(makeCancelEvent(id, *departure.stop));
}

qsizetype RpcConnection::cancelAll(const QString &reason)
{
    const QList<OutgoingRequest *> all = outgoing();
    return cancelAll({all.begin(), all.end()}, reason);
}

qsizetype RpcConnection::cancelAll(const QList<QPointer<OutgoingRequest>> &requests, const QString &reason)
{
    const Corked corked(*m_transport);
    qsizetype count = 0;
    for (const QPointer<OutgoingRequest> &request : requests) {
        if (request && request->cancel(reason) == OutgoingRequest::CancelResult::Done)
            ++count;
    }
    return count;
}

/// Removes an ended request from the tables. Keeps it only if a late response may follow.
void RpcConnection::release(OutgoingRequest *request)
{
    const bool mayBeLate =
        (request->state() == RequestState::Cancelled || request->state() == RequestState::TimedOut) &&
        !request->isDetached() && request->serial() != Transition::NoRecord &&
        m_transport->state() != Transport::State::Idle;
    const quint64 serial = request->serial();
    untrack(request);
    if (!mayBeLate) {
        request->deleteLater();
        return;
    }
    m_outgoing.insert(serial, request);
    m_late.push_back(serial);
    if (qsizetype(m_late.size()) > MaxLate) {
        if (OutgoingRequest *oldest = m_outgoing.take(m_late.front()))
            oldest->deleteLater();
        m_late.pop_front();
    }
}

void RpcConnection::track(OutgoingRequest *request)
{
    request->m_made = m_made++;
    m_live.emplace(request->m_made, request);
}

void RpcConnection::untrack(OutgoingRequest *request)
{
    m_live.erase(request->m_made);
    std::erase_if(m_waiting, [request](const auto &entry) { return entry.first == request; });
    const auto departing = m_departing.find(request->id());
    if (departing != m_departing.end() && departing->request == request)
        departing->request = nullptr;
    const auto listed = m_outgoing.constFind(request->serial());
    if (listed != m_outgoing.constEnd() && *listed == request)
        m_outgoing.erase(listed);
}

// ---- queries and handlers

OutgoingRequest *RpcConnection::outgoing(quint64 serial) const
{
    OutgoingRequest *request = m_outgoing.value(serial);
    return request && !request->isFinished() ? request : nullptr;
}

IncomingRequest *RpcConnection::incoming(quint64 serial) const
{
    return m_incoming.value(serial);
}

QList<OutgoingRequest *> RpcConnection::outgoing() const
{
    QList<OutgoingRequest *> requests;
    for (const auto &[made, request] : m_live)
        requests.append(request);
    return requests;
}

void RpcConnection::setHandler(const QByteArray &method, Handler handler)
{
    m_handlers.insert(method, std::move(handler));
}

void RpcConnection::setFallbackHandler(Handler handler)
{
    m_fallback = std::move(handler);
}

void RpcConnection::abandon(const IncomingRequest &request, const RequestId &parent, const QString &reason)
{
    QJsonObject details{{u"id"_s, request.id().display()}, {u"parent"_s, parent.display()}};
    if (!reason.isNull())
        details.insert(u"reason"_s, reason);
    Event event = Event::ofKind(EventKind::Cancel, details);
    event.direction = opposite(own());
    publish(std::move(event));
}

void RpcConnection::answer(IncomingRequest *request, const QByteArray &message)
{
    m_incoming.remove(request->serial());
    m_transport->send(message);
}

void RpcConnection::publish(Event published)
{
    published.connection = m_connection;
    // The time of a sent message is that of its last byte, which the transport reports a turn of the event loop later.
    m_lastTime = std::max(m_lastTime, published.time);
    published.time = m_lastTime;
    if (published.kind == EventKind::Closed) {
        m_losing = true;
        m_endReason = published.details.value("reason"_L1).toString();
    }
    // Feed the tracker first: a receiver that acts on a request then meets the state that the log shows.
    const RequestTracker::Transitions transitions = m_tracker->feed(published, RequestRecord::NoEvent);
    const QPointer<RpcConnection> guard(this);
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

void RpcConnection::follow(const Transition &transition, const Event &event)
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

void RpcConnection::followOutgoing(const Transition &transition, const RequestRecord &record, const Event &event)
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
    case Transition::Kind::LateResponse: {
        m_outgoing.remove(record.serial);
        request->deleteLater();
        emit request->lateResponse(rawResponse(event, transition.message),
                                   transition.message.kind == MessageKind::Error);
        break;
    }
    default:
        break;
    }
}

/// Creates an OutgoingRequest for a request that was typed by hand, unless its id is in use.
void RpcConnection::trackRaw(const RequestId &id, const QByteArray &method)
{
    if (m_departing.contains(id))
        return;
    auto *request = new OutgoingRequest(*this, id, method, {});
    track(request);
    m_departing.insert(id, {request, {}});
}

/// Connects the new record with its request, either made by request() or typed by hand.
void RpcConnection::onCreated(const RequestRecord &record, const Event &event)
{
    if (!m_departing.contains(record.id)) {
        if (record.duplicateId)
            return;
        trackRaw(record.id, record.method);
    }
    if (OutgoingRequest *request = m_departing.value(record.id).request) {
        request->m_serial = record.serial;
        request->m_exchange = event.details.value("exchange"_L1).toInteger();
        m_outgoing.insert(record.serial, request);
    }
    if (event.isMessage())
        departed(record.id);
}

void RpcConnection::followIncoming(const Transition &transition, const RequestRecord &record, const Event &event)
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
        request->cancelledByPeer(record.errorMessage.isEmpty() ? u"The connection ended"_s
                                                               : u"The connection ended: "_s + record.errorMessage,
                                 false);
    else if (transition.kind == Transition::Kind::Answered)
        request->finish(); // a raw message typed by hand was the response
}

void RpcConnection::onReceived(const RequestRecord &record, const Event &event, const Envelope &message)
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
OutgoingRequest *RpcConnection::causeOf(const Event &event) const
{
    const qint64 exchange = event.details.value("exchange"_L1).toInteger();
    if (exchange == 0)
        return nullptr;
    const auto found = std::find_if(m_live.begin(), m_live.end(),
                                    [exchange](const auto &live) { return live.second->exchange() == exchange; });
    return found == m_live.end() ? nullptr : found->second;
}

NotificationSource *RpcConnection::notifications(const QByteArray &method)
{
    NotificationSource *&source = m_sources[method];
    if (!source)
        source = new NotificationSource(this);
    return source;
}

void RpcConnection::announceNotifications(const Event &event)
{
    if (event.direction == own())
        return;
    static const QMetaMethod anyNotification = QMetaMethod::fromSignal(&RpcConnection::notificationReceived);
    const QPointer<RpcConnection> guard(this);
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
            return; // without a receiver nothing is copied, so that a flood of unwanted notifications is cheap
        const QByteArray params = message.params.in(event.bytes).toByteArray();
        if (source)
            emit source->received(params);
        if (guard && isForAny)
            emit notificationReceived(method, params);
    });
}

void RpcConnection::onTransportState(Transport::State state)
{
    if (state == Transport::State::Idle && m_opensAgain) {
        beginConnection();
        return;
    }
    qCDebug(Log::connection).verbosity(QDebug::MinimumVerbosity) << "connection" << m_connection << state;
    const QPointer<RpcConnection> guard(this);
    emit stateChanged(state);
    if (!guard || state != Transport::State::Open)
        return;
    for (auto &[request, params] : std::exchange(m_waiting, {}))
        dispatch(request, params);
}

/// Ends the requests that never left, before the new state is announced. Requests with a record have ended by now.
void RpcConnection::onLost(const Event &closed)
{
    const TranslatableText reason = TransportReason::recognized(closed.details.value("reason"_L1).toString());
    const QPointer<RpcConnection> guard(this);
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
