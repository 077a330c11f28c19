// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/rules/proxyrule.h"
#include "core/rpc/event.h"

#include <QList>
#include <QObject>

#include <chrono>
#include <optional>

namespace Pullcord {

/// A message that a rule keeps from its receiver, for now. A value.
struct HeldMessage
{
    quint64 number = 0; ///< counts from 1 in a proxy
    quint32 connection = 0;
    Direction direction = Direction::None;
    QByteArray message;
    QString rule;
    ProxyRule::Action action = ProxyRule::Action::Hold; ///< Hold, Delay or Reorder
    qint64 since = 0;                                   ///< time at which it came, in ns
    quint64 way = 0;                                    ///< number that Proxy::judge() got

    static constexpr qsizetype LongestText = 1'000'000; ///< bytes; a longer message cannot be replaced
    static constexpr qsizetype LongestHead = 64 << 10;  ///< bytes, shown of a longer message

    /// Returns its description for the control socket: a JSON object.
    [[nodiscard]] QByteArray toJson() const;
    /// The same with the text; `cut` if it is too long, so that only its beginning is there.
    [[nodiscard]] QByteArray toJsonWithText() const;
};

/// The messages that rules of a proxy keep from their receivers. A delayed one is released by itself, and one to be
/// reordered after other messages; the operator may release or drop each of them.
///
/// Owner: the proxy, which sends what is released, and reports what is dropped.
class HeldMessages final : public QObject
{
    Q_OBJECT

public:
    /// Bytes of held messages; further messages are not held.
    static constexpr qsizetype MostBytes = qsizetype(64) << 20;

    using QObject::QObject;

    /// False if `message` would be too much.
    [[nodiscard]] bool hasRoomFor(const QByteArray &message) const
    {
        return m_held.isEmpty() || m_bytes + sizeOf(message) <= MostBytes;
    }
    /// Holds a message as `rule` wants, and gives it a number. `message` needs no number, rule and action.
    void add(HeldMessage message, const ProxyRule &rule);
    /// A message of that connection and direction has passed: releases those that were to pass after it.
    void onPassed(quint32 connection, Direction direction);

    /// The messages in the order in which they came.
    [[nodiscard]] QList<HeldMessage> all() const;
    /// True if a message that came that way is held.
    [[nodiscard]] bool hasFrom(quint64 way) const;
    /// Release or drop one of them. Return false if it is not there any more. `instead`, if not empty, passes in its
    /// place.
    bool release(quint64 number, const QByteArray &instead = {});
    bool drop(quint64 number);
    /// Removes those of a connection, since it ends.
    [[nodiscard]] QList<HeldMessage> takeAll(quint32 connection);

signals:
    /// The message may pass now. May be emitted from within onPassed() and release().
    void released(const Pullcord::HeldMessage &message);
    /// The operator does not want the message to pass. Emitted from within drop().
    void dropped(const Pullcord::HeldMessage &message);

private:
    struct Entry
    {
        HeldMessage message;
        qint64 behind = 0; ///< number of messages that pass before it; 0: it does not wait for any
    };
    /// Returns the bytes that it takes to hold `message`: many small ones count, too.
    [[nodiscard]] static qsizetype sizeOf(const QByteArray &message)
    {
        return message.size() + qsizetype(sizeof(Entry));
    }
    [[nodiscard]] std::optional<HeldMessage> take(quint64 number);

    QList<Entry> m_held;
    qsizetype m_bytes = 0;
    quint64 m_last = 0; ///< number of the newest
};

} // namespace Pullcord
