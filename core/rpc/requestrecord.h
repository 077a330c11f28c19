// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <limits>
#include <optional>

namespace Pullcord {
Q_NAMESPACE

/// State of a request, from queued to one of the final states (see isFinal()).
enum class RequestState : quint8 {
    Queued,     ///< not yet on the wire
    InFlight,   ///< on the wire, without a response
    Cancelling, ///< cancelled, but this dialect still owes a response
    Succeeded,  ///< a result arrived
    Failed,     ///< an error arrived
    Cancelled,  ///< given up by its sender; later messages are late
    TimedOut,   ///< our deadline passed; later messages are late
    Lost,       ///< the connection ended first
};
Q_ENUM_NS(RequestState)

/// True for the states that end a request; later events do not change them. Exception: a request that Succeeded with
/// questions becomes Cancelled when it is given up at those, and Lost if the connection ends meanwhile.
[[nodiscard]] constexpr bool isFinal(RequestState state)
{
    return state >= RequestState::Succeeded;
}

/// Everything that a table shows about one request. A value; times are those of its events, in ns.
struct RequestRecord
{
    static constexpr qint64 NoEvent = -1;
    static constexpr quint64 NoSerial = std::numeric_limits<quint64>::max();

    struct Progress
    {
        double value = 0;
        std::optional<double> total;
        QString message;
        qint64 count = 0;
        qint64 lastTime = 0;
        friend bool operator==(const Progress &a, const Progress &b) = default;
    };
    struct Cancellation
    {
        qint64 time = 0;        ///< time at which the sender gave up
        QString reason;         ///< null if none was given
        bool local = false;     ///< decided on our side (a Cancel event), not only seen on the wire
        bool detached = false;  ///< this side only stopped waiting; the peer gets no signal
        bool answered = false;  ///< given up at the questions in its response: nothing was open, and no signal was sent
        bool byPeer = false;    ///< ended by its receiver, where the dialect allows that (see Dialect::endedByPeer)
        qint64 signalTime = 0;  ///< time at which the signal crossed the wire; 0 if it did not
        qint64 event = NoEvent; ///< event of the signal, or the Cancel event until the signal leaves
        RequestId parent;       ///< the request that it served, if it was given up with that one; else none
        QString refusal;        ///< reason for which the server refused the signal (HTTP); empty if none, or unknown
        bool byOperator = false; ///< by the operator of a proxy; the sender of the request waits on
        /// How that wait ended: by an error from the operator, by the late response, by a cancel of the sender itself, or
        /// by the end of the connection on which the sender waited.
        enum class WaitEnd : quint8 { Waits, Error, Response, Cancelled, Closed };
        WaitEnd waitEnd = WaitEnd::Waits;
        qint64 waitEndTime = 0; ///< 0 while it waits
        friend bool operator==(const Cancellation &a, const Cancellation &b) = default;
    };
    /// Messages that arrived after the request had ended as Cancelled or TimedOut, or a second response after any end.
    struct Late
    {
        qint64 results = 0;
        qint64 errors = 0;
        qint64 progress = 0;
        qint64 firstTime = 0;
        qint64 lastTime = 0;
        qint64 responseTime = 0; ///< time of the first late result or error; 0 if there is none
        qint64 responseEvent = NoEvent;
        bool withheld = false; ///< a proxy did not pass the response on
        [[nodiscard]] bool any() const { return results + errors + progress > 0; }
        [[nodiscard]] bool answered() const { return results + errors > 0; }
        /// Counts one message of `kind`, which is results, errors or progress.
        void count(qint64 &kind, qint64 time)
        {
            firstTime = any() ? firstTime : time;
            lastTime = time;
            ++kind;
        }
        friend bool operator==(const Late &a, const Late &b) = default;
    };

    /// Responses whose id equals this one only by loose comparison (`"5"` or `5.0` for `5`). Strict peers ignore them,
    /// so they change nothing else.
    struct MismatchedResponses
    {
        qint64 count = 0;
        qint64 time = 0; ///< time of the first one
        qint64 event = NoEvent;
        friend bool operator==(const MismatchedResponses &a, const MismatchedResponses &b) = default;
    };

    /// For a question that the client answered itself, because every request that it may have served has ended.
    struct Dismissal
    {
        QString reason;   ///< why the served request was given up; empty if no reason was given
        QString task;     ///< id of the task that it served, if it was one
        bool all = false; ///< every request that it may have served was given up; none ended otherwise
        friend bool operator==(const Dismissal &a, const Dismissal &b) = default;
    };

    /// Reply to a question that can be declined (Dialect::refusable, refusableByError).
    enum class Said : quint8 { Nothing, Accept, Decline, Cancel };

    /// Place among the requests that together form one call of the user. Each of them but the first names an earlier
    /// one (Event: follows).
    struct Leg
    {
        quint64 first = NoSerial;    ///< serial of the first; NoSerial for a single request
        quint64 previous = NoSerial; ///< serial of the one before
        qint64 number = 0;           ///< counts from 1; 0 for a single request
        qint64 count = 0;            ///< in the first: number of requests
        quint64 last = NoSerial;     ///< in the first: serial of the newest
        friend bool operator==(const Leg &a, const Leg &b) = default;
    };

    quint64 serial = 0; ///< counts from 0 per connection, in order of the requests
    quint32 connection = 0;
    Direction direction = Direction::None; ///< direction of the request itself
    RequestId id;
    QByteArray method;
    QString target; ///< most informative name: tool, prompt or uri
    RequestId progressToken;
    RequestState state = RequestState::InFlight;
    bool endUnknown = false; ///< its end was not recorded: `end` is the time of the last recorded event
    bool neverSent = false;  ///< the connection ended before it left
    bool reachedCap = false; ///< timed out at its hard cap, which no progress could have extended
    bool duplicateId =
        false; ///< its sender had an open request with this id, for which nothing had come (see MismatchedResponses)
    bool byHand = false; ///< typed by hand
    qint64 start = 0;
    qint64 end = 0; ///< 0 while not final
    qint64 bytesRequest = 0;
    qint64 bytesResponse = 0; ///< the response, and late responses
    qint64 bytesProgress = 0; ///< progress, including late progress
    qint64 requestEvent = NoEvent;
    qint64 responseEvent = NoEvent;  ///< the effective response
    std::optional<qint64> errorCode; ///< code of the effective response
    qint64 httpStatus = 0;           ///< status that refused it without a response of JSON-RPC; 0: none, or unknown
    QString errorMessage;            ///< for a lost or unsent request: the reason, if known
    bool asksForTask = false;        ///< in the form of 2025-11-25
    bool becameTask = false;         ///< according to its result; further progress is the task's, and not late
    bool toolError = false;          ///< a result with `isError: true`
    bool mayBeTask = false;          ///< the result may contain a task
    bool asksFirst = false;          ///< the result only asks questions; the call needs another leg
    Said said = Said::Nothing;
    std::optional<Dismissal> dismissal;
    bool leftOpen = false;      ///< a rule leaves the request, or the questions in its response, without an answer
    qint64 lostAtQuestions = 0; ///< time at which the connection ended at the questions in its response; or 0
    /// Sent by a server that must not send requests; it gets no response (Dialect::serverMayAsk).
    bool forbidden = false;
    Progress progress;
    std::optional<Cancellation> cancellation;
    Leg leg;
    /// For a request of the server: serial of the first leg of our call that it serves; NoSerial if unknown.
    quint64 cause = NoSerial;
    bool causeIsGuess = false; ///< not shown by an exchange: the only call that was possible
    Late late;
    MismatchedResponses mismatched;
    /// Name of the last rule of a proxy that changed what one side got of this request; empty if none did.
    QString rule;
    qint64 streamClosed = 0;  ///< time at which the client closed the stream of its response; 0: not closed
    qint64 streamEnded = 0;   ///< time at which that stream ended by itself after a cancel, without a response; or 0
    bool streamBroke = false; ///< the stream broke: the server may have crashed

    /// True if it was cancelled by closing that stream: nothing was sent, and the reason stayed here.
    [[nodiscard]] bool cancelledByClosing() const
    {
        return cancellation && streamClosed != 0 && cancellation->signalTime == streamClosed;
    }
    /// True if the operator of a proxy cancelled it, and its sender still waits for a response.
    [[nodiscard]] bool isStillAwaited() const
    {
        return cancellation && cancellation->byOperator && cancellation->waitEnd == Cancellation::WaitEnd::Waits;
    }
    /// True if the server gave up its own request, or ended ours where the dialect allows that (Dialect::endMethod).
    /// False if the client dropped a server request together with the call that it served.
    [[nodiscard]] bool cancelledByServer() const
    {
        return cancellation && !cancellation->byOperator &&
               (direction == Direction::ServerToClient ? !cancellation->local : cancellation->byPeer);
    }
    [[nodiscard]] bool isOpen() const { return !isFinal(state); }
    /// True for a question that was declined, which is neither success nor failure, whether by a result or an error.
    [[nodiscard]] bool isRefused() const { return said == Said::Decline || said == Said::Cancel; }
    /// Time from the request to its end, or to `now` while it is open. A request given up or lost at the questions in
    /// its response lasted until then.
    [[nodiscard]] qint64 duration(qint64 now) const
    {
        const bool goneOn = cancellation && cancellation->answered;
        return (isOpen() ? now : goneOn ? cancellation->time : lostAtQuestions != 0 ? lostAtQuestions : end) - start;
    }
    friend bool operator==(const RequestRecord &a, const RequestRecord &b) = default;
};

} // namespace Pullcord
