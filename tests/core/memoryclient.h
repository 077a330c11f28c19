// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/mcp/client.h"
#include "core/memorytransport.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace Pullcord {

/// A client whose server is the test, which inspects the last message sent and responds by hand.
class MemoryClient
{
public:
    static constexpr int Limit = 5000;

    explicit MemoryClient(Revision revision, ClientOptions options = {})
    {
        auto transport = std::make_unique<MemoryTransport>();
        m_transport = transport.get();
        rpc = std::make_unique<RpcConnection>(std::move(transport), RpcConnection::Role::Client);
        options.revision = revision;
        m_revision = nameOf(revision).data();
        client = std::make_unique<Client>(*rpc, options);
        QObject::connect(rpc.get(), &RpcConnection::eventOccurred, &m_context, [this](const Event &event) {
            if (event.kind == EventKind::Note)
                notes.append(event.details.value(QLatin1StringView("text")).toString());
        });
    }

    /// Performs the handshake. Messages sent before its end are not counted. False on failure.
    [[nodiscard]] bool connectToServer(const QByteArray &capabilities = "{}")
    {
        QSignalSpy ready(client.get(), &Client::ready);
        client->connectToServer();
        if (!waitForSent(1))
            return false;
        const bool modern = lastSent().member("method").toUtf8() == "server/discover";
        m_seen += modern ? 1 : 2; // and notifications/initialized
        answer((modern ? R"({"supportedVersions":["2026-07-28"],"capabilities":)"
                       : R"({"protocolVersion":")" + m_revision + R"(","capabilities":)") +
               capabilities + '}');
        return (ready.count() == 1 || ready.wait(Limit)) &&
               QTest::qWaitFor([&] { return m_transport->sent().size() >= m_seen; }, Limit);
    }
    MemoryTransport &transport() { return *m_transport; }
    /// Returns the messages since the handshake.
    [[nodiscard]] QList<QByteArray> sent() const { return m_transport->sent().sliced(m_seen); }
    [[nodiscard]] bool waitForSent(qsizetype count) const
    {
        return QTest::qWaitFor([&] { return m_transport->sent().size() >= m_seen + count; }, Limit) &&
               m_transport->sent().size() == m_seen + count;
    }
    [[nodiscard]] JsonValue lastSent() const { return JsonValue(m_transport->sent().constLast()); }
    [[nodiscard]] QByteArray sentMember(QByteArrayView pointer) const
    {
        return lastSent().pointer(pointer).raw().toByteArray();
    }
    /// Returns the raw id of a message since the handshake.
    [[nodiscard]] QByteArray idOf(qsizetype index) const
    {
        return JsonValue(sent().at(index)).member("id").raw().toByteArray();
    }
    void answer(const QByteArray &result) { answerTo(sentMember("/id"), result); }
    void answerTo(const QByteArray &id, const QByteArray &result)
    {
        m_transport->receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + result + '}');
    }
    void refuse(const QByteArray &error)
    {
        m_transport->receive(R"({"jsonrpc":"2.0","id":)" + sentMember("/id") + R"(,"error":)" + error + '}');
    }
    void notify(const QByteArray &method, const QByteArray &params)
    {
        m_transport->receive(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + '}');
    }
    /// Drops the connection; false if the client does not notice.
    [[nodiscard]] bool loseConnection()
    {
        m_transport->drop(QStringLiteral("gone"));
        m_seen = m_transport->sent().size();
        return QTest::qWaitFor([this] { return client->state() == Client::State::Disconnected; }, Limit);
    }

    std::unique_ptr<RpcConnection> rpc;
    std::unique_ptr<Client> client;
    QStringList notes; ///< Note events of the log

private:
    QObject m_context;
    MemoryTransport *m_transport = nullptr;
    qsizetype m_seen = 0;
    QByteArray m_revision;
};

} // namespace Pullcord
