// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/serverinfo.h"
#include "core/mcp/revision.h"
#include "core/session/session.h"

#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <optional>

namespace Pullcord {

/// How to speak to a server.
struct ClientOptions
{
    std::optional<Revision> revision;              ///< fixed; none: find out by probing
    std::chrono::milliseconds probeTimeout{3000};  ///< silence on server/discover for so long means legacy
    std::chrono::milliseconds handshakeTimeout{0}; ///< for initialize, or server/discover where no other way is left;
                                                   ///< 0: wait as long as the user does
    std::chrono::milliseconds requestTimeout{0};   ///< for every other request; 0: never
    QString name;                                  ///< clientInfo.name
    QString version;                               ///< clientInfo.version
    QJsonObject capabilities;                      ///< what we declare in initialize
    QJsonObject modernCapabilities;                ///< what we declare with each request of the modern era
};

/// The client side of MCP on a Session: finds the era, shakes hands, and adds what each request of that era must carry.
///
/// Owner: whoever made it; the session must outlive it. The steps of the detection are ordinary requests, visible in
/// the log, with a Note event for each decision. A server may be slow to start: its answer to the probe counts even
/// after the probe's time has passed and initialize has been sent, and whichever of the two it accepts first decides.
/// A fixed modern revision is spoken or not at all: a legacy server fails, with what it said and what to try.
/// Requests of the server that our capabilities invite (sampling, elicitation, roots) stay open until somebody answers
/// session().incoming(serial); all others are refused by the session.
/// A server that forgets the session (HTTP) is shaken hands with anew; then ready comes once more.
/// Order of signals: stateChanged, then ready or failed, once per connection. A connection that breaks while Ready
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

    Client(Session &session, ClientOptions options, QObject *parent = nullptr);
    ~Client() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] Session &session() const { return m_session; }
    /// The revision in use. Meaningful from Handshaking on.
    [[nodiscard]] Revision revision() const { return m_revision; }
    [[nodiscard]] bool isModern() const { return m_state == State::Ready && eraOf(m_revision) == Era::Modern; }
    [[nodiscard]] const ServerInfo &server() const { return m_server; }

    /// Opens the transport and negotiates. Only when Disconnected or Failed with the transport idle.
    void connectToServer();
    /// Cancels what is in flight, as a good client does, and closes the transport.
    void disconnectFromServer();

    /// A request as this revision wants it: the modern era's `_meta` is added to `params` (a raw JSON object, or
    /// empty). The default timeouts apply where `options` has none.
    OutgoingRequest *request(const QByteArray &method, const QByteArray &params = {}, RequestOptions options = {});
    /// tools/call with progress. `arguments` is a raw JSON object, sent verbatim; empty for none.
    OutgoingRequest *callTool(const QString &name, const QByteArray &arguments, RequestOptions options = {});

signals:
    void stateChanged(Pullcord::Client::State state);
    void ready();
    void failed(const Pullcord::Error &error);
    /// A tool was called with headers that the server does not take (-32020): what we know of its tools is out of date.
    void headersRefused();

private:
    void setState(State state);
    void onTransportState(Transport::State state);
    void onEvent(const Event &event);
    void onEcho(IncomingRequest *request);
    [[nodiscard]] QString withFirstWords(const QString &reason) const;
    void probe(const QByteArray &version);
    void onProbeAnswer(const Result<QByteArray> &outcome);
    void onProbeRefused(const Error &error);
    void failAsLegacy(const QString &why);
    void goOnAsLegacy(const QString &why);
    void chooseFrom(const QByteArray &supportedVersions, const QString &saidBy);
    [[nodiscard]] const Dialect &modernDialect() const;
    void initialize(Revision offered);
    void onInitializeAnswer(const Result<QByteArray> &outcome);
    void onInitializeRefused(const Error &error);
    void becomeReady(Revision revision, const Dialect &dialect);
    void fail(const Error &error);
    [[nodiscard]] QByteArray withMeta(const QByteArray &params, const QByteArray &version) const;
    [[nodiscard]] QByteArray implementation() const;

    Session &m_session;
    ClientOptions m_options;
    State m_state = State::Disconnected;
    Revision m_revision = LatestLegacy;
    ServerInfo m_server;
    QTimer m_probeTimer;
    QPointer<OutgoingRequest> m_probe;
    QPointer<OutgoingRequest> m_initialize;
    bool m_initializeSent = false;
    std::optional<Error> m_initializeError; ///< it was refused, and the probe is still open
    bool m_versionRetried = false;
    QMetaObject::Connection m_listening; ///< to the session's events, during the handshake
    QString m_called;                    ///< what people call the server
    QStringList m_firstWords;            ///< what came then and was no JSON
    QString m_endReason;                 ///< of the connection
    bool m_leaving = false;              ///< we are closing the connection ourselves
};

} // namespace Pullcord
