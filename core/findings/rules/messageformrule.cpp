// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/messageformrule.h"

#include "core/capture/capture.h"
#include "core/findings/httpsteps.h"
#include "core/json/jsonvalue.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// A line that the end of the stream has ended.
bool hasNoNewline(const Event &event)
{
    return event.details.value("eol"_L1).toString(u"\n"_s).isEmpty();
}

} // namespace

MessageFormRule::MessageFormRule(FindingContext &context)
    : FindingRule(context, {.events = bits(EventKind::Malformed, EventKind::Exited), .messages = Flawed | Batches})
{}

void MessageFormRule::report(FindingCode code, FindingSeverity severity, const FindingStep &step, const Words &sentence)
{
    const QByteArray sort = QByteArray::number(int(code)) + ' ' + QByteArray::number(int(step.event.direction)) + ' ';
    const QByteArray fault =
        sort + sentence.section(", found"_L1, 0, 0).toUtf8(); // what was expected, whatever was there
    const bool isTold = m_found.size() < MostFaults || m_found.contains(fault);
    quint64 &key = m_found[isTold ? fault : sort];
    if (grow(key, step))
        return;
    Finding found = finding(code, step.event.direction, step);
    found.severity = severity;
    found.sentence =
        isTold ? sentence : Words::of(QT_TRANSLATE_NOOP("Words", "%1; and others, each in its own way"), sentence);
    found.addEvent(step.index);
    key = raise(std::move(found));
}

void MessageFormRule::onMalformed(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    if (details.value("limit"_L1).toBool() || details.contains("length"_L1))
        return; // a limit of ours
    if (!facts().isClosing() || !hasNoNewline(step.event))
        reportNoJson(step);
}

/// Whoever ends without being asked, or as asked, has written all that it wanted to.
void MessageFormRule::onExited(const FindingStep &step)
{
    if (facts().isClosing() && step.event.details.value("exitCode"_L1).toInteger(-1) != 0)
        return;
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - MostLooked, 0); --index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isSent = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        if (!isSent || entry.connection != step.event.connection || entry.direction != Direction::ServerToClient)
            continue;
        const Event event = capture().eventAt(index);
        const FindingStep last{.event = event, .index = index, .message = event.envelope};
        if (hasNoNewline(event) && event.isMessage())
            report(FindingCode::P01, FindingSeverity::Warning, last,
                   Words::of(QT_TRANSLATE_NOOP("Words", "The last message has no newline behind it: who reads lines "
                                                        "takes it for half a message, and may never look at it")));
        else if (hasNoNewline(event) && facts().isClosing())
            reportNoJson(last);
        return;
    }
}

/// An empty line over stdio is no message, but says nothing that anybody could misread.
void MessageFormRule::reportNoJson(const FindingStep &step)
{
    if (facts().isLegacyHttp() && HttpSteps::isEventStream(step.event.bytes))
        return; // H03
    const QString reason = step.event.details.value("reason"_L1).toString();
    if (step.event.bytes.trimmed().isEmpty() && !facts().isOverHttp())
        report(FindingCode::P01, FindingSeverity::Warning, step,
               Words::of(QT_TRANSLATE_NOOP("Words", "An empty line was sent, which is no message: some readers take it "
                                                    "for broken JSON")));
    else
        report(FindingCode::P01, step,
               reason.isEmpty() ? Words::of(QT_TRANSLATE_NOOP("Words", "What was sent is no JSON"))
                                : Words::of(QT_TRANSLATE_NOOP("Words", "What was sent is no JSON: %1"), reason));
}

/// Only one revision has batches, and agreeing on it is no part of one.
void MessageFormRule::onBatch(const FindingStep &step)
{
    if (facts().revision() && facts().revision() != Revision::R2025_03_26) {
        report(FindingCode::P19, step,
               Words::of(QT_TRANSLATE_NOOP("Words", "A batch was sent, which this revision does not have")));
        return;
    }
    const JsonValue batch(step.event.bytes);
    const auto isInitialize = [](const JsonMember &each) {
        return each.value.member("method").toUtf8() == "initialize";
    };
    if (std::any_of(batch.begin(), batch.end(), isInitialize))
        report(FindingCode::P19, step,
               Words::of(QT_TRANSLATE_NOOP("Words", "initialize was sent in a batch, where it must stand alone: who "
                                                    "reads it cannot know yet that there are batches")));
}

void MessageFormRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Exited) {
        onExited(step);
        return;
    }
    if (step.event.direction == Direction::None)
        return; // a line of the file that cannot be read
    if (step.event.kind == EventKind::Malformed) {
        onMalformed(step);
        return;
    }
    if (step.message.kind == MessageKind::Batch && step.message.problems == NoProblem) {
        onBatch(step);
        return;
    }
    const quint16 problems = step.message.problems;
    if (problems & NotAnObject)
        report(FindingCode::P02, step,
               Words::of(QT_TRANSLATE_NOOP("Words", "What was sent is JSON, but no message: neither an object nor a "
                                                    "batch of objects")));
    if (problems & NoVersion)
        report(FindingCode::P02, step,
               Words::of(QT_TRANSLATE_NOOP("Words", "A message does not say \"jsonrpc\": \"2.0\"")));
    if (problems & ResultAndError)
        report(
            FindingCode::P03, step,
            Words::of(QT_TRANSLATE_NOOP("Words", "An answer has both a result and an error: nobody can tell which of "
                                                 "the two is meant")));
    else if (problems & NothingToDo)
        report(
            FindingCode::P03, step,
            Words::of(!step.message.id.isEmpty()
                          ? QT_TRANSLATE_NOOP("Words", "What has the id of an answer has neither a result nor an "
                                                       "error, and no method either: it answers nothing")
                          : QT_TRANSLATE_NOOP("Words", "A message has neither an id nor a method: it is no request, no "
                                                       "notification and no answer")));
}

} // namespace Pullcord
