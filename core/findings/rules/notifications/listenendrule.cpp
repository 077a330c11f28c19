// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/notifications/listenendrule.h"

namespace Pullcord {

void ListenEndRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const bool isEnd = record.state == RequestState::Succeeded && record.method == "subscriptions/listen";
    if (!isEnd || !facts().isModern() || facts().transport() != ConversationFacts::Transport::Stdio ||
        facts().isClosing())
        return;
    Finding found = finding(FindingCode::C29, opposite(record.direction), step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The server ended the subscription %1 without notifications/cancelled"),
        record.id.display());
    for (const qint64 event : {record.requestEvent, step.index})
        found.addEvent(event);
    m_waiting.add(found, step.event.time + Patience);
    wakeAt(step.event.time + Patience);
}

void ListenEndRule::onEvent(const FindingStep &step)
{
    if (m_waiting.isEmpty() || step.event.direction != Direction::ServerToClient)
        return;
    const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
    m_waiting.remove(rowOf(Direction::ClientToServer, id));
}

void ListenEndRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time))
        raise(found);
}

/// If only the recording ends, the notification may have come later.
void ListenEndRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    if (!facts().isClosed())
        return;
    for (const Finding &found : m_waiting.takeAll())
        raise(found);
}

} // namespace Pullcord
