// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/responses/silencerule.h"

#include "core/capture/formatting.h"

namespace Pullcord {

void SilenceRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (step.transition->isLate() || step.transition->kind == Transition::Kind::CancelRefused) { // C13
        onSignOf(step.row);
        return;
    }
    const bool isOwed = record.state == RequestState::Cancelling;
    if (isOwed || record.mismatched.count != 0 || record.late.answered() || !record.cancellation ||
        record.cancellation->signalTime == 0 || record.cancellation->byPeer)
        return;
    Finding found = finding(FindingCode::C16, opposite(record.direction), step);
    for (const qint64 event : {record.requestEvent, record.cancellation->event})
        found.addEvent(event);
    m_waiting.remove(step.row); // of a cancel that the server did not accept
    m_waiting.add(found, step.event.time + Patience);
    wakeAt(step.event.time + Patience);
}

void SilenceRule::onSignOf(qint64 row)
{
    m_waiting.remove(row);
    if (const Found *found = m_found.find(row)) {
        withdraw(found->key);
        m_found.remove(row);
    }
}

/// The process load is sampled for longer than we wait for activity.
void SilenceRule::onEvent(const FindingStep &step)
{
    const auto &rows = m_found.rows();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        const Found &found = *m_found.find(*row);
        if (found.cancelTime + ProcessLoad::Span < step.event.time)
            break;
        change(found.key, withLoad(found.finding, found.cancelTime));
    }
}

void SilenceRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time))
        report(found, time, false);
}

void SilenceRule::onEnd(qint64 time)
{
    for (const Finding &found : m_waiting.takeAll())
        report(found, time, true);
}

void SilenceRule::report(Finding found, qint64 time, bool atEnd)
{
    found.gap = time - found.time;
    if (*found.gap < Shortest && !facts().isModernHttp())
        return; // too short to tell
    found.time = time;
    const QString gap = Formatting::duration(*found.gap);
    if (facts().isModernHttp())
        found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "Nothing came after the stream was closed, which is the cancellation; nothing more can be observed"));
    else if (atEnd)
        found.sentence = TranslatableText::of(
            facts().isClosed()
                ? QT_TRANSLATE_NOOP(
                      "TranslatableText",
                      "Nothing more came for the request until the connection ended, %1 after the cancellation")
                : QT_TRANSLATE_NOOP(
                      "TranslatableText",
                      "Nothing more came for the request until the recording ended, %1 after the cancellation"),
            gap);
    else if (facts().loadAfter(found.time - *found.gap).share())
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Nothing more came for the request on the wire in the %1 after the cancellation"),
            gap);
    else
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "Nothing more came for the request in the %1 after the cancellation; no evidence of further work"),
            gap);
    const qint64 cancelTime = time - *found.gap;
    const quint64 key = raise(withLoad(found, cancelTime));
    m_found.insert(found.row, {key, cancelTime, found});
}

} // namespace Pullcord
