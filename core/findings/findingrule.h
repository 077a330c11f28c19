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

/// One step of a conversation as a rule gets it: a transition of a request, or an event. Valid during the call only.
struct FindingStep
{
    const Event &event;
    qint64 index;                           ///< index of the event in the capture; -1 if it could not be recorded
    const Envelope &message;                ///< message of the event, or one message of its batch
    const Transition *transition = nullptr; ///< null for an event
    qint64 row = Finding::NoRow;            ///< row of the request; NoRow if there is none
    const RequestRecord *record = nullptr;  ///< current record of that request; null if there is none

    [[nodiscard]] JsonValue params() const { return JsonValue(event.part(message.params)); }
};

/// A rule, or a tight family of rules, on one connection. It gets the steps that it asked for, and raises findings.
///
/// Owned by Findings, which creates one per connection at the first step that concerns it, and deletes it at the end of
/// the connection. A capture may have 100,000 connections that never end. Its memory is bounded. Plain class.
///
/// A subclass says what it asks for as `static constexpr Wants Wanted` (a rule that gets every message later needs
/// none). If steps of these kinds change nothing until others have come, it has a function `static bool begins(const
/// FindingStep &, const ConversationFacts &)`, which returns false for them; it is called while there is no such rule.
class FindingRule
{
public:
    /// Steps that a rule asks for, as bits. Bit n of `transitions` is Transition::Kind n; bit n of `events` is
    /// EventKind n, except Message; `messages` are the bits of Messages.
    struct Wants
    {
        quint32 transitions = 0;
        quint32 events = 0;
        quint32 messages = 0;
    };
    /// Kinds of messages. Requests and responses come as transitions.
    enum Messages : quint32 {
        CancelNotifications = 1,   ///< notifications/cancelled, whatever its effect
        Notifications = 2,         ///< other notifications
        Batches = 4,               ///< a batch as a whole; its messages follow one by one
        Flawed = 8,                ///< a message that is not valid JSON-RPC (EnvelopeProblem)
        AwaitedNotifications = 16, ///< other notifications, while the rule isListening()
    };

    static constexpr qint64 MostLooked = 256; ///< events searched before a given one

    static constexpr QByteArrayView CancelMethod{"notifications/cancelled"};

    explicit FindingRule(FindingContext &context);
    virtual ~FindingRule();
    Q_DISABLE_COPY_MOVE(FindingRule)

    [[nodiscard]] bool isListening() const { return m_isListening; }

    virtual void onTransition(const FindingStep &step);
    virtual void onEvent(const FindingStep &step);
    /// Called when the time given to wakeAt() has passed.
    virtual void onDue(qint64 time);
    /// Called when another rule reports activity for that request, which may be cancelled: anything but its response
    /// and progress.
    virtual void onSignOf(qint64 row);
    /// Called at the end of the connection, or of a capture that is no longer written.
    virtual void onEnd(qint64 time);

protected:
    template<typename... Bits>
    [[nodiscard]] static constexpr quint32 bits(Bits... values)
    {
        return ((quint32(1) << quint32(values)) | ... | 0);
    }

    /// True for the transitions by which a request is cancelled.
    [[nodiscard]] static bool isCancel(const FindingStep &step)
    {
        return step.transition && (step.transition->kind == Transition::Kind::CancelRequested ||
                                   step.transition->kind == Transition::Kind::CancelSignalled);
    }

    [[nodiscard]] FindingContext &context() { return m_context; }
    [[nodiscard]] const FindingContext &context() const { return m_context; }
    [[nodiscard]] const ConversationFacts &facts() const;
    [[nodiscard]] const Capture &capture() const;
    [[nodiscard]] const RequestLog &log() const;
    /// Returns what is shared by all connections of the capture.
    [[nodiscard]] SeenTools &seenTools();
    /// Returns the HTTP exchange of an event; 0 if there is none.
    [[nodiscard]] static qint64 exchangeOf(const Event &event);
    /// Returns the details of the Http event with that `step` name ("request", "response") in the exchange of `step`.
    /// Empty if there is none, or it was long ago.
    [[nodiscard]] QJsonObject httpStepBefore(const FindingStep &step, QLatin1StringView name) const;
    /// Returns the index of the message that the client sent in this exchange, on the connection of `step`, among the
    /// events from `first` to before `end`, at most MostLooked of them. NoRow if there is none.
    [[nodiscard]] qint64 postedIn(qint64 exchange, const FindingStep &step, qint64 first, qint64 end) const;
    /// Returns the row of the cancelled request that went out with this exchange, or with the exchange whose stream it
    /// resumes. NoRow if there is none, or it was long ago.
    [[nodiscard]] qint64 rowCancelledIn(qint64 exchange);
    /// Returns the event of a cancel with the same bytes that was refused as unauthorized; both are then one cancel.
    /// NoRow if there is none, or it was long ago.
    [[nodiscard]] qint64 refusedBefore(const Event &cancel) const;
    /// Returns the newest request with that direction and id; NoRow if there is none, or it was long ago.
    [[nodiscard]] qint64 rowOf(Direction direction, const RequestId &id) const;

    /// True if an export may have removed parts of this JSON, so that it need not be wrong.
    [[nodiscard]] bool isMasked(QByteArrayView json) const;
    /// Returns a finding with the data of the step and the usual severity.
    [[nodiscard]] static Finding finding(FindingCode code, Direction accused, const FindingStep &step);
    /// If the server may not have known of the cancel, returns the finding as Info with the reason; otherwise none.
    /// Only for Streamable HTTP before 2026-07-28: the POST of the cancel has no response yet, or the server may have
    /// kept the message since before the cancel.
    [[nodiscard]] std::optional<Finding> downgradedIfUndelivered(const Finding &finding, const RequestRecord &record,
                                                                 const FindingStep &step) const;
    /// For findings about a missing response: if only the recording ended before it, returns the finding as Info with
    /// that remark.
    [[nodiscard]] static Finding ifUnanswered(Finding finding, const RequestRecord &record);
    /// Adds the finding and returns its key. If there are too many of its code, only counts it in the last one.
    quint64 raise(Finding finding);
    /// Adds a finding with a gap. If the gap is within the time of a message on its way, the two have crossed and the
    /// finding becomes Info. It is judged again when a later measurement changes the round trip.
    quint64 raiseWithGap(Finding finding, qint64 gap);
    /// Adds a finding whose message names the cancel, so that the cancel was read; Info only if the gap is shorter than
    /// any round trip.
    quint64 raiseByTrip(Finding finding, qint64 gap);
    /// Adds the load of the server's processes after the cancel to the finding, if it was sampled.
    [[nodiscard]] Finding withLoad(Finding finding, qint64 cancelTime) const;
    /// Returns the current finding; null if it was withdrawn.
    [[nodiscard]] const Finding *raised(quint64 key) const;
    void change(quint64 key, Finding finding);
    void changeWithGap(quint64 key, Finding finding, qint64 gap);
    /// Counts another occurrence and adds the event. Returns false if there is no such finding yet.
    [[nodiscard]] bool grow(quint64 key, const FindingStep &step);
    void withdraw(quint64 key);
    /// Withdraws the findings about messages after the cancel of that request that the server may have sent before it
    /// read the cancel: see downgradedIfUndelivered().
    void withdrawUnread(qint64 row);
    /// Suppresses reports that this request has no response, for both sides: it got one in some form, or is reported
    /// already.
    void settle(qint64 row);
    [[nodiscard]] bool isSettled(qint64 row) const;
    /// Calls onSignOf() of all rules.
    void reportActivityOf(qint64 row);
    /// Asks for a call of onDue() once all events up to that time have been processed.
    void wakeAt(qint64 time);
    /// Sets whether the rule gets AwaitedNotifications.
    void listen(bool on) { m_isListening = on; }

private:
    FindingContext &m_context;
    bool m_isListening = false;
};

} // namespace Pullcord
