// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demooptions.h"
#include "app/demoserver/demoresources.h"
#include "app/demoserver/demosubscriptions.h"
#include "app/demoserver/demotasks.h"
#include "app/demoserver/demotool.h"
#include "app/demoserver/demoworld.h"
#include "core/connection/rpcconnection.h"
#include "core/mcp/loglevel.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <memory>

namespace Pullcord {

class ToolCall;

/// The server's end of one conversation. It decides the era of each request, responds or calls a tool, and receives
/// cancels. It uses its transport through the interface Transport, and emits signals for everything else.
///
/// It matches cancels itself instead of using the RpcConnection, since wrong matching is a fault that it demonstrates.
class DemoServer final : public QObject
{
    Q_OBJECT

public:
    /// `modern` states how 2026-07-28 cancels over this transport. The world must outlive the server.
    DemoServer(const DemoOptions &options, DemoWorld &world, std::unique_ptr<Transport> transport,
               const Dialect &modern, QObject *parent = nullptr);
    ~DemoServer() override;

    void start();

    [[nodiscard]] RpcConnection &rpc() { return m_rpc; }
    [[nodiscard]] Transport &transport() { return m_rpc.transport(); }
    [[nodiscard]] DemoWorld &world() const { return m_world; }
    /// True after the handshake of a legacy client, which gets changes of lists without a subscription.
    [[nodiscard]] bool isLegacy() const { return m_initialized; }
    /// Returns the log level that a legacy client has set.
    [[nodiscard]] LogLevel logLevel() const { return m_logLevel; }

    /// True if a legacy client declared that capability.
    [[nodiscard]] bool clientHas(QByteArrayView capability) const;
    /// Accepts legacy requests without a handshake, like a stateless server.
    void presumeInitialized() { m_initialized = true; }
    [[nodiscard]] bool hasCalls() const { return !m_calls.isEmpty(); }
    /// Cancels all calls, since the client has gone.
    void cancelCalls();
    /// Ends all calls without a response, including those of other conversations with this server.
    void silenceAll();
    /// Ends all calls of this conversation without a response.
    void silence();
    /// Calls `words`; all messages that it sends belong to that call.
    void speakFor(const RequestId &call, const std::function<void()> &words);
    /// Keeps a later cancel for this id, which then swallows the next request with the id.
    void keepCancelsOf(const RequestId &id) { m_keepCancelsOf.insert(id); }
    /// Writes lines that are invalid on standard output.
    void sendGarbage();

    /// Adds the members that 2026-07-28 requires in each result.
    [[nodiscard]] static QByteArray asModernResult(const QByteArray &result);
    /// Adds the cache hints of 2026-07-28 to a result.
    [[nodiscard]] static QByteArray withCacheHints(const QByteArray &result);

signals:
    /// The client has disconnected.
    void finished();
    /// Emitted by the owner of the transport: everything sent for that call has been written; for all calls if it is
    /// empty.
    void drained(const Pullcord::RequestId &call);
    /// The transport should stop or resume reading.
    void readingWished(bool reading);
    /// Further messages belong to that call; to none if it is empty.
    void speakerChanged(const Pullcord::RequestId &call);
    void callBegun(const Pullcord::RequestId &call);
    void callEnded(const Pullcord::RequestId &call);
    void silencedAll();

private:
    void onOpened();
    void onEvent(const Event &event);
    void onCancel(const Event &event);
    [[nodiscard]] bool hears(const RequestId &cancelled, const RequestId &call) const;

    void onRequest(IncomingRequest *request);
    void onModernRequest(IncomingRequest *request);
    void onLegacyRequest(IncomingRequest *request);
    [[nodiscard]] bool hasAnswered(IncomingRequest *request, bool modern);
    void setLogLevel(IncomingRequest *request);
    [[nodiscard]] bool checkMeta(IncomingRequest *request) const;
    void initialize(IncomingRequest *request);
    void discover(IncomingRequest *request) const;
    void listTools(IncomingRequest *request, bool modern) const;
    void callTool(IncomingRequest *request, bool modern);

    DemoOptions m_options;
    DemoWorld &m_world;
    const Dialect &m_modernDialect;
    RpcConnection m_rpc;
    DemoResources m_resources;
    DemoTasks *m_tasks;
    DemoSubscriptions *m_subscriptions;
    LogLevel m_logLevel = LogLevel::Info;
    QList<DemoTool> m_tools;
    QList<ToolCall *> m_calls;       ///< open calls
    QByteArray m_clientCapabilities; ///< of a legacy client
    RequestId m_speaker;
    bool m_initialized = false;
    QSet<RequestId> m_keepCancelsOf;
    QSet<RequestId> m_keptCancels;
};

} // namespace Pullcord
