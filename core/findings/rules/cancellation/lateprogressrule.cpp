// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/lateprogressrule.h"

#include "core/capture/formatting.h"

namespace Pullcord {

void LateProgressRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.cancellation || record.cancellation->signalTime == 0 || !record.cancellation->refusal.isEmpty())
        return;
    const quint64 *key = m_found.find(step.row);
    const Finding *known = key ? raised(*key) : nullptr;
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    Finding found =
        known ? *known
              : finding(facts().isModernHttp() ? FindingCode::C12 : FindingCode::C06, opposite(record.direction), step);
    found.count = known ? known->count + 1 : 1;
    found.severity = facts().isModern() ? FindingSeverity::Error : found.kind().severity;
    found.sentence =
        found.count == 1
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress came %1 after the cancellation"),
                                   Formatting::duration(gap))
            : TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "Progress continued after the cancellation: %1 messages, the last %2 after it"),
                  found.count, Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    found = withLoad(std::move(found), record.cancellation->signalTime);
    if (std::optional<Finding> excused = downgradedIfUndelivered(found, record, step)) {
        if (known)
            change(*key, *std::move(excused));
        else
            m_found.insert(step.row, raise(*std::move(excused)));
    } else if (known)
        changeWithGap(*key, std::move(found), gap);
    else
        m_found.insert(step.row, raiseWithGap(std::move(found), gap));
}

} // namespace Pullcord
