// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/client.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/logging.h"
#include "core/mcp/mcperror.h"
#include "core/mcp/requests/answers.h"
#include "core/transport/transportreason.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

const Dialect &dialectOf(Revision revision, const Transport &transport)
{
    if (eraOf(revision) == Era::Legacy)
        return Dialect::mcpLegacy();
    return transport.hasStreams() ? Dialect::mcpModernHttp() : Dialect::mcpModernStdio();
}

/// True for requests whose response comes only when something else has ended, after any time.
bool staysOpen(const QByteArray &method)
{
    return method == "subscriptions/listen" || method == "tasks/result";
}

} // namespace

Client::Client(RpcConnection &rpc, ClientOptions options, QObject *parent)
    : QObject(parent)
    , m_rpc(rpc)
    , m_options(std::move(options))
    , m_handshake(new Handshake(rpc, m_options, this))
{
    connect(&m_rpc, &RpcConnection::stateChanged, this, &Client::onTransportState);
    connect(&m_rpc, &RpcConnection::eventOccurred, this, &Client::onEvent);
    connect(&m_rpc, &RpcConnection::failed, this, [this](const QString &reason) {
        if (startsAgain())
            return;
        if (m_state == State::Ready)
            emit failed({ErrorKind::Transport, TransportReason::recognized(reason)});
        else
            fail({ErrorKind::Transport, m_handshake->withWhatCame(TransportReason::recognized(reason))});
    });
    connect(&m_rpc.transport(), &Transport::sessionEnded, this, &Client::onSessionEnded);
    for (const char *method : {"server/discover", "initialize"})
        m_rpc.setHandler(method, [alive = QPointer<Client>(this)](IncomingRequest *request) {
            if (alive)
                alive->m_handshake->onEcho(request);
        });
    for (const Answers::Invitation &invitation : Answers::invitations()) {
        if (m_options.capabilities.contains(invitation.capability))
            m_rpc.setHandler(invitation.method, [](IncomingRequest *) {});
    }
}

Client::~Client() = default;

void Client::connectToServer()
{
    if (m_rpc.state() != Transport::State::Idle)
        return;
    m_server = {};
    m_agreements = 0;
    m_vainSessions = 0;
    m_restart = Restart::None;
    m_leaving = false;
    prepareHandshake();
    setState(State::Connecting);
    m_rpc.open();
}

void Client::disconnectFromServer()
{
    m_leaving = true;
    m_restart = Restart::Done;
    m_handshake->stop();
    const QPointer<Client> guard(this);
    // If each request has its own stream, closing the connection closes that; a cancel would be one more message to
    // wait for.
    if (m_rpc.transport().hasStreams())
        m_handshake->detachRequests();
    if (guard)
        m_rpc.cancelAll(u"The client is disconnecting"_s);
    if (guard)
        m_rpc.close();
}

void Client::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    qCDebug(Log::mcp).verbosity(QDebug::MinimumVerbosity) << "client" << state;
    emit stateChanged(state);
}

TranslatableText Client::handshakeCause() const
{
    return m_agreements == 0 && m_handshake->isMisanswered()
               ? TranslatableText::of(QT_TRANSLATE_NOOP(
                     "TranslatableText", "The server responds, but not with the ids of the requests: a response must "
                                         "repeat the id of its request with the same type and spelling"))
               : TranslatableText();
}

/// Replaces the handshake. The old one may be emitting a signal, so it is deleted later.
void Client::prepareHandshake()
{
    m_handshake->stop();
    m_handshake->disconnect(this);
    m_handshake->deleteLater();
    m_handshake = new Handshake(m_rpc, m_options, this);
    connect(m_handshake, &Handshake::stepBegan, this, [this](Handshake::Step step) {
        m_revision = m_handshake->offered();
        setState(step == Handshake::Step::Probing ? State::Probing : State::Handshaking);
    });
    connect(m_handshake, &Handshake::agreed, this, &Client::onAgreed);
    connect(m_handshake, &Handshake::failed, this, &Client::fail);
    connect(m_handshake, &Handshake::stoppedResponding, this, &Client::onFellDeaf);
}

/// Decides about a restart at the first sign of the end, before other receivers take it for the end of the
/// conversation.
void Client::onEvent(const Event &event)
{
    const bool ends = event.kind == EventKind::Failed || event.kind == EventKind::Closed;
    if (!ends || m_restart != Restart::None || m_leaving || !m_handshake->maySuspectProbe())
        return;
    m_restart = Restart::Pending;
    m_restartNote =
        u"The server exited before it responded to server/discover: starting it again with initialize alone"_s;
    m_handshake->stop();
    m_rpc.openAgain();
}

void Client::onFellDeaf()
{
    if (m_restart != Restart::None || m_leaving)
        return;
    m_restart = Restart::Pending;
    m_restartNote.clear();
    const QPointer<Client> guard(this);
    m_rpc.note(
        u"The server responds neither to server/discover nor to initialize: starting it again with initialize alone"_s);
    if (guard && startsAgain())
        m_rpc.close();
    if (guard && startsAgain())
        m_rpc.openAgain();
}

/// Continues the capture with the next connection.
void Client::beginAgain()
{
    m_restart = Restart::Done;
    qCDebug(Log::mcp) << "the server is started again, without the probe";
    prepareHandshake();
    const QPointer<Client> guard(this);
    setState(State::Connecting);
    if (guard && !m_restartNote.isEmpty())
        m_rpc.note(m_restartNote);
}

void Client::onSessionEnded()
{
    if (m_state != State::Ready || eraOf(m_revision) != Era::Legacy)
        return;
    if (++m_vainSessions < MaxVainSessions)
        shakeHandsAgain(m_revision);
    else
        fail({ErrorKind::Protocol,
              TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The server dropped %1 sessions in a row before it responded to anything in them. "
                                    "Check whether several servers share this address without session affinity"),
                  m_vainSessions)});
}

void Client::shakeHandsAgain(Revision revision)
{
    prepareHandshake();
    m_handshake->startAgain(revision);
}

bool Client::renegotiate(const Error &refusal)
{
    if (!isModern() || m_options.revision)
        return false;
    std::optional<Revision> best;
    for (const QString &name : McpError::versionsNamedBy(refusal)) {
        if (const auto known = revisionFromName(name);
            known && eraOf(*known) == Era::Legacy && (!best || *known > *best))
            best = known;
    }
    if (!best)
        return false;
    m_rpc.note(u"The server no longer supports %1: initializing with %2"_s.arg(nameOf(m_revision), nameOf(*best)));
    shakeHandsAgain(*best);
    return true;
}

void Client::onTransportState(Transport::State state)
{
    if (state == Transport::State::Opening && startsAgain()) {
        beginAgain();
    } else if (state == Transport::State::Open) {
        if (!m_handshake->isOver() && m_restart == Restart::Done)
            m_handshake->startUnprobed();
        else if (!m_handshake->isOver())
            m_handshake->start();
    } else if (state == Transport::State::Idle) {
        const bool inHandshake = m_state == State::Probing || m_state == State::Handshaking;
        if (inHandshake && !m_leaving) {
            const TranslatableText ended = TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "The connection ended during the handshake"));
            const TranslatableText reason = TransportReason::recognized(m_handshake->endReason());
            const TranslatableText why =
                reason.isEmpty() ? ended
                                 : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), ended, reason);
            fail({ErrorKind::Transport, m_handshake->withWhatCame(why)});
        } else if (m_state != State::Failed) {
            setState(State::Disconnected);
        }
    }
}

void Client::onAgreed(const Handshake::Agreement &agreement)
{
    ++m_agreements;
    m_accepted.reset();
    m_revision = agreement.revision;
    qCDebug(Log::mcp) << "agreed on revision" << nameOf(m_revision);
    m_server = agreement.server;
    const QPointer<Client> guard(this);
    m_rpc.setDialect(dialectOf(m_revision, m_rpc.transport()));
    if (guard)
        setState(State::Ready);
    if (guard && m_state == State::Ready && !m_leaving)
        askForLog();
    if (guard && m_state == State::Ready && !m_leaving)
        emit ready();
}

bool Client::declaresExtension(QLatin1StringView name) const
{
    return m_options.modernCapabilities.value("extensions"_L1).toObject().contains(name);
}

OutgoingRequest *Client::setLogLevel(std::optional<LogLevel> level)
{
    m_options.logLevel = level;
    return askForLog();
}

std::optional<LogLevel> Client::logLevelInForce() const
{
    return m_state == State::Ready && !isModern() ? m_accepted : m_options.logLevel;
}

OutgoingRequest *Client::askForLog()
{
    if (m_state != State::Ready || isModern() || !m_options.logLevel)
        return nullptr;
    if (JsonValue(m_server.capabilities).member("logging").isObject()) {
        const LogLevel level = *m_options.logLevel;
        OutgoingRequest *asked =
            request("logging/setLevel", JsonText::withMember({}, "level", JsonText::quoted(QString(nameOf(level)))));
        connect(asked, &OutgoingRequest::finished, this, [this, asked, level] {
            if (asked->outcome())
                m_accepted = level;
            else if (asked->outcome().error().kind == ErrorKind::Peer && m_options.logLevel == level)
                m_options.logLevel = m_accepted;
            emit logLevelSettled();
        });
        return asked;
    }
    m_rpc.note(
        u"The server does not declare logging: the level %1 cannot be requested"_s.arg(nameOf(*m_options.logLevel)));
    return nullptr;
}

void Client::fail(const Error &error)
{
    m_handshake->stop();
    if (m_state == State::Failed || m_leaving)
        return;
    const QPointer<Client> guard(this);
    setState(State::Failed);
    if (guard)
        emit failed(error);
    if (guard)
        m_rpc.close(); // harmless if the connection is closing already
}

OutgoingRequest *Client::request(const QByteArray &method, const QByteArray &params, RequestOptions options)
{
    if (options.timeout.count() == 0 && staysOpen(method))
        options.timeout = std::chrono::milliseconds(-1);
    if (options.cap.count() == 0 && options.timeout.count() >= 0)
        options.cap = m_options.requestCap;
    if (options.timeout.count() == 0) {
        options.timeout = m_options.requestTimeout;
        options.progressExtends = options.progressExtends && m_options.progressExtends;
    }
    OutgoingRequest *request =
        m_rpc.request(method, isModern() ? m_options.withMeta(params, m_revision) : params, options);
    if (m_vainSessions > 0) {
        connect(request, &OutgoingRequest::finished, this, [this, request] {
            if (request->state() == RequestState::Succeeded)
                m_vainSessions = 0;
        });
    }
    return request;
}

QByteArray Client::namedParams(const QString &name, const QByteArray &arguments)
{
    const QByteArray params = JsonText::withMember({}, "name", JsonText::quoted(name));
    return arguments.isEmpty() ? params : JsonText::withMember(params, "arguments", arguments);
}

OutgoingRequest *Client::callTool(const QString &name, const QByteArray &arguments, RequestOptions options)
{
    options.wantProgress = true;
    return request("tools/call", namedParams(name, arguments), options);
}

} // namespace Pullcord
