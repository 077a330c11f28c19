// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/pipereader.h"
#include "core/transport/pipewriter.h"
#include "core/transport/stdiotransport.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <memory>

namespace Pullcord {

/// Proxy on stdio: a client has started us instead of its server, and the server is our child.
///
/// Bytes pass unchanged, in order, both ways, whatever they are and wherever they are cut. Nothing is added, left out
/// or held back until a line is complete. The traffic is reported as the events of one connection, like those of a
/// Transport.
///
/// A cancel also passes unchanged, in every revision. On stdio it is the notification `notifications/cancelled` (in
/// 2026-07-28 only the client may send it). Ids are the client's own, and the RequestTracker that gets the events
/// determines the effect on the request.
///
/// A message of the client is reported when its last byte has left for the server (as Queued before, if that takes
/// long; as Unsent if it never leaves), one of the server when it has arrived. Each side is read only while the other
/// side keeps up: about MostWaiting bytes are kept, so memory stays bounded.
///
/// It ends with the server. It stops the server as StdioTransport does when the client closes its end (even while we do
/// not read), stops reading, or close() is called; bytes for the server leave first. The server's output reaches the
/// client before finished(), unless the client takes nothing for FlushWait or has closed its end. Then a Note reports
/// the number of lost bytes (`undelivered`).
///
/// Owner: the creator, which passes the client's ends of stdio; the proxy closes them. Order of signals: the events,
/// Closed being the last except for that Note, then finished(). Specification: MCP transports, stdio, of every
/// revision; utilities "Cancellation".
class StdioProxy final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype MostWaiting = qsizetype(1) << 20;
    /// After the server's end, time without progress after which the client's end is closed.
    static constexpr std::chrono::milliseconds FlushWait{2000};
    /// Interval of the check for a client that has gone, while the client is not read because the server does not read.
    static constexpr std::chrono::milliseconds HangUpCheck{250};

    /// `input` is the pipe that the client writes to, `output` the one it reads; the proxy takes ownership of both. The
    /// server's stderr goes to `errors`, if given, which must outlive the proxy.
    StdioProxy(const StdioCommand &command, int input, int output, PipeWriter *errors = nullptr,
               const StdioTransport::Options &options = {}, QObject *parent = nullptr);
    /// Kills every process that still runs, without waiting.
    ~StdioProxy() override;

    /// Details of the Opening event: those of a StdioTransport, and `proxied`.
    [[nodiscard]] QJsonObject description() const;
    /// Starts the server. Call it once.
    void start();
    /// Starts to close gracefully. Harmless in any state.
    void close(const QString &reason);
    /// After close(): stops waiting; kills the server, and drops what the client has not taken.
    void hurry();

    /// Exit status of the server: see StdioTransport. None if it could not be started.
    [[nodiscard]] std::optional<int> exitStatus() const { return m_server.exitStatus(); }
    /// Reason why the server could not be started; empty if it was.
    [[nodiscard]] const QString &failure() const { return m_failure; }
    /// Number of bytes that wait for one of the two; never much more than MostWaiting.
    [[nodiscard]] qsizetype waitingForServer() const { return m_server.pendingBytes(); }
    [[nodiscard]] qsizetype waitingForClient() const { return m_clientOutput->pendingBytes(); }
    /// Number of bytes from the server that have not left for the client.
    [[nodiscard]] qint64 undelivered() const { return m_undelivered; }

signals:
    void eventOccurred(const Pullcord::Event &event);
    /// The server is gone, and the client has all its output, or does not take it. Emitted once.
    void finished();

private:
    void leave(const QString &reason);
    void onEvent(Event event);
    void onServerState(Transport::State state);
    void readClient(bool reading);
    void onClientInput(const QByteArray &bytes);
    void onClientGone();
    void onServerOutput(const QByteArray &bytes);
    void onServerErrors(const QByteArray &bytes);
    void onClientTook();
    void settle();
    void noteUndelivered();

    StdioTransport m_server;
    PipeReader *m_clientInput;  ///< owned by this object
    PipeWriter *m_clientOutput; ///< owned by this object
    QPointer<PipeWriter> m_errors;
    qint64 m_lastTime = 0;
    QString m_reason; ///< reason for closing
    QString m_failure;
    qint64 m_undelivered = 0;
    bool m_isHurried = false;
    bool m_wasOpen = false;
    bool m_hasEnded = false;   ///< the server is gone
    bool m_hasSettled = false; ///< finished() has been queued
    QTimer m_flushTimer;
    QTimer m_hangUpTimer;
};

} // namespace Pullcord
