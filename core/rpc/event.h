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

/// Direction of a message. The same in a live, a proxied and a reopened conversation.
enum class Direction : quint8 {
    None,           ///< not a message, but an event of the connection
    ClientToServer, ///< `c2s` in the capture file
    ServerToClient, ///< `s2c`
};

[[nodiscard]] constexpr Direction opposite(Direction direction)
{
    return direction == Direction::ClientToServer   ? Direction::ServerToClient
           : direction == Direction::ServerToClient ? Direction::ClientToServer
                                                    : Direction::None;
}

/// Kind of an event. The comments list the usual members of Event::details, which are beside `k` in the capture file; for
/// the rare ones see core/capture/README.md. "Id" means the JSON text of an id, as a string. `direction` is that of the
/// request that an event concerns.
enum class EventKind : quint8 {
    /// Well-formed JSON crossed the wire: `bytes`, `envelope`.
    Message,
    /// Bytes that are not JSON crossed the wire, or JSON beyond one of our limits (limit: true): offset, line, column,
    /// reason; length if only the head was kept.
    Malformed,
    /// Our message still waits, because the peer does not read. Its Message event follows when it has left.
    Queued,
    /// Our message never left, because the connection ended.
    Unsent,
    /// The server wrote a line to its standard error: `bytes`.
    Stderr,
    /// The attempt to connect begins: transport, target (program, arguments, … or url; proxied: true), secrets masked.
    Opening,
    /// The connection is open: pid for a process.
    Opened,
    /// This side begins to close: reason.
    Closing,
    /// The process ended: exitCode, or signal if it was killed.
    Exited,
    /// The connection has ended; every open request is lost: reason (empty if this side closed the connection).
    Closed,
    /// The connection could not be made, or broke: reason; failure, its kind (see TransportFailure), if it is known;
    /// certificate (SHA-256 digest in hex) if it was not trusted.
    Failed,
    /// The form of cancels on this connection changes now: name (see Dialect).
    Dialect,
    /// This side gave up a request at this moment: id, reason. The signal to the peer follows as an event of its own.
    /// - detached (true): no signal follows; this side only stopped waiting.
    /// - parent (id), for a request of the peer: it stays without a response, since our request that it served was
    ///   given up.
    /// - answered (true): the response asked questions that stay unanswered. No signal follows, since nothing is open;
    ///   the state becomes Cancelled now.
    /// - notification: the cancel sent by the client of a proxy, if the transport to the server signals it otherwise.
    Cancel,
    /// Our deadline for a request passed: id, after (ms), hard (true for the cap, which progress does not extend).
    Timeout,
    /// A step of an HTTP exchange: exchange (counts from 1 in a connection), step, and members of the step. Headers are
    /// [{name, value}], secrets masked.
    /// - "request": method, url, headers, size (of the body, which follows as an event of its own).
    /// - "response": status, text, version, headers; in ns since the start: connect, tls, sent, firstByte.
    /// - "end": how ("complete", "closed" by the client, "broken"), reason, failure (its kind, if broken: see
    ///   TransportFailure), received (bytes), total (ns); gaveUp (true: broken by our timeout); requests (ids without a
    ///   response); ends ("lost" or "refused": those requests end now); sessionEnded (true: refused unprocessed, since
    ///   the server has dropped the session); notAccepted (the method of a notification that the server did not accept;
    ///   "answer" for a response); cancels (the id in it, if that was a cancel); `bytes`: a body that is not a message
    ///   or was cut off (length if only the head was kept).
    Http,
    /// An item of an event stream that is not a message: exchange, what ("event", "comment", "unfinished"), type, id,
    /// retry, length (if only the head was kept); `bytes`: its data. In an address for messages (type "endpoint") the
    /// query is masked.
    Stream,
    /// A note for display: text. sessionEnded (true): the server has dropped the session. undelivered: see
    /// StdioProxy. For a request (id), the detail became states a fact that no message shows:
    /// - "lost": the connection ended while the request waited at the questions in its response; reason.
    /// - "dismissed": the client answered a question itself, since nothing needs it any more; reason, task (id, if it
    ///   served a task), all (true: every request that it may have served was given up).
    /// - "cut": a proxy ended the response that the client had in part, after a cancel by its operator.
    /// - "left": a rule leaves the request, or the questions in its response, without an answer.
    Note,
    /// The user's mark on an event, which was never on the wire: of (time of that event, ns), nth (index from 0 among
    /// the possible events at that time; missing: 0), id (if the mark is on the request that the event makes). The rest
    /// is the complete new mark: pinned (true), color, note.
    Mark,
    /// Sample of the server's process and its descendants, taken for a while after our cancel: cpu (ms of
    /// processor time), processes, threads; read, written (bytes, if the system reports them); more (true: too many
    /// processes to count). cpu, read and written count from the start of the server.
    Process,
};

/// One occurrence on the wire or in the life of the connection. Everything on the screen is derived from a sequence of
/// events.
///
/// A value. `bytes` are exactly those that crossed the wire, without the newline of the framing. Common members of
/// `details`:
/// - eol: another line ending, "\r\n", or "" at the end of the stream
/// - injected (true): bytes typed by hand
/// - by: "operator" if the operator of a proxy did it. With injected, only the receiver got the message: the other side
///   did not send it
/// - withheld (true): a proxy did not pass the message on, so only its sender knows of it
/// - rule: name of the rule of a proxy that did it, or that matched the message
/// - follows: id of the request that this one continues (its JSON text, as a string)
/// - again (true): a message sent once more by another way
/// - exchange: the HTTP exchange that carried it
/// - type, id, retry: fields of the server-sent event that carried it, if present
struct Event
{
    /// Member of the details of a Note. In an Http "end", or in an error message, it means that the server has not
    /// processed the requests, because it no longer has their session.
    static constexpr QLatin1StringView SessionEnded{"sessionEnded"};
    /// Member of the details, and its value, of what the operator of a proxy did.
    static constexpr QLatin1StringView By{"by"};
    static constexpr QLatin1StringView Operator{"operator"};
    static constexpr QLatin1StringView Injected{"injected"};
    static constexpr QLatin1StringView Withheld{"withheld"};
    static constexpr QLatin1StringView Rule{"rule"};

    qint64 time = 0;        ///< ns on the monotonic clock (monotonicNow()); in a reopened capture, ns since its start
    quint32 connection = 0; ///< counts from 0 in each capture; a reconnect is a new connection
    Direction direction = Direction::None;
    EventKind kind = EventKind::Note;
    QByteArray bytes;
    Envelope envelope; ///< of a Message, and of a well-formed Queued or Unsent
    QJsonObject details;

    [[nodiscard]] bool isMessage() const { return kind == EventKind::Message; }
    /// True if the operator of a proxy did it, neither client nor server.
    [[nodiscard]] bool isByOperator() const { return details.value(By) == Operator; }
    /// True if it is a message that a proxy did not pass on.
    [[nodiscard]] bool isWithheld() const { return details.value(Withheld).toBool(); }
    /// Name of the rule of a proxy that was applied here; empty if there was none.
    [[nodiscard]] QString rule() const { return details.value(Rule).toString(); }
    [[nodiscard]] QByteArrayView part(Span span) const { return span.in(bytes); }
    [[nodiscard]] RequestId requestId() const { return envelope.requestId(bytes); }
    [[nodiscard]] QByteArray method() const { return envelope.methodName(bytes); }

    /// Makes a Message event if `bytes` are well-formed JSON, else a Malformed event with position and reason. Time is
    /// now.
    [[nodiscard]] static Event ofBytes(QByteArray bytes, Direction direction, JsonChecker &checker);
    /// Makes an event without bytes. Time is now.
    [[nodiscard]] static Event ofKind(EventKind kind, QJsonObject details = {});
};

/// Nanoseconds on the clock of the events.
[[nodiscard]] qint64 monotonicNow();

/// Names in the capture file, e.g. "message", "c2s". Returns none for an unknown name.
[[nodiscard]] QByteArrayView nameOf(EventKind kind);
[[nodiscard]] QByteArrayView nameOf(Direction direction);
[[nodiscard]] std::optional<EventKind> eventKindFromName(QByteArrayView name);
[[nodiscard]] std::optional<Direction> directionFromName(QByteArrayView name);

} // namespace Pullcord

Q_DECLARE_METATYPE(Pullcord::Event)
