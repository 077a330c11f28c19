// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/http/cutresponserule.h"

#include "core/capture/capture.h"

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Returns the message that came in the exchange; -1 if it is not near.
qint64 CutResponseRule::messageBefore(const FindingStep &step) const
{
    const qint64 first = std::max<qint64>(step.index - MostLooked, 0);
    for (qint64 index = step.index - 1; index >= first; --index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.kind == EventKind::Message && entry.direction == Direction::ServerToClient &&
            entry.connection == step.event.connection && exchangeOf(capture().eventAt(index)) == exchangeOf(step.event))
            return index;
    }
    return -1;
}

void CutResponseRule::onEvent(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    if (!details.value("cutShort"_L1).toBool())
        return;
    Finding found = finding(FindingCode::H20, Direction::ServerToClient, step);
    const qint64 received = details.value("received"_L1).toInteger();
    const qint64 announced = details.value("announced"_L1).toInteger(-1);
    found.sentence = announced >= 0
                         ? TranslatableText::of(
                               QT_TRANSLATE_NOOP("TranslatableText",
                                                 "The response ended after %1 of the %2 bytes that its Content-Length "
                                                 "announced; the part that came happens to be complete JSON"),
                               received, announced)
                         : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                  "The response broke after %1 bytes, before its end; "
                                                                  "the part that came happens to be complete JSON"),
                                                received);
    const qint64 message = messageBefore(step);
    if (message >= 0)
        found.row = capture().entry(message).row;
    for (const qint64 event : {message, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

} // namespace Pullcord
