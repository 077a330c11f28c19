// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/gaveuprule.h"

#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingcontext.h"
#include "core/findings/rules/http/closedstreamrule.h"
#include "core/findings/rules/messages/requestrule.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

/// initialize must not be cancelled. Without a response to server/discover the client sends initialize, as specified. A
/// ping without a response has served its purpose.
bool isOwedACancel(QByteArrayView method)
{
    return method != "initialize" && method != "server/discover" && method != "ping";
}

/// True if the connection ended without a reason and without a Closing event.
bool isLeftByClient(const Event &closed)
{
    return closed.details.value("reason"_L1).toString().isEmpty() && !closed.details.contains("unrecorded"_L1);
}

} // namespace

Finding GaveUpRule::about(const FindingStep &step, const TranslatableText &sentence) const
{
    Finding found = finding(FindingCode::C32, step.record->direction, step);
    found.sentence = sentence;
    if (step.record->byHand)
        found.severity = FindingSeverity::Info;
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    return found;
}

void GaveUpRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer || !facts().isMcp())
        return;
    const bool isCancellable = isOwedACancel(record.method) && record.mismatched.count == 0;
    const bool mayBeCancelled = isCancellable && !isSettled(step.row);
    switch (step.transition->kind) {
    case Kind::TimedOut:
        if (!mayBeCancelled || ClosedStreamRule::countsAsGivenUp(record, step.event.time, facts()))
            return;
        m_waiting.add(
            about(step, TranslatableText::of(
                            QT_TRANSLATE_NOOP("TranslatableText",
                                              "The client abandoned the request %1 after %2 without cancelling it"),
                            record.id.display(), Formatting::duration(record.end - record.start))),
            step.event.time + Patience);
        wakeAt(step.event.time + Patience);
        return;
    case Kind::CancelRequested:
    case Kind::CancelSignalled:
        m_waiting.remove(step.row);
        if (mayBeCancelled && record.cancellation && record.cancellation->detached &&
            record.cancellation->signalTime == 0)
            raise(about(step,
                        TranslatableText::of(
                            QT_TRANSLATE_NOOP("TranslatableText",
                                              "The client stopped waiting for the request %1 without cancelling it"),
                            record.id.display())));
        return;
    case Kind::Lost:
        if (facts().isClosing() && isCancellable && !record.neverSent && record.method != "subscriptions/listen")
            onLeft(step);
        return;
    case Kind::LateResponse:
        // If the response crossed the cancel, the client may have decided to end the connection when it cancelled.
        if (!record.cancellation || step.event.time - record.cancellation->signalTime <= facts().crossing())
            return;
        m_lateRow = step.row;
        m_lateTime = step.event.time;
        m_lateEvent = step.index;
        m_hasGoneOn = false;
        return;
    case Kind::Answered:
        goOn();
        return;
    default:
        onCreated(step);
    }
}

/// Another response came after the late one, and may be the cause of what the client does now.
void GaveUpRule::goOn()
{
    if (m_leaveEvent < 0)
        m_lateRow = Finding::NoRow;
}

void GaveUpRule::onCreated(const FindingStep &step)
{
    const bool isFirst = !std::exchange(m_hasAsked, true);
    if (isFirst)
        reportReturn(step);
    if (step.record->method != "initialize") {
        m_hasGoneOn = true;
        return;
    }
    reportFatal(step, step.event.time - m_lateTime,
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "The client sent initialize again %1 after a late response, which it should ignore"));
}

/// The client ended another connection after a late response and reconnected at once, whatever its first request.
void GaveUpRule::reportReturn(const FindingStep &step)
{
    const CloseAfterLateResponse left = std::exchange(context().lateDeparture, {});
    const qint64 away = step.event.time - left.leaveTime;
    if (left.row < 0 || away > Patience)
        return;
    Finding found = finding(FindingCode::C35, Direction::ClientToServer, step);
    found.row = left.row;
    found.gap = left.gap;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP(
            "TranslatableText",
            "The client disconnected %1 after a late response, which it should ignore, and reconnected %2 later"),
        Formatting::duration(left.gap), Formatting::duration(away));
    for (const qint64 event : {left.lateEvent, left.leaveEvent, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

void GaveUpRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Malformed) {
        if (step.event.direction == Direction::ServerToClient)
            goOn();
        return;
    }
    if (step.event.kind == EventKind::Closed && (m_leaveEvent >= 0 || !isLeftByClient(step.event)))
        return;
    m_leaveTime = step.event.time;
    m_leaveEvent = step.index;
    const qint64 gap = m_leaveTime - m_lateTime;
    if (m_lateRow >= 0 && !m_hasGoneOn && gap <= Fright && !facts().isModernHttp()) // each request stands alone there
        context().lateDeparture = {m_lateRow, m_lateEvent, m_leaveEvent, m_leaveTime, gap};
}

/// A request was open when the client ended the connection. A client without open requests may just be done. If a late
/// response was the cause, all open requests are one finding.
void GaveUpRule::onLeft(const FindingStep &step)
{
    if (m_leaveEvent >= 0 && !m_hasGoneOn && !raised(m_fatal))
        m_fatal = reportFatal(step, m_leaveTime - m_lateTime,
                              QT_TRANSLATE_NOOP("TranslatableText",
                                                "The client disconnected %1 after a late response, which it "
                                                "should ignore, and abandoned its open requests"));
    const RequestRecord &record = *step.record;
    const bool isP18 = RequestRule::isOverdue(record, step.event.time, facts());
    if (isP18 || isSettled(step.row) || ClosedStreamRule::countsAsGivenUp(record, m_leaveTime, facts()))
        return;
    if (const Finding *fatal = raised(m_fatal)) {
        Finding found = *fatal;
        found.addEvent(record.requestEvent);
        change(m_fatal, std::move(found));
        return;
    }
    quint64 &key = m_left[record.byHand ? 1 : 0];
    if (const Finding *known = raised(key)) {
        Finding found = *known;
        ++found.count;
        found.addEvent(record.requestEvent);
        change(key, std::move(found));
        return;
    }
    key = raise(about(
        step, TranslatableText::of(QT_TRANSLATE_NOOP(
                  "TranslatableText", "The client disconnected while requests were open and cancelled none of them"))));
}

/// Reports once per late response. Returns the key, or 0.
quint64 GaveUpRule::reportFatal(const FindingStep &step, qint64 gap, const char *sentence)
{
    if (m_lateRow < 0 || gap < 0 || gap > Patience)
        return 0;
    Finding found = finding(FindingCode::C35, Direction::ClientToServer, step);
    found.row = m_lateRow;
    found.gap = gap;
    found.sentence = TranslatableText::of(sentence, Formatting::duration(gap));
    for (const qint64 event : {m_lateEvent, m_leaveEvent, step.index})
        found.addEvent(event);
    m_lateRow = Finding::NoRow;
    context().lateDeparture = {};
    return raise(std::move(found));
}

void GaveUpRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time))
        raise(found);
}

/// If only the recording ends, the cancel may have come later.
void GaveUpRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    if (!facts().isClosed())
        return;
    for (const Finding &found : m_waiting.takeAll())
        raise(found);
}

} // namespace Pullcord
