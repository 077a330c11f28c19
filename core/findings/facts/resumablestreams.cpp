// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/resumablestreams.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Returns the Last-Event-ID of a request step; empty if it has none.
QString lastEventId(const QJsonObject &details)
{
    const QJsonArray headers = details.value("headers"_L1).toArray();
    const auto named = std::find_if(headers.begin(), headers.end(), [](const QJsonValue &header) {
        return header["name"_L1].toString().compare("Last-Event-ID"_L1, Qt::CaseInsensitive) == 0;
    });
    return named == headers.end() ? QString() : (*named)["value"_L1].toString();
}

} // namespace

void ResumableStreams::feed(const Event &event, qint64 index)
{
    const qint64 exchange = event.details.isEmpty() ? 0 : event.details.value("exchange"_L1).toInteger();
    if (exchange == 0)
        return;
    if (event.kind == EventKind::Http) {
        m_begun = std::max(m_begun, exchange);
        feedHttp(event, exchange, index);
        return;
    }
    const bool isOfStream = event.kind == EventKind::Stream || event.direction == Direction::ServerToClient;
    // The client ignores the id of an unfinished event.
    const bool isWhole = event.details.value("what"_L1) != "unfinished"_L1;
    const QString id = isOfStream && isWhole ? event.details.value("id"_L1).toString() : QString();
    Stream *known = m_streams.empty() ? nullptr : find(exchange);
    if (known && event.time - known->heard <= Replay)
        known->heard = event.time;
    if (!known && !id.isEmpty()) {
        add({.exchange = exchange, .first = exchange});
        known = &m_streams.back();
    }
    if (!known)
        return;
    if (const QJsonValue retry = event.details.value("retry"_L1); retry.isDouble())
        known->retry = std::clamp<qint64>(retry.toInteger(), 0, LongestRetry) * NsPerMs;
    if (id.isEmpty())
        return;
    lookForId(*known, id, index);
    if (!known->last.isEmpty() && known->last != id)
        known->ids.append(qHash(known->last));
    if (known->ids.size() > MostIds)
        known->ids.removeFirst();
    known->last = id;
    known->event = index;
}

/// Returns the newest stream with that last id; else the newest that has sent the id recently.
const ResumableStreams::Stream *ResumableStreams::withId(const QString &id) const
{
    if (id.isEmpty())
        return nullptr;
    auto found =
        std::find_if(m_streams.rbegin(), m_streams.rend(), [&id](const Stream &each) { return each.last == id; });
    if (found == m_streams.rend())
        found = std::find_if(m_streams.rbegin(), m_streams.rend(),
                             [hash = qHash(id)](const Stream &each) { return each.ids.contains(hash); });
    return found == m_streams.rend() ? nullptr : &*found;
}

/// Reports an id that another stream uses, unless this stream resumes that one.
void ResumableStreams::lookForId(const Stream &stream, const QString &id, qint64 index)
{
    const auto other = std::find_if(m_streams.begin(), m_streams.end(), [&](const Stream &each) {
        return each.last == id && each.first != stream.first && each.exchange > m_session && !each.isOfUnknown;
    });
    if (other != m_streams.end() && stream.exchange > m_session && !stream.isOfUnknown)
        addFault({.kind = Fault::Kind::RepeatedId, .id = id, .event = index, .before = other->event});
}

void ResumableStreams::addFault(const Fault &fault)
{
    if (m_faults.size() < MostFaults)
        m_faults.append(fault);
}

void ResumableStreams::feedHttp(const Event &event, qint64 exchange, qint64 index)
{
    const QString step = event.details.value("step"_L1).toString();
    if (step == "request"_L1) {
        const QString id = lastEventId(event.details);
        if (const Stream *before = withId(id))
            takeUp(*before, id, event, exchange, index);
        else if (!id.isEmpty())
            add({.exchange = exchange, .first = exchange, .last = {}, .isOfUnknown = true});
    } else if (Stream *stream = find(exchange)) {
        if (step == "response"_L1) { // some servers delay the response until there is a message
            stream->heard = event.time;
        } else if (step == "end"_L1) {
            stream->ended = event.time;
            stream->endEvent = index;
        }
    }
}

void ResumableStreams::takeUp(const Stream &before, const QString &id, const Event &event, qint64 exchange,
                              qint64 index)
{
    const qint64 gap = before.ended == Unknown ? Unknown : event.time - before.ended;
    if (gap != Unknown && gap < before.retry)
        addFault({.kind = Fault::Kind::TooEarly,
                  .id = id,
                  .event = index,
                  .before = before.endEvent,
                  .gap = gap,
                  .retry = before.retry});
    add({.exchange = exchange,
         .first = before.first,
         .last = id,
         .ids = before.ids,
         .taken = event.time,
         .gap = before.ended,
         .heard = event.time,
         .retry = before.retry,
         .event = before.event});
}

bool ResumableStreams::mayBringOld(qint64 exchange, qint64 moment, qint64 time) const
{
    const Stream *stream = find(exchange);
    return stream && stream->gap != Unknown && stream->gap <= moment && stream->taken >= moment &&
           time - stream->heard <= Replay;
}

qint64 ResumableStreams::openSince(qint64 first) const
{
    const auto last =
        std::find_if(m_streams.rbegin(), m_streams.rend(), [first](const Stream &each) { return each.first == first; });
    const bool isOpen = last != m_streams.rend() && last->ended == Unknown && last->exchange != first;
    return isOpen && last->heard > last->taken ? last->exchange : 0;
}

void ResumableStreams::add(const Stream &stream)
{
    m_streams.push_back(stream);
    if (m_streams.size() > Most)
        m_streams.pop_front();
}

ResumableStreams::Stream *ResumableStreams::find(qint64 exchange)
{
    return const_cast<Stream *>(std::as_const(*this).find(exchange));
}

const ResumableStreams::Stream *ResumableStreams::find(qint64 exchange) const
{
    const auto found = std::find_if(m_streams.rbegin(), m_streams.rend(),
                                    [exchange](const Stream &each) { return each.exchange == exchange; });
    return found == m_streams.rend() ? nullptr : &*found;
}

qint64 ResumableStreams::firstOf(qint64 exchange) const
{
    const Stream *stream = find(exchange);
    return stream ? stream->first : exchange;
}

} // namespace Pullcord
