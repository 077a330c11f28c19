// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/inputclosedrule.h"

#include "core/capture/formatting.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

void InputClosedRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Closing) {
        m_closing = step.index;
        return;
    }
    if (!facts().isMcp())
        return;
    const QJsonObject &details = step.event.details;
    if (const qint64 after = details.value("afterInput"_L1).toInteger(); after >= Patience) {
        const bool wasKilled = details.value("signal"_L1) == "SIGKILL"_L1;
        Finding found = finding(FindingCode::L1, Direction::ServerToClient, step);
        found.gap = after;
        found.sentence = TranslatableText::of(
            wasKilled ? QT_TRANSLATE_NOOP("TranslatableText",
                                          "The server still ran %1 after its standard input was closed, and ended "
                                          "only on SIGKILL: a host that only closes the input leaves it behind")
                      : QT_TRANSLATE_NOOP("TranslatableText",
                                          "The server still ran %1 after its standard input was closed: a host that "
                                          "only closes the input leaves it behind"),
            Formatting::duration(after));
        report(std::move(found), step);
    } else if (const qint64 left = details.value("leftBehind"_L1).toInteger(); left > 0 && facts().isClosing()) {
        Finding found = finding(FindingCode::L1, Direction::ServerToClient, step);
        found.severity = FindingSeverity::Info; // they may have been about to end
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The server ended when its standard input was closed, but left processes "
                              "running that it had started: %1. With other hosts they may keep running"),
            left);
        report(std::move(found), step);
    }
}

void InputClosedRule::report(Finding found, const FindingStep &step)
{
    for (const qint64 event : {m_closing, step.index}) {
        if (event >= 0)
            found.addEvent(event);
    }
    raise(std::move(found));
}

} // namespace Pullcord
