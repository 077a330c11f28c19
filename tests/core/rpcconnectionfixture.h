// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connection/rpcconnection.h"
#include "core/memorytransport.h"

#include <QSignalSpy>
#include <QTest>

namespace Pullcord {

/// A connection whose other end is the test.
class SessionFixture
{
public:
    std::unique_ptr<RpcConnection> m_rpc;
    MemoryTransport *m_transport = nullptr;

    void start(RpcConnection::Role role = RpcConnection::Role::Client)
    {
        const Direction direction =
            role == RpcConnection::Role::Client ? Direction::ClientToServer : Direction::ServerToClient;
        auto transport = std::make_unique<MemoryTransport>(direction);
        transport->setAutomatic(false);
        m_transport = transport.get();
        m_rpc = std::make_unique<RpcConnection>(std::move(transport), role);
        m_rpc->open();
        QVERIFY(QSignalSpy(m_rpc.get(), &RpcConnection::stateChanged).wait(10000));
        QCOMPARE(m_rpc->state(), Transport::State::Open);
    }
    OutgoingRequest *sendNow(const QByteArray &method, const RequestOptions &options = {})
    {
        OutgoingRequest *request = m_rpc->request(method, {}, options);
        m_transport->leave();
        return request;
    }
    [[nodiscard]] QByteArrayList cancels() const
    {
        QByteArrayList found;
        for (const QByteArray &message : m_transport->sent()) {
            if (message.contains("notifications/cancelled"))
                found.append(message);
        }
        return found;
    }
};

} // namespace Pullcord
