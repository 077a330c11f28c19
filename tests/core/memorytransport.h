// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/transport.h"

#include <deque>

namespace Pullcord {

/// A transport whose other end is the test. Messages wait until the test lets them leave. The test decides what
/// arrives, in which order, and when the connection ends.
class MemoryTransport final : public Transport
{
    Q_OBJECT

public:
    /// `direction` is that of outgoing messages: a client by default.
    explicit MemoryTransport(Direction direction = Direction::ClientToServer, QObject *parent = nullptr);

    [[nodiscard]] QString name() const override { return QStringLiteral("memory"); }
    [[nodiscard]] QJsonObject description() const override;
    void open() override;
    void close() override;
    void send(const QByteArray &message, const QJsonObject &details = {}) override;

    /// Returns the messages that have left, in order.
    [[nodiscard]] const QList<QByteArray> &sent() const { return m_sent; }
    /// If true, messages leave by themselves one turn of the event loop later; else leave() sends them.
    void setAutomatic(bool automatic) { m_automatic = automatic; }
    void leave();
    /// Reports that the waiting messages are stuck.
    void announceQueued();
    void receive(const QByteArray &message);
    void drop(const QString &reason);

private:
    struct Waiting
    {
        QByteArray message;
        QJsonObject details;
    };
    [[nodiscard]] Event eventOf(const Waiting &waiting, EventKind kind);

    Direction m_direction;
    JsonChecker m_checker;
    std::deque<Waiting> m_waiting;
    QList<QByteArray> m_sent;
    bool m_automatic = true;
};

} // namespace Pullcord
