// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/gateway/hoppairs.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <deque>
#include <limits>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Accuracy of the start times in the headers, and of clocks that two programs read.
constexpr qint64 Slack = 50'000'000; // ns

/// Returns the parameters without _meta in a form that does not depend on white space and the order of members.
QByteArray normalizedParams(const Hop &hop, const RequestRecord &record)
{
    const Event event = hop.capture.eventAt(record.requestEvent);
    const JsonValue params = JsonValue(event.part(event.envelope.params));
    QJsonDocument document = QJsonDocument::fromJson(params.raw().toByteArray());
    if (document.isNull())
        return params.raw().toByteArray();
    if (document.isObject()) {
        QJsonObject object = document.object();
        object.remove("_meta"_L1);
        document.setObject(object);
    }
    return document.toJson(QJsonDocument::Compact);
}

} // namespace

/// A request as both hops can compare it. Times are those of the capture in front.
struct HopPairs::Request
{
    qsizetype row;
    qint64 start;
    qint64 end; ///< the highest value while it is open
    QByteArray kind;
    QByteArray params;
    bool isTaken = false;

    [[nodiscard]] QByteArray key(bool withParams) const { return withParams ? kind + '\n' + params : kind; }
};

HopPairs::HopPairs(const Hop &front, const Hop &behind)
    : m_front(front)
    , m_behind(behind)
{
    setClock();
    pairUp(Direction::ClientToServer);
    pairUp(Direction::ServerToClient);
}

qint64 HopPairs::toFront(qint64 timeBehind, const Pair &pair) const
{
    if (m_offset)
        return timeBehind + *m_offset;
    return timeBehind + m_front.log.record(pair.front).start - m_behind.log.record(pair.behind).start;
}

/// The clocks are the same if the two recordings overlap.
void HopPairs::setClock()
{
    const Capture &front = m_front.capture;
    const Capture &behind = m_behind.capture;
    if (!front.hasTimes() || !behind.hasTimes() || !front.header().started.isValid() ||
        !behind.header().started.isValid() || front.count() == 0 || behind.count() == 0)
        return;
    const qint64 offset = front.header().started.msecsTo(behind.header().started) * 1'000'000;
    if (offset <= front.lastTime() + Slack && offset + behind.lastTime() >= -Slack)
        m_offset = offset;
}

std::vector<HopPairs::Request> HopPairs::requestsOf(const Hop &hop, Direction direction, qint64 offset) const
{
    std::vector<Request> requests;
    for (qsizetype row = 0; row < hop.log.count(); ++row) {
        const RequestRecord record = hop.log.record(row);
        if (record.direction != direction || record.requestEvent < 0)
            continue;
        requests.push_back({.row = row,
                            .start = record.start + offset,
                            .end = record.isOpen() ? std::numeric_limits<qint64>::max() : record.end + offset,
                            .kind = record.method + '\n' + record.target.toUtf8(),
                            .params = normalizedParams(hop, record)});
    }
    return requests;
}

/// The sender's request comes first and is answered last.
void HopPairs::pairUp(Direction direction)
{
    const bool isClients = direction == Direction::ClientToServer;
    const qint64 offset = m_offset.value_or(0);
    std::vector<Request> sent = requestsOf(isClients ? m_front : m_behind, direction, isClients ? 0 : offset);
    std::vector<Request> passedOn = requestsOf(isClients ? m_behind : m_front, direction, isClients ? offset : 0);
    for (const bool withParams : {true, false}) {
        QHash<QByteArray, std::deque<Request *>> byKey;
        for (Request &request : passedOn) {
            if (!request.isTaken)
                byKey[request.key(withParams)].push_back(&request);
        }
        for (Request &request : sent) {
            const auto found = request.isTaken ? byKey.end() : byKey.find(request.key(withParams));
            if (found == byKey.end())
                continue;
            std::deque<Request *> &candidates = *found;
            // Later requests of the sender start later, so these fit none of them.
            while (m_offset && !candidates.empty() && candidates.front()->start < request.start - Slack)
                candidates.pop_front();
            const auto fits = [this, &request](const Request *each) {
                return !m_offset || each->start <= request.end + Slack;
            };
            if (candidates.empty() || !fits(candidates.front()))
                continue;
            Request &partner = *candidates.front();
            candidates.pop_front();
            const bool isAmbiguous = !candidates.empty() && fits(candidates.front());
            request.isTaken = partner.isTaken = true;
            m_pairs.push_back({.front = isClients ? request.row : partner.row,
                               .behind = isClients ? partner.row : request.row,
                               .isGuess = !withParams || isAmbiguous});
        }
    }
}

} // namespace Pullcord
