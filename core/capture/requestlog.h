// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "core/rpc/requesttracker.h"

#include <QObject>

#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace Pullcord {

class Capture;

/// Every request of a capture, one per row, in order of appearance.
///
/// Feeds each event to the RequestTracker of its connection, and stores the row of each event in the capture's index.
/// Works the same for a live capture and a file. Times in its records count from the start of the capture.
///
/// Owner: the owner of the capture, such as Conversation. Signals are immediate; views should collect them.
class RequestLog : public QObject
{
    Q_OBJECT

public:
    /// Feeds all events that `capture` holds already; `capture` must outlive the log.
    explicit RequestLog(Capture &capture, QObject *parent = nullptr);
    /// Selects a log that starts empty: its creator feeds all events, also those that another log has processed.
    struct Empty
    {};
    RequestLog(Capture &capture, Empty empty, QObject *parent = nullptr);
    ~RequestLog() override;

    /// Processes the next event, with its time in the capture and its index. Accepts Capture::NotRecorded, since
    /// requests continue when the disk is full.
    void feed(const Event &event, qsizetype index);
    /// Ends the recording without the end of its connections. Open requests become Lost with an unknown duration
    /// (RequestRecord::endUnknown). `time` is that of the last event. A response that is fed later matches no request.
    void endRecording(qint64 time);

    [[nodiscard]] qsizetype count() const { return qsizetype(m_rows.size()); }
    /// Returns the current record.
    [[nodiscard]] RequestRecord record(qsizetype row) const;
    /// The same without a copy, for a request that is open or has just changed; null for others. Valid until the next
    /// event.
    [[nodiscard]] const RequestRecord *recent(qsizetype row) const;
    /// Returns the newest request with that direction and id, however long ago it ended; -1 if there is none.
    [[nodiscard]] qsizetype newestOf(quint32 connection, Direction direction, const RequestId &id) const;
    [[nodiscard]] qsizetype openCount() const;
    /// Returns the open rows, in order within each connection.
    [[nodiscard]] QList<qsizetype> openRows() const;
    /// Returns the row of a request of a connection; -1 if there is none.
    [[nodiscard]] qsizetype rowOf(quint32 connection, quint64 serial) const;
    /// Returns the rows of all legs of the call that `row` belongs to, in order; empty if there is only one.
    [[nodiscard]] QList<qsizetype> legs(qsizetype row) const;
    /// Returns the first row of the group of `row`: the first leg of its call, or the request that a server request
    /// belongs to. `row` itself if it is the first or alone.
    [[nodiscard]] qsizetype headOf(qsizetype row) const;

    /// Returns the last handshake (`initialize` or `server/discover`) with a result; -1 if there is none.
    [[nodiscard]] qsizetype handshake() const { return m_handshake; }

    /// Returns the user's marks.
    [[nodiscard]] const Marks &marks() const { return m_marks; }
    /// Returns the row of a marked request; -1 if the mark is on an event, or the request is unknown.
    [[nodiscard]] qsizetype rowAt(const MarkTarget &place) const;

signals:
    /// A request has appeared.
    void rowAdded(qsizetype row);
    /// The record of a request has changed.
    void rowChanged(qsizetype row);
    /// An event changed a request, or matches none (`row` is -1). Emitted in the order of the events, after rowAdded()
    /// or rowChanged(). `eventIndex` is Capture::NotRecorded if the event could not be recorded.
    void transition(qsizetype eventIndex, qsizetype row, const Pullcord::Transition &transition,
                    const Pullcord::Event &event);
    /// All transitions of the event were emitted. For every event except marks.
    void eventTaken(qsizetype eventIndex, const Pullcord::Event &event);

private:
    struct Connection
    {
        explicit Connection(std::shared_ptr<PackedRequests> packed)
            : tracker(Dialect::mcpLegacy(), RequestTracker::KeepAll, std::move(packed))
        {}
        RequestTracker tracker;
        std::vector<qint32> rows; ///< index: serial
    };
    struct Row
    {
        quint32 connection;
        quint32 serial;
    };

    [[nodiscard]] Connection &connectionOf(const Event &event);
    qsizetype rowFor(quint32 number, Connection &connection, const Transition &transition);
    [[nodiscard]] const Connection &connectionOf(qsizetype row) const;
    [[nodiscard]] static bool isHandshake(const RequestRecord *record);

    Capture &m_capture;
    Marks m_marks;
    std::shared_ptr<PackedRequests> m_packed = std::make_shared<PackedRequests>();
    std::map<quint32, Connection> m_connections;
    std::pair<const quint32, Connection> *m_current = nullptr; ///< connection of the last event
    std::deque<Row> m_rows;                                    ///< a deque, since there may be millions of rows
    qsizetype m_handshake = -1;
};

} // namespace Pullcord
