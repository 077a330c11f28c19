// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "core/rpc/requesttracker.h"

#include <QObject>

#include <deque>
#include <map>
#include <vector>

namespace Pullcord {

class Capture;

/// Every request of a capture, one row each, in the order in which they appeared.
///
/// It feeds each event to the RequestTracker of its connection, live or when a file is opened, and annotates the
/// capture's entries with the row that they belong to. Times in its records count from the start of the capture.
/// Signals are immediate; who paints gathers them per tick.
class RequestLog : public QObject
{
    Q_OBJECT

public:
    /// Takes in what `capture` holds already; `capture` must outlive the log.
    explicit RequestLog(Capture &capture, QObject *parent = nullptr);
    /// Takes in nothing: who makes it feeds it from the first event on, once more where another log has been.
    struct Empty
    {};
    RequestLog(Capture &capture, Empty empty, QObject *parent = nullptr);
    ~RequestLog() override;

    /// The next event, with its time in the capture and its index there (Capture::NotRecorded is taken too: the
    /// requests go on when the disk is full).
    void feed(const Event &event, qsizetype index);
    /// Nobody writes the capture any more, though no connection in it may have ended: what is open is lost, and how long
    /// it lasted is not known (RequestRecord::endUnknown): `time` is that of the last that was recorded.
    /// An answer that is fed all the same finds nothing that it could answer.
    void endRecording(qint64 time);

    [[nodiscard]] qsizetype count() const { return qsizetype(m_rows.size()); }
    /// As it is now.
    [[nodiscard]] RequestRecord record(qsizetype row) const;
    /// The same without a copy, of one that is open or has just changed; null of others. Valid until the next event.
    [[nodiscard]] const RequestRecord *recent(qsizetype row) const;
    /// The row of the newest request of that direction and id; -1 if there is none, or it has ended long ago.
    [[nodiscard]] qsizetype newestOf(quint32 connection, Direction direction, const RequestId &id) const;
    [[nodiscard]] qsizetype openCount() const;
    /// Those rows, in order within each connection.
    [[nodiscard]] QList<qsizetype> openRows() const;
    /// The row of a request of a connection; -1 if there is none.
    [[nodiscard]] qsizetype rowOf(quint32 connection, quint64 serial) const;
    /// The rows of all requests that are one thing with the one at `row`, in order; empty where there is only that.
    [[nodiscard]] QList<qsizetype> legs(qsizetype row) const;
    /// The row of the first request of the thing that the one at `row` is a part of: of its legs, or of those that the
    /// server asked it for. `row` itself where it is the first, or stands alone.
    [[nodiscard]] qsizetype headOf(qsizetype row) const;

    /// The row of the last handshake (`initialize` or `server/discover`) that was answered with a result; -1 if there is none.
    [[nodiscard]] qsizetype handshake() const { return m_handshake; }

    /// What people have marked in the capture.
    [[nodiscard]] const Marks &marks() const { return m_marks; }
    /// The row of the request that a mark is on; -1 if it is on an event, or nobody knows.
    [[nodiscard]] qsizetype rowAt(const MarkedPlace &place) const;

signals:
    void rowAdded(qsizetype row);
    void rowChanged(qsizetype row);
    /// What an event did, in the order of the events, after rowAdded or rowChanged; for findings and statistics. `row`
    /// is -1 if it fits no request; `eventIndex` is Capture::NotRecorded for an event that only `event` still has.
    void transition(qsizetype eventIndex, qsizetype row, const Pullcord::Transition &transition,
                    const Pullcord::Event &event);
    /// All that the event did has been told. Of every event but marks.
    void eventTaken(qsizetype eventIndex, const Pullcord::Event &event);

private:
    struct Connection
    {
        RequestTracker tracker;
        std::vector<qint32> rows; ///< by serial
    };
    struct Row
    {
        quint32 connection;
        quint32 serial;
    };

    qsizetype rowFor(quint32 number, Connection &connection, const Transition &transition);
    [[nodiscard]] const Connection &connectionOf(qsizetype row) const;
    [[nodiscard]] static bool isHandshake(const RequestRecord *record);

    Capture &m_capture;
    Marks m_marks;
    std::map<quint32, Connection> m_connections;
    std::deque<Row> m_rows; ///< which never move, as there may be millions
    qsizetype m_handshake = -1;
};

} // namespace Pullcord
