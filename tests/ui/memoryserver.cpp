// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/memoryserver.h"

#include "core/json/jsonvalue.h"

namespace Pullcord {

MemoryServer::MemoryServer(const QByteArray &capabilities)
    : m_unused(std::make_unique<MemoryTransport>())
    , m_transport(m_unused.get())
{
    setResult("initialize",
              R"({"protocolVersion":"2025-11-25","serverInfo":{"name":"memory","version":"1"},"capabilities":)" +
                  capabilities + '}');
    connect(m_transport, &Transport::eventOccurred, this, [this](const Event &event) {
        if (event.isMessage() && event.direction == Direction::ClientToServer)
            onMessage(event.bytes);
    });
}

std::unique_ptr<Transport> MemoryServer::transport()
{
    return std::move(m_unused);
}

void MemoryServer::notify(const QByteArray &method, const QByteArray &params)
{
    m_transport->receive(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + '}');
}

void MemoryServer::send(const QByteArray &line)
{
    m_transport->receive(line);
}

void MemoryServer::ask(int id, const QByteArray &method, const QByteArray &params)
{
    m_transport->receive(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":")" + method +
                         R"(","params":)" + params + '}');
}

void MemoryServer::onMessage(const QByteArray &message)
{
    const JsonValue request(message);
    const QByteArray method = request.member("method").toUtf8();
    const QByteArray id = request.member("id").raw().toByteArray();
    m_last[method] = message;
    ++m_counts[method];
    emit received(method, message);
    if (id.isEmpty() || method.isEmpty())
        return;
    QByteArray reply = R"({"jsonrpc":"2.0","id":)" + id + ',' +
                       answers.value(method, R"("error":{"code":-32601,"message":"Method not found"})") + '}';
    if (method == "subscriptions/listen") {
        reply = R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":)" +
                request.member("params").member("notifications").raw().toByteArray() +
                R"(,"_meta":{"io.modelcontextprotocol/subscriptionId":)" + id + "}}}";
    } else if (answers.contains(method) && answers.value(method).isEmpty()) {
        return;
    }
    const auto send = [this, reply] {
        if (m_transport)
            m_transport->receive(reply);
    };
    QMetaObject::invokeMethod(this, send, Qt::QueuedConnection);
}

} // namespace Pullcord
