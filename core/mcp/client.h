// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/handshake.h"

#include <QObject>
#include <QPointer>

namespace Pullcord {

/// The client side of MCP on a Session: lets a Handshake find the era and agree on a revision, and adds what each request
/// of that era must carry.
///
/// Owner: whoever made it; the session must outlive it.
/// Requests of the server that our capabilities invite (sampling, elicitation, roots) stay open until somebody answers
/// session().incoming(serial); all others are refused by the session.
/// A server that forgets the session (HTTP) is shaken hands with anew; then ready comes once more. One that forgets each
/// before it has answered anything in it fails after MaxVainSessions.
/// A server on stdio that ends, or falls deaf, because of the probe is started once more without it: the session goes on
/// with its next connection, its state goes back to Connecting, and only how that ends is reported.
/// Order of signals: stateChanged, then ready or failed, once per connectToServer(). A connection that breaks while Ready
/// emits failed too, when there is something to say; its state then follows the transport. Specification: lifecycle
/// (legacy), versioning and server/discover (modern); spec digest section 2.
class Client : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 {
        Disconnected,
        Connecting,  ///< the transport is opening
        Probing,     ///< server/discover is out, the era is not known
        Handshaking, ///< initialize is out
        Ready,
        Failed, ///< no common revision, or the handshake failed; the transport is being closed
    };
    Q_ENUM(State)

    /// Sessions in a row that a server may forget before it has answered a request in one of them.
    static constexpr int MaxVainSessions = 3;

    Client(Session &session, ClientOptions options, QObject *parent = nullptr);
    ~Client() override;

    [[nodiscard]] const ClientOptions &options() const { return m_options; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] Session &session() const { return m_session; }
    /// The revision in use. Meaningful from Handshaking on.
    [[nodiscard]] Revision revision() const { return m_revision; }
    [[nodiscard]] bool isModern() const { return m_state == State::Ready && eraOf(m_revision) == Era::Modern; }
    /// We declare that extension with each request of the modern era.
    [[nodiscard]] bool declaresExtension(QLatin1StringView name) const;
    /// We are closing the connection: what ends now was not wanted any more.
    [[nodiscard]] bool isLeaving() const { return m_leaving; }
    /// The present connection ends, or has ended, because of the probe: the server is about to be started once more. Known
    /// before other receivers of the session hear of the end.
    [[nodiscard]] bool startsAgain() const { return m_restart == Restart::Pending; }
    [[nodiscard]] const ServerInfo &server() const { return m_server; }
    /// How many times hands have been shaken since connectToServer(): tells who was refused in an older session.
    [[nodiscard]] int agreements() const { return m_agreements; }

    /// Opens the transport and negotiates. Only when Disconnected or Failed with the transport idle.
    void connectToServer();
    /// Cancels what is in flight, as a good client does, and closes the transport.
    void disconnectFromServer();

    /// The server has refused a request for its revision (-32022) and named others: shakes hands anew with the newest of the
    /// legacy era that both speak. False, and nothing happens, if there is none, or the revision is fixed. stateChanged, and
    /// ready or failed, follow.
    [[nodiscard]] bool renegotiate(const Error &refusal);

    /// From here on the log messages of this level and above are wanted; none: what the server thinks fit. Legacy: asked for
    /// with logging/setLevel, now and in each later connection, if the server declares logging (else a Note says so, and null
    /// is returned; also while not Ready). Modern: stands in each later request, and null is returned.
    OutgoingRequest *setLogLevel(std::optional<LogLevel> level);
    [[nodiscard]] std::optional<LogLevel> logLevel() const { return m_options.logLevel; }
    /// The level that holds: of the legacy era the last that the server has accepted in this connection, which nothing takes
    /// back. A level that it refuses is not wanted any more.
    [[nodiscard]] std::optional<LogLevel> logLevelInForce() const;

    /// A request as this revision wants it: the modern era's `_meta` is added to `params` (a raw JSON object, or
    /// empty). The default timeouts apply where `options` has none, but not
    /// to what stays open by its nature: subscriptions/listen and tasks/result.
    OutgoingRequest *request(const QByteArray &method, const QByteArray &params = {}, RequestOptions options = {});
    /// The params of tools/call and of prompts/get. `arguments` is a raw JSON object, taken verbatim; empty for none.
    [[nodiscard]] static QByteArray namedParams(const QString &name, const QByteArray &arguments);
    /// tools/call with progress, once: what may need more than one request is a LogicalCall.
    OutgoingRequest *callTool(const QString &name, const QByteArray &arguments, RequestOptions options = {});

signals:
    void stateChanged(Pullcord::Client::State state);
    void ready();
    void failed(const Pullcord::Error &error);
    /// A logging/setLevel has been answered: logLevel() and logLevelInForce() say how.
    void logLevelSettled();

private:
    /// Of the server, because of the probe; once at most in a connectToServer().
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

    Session &m_session;
    ClientOptions m_options;
    State m_state = State::Disconnected;
    Revision m_revision = LatestLegacy;
    ServerInfo m_server;
    Handshake *m_handshake;             ///< of the present connection, under way or over
    std::optional<LogLevel> m_accepted; ///< by logging/setLevel
    Restart m_restart = Restart::None;
    QString m_restartNote; ///< for the record, when the next connection begins
    int m_agreements = 0;
    int m_vainSessions = 0;
    bool m_leaving = false; ///< we are closing the connection ourselves
};

} // namespace Pullcord
