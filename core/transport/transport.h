// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QObject>

namespace Pullcord {

/// Moves messages between the two ends of a connection, and reports each step as an Event. It handles bytes and
/// connections, not requests.
///
/// Owner: the RpcConnection that uses it. It works in the thread of the event loop; no call blocks.
///
/// Order of signals: `eventOccurred` first, then its consequence (`stateChanged`). The events of one connection:
/// - Opening, then Opened or Failed
/// - messages and stderr as they come, and Process events (see watchUsage())
/// - Closing, after a call of close()
/// - Exited for a process
/// - Closed, last and exactly once, also after Failed
///
/// open(), send() and close() emit nothing from inside the call, except the Opening and Closing events, which are
/// immediate. Everything else comes through the event loop.
/// Specification: MCP transports.
class Transport : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 {
        Idle, ///< not opened yet, or closed
        Opening,
        Open,
        Closing, ///< closing gracefully; messages may still arrive
    };
    Q_ENUM(State)

    explicit Transport(QObject *parent = nullptr);
    ~Transport() override;

    [[nodiscard]] State state() const { return m_state; }

    /// Name for display: "stdio", "Streamable HTTP". A transport that detects its kind returns the present state.
    [[nodiscard]] virtual QString name() const = 0;
    /// Details of the Opening event, which describe the way to connect; secrets masked.
    [[nodiscard]] virtual QJsonObject description() const = 0;

    /// Starts to connect. Call it only when Idle; a closed transport can be opened again.
    virtual void open() = 0;

    /// Starts to close, gracefully at first and by force in the end. Harmless in any state.
    virtual void close() = 0;

    /// Queues one message (without framing) behind those queued before. It leaves at once if there is room.
    ///
    /// Bytes that cannot be framed (a newline inside, on stdio) are sent unchanged, to test the peer. `details` are
    /// added to the Message event (e.g. injected: true).
    ///
    /// The Message event comes through the event loop after the last byte has left, before the event of anything read
    /// later; its time is that of leaving. A Queued event reports a message that waits longer than QueuedAfterMs. An
    /// Unsent event before Closed reports a message that never leaves.
    virtual void send(const QByteArray &message, const QJsonObject &details = {}) = 0;

    static constexpr int QueuedAfterMs = 100;

    /// Identity of the server across connections: "https://example.com", or the command that starts it. Empty if there
    /// is none. It may hold secrets, so use it as a key and never show it.
    [[nodiscard]] virtual QString origin() const { return {}; }
    /// True if open() starts the server. A server that cannot handle a message then ends with its connection, and the
    /// next connection starts a new one.
    [[nodiscard]] virtual bool startsServer() const { return false; }
    /// True if the server has taken any of the bytes sent over the present or last connection. Meaningful only with
    /// startsServer(): false means that no message can have caused the server's behavior.
    [[nodiscard]] virtual bool hasTakenInput() const { return false; }
    /// Returns the first bytes that arrived after the last newline, if lines carry the messages; at most 300.
    [[nodiscard]] virtual QByteArray unfinishedLine() const { return {}; }
    /// True if the transport cannot carry 2026-07-28, which cancels by closing the response stream (HTTP+SSE of
    /// 2024-11-05).
    [[nodiscard]] virtual bool isLegacyOnly() const { return false; }
    /// State of the separate stream for unsolicited messages (Streamable HTTP before 2026-07-28).
    enum class UnsolicitedStream : quint8 {
        NotNeeded,
        Pending, ///< not requested yet, or not granted yet
        Open,    ///< open, or being reopened
        Refused, ///< no unsolicited message can come
    };
    [[nodiscard]] virtual UnsolicitedStream unsolicitedStream() const { return UnsolicitedStream::NotNeeded; }
    /// Reason for Refused, or why the latest attempt failed if another one follows, for display: "HTTP 404 for GET".
    [[nodiscard]] virtual QString unsolicitedStreamRefusal() const { return {}; }
    /// True if each response comes in a stream of its own, which can be closed.
    [[nodiscard]] virtual bool hasStreams() const { return false; }
    /// True while messages wait for the address that the server has to name (HTTP+SSE), also while HTTP+SSE is only
    /// tried after `initialize` was refused.
    [[nodiscard]] virtual bool awaitsAddress() const { return false; }
    /// Closes the stream that would carry the response to `request`: the bytes at once, its events through the event
    /// loop. Harmless if there is none.
    virtual void closeStream(const RequestId &request);
    /// Starts to emit Process events with the resources used by the server, for a while, if they can be seen; called
    /// when a cancel has left. Harmless otherwise, and while already running.
    virtual void watchUsage();

signals:
    void eventOccurred(const Pullcord::Event &event);
    void stateChanged(Pullcord::Transport::State state);
    /// The server no longer has our HTTP session, although the connection is open: the handshake must be repeated.
    void sessionEnded();
    /// unsolicitedStream(), or the reason, has changed.
    void ownStreamChanged();

protected:
    /// Sets the state, emits `event`, then stateChanged. Returns false if a receiver destroyed this object or changed
    /// the state: then the caller must stop.
    [[nodiscard]] bool enter(State state, const Event &event);

private:
    State m_state = State::Idle;
};

} // namespace Pullcord
