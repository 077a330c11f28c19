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

QJsonObject StdioProxy::description() const
{
    QJsonObject details = m_server.description();
    details.insert(u"proxied"_s, true);
    return details;
}

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
        m_client.release();
    }
}

void StdioProxy::onClientInput(const QByteArray &bytes)
{
    m_server.pass(bytes);
    if (waitingForServer() >= ClientPipes::MostWaiting && m_server.state() == Transport::State::Open)
        m_client.pause();
}

void StdioProxy::onServerOutput(const QByteArray &bytes)
{
    m_client.write(bytes);
    if (waitingForClient() >= ClientPipes::MostWaiting)
        m_server.setReading(false);
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
