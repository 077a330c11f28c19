// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/requestlog.h"

#include "core/capture/capture.h"

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

RequestLog::RequestLog(Capture &capture, Empty, QObject *parent)
    : QObject(parent)
    , m_capture(capture)
    , m_marks(capture)
{}

RequestLog::RequestLog(Capture &capture, QObject *parent)
    : RequestLog(capture, Empty(), parent)
{
    for (qsizetype index = 0; index < capture.count(); ++index)
        feed(capture.eventAt(index), index);
}

RequestLog::~RequestLog() = default;

void RequestLog::feed(const Event &event, qsizetype index)
{
    if (event.kind == EventKind::Mark) {
        m_marks.feed(event, index);
        return;
    }
    Connection &connection = connectionOf(event);
    const RequestTracker::Transitions transitions = connection.tracker.feed(event, index);

    // The event belongs to the first request that it changed; the end of a connection belongs to none.
    bool annotated = index == Capture::NotRecorded || event.kind == EventKind::Closed;
    for (const Transition &change : transitions) {
        const qsizetype row = rowFor(event.connection, connection, change);
        // A cancel or response with an id of another JSON type did not change the request.
        const bool isOfAnother =
            change.problem == Transition::CancelProblem::OtherType || change.kind == Transition::Kind::UnknownResponse;
        if (row >= 0 && !isOfAnother && !std::exchange(annotated, true))
            m_capture.annotate(index, qint32(row), change.isLate());
        if (change.kind == Transition::Kind::Answered && isHandshake(connection.tracker.record(change.serial)))
            m_handshake = row;
        if (change.kind == Transition::Kind::UnaskedLog && index != Capture::NotRecorded)
            m_capture.markUnasked(index);
        if (row >= 0 && change.kind != Transition::Kind::Created)
            emit rowChanged(row);
        emit transition(index, row, change, event);
    }
    emit eventTaken(index, event);
}

/// A capture may have 100,000 connections, so only the current one keeps ended requests unpacked.
RequestLog::Connection &RequestLog::connectionOf(const Event &event)
{
    if (m_current && m_current->first == event.connection)
        return m_current->second;
    if (m_current)
        m_current->second.tracker.rest();
    m_current = &*m_connections.try_emplace(event.connection, m_packed).first;
    return m_current->second;
}

void RequestLog::endRecording(qint64 time)
{
    for (const auto &[number, connection] : m_connections) {
        if (connection.tracker.openCount() == 0)
            continue;
        Event end = Event::ofKind(EventKind::Closed);
        end.connection = number;
        end.time = time;
        end.details.insert("unrecorded"_L1, true);
        feed(end, Capture::NotRecorded);
    }
}

bool RequestLog::isHandshake(const RequestRecord *record)
{
    return record && record->state == RequestState::Succeeded &&
           (record->method == "initialize" || record->method == "server/discover");
}

const RequestLog::Connection &RequestLog::connectionOf(qsizetype row) const
{
    return m_connections.find(m_rows[size_t(row)].connection)->second;
}

RequestRecord RequestLog::record(qsizetype row) const
{
    return *connectionOf(row).tracker.recordOf(m_rows[size_t(row)].serial);
}

const RequestRecord *RequestLog::recent(qsizetype row) const
{
    return connectionOf(row).tracker.record(m_rows[size_t(row)].serial);
}

qsizetype RequestLog::newestOf(quint32 connection, Direction direction, const RequestId &id) const
{
    const auto found = m_connections.find(connection);
    return found == m_connections.end() ? -1 : rowOf(connection, found->second.tracker.newestSerial(direction, id));
}

qsizetype RequestLog::openCount() const
{
    qsizetype count = 0;
    for (const auto &[number, connection] : m_connections)
        count += connection.tracker.openCount();
    return count;
}

QList<qsizetype> RequestLog::openRows() const
{
    QList<qsizetype> rows;
    rows.reserve(openCount());
    for (const auto &[number, connection] : m_connections) {
        const QList<quint64> open = connection.tracker.open();
        for (const quint64 serial : open)
            rows.append(connection.rows[size_t(serial)]);
    }
    return rows;
}

qsizetype RequestLog::rowOf(quint32 connection, quint64 serial) const
{
    const auto found = m_connections.find(connection);
    if (found == m_connections.end() || serial >= found->second.rows.size())
        return -1;
    return found->second.rows[size_t(serial)];
}

QList<qsizetype> RequestLog::legs(qsizetype row) const
{
    const RequestRecord one = record(row);
    if (one.leg.number == 0)
        return {};
    const RequestTracker &tracker = connectionOf(row).tracker;
    QList<qsizetype> rows;
    quint64 serial = tracker.recordOf(one.leg.first)->leg.last;
    while (serial != RequestRecord::NoSerial) {
        rows.append(rowOf(one.connection, serial));
        serial = tracker.recordOf(serial)->leg.previous;
    }
    std::reverse(rows.begin(), rows.end());
    return rows;
}

qsizetype RequestLog::headOf(qsizetype row) const
{
    const Connection &connection = connectionOf(row);
    RequestRecord head = record(row);
    if (head.leg.number > 1)
        head = *connection.tracker.recordOf(head.leg.first);
    if (head.cause != RequestRecord::NoSerial)
        head = *connection.tracker.recordOf(head.cause);
    return connection.rows[size_t(head.serial)];
}

qsizetype RequestLog::rowAt(const MarkTarget &place) const
{
    if (!place.isValid() || place.id.isEmpty() || place.event >= m_capture.count())
        return -1;
    // The entry holds the first request of the event; the others of a batch follow it.
    for (qsizetype row = m_capture.entry(place.event).row; row >= 0 && row < count(); ++row) {
        const RequestRecord one = record(row);
        if (one.requestEvent != place.event)
            break;
        if (m_marks.placeOf(one) == place)
            return row;
    }
    return -1;
}

/// Returns the row of the transition's request, and adds it if new; -1 if there is no request.
qsizetype RequestLog::rowFor(quint32 number, Connection &connection, const Transition &transition)
{
    if (transition.serial == Transition::NoRecord)
        return -1;
    if (transition.kind != Transition::Kind::Created)
        return connection.rows[size_t(transition.serial)];
    Q_ASSERT(transition.serial == connection.rows.size());
    const qsizetype row = count();
    m_rows.push_back({number, quint32(transition.serial)});
    connection.rows.push_back(qint32(row));
    emit rowAdded(row);
    return row;
}

} // namespace Pullcord
