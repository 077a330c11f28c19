// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/cancelorder.h"

#include "core/findings/facts/conversationfacts.h"
#include "core/findings/findingrule.h"

namespace Pullcord {

QList<qint64> CancelOrder::feed(const FindingStep &step, const ConversationFacts &facts)
{
    using Kind = Transition::Kind;
    const Kind kind = step.transition->kind;
    if (kind == Kind::CancelRequested || kind == Kind::CancelSignalled) {
        addCancel(step);
        return {};
    }
    const RequestRecord &record = *step.record;
    const bool isResponse = kind == Kind::Answered || kind == Kind::LateResponse || kind == Kind::SecondResponse;
    QList<Cancel> &cancels = unread(record.direction);
    QList<qint64> read;
    while (isResponse && !cancels.empty() && cancels.front().event < record.requestEvent) {
        const Cancel cancel = cancels.front();
        cancels.pop_front();
        const bool isNear = record.start - cancel.time <= Longest;
        const bool isQuick = ConversationFacts::isQuick(record.method);
        // Without a ping, any fast request is accepted.
        const bool isShort = facts.isModern() && step.event.time - record.start <= Longest;
        m_responses.insert(cancel.row,
                           {record.requestEvent, step.index, record.method, isQuick, isNear && (isQuick || isShort)});
        read.append(cancel.row);
    }
    return read;
}

/// Adds only a cancel that has just crossed the wire.
void CancelOrder::addCancel(const FindingStep &step)
{
    const std::optional<RequestRecord::Cancellation> &cancellation = step.record->cancellation;
    if (!cancellation || cancellation->byPeer || cancellation->signalTime == 0 || step.index < 0 ||
        cancellation->event != step.index)
        return;
    QList<Cancel> &cancels = unread(step.record->direction);
    cancels.push_back({step.row, step.index, cancellation->signalTime});
    if (cancels.size() > Most)
        cancels.pop_front();
}

} // namespace Pullcord
