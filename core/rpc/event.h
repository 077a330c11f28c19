// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/rpc/envelope.h"

#include <QByteArray>
#include <QJsonObject>
#include <QLatin1StringView>
#include <QMetaType>

namespace Pullcord {

/// Who a message travels to. The same for a live, a proxied and a reopened conversation.
enum class Direction : quint8 {
    None,           ///< not a message: something that happened to the connection
    ClientToServer, ///< `c2s` in the capture file
    ServerToClient, ///< `s2c`
};

[[nodiscard]] constexpr Direction opposite(Direction direction)
{
    return direction == Direction::ClientToServer   ? Direction::ServerToClient
           : direction == Direction::ServerToClient ? Direction::ClientToServer
                                                    : Direction::None;
}

/// What an event tells. The comment names the members of Event::details, which stand beside `k` in the capture file.
enum class EventKind : quint8 {
    Message,   ///< well-formed JSON crossed the wire: `bytes`, `envelope`
    Malformed, ///< bytes that are not JSON crossed the wire, or what exceeds a limit of ours (limit: true): offset, line,
               ///< column, reason, (length when only the head was kept)
    Queued,  ///< a message of ours that the peer has not made room for yet; its Message event follows when it has left
    Unsent,  ///< a message of ours that never left, because the connection ended
    Stderr,  ///< a line the server wrote to its standard error: `bytes`
    Opening, ///< we begin to connect: transport, how (program, arguments, … or url; proxied: true), secrets masked
    Opened,  ///< the way is open: pid for a process
    Closing, ///< we begin to leave: reason
    Exited,  ///< the process ended: exitCode, or signal when it was killed
    Closed,  ///< nothing more can come; every open request is lost: reason (empty when we asked for it)
    Failed, ///< the connection could not be made, or broke: reason, (certificate: the SHA-256 digest, in hex, of the one
            ///< that was not trusted, where that was it)
    Dialect, ///< how this connection cancels, from here on: name (see Dialect)
    Cancel, ///< our side gave up a request, at this moment: id (its JSON text, as a string), reason, detached (true: no
    ///< signal follows, we only stopped waiting); `direction` is the request's. The signal itself follows as its
    ///< own event. Of a request of the peer's: it goes unanswered, since ours that it was for was given up:
    ///< parent (the id of that one, likewise). Of one that was answered with questions which nobody will
    ///< answer: answered (true); no signal follows, since nothing is open. Its state is Cancelled from then on
    Timeout, ///< our deadline for a request passed: id (likewise), after (ms), hard (true for the cap that progress
             ///< cannot move); `direction` is the request's
    Http,    ///< a step of an HTTP exchange: exchange (counts from 1 in a connection), step, and of the step
             ///< "request": method, url, headers, size (of the body, which follows as its own event);
             ///< "response": status, text, version, headers, and in ns since the start connect, tls, sent, firstByte;
    ///< "end": how ("complete", "closed" by us, "broken"), gaveUp (true: broken, as we had waited long enough), reason, received (bytes), total (ns), requests (the ids, as
    ///< JSON texts, that it was to answer and did not), ends ("lost" or "refused": they end with it, unanswered),
    ///< sessionEnded (true: refused unread, since their session is forgotten), notAccepted (the method of a message of
    ///< ours that is no request, and that the server did not take; "answer" for an answer), cancels (the id in it, if
    ///< that was a cancel), and `bytes`: a body that is no message, or was cut off (length: how long it was, when only the head was kept). Headers are [{name, value}], secrets masked
    Stream, ///< what came in a stream of events beside messages: exchange, what ("event", "comment", "unfinished"), type,
            ///< id, retry, length (when only the head was kept); `bytes`: its data, in an address for messages
            ///< (type "endpoint") with the query masked
    Note, ///< a remark for people: text; sessionEnded (true) where it tells that the server has forgotten the session. Of a
          ///< request it tells what no message does: id (likewise, with `direction`), became: "lost" (it waited at the
    ///< questions that had answered it when the connection ended: reason), "dismissed" (we answer a question of our own
    ///< accord, for nobody: reason, task (its id) where it was for one, all (true) where each request that it can have
    ///< been for was given up), "left" (a rule leaves it, or what its answer asks, unanswered). undelivered: see StdioProxy
    Mark, ///< what somebody has put on an event for himself, and crossed no wire: of (its time, ns), nth (of several at
    ///< that instant that it could be on, from 0; missing: the first), id (the JSON text of the id, as a string, where it is on the
    ///< request that the event makes); all that is there from now on: pinned (true), color, note
    Process, ///< a look at the server's process and all that it has started, taken for a while after a cancel of ours: cpu
             ///< (ms of processor time), processes, threads; read, written (bytes, where the system tells); more (true:
             ///< there were too many to count). cpu, read and written count from the start of the server
};

/// One thing that happened on the wire, or to it. Everything on the screen is derived from a sequence of these.
///
/// A value. `bytes` are exact: what crossed the wire without the framing's newline (a line that ended otherwise says
/// so in details: eol "\r\n", or "" at the end of the stream). Bytes typed by hand carry injected: true; a request
/// that goes on with what an earlier one began, follows: the id of that one (its JSON text, as a string); a message
/// that is sent once more, by another way, again: true. What went over HTTP names its exchange; what
/// came as a server-sent event also that event's type, id and retry, where it had them.
struct Event
{
    /// The member that programs look for, of a Note's details; of those of an Http "end", or of an error that came as a
    /// message, it says that the server has not looked at the requests: it does not know their session.
    static constexpr QLatin1StringView SessionEnded{"sessionEnded"};

    qint64 time = 0;        ///< ns on the monotonic clock (monotonicNow()); in a reopened capture, since its start
    quint32 connection = 0; ///< counts from 0 in each capture; a reconnect is a new connection
    Direction direction = Direction::None;
    EventKind kind = EventKind::Note;
    QByteArray bytes;
    Envelope envelope; ///< of a Message; of a Queued or Unsent one that is well-formed
    QJsonObject details;

    [[nodiscard]] bool isMessage() const { return kind == EventKind::Message; }
    [[nodiscard]] QByteArrayView part(Span span) const { return span.in(bytes); }
    [[nodiscard]] RequestId requestId() const { return envelope.requestId(bytes); }
    [[nodiscard]] QByteArray method() const { return envelope.methodName(bytes); }

    /// A Message event if `bytes` are well-formed JSON, else a Malformed one with position and reason. Time is now.
    [[nodiscard]] static Event ofBytes(QByteArray bytes, Direction direction, JsonChecker &checker);
    /// An event without bytes. Time is now.
    [[nodiscard]] static Event ofKind(EventKind kind, QJsonObject details = {});
};

/// Nanoseconds on the clock that stamps events.
[[nodiscard]] qint64 monotonicNow();

/// The names of the capture file, e.g. "message", "c2s". An unknown name gives no value.
[[nodiscard]] QByteArrayView nameOf(EventKind kind);
[[nodiscard]] QByteArrayView nameOf(Direction direction);
[[nodiscard]] std::optional<EventKind> eventKindFromName(QByteArrayView name);
[[nodiscard]] std::optional<Direction> directionFromName(QByteArrayView name);

} // namespace Pullcord

Q_DECLARE_METATYPE(Pullcord::Event)
