// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/conversationfacts.h"
#include "core/findings/finding.h"
#include "core/json/jsonvalue.h"

#include <optional>

namespace Pullcord {

class Capture;
struct FindingContext;
class RequestLog;
struct SeenTools;

/// What has happened, as a rule hears of it: one transition of a request, or one event. It lives as long as the call.
struct FindingStep
{
    const Event &event;
    qint64 index;                           ///< of the event in the capture; -1 where it could not be recorded
    const Envelope &message;                ///< the event's, or one of its batch
    const Transition *transition = nullptr; ///< null for an event
    qint64 row = Finding::NoRow;            ///< of the request that it concerns
    const RequestRecord *record = nullptr;  ///< of that request, as it is now; null if it concerns none

    [[nodiscard]] JsonValue params() const { return JsonValue(event.part(message.params)); }
};

/// One rule, or a tight family of them, on one connection: it hears of what it wants, and raises findings.
///
/// Owned by Findings, which makes one for each connection when its first event comes, and drops it at the end of that. What it
/// remembers is bounded. Plain class.
class FindingRule
{
public:
    /// What a rule wants to hear of, as bits: bit n of `transitions` is Transition::Kind n, of `events` EventKind n (but for
    /// Message), of `messages` one of those below.
    struct Wants
    {
        quint32 transitions = 0;
        quint32 events = 0;
        quint32 messages = 0;
    };
    /// Sorts of messages. Requests and answers come as transitions.
    enum Messages : quint32 {
        CancelNotifications = 1, ///< notifications/cancelled, whatever becomes of it
        Notifications = 2,       ///< all others, while the rule isListening()
        Batches = 4,             ///< the batch itself; its messages come one by one too
        Flawed = 8,              ///< any message that is not as JSON-RPC wants it (EnvelopeProblem)
    };

    static constexpr qint64 MostLooked = 256; ///< events before one, where something is looked for

    static constexpr QByteArrayView CancelMethod{"notifications/cancelled"};

    FindingRule(FindingContext &context, Wants wants);
    virtual ~FindingRule();
    Q_DISABLE_COPY_MOVE(FindingRule)

    [[nodiscard]] const Wants &wants() const { return m_wants; }
    [[nodiscard]] bool isListening() const { return m_isListening; }

    virtual void onTransition(const FindingStep &step);
    virtual void onEvent(const FindingStep &step);
    /// The time that was asked for by wakeAt() has passed, and nothing has happened since.
    virtual void onDue(qint64 time);
    /// Something has come for that request, which may be cancelled, other than its answer and its progress.
    virtual void onSignOf(qint64 row);
    /// Nothing more comes on this connection: it was closed, or nobody writes the capture any more.
    virtual void onEnd(qint64 time);

protected:
    template<typename... Bits>
    [[nodiscard]] static constexpr quint32 bits(Bits... values)
    {
        return ((quint32(1) << quint32(values)) | ... | 0);
    }

    [[nodiscard]] FindingContext &context() { return m_context; }
    [[nodiscard]] const FindingContext &context() const { return m_context; }
    [[nodiscard]] const ConversationFacts &facts() const;
    [[nodiscard]] const Capture &capture() const;
    [[nodiscard]] const RequestLog &log() const;
    /// What all connections of the capture have in common.
    [[nodiscard]] SeenTools &seenTools();
    /// The exchange that an event belongs to; 0 if it did not go over HTTP.
    [[nodiscard]] static qint64 exchangeOf(const Event &event);
    /// The details of the Http event that is the step of that name ("request", "response") of the exchange that this belongs to;
    /// empty if that was long ago, or there is none.
    [[nodiscard]] QJsonObject httpStepBefore(const FindingStep &step, QLatin1StringView name) const;
    /// Index of the message that the client sent in that exchange, on the connection of `step`: among the events from `first`
    /// to before `end`, MostLooked of them at most. NoRow if there is none.
    [[nodiscard]] qint64 postedIn(qint64 exchange, const FindingStep &step, qint64 first, qint64 end) const;
    /// The row of the request that went out with that exchange, or with the one whose stream goes on in it, and was cancelled;
    /// NoRow if there is none, or it was long ago.
    [[nodiscard]] qint64 rowCancelledIn(qint64 exchange);
    /// The event of a cancel that was refused for want of authorization, and of which these are the bytes: sent again, it is the
    /// same cancel. NoRow if there is none, or it was long ago.
    [[nodiscard]] qint64 refusedBefore(const Event &cancel) const;
    /// The row of the newest request of that direction and id; NoRow if there is none, or it was long ago.
    [[nodiscard]] qint64 rowOf(Direction direction, const RequestId &id) const;

    /// Whether something may have been left out of that JSON when the capture was exported: then it need not be wrong.
    [[nodiscard]] bool isMasked(QByteArrayView json) const;
    /// With what a step tells, and the usual severity.
    [[nodiscard]] static Finding finding(FindingCode code, Direction accused, const FindingStep &step);
    /// Over HTTP before 2026-07-28, of what came after a cancel: the same finding as information, saying why the server may not
    /// have known of that. The POST of the cancel has had no response yet, or the server has kept the message since before it.
    /// None otherwise.
    [[nodiscard]] std::optional<Finding> unknowing(const Finding &finding, const RequestRecord &record,
                                                   const FindingStep &step) const;
    /// Of what rests on an answer that did not come: where only the recording ended before it, it may have come behind that,
    /// and the finding says so.
    [[nodiscard]] static Finding ifUnanswered(Finding finding, const RequestRecord &record);
    /// Takes it in, unless there are too many of its kind: then it is counted in the last of them. Its key.
    quint64 raise(Finding finding);
    /// The same for one that has a gap which may be no longer than the way of a message: then the two have crossed, and
    /// nobody has done anything wrong. It is judged again where a round trip that is measured later says otherwise.
    quint64 raiseWithGap(Finding finding, qint64 gap);
    /// The same for one that names the cancel in words, so that it was read: unless no round trip is that short.
    quint64 raiseByTrip(Finding finding, qint64 gap);
    /// With how hard the server's processes worked after a cancel that left then, where somebody has looked.
    [[nodiscard]] Finding withLoad(Finding finding, qint64 cancelTime) const;
    /// As it is; null if it was withdrawn.
    [[nodiscard]] const Finding *raised(quint64 key) const;
    void change(quint64 key, Finding finding);
    void changeWithGap(quint64 key, Finding finding, qint64 gap);
    /// It has happened once more, and rests on that event too. False if there is no such finding: it is to be raised.
    [[nodiscard]] bool grow(quint64 key, const FindingStep &step);
    void withdraw(quint64 key);
    /// All that was told of what came for that request after its cancel, as far as the server need not have read that: see
    /// unknowing().
    void withdrawUnread(qint64 row);
    /// That this request gets no answer is not told of any more, of neither side: it got one, in a way, or is told of already.
    void settle(qint64 row);
    [[nodiscard]] bool isSettled(qint64 row) const;
    /// Tells the other rules: onSignOf().
    void tellSignOf(qint64 row);
    /// Asks for onDue() when nothing that comes is older than that.
    void wakeAt(qint64 time);
    /// Whether it hears of Notifications.
    void listen(bool on) { m_isListening = on; }

private:
    FindingContext &m_context;
    Wants m_wants;
    bool m_isListening = false;
};

} // namespace Pullcord
