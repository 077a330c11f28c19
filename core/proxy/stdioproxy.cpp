// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/stdioproxy.h"

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

StdioProxy::StdioProxy(const StdioCommand &command, int input, int output, PipeWriter *errors,
                       const StdioTransport::Options &options, QObject *parent)
    : Proxy(parent)
    , m_server(command, options)
    , m_client(input, output)
    , m_errors(errors)
    , m_toServer(
          {.pass = [this](const QByteArray &bytes) { m_server.pass(bytes); },
           .add = [this](const QByteArray &line, const QJsonObject &details) { m_server.pass(line + '\n', details); },
           .keep =
               [this](const QByteArray &line, const RequestId &) {
                   m_server.skip(line, {{Event::Withheld, true}});
               }})
    , m_toClient({.pass = [this](const QByteArray &bytes) { m_client.write(bytes); },
                  .add = [this](const QByteArray &line, const QJsonObject &details) { addToClient(line, details); },
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
    if (rules()) {
        m_toServer.setJudge([this](const QByteArray &line) { onLine(Direction::ClientToServer, line); });
        m_toClient.setJudge([this](const QByteArray &line) { onLine(Direction::ServerToClient, line); });
    }
    m_server.open();
}

void StdioProxy::close(const QString &reason)
{
    end(reason, false);
}

void StdioProxy::end(const QString &reason, bool kills)
{
    if (!m_reason.isEmpty() || m_hasEnded)
        return;
    m_reason = reason;
    m_client.stop();
    m_toServer.finish();
    m_server.endPassing();
    kills ? m_server.kill() : m_server.close();
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
    const auto judged = event.direction != Direction::ServerToClient
                            ? m_judged.end()
                            : std::find_if(m_judged.begin(), m_judged.end(),
                                           [&event](const Judged &each) { return each.message == event.bytes; });
    if (judged == m_judged.end())
        return report(std::move(event));
    for (auto it = judged->details.begin(); it != judged->details.end(); ++it)
        event.details.insert(it.key(), it.value());
    const qsizetype count = judged - m_judged.begin() + 1;
    report(std::move(event));
    reportJudged(count);
}

/// Reports what follows the first `count` lines that rules have decided about, since their events have come.
void StdioProxy::reportJudged(qsizetype count)
{
    for (; count > 0; --count) {
        for (const Event &next : m_judged.takeFirst().then)
            report(next);
    }
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
    reportJudged(m_judged.size()); // of lines that became other events
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
    gateOf(request.direction)
        .add(cancelNotification(request.id, reason), operatorDetails(cancellingRule()),
             [this, request] { return isAwaited(request); });
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
        this, [&gate, response, isWanted] { gate.add(response, operatorDetails(), isWanted); }, Qt::QueuedConnection);
    return std::monostate();
}

void StdioProxy::onBegun(const RequestRecord &request)
{
    gateOf(opposite(request.direction)).passAgain(request.id);
}

void StdioProxy::addToClient(const QByteArray &line, const QJsonObject &details)
{
    m_client.write(line + '\n');
    Event event = operatorMessage(line, Direction::ServerToClient);
    event.details = details;
    if (m_judged.isEmpty())
        report(std::move(event));
    else
        m_judged.last().then << event; // after the events of the lines before it
}

/// The transport reports the lines of the server a little later.
void StdioProxy::onLine(Direction direction, const QByteArray &line)
{
    judge(Event::ofBytes(line.chopped(line.endsWith("\r\n") ? 2 : 1), direction, m_checker), line);
}

void StdioProxy::passOn(const Event &message, const QByteArray &line, const QJsonObject &details)
{
    if (message.direction == Direction::ClientToServer)
        return m_server.pass(line, details);
    m_client.write(line);
    m_judged.append({message.bytes, details});
}

void StdioProxy::reportWithheld(const Event &message, const QByteArray &line, const QJsonObject &details)
{
    if (message.direction == Direction::ClientToServer)
        m_server.skip(line.chopped(1), details);
    else
        m_judged.append({message.bytes, details});
}

/// Sends the message between two lines, once the present line has ended.
void StdioProxy::sendByRule(const HeldMessage &message)
{
    if (message.direction == Direction::ServerToClient || m_server.state() == Transport::State::Open)
        gateOf(message.direction).add(message.message, operatorDetails(message.rule), [] { return true; });
    else
        Proxy::sendByRule(message);
}

void StdioProxy::breakOff(quint32, const QString &reason, bool kills)
{
    m_toServer.drop();
    m_toClient.drop();
    end(reason, kills);
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
