// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"
#include "core/findings/rulecontext.h"

#include <QJsonArray>

#include <deque>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;

// ---- CancelHttpRule

/// C11 and C13: over HTTP up to 2025-11-25, the stream of a cancelled request was left open, or a cancel was not
/// accepted. ResponseWithoutIdRule raises C13 for an error message. A cancel that was refused as unauthorized and sent
/// again withdraws its C13.
class CancelHttpRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::StreamClosed, Kind::CancelRequested, Kind::CancelSignalled,
                                                      Kind::LateResponse, Kind::CancelRefused),
                                  .events = bits(EventKind::Http, EventKind::Closing),
                                  .messages = CancelNotifications};
    static constexpr qint64 Patience = 1'000'000'000; ///< ns that a stream may take to end
    /// The same if nothing but the end of the connection closed it.
    static constexpr qint64 LongPatience = 5'000'000'000;

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onEnd(qint64 time) override;

private:
    void onClosed(const FindingStep &step);
    void onHttp(const FindingStep &step);
    void onCancel(const FindingStep &step);
    void reportRefusal(const FindingStep &step);
    void reportOpen(qint64 time, qint64 event);

    RecentRows<qint64, 64> m_open;         ///< cancelled requests, and the exchanges that are still open
    RecentRows<bool, 1024> m_ended;        ///< exchanges
    RecentRows<bool, 64> m_unauthorized;   ///< exchanges that were refused as unauthorized
    RecentRows<quint64, 64> m_refused;     ///< keys of their C13, by row of the request
    RecentRows<qint64, 64> m_cancels;      ///< cancels of the client: exchange and event
    bool m_hasEnds = false;                ///< the capture records ends of exchanges
    qint64 m_cancelEvent = Finding::NoRow; ///< the last cancel of the client
};

void CancelHttpRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Kind::CancelRefused) {
        context().withdrawUnread(step.row); // a server that refused the cancel has responded in good faith
        return;
    }
    const RequestRecord &record = *step.record;
    const Kind kind = step.transition->kind;
    if (kind == Kind::StreamClosed)
        onClosed(step);
    if (kind == Kind::StreamClosed || kind == Kind::LateResponse) {
        m_open.remove(step.row);
        return;
    }
    if (const quint64 *refused = m_refused.find(step.row)) { // it is sent again
        context().withdraw(*refused);
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
    context().report(std::move(found));
}

/// Reports streams that were left open. At the end of a connection, which closes all streams, only those that were open
/// for long.
void CancelHttpRule::reportOpen(qint64 time, qint64 event)
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
        context().report(std::move(found));
    }
}

void CancelHttpRule::onEnd(qint64 time)
{
    reportOpen(time, Finding::NoRow);
}

void CancelHttpRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Closing)
        reportOpen(step.event.time, step.index);
    else if (!step.event.isMessage())
        onHttp(step);
    else if (step.event.direction == Direction::ClientToServer)
        onCancel(step);
}

/// Withdraws C13 for a cancel that is sent again after a refusal; it may be late.
void CancelHttpRule::onCancel(const FindingStep &step)
{
    m_cancelEvent = step.index;
    if (const qint64 exchange = exchangeOf(step.event); exchange != 0)
        m_cancels.insert(exchange, step.index);
    const qint64 before = context().refusedBefore(step.event);
    if (before < 0)
        return;
    context().withdraw(*context().unauthorizedCancels.find(before));
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
        reportRefusal(step);
}

void CancelHttpRule::reportRefusal(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    const qint64 exchange = exchangeOf(step.event);
    const RequestId id = RequestId::fromJson(details.value("cancels"_L1).toString().toUtf8());
    const qint64 row = context().rowOf(Direction::ClientToServer, id);
    const qint64 *sent = m_cancels.find(exchange);
    const qint64 cancel = sent ? *sent : m_cancelEvent;
    const bool isReported = context().refusedIn != 0 && context().refusedIn == exchange;
    quint64 key = context().refusedKey;
    if (!isReported) {
        Finding found = finding(FindingCode::C13, Direction::ServerToClient, step);
        found.row = row;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server did not accept the cancellation: %1"),
            Formatting::visible(details.value("reason"_L1).toString()));
        for (const qint64 event : {cancel, step.index})
            found.addEvent(event);
        key = context().report(std::move(found));
    }
    if (!m_unauthorized.find(exchange))
        return;
    if (row >= 0)
        m_refused.insert(row, key);
    if (cancel >= 0)
        context().unauthorizedCancels.insert(cancel, key);
}

// ---- ClosedStreamRule

/// C31: up to 2025-11-25, the client closed the HTTP stream of a request, which is not a cancel there, and sent none.
/// Withdrawn if the client resumes the stream (Last-Event-ID).
class ClosedStreamRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Kind::CancelRequested, Kind::CancelSignalled, Kind::Answered, Kind::TimedOut),
        .events = bits(EventKind::Http, EventKind::Closing)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return !step.transition; }
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;

private:
    struct Closed
    {
        qint64 exchange;   ///< exchange in which the stream began
        quint64 found = 0; ///< key of the finding; 0 while it waits
    };
    void takeUp(qint64 exchange);

    PostponedFindings m_waiting;
    RecentRows<Closed, 64> m_exchanges; ///< requests whose streams were closed
};

/// True for methods that need a cancel after their stream was closed. Not `initialize`, which must not be cancelled,
/// and not `tasks/result`, whose stream a client may close at any time.
bool needsCancelOnClosing(QByteArrayView method)
{
    return method != "initialize" && method != "tasks/result";
}

void ClosedStreamRule::onTransition(const FindingStep &step)
{
    m_waiting.remove(step.row);
}

/// Withdraws C31 when the client resumes the stream.
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
        context().withdraw(closed.found);
        m_exchanges.remove(row);
    }
}

/// Records requests whose streams the client closed. If it ends the connection within the patience, that is C32
/// instead.
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
        const qint64 row = context().rowOf(Direction::ClientToServer, RequestId::fromJson(id.toString().toUtf8()));
        const RequestRecord *record = row < 0 ? nullptr : log().recent(row);
        if (!record || !record->isOpen() || record->cancellation || record->mismatched.count != 0 ||
            !needsCancelOnClosing(record->method))
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
        m_waiting.add(found, step.event.time + ConversationFacts::CancelAfterClosing);
        wakeAt(step.event.time + ConversationFacts::CancelAfterClosing);
    }
}

void ClosedStreamRule::onDue(qint64 time)
{
    for (const Finding &found : m_waiting.takeDue(time)) {
        const quint64 key = context().report(found);
        if (Closed *closed = m_exchanges.find(found.row))
            closed->found = key;
    }
}

} // namespace

/// C11, C13 and C31: a cancel over Streamable HTTP, up to 2025-11-25.
std::vector<FindingRules::Kind> FindingRules::cancelHttp()
{
    return kindsOf<CancelHttpRule, ClosedStreamRule>();
}

} // namespace Pullcord
