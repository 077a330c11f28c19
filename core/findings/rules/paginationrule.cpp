// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/paginationrule.h"

#include "core/mcp/pagereader.h"

namespace Pullcord {

PaginationRule::PaginationRule(FindingContext &context)
    : FindingRule(context,
                  {.transitions = bits(Transition::Kind::Created, Transition::Kind::Left, Transition::Kind::Answered)})
{}

void PaginationRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.method.endsWith("/list") || record.direction != Direction::ClientToServer || !step.event.isMessage())
        return;
    if (step.transition->kind != Transition::Kind::Answered) {
        if (!step.params().member("cursor").isValid())
            m_cursors.remove(record.method); // it begins anew
        return;
    }
    const JsonValue next = JsonValue(step.event.part(step.message.result)).member("nextCursor");
    if (!next.isValid() || next.type() == JsonType::Null || isMasked(next.raw()))
        return;
    if (m_cursors.size() >= MostLists)
        m_cursors.clear();
    QSet<size_t> &known = m_cursors[record.method];
    const size_t hash = qHash(next.raw());
    const bool isKnown = known.contains(hash);
    if (!isKnown)
        known.insert(hash);
    const Words why = PageReader::whyStopped(record.method, next.raw().toByteArray(), isKnown, known.size());
    if (why.isEmpty())
        return;
    Finding found = finding(FindingCode::P15, Direction::ServerToClient, step);
    found.sentence = why;
    for (const qint64 event : {record.requestEvent, step.index})
        found.addEvent(event);
    raise(std::move(found));
    known.clear(); // once for a list
}

} // namespace Pullcord
