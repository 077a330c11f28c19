// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/rules/heldmessages.h"

#include "core/json/jsontext.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace Pullcord {

QByteArray HeldMessage::toJson() const
{
    const Envelope envelope = Envelope::of(message);
    QByteArray json;
    JsonText::setMember(json, "number", QByteArray::number(number));
    JsonText::setMember(json, "connection", QByteArray::number(connection));
    JsonText::setMember(json, "from", direction == Direction::ServerToClient ? R"("server")" : R"("client")");
    JsonText::setMember(json, "rule", JsonText::quoted(rule));
    JsonText::setMember(json, "action", JsonText::quoted(QStringView(QString(ProxyRule::nameOf(action)))));
    JsonText::setMember(json, "milliseconds", QByteArray::number((monotonicNow() - since) / 1'000'000));
    if (!envelope.id.isEmpty())
        JsonText::setMember(json, "id", envelope.id.in(message));
    if (!envelope.method.isEmpty())
        JsonText::setMember(json, "method", envelope.method.in(message));
    JsonText::setMember(json, "size", QByteArray::number(message.size()));
    return json;
}

QByteArray HeldMessage::toJsonWithText() const
{
    const bool isCut = message.size() > LongestText;
    qsizetype length = isCut ? LongestHead : message.size();
    while (isCut && (uchar(message.at(length)) & 0xC0U) == 0x80U) // not within a character
        --length;
    QByteArray json = toJson();
    JsonText::setMember(json, "text", JsonText::quoted(QByteArrayView(message).first(length)));
    if (isCut)
        JsonText::setMember(json, "cut", "true");
    return json;
}

void HeldMessages::add(HeldMessage message, const ProxyRule &rule)
{
    message.number = ++m_last;
    message.rule = rule.name;
    message.action = rule.action;
    m_bytes += sizeOf(message.message);
    m_held.append({std::move(message), rule.action == ProxyRule::Action::Reorder ? rule.count : 0});
    if (rule.action == ProxyRule::Action::Delay)
        QTimer::singleShot(rule.delay, Qt::PreciseTimer, this, [this, number = m_last] { release(number); });
}

void HeldMessages::onPassed(quint32 connection, Direction direction)
{
    QList<quint64> due;
    for (Entry &entry : m_held) {
        const bool isBehind =
            entry.behind > 0 && entry.message.connection == connection && entry.message.direction == direction;
        if (isBehind && --entry.behind == 0)
            due << entry.message.number;
    }
    for (const quint64 number : std::as_const(due))
        release(number);
}

QList<HeldMessage> HeldMessages::all() const
{
    QList<HeldMessage> messages;
    for (const Entry &entry : m_held)
        messages << entry.message;
    return messages;
}

bool HeldMessages::hasFrom(quint64 way) const
{
    return std::any_of(m_held.begin(), m_held.end(), [way](const Entry &each) { return each.message.way == way; });
}

std::optional<HeldMessage> HeldMessages::take(quint64 number)
{
    const auto entry = std::find_if(m_held.begin(), m_held.end(),
                                    [number](const Entry &each) { return each.message.number == number; });
    if (entry == m_held.end())
        return {};
    HeldMessage message = std::move(entry->message);
    m_held.erase(entry);
    m_bytes -= sizeOf(message.message);
    return message;
}

bool HeldMessages::release(quint64 number, const QByteArray &instead)
{
    std::optional<HeldMessage> message = take(number);
    if (message && !instead.isEmpty())
        message->message = instead;
    if (message)
        emit released(*message);
    return message.has_value();
}

bool HeldMessages::drop(quint64 number)
{
    const std::optional<HeldMessage> message = take(number);
    if (message)
        emit dropped(*message);
    return message.has_value();
}

QList<HeldMessage> HeldMessages::takeAll(quint32 connection)
{
    QList<HeldMessage> taken;
    const QList<HeldMessage> messages = all();
    for (const HeldMessage &message : messages) {
        if (message.connection == connection)
            taken << *take(message.number);
    }
    return taken;
}

} // namespace Pullcord
