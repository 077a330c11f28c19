// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/unreadmessages.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

#include <algorithm>

namespace Pullcord {

UnreadMessages::UnreadMessages(const RuleContext &context, const RequestLog &log, Direction sender)
    : m_context(context)
    , m_log(log)
    , m_sender(sender)
{}

qint64 UnreadMessages::newest(qint64 before, const Test &passes) const
{
    const Capture &capture = m_context.shared.capture;
    qint64 refused = 0; // responses without an id after `index`, each for one message before it
    qint64 read = -1;
    for (qint64 index = before - 1; index > std::max(before - MostLooked, read); --index) {
        const CaptureEntry &entry = capture.entry(index);
        const bool isSent = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        if (!isSent || entry.connection != m_context.connection)
            continue;
        const bool isAnswer = entry.message == MessageKind::Result || entry.message == MessageKind::Error;
        if (entry.direction == m_sender) {
            if (passes(index) && refused-- == 0)
                return index;
        } else if (isAnswer && entry.row >= 0) {
            read = std::max(read, m_log.record(entry.row).requestEvent);
        } else if (isAnswer && !capture.eventAt(index).requestId().canBeAnswered()) {
            ++refused;
        }
    }
    return -1;
}

bool UnreadMessages::isRefusable(qint64 index) const
{
    const ConversationFacts &facts = m_context.facts;
    const CaptureEntry &entry = m_context.shared.capture.entry(index);
    if (entry.kind == EventKind::Malformed)
        return true;
    if (entry.kind != EventKind::Message)
        return false;
    if (entry.message == MessageKind::Batch)
        return facts.revision() != Revision::R2025_03_26;
    const Event event = m_context.shared.capture.eventAt(index);
    const bool isNotice =
        entry.message != MessageKind::Notification || event.method().startsWith("notifications/") || !facts.isMcp();
    // MCP params are an object.
    const bool isList = facts.isMcp() && JsonValue(event.part(event.envelope.params)).isArray();
    return event.envelope.problems != NoProblem || !isNotice || isList;
}

} // namespace Pullcord
