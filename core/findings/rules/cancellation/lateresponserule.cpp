// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/lateresponserule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"

#include <algorithm>

namespace Pullcord {

namespace {

/// A longer text may be about something else ("Print job cancelled: no paper"), so the sentence quotes it.
TranslatableText sentenceOfResult(const FindingStep &step, const QString &gap)
{
    if (CancelWords::isAboutCancelAlone(step))
        return TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "A result that reports the cancellation as an error came %1 after it; MCP expects no response"),
            gap);
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "An error result that may report the cancellation (%2) came %1 after it"),
        gap, Formatting::visible(CancelWords::quoted(CancelWords::whatTells(step.event.part(step.message.result)))));
}

TranslatableText sentenceOf(FindingCode code, const FindingStep &step, const QString &gap)
{
    const JsonValue error(step.event.part(step.message.error));
    switch (code) {
    case FindingCode::C02:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Error -32800 came %1 after the cancellation; MCP expects no response"),
            gap);
    case FindingCode::C03:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Error 0 (%2) came %1 after the cancellation; MCP expects no response"),
            gap, Formatting::visible(error.member("message").toString().left(CancelWords::MostQuoted)));
    case FindingCode::C04:
        return sentenceOfResult(step, gap);
    case FindingCode::C05:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Error %2 (%3) came %1 after the cancellation"), gap,
            QString::fromUtf8(error.member("code").raw().toByteArray().left(CancelWords::MostQuoted)),
            Formatting::visible(error.member("message").toString().left(CancelWords::MostQuoted)));
    case FindingCode::C12:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "A response came %1 after the stream of its request was closed, which is the cancellation"),
            gap);
    default:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "A result came %1 after the cancellation, when it was no longer expected"),
            gap);
    }
}

} // namespace

FindingCode LateResponseRule::codeOf(const FindingStep &step) const
{
    if (facts().isModernHttp())
        return FindingCode::C12;
    if (step.message.kind == MessageKind::Error) {
        const JsonValue error(step.event.part(step.message.error));
        const std::optional<qint64> code = error.member("code").toInteger();
        if (code == ErrorCode::RequestCancelled)
            return FindingCode::C02;
        return code == 0 && CancelWords::isResponseToCancel(step) ? FindingCode::C03 : FindingCode::C05;
    }
    return CancelWords::isResponseToCancel(step) ? FindingCode::C04 : FindingCode::C01;
}

void LateResponseRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::LateResponse)
        report(step, false);
    else if (!step.record && step.message.kind == MessageKind::Error &&
             !step.message.requestId(step.event.bytes).canBeAnswered())
        onNameless(step);
}

/// An error without an id in the stream of a cancelled request can only belong to that request.
void LateResponseRule::onNameless(const FindingStep &step)
{
    const qint64 row = rowCancelledIn(exchangeOf(step.event));
    if (row < 0)
        return;
    const RequestRecord record = log().record(row);
    // A batch has one stream for all its messages.
    if (record.late.answered() || record.mismatched.count != 0 || m_nameless.find(row) || record.requestEvent < 0 ||
        capture().entry(record.requestEvent).message == MessageKind::Batch)
        return;
    m_nameless.insert(row, true);
    report({step.event, step.index, step.message, step.transition, row, &record}, true);
}

void LateResponseRule::report(const FindingStep &step, bool isNameless)
{
    const RequestRecord &record = *step.record;
    // A peer that got no cancel must respond.
    if (!record.cancellation || record.cancellation->signalTime == 0)
        return;
    if (record.mismatched.time > record.cancellation->signalTime)
        return; // that one was reported; this is the second
    if (!record.cancellation->refusal.isEmpty())
        return; // the server refused the cancel, reported as C13
    if (facts().isClosing() && record.method == "ping")
        return; // it takes no work that could be stopped; it was on its way at our Closing event
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    Finding found = finding(codeOf(step), opposite(record.direction), step);
    if (facts().isModern())
        found.severity = FindingSeverity::Error;
    else if (found.code == FindingCode::C02 && facts().isLegacyHttp())
        found.severity = FindingSeverity::Info; // it ends the response that HTTP waits for
    found.sentence = sentenceOf(found.code, step, Formatting::duration(gap));
    if (isNameless)
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; it names no id, but came in the stream of that request"),
            found.sentence);
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    found = withLoad(std::move(found), record.cancellation->signalTime);
    const bool isResponseToCancel =
        found.code == FindingCode::C02 || found.code == FindingCode::C03 || found.code == FindingCode::C04;
    if (!isResponseToCancel || !CancelWords::isAboutCancelAlone(step)) {
        if (std::optional<Finding> excused = downgradedIfUndelivered(found, record, step))
            raise(*std::move(excused));
        else
            raiseWithGap(std::move(found), gap);
        return;
    }
    raiseByTrip(std::move(found), gap); // a server that names the cancel has read it
}

} // namespace Pullcord
