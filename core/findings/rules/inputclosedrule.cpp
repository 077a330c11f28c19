// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/inputclosedrule.h"

#include "core/capture/humantext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

InputClosedRule::InputClosedRule(FindingContext &context)
    : FindingRule(context, {.events = bits(EventKind::Closing, EventKind::Exited)})
{}

void InputClosedRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Closing) {
        m_closing = step.index;
        return;
    }
    const qint64 after = step.event.details.value("afterInput"_L1).toInteger();
    if (after < Patience || !facts().isMcp())
        return;
    Finding found = finding(FindingCode::L1, Direction::ServerToClient, step);
    const bool wasKilled = step.event.details.value("signal"_L1) == "SIGKILL"_L1;
    found.gap = after;
    found.sentence = Words::of(
        wasKilled
            ? QT_TRANSLATE_NOOP("Words", "The server still ran %1 after its standard input was closed, and ended "
                                         "by SIGKILL alone: a host that only closes the input leaves it behind")
            : QT_TRANSLATE_NOOP("Words", "The server still ran %1 after its standard input was closed: a host that "
                                         "only closes the input leaves it behind"),
        HumanText::duration(after));
    for (const qint64 event : {m_closing, step.index}) {
        if (event >= 0)
            found.addEvent(event);
    }
    raise(std::move(found));
}

} // namespace Pullcord
