// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/aftercancelrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingcontext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

void AfterCancelRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::UnknownResponse) {
        if (const qint64 row = rowCancelledIn(exchangeOf(step.event)); row >= 0)
            reportActivityOf(row);
        return;
    }
    const RequestRecord &record = *step.record;
    if (step.transition->kind == Transition::Kind::Created) {
        if (record.direction == Direction::ClientToServer && record.method != "ping")
            m_lastAsked = step.event.time;
        if (record.direction == Direction::ServerToClient && !m_cancelled.isEmpty())
            onQuestion(step);
    } else if (record.direction == Direction::ClientToServer && record.cancellation &&
               record.cancellation->signalTime != 0 && !record.cancellation->byPeer) {
        watch(step);
    }
}

void AfterCancelRule::watch(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const qint64 exchange = exchangeOf(capture().eventAt(record.requestEvent));
    context().cancelledIn.insert(step.row, exchange);
    m_cancelled.insert(step.row, Dialect::mcpLegacy().servedByAsking.contains(record.method));
    listen(isListening() || exchange != 0 || record.method == "subscriptions/listen");
}

qint64 AfterCancelRule::rowOfNotice(const FindingStep &step)
{
    if (step.event.direction != Direction::ServerToClient)
        return Finding::NoRow;
    if (const qint64 row = rowCancelledIn(exchangeOf(step.event)); row >= 0)
        return row;
    if (!facts().isModern())
        return Finding::NoRow;
    const JsonValue id = step.params().pointer("/_meta/io.modelcontextprotocol~1subscriptionId");
    const qint64 row = rowOf(Direction::ClientToServer, RequestId::fromJson(id.raw()));
    return m_cancelled.find(row) ? row : Finding::NoRow;
}

void AfterCancelRule::onEvent(const FindingStep &step)
{
    const qint64 row = rowOfNotice(step);
    if (row < 0)
        return;
    reportActivityOf(row);
    if (step.message.hasMethod(step.event.bytes, "notifications/progress"))
        return; // C06
    const RequestRecord record = log().record(row);
    if (!record.cancellation->refusal.isEmpty())
        return; // C13
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    const quint64 *key = m_found.find(row);
    const Finding *known = key ? raised(*key) : nullptr;
    Finding found = known ? *known : finding(FindingCode::C07, step.event.direction, step);
    found.row = row;
    found.count = known ? known->count + 1 : 1;
    found.severity = facts().isModern() ? FindingSeverity::Error : found.kind().severity;
    const QString method = Formatting::visible(QString::fromUtf8(step.message.methodName(step.event.bytes)));
    found.sentence =
        found.count == 1
            ? TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "A notification for the request, %1, came %2 after its cancellation"),
                  method, Formatting::duration(gap))
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "After the cancellation of the request, %1 notifications for it "
                                                     "came, the last (%2) %3 after the cancellation"),
                                   found.count, method, Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    if (known)
        changeWithGap(*key, std::move(found), gap);
    else
        m_found.insert(row, raiseWithGap(std::move(found), gap));
}

/// Returns the cancelled request that a server request most likely belongs to, by the order of the messages. NoRow if
/// it came too late, if anything else can have caused it, or if the server sends this method on its own initiative.
qint64 AfterCancelRule::likelyParent(const FindingStep &step)
{
    if (context().openTasks > 0 || facts().hasOpenCall() || facts().isAskedUnprompted(step.record->method))
        return Finding::NoRow;
    const auto &rows = m_cancelled.rows();
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [this](qint64 row) { return *m_cancelled.find(row); });
    if (last == rows.rend())
        return Finding::NoRow;
    const qint64 cancelTime = log().record(*last).cancellation->signalTime;
    return step.event.time - cancelTime <= Near && m_lastAsked <= cancelTime ? *last : Finding::NoRow;
}

void AfterCancelRule::onQuestion(const FindingStep &step)
{
    const qint64 exchange = exchangeOf(step.event);
    qint64 parent = rowCancelledIn(exchange);
    const bool isGuessed = parent < 0;
    if (!isGuessed)
        reportActivityOf(parent);
    if (facts().isModern() || Dialect::mcpLegacy().unrelatedQuestions.contains(step.record->method))
        return;
    // A request of a task belongs to no request, whatever its stream.
    if (step.params().pointer("/_meta/io.modelcontextprotocol~1related-task").isObject())
        return;
    if (isGuessed && exchange == 0)
        parent = likelyParent(step);
    if (parent < 0)
        return;
    const RequestRecord record = log().record(parent);
    if (!record.cancellation->refusal.isEmpty())
        return; // C13
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    Finding found = finding(FindingCode::C08, step.event.direction, step);
    found.sentence = TranslatableText::of(
        isGuessed ? QT_TRANSLATE_NOOP("TranslatableText",
                                      "The server sent %1, %3 after the request %2 was cancelled, perhaps for that "
                                      "request: no other open request can be the cause")
                  : QT_TRANSLATE_NOOP("TranslatableText",
                                      "The server sent %1 for the request %2, %3 after that request was cancelled"),
        QString::fromUtf8(step.record->method), record.id.display(), Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    if (std::optional<Finding> excused = downgradedIfUndelivered(found, record, step))
        raise(*std::move(excused));
    else
        raiseWithGap(std::move(found), gap);
    reportActivityOf(parent);
}

} // namespace Pullcord
