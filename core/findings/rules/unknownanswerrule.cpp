// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/unknownanswerrule.h"

#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"

namespace Pullcord {

UnknownAnswerRule::UnknownAnswerRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::UnknownAnswer)})
{}

void UnknownAnswerRule::onTransition(const FindingStep &step)
{
    const RequestId id = step.message.requestId(step.event.bytes);
    if (!id.canBeAnswered())
        return; // it refuses what could not be read
    const RequestId other = id.asOtherType();
    const qint64 row =
        other.kind() == RequestId::Kind::None ? Finding::NoRow : rowOf(opposite(step.event.direction), other);
    const RequestRecord *asked = row < 0 ? nullptr : log().recent(row);
    const QString shown = HumanText::visible(id.display().left(CancelWords::MostQuoted));
    Finding found = finding(asked ? FindingCode::C37 : FindingCode::P04, step.event.direction, step);
    if (asked) {
        found.row = row;
        found.addEvent(asked->requestEvent);
        found.sentence = Words::of(
            QT_TRANSLATE_NOOP("Words",
                              "The answer has the id %1, the request %2: another type, so strict peers do not take it"),
            shown, asked->id.display());
    } else {
        found.sentence = Words::of(QT_TRANSLATE_NOOP("Words", "The answer is to %1, which nobody has asked"), shown);
    }
    found.addEvent(step.index);
    raise(std::move(found));
}

} // namespace Pullcord
