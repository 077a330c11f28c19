// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/clientpipes.h"
#include "core/proxy/linegate.h"
#include "core/proxy/proxy.h"
#include "core/transport/stdiotransport.h"

#include <QPointer>

namespace Pullcord {

/// Proxy on stdio: a client has started us instead of its server, and the server is our child.
///
/// Bytes pass unchanged, in order, both ways, whatever they are and wherever they are cut. Nothing is added, left out
/// or held back until a line is complete, except what the operator wants (see LineGate), also by rules: with rules, each
/// line waits for its end, and a last line without a newline passes unmatched. The traffic is reported as the events of
/// one connection, like those of a Transport.
///
/// A cancel also passes unchanged, in every revision. On stdio it is the notification `notifications/cancelled` (in
/// 2026-07-28 only the client may send it). Ids are the client's own, and the RequestTracker that gets the events
/// determines the effect on the request.
///
/// A message of the client is reported when its last byte has left for the server (as Queued before, if that takes
/// long; as Unsent if it never leaves), one of the server when it has arrived. Each side is read only while the other
/// side keeps up: about ClientPipes::MostWaiting bytes are kept, so memory stays bounded.
///
/// It ends with the server. It stops the server as StdioTransport does when the client closes its end (even while we do
/// not read), stops reading, or close() is called; bytes for the server leave first. The server's output reaches the
/// client before finished(), unless the client takes nothing for ClientPipes::FlushWait or has closed its end. Then a
/// Note reports the number of lost bytes (`undelivered`).
///
/// Owner: the creator, which passes the client's ends of stdio; the proxy closes them. Specification: MCP transports,
/// stdio, of every revision; utilities "Cancellation".
class StdioProxy final : public Proxy
{
    Q_OBJECT

public:
    /// `input` is the pipe that the client writes to, `output` the one it reads; the proxy takes ownership of both. The
    /// server's stderr goes to `errors`, if given, which must outlive the proxy.
    StdioProxy(const StdioCommand &command, int input, int output, PipeWriter *errors = nullptr,
               const StdioTransport::Options &options = {}, QObject *parent = nullptr);
    /// Kills every process that still runs, without waiting.
    ~StdioProxy() override;

    void start() override;
    void close(const QString &reason) override;
    /// Kills the server.
    void hurry() override;

    /// Exit status of the server: see StdioTransport. None if it could not be started.
    [[nodiscard]] std::optional<int> exitStatus() const override { return m_server.exitStatus(); }
    [[nodiscard]] qint64 undelivered() const override { return m_client.undelivered(); }
    /// Number of bytes that wait for one of the two; never much more than ClientPipes::MostWaiting.
    [[nodiscard]] qsizetype waitingForServer() const { return m_server.pendingBytes(); }
    [[nodiscard]] qsizetype waitingForClient() const { return m_client.waiting(); }

protected:
    [[nodiscard]] QJsonObject serverDescription() const override { return m_server.description(); }
    [[nodiscard]] Outcome sendCancel(const RequestRecord &request, const QString &reason) override;
    [[nodiscard]] Outcome sendResponse(const RequestRecord &request, const QByteArray &response) override;
    void onBegun(const RequestRecord &request) override;
    void passOn(const Event &message, const QByteArray &line, const QJsonObject &details) override;
    void reportWithheld(const Event &message, const QByteArray &line, const QJsonObject &details) override;
    void sendByRule(const HeldMessage &message) override;
    void breakOff(quint32 connection, const QString &reason, bool kills) override;

private:
    [[nodiscard]] LineGate &gateOf(Direction direction)
    {
        return direction == Direction::ClientToServer ? m_toServer : m_toClient;
    }
    void end(const QString &reason, bool kills);
    void addToClient(const QByteArray &line, const QJsonObject &details);
    void onLine(Direction direction, const QByteArray &line);
    void onEvent(Event event);
    void reportJudged(qsizetype count);
    void onServerState(Transport::State state);
    void onClientInput(const QByteArray &bytes);
    void onServerOutput(const QByteArray &bytes);
    void onServerErrors(const QByteArray &bytes);

    StdioTransport m_server;
    ClientPipes m_client;
    QPointer<PipeWriter> m_errors;
    LineGate m_toServer;
    LineGate m_toClient;
    /// A line from the server that rules have decided about, and whose event has not come yet.
    struct Judged
    {
        QByteArray message;
        QJsonObject details;    ///< to be added to the event
        QList<Event> then = {}; ///< events to be reported after it
    };
    QList<RequestId> m_keptFromClient; ///< responses whose events have not come yet
    QList<Judged> m_judged;            ///< in order
    JsonChecker m_checker;
    QString m_reason; ///< reason for closing
    bool m_wasOpen = false;
    bool m_hasEnded = false; ///< the server is gone
};

} // namespace Pullcord
