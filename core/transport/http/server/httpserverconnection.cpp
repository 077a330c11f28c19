// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/server/httpserverconnection.h"

#include <QTcpSocket>

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

HttpServerConnection::HttpServerConnection(QTcpSocket *socket, HttpServer::Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_socket(socket)
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(PipelineLimit);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_lingerTimer.setSingleShot(true);
    m_lingerTimer.callOnTimeout(this, &HttpServerConnection::abort);
    connect(m_socket, &QTcpSocket::readyRead, this, &HttpServerConnection::onReadable);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &HttpServerConnection::onWritten);
    // Queued, since a write may fail at once, inside a call by the user of the exchange.
    connect(m_socket, &QTcpSocket::disconnected, this, &HttpServerConnection::onGone, Qt::QueuedConnection);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &HttpServerConnection::onGone, Qt::QueuedConnection);
    // for bytes that came meanwhile
    QMetaObject::invokeMethod(this, &HttpServerConnection::onReadable, Qt::QueuedConnection);
}

HttpServerConnection::~HttpServerConnection()
{
    m_socket->disconnect(this);
    m_ended = true;
    delete m_exchange; // it refers to this connection
    // We may be inside a signal of the socket, which must not be destroyed then.
    m_socket->abort();
    m_socket->setParent(nullptr);
    m_socket->deleteLater();
}

// ---- reading

void HttpServerConnection::onReadable()
{
    if (m_ended)
        return;
    if (m_leaving) {
        m_socket->skip(m_socket->bytesAvailable());
        return;
    }
    if (m_exchange && m_waiting.size() >= PipelineLimit)
        return; // the system holds the rest back
    m_waiting += m_socket->readAll();
    parse();
}

/// Reads at most one request: the next one waits for the end of its exchange.
void HttpServerConnection::parse()
{
    if (m_exchange || m_leaving || m_ended || m_waiting.isEmpty())
        return;
    const Outcome outcome = m_parser.feed(std::exchange(m_waiting, {}));
    m_body += m_parser.takeBody();
    if (!outcome)
        return refuse(400, outcome.error().detail);
    if (!m_parser.hasHead())
        return;
    if (const int status = complaint())
        return refuse(status);
    if (m_parser.isDone())
        handOut();
    else
        invite();
}

/// Status for a faulty request; 0 if nothing is wrong so far.
int HttpServerConnection::complaint() const
{
    const HttpHead &head = m_parser.head();
    if (head.version >= 11 && !head.headers.contains("Host"))
        return 400;
    bool isNumber = false;
    const qint64 announced = head.headers.value("Content-Length").value_or(QByteArray()).toLongLong(&isNumber);
    const bool isTooLarge = m_body.size() > m_options.maxBody || (isNumber && announced > m_options.maxBody);
    return isTooLarge ? 413 : 0;
}

/// Sends 100 Continue to a client that waits for it before it sends the body.
void HttpServerConnection::invite()
{
    const QByteArray expectation = m_parser.head().headers.value("Expect").value_or(QByteArray());
    if (expectation.compare("100-continue", Qt::CaseInsensitive) == 0 && !std::exchange(m_invited, true))
        write("HTTP/1.1 100 Continue\r\n\r\n");
}

void HttpServerConnection::handOut()
{
    m_waiting = m_parser.takeRest();
    m_exchange = new HttpServerExchange(*this, m_parser.head(), std::exchange(m_body, {}), m_parser.keepsAlive());
    m_parser = HttpParser(HttpParser::Kind::Request);
    m_invited = false;
    emit requestArrived(m_exchange);
}

void HttpServerConnection::refuse(int status, const QString &reason)
{
    const QByteArray body = reason.toUtf8();
    write("HTTP/1.1 " + QByteArray::number(status) + ' ' + HttpServerExchange::reasonOf(status) +
          "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " + QByteArray::number(body.size()) +
          "\r\nConnection: close\r\n\r\n" + body);
    closeGently(false);
}

// ---- called by the exchange

void HttpServerConnection::write(const QByteArray &bytes)
{
    if (m_ended || m_socket->state() != QAbstractSocket::ConnectedState)
        return;
    m_socket->write(bytes);
    m_socket->flush();
}

bool HttpServerConnection::isConnected() const
{
    return m_socket->state() == QAbstractSocket::ConnectedState;
}

qint64 HttpServerConnection::pendingBytes() const
{
    return m_socket->bytesToWrite();
}

void HttpServerConnection::finish(bool keepAlive)
{
    m_exchange = nullptr;
    if (!keepAlive)
        return closeGently(m_waiting.isEmpty() && m_socket->bytesAvailable() == 0);
    QMetaObject::invokeMethod(this, &HttpServerConnection::onReadable, Qt::QueuedConnection);
}

void HttpServerConnection::abort()
{
    if (m_ended)
        return;
    m_leaving = true;
    m_socket->abort();
    QMetaObject::invokeMethod(this, &HttpServerConnection::onGone, Qt::QueuedConnection);
}

// ---- ends

/// Closes the connection. Unless `heardAll`, the client may still be sending, and gets time to read the response first:
/// closing at once would discard it.
void HttpServerConnection::closeGently(bool heardAll)
{
    m_leaving = true;
    m_waiting.clear();
    if (heardAll)
        m_socket->disconnectFromHost();
    else
        m_lingerTimer.start(m_options.lingerTime);
}

/// Posts one drained() for all writes of a turn of the event loop. Queued, since a write may succeed at once.
void HttpServerConnection::onWritten()
{
    if (pendingBytes() > 0 || std::exchange(m_drainPosted, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_drainPosted = false;
            if (m_exchange && !m_ended && pendingBytes() == 0)
                m_exchange->onDrained();
        },
        Qt::QueuedConnection);
}

void HttpServerConnection::onGone()
{
    if (m_ended || m_socket->state() != QAbstractSocket::UnconnectedState)
        return;
    m_ended = true;
    m_lingerTimer.stop();
    deleteLater();
    if (HttpServerExchange *exchange = std::exchange(m_exchange, nullptr))
        exchange->onGone();
}

} // namespace Pullcord
