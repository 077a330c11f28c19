// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/namelessanswerrule.h"

#include "core/capture/capture.h"
#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"

#include <algorithm>

namespace Pullcord {

NamelessAnswerRule::NamelessAnswerRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::UnknownAnswer)})
{}

void NamelessAnswerRule::onTransition(const FindingStep &step)
{
    if (step.message.requestId(step.event.bytes).canBeAnswered())
        return;
    const qint64 last = lastSent(step);
    if (last < 0 || capture().entry(last).message != MessageKind::Notification || isRefusable(last))
        return;
    const Event notice = capture().eventAt(last);
    const bool isCancel = notice.method() == "notifications/cancelled";
    const bool isC13 =
        isCancel && step.message.kind == MessageKind::Error && step.event.direction == Direction::ServerToClient;
    if (step.event.time - notice.time > (isCancel ? CancelPatience : Patience) || (isCancel && !isC13) ||
        mayBeForOthers(step, last))
        return;
    report(step, notice, last);
}

/// The last message before it, or what was to be one, from the other side; -1 if there is none near. An answer to what was
/// asked is refused by nobody, and neither is a ping, which may be there to measure how long an answer to the cancel takes.
qint64 NamelessAnswerRule::lastSent(const FindingStep &step) const
{
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - MostLooked, 0); --index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isSent = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        const bool isAnswer =
            entry.row >= 0 && (entry.message == MessageKind::Result || entry.message == MessageKind::Error);
        if (!isSent || isAnswer || entry.connection != step.event.connection ||
            entry.direction != opposite(step.event.direction))
            continue;
        if (entry.message != MessageKind::Request || capture().eventAt(index).method() != "ping")
            return index;
    }
    return -1;
}

/// Whether something that was sent before that notification may still be refused.
bool NamelessAnswerRule::mayBeForOthers(const FindingStep &step, qint64 notice) const
{
    qint64 refused = 0; // answers without an id behind the place that is looked at, each for something before it
    qint64 read = -1;
    for (qint64 index = step.index - 1; index > std::max(step.index - MostLooked, read); --index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.connection != step.event.connection)
            continue;
        const bool isAnswer = entry.message == MessageKind::Result || entry.message == MessageKind::Error;
        if (entry.direction == opposite(step.event.direction)) {
            if (index < notice && isRefusable(index) && refused-- == 0)
                return true;
        } else if (isAnswer && entry.row >= 0) {
            read = std::max(read, log().record(entry.row).requestEvent);
        } else if (isAnswer && !capture().eventAt(index).requestId().canBeAnswered()) {
            ++refused;
        }
    }
    return false;
}

bool NamelessAnswerRule::isRefusable(qint64 index) const
{
    const CaptureEntry &entry = capture().entry(index);
    if (entry.kind == EventKind::Malformed)
        return true;
    if (entry.kind != EventKind::Message)
        return false;
    if (entry.message == MessageKind::Batch)
        return facts().revision() != Revision::R2025_03_26;
    const Event event = capture().eventAt(index);
    const bool isNotice =
        entry.message != MessageKind::Notification || event.method().startsWith("notifications/") || !facts().isMcp();
    return event.envelope.problems != NoProblem || !isNotice;
}

void NamelessAnswerRule::report(const FindingStep &step, const Event &notice, qint64 index)
{
    const bool isCancel = notice.method() == "notifications/cancelled";
    Finding found = finding(isCancel ? FindingCode::C13 : FindingCode::P06, step.event.direction, step);
    if (isCancel) {
        found.gap = step.event.time - notice.time;
        found.sentence =
            Words::of(QT_TRANSLATE_NOOP("Words", "The cancel, a notification, was answered with an error"));
    } else {
        found.severity = FindingSeverity::Warning; // it names nothing that it answers
        found.sentence = Words::of(
            step.message.kind == MessageKind::Error
                ? QT_TRANSLATE_NOOP("Words",
                                    "An error without an id came behind the notification %1, perhaps as its answer")
                : QT_TRANSLATE_NOOP("Words",
                                    "A result without an id came behind the notification %1, perhaps as its answer"),
            HumanText::visible(QString::fromUtf8(notice.method().left(CancelWords::MostQuoted))));
    }
    for (const qint64 event : {index, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

} // namespace Pullcord
