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

enum class RequestState : quint8 {
    Queued,     ///< not yet on the wire
    InFlight,   ///< on the wire, no answer
    Cancelling, ///< cancelled, but this dialect still owes an answer
    Succeeded,  ///< a result came
    Failed,     ///< an error came
    Cancelled,  ///< given up by its sender; what comes now is late
    TimedOut,   ///< our deadline passed; what comes now is late
    Lost,       ///< the connection ended first
};
Q_ENUM_NS(RequestState)

/// True for the states that end a request; they absorb everything that comes after, except that what Succeeded with questions
/// is Cancelled when it is given up at those, and Lost when the connection ends meanwhile.
[[nodiscard]] constexpr bool isFinal(RequestState state)
{
    return state >= RequestState::Succeeded;
}

/// Everything a table needs to know about one request. A value; times are those of its events, in ns.
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
        qint64 time = 0;        ///< when its sender gave up
        QString reason;         ///< null when none was given
        bool local = false;     ///< decided on our side (a Cancel event), not just seen on the wire
        bool detached = false;  ///< we only stopped waiting; the peer is not told
        bool answered = false;  ///< by questions, at which it was given up: nothing was open, and nobody was told
        bool byPeer = false;    ///< by who was to answer, where it may (see Dialect::endedByPeer)
        qint64 signalTime = 0;  ///< when the signal crossed the wire; 0 if it has not
        qint64 event = NoEvent; ///< the signal's event, or the Cancel event until it comes
        RequestId parent;       ///< the request that it was for, where it was given up with that one; else none
        QString refusal;        ///< why the server did not accept the signal (HTTP); empty if it did, or nobody knows
        friend bool operator==(const Cancellation &a, const Cancellation &b) = default;
    };
    /// What came for this request after it had ended as Cancelled or TimedOut (or a second answer after any end).
    struct Late
    {
        qint64 results = 0;
        qint64 errors = 0;
        qint64 progress = 0;
        qint64 firstTime = 0;
        qint64 lastTime = 0;
        qint64 answerTime = 0; ///< of the first late result or error; 0 if there is none
        qint64 answerEvent = NoEvent;
        [[nodiscard]] bool any() const { return results + errors + progress > 0; }
        [[nodiscard]] bool answered() const { return results + errors > 0; }
        /// One more of `kind`, which is results, errors or progress.
        void count(qint64 &kind, qint64 time)
        {
            firstTime = any() ? firstTime : time;
            lastTime = time;
            ++kind;
        }
        friend bool operator==(const Late &a, const Late &b) = default;
    };

    /// Answers whose id is this one's only for who minds neither its JSON type nor how a number is spelled (`"5"`, `5.0` for
    /// `5`). Strict peers do not take them, so they change nothing else.
    struct Amiss
    {
        qint64 count = 0;
        qint64 time = 0; ///< of the first
        qint64 event = NoEvent;
        friend bool operator==(const Amiss &a, const Amiss &b) = default;
    };

    /// Of a question: we have answered it of our own accord, since nothing is left that it can be for.
    struct Dismissal
    {
        QString reason;   ///< why what it can have been for was given up; empty when none was given
        QString task;     ///< the id of that, where it was a task
        bool all = false; ///< everything that it can have been for was given up, nothing has ended otherwise
        friend bool operator==(const Dismissal &a, const Dismissal &b) = default;
    };

    /// What was said to a question that can be said no to (Dialect::refusable, refusableByError).
    enum class Said : quint8 { Nothing, Accept, Decline, Cancel };

    /// Its place among the requests that together are one thing that a person has asked for. Each such request but the
    /// first names one before it (Event: follows).
    struct Leg
    {
        quint64 first = NoSerial;    ///< of the first of them; NoSerial where there is only this
        quint64 previous = NoSerial; ///< the one before
        qint64 number = 0;           ///< counts from 1; 0 where there is only this
        qint64 count = 0;            ///< of the first: how many there are
        quint64 last = NoSerial;     ///< of the first: the newest
        friend bool operator==(const Leg &a, const Leg &b) = default;
    };

    quint64 serial = 0; ///< counts from 0 per connection, in the order of the requests
    quint32 connection = 0;
    Direction direction = Direction::None; ///< of the request itself
    RequestId id;
    QByteArray method;
    QString target; ///< the name that matters to a person: tool, prompt or uri
    RequestId progressToken;
    RequestState state = RequestState::InFlight;
    bool endUnknown = false; ///< nobody recorded how it ended: `end` is the last that was recorded of anything
    bool neverSent = false;  ///< the connection ended before it left
    bool reachedCap = false; ///< it timed out, and at its hard cap: no progress could have extended it
    bool duplicateId =
        false;           ///< its sender had another open request with this id, to which nothing had come (see Amiss)
    bool byHand = false; ///< somebody typed it
    qint64 start = 0;
    qint64 end = 0; ///< 0 while not final
    qint64 bytesRequest = 0;
    qint64 bytesResponse = 0; ///< the answer, and answers that came late
    qint64 bytesProgress = 0; ///< progress, also what came late
    qint64 requestEvent = NoEvent;
    qint64 responseEvent = NoEvent;  ///< the answer that counted
    std::optional<qint64> errorCode; ///< of the answer that counted
    QString errorMessage;            ///< of one that was lost, or never sent: why, if anybody knows
    bool asksForTask = false;        ///< in the form of 2025-11-25
    bool becameTask = false;         ///< so says its result: progress that follows is the task's, and not late
    bool toolError = false;          ///< a result that says `isError: true`
    bool mayBeTask = false;          ///< a result that may tell of a task
    bool asksFirst = false;          ///< a result that only asks: what was asked for needs another leg
    Said said = Said::Nothing;
    std::optional<Dismissal> dismissal;
    bool leftOpen = false;      ///< a rule leaves it, or what its answer asks, without an answer
    qint64 lostAtQuestions = 0; ///< when the connection ended at the questions that had answered it; 0 if it has not
    bool forbidden = false; ///< a request of a server's that may send none: nobody answers it (Dialect::serverMayAsk)
    Progress progress;
    std::optional<Cancellation> cancellation;
    Leg leg;
    /// Of a request of the server's: the first of ours that together are what it asks this for; NoSerial where nobody knows.
    quint64 cause = NoSerial;
    bool causeIsGuess = false; ///< no exchange tells it, but there was no other that it could be
    Late late;
    Amiss amiss;
    qint64 streamClosed = 0;  ///< when we closed the stream in which its answer would have come; 0 if we have not
    qint64 streamEnded = 0;   ///< when that stream ended otherwise, without an answer, after a cancel; 0 if it has not
    bool streamBroke = false; ///< it did not end in good order: the server may have died

    /// Closing that stream was how it was cancelled: nothing was sent, and the reason stayed here.
    [[nodiscard]] bool cancelledByClosing() const
    {
        return cancellation && streamClosed != 0 && cancellation->signalTime == streamClosed;
    }
    /// The server gave it up: its own request, or one of ours that it may end instead of answering. Not when we dropped what it
    /// asked together with the call that it asked for.
    [[nodiscard]] bool cancelledByServer() const
    {
        return cancellation && (direction == Direction::ServerToClient ? !cancellation->local : cancellation->byPeer);
    }
    [[nodiscard]] bool isOpen() const { return !isFinal(state); }
    /// A question that was answered with a no, which is neither success nor failure, be it a result or an error.
    [[nodiscard]] bool isRefused() const { return said == Said::Decline || said == Said::Cancel; }
    /// From the request to its end, or to `now` while it is open. What was given up or lost at the questions that answered it
    /// has lasted until then.
    [[nodiscard]] qint64 duration(qint64 now) const
    {
        const bool goneOn = cancellation && cancellation->answered;
        return (isOpen() ? now : goneOn ? cancellation->time : lostAtQuestions != 0 ? lostAtQuestions : end) - start;
    }
    friend bool operator==(const RequestRecord &a, const RequestRecord &b) = default;
};

} // namespace Pullcord
