// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/messages/paginationrule.h"

#include "core/mcp/catalog/pagereader.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

void PaginationRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.method.endsWith("/list") || record.direction != Direction::ClientToServer || !step.event.isMessage())
        return;
    if (step.transition->kind != Transition::Kind::Answered) {
        onRequest(step);
        return;
    }
    Reading reading{.method = record.method, .known = {}};
    if (Reading *asked = m_asked.find(step.row)) {
        reading = std::move(*asked);
        m_asked.remove(step.row);
    }
    const JsonValue next = JsonValue(step.event.part(step.message.result)).member("nextCursor");
    if (!next.isValid() || next.type() == JsonType::Null || isMasked(next.raw()))
        return;
    reading.last = qHash(next.raw());
    const bool isKnown = reading.known.contains(reading.last);
    if (!reading.isTold)
        reading.known.insert(reading.last);
    const TranslatableText why =
        PageReader::whyStopped(record.method, next.raw().toByteArray(), isKnown, reading.known.size());
    if (!why.isEmpty() && !std::exchange(reading.isTold, true)) {
        Finding found = finding(FindingCode::P15, Direction::ServerToClient, step);
        found.sentence = why;
        for (const qint64 event : {record.requestEvent, step.index})
            found.addEvent(event);
        raise(std::move(found));
    }
    m_waiting.push_back(std::move(reading));
    if (m_waiting.size() > MostLists)
        m_waiting.pop_front();
}

/// Continues the list whose last page gave this cursor. A repeated page, or an unknown cursor, starts a new list.
void PaginationRule::onRequest(const FindingStep &step)
{
    const JsonValue cursor = step.params().member("cursor");
    if (!cursor.isValid() || m_asked.find(step.row))
        return;
    const size_t hash = qHash(cursor.raw());
    const auto reading = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const Reading &each) {
        return each.method == step.record->method && each.last == hash;
    });
    if (reading == m_waiting.end()) {
        m_asked.insert(step.row, {.method = step.record->method, .known = {hash}, .last = hash});
        return;
    }
    m_asked.insert(step.row, *reading);
    m_waiting.erase(reading);
}

} // namespace Pullcord
