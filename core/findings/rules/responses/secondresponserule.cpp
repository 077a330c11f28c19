// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/responses/secondresponserule.h"

namespace Pullcord {

void SecondResponseRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (step.transition->kind != Transition::Kind::SecondResponse && record.mismatched.count == 0)
        return;
    const quint64 *key = m_found.find(step.row);
    const Finding *known = key ? raised(*key) : nullptr;
    Finding found = known ? *known : finding(FindingCode::C19, opposite(record.direction), step);
    found.count = known ? known->count + 1 : 1;
    found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The id %1 got %2 responses"),
                                          record.id.display(), found.count + 1);
    for (const qint64 event :
         {record.requestEvent, record.mismatched.event, record.responseEvent, record.late.responseEvent, step.index})
        found.addEvent(event);
    if (known)
        change(*key, std::move(found));
    else
        m_found.insert(step.row, raise(std::move(found)));
}

} // namespace Pullcord
