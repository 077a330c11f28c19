// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/server/httpserverexchange.h"

#include <QObject>
#include <QPointer>

#include <chrono>

namespace Pullcord {

/// HTTP response of a proxy that carries messages of the server: to a POST, the responses to its requests; to a GET,
/// everything else.
///
/// The response to a POST is JSON if it is the only message. It becomes an event stream with any other message, with
/// begin(), or after StreamAfter, since clients give up an HTTP response that does not begin. It ends with the last
/// response. That to a GET is an event stream without an end.
///
/// Owner: the ProcessSession; it destroys itself after the end. Signals come through the event loop: drained any number
/// of times, gone at most once and last. Specification: MCP transports, Streamable HTTP, "Sending Messages to the
/// Server".
class MessageStream final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds StreamAfter{5000};

    enum class Kind : quint8 {
        Listening, ///< of a GET
        Legacy,    ///< of a POST
        Modern,    ///< of a POST of 2026-07-28: an error has the HTTP status that belongs to its code
    };

    /// `awaited` is the number of responses that it ends with, for a POST.
    MessageStream(HttpServerExchange &exchange, Kind kind, qsizetype awaited, QObject *parent);

    /// False after the end, or when the client has closed it.
    [[nodiscard]] bool isOpen() const { return m_exchange && m_exchange->isOpen(); }
    /// True if it can carry messages other than awaited responses.
    [[nodiscard]] bool carriesAll() const { return isOpen() && (m_exchange->hasBegun() || m_acceptsEvents); }
    [[nodiscard]] bool hasBegun() const { return m_exchange && m_exchange->hasBegun(); }
    /// Number of bytes that the client has not taken.
    [[nodiscard]] qint64 waiting() const { return m_exchange ? m_exchange->pendingBytes() : 0; }

    /// Begins an event stream, if nothing has begun.
    void begin();
    /// Writes an event that is no message.
    void write(const QByteArray &type, const QByteArray &data);
    void send(const QByteArray &message);
    /// Sends a message with that number of awaited responses.
    void respond(const QByteArray &message, qsizetype count = 1);
    /// One awaited response will not come.
    void forgo();
    /// Ends it now: an event stream in good order, anything else with that status and text.
    void end(int status = 200, const QByteArray &text = {});
    /// Breaks it off, even in the middle.
    void abort();

signals:
    void drained();
    /// The client has closed it before the end.
    void gone();

private:
    void finish();

    QPointer<HttpServerExchange> m_exchange; ///< null after the end
    Kind m_kind;
    qsizetype m_awaited;
    bool m_acceptsEvents;
};

} // namespace Pullcord
