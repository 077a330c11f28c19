// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/handshake.h"

#include <QObject>
#include <QPointer>

namespace Pullcord {

/// The client side of MCP on an RpcConnection. A Handshake finds the era and agrees on a revision; the Client adds the
/// members that requests of that era must carry.
///
/// Owner: the creator; the RpcConnection must outlive it.
///
/// Server requests that our capabilities allow (sampling, elicitation, roots) stay open until a response is given
/// through rpc().incoming(serial). The RpcConnection refuses all others.
///
/// If the server forgets the HTTP session, the handshake is repeated and ready comes again. A server that forgets
/// MaxVainSessions in a row, without responding in any of them, fails. A stdio server that ends or stops responding
/// because of the probe is started once more without it. The session continues with its next connection, the state
/// returns to Connecting, and only the outcome of that is reported.
///
/// Order of signals: stateChanged, then ready or failed, once per connectToServer(). A connection that breaks while
/// Ready emits failed too, if there is a reason to report; then the state follows the transport.
/// Specification: lifecycle (legacy), versioning and server/discover (modern); spec digest section 2.
class Client : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 {
        Disconnected,
        Connecting,  ///< the transport is opening
        Probing,     ///< server/discover has been sent; the era is unknown
        Handshaking, ///< initialize has been sent
        Ready,
        Failed, ///< no common revision, or the handshake failed; the transport is being closed
    };
    Q_ENUM(State)

    /// Number of consecutive sessions that a server may forget without responding to a request in any of them.
    static constexpr int MaxVainSessions = 3;

    Client(RpcConnection &rpc, ClientOptions options, QObject *parent = nullptr);
    ~Client() override;

    [[nodiscard]] const ClientOptions &options() const { return m_options; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] RpcConnection &rpc() const { return m_rpc; }
    /// Revision in use. Valid from Handshaking on.
    [[nodiscard]] Revision revision() const { return m_revision; }
    [[nodiscard]] bool isModern() const { return m_state == State::Ready && eraOf(m_revision) == Era::Modern; }
    /// True if each request of the modern era declares that extension.
    [[nodiscard]] bool declaresExtension(QLatin1StringView name) const;
    /// Known cause of a handshake without a response; empty if there is none.
    [[nodiscard]] TranslatableText handshakeCause() const;
    /// True while the client closes the connection, so that requests that end now are not failures.
    [[nodiscard]] bool isLeaving() const { return m_leaving; }
    /// True if the present connection ends because of the probe, and the server is about to be started once more. Set
    /// before other receivers of the RpcConnection see the end.
    [[nodiscard]] bool startsAgain() const { return m_restart == Restart::Pending; }
    [[nodiscard]] const ServerInfo &server() const { return m_server; }
    /// Number of handshakes since connectToServer(). Distinguishes refusals from before the latest handshake.
    [[nodiscard]] int agreements() const { return m_agreements; }

    /// Opens the transport and negotiates. Only when Disconnected, or Failed with the transport idle.
    void connectToServer();
    /// Cancels requests in flight, as the specification recommends, and closes the transport.
    void disconnectFromServer();

    /// Repeats the handshake after the server refused the revision of a request (-32022) and named others: with the
    /// newest common legacy revision. Returns false, and does nothing, if there is none or the revision is fixed.
    /// stateChanged follows, and ready or failed.
    [[nodiscard]] bool renegotiate(const Error &refusal);

    /// Sets the lowest level of wanted log messages; none: the server decides.
    /// - Legacy: sends logging/setLevel, now and in each later connection. If the server does not declare logging, a
    ///   Note reports that. Returns null then, and while not Ready.
    /// - Modern: later requests carry the level. Returns null.
    OutgoingRequest *setLogLevel(std::optional<LogLevel> level);
    [[nodiscard]] std::optional<LogLevel> logLevel() const { return m_options.logLevel; }
    /// Level in force. Legacy: the last one that the server accepted in this connection, which cannot be revoked. A
    /// level that it refuses is no longer wanted.
    [[nodiscard]] std::optional<LogLevel> logLevelInForce() const;

    /// Makes a request as this revision requires: adds the modern era's `_meta` to `params` (a raw JSON object, or
    /// empty). Applies the default timeouts if `options` sets none, except to requests that stay open by design:
    /// subscriptions/listen and tasks/result.
    OutgoingRequest *request(const QByteArray &method, const QByteArray &params = {}, RequestOptions options = {});
    /// Params of tools/call and prompts/get. `arguments` is a raw JSON object, taken verbatim; empty for none.
    [[nodiscard]] static QByteArray namedParams(const QString &name, const QByteArray &arguments);
    /// Sends one tools/call with progress. A call that may need several requests is a LogicalCall.
    OutgoingRequest *callTool(const QString &name, const QByteArray &arguments, RequestOptions options = {});

signals:
    void stateChanged(Pullcord::Client::State state);
    void ready();
    void failed(const Pullcord::Error &error);
    /// The server responded to logging/setLevel; logLevel() and logLevelInForce() give the result.
    void logLevelSettled();

private:
    /// Restart of the server because of the probe; at most once per connectToServer().
    enum class Restart : quint8 { None, Pending, Done };

    void setState(State state);
    void onEvent(const Event &event);
    void onFellDeaf();
    void beginAgain();
    void onTransportState(Transport::State state);
    void prepareHandshake();
    void onSessionEnded();
    void shakeHandsAgain(Revision revision);
    void onAgreed(const Handshake::Agreement &agreement);
    OutgoingRequest *askForLog();
    void fail(const Error &error);

    RpcConnection &m_rpc;
    ClientOptions m_options;
    State m_state = State::Disconnected;
    Revision m_revision = LatestLegacy;
    ServerInfo m_server;
    Handshake *m_handshake;             ///< handshake of the present connection, running or over
    std::optional<LogLevel> m_accepted; ///< accepted with logging/setLevel
    Restart m_restart = Restart::None;
    QString m_restartNote; ///< note for the record, written when the next connection begins
    int m_agreements = 0;
    int m_vainSessions = 0;
    bool m_leaving = false; ///< the client is closing the connection
};

} // namespace Pullcord
