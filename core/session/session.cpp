// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/messagetext.h"
#include "core/session/timeouttext.h"
#include "core/transport/corked.h"

#include <QPointer>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Adds a progress token to `_meta` of `params`, unless there is one.
QByteArray withProgressToken(const QByteArray &params, const RequestId &token)
{
    const JsonValue meta = JsonValue(params).member("_meta");
    if ((meta.isValid() && !meta.isObject()) || meta.member("progressToken").isValid())
        return params;
    return JsonText::withMember(params, "_meta", JsonText::withMember(meta.raw(), "progressToken", token.toJson()));
}

} // namespace

Session::Session(std::unique_ptr<Transport> transport, Role role, QObject *parent)
    : QObject(parent)
    , m_transport(std::move(transport))
    , m_role(role)
    , m_tracker(std::in_place, Dialect::mcpLegacy(), Memory)
{
    connect(m_transport.get(), &Transport::eventOccurred, this, &Session::publish);
    connect(m_transport.get(), &Transport::stateChanged, this, &Session::onTransportState);
}

Session::~Session()
{
    disconnect(m_transport.get(), nullptr, this, nullptr);
    m_dying = true; // from now on nothing is sent, whatever the receivers of these signals call
    for (const QPointer<IncomingRequest> request : findChildren<IncomingRequest *>(Qt::FindDirectChildrenOnly)) {
        if (request)
            request->finish();
    }
    const QList<OutgoingRequest *> all = outgoing();
    const QList<QPointer<OutgoingRequest>> live(all.begin(), all.end());
    for (const QPointer<OutgoingRequest> &request : live) {
        if (request)
            request->finish(RequestState::Lost, Error{ErrorKind::Transport,
                                                      Words::of(QT_TRANSLATE_NOOP("Words", "The session has ended"))});
    }
    // Objects that wait for their deletion are children too, and must not call back.
    for (IncomingRequest *request : findChildren<IncomingRequest *>(Qt::FindDirectChildrenOnly))
        request->m_session = nullptr;
    for (OutgoingRequest *request : findChildren<OutgoingRequest *>(Qt::FindDirectChildrenOnly))
        request->m_session = nullptr;
}

Transport::State Session::state() const
{
    return m_losing ? Transport::State::Closing : m_transport->state();
}

Direction Session::own() const
{
    return m_role == Role::Client ? Direction::ClientToServer : Direction::ServerToClient;
}

void Session::open()
{
    if (state() == Transport::State::Idle)
        beginConnection();
}

void Session::beginConnection()
{
    m_opensAgain = false;
    // Requests sent before the first connection have records, too.
    if (m_openedBefore || m_tracker->nextSerial() > 0)
        ++m_connection;
    m_openedBefore = true;
    m_tracker.emplace(Dialect::mcpLegacy(), Memory);
    m_transport->open();
}

void Session::close()
{
    m_opensAgain = false;
    m_transport->close();
}

void Session::setDialect(const Dialect &dialect)
{
    publish(Event::ofKind(EventKind::Dialect, {{u"name"_s, QString::fromLatin1(dialect.name)}}));
}

void Session::note(const QString &text, const QJsonObject &more)
{
    QJsonObject details = more;
    details.insert(u"text"_s, text);
    publish(Event::ofKind(EventKind::Note, details));
}

void Session::noteOf(quint64 serial, const QString &became, const QString &text, const QJsonObject &more)
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

void Session::giveUpAnswered(const RequestId &id, const QString &reason)
{
    Event event = recordOf(id, {.reason = reason});
    event.details.insert(u"answered"_s, true);
    publish(std::move(event));
}

// ---- making requests

RequestId Session::freshId()
{
    RequestId id;
    do {
        id = RequestId(++m_lastId);
    } while (m_tracker->find(own(), id) || m_departing.contains(id));
    return id;
}

OutgoingRequest *Session::request(const QByteArray &method, const QByteArray &params, const RequestOptions &options)
{
    auto *request = new OutgoingRequest(*this, freshId(), method, options);
    list(request);

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
                           {ErrorKind::Json, Words::of(QT_TRANSLATE_NOOP("Words", "params, line %1, column %2: %3"),
                                                       problem->line, problem->column, problem->reason)});
        }
        const JsonType type = JsonValue(params).type();
        if (type != JsonType::Object && type != JsonType::Array)
            return endSoon(
                RequestState::Failed,
                {ErrorKind::Usage, Words::of(QT_TRANSLATE_NOOP("Words", "params must be an object or an array"))});
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
        return endSoon(RequestState::Lost,
                       {ErrorKind::Transport, Words::of(QT_TRANSLATE_NOOP("Words", "Not connected"))});
    }
    return request;
}

void Session::dispatch(OutgoingRequest *request, const QByteArray &params)
{
    m_departing.insert(request->id(), {request, {}});
    QJsonObject details;
    if (request->m_follows.isLegal())
        details.insert(u"follows"_s, request->m_follows.display());
    m_transport->send(MessageText::request(request->id(), request->method(), params), details);
}

void Session::notify(const QByteArray &method, const QByteArray &params)
{
    m_transport->send(MessageText::notification(method, params));
}

void Session::sendRaw(const QByteArray &bytes)
{
    if (!m_checker.check(bytes)) {
        const Envelope envelope = Envelope::of(bytes);
        if (envelope.kind == MessageKind::Request)
            adopt(envelope.requestId(bytes), envelope.methodName(bytes));
    }
    m_transport->send(bytes, {{u"injected"_s, true}});
}

// ---- ending requests

OutgoingRequest::CancelResult Session::cancel(OutgoingRequest *request, const QString &reason)
{
    using Result = OutgoingRequest::CancelResult;
    const RequestRecord *known = m_tracker->record(request->serial());
    const bool ended = known && !known->isOpen(); // the signal of its end is about to reach the object
    if (m_dying || ended || request->state() == RequestState::Cancelling)
        return Result::AlreadyEnded;
    if (!m_tracker->dialect().canCancel(request->method()))
        return Result::NotCancellable;
    stop(request, {.state = RequestState::Cancelled, .reason = reason});
    return Result::Done;
}

/// Ends a request on our side, and signals the peer once it has the request. Receivers may destroy the request and the
/// session, so the signals come last.
void Session::stop(OutgoingRequest *request, Stop stop)
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
    Event gaveUp = recordOf(id, stop);
    if (!waitsInTransport && !known->cancellation)
        tell(*known, stop);
    publish(std::move(gaveUp));
}

/// Sends the cancel signal unless the request was detached or its method cannot be cancelled.
void Session::tell(const RequestRecord &record, const Stop &stop)
{
    if (!stop.detached && m_tracker->dialect().canCancel(record.method))
        signalCancel(record.id, stop.reason);
}

/// Makes the event for the moment at which our side gave up. Publishing it leads to the transition that ends the
/// request object.
Event Session::recordOf(const RequestId &id, const Stop &stop) const
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

void Session::signalCancel(const RequestId &id, const QString &reason)
{
    const Dialect &dialect = m_tracker->dialect();
    if (dialect.signal == Dialect::Signal::CloseStream) {
        m_transport->closeStream(id); // the reason is not sent
        return;
    }
    QByteArray params = JsonText::withMember({}, dialect.idMember, id.toJson());
    if (!reason.isNull() && !dialect.reasonMember.isEmpty())
        params = JsonText::withMember(params, dialect.reasonMember, JsonText::quoted(reason));
    notify(dialect.cancelMethod, params);
}

/// The bytes of the request have left. Sends the cancel that was requested meanwhile.
void Session::departed(const RequestId &id)
{
    const Departure departure = m_departing.take(id);
    if (departure.request)
        departure.request->setState(RequestState::InFlight);
    if (!departure.stop)
        return;
    if (const RequestRecord *known = m_tracker->find(own(), id))
        tell(*known, *departure.stop);
    if (!departure.stop->recorded)
        publish(recordOf(id, *departure.stop));
}

qsizetype Session::cancelAll(const QString &reason)
{
    const QList<OutgoingRequest *> all = outgoing();
    return cancelAll({all.begin(), all.end()}, reason);
}

qsizetype Session::cancelAll(const QList<QPointer<OutgoingRequest>> &requests, const QString &reason)
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
void Session::retire(OutgoingRequest *request)
{
    const bool mayBeLate =
        (request->state() == RequestState::Cancelled || request->state() == RequestState::TimedOut) &&
        !request->isDetached() && request->serial() != Transition::NoRecord &&
        m_transport->state() != Transport::State::Idle;
    const quint64 serial = request->serial();
    unlist(request);
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

void Session::list(OutgoingRequest *request)
{
    request->m_made = m_made++;
    m_live.emplace(request->m_made, request);
}

void Session::unlist(OutgoingRequest *request)
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

OutgoingRequest *Session::outgoing(quint64 serial) const
{
    OutgoingRequest *request = m_outgoing.value(serial);
    return request && !request->isFinished() ? request : nullptr;
}

IncomingRequest *Session::incoming(quint64 serial) const
{
    return m_incoming.value(serial);
}

QList<OutgoingRequest *> Session::outgoing() const
{
    QList<OutgoingRequest *> requests;
    for (const auto &[made, request] : m_live)
        requests.append(request);
    return requests;
}

void Session::setHandler(const QByteArray &method, Handler handler)
{
    m_handlers.insert(method, std::move(handler));
}

void Session::setFallbackHandler(Handler handler)
{
    m_fallback = std::move(handler);
}

void Session::giveUp(const IncomingRequest &request, const RequestId &parent, const QString &reason)
{
    QJsonObject details{{u"id"_s, request.id().display()}, {u"parent"_s, parent.display()}};
    if (!reason.isNull())
        details.insert(u"reason"_s, reason);
    Event event = Event::ofKind(EventKind::Cancel, details);
    event.direction = opposite(own());
    publish(std::move(event));
}

void Session::answer(IncomingRequest *request, const QByteArray &message)
{
    m_incoming.remove(request->serial());
    m_transport->send(message);
}

} // namespace Pullcord
