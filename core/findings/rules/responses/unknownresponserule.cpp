// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/responses/unknownresponserule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"

namespace Pullcord {

/// True if its request was lost with the stream that this one resumes.
bool UnknownResponseRule::isInTakenUpStream(const FindingStep &step, const RequestId &id) const
{
    const qint64 exchange = exchangeOf(step.event);
    const qint64 first = facts().streams().firstOf(exchange);
    const qint64 row = first == exchange ? Finding::NoRow : rowOf(opposite(step.event.direction), id);
    const qint64 asked = row < 0 ? Finding::NoRow : log().record(row).requestEvent;
    return asked >= 0 && exchangeOf(capture().eventAt(asked)) == first;
}

void UnknownResponseRule::onTransition(const FindingStep &step)
{
    const RequestId id = step.message.requestId(step.event.bytes);
    if (!id.canBeAnswered())
        return; // ResponseWithoutIdRule
    const QString shown = Formatting::visible(id.display().left(CancelWords::MostQuoted));
    const RequestRecord *asked = step.record;
    if (!asked && (!facts().isFromStart() || isInTakenUpStream(step, id)))
        return;
    Finding found = finding(asked ? FindingCode::C37 : FindingCode::P04, step.event.direction, step);
    if (!asked) {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The response is for %1, but no such request was sent"), shown);
    } else if (id.kind() == RequestId::Kind::String && asked->id.kind() == id.kind()) {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The response has the id %1, the request %2: the strings differ, so strict peers do not match them"),
            shown, asked->id.display());
    } else if (id.kind() == asked->id.kind()) {
        found.severity = FindingSeverity::Info;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The response has the id %1, the request %2: the same number, but "
                                                  "peers that compare the spelling do not match them"),
            shown, asked->id.display());
    } else {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The response has the id %1, the request %2: the types differ, so strict peers do not match them"),
            shown, asked->id.display());
    }
    if (asked) {
        found.addEvent(asked->requestEvent);
        reportActivityOf(step.row);
    }
    found.addEvent(step.index);
    raise(std::move(found));
}

} // namespace Pullcord
