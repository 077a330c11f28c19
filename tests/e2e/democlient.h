// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/mcp/client.h"
#include "core/transport/stdiotransport.h"
#include "e2e/peers.h"
#include "support/eventrecorder.h"

#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace Pullcord {

/// A client of the demo server that records everything.
class DemoClient
{
public:
    static constexpr int Limit = 20'000;

    explicit DemoClient(const QStringList &switches = {}, ClientOptions options = {},
                        const StdioTransport::Options &transport = {})
        : DemoClient(std::move(options), std::make_unique<StdioTransport>(Peers::demoServer(switches), transport))
    {}
    DemoClient(ClientOptions options, std::unique_ptr<Transport> transport)
        : m_rpc(std::move(transport), RpcConnection::Role::Client)
        , m_recorder(m_rpc.transport())
        , m_options(std::move(options))
    {}

    RpcConnection &rpc() { return m_rpc; }
    /// Valid only after connectToServer().
    Client &client() { return *m_client; }
    [[nodiscard]] const EventRecorder &recorder() const { return m_recorder; }

    /// Performs the handshake; false on failure.
    [[nodiscard]] bool connectToServer()
    {
        m_options.name = QStringLiteral("pullcord-test");
        m_options.version = QStringLiteral("0");
        m_client = std::make_unique<Client>(m_rpc, m_options);
        QSignalSpy ready(m_client.get(), &Client::ready);
        m_client->connectToServer();
        return ready.wait(Limit);
    }
    /// Opens the transport without a message.
    [[nodiscard]] bool openOnly()
    {
        m_rpc.open();
        return QTest::qWaitFor([this] { return m_rpc.state() == Transport::State::Open; }, Limit);
    }
    [[nodiscard]] static bool waitFor(const OutgoingRequest *request)
    {
        return QTest::qWaitFor([request] { return request->isFinished(); }, Limit);
    }
    /// Returns the text of a tool's result or error, or a note that neither came.
    [[nodiscard]] QString call(const QString &tool, const QByteArray &arguments = {})
    {
        OutgoingRequest *const request = m_client->callTool(tool, arguments);
        QObject context; // the request is deleted one turn of the event loop after its end
        QString text = QStringLiteral("(nothing came)");
        bool ended = false;
        QObject::connect(request, &OutgoingRequest::finished, &context, [&] {
            ended = true;
            text =
                request->outcome() ? TranslatableText(textOf(*request->outcome())) : request->outcome().error().detail;
        });
        static_cast<void>(QTest::qWaitFor([&] { return ended; }, Limit));
        return text;
    }
    [[nodiscard]] static QString textOf(const QByteArray &result)
    {
        return JsonValue(result).pointer("/content/0/text").toString();
    }
    /// Returns the responses of the server with that id.
    [[nodiscard]] QByteArrayList answersTo(const RequestId &id) const
    {
        QByteArrayList list;
        for (const Event &event : m_recorder.events()) {
            if (event.direction == Direction::ServerToClient && event.envelope.isResponse() && event.requestId() == id)
                list.append(event.bytes);
        }
        return list;
    }
    /// Returns the params of the server's notifications with that method.
    [[nodiscard]] QByteArrayList notified(const QByteArray &method) const
    {
        QByteArrayList list;
        for (const Event &event : m_recorder.events()) {
            if (event.direction == Direction::ServerToClient && event.envelope.kind == MessageKind::Notification &&
                event.method() == method)
                list.append(event.part(event.envelope.params).toByteArray());
        }
        return list;
    }

private:
    RpcConnection m_rpc;
    EventRecorder m_recorder;
    ClientOptions m_options;
    std::unique_ptr<Client> m_client;
};

} // namespace Pullcord
