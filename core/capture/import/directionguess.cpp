// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/directionguess.h"

#include "core/json/jsonvalue.h"

#include <algorithm>
#include <iterator>

namespace Pullcord {

namespace {

struct Sender
{
    QByteArrayView begin; ///< prefix of the method
    Direction direction;
};

/// Methods that only one side may send, in any revision. The first match counts.
constexpr Sender Senders[] = {
    {"initialize", Direction::ClientToServer},
    {"server/discover", Direction::ClientToServer},
    {"tools/", Direction::ClientToServer},
    {"prompts/", Direction::ClientToServer},
    {"resources/", Direction::ClientToServer},
    {"completion/", Direction::ClientToServer},
    {"logging/", Direction::ClientToServer},
    {"subscriptions/", Direction::ClientToServer},
    {"notifications/initialized", Direction::ClientToServer},
    {"notifications/roots/", Direction::ClientToServer},
    {"sampling/", Direction::ServerToClient},
    {"elicitation/", Direction::ServerToClient},
    {"roots/", Direction::ServerToClient},
    {"notifications/message", Direction::ServerToClient},
    {"notifications/tools/", Direction::ServerToClient},
    {"notifications/prompts/", Direction::ServerToClient},
    {"notifications/resources/", Direction::ServerToClient},
    {"notifications/elicitation/", Direction::ServerToClient},
    {"notifications/subscriptions/", Direction::ServerToClient},
};

} // namespace

Direction DirectionGuess::senderOf(QByteArrayView method)
{
    const auto *known = std::find_if(std::begin(Senders), std::end(Senders),
                                     [method](const Sender &sender) { return method.startsWith(sender.begin); });
    return known == std::end(Senders) ? Direction::None : known->direction;
}

std::pair<Direction, DirectionGuess::Grounds> DirectionGuess::of(QByteArrayView bytes, Direction stated,
                                                                 quint32 connection)
{
    Envelope message = Envelope::of(bytes);
    if (message.kind == MessageKind::Batch) {
        const QList<Envelope> items = Envelope::batchItems(bytes);
        message = items.isEmpty() ? Envelope() : items.constFirst();
    }
    const auto found =
        stated == Direction::None ? guess(bytes, message, connection) : std::pair(stated, Grounds::Stated);
    const Key key(connection, message.requestId(bytes));
    if (message.kind == MessageKind::Request)
        m_open.insert(key, found.first);
    else if (message.isResponse())
        m_open.remove(key);
    return found;
}

std::pair<Direction, DirectionGuess::Grounds> DirectionGuess::guess(QByteArrayView bytes, const Envelope &message,
                                                                    quint32 connection) const
{
    if (message.isResponse()) {
        const auto request = m_open.constFind({connection, message.requestId(bytes)});
        if (request != m_open.constEnd())
            return {opposite(*request), Grounds::Guessed};
        return {Direction::ServerToClient, Grounds::Unknown};
    }
    const QByteArray method = message.methodName(bytes);
    if (const Direction sender = senderOf(method); sender != Direction::None)
        return {sender, Grounds::Guessed};
    if (method == "notifications/cancelled") {
        const JsonValue id = JsonValue(message.params.in(bytes)).member("requestId");
        const auto request = m_open.constFind({connection, RequestId::fromJson(id.raw())});
        if (request != m_open.constEnd())
            return {*request, Grounds::Guessed};
    }
    if (method == "notifications/progress" || method.startsWith("notifications/tasks"))
        return {Direction::ServerToClient, Grounds::Unknown};
    return {Direction::ClientToServer, Grounds::Unknown};
}

} // namespace Pullcord
