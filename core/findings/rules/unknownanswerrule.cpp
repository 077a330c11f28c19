// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/unknownanswerrule.h"

#include "core/capture/capture.h"
#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"
#include "core/findings/findingcontext.h"

namespace Pullcord {

UnknownAnswerRule::UnknownAnswerRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::UnknownAnswer)})
{}

void UnknownAnswerRule::onTransition(const FindingStep &step)
{
    const RequestId id = step.message.requestId(step.event.bytes);
    if (!id.canBeAnswered()) {
        onNameless(step);
        return;
    }
    const RequestId other = id.asOtherType();
    const qint64 row =
        other.kind() == RequestId::Kind::None ? Finding::NoRow : rowOf(opposite(step.event.direction), other);
    const RequestRecord *asked = row < 0 ? nullptr : log().recent(row);
    const QString shown = HumanText::visible(id.display().left(CancelWords::MostQuoted));
    Finding found = finding(asked ? FindingCode::C37 : FindingCode::P04, step.event.direction, step);
    if (asked) {
        found.row = row;
        found.addEvent(asked->requestEvent);
        tellSignOf(row);
        context().answeredAmiss.insert(row, true);
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

/// It refuses what could not be read, or answers what came last, which was a notification.
void UnknownAnswerRule::onNameless(const FindingStep &step)
{
    constexpr qint64 MostLooked = 256; // events
    constexpr qint64 Patience = 2'000'000'000;
    for (qint64 index = step.index - 1; index >= 0 && step.index - index <= MostLooked; --index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isTheirs = entry.connection == capture().entry(step.index).connection &&
                              entry.direction == opposite(step.event.direction);
        if (!isTheirs || (entry.kind != EventKind::Message && entry.kind != EventKind::Malformed))
            continue;
        if (entry.kind != EventKind::Message || entry.message != MessageKind::Notification ||
            step.event.time - entry.time > Patience)
            return;
        const Event notice = capture().eventAt(index);
        if (notice.envelope.problems != NoProblem || notice.method() == "notifications/cancelled")
            return; // C13, C14
        Finding found = finding(FindingCode::P06, step.event.direction, step);
        found.severity = FindingSeverity::Warning; // it names nothing that it answers
        found.sentence = Words::of(
            step.message.kind == MessageKind::Error
                ? QT_TRANSLATE_NOOP("Words",
                                    "An error without an id came behind the notification %1, perhaps as its answer")
                : QT_TRANSLATE_NOOP("Words",
                                    "A result without an id came behind the notification %1, perhaps as its answer"),
            HumanText::visible(QString::fromUtf8(notice.method().left(CancelWords::MostQuoted))));
        for (const qint64 event : {index, step.index})
            found.addEvent(event);
        raise(std::move(found));
        return;
    }
}

} // namespace Pullcord
