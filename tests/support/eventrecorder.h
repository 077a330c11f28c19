// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/transport.h"

#include <QByteArrayList>
#include <QList>
#include <QMap>
#include <QStringList>

#include <algorithm>

namespace Pullcord {

/// Records all events of a transport, in order.
class EventRecorder
{
public:
    explicit EventRecorder(Transport &transport)
    {
        QObject::connect(&transport, &Transport::eventOccurred, &m_context,
                         [this](const Event &event) { m_events.append(event); });
    }

    [[nodiscard]] const QList<Event> &events() const { return m_events; }
    void clear() { m_events.clear(); }

    /// Returns the kinds, messages with their direction: "opening opened message:c2s …".
    [[nodiscard]] QByteArray kinds() const
    {
        QByteArrayList names;
        for (const Event &event : m_events) {
            QByteArray name = nameOf(event.kind).toByteArray();
            if (event.direction != Direction::None)
                name += ':' + nameOf(event.direction).toByteArray();
            names.append(name);
        }
        return names.join(' ');
    }
    [[nodiscard]] qsizetype count(EventKind kind) const
    {
        return std::count_if(m_events.begin(), m_events.end(),
                             [kind](const Event &event) { return event.kind == kind; });
    }
    [[nodiscard]] bool has(EventKind kind) const { return count(kind) > 0; }
    /// Returns the index-th event of a kind; a default-constructed one if there is none.
    [[nodiscard]] Event of(EventKind kind, qsizetype index = 0) const
    {
        for (const Event &event : m_events) {
            if (event.kind == kind && index-- == 0)
                return event;
        }
        return {};
    }
    /// Returns faults in the events of closed connections: exchanges without exactly one end, or events after Closed.
    [[nodiscard]] QStringList untold() const
    {
        QStringList problems;
        QMap<int, int> open; // number of ends by exchange
        bool isClosed = false;
        for (const Event &event : m_events) {
            const int exchange = event.details.value(QLatin1StringView("exchange")).toInt();
            const QString step = event.details.value(QLatin1StringView("step")).toString();
            if (event.kind == EventKind::Opening)
                isClosed = false;
            else if (isClosed)
                problems += QStringLiteral("%1 behind closed").arg(QLatin1StringView(nameOf(event.kind)));
            if (event.kind == EventKind::Closed)
                isClosed = true;
            if (event.kind == EventKind::Http && step == QLatin1StringView("request"))
                open.insert(exchange, 0);
            if (event.kind == EventKind::Http && step == QLatin1StringView("end"))
                ++open[exchange];
            if (!isClosed)
                continue;
            for (auto it = open.cbegin(); it != open.cend(); ++it) {
                if (it.value() != 1)
                    problems += QStringLiteral("exchange %1 ended %2 times").arg(it.key()).arg(it.value());
            }
            open.clear();
        }
        return problems;
    }
    /// Returns the process id of the server, from the Opened event; 0 before it.
    [[nodiscard]] qint64 serverPid() const
    {
        return of(EventKind::Opened).details.value(QLatin1StringView("pid")).toInteger();
    }
    /// Returns the bytes of messages in one direction.
    [[nodiscard]] QByteArrayList messages(Direction direction) const
    {
        QByteArrayList list;
        for (const Event &event : m_events) {
            if (event.isMessage() && event.direction == direction)
                list.append(event.bytes);
        }
        return list;
    }

private:
    QObject m_context;
    QList<Event> m_events;
};

} // namespace Pullcord
