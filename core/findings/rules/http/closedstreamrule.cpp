// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/http/closedstreamrule.h"

#include "core/capture/requestlog.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// `initialize` must not be cancelled. A client may leave the stream of `tasks/result` at any time and ask again.
bool isOwedACancel(QByteArrayView method)
{
    return method != "initialize" && method != "tasks/result";
}

} // namespace

void ClosedStreamRule::onTransition(const FindingStep &step)
{
    m_waiting.remove(step.row);
}

/// A stream that is resumed was not closed to give up its request.
void ClosedStreamRule::takeUp(qint64 exchange)
{
    const qint64 first = facts().streams().firstOf(exchange);
    if (first == exchange)
        return;
    const QList<qint64> rows = m_exchanges.rows();
    for (const qint64 row : rows) {
        const Closed closed = *m_exchanges.find(row);
        if (closed.exchange != first)
            continue;
        m_waiting.remove(row);
        withdraw(closed.found);
        m_exchanges.remove(row);
    }
}

/// A client that gives up the request, or ends the connection, within the patience is C32.
void ClosedStreamRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Closing) {
        m_waiting = {};
        return;
    }
    const QJsonObject &details = step.event.details;
    if (details.value("step"_L1) == "request"_L1 && !m_exchanges.isEmpty())
        takeUp(exchangeOf(step.event));
    const bool isClosed = details.value("step"_L1) == "end"_L1 && details.value("how"_L1) == "closed"_L1;
    if (!isClosed || facts().isModern() || facts().isClosing())
        return;
    for (const QJsonValue &id : details.value("requests"_L1).toArray()) {
        const qint64 row = rowOf(Direction::ClientToServer, RequestId::fromJson(id.toString().toUtf8()));
        const RequestRecord *record = row < 0 ? nullptr : log().recent(row);
        if (!record || !record->isOpen() || record->cancellation || record->mismatched.count != 0 ||
            !isOwedACancel(record->method))
            continue;
        Finding found = finding(FindingCode::C31, Direction::ClientToServer, step);
        found.row = row;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The client closed the stream of the request %1 without a "
                                                  "cancellation: in this revision the server need not stop"),
            record->id.display());
        if (record->byHand)
            found.severity = FindingSeverity::Info;
        for (const qint64 event : {record->requestEvent, step.index})
            found.addEvent(event);
        m_exchanges.insert(row, {facts().streams().firstOf(exchangeOf(step.event)), 0});
        m_waiting.add(found, step.event.time + Patience);
        wakeAt(step.event.time + Patience);
    }
}

bool ClosedStreamRule::countsAsGivenUp(const RequestRecord &record, qint64 time, const ConversationFacts &facts)
{
    return !facts.isModern() && record.streamClosed != 0 && time - record.streamClosed > Patience;
}

void ClosedStreamRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time)) {
        const quint64 key = raise(found);
        if (Closed *closed = m_exchanges.find(found.row))
            closed->found = key;
    }
}

} // namespace Pullcord
