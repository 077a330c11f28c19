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

/// The man in the middle on stdio: a client has started us in the place of its server, and the server is our child.
///
/// Bytes pass as they are, in their order, both ways, whatever they are and wherever they were cut: nothing is added, left out or
/// held back until a line is whole. What they tell comes as the events of one connection, as a Transport tells them, the
/// same as if the client had told of it itself. So a cancel passes unchanged too, in every revision:
/// on stdio it is the notification `notifications/cancelled` (in 2026-07-28 too, where only the client may send it), ids
/// are the client's own, and what it means for the request is told by the RequestTracker that the events are fed to.
///
/// A message of the client's is told when its last byte has left for the server (as Queued before, if that takes long; as Unsent if
/// it never does), one of the server's when it has come. Neither side can make the other wait, or memory grow: of what one
/// does not read about MostWaiting bytes are kept, then the other is not read.
///
/// It ends with the server. When the client closes its end (also while it is not read), no longer reads, or close() is called, the server is left
/// as StdioTransport does; what had come for it goes first. What the server has said goes to the client before finished(),
/// unless that takes none of it for FlushWait: then a Note tells how much did not reach it (`undelivered`, bytes), as it does
/// where the client has closed its end before.
///
/// Owner: who starts it, and gives it the client's ends of stdio, which it closes. Order of signals: the events, Closed the
/// last of them but for that Note, then finished(). Specification: MCP transports, stdio, of every revision; utilities "Cancellation".
class StdioProxy final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype MostWaiting = qsizetype(1) << 20;
    /// After the end of the server a client that takes nothing for so long has its end closed.
    static constexpr std::chrono::milliseconds FlushWait{2000};
    /// While the client is not read, since the server does not read, it is looked so often whether the client is gone.
    static constexpr std::chrono::milliseconds HangUpCheck{250};

    /// `input` is what the client writes to, `output` what it reads: they are ours from here on. What the server writes to its
    /// stderr goes to `errors`, where there is one, which outlives us.
    StdioProxy(const StdioCommand &command, int input, int output, PipeWriter *errors = nullptr,
               const StdioTransport::Options &options = {}, QObject *parent = nullptr);
    /// Kills what still runs, without waiting.
    ~StdioProxy() override;

    /// How the connection is made, as in the Opening event: that of a StdioTransport, and `proxied`.
    [[nodiscard]] QJsonObject description() const;
    /// Starts the server. Once.
    void start();
    /// Begins to leave, in good order. Harmless in any state.
    void close(const QString &reason);
    /// After close(): waits no longer, neither for the server, which is killed, nor for the client.
    void hurry();

    /// Of the server, as a shell says it: see StdioTransport. None if it could not be started.
    [[nodiscard]] std::optional<int> exitStatus() const { return m_server.exitStatus(); }
    /// Why the server could not be started; empty if it was.
    [[nodiscard]] const QString &failure() const { return m_failure; }
    /// What waits for one of the two: never much more than MostWaiting.
    [[nodiscard]] qsizetype waitingForServer() const { return m_server.pendingBytes(); }
    [[nodiscard]] qsizetype waitingForClient() const { return m_clientOutput->pendingBytes(); }
    /// What has come from the server, and has not left for the client.
    [[nodiscard]] qint64 undelivered() const { return m_undelivered; }

signals:
    void eventOccurred(const Pullcord::Event &event);
    /// The server is gone, and all that it said is with the client, or lost since that does not take it. Once.
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
    void tellUndelivered();

    StdioTransport m_server;
    PipeReader *m_clientInput;  ///< our child
    PipeWriter *m_clientOutput; ///< our child
    QPointer<PipeWriter> m_errors;
    qint64 m_lastTime = 0;
    QString m_reason; ///< why we leave
    QString m_failure;
    qint64 m_undelivered = 0;
    bool m_isHurried = false;
    bool m_wasOpen = false;
    bool m_hasEnded = false;   ///< the server is gone
    bool m_hasSettled = false; ///< finished() is on its way
    QTimer m_flushTimer;
    QTimer m_hangUpTimer;
};

} // namespace Pullcord
