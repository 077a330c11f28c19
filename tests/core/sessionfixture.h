// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memorytransport.h"
#include "core/session/session.h"

#include <QSignalSpy>
#include <QTest>

namespace Pullcord {

/// A session whose other end is the test.
class SessionFixture
{
public:
    std::unique_ptr<Session> m_session;
    MemoryTransport *m_transport = nullptr;

    void start(Session::Role role = Session::Role::Client)
    {
        const Direction direction =
            role == Session::Role::Client ? Direction::ClientToServer : Direction::ServerToClient;
        auto transport = std::make_unique<MemoryTransport>(direction);
        transport->setAutomatic(false);
        m_transport = transport.get();
        m_session = std::make_unique<Session>(std::move(transport), role);
        m_session->open();
        QVERIFY(QSignalSpy(m_session.get(), &Session::stateChanged).wait(10000));
        QCOMPARE(m_session->state(), Transport::State::Open);
    }
    OutgoingRequest *sendNow(const QByteArray &method, const RequestOptions &options = {})
    {
        OutgoingRequest *request = m_session->request(method, {}, options);
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
