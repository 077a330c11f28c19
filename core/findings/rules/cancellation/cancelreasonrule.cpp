// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/cancelreasonrule.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Default reasons of some implementations; a longer prefix comes before its shorter form.
struct Habit
{
    QLatin1StringView start;
    const char *who; ///< marked for translation
};

constexpr Habit Habits[] = {
    {"McpError: MCP error -32001: Request timed out"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a timeout in the TypeScript SDK (%1)")},
    {"SdkError: Request timed out"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a timeout in the TypeScript SDK, version 2 (%1)")},
    {"AbortError: remote-cancel"_L1, QT_TRANSLATE_NOOP("TranslatableText", "the ACP agent of a coding host (%1)")},
    {"AbortError"_L1, QT_TRANSLATE_NOOP("TranslatableText", "a JavaScript AbortSignal, as in the TypeScript SDK (%1)")},
    {"TimeoutError"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a JavaScript AbortSignal that timed out, as in the TypeScript SDK (%1)")},
    {"Tool call cancelled by user"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a user of the official MCP Inspector (%1)")},
    {"caller cancelled"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a cancelled Python scope, as in the Python SDK, version 2 (%1)")},
    {"timed out after "_L1, QT_TRANSLATE_NOOP("TranslatableText", "a timeout in the Python SDK, version 2 (%1)")},
    {"context canceled"_L1, QT_TRANSLATE_NOOP("TranslatableText", "a cancelled Go context, as in the Go SDK (%1)")},
    {"context deadline exceeded"_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a Go context whose deadline passed, as in the Go SDK (%1)")},
    {"The operation was canceled."_L1,
     QT_TRANSLATE_NOOP("TranslatableText", "a .NET cancellation token, as in the C# SDK (%1)")},
};

} // namespace

/// Returns a finding for the cancelled request, if there is one.
Finding CancelReasonRule::about(FindingCode code, const FindingStep &step) const
{
    Finding found = finding(code, step.event.direction, step);
    found.row = rowOf(step.event.direction, RequestId::fromJson(step.params().member("requestId").raw()));
    found.addEvent(step.index);
    return found;
}

void CancelReasonRule::report(FindingCode code, const FindingStep &step, const TranslatableText &sentence)
{
    const QString place = u"%1 %2 %3"_s.arg(int(step.event.direction)).arg(int(code)).arg(sentence);
    const quint64 key = m_found.value(place);
    if (grow(key, step))
        return;
    Finding found = about(code, step);
    found.sentence = sentence;
    m_found.insert(place, raise(std::move(found)));
}

void CancelReasonRule::onEvent(const FindingStep &step)
{
    if (!facts().isMcp())
        return;
    if (facts().isModernHttp() && step.event.direction == Direction::ClientToServer)
        report(FindingCode::C30, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "The client posted a cancellation, which servers ignore over HTTP "
                                       "in this revision; it should close the stream of the request")));
    const JsonValue params = step.params();
    if (params.begin() == params.end())
        return; // it says nothing at all: C25
    const JsonValue reason = params.member("reason");
    if (!reason.isValid()) {
        report(FindingCode::C27, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The cancellation has no reason")));
        return;
    }
    if (!reason.isString()) {
        Finding found = about(FindingCode::C27, step);
        found.severity = FindingSeverity::Error;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The reason of the cancellation is not a string"));
        raise(std::move(found));
        return;
    }
    const QString text = reason.toString();
    const auto *const habit = std::find_if(std::begin(Habits), std::end(Habits),
                                           [&text](const Habit &each) { return text.startsWith(each.start); });
    if (habit != std::end(Habits))
        report(FindingCode::C36, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Probably cancelled by %1"),
                                    TranslatableText::of(habit->who, QString(habit->start).trimmed())));
}

} // namespace Pullcord
