// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demooptions.h"
#include "app/demoserver/demoresources.h"
#include "app/demoserver/demosubscriptions.h"
#include "app/demoserver/demotasks.h"
#include "app/demoserver/demotool.h"
#include "app/demoserver/demoworld.h"
#include "core/mcp/loglevel.h"
#include "core/session/session.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <memory>

namespace Pullcord {

class ToolCall;

/// The server's end of one conversation: decides the era of each request, answers it or hands it to a tool, and hears
/// cancels. It knows its transport as any Transport; what it wants of it beyond that, it says with signals.
///
/// Cancels are matched here and not by the Session, since how a server matches them is one of the things that go wrong.
class DemoServer final : public QObject
{
    Q_OBJECT

public:
    /// `modern` is how 2026-07-28 cancels over this transport. The world outlives the server.
    DemoServer(const DemoOptions &options, DemoWorld &world, std::unique_ptr<Transport> transport,
               const Dialect &modern, QObject *parent = nullptr);
    ~DemoServer() override;

    void start();

    [[nodiscard]] Session &session() { return m_session; }
    [[nodiscard]] Transport &transport() { return m_session.transport(); }
    [[nodiscard]] DemoWorld &world() const { return m_world; }
    /// A legacy client has shaken hands, and is told of changes of lists unasked.
    [[nodiscard]] bool isLegacy() const { return m_initialized; }
    /// What a legacy client wants to read.
    [[nodiscard]] LogLevel logLevel() const { return m_logLevel; }

    /// A legacy client declared that capability.
    [[nodiscard]] bool clientHas(QByteArrayView capability) const;
    /// Serves legacy requests without a handshake, as a server does that remembers nothing.
    void presumeInitialized() { m_initialized = true; }
    [[nodiscard]] bool hasCalls() const { return !m_calls.isEmpty(); }
    /// The client has cancelled them all at once, by going away.
    void cancelCalls();
    /// Ends all calls in silence, those of other conversations with this server too.
    void silenceAll();
    /// Ends the calls of this conversation in silence.
    void silence();
    /// Whatever `words` sends belongs to that call.
    void speakFor(const RequestId &call, const std::function<void()> &words);
    /// A cancel that comes for this id from now on is kept, and swallows the next request with the id.
    void keepCancelsOf(const RequestId &id) { m_keepCancelsOf.insert(id); }
    /// Writes lines that do not belong on standard output.
    void sendGarbage();

    /// A result with what 2026-07-28 wants in each.
    [[nodiscard]] static QByteArray asModernResult(const QByteArray &result);
    /// A result with the hints of 2026-07-28 that it may be kept for a while.
    [[nodiscard]] static QByteArray withCacheHints(const QByteArray &result);

signals:
    /// The client has gone.
    void finished();
    /// To be emitted by who knows the transport: what was sent for that call (none: whatever was sent) has left.
    void drained(const Pullcord::RequestId &call);
    /// The transport should stop to read, or go on.
    void readingWished(bool reading);
    /// What is sent from here on belongs to that call; to none if it is none.
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
    Session m_session;
    DemoResources m_resources;
    DemoTasks *m_tasks;
    DemoSubscriptions *m_subscriptions;
    LogLevel m_logLevel = LogLevel::Info;
    QList<DemoTool> m_tools;
    QList<ToolCall *> m_calls;       ///< those that have not ended
    QByteArray m_clientCapabilities; ///< of a legacy client
    RequestId m_speaker;
    bool m_initialized = false;
    QSet<RequestId> m_keepCancelsOf;
    QSet<RequestId> m_keptCancels;
};

} // namespace Pullcord
