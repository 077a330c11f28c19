// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/gaveuprule.h"

#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"

namespace Pullcord {

namespace {
using Kind = Transition::Kind;
}

GaveUpRule::GaveUpRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Kind::TimedOut, Kind::Lost, Kind::CancelRequested,
                                                Kind::CancelSignalled, Kind::LateAnswer, Kind::Created)})
{}

Finding GaveUpRule::about(const FindingStep &step, const Words &sentence) const
{
    Finding found = finding(FindingCode::C32, step.record->direction, step);
    found.sentence = sentence;
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    return found;
}

void GaveUpRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer || !facts().isMcp())
        return;
    switch (step.transition->kind) {
    case Kind::TimedOut:
        if (record.method == "initialize")
            return; // which nobody may cancel
        m_waiting.add(about(step, Words::of(QT_TRANSLATE_NOOP(
                                                "Words", "The client gave up the request %1 after %2 without a cancel"),
                                            record.id.display(), HumanText::duration(record.end - record.start))),
                      step.event.time + Patience);
        wakeAt(step.event.time + Patience);
        return;
    case Kind::CancelRequested:
    case Kind::CancelSignalled:
        m_waiting.remove(step.row);
        if (record.cancellation && record.cancellation->detached && record.cancellation->signalTime == 0)
            raise(about(step, Words::of(QT_TRANSLATE_NOOP(
                                            "Words", "The client stopped waiting for the request %1 without a cancel"),
                                        record.id.display())));
        return;
    case Kind::Lost:
        if (!facts().isClosing() || record.neverSent || record.method == "subscriptions/listen")
            return;
        if (const Finding *known = raised(m_left)) {
            Finding found = *known;
            ++found.count;
            found.addEvent(record.requestEvent);
            change(m_left, std::move(found));
        } else {
            m_left = raise(
                about(step, Words::of(QT_TRANSLATE_NOOP(
                                "Words", "The client left while requests were open, and cancelled none of them"))));
        }
        return;
    case Kind::LateAnswer:
        m_lateRow = step.row;
        m_lateTime = step.event.time;
        m_lateEvent = step.index;
        return;
    default:
        break;
    }
    if (m_lateRow < 0 || record.method != "initialize" || step.event.time - m_lateTime > Patience)
        return;
    Finding found = finding(FindingCode::C35, Direction::ClientToServer, step);
    found.row = m_lateRow;
    found.gap = step.event.time - m_lateTime;
    found.sentence =
        Words::of(QT_TRANSLATE_NOOP("Words", "The client began anew %1 after a late answer, which it should ignore"),
                  HumanText::duration(*found.gap));
    for (const qint64 event : {m_lateEvent, step.index})
        found.addEvent(event);
    m_lateRow = Finding::NoRow;
    raise(std::move(found));
}

void GaveUpRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time))
        raise(found);
}

void GaveUpRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    for (const Finding &found : m_waiting.takeAll())
        raise(found);
}

} // namespace Pullcord
