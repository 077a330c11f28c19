// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/stdiohttpproxy.h"

#include "core/json/jsonvalue.h"
#include "core/rpc/messagetext.h"
#include "core/transport/transportreason.h"

#include <QJsonArray>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

StdioHttpProxy::StdioHttpProxy(const HttpOptions &options, int input, int output, QObject *parent)
    : Proxy(parent)
    , m_server(options)
    , m_client(input, output)
    , m_lines(options.json.maxSize)
    , m_checker(options.json)
{
    connect(&m_server, &Transport::eventOccurred, this, &StdioHttpProxy::onEvent);
    connect(&m_server, &Transport::stateChanged, this, &StdioHttpProxy::onState);
    connect(&m_server, &Transport::sessionEnded, this,
            [this] { close(TranslatableText::of(TransportReason::SessionUnknown)); });
    connect(&m_client, &ClientPipes::arrived, this, [this](const QByteArray &bytes) {
        m_lines.feed(bytes, [this](const LineFramer::Line &line) { onLine(line); });
    });
    connect(&m_client, &ClientPipes::gone, this, &StdioHttpProxy::close);
    connect(&m_client, &ClientPipes::released, this, &StdioHttpProxy::finish);
}

StdioHttpProxy::~StdioHttpProxy() = default;

void StdioHttpProxy::start()
{
    m_server.open();
}

void StdioHttpProxy::close(const QString &reason)
{
    if (!m_reason.isEmpty() || m_server.state() == Transport::State::Idle)
        return;
    m_reason = reason;
    m_client.stop();
    m_lines.finish([this](const LineFramer::Line &line) { onLine(line); });
    m_server.close();
}

void StdioHttpProxy::hurry()
{
    m_client.hurry();
}

void StdioHttpProxy::onLine(const LineFramer::Line &line)
{
    const QByteArray message = line.toByteArray();
    if (message.trimmed().isEmpty())
        return;
    if (line.oversize)
        return refuse(message, line.length);
    const Event event = Event::ofBytes(message, Direction::ClientToServer, m_checker);
    if (rules())
        judge(event, message);
    else
        sendToServer(message, event.envelope, {});
}

void StdioHttpProxy::sendToServer(const QByteArray &message, const Envelope &envelope, const QJsonObject &details)
{
    if (translateCancel(message, envelope, details) || keepFromServer(message, envelope))
        return;
    if (envelope.kind == MessageKind::Batch) {
        for (const Envelope &item : Envelope::batchItems(message))
            note(message, item);
    } else {
        note(message, envelope);
    }
    m_server.send(message, details);
}

void StdioHttpProxy::passOn(const Event &message, const QByteArray &line, const QJsonObject &details)
{
    if (message.direction == Direction::ClientToServer)
        return sendToServer(line, message.envelope, details);
    m_judged.details = details;
    sendToClient(message.bytes, message.envelope);
}

void StdioHttpProxy::reportWithheld(const Event &message, const QByteArray &, const QJsonObject &details)
{
    if (message.direction == Direction::ServerToClient) {
        m_judged.details = details;
        return;
    }
    Event event = message;
    event.details = details;
    report(std::move(event));
}

void StdioHttpProxy::sendByRule(const HeldMessage &message)
{
    const Envelope envelope = Envelope::of(message.message);
    if (message.direction == Direction::ServerToClient) {
        sendToClient(message.message, envelope);
        const Event event = operatorMessage(message.message, message.direction, message.rule);
        if (m_isJudging)
            m_judged.then << event; // after the event of the present message
        else
            report(event);
    } else if (m_server.state() == Transport::State::Open) {
        sendToServer(message.message, envelope, operatorDetails(message.rule));
    } else {
        Proxy::sendByRule(message);
    }
}

/// Only the head of the line is known, so it cannot be sent.
void StdioHttpProxy::refuse(const QByteArray &head, qsizetype length)
{
    Event event = Event::ofBytes(head, Direction::ClientToServer, m_checker);
    event.kind = EventKind::Unsent;
    event.details.insert(u"length"_s, length);
    event.details.insert(u"reason"_s, u"the line is longer than the limit"_s);
    report(std::move(event));
}

void StdioHttpProxy::note(QByteArrayView message, const Envelope &envelope)
{
    if (envelope.kind != MessageKind::Request)
        return;
    const RequestId id = envelope.requestId(message);
    const bool isModern = !McpHeaders::versionIn(message, envelope).isEmpty();
    m_inFlight.insert(id, isModern);
    if (isModern)
        m_leaving.insert(id, {});
}

/// Returns true if the line is a cancel that HTTP expresses by a closed stream.
bool StdioHttpProxy::translateCancel(const QByteArray &line, const Envelope &envelope, QJsonObject details)
{
    if (envelope.kind != MessageKind::Notification || envelope.methodName(line) != "notifications/cancelled")
        return false;
    const JsonValue params(envelope.params.in(line));
    const RequestId id = RequestId::fromJson(params.member("requestId").raw());
    const bool isModern =
        m_closed.remove(id) || m_inFlight.value(id) || !McpHeaders::versionIn(line, envelope).isEmpty();
    if (!isModern)
        return false;
    details.insert(u"id"_s, QString::fromUtf8(id.toJson()));
    details.insert(u"notification"_s, QString::fromUtf8(line));
    if (const QString reason = params.member("reason").toString(); !reason.isNull())
        details.insert(u"reason"_s, reason);
    Event event = Event::ofKind(EventKind::Cancel, details);
    event.direction = Direction::ClientToServer;
    m_inFlight.remove(id);
    if (const auto leaving = m_leaving.find(id); leaving != m_leaving.end()) {
        *leaving = std::move(event);
        return true;
    }
    report(std::move(event));
    m_server.closeStream(id);
    return true;
}

/// Cancels a request that has just left, or ended, if the client has cancelled it meanwhile.
void StdioHttpProxy::onLeft(const RequestId &id)
{
    std::optional<Event> cancel = m_leaving.take(id);
    if (!cancel)
        return;
    cancel->time = monotonicNow();
    report(*std::move(cancel));
    m_server.closeStream(id);
}

void StdioHttpProxy::onEvent(Event event)
{
    if (event.kind == EventKind::Opening)
        event.details = description();
    else if (event.kind == EventKind::Failed)
        setFailure(event.details.value("reason"_L1).toString());
    else if (event.kind == EventKind::Closing && !event.details.contains("reason"_L1))
        event.details.insert(u"reason"_s, m_reason);
    if (event.direction == Direction::ServerToClient && event.envelope.isResponse() &&
        m_keptFromClient.remove(event.requestId()))
        event.details.insert(Event::Withheld, true);
    else if (event.direction == Direction::ServerToClient)
        onMessage(event);
    report(event);
    const QList<Event> then = std::exchange(m_judged, {}).then;
    for (const Event &next : then)
        report(next);
    endRequests(event);
    const bool hasLeft = event.kind == EventKind::Message || event.kind == EventKind::Unsent;
    if (hasLeft && event.direction == Direction::ClientToServer && event.envelope.kind == MessageKind::Request)
        onLeft(event.requestId());
}

void StdioHttpProxy::onMessage(Event &event)
{
    if (event.kind != EventKind::Message && event.kind != EventKind::Malformed)
        return;
    if (!rules())
        return sendToClient(event.bytes, event.envelope);
    m_isJudging = true;
    judge(event, event.bytes);
    m_isJudging = false;
    for (auto it = m_judged.details.begin(); it != m_judged.details.end(); ++it)
        event.details.insert(it.key(), it.value());
}

void StdioHttpProxy::sendToClient(const QByteArray &message, const Envelope &envelope)
{
    const auto answered = [&](const Envelope &one) {
        if (one.isResponse())
            m_inFlight.remove(one.requestId(message));
    };
    if (envelope.kind == MessageKind::Batch) {
        for (const Envelope &item : Envelope::batchItems(message))
            answered(item);
    } else {
        answered(envelope);
    }
    QByteArray line = message;
    line.replace('\r', ' ').replace('\n', ' ');
    m_client.write(line + '\n');
}

/// Ends what the client waits for in vain: requests of an exchange that ended, or one that never left.
void StdioHttpProxy::endRequests(const Event &event)
{
    const QString reason = event.details.value("reason"_L1).toString();
    if (event.kind == EventKind::Unsent && event.envelope.kind == MessageKind::Request) {
        endRequest(event.requestId(), reason);
    } else if (event.kind == EventKind::Http && event.details.value("step"_L1) == "end"_L1) {
        const bool isLost = !event.details.value("ends"_L1).toString().isEmpty();
        const bool isClosed = event.details.value("how"_L1) == "closed"_L1; // after a cancel
        const QJsonArray ids = event.details.value("requests"_L1).toArray();
        for (const QJsonValue &text : ids) {
            const RequestId id = RequestId::fromJson(text.toString().toUtf8());
            onLeft(id);
            if (isLost)
                endRequest(id, reason);
            else if (isClosed)
                m_inFlight.remove(id);
        }
    }
}

void StdioHttpProxy::endRequest(const RequestId &id, const QString &reason)
{
    if (m_inFlight.remove(id) == 0 || !id.canBeAnswered())
        return;
    const QByteArray response =
        MessageText::error(id, NoResponse, reason.isEmpty() ? u"the server did not respond"_s : reason);
    m_client.write(response + '\n');
    report(noteOfNoResponse(id, response));
}

/// HTTP expresses the cancel of a request of 2026-07-28 by a closed stream.
Outcome StdioHttpProxy::sendCancel(const RequestRecord &request, const QString &reason)
{
    if (m_server.state() != Transport::State::Open)
        return refusal(OperatorCancel::NotPossible, u"the connection is closing"_s);
    if (request.direction == Direction::ServerToClient) {
        addToClient(cancelNotification(request.id, reason));
        return std::monostate();
    }
    const bool isModern = m_inFlight.take(request.id); // no error follows if no response comes
    if (!isModern) {
        m_server.send(cancelNotification(request.id, reason), operatorDetails(cancellingRule()));
        return std::monostate();
    }
    report(operatorClosing(request.id, reason, cancellingRule()));
    m_closed.insert(request.id);
    m_server.closeStream(request.id);
    return std::monostate();
}

Outcome StdioHttpProxy::sendResponse(const RequestRecord &request, const QByteArray &response)
{
    keptOf(request.direction).insert(request.id);
    if (request.direction == Direction::ClientToServer)
        addToClient(response);
    else
        m_server.send(response, operatorDetails());
    return std::monostate();
}

void StdioHttpProxy::onBegun(const RequestRecord &request)
{
    keptOf(request.direction).remove(request.id);
}

void StdioHttpProxy::addToClient(const QByteArray &line)
{
    m_client.write(line + '\n');
    report(operatorMessage(line, Direction::ServerToClient));
}

/// Returns true if the line is a response of the client that is withheld from the server.
bool StdioHttpProxy::keepFromServer(const QByteArray &line, const Envelope &envelope)
{
    if (!envelope.isResponse() || !m_keptFromServer.remove(envelope.requestId(line)))
        return false;
    Event event = Event::ofBytes(line, Direction::ClientToServer, m_checker);
    event.details.insert(Event::Withheld, true);
    report(std::move(event));
    return true;
}

void StdioHttpProxy::onState(Transport::State state)
{
    if (state == Transport::State::Open)
        m_client.resume();
    else if (state == Transport::State::Closing)
        m_client.stop();
    else if (state == Transport::State::Idle)
        m_client.release();
}

} // namespace Pullcord
