// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demooptions.h"
#include "app/demoserver/demotool.h"
#include "core/session/session.h"
#include "core/transport/stdiostreamtransport.h"

#include <QObject>
#include <QSet>

#include <memory>

namespace Pullcord {

class ToolCall;

/// The server: decides the era of each request, answers it or hands it to a tool, and hears cancels.
///
/// Cancels are matched here and not by the Session, since how a server matches them is one of the things that go wrong.
class DemoServer final : public QObject
{
    Q_OBJECT

public:
    explicit DemoServer(const DemoOptions &options, QObject *parent = nullptr);
    ~DemoServer() override;

    void start();

    [[nodiscard]] Session &session() { return m_session; }
    [[nodiscard]] StdioStreamTransport &transport() { return m_transport; }

    /// A legacy client declared that capability.
    [[nodiscard]] bool clientHas(QByteArrayView capability) const;
    /// Ends all calls in silence.
    void silenceAll();
    /// A cancel that comes for this id from now on is kept, and swallows the next request with the id.
    void keepCancelsOf(const RequestId &id) { m_keepCancelsOf.insert(id); }
    /// Writes lines that do not belong on standard output.
    void sendGarbage();

    /// A result with what 2026-07-28 wants in each.
    [[nodiscard]] static QByteArray asModernResult(const QByteArray &result);

signals:
    /// The client has gone.
    void finished();

private:
    DemoServer(const DemoOptions &options, std::unique_ptr<StdioStreamTransport> transport, QObject *parent);

    void onOpened();
    void onEvent(const Event &event);
    void onCancel(const Event &event);
    [[nodiscard]] bool hears(const RequestId &cancelled, const RequestId &call) const;

    void onRequest(IncomingRequest *request);
    void onModernRequest(IncomingRequest *request);
    void onLegacyRequest(IncomingRequest *request);
    [[nodiscard]] bool checkMeta(IncomingRequest *request) const;
    void initialize(IncomingRequest *request);
    void discover(IncomingRequest *request) const;
    void listTools(IncomingRequest *request, bool modern) const;
    void callTool(IncomingRequest *request, bool modern);

    DemoOptions m_options;
    StdioStreamTransport &m_transport; ///< the session's
    Session m_session;
    QList<DemoTool> m_tools;
    QList<ToolCall *> m_calls;       ///< those that have not ended
    QByteArray m_clientCapabilities; ///< of a legacy client
    bool m_initialized = false;
    int m_messages = 0; ///< received
    QSet<RequestId> m_keepCancelsOf;
    QSet<RequestId> m_keptCancels;
};

} // namespace Pullcord
