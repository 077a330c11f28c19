// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memorytransport.h"

#include <QPointer>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace Pullcord {

MemoryTransport::MemoryTransport(Direction direction, QObject *parent)
    : Transport(parent)
    , m_direction(direction)
{}

QJsonObject MemoryTransport::description() const
{
    return {{u"transport"_s, u"memory"_s}};
}

void MemoryTransport::open()
{
    if (!enter(State::Opening, Event::ofKind(EventKind::Opening, description())))
        return;
    QTimer::singleShot(0, this, [this] { (void)enter(State::Open, Event::ofKind(EventKind::Opened)); });
}

void MemoryTransport::close()
{
    if (state() != State::Idle)
        QTimer::singleShot(0, this, [this] { drop({}); });
}

void MemoryTransport::send(const QByteArray &message, const QJsonObject &details)
{
    if (state() != State::Idle)
        m_waiting.push_back({message, details});
    if (m_automatic)
        QTimer::singleShot(0, this, &MemoryTransport::leave);
}

Event MemoryTransport::eventOf(const Waiting &waiting, EventKind kind)
{
    Event event = Event::ofBytes(waiting.message, m_direction, m_checker);
    if (kind != EventKind::Message)
        event.kind = kind;
    for (auto it = waiting.details.begin(); it != waiting.details.end(); ++it)
        event.details.insert(it.key(), it.value());
    return event;
}

void MemoryTransport::leave()
{
    const QPointer<MemoryTransport> guard(this);
    while (guard && !m_waiting.empty()) {
        const Event event = eventOf(m_waiting.front(), EventKind::Message);
        m_waiting.pop_front();
        m_sent.append(event.bytes);
        emit eventOccurred(event);
    }
}

void MemoryTransport::announceQueued()
{
    for (const Waiting &waiting : std::deque(m_waiting))
        emit eventOccurred(eventOf(waiting, EventKind::Queued));
}

void MemoryTransport::receive(const QByteArray &message)
{
    if (state() != State::Idle)
        emit eventOccurred(Event::ofBytes(message, opposite(m_direction), m_checker));
}

void MemoryTransport::drop(const QString &reason)
{
    if (state() == State::Idle)
        return;
    for (Waiting &waiting : std::exchange(m_waiting, {})) {
        waiting.details.insert(u"reason"_s, reason);
        emit eventOccurred(eventOf(waiting, EventKind::Unsent));
    }
    (void)enter(State::Idle, Event::ofKind(EventKind::Closed, {{u"reason"_s, reason}}));
}

} // namespace Pullcord
