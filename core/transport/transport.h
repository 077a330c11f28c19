// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QObject>

namespace Pullcord {

/// Moves messages and tells everything that happens on the way, as Events. It knows bytes and connections, no requests.
///
/// Owner: the Session that uses it. Everything happens in the thread of the event loop; no call blocks.
/// Order of signals: `eventOccurred` first, then what follows from it (`stateChanged`). The events of one connection:
/// Opening, then Opened or Failed, messages and stderr as they come (and Process events, see watchUsage()), Closing if we leave, Exited for a process,
/// and last, exactly once, Closed. After Failed comes Closed too. Nothing is emitted from inside open(), send() or close():
/// what they cause comes through the event loop (but for the Opening and Closing events, which are immediate).
/// Specification: MCP transports.
class Transport : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 {
        Idle, ///< not opened yet, or closed
        Opening,
        Open,
        Closing, ///< leaving in good order; messages may still arrive
    };
    Q_ENUM(State)

    explicit Transport(QObject *parent = nullptr);
    ~Transport() override;

    [[nodiscard]] State state() const { return m_state; }

    /// What people call it: "stdio", "Streamable HTTP"; for a transport that finds out, as it is at the moment.
    [[nodiscard]] virtual QString name() const = 0;
    /// How it connects: the members of the Opening event, secrets masked.
    [[nodiscard]] virtual QJsonObject description() const = 0;

    /// Begins to connect. Only when Idle; a transport can be opened again after it has closed.
    virtual void open() = 0;

    /// Begins to leave, in good order and by force at the end. Harmless in any state.
    virtual void close() = 0;

    /// Queues one message (without framing) behind what was queued before. It leaves at once if there is room for it.
    /// Bytes that cannot be framed (a newline inside, on stdio) are sent as they are: that is for people who test the
    /// other side; `details` go into the Message event (e.g. injected: true).
    /// The Message event comes through the event loop when the last byte has left, before the event of anything that is
    /// read later; its time is that of leaving. If that takes longer than QueuedAfter, a Queued event tells so.
    /// If it never leaves, an Unsent event tells so before Closed.
    virtual void send(const QByteArray &message, const QJsonObject &details = {}) = 0;

    static constexpr int QueuedAfterMs = 100;

    /// Identity of the server beyond this connection: "https://example.com", or the command that starts it. Empty if there is
    /// none. It may hold secrets, so it is a key and never shown.
    [[nodiscard]] virtual QString origin() const { return {}; }
    /// True if open() starts the server: one that cannot bear a message is gone with its connection, and comes back with the
    /// next.
    [[nodiscard]] virtual bool startsServer() const { return false; }
    /// True if the server has taken any of the bytes that were sent over the present or last connection. Only where
    /// startsServer(): false means that no message can have been the reason for what it did.
    [[nodiscard]] virtual bool hasTakenInput() const { return false; }
    /// True where no revision without a handshake can be spoken: nothing would carry its cancel (HTTP+SSE of 2024-11-05).
    [[nodiscard]] virtual bool isLegacyOnly() const { return false; }
    /// The stream in which a server speaks unasked, where that is one of its own (Streamable HTTP before 2026-07-28).
    enum class OwnStream : quint8 {
        NotNeeded,
        Pending, ///< not asked for yet, or asked for and not granted yet
        Open,    ///< it is, or was and is asked for again
        Refused, ///< nothing comes unasked
    };
    [[nodiscard]] virtual OwnStream ownStream() const { return OwnStream::NotNeeded; }
    /// Why it is Refused, for people: "HTTP 404 for GET".
    [[nodiscard]] virtual QString ownStreamRefusal() const { return {}; }
    /// True where the answer to each request comes in a stream of its own, which can be closed.
    [[nodiscard]] virtual bool hasStreams() const { return false; }
    /// True while messages wait for an address that the server has to name (HTTP+SSE), also where HTTP+SSE is only tried since
    /// `initialize` was refused.
    [[nodiscard]] virtual bool awaitsAddress() const { return false; }
    /// Closes the stream in which the answer to this request of ours would come: the bytes at once, its events through the
    /// event loop. Harmless where there is none.
    virtual void closeStream(const RequestId &request);
    /// A cancel has just left: tells for a while, by Process events, what the other side uses of this machine, where that can
    /// be seen. Harmless elsewhere, and while that goes on already.
    virtual void watchUsage();

signals:
    void eventOccurred(const Pullcord::Event &event);
    void stateChanged(Pullcord::Transport::State state);
    /// The peer has forgotten what was agreed on with it, though the connection stands: shake hands anew.
    void sessionEnded();
    void ownStreamChanged();

protected:
    /// Takes the state, emits `event`, then stateChanged. False if a receiver destroyed us or moved on to another state:
    /// then there is nothing left to do for the caller.
    [[nodiscard]] bool enter(State state, const Event &event);

private:
    State m_state = State::Idle;
};

} // namespace Pullcord
