// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/stdioproxy.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

StdioProxy::StdioProxy(const StdioCommand &command, int input, int output, PipeWriter *errors,
                       const StdioTransport::Options &options, QObject *parent)
    : QObject(parent)
    , m_server(command, options)
    , m_clientInput(new PipeReader(input, this))
    , m_clientOutput(new PipeWriter(output, this))
    , m_errors(errors)
{
    connect(&m_server, &Transport::eventOccurred, this, &StdioProxy::onEvent);
    connect(&m_server, &Transport::stateChanged, this, &StdioProxy::onServerState);
    connect(&m_server, &LineTransport::received, this, &StdioProxy::onServerOutput);
    connect(&m_server, &StdioTransport::errorsReceived, this, &StdioProxy::onServerErrors);
    // Resume at half, so that neither side is woken for each byte that the other takes.
    connect(&m_server, &StdioTransport::left, this, [this] {
        if (waitingForServer() <= MostWaiting / 2)
            readClient(m_server.state() == Transport::State::Open);
    });
    connect(m_clientInput, &PipeReader::arrived, this, &StdioProxy::onClientInput);
    connect(m_clientInput, &PipeReader::ended, this, [this] { leave(u"the client closed standard input"_s); });
    connect(m_clientOutput, &PipeWriter::left, this, [this](qint64 count) {
        m_undelivered -= count;
        onClientTook();
    });
    connect(m_clientOutput, &PipeWriter::failed, this, &StdioProxy::onClientGone);
    m_clientOutput->watchReaders();
    if (m_errors) {
        connect(m_errors, &PipeWriter::left, this, [this] {
            if (m_errors->pendingBytes() <= MostWaiting / 2)
                m_server.setReadingErrors(true);
        });
        connect(m_errors, &PipeWriter::failed, this, [this] { m_server.setReadingErrors(true); });
    }
    m_flushTimer.setSingleShot(true);
    m_flushTimer.setInterval(FlushWait);
    connect(&m_flushTimer, &QTimer::timeout, this, &StdioProxy::settle);
    m_hangUpTimer.setInterval(HangUpCheck);
    connect(&m_hangUpTimer, &QTimer::timeout, this, [this] {
        if (m_clientInput->hasHungUp())
            m_clientInput->drain(); // a pipe holds a limited number of bytes, and its end comes after them
    });
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
    leave(reason);
}

void StdioProxy::hurry()
{
    m_isHurried = true;
    if (m_hasEnded)
        settle();
    else
        m_server.kill();
}

void StdioProxy::leave(const QString &reason)
{
    if (!m_reason.isEmpty() || m_hasEnded)
        return;
    m_reason = reason;
    readClient(false);
    m_server.endPassing();
    m_server.close();
}

/// The time of a message is that of its leaving, which is reported a turn of the event loop later.
void StdioProxy::onEvent(Event event)
{
    m_lastTime = std::max(m_lastTime, event.time);
    event.time = m_lastTime;
    if (event.kind == EventKind::Opening)
        event.details = description();
    else if (event.kind == EventKind::Failed && !m_wasOpen)
        m_failure = event.details.value("reason"_L1).toString();
    else if (event.kind == EventKind::Closing && !event.details.contains("reason"_L1))
        event.details.insert(u"reason"_s, m_reason);
    emit eventOccurred(event);
}

void StdioProxy::onServerState(Transport::State state)
{
    if (state == Transport::State::Open) {
        m_wasOpen = true;
        readClient(true);
    } else if (state == Transport::State::Closing) {
        readClient(false);
    } else if (state == Transport::State::Idle) {
        m_clientInput->close();
        m_hasEnded = true;
        m_clientOutput->closeWhenWritten();
        onClientTook();
    }
}

/// Starts or stops reading the client. While it is not read, its end does not show, so a timer checks for it.
void StdioProxy::readClient(bool reading)
{
    m_clientInput->setReading(reading);
    if (reading || !m_reason.isEmpty() || m_server.state() != Transport::State::Open)
        m_hangUpTimer.stop();
    else if (!m_hangUpTimer.isActive())
        m_hangUpTimer.start();
}

void StdioProxy::onClientInput(const QByteArray &bytes)
{
    m_server.pass(bytes);
    if (waitingForServer() >= MostWaiting)
        readClient(false);
}

/// Forwards what the client wrote before it closed its end.
void StdioProxy::onClientGone()
{
    if (m_server.state() == Transport::State::Open)
        m_clientInput->drain(MostWaiting);
    leave(u"the client closed standard output"_s);
    onClientTook();
}

void StdioProxy::onServerOutput(const QByteArray &bytes)
{
    m_undelivered += bytes.size();
    m_clientOutput->write(bytes);
    if (waitingForClient() >= MostWaiting)
        m_server.setReading(false);
}

void StdioProxy::onServerErrors(const QByteArray &bytes)
{
    if (!m_errors)
        return;
    m_errors->write(bytes);
    if (m_errors->pendingBytes() >= MostWaiting)
        m_server.setReadingErrors(false);
}

void StdioProxy::onClientTook()
{
    if (waitingForClient() <= MostWaiting / 2)
        m_server.setReading(true);
    if (!m_hasEnded)
        return;
    if (waitingForClient() == 0 || m_isHurried)
        settle();
    else
        m_flushTimer.start();
}

void StdioProxy::settle()
{
    if (std::exchange(m_hasSettled, true))
        return;
    m_flushTimer.stop();
    m_clientOutput->close();
    noteUndelivered();
    QMetaObject::invokeMethod(this, &StdioProxy::finished, Qt::QueuedConnection);
}

void StdioProxy::noteUndelivered()
{
    if (m_undelivered == 0)
        return;
    const QString text = u"%1 bytes of server output were not delivered: the client did not read them"_s;
    onEvent(Event::ofKind(EventKind::Note, {{u"text"_s, text.arg(m_undelivered)}, {u"undelivered"_s, m_undelivered}}));
}

} // namespace Pullcord
