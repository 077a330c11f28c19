// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/transport.h"

#include <QByteArrayList>
#include <QList>
#include <QStringList>

#include <algorithm>

namespace Pullcord {

/// Everything that a transport tells, in one order.
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

    /// The names of the kinds, messages with their direction: "opening opened message:c2s …".
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
    /// The index-th event of a kind; a default one if there is none.
    [[nodiscard]] Event of(EventKind kind, qsizetype index = 0) const
    {
        for (const Event &event : m_events) {
            if (event.kind == kind && index-- == 0)
                return event;
        }
        return {};
    }
    /// Of the server's process, as the Opened event tells; 0 before it.
    [[nodiscard]] qint64 serverPid() const
    {
        return of(EventKind::Opened).details.value(QLatin1StringView("pid")).toInteger();
    }
    /// The bytes of the messages that went that way.
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
