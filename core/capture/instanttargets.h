// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>

#include <functional>

namespace Pullcord {

/// Targets of marks among the events at one instant: the events of a connection, or its requests with one id.
///
/// A mark names its target by time, connection and id, and by its number among those that fit. Each event is read once,
/// however many marks name its instant. Times and indices as in the Capture. Plain class, owned by Marks.
class InstantTargets
{
public:
    enum class Kind : quint8 {
        Mark,    ///< cannot be marked
        Other,   ///< can be marked as an event
        Request, ///< and as a request
        Batch,   ///< and as a request with any id, since an export may have removed some
    };
    struct Event
    {
        Kind kind = Kind::Other;
        quint32 connection = 0;
        QByteArray id = {}; ///< of a Request, as JSON text
    };
    using Read = std::function<Event(qsizetype index)>;

    explicit InstantTargets(Read read);

    /// Selects the events from `first` to before `end`. Reads those that are new.
    void select(qsizetype first, qsizetype end);
    /// Returns the index of the `number`th target, from 0, on the connection, with that id (empty: any event); -1 if
    /// there are not as many.
    [[nodiscard]] qsizetype at(quint32 connection, const QByteArray &id, qint64 number) const;
    /// Returns the number of such targets before the event `index`.
    [[nodiscard]] qint64 numberOf(quint32 connection, const QByteArray &id, qsizetype index) const;

private:
    struct Connection
    {
        QList<qsizetype> events; ///< ascending, like the others
        QList<qsizetype> batches;
        QHash<QByteArray, QList<qsizetype>> requests; ///< by id
    };

    Read m_read;
    qsizetype m_first = -1;
    qsizetype m_end = -1;
    QHash<quint32, Connection> m_connections;
};

} // namespace Pullcord
