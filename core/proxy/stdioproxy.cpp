// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/stdioproxy.h"

namespace Pullcord {
using namespace Qt::StringLiterals;

StdioProxy::StdioProxy(const StdioCommand &command, int input, int output, PipeWriter *errors,
                       const StdioTransport::Options &options, QObject *parent)
    : Proxy(parent)
    , m_server(command, options)
    , m_client(input, output)
    , m_errors(errors)
    , m_toServer({.pass = [this](const QByteArray &bytes) { m_server.pass(bytes); },
                  .add = [this](const QByteArray &line) { m_server.pass(line + '\n', operatorDetails()); },
                  .keep = [this](const QByteArray &line, const RequestId &) { keepFromServer(line); }})
    , m_toClient({.pass = [this](const QByteArray &bytes) { m_client.write(bytes); },
                  .add = [this](const QByteArray &line) { addToClient(line); },
                  .keep = [this](const QByteArray &, const RequestId &id) { m_keptFromClient << id; }})
{
    connect(&m_server, &Transport::eventOccurred, this, &StdioProxy::onEvent);
    connect(&m_server, &Transport::stateChanged, this, &StdioProxy::onServerState);
    connect(&m_server, &LineTransport::received, this, &StdioProxy::onServerOutput);
    connect(&m_server, &StdioTransport::errorsReceived, this, &StdioProxy::onServerErrors);
    // Resume at half, so that neither side is woken for each byte that the other takes.
    connect(&m_server, &StdioTransport::left, this, [this] {
        if (waitingForServer() <= ClientPipes::MostWaiting / 2 && m_server.state() == Transport::State::Open)
            m_client.resume();
    });
    connect(&m_client, &ClientPipes::arrived, this, &StdioProxy::onClientInput);
    connect(&m_client, &ClientPipes::gone, this, &StdioProxy::close);
    connect(&m_client, &ClientPipes::taken, this, [this] {
        if (waitingForClient() <= ClientPipes::MostWaiting / 2)
            m_server.setReading(true);
    });
    connect(&m_client, &ClientPipes::released, this, &StdioProxy::finish);
    if (m_errors) {
        connect(m_errors, &PipeWriter::left, this, [this] {
            if (m_errors->pendingBytes() <= ClientPipes::MostWaiting / 2)
                m_server.setReadingErrors(true);
        });
        connect(m_errors, &PipeWriter::failed, this, [this] { m_server.setReadingErrors(true); });
    }
}

StdioProxy::~StdioProxy() = default;

void StdioProxy::start()
{
    m_server.open();
}

void StdioProxy::close(const QString &reason)
{
    if (!m_reason.isEmpty() || m_hasEnded)
        return;
    m_reason = reason;
    m_client.stop();
    m_toServer.finish();
    m_server.endPassing();
    m_server.close();
}

void StdioProxy::hurry()
{
    m_client.hurry();
    if (!m_hasEnded)
        m_server.kill();
}

/// The time of a message is that of its leaving, which is reported a turn of the event loop later.
void StdioProxy::onEvent(Event event)
{
    if (event.kind == EventKind::Opening)
        event.details = description();
    else if (event.kind == EventKind::Failed && !m_wasOpen)
        setFailure(event.details.value("reason"_L1).toString());
    else if (event.kind == EventKind::Closing && !event.details.contains("reason"_L1))
        event.details.insert(u"reason"_s, m_reason);
    if (!m_keptFromClient.isEmpty() && event.direction == Direction::ServerToClient && event.envelope.isResponse() &&
        m_keptFromClient.removeOne(event.requestId()))
        event.details.insert(Event::Withheld, true);
    report(std::move(event));
}

void StdioProxy::onServerState(Transport::State state)
{
    if (state == Transport::State::Open) {
        m_wasOpen = true;
        m_client.resume();
    } else if (state == Transport::State::Closing) {
        m_client.stop();
    } else if (state == Transport::State::Idle) {
        m_hasEnded = true;
        m_toClient.finish();
        m_client.release();
    }
}

void StdioProxy::onClientInput(const QByteArray &bytes)
{
    m_toServer.feed(bytes);
    m_toServer.flush();
    if (waitingForServer() >= ClientPipes::MostWaiting && m_server.state() == Transport::State::Open)
        m_client.pause();
}

void StdioProxy::onServerOutput(const QByteArray &bytes)
{
    m_toClient.feed(bytes);
    if (m_toClient.hasAdded()) // after the events of these bytes
        QMetaObject::invokeMethod(
            this, [this] { m_toClient.flush(); }, Qt::QueuedConnection);
    if (waitingForClient() >= ClientPipes::MostWaiting)
        m_server.setReading(false);
}

/// The line of the operator goes between two lines of the side whose request is cancelled.
Outcome StdioProxy::sendCancel(const RequestRecord &request, const QString &reason)
{
    if (m_server.state() != Transport::State::Open)
        return refusal(OperatorCancel::NotPossible, u"the connection is closing"_s);
    gateOf(request.direction).add(cancelNotification(request.id, reason), [this, request] {
        return isAwaited(request);
    });
    return std::monostate();
}

Outcome StdioProxy::sendResponse(const RequestRecord &request, const QByteArray &response)
{
    LineGate &gate = gateOf(opposite(request.direction));
    const auto isWanted = [this, request, &gate] {
        if (!isAwaited(request))
            return false;
        gate.keepBack(request.id);
        return true;
    };
    // The event of the cancel comes first, if the cancel has left.
    QMetaObject::invokeMethod(
        this, [&gate, response, isWanted] { gate.add(response, isWanted); }, Qt::QueuedConnection);
    return std::monostate();
}

void StdioProxy::onBegun(const RequestRecord &request)
{
    gateOf(opposite(request.direction)).passAgain(request.id);
}

void StdioProxy::addToClient(const QByteArray &line)
{
    m_client.write(line + '\n');
    report(operatorMessage(line, Direction::ServerToClient));
}

/// The transport does not see this line.
void StdioProxy::keepFromServer(const QByteArray &line)
{
    const bool hasReturn = line.endsWith('\r');
    Event event = Event::ofBytes(hasReturn ? line.chopped(1) : line, Direction::ClientToServer, m_checker);
    if (hasReturn)
        event.details.insert(u"eol"_s, u"\r\n"_s);
    event.details.insert(Event::Withheld, true);
    report(std::move(event));
}

void StdioProxy::onServerErrors(const QByteArray &bytes)
{
    if (!m_errors)
        return;
    m_errors->write(bytes);
    if (m_errors->pendingBytes() >= ClientPipes::MostWaiting)
        m_server.setReadingErrors(false);
}

} // namespace Pullcord
