// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/facts/conversationfacts.h"
#include "core/findings/finding.h"
#include "core/json/jsonvalue.h"

#include <optional>

namespace Pullcord {

class Capture;
class RequestLog;
struct RuleContext;

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
/// the connection. A capture may have 100,000 connections that never end, so the memory of a rule is bounded. Plain
/// class.
///
/// A subclass declares the steps that it asks for as `static constexpr Wants Wanted`. A rule that checks each message
/// later (FindingRules::makeLater()) needs none. If some of these steps change nothing while the rule has no state, the
/// subclass has a function `static bool begins(const FindingStep &, const ConversationFacts &)` that returns false for
/// them. The rule is created at the first step for which it returns true.
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

    /// Returns the HTTP exchange of an event; 0 if there is none.
    [[nodiscard]] static qint64 exchangeOf(const Event &event);

    explicit FindingRule(RuleContext &context);
    virtual ~FindingRule();
    Q_DISABLE_COPY_MOVE(FindingRule)

    [[nodiscard]] bool isListening() const { return m_isListening; }

    /// Called for each transition, or each other event, that the rule requests in its Wanted.
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

    [[nodiscard]] RuleContext &context() { return m_context; }
    [[nodiscard]] const RuleContext &context() const { return m_context; }
    [[nodiscard]] const ConversationFacts &facts() const;
    [[nodiscard]] const Capture &capture() const;
    [[nodiscard]] const RequestLog &log() const;
    /// Returns a finding with the data of the step and the usual severity.
    [[nodiscard]] static Finding finding(FindingCode code, Direction accused, const FindingStep &step);
    /// Returns a finding about the sender of the step, with the request in `row` as evidence, if there is one.
    [[nodiscard]] Finding findingOn(qint64 row, FindingCode code, const FindingStep &step,
                                    const TranslatableText &sentence) const;
    /// Asks for a call of onDue() once all events up to that time have been processed.
    void wakeAt(qint64 time);
    /// Sets whether the rule gets AwaitedNotifications.
    void listen(bool on) { m_isListening = on; }

private:
    RuleContext &m_context;
    bool m_isListening = false;
};

} // namespace Pullcord
