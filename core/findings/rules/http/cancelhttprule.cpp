// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/http/cancelhttprule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingcontext.h"

#include <deque>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

void CancelHttpRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::CancelRefused) {
        withdrawUnread(step.row); // a server that refused the cancel has responded in good faith
        return;
    }
    const RequestRecord &record = *step.record;
    const Transition::Kind kind = step.transition->kind;
    if (kind == Transition::Kind::StreamClosed)
        onClosed(step);
    if (kind == Transition::Kind::StreamClosed || kind == Transition::Kind::LateResponse) {
        m_open.remove(step.row);
        return;
    }
    if (const quint64 *refused = m_refused.find(step.row)) { // it is sent again
        withdraw(*refused);
        m_refused.remove(step.row);
    }
    const bool isSent = record.direction == Direction::ClientToServer && record.cancellation &&
                        record.cancellation->signalTime != 0 && record.streamClosed == 0 && !record.late.answered();
    if (!isSent || !facts().isLegacyHttp() || record.requestEvent < 0)
        return;
    // Its own stream may have ended; look for one that resumes it.
    const qint64 own = exchangeOf(capture().eventAt(record.requestEvent));
    if (const qint64 exchange = m_ended.find(own) ? facts().streams().openSince(own) : own; exchange != 0)
        m_open.insert(step.row, exchange);
}

void CancelHttpRule::onClosed(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    const bool isRefused = !record.cancellation->refusal.isEmpty(); // C13
    if (record.cancellation->signalTime == 0 || gap < Patience || facts().isClosing() || isRefused)
        return;
    Finding found = finding(FindingCode::C11, Direction::ServerToClient, step);
    found.gap = gap;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP(
            "TranslatableText",
            "The server left the stream of the cancelled request open; it was closed %1 after the cancellation"),
        Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

/// The end of a connection closes all streams: only those that were open for long were left open.
void CancelHttpRule::tellOpen(qint64 time, qint64 event)
{
    const RecentRows<qint64, 64> open = std::exchange(m_open, {});
    for (const qint64 row : open.rows()) {
        const RequestRecord record = log().record(row);
        const qint64 gap = time - record.cancellation->signalTime;
        if (!m_hasEnds || gap < LongPatience || !record.cancellation->refusal.isEmpty())
            continue;
        Finding found;
        found.code = FindingCode::C11;
        found.severity = found.kind().severity;
        found.accused = Direction::ServerToClient;
        found.row = row;
        found.time = time;
        found.gap = gap;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server left the stream of the cancelled request open; it was "
                                                  "still open at the end, %1 after the cancellation"),
            Formatting::duration(gap));
        for (const qint64 each : {record.requestEvent, record.cancellation->event, event})
            found.addEvent(each);
        raise(std::move(found));
    }
}

void CancelHttpRule::onEnd(qint64 time)
{
    tellOpen(time, Finding::NoRow);
}

void CancelHttpRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Closing)
        tellOpen(step.event.time, step.index);
    else if (!step.event.isMessage())
        onHttp(step);
    else if (step.event.direction == Direction::ClientToServer)
        onCancel(step);
}

/// A late cancel may be sent again after a refusal, too.
void CancelHttpRule::onCancel(const FindingStep &step)
{
    m_cancelEvent = step.index;
    if (const qint64 exchange = exchangeOf(step.event); exchange != 0)
        m_cancels.insert(exchange, step.index);
    const qint64 before = refusedBefore(step.event);
    if (before < 0)
        return;
    withdraw(*context().unauthorizedCancels.find(before));
    context().unauthorizedCancels.remove(before);
}

void CancelHttpRule::onHttp(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    const qint64 exchange = exchangeOf(step.event);
    const QString what = details.value("step"_L1).toString();
    const qint64 status = details.value("status"_L1).toInteger();
    if (what == "response"_L1 && (status == 401 || status == 403))
        m_unauthorized.insert(exchange, true);
    if (what != "end"_L1)
        return;
    m_hasEnds = true;
    m_ended.insert(exchange, true);
    const QList<qint64> rows = m_open.rows();
    for (const qint64 row : rows) {
        if (*m_open.find(row) == exchange)
            m_open.remove(row);
    }
    if (details.value("notAccepted"_L1) == QLatin1StringView(CancelMethod))
        tellRefusal(step);
}

void CancelHttpRule::tellRefusal(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    const qint64 exchange = exchangeOf(step.event);
    const RequestId id = RequestId::fromJson(details.value("cancels"_L1).toString().toUtf8());
    const qint64 row = rowOf(Direction::ClientToServer, id);
    const qint64 *sent = m_cancels.find(exchange);
    const qint64 cancel = sent ? *sent : m_cancelEvent;
    const bool isTold = context().refusedIn != 0 && context().refusedIn == exchange;
    quint64 key = context().refusedKey;
    if (!isTold) {
        Finding found = finding(FindingCode::C13, Direction::ServerToClient, step);
        found.row = row;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server did not accept the cancellation: %1"),
            Formatting::visible(details.value("reason"_L1).toString()));
        for (const qint64 event : {cancel, step.index})
            found.addEvent(event);
        key = raise(std::move(found));
    }
    if (!m_unauthorized.find(exchange))
        return;
    if (row >= 0)
        m_refused.insert(row, key);
    if (cancel >= 0)
        context().unauthorizedCancels.insert(cancel, key);
}

} // namespace Pullcord
