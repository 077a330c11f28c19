// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/gateway/gatewayfindings.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingrule.h"
#include "core/json/jsonvalue.h"

#include <algorithm>
#include <optional>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Messages that are this near to each other on two hops may have crossed in the gateway.
constexpr qint64 Crossing = 50'000'000; // ns
/// A gateway has this long to pass a cancellation on; a recording that ends earlier proves nothing.
constexpr qint64 Patience = 1'000'000'000; // ns
/// Time after the cancellation in which that of the gateway is searched for.
constexpr qint64 SearchTime = 10'000'000'000; // ns

/// True if the sender of the request has cancelled it on the wire, by a notification or by closing its stream.
bool isCancelled(const RequestRecord &record)
{
    return record.cancellation && record.cancellation->signalTime != 0 && !record.cancellation->byPeer;
}

/// True if the request was sent over Streamable HTTP of 2026-07-28, where only closing the stream cancels.
bool isModernHttp(const Hop &hop, const RequestRecord &record)
{
    const Event event = hop.capture.eventAt(record.requestEvent);
    return FindingRule::exchangeOf(event) != 0 && JsonValue(event.part(event.envelope.params))
                                                      .pointer("/_meta/io.modelcontextprotocol~1protocolVersion")
                                                      .isValid();
}

/// Judges the gateway by one pair of requests. The request goes from the hop of its sender to the other one.
class PairJudge
{
public:
    PairJudge(const Hop &front, const Hop &behind, const HopPairs &pairs, const HopPairs::Pair &pair)
        : m_pairs(pairs)
        , m_pair(pair)
        , m_front(front.log.record(pair.front))
        , m_behind(behind.log.record(pair.behind))
        , m_isClients(m_front.direction == Direction::ClientToServer)
        , m_sending(m_isClients ? front : behind)
        , m_receiving(m_isClients ? behind : front)
        , m_sent(m_isClients ? m_front : m_behind)
        , m_passedOn(m_isClients ? m_behind : m_front)
    {}

    [[nodiscard]] std::optional<Finding> judge()
    {
        if (isCancelled(m_sent))
            return isCancelled(m_passedOn) ? std::nullopt : judgeLost();
        if (isCancelled(m_passedOn))
            return judgeInvented();
        return {};
    }

private:
    /// Converts a time of the hop of the sender to the hop of the receiver.
    [[nodiscard]] qint64 toReceiver(qint64 time) const
    {
        const qint64 offset = m_pairs.toFront(0, m_pair);
        return m_isClients ? time - offset : time + offset;
    }

    /// The cancellation of the sender has not reached its request on the other hop.
    [[nodiscard]] std::optional<Finding> judgeLost()
    {
        const qint64 cancelled = toReceiver(m_sent.cancellation->signalTime);
        const bool hasEnded = !m_passedOn.isOpen();
        if (hasEnded && m_passedOn.end <= cancelled + Crossing)
            return {};
        if (const qint64 other = findCancel(cancelled); other >= 0)
            return judgeCancel(other);
        if (m_passedOn.streamClosed != 0 && m_passedOn.streamClosed >= cancelled - Crossing) {
            Finding found = finding(FindingCode::C42, m_passedOn.requestEvent);
            found.sentence = TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "The cancellation was passed on by closing the stream of request %1, which is not a "
                                  "cancellation in the revision of that connection"),
                m_passedOn.id.display());
            return found;
        }
        const bool isAnswered = m_passedOn.state == RequestState::Succeeded || m_passedOn.state == RequestState::Failed;
        if (!isAnswered && m_receiving.capture.lastTime() < cancelled + Patience)
            return {};
        Finding found = finding(FindingCode::C40, m_passedOn.responseEvent);
        found.gap = (isAnswered ? m_passedOn.end : m_receiving.capture.lastTime()) - cancelled;
        const QString id = m_passedOn.id.display();
        const QString gap = Formatting::duration(*found.gap);
        found.sentence =
            isAnswered
                ? TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText",
                                        "The gateway did not pass the cancellation on: on the other side, request "
                                        "%1 got its response %2 later"),
                      id, gap)
                : TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText",
                                        "The gateway did not pass the cancellation on: on the other side, request "
                                        "%1 was not cancelled in the following %2"),
                      id, gap);
        return found;
    }

    /// Judges a cancel notification on the hop of the receiver that did not cancel the request.
    [[nodiscard]] Finding judgeCancel(qint64 event)
    {
        if (cancelledId(event) == m_passedOn.id) {
            Finding found = finding(FindingCode::C42, event);
            found.sentence = TranslatableText::of(
                QT_TRANSLATE_NOOP(
                    "TranslatableText",
                    "The cancellation was passed on as a notification for request %1, which has no effect "
                    "over HTTP in 2026-07-28: only closing the stream cancels"),
                m_passedOn.id.display());
            return found;
        }
        Finding found = finding(FindingCode::C41, event);
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The cancellation was passed on with the id %1 of its sender; on the other side, the "
                              "request has the id %2"),
            m_sent.id.display(), m_passedOn.id.display());
        return found;
    }

    /// The request was cancelled on the hop of the receiver only.
    [[nodiscard]] std::optional<Finding> judgeInvented()
    {
        const qint64 closed = m_sent.streamClosed;
        const qint64 cancelled = m_passedOn.cancellation->signalTime;
        if (closed == 0 || m_sent.cancelledByClosing() || toReceiver(closed) > cancelled + Crossing)
            return {};
        Finding found = finding(FindingCode::C42, m_passedOn.cancellation->event);
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The closed stream of request %1 was passed on as a cancellation, which it is not in the "
                              "revision of that connection"),
            m_sent.id.display());
        return found;
    }

    /// Returns the cancel notification that the gateway has probably made of the cancellation at `time`. It names the
    /// id of the sender, or the request itself if notifications do not cancel on that hop. -1 if there is none.
    [[nodiscard]] qint64 findCancel(qint64 time) const
    {
        const bool isIgnored = isModernHttp(m_receiving, m_passedOn);
        const Capture &capture = m_receiving.capture;
        for (qsizetype index = m_passedOn.requestEvent + 1; index < capture.count(); ++index) {
            const CaptureEntry &entry = capture.entry(index);
            if (entry.time > time + SearchTime)
                break;
            if (entry.time < time - Crossing || entry.kind != EventKind::Message ||
                entry.direction != m_passedOn.direction || entry.message != MessageKind::Notification ||
                capture.eventAt(index).method() != FindingRule::CancelMethod)
                continue;
            const RequestId id = cancelledId(index);
            if ((isIgnored && id == m_passedOn.id) || (id == m_sent.id && id != m_passedOn.id && !isOwn(id, index)))
                return index;
        }
        return -1;
    }

    /// True if the id, in the cancellation at `index`, is that of another request on the hop of the receiver whose
    /// sender cancelled it.
    [[nodiscard]] bool isOwn(const RequestId &id, qint64 index) const
    {
        const qsizetype row = m_receiving.log.newestOf(m_passedOn.connection, m_passedOn.direction, id);
        if (row < 0)
            return false;
        const auto &all = m_pairs.pairs();
        const auto pair = std::find_if(all.begin(), all.end(), [this, row](const HopPairs::Pair &each) {
            return (m_isClients ? each.behind : each.front) == row;
        });
        const RequestRecord record = m_receiving.log.record(row);
        if (pair == all.end() || !record.cancellation || record.cancellation->event != index)
            return false;
        return isCancelled(m_sending.log.record(m_isClients ? pair->front : pair->behind));
    }

    [[nodiscard]] RequestId cancelledId(qint64 index) const
    {
        const Event event = m_receiving.capture.eventAt(index);
        return RequestId::fromJson(JsonValue(event.part(event.envelope.params)).member("requestId").raw());
    }

    /// Returns a finding with the evidence of the sender, and the event `received` on the hop of the receiver.
    [[nodiscard]] Finding finding(FindingCode code, qint64 received) const
    {
        Finding found;
        found.code = code;
        found.severity = m_pair.isGuess ? FindingSeverity::Info : found.kind().severity;
        found.connection = m_front.connection;
        found.row = m_pair.front;
        const qint64 given = m_sent.cancellation ? m_sent.cancellation->event : RequestRecord::NoEvent;
        const qint64 time = m_sent.cancellation ? m_sent.cancellation->signalTime : m_sent.streamClosed;
        found.time = m_isClients ? time : m_pairs.toFront(time, m_pair);
        const QList<qint64> sent{m_sent.requestEvent, given};
        const QList<qint64> passedOn{m_passedOn.requestEvent, received};
        for (const qint64 event : m_isClients ? sent : passedOn)
            found.addEvent(event);
        for (const qint64 event : m_isClients ? passedOn : sent) {
            if (event >= 0 && !found.behind.contains(event))
                found.behind.append(event);
        }
        return found;
    }

    const HopPairs &m_pairs;
    HopPairs::Pair m_pair;
    RequestRecord m_front;
    RequestRecord m_behind;
    bool m_isClients;
    Hop m_sending;
    Hop m_receiving;
    const RequestRecord &m_sent;
    const RequestRecord &m_passedOn;
};

} // namespace

QList<Finding> gatewayFindings(const Hop &front, const Hop &behind)
{
    const HopPairs pairs(front, behind);
    QList<Finding> findings;
    for (const HopPairs::Pair &pair : pairs.pairs()) {
        if (const std::optional<Finding> found = PairJudge(front, behind, pairs, pair).judge())
            findings.append(*found);
    }
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding &a, const Finding &b) { return a.time < b.time; });
    return findings;
}

} // namespace Pullcord
