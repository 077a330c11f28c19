// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/client.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"
#include "core/transport/stdiocommand.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Pullcord {

namespace {

/// What a server asks of a client, and the capability that invites it.
struct Invitation
{
    QLatin1StringView capability;
    const char *method;
};
constexpr Invitation Invitations[] = {
    {"sampling"_L1, "sampling/createMessage"},
    {"elicitation"_L1, "elicitation/create"},
    {"roots"_L1, "roots/list"},
};

QByteArray quoted(QLatin1StringView text)
{
    return JsonText::quoted(QByteArrayView(text.data(), text.size()));
}

/// So much is quoted of what a server writes before the handshake and is no JSON: lines, and bytes of each.
constexpr qsizetype MaxFirstWords = 3;
constexpr qsizetype MaxWordsLength = 200;

QStringList versionsIn(const JsonValue &array)
{
    QStringList versions;
    for (const JsonMember &version : array)
        versions.append(version.value.toString());
    return versions;
}

/// What people call the server, by the details of an Opening event.
QString calledIn(const QJsonObject &opening)
{
    StdioCommand command;
    command.program = opening.value("program"_L1).toString();
    command.arguments = opening.value("arguments"_L1).toVariant().toStringList();
    const QString name = command.program.isEmpty() ? opening.value("url"_L1).toString() : command.title();
    return name.isEmpty() ? u"the server"_s : name;
}

/// A refusal, with the versions that would do if it names them.
Error explained(Error error)
{
    const QStringList supported = versionsIn(JsonValue(error.data).pointer("/data/supported"));
    if (!supported.isEmpty())
        error.detail += u" (the server supports %1)"_s.arg(supported.join(u", "_s));
    return error;
}

} // namespace

Client::Client(Session &session, ClientOptions options, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_options(std::move(options))
{
    m_probeTimer.setSingleShot(true);
    m_probeTimer.callOnTimeout(this, [this] {
        if (m_initializeError) { // and the probe, which could have told otherwise, has had its time
            fail(*m_initializeError);
            return;
        }
        m_session.note(u"No answer to server/discover within %1 ms: trying initialize"_s.arg(m_probeTimer.interval()));
        initialize(LatestLegacy);
    });
    connect(&m_session, &Session::stateChanged, this, &Client::onTransportState);
    connect(&m_session, &Session::failed, this, [this](const QString &reason) {
        if (m_state == State::Ready)
            emit failed({ErrorKind::Transport, reason});
        else
            fail({ErrorKind::Transport, withFirstWords(reason)});
    });
    connect(&m_session.transport(), &Transport::sessionEnded, this, [this] {
        if (m_state == State::Ready && eraOf(m_revision) == Era::Legacy)
            initialize(m_revision);
    });
    for (const char *method : {"server/discover", "initialize"})
        m_session.setHandler(method, [this](IncomingRequest *request) { onEcho(request); });
    for (const Invitation &invitation : Invitations) {
        if (m_options.capabilities.contains(invitation.capability))
            m_session.setHandler(invitation.method, [](IncomingRequest *) {});
    }
}

Client::~Client() = default;

void Client::connectToServer()
{
    if (m_session.state() != Transport::State::Idle)
        return;
    m_server = {};
    m_versionRetried = false;
    m_initializeSent = false;
    m_initializeError.reset();
    m_leaving = false;
    m_called = u"the server"_s;
    m_firstWords.clear();
    m_endReason.clear();
    disconnect(m_listening);
    m_listening = connect(&m_session, &Session::eventOccurred, this, &Client::onEvent);
    setState(State::Connecting);
    m_session.open();
}

void Client::disconnectFromServer()
{
    m_probeTimer.stop();
    m_leaving = true;
    const QPointer<Client> guard(this);
    m_session.cancelAll(u"The client is leaving"_s);
    if (guard)
        m_session.close();
}

void Client::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged(state);
}

void Client::onTransportState(Transport::State state)
{
    if (state == Transport::State::Open) {
        if (!m_options.revision) {
            setState(State::Probing);
            m_probeTimer.start(m_options.probeTimeout);
            probe(QByteArray(nameOf(LatestModern).data()));
        } else if (eraOf(*m_options.revision) == Era::Modern) {
            setState(State::Handshaking);
            probe(QByteArray(nameOf(*m_options.revision).data()));
        } else {
            initialize(*m_options.revision);
        }
    } else if (state == Transport::State::Idle) {
        m_probeTimer.stop();
        const bool inHandshake = m_state == State::Probing || m_state == State::Handshaking;
        if (inHandshake && !m_leaving) {
            const QString why = m_endReason.isEmpty() ? QString() : u": "_s + m_endReason;
            fail({ErrorKind::Transport, withFirstWords(u"The connection ended during the handshake"_s + why)});
        } else if (m_state != State::Failed)
            setState(State::Disconnected);
    }
}

void Client::onEvent(const Event &event)
{
    if (event.kind == EventKind::Opening)
        m_called = calledIn(event.details);
    if (event.kind == EventKind::Closed)
        m_endReason = event.details.value("reason"_L1).toString();
    const bool isNoise = event.kind == EventKind::Malformed && event.direction == Direction::ServerToClient;
    if (isNoise && !event.bytes.trimmed().isEmpty() && m_firstWords.size() < MaxFirstWords)
        m_firstWords.append(QString::fromUtf8(event.bytes.first(qMin(event.bytes.size(), MaxWordsLength))));
}

/// No server asks a client for that; a program that gives back its input does, in our own words.
void Client::onEcho(IncomingRequest *request)
{
    const bool ours =
        (m_probe && request->id() == m_probe->id()) || (m_initialize && request->id() == m_initialize->id());
    const QByteArray method = request->method();
    request->fail(ErrorCode::MethodNotFound, u"Method not found: %1"_s.arg(QString::fromUtf8(method)));
    if (ours && (m_state == State::Probing || m_state == State::Handshaking))
        fail({ErrorKind::Protocol, u"%1 sends back what it is sent: is it an MCP server?"_s.arg(m_called)});
}

/// A program that is no server tells what it is, and how it wants to be called.
QString Client::withFirstWords(const QString &reason) const
{
    return m_firstWords.isEmpty() ? reason : u"%1; its output began: %2"_s.arg(reason, m_firstWords.join(u'\n'));
}

// ---- the modern era

void Client::probe(const QByteArray &version)
{
    // Without a fixed revision it has the probe's time, and is heard even later.
    const std::chrono::milliseconds timeout = m_options.revision ? m_options.handshakeTimeout : 0ms;
    m_probe = m_session.request("server/discover", withMeta({}, version), {.timeout = timeout});
    connect(m_probe, &OutgoingRequest::finished, this, [this, request = m_probe.data()] {
        const bool lostAlone = request->state() == RequestState::Lost && m_session.state() == Transport::State::Open;
        if (request->state() == RequestState::Succeeded || request->state() == RequestState::Failed || lostAlone)
            onProbeAnswer(request->outcome());
        else if (request->state() == RequestState::TimedOut)
            fail(request->outcome().error());
    });
}

void Client::onProbeAnswer(const Result<QByteArray> &outcome)
{
    m_probeTimer.stop();
    if (m_state != State::Probing && m_state != State::Handshaking)
        return;
    if (!outcome) {
        onProbeRefused(outcome.error());
        return;
    }
    const JsonValue result(*outcome);
    const JsonValue supported = result.member("supportedVersions");
    if (supported.isArray()) {
        m_server = ServerInfo::fromDiscover(result);
        chooseFrom(supported.raw().toByteArray(), u"server/discover"_s);
    } else if (m_options.revision) {
        failAsLegacy(u"its answer to server/discover names no supportedVersions"_s);
    } else {
        goOnAsLegacy(u"The answer to server/discover names no supportedVersions"_s);
    }
}

void Client::onProbeRefused(const Error &error)
{
    const JsonValue supported = JsonValue(error.data).pointer("/data/supported");
    if (ErrorCode::isModern(error.code) && supported.isArray()) {
        chooseFrom(supported.raw().toByteArray(), u"error %1"_s.arg(error.code));
    } else if (ErrorCode::isModern(error.code)) {
        fail(error);
    } else if (m_options.revision) {
        failAsLegacy(u"it refused server/discover with error %1 (%2)"_s.arg(QString::number(error.code), error.detail));
    } else if (error.kind == ErrorKind::Peer && error.code != 0) {
        goOnAsLegacy(u"server/discover was refused with error %1: a server of the legacy era"_s.arg(error.code));
    } else {
        goOnAsLegacy(u"server/discover was refused (%1): trying initialize"_s.arg(error.detail));
    }
}

/// The modern revision that was chosen is not the server's.
void Client::failAsLegacy(const QString &why)
{
    fail({ErrorKind::Protocol, u"The server does not speak %1: %2. Try revision auto, or %3 or earlier"_s.arg(
                                   nameOf(*m_options.revision), why, nameOf(LatestLegacy))});
}

/// The probe has shown no modern server: then initialize decides, which may have been sent, and refused, by now.
void Client::goOnAsLegacy(const QString &why)
{
    if (m_initializeError) {
        fail(*m_initializeError);
    } else if (!m_initializeSent) {
        m_session.note(why);
        initialize(LatestLegacy);
    }
}

/// The server has named the versions that it speaks: takes the wanted one, else the newest that both speak.
void Client::chooseFrom(const QByteArray &supportedVersions, const QString &saidBy)
{
    std::optional<Revision> best;
    const QStringList named = versionsIn(JsonValue(supportedVersions));
    for (const QString &version : named) {
        const std::optional<Revision> known = revisionFromName(version);
        if (known && (!m_options.revision || known == m_options.revision) && (!best || *known > *best))
            best = known;
    }
    const QString list = named.join(u", "_s);
    if (!best) {
        const QString wanted = m_options.revision ? u"we want %1, "_s.arg(nameOf(*m_options.revision)) : QString();
        fail({ErrorKind::Protocol, u"No common revision: %1the server speaks %2 (%3)"_s.arg(wanted, list, saidBy)});
    } else if (eraOf(*best) == Era::Legacy) {
        m_session.note(u"The server speaks %1: initialize with %2"_s.arg(list, nameOf(*best)));
        if (!m_initializeSent)
            initialize(*best);
    } else if (m_probe && m_probe->state() == RequestState::Succeeded) {
        becomeReady(*best, modernDialect());
    } else if (!m_versionRetried) {
        m_versionRetried = true;
        probe(QByteArray(nameOf(*best).data()));
    } else {
        fail({ErrorKind::Protocol, u"The server refuses %1, which it names as supported"_s.arg(nameOf(*best))});
    }
}

const Dialect &Client::modernDialect() const
{
    return m_session.transport().hasStreams() ? Dialect::mcpModernHttp() : Dialect::mcpModernStdio();
}

// ---- the legacy era

void Client::initialize(Revision offered)
{
    setState(State::Handshaking);
    m_initializeSent = true;
    m_revision = offered;
    QByteArray params = JsonText::withMember({}, "protocolVersion", quoted(nameOf(offered)));
    params = JsonText::withMember(params, "capabilities",
                                  QJsonDocument(m_options.capabilities).toJson(QJsonDocument::Compact));
    params = JsonText::withMember(params, "clientInfo", implementation());
    m_initialize = m_session.request("initialize", params, {.timeout = m_options.handshakeTimeout});
    connect(m_initialize, &OutgoingRequest::finished, this, [this, request = m_initialize.data()] {
        const bool lostWithAll = request->state() == RequestState::Lost && m_session.state() != Transport::State::Open;
        if (m_state == State::Handshaking && !lostWithAll && !request->isDetached())
            onInitializeAnswer(request->outcome());
    });
}

void Client::onInitializeAnswer(const Result<QByteArray> &outcome)
{
    if (!outcome) {
        onInitializeRefused(outcome.error());
        return;
    }
    const JsonValue result(*outcome);
    const QString version = result.member("protocolVersion").toString();
    const std::optional<Revision> revision = revisionFromName(version);
    if (!revision || eraOf(*revision) != Era::Legacy) {
        fail({ErrorKind::Protocol,
              u"The server wants protocol version \"%1\", which nobody has agreed on"_s.arg(version)});
        return;
    }
    if (*revision != m_revision)
        m_session.note(u"Offered %1, the server speaks %2"_s.arg(nameOf(m_revision), nameOf(*revision)));
    m_server = ServerInfo::fromInitialize(result);
    m_session.notify("notifications/initialized");
    becomeReady(*revision, Dialect::mcpLegacy());
}

void Client::onInitializeRefused(const Error &error)
{
    // A refusal may name the versions that would do.
    for (const QString &version : versionsIn(JsonValue(error.data).pointer("/data/supported"))) {
        const std::optional<Revision> known = revisionFromName(version);
        const bool wanted = known && (!m_options.revision || known == m_options.revision);
        if (wanted && eraOf(*known) == Era::Legacy && *known < m_revision && !m_initializeError) {
            m_initializeError = error;
            initialize(*known);
            return;
        }
    }
    m_initializeError = error;
    // A modern server refuses initialize; its answer to the probe, which may still be coming, decides.
    if (m_probe && !m_probe->isFinished())
        m_probeTimer.start(m_options.probeTimeout);
    else if (error.kind == ErrorKind::Transport) // what ended may have been no server at all
        fail({ErrorKind::Transport, withFirstWords(error.detail)});
    else
        fail(error);
}

// ---- either

void Client::becomeReady(Revision revision, const Dialect &dialect)
{
    m_probeTimer.stop();
    disconnect(m_listening);
    m_revision = revision;
    const QPointer<Client> guard(this);
    // Whichever of the two was not the one that decided is not waited for any more.
    for (const QPointer<OutgoingRequest> &other : {m_probe, m_initialize}) {
        if (other)
            other->detach();
    }
    if (guard)
        m_session.setDialect(dialect);
    if (guard)
        setState(State::Ready);
    if (guard && m_state == State::Ready && !m_leaving)
        emit ready();
}

void Client::fail(const Error &error)
{
    m_probeTimer.stop();
    disconnect(m_listening);
    if (m_state == State::Failed || m_leaving)
        return;
    Error told = explained(error);
    if (told.kind == ErrorKind::Timeout)
        told.detail += u" from %1"_s.arg(m_called);
    const QPointer<Client> guard(this);
    setState(State::Failed);
    if (guard)
        emit failed(told);
    if (guard && error.kind != ErrorKind::Transport) // else it closes by itself
        m_session.close();
}

OutgoingRequest *Client::request(const QByteArray &method, const QByteArray &params, RequestOptions options)
{
    if (options.timeout.count() == 0)
        options.timeout = m_options.requestTimeout;
    const bool modern = isModern();
    return m_session.request(method, modern ? withMeta(params, QByteArray(nameOf(m_revision).data())) : params,
                             options);
}

OutgoingRequest *Client::callTool(const QString &name, const QByteArray &arguments, RequestOptions options)
{
    QByteArray params = JsonText::withMember({}, "name", JsonText::quoted(name));
    if (!arguments.isEmpty())
        params = JsonText::withMember(params, "arguments", arguments);
    options.wantProgress = true;
    OutgoingRequest *call = request("tools/call", params, options);
    connect(call, &OutgoingRequest::finished, this, [this, call] {
        if (call->state() == RequestState::Failed && call->outcome().error().code == ErrorCode::HeaderMismatch)
            emit headersRefused();
    });
    return call;
}

/// `params` with the members of `_meta` that every modern request carries; those that are there already stay.
QByteArray Client::withMeta(const QByteArray &params, const QByteArray &version) const
{
    const JsonValue given = JsonValue(params).member("_meta");
    if (given.isValid() && !given.isObject())
        return params; // somebody wants to see what the server makes of it
    QByteArray meta = given.raw().toByteArray();
    const auto add = [&](QByteArrayView name, const QByteArray &value) {
        if (!given.member(name).isValid())
            meta = JsonText::withMember(meta, name, value);
    };
    add("io.modelcontextprotocol/protocolVersion", JsonText::quoted(QByteArrayView(version)));
    add("io.modelcontextprotocol/clientInfo", implementation());
    add("io.modelcontextprotocol/clientCapabilities",
        QJsonDocument(m_options.modernCapabilities).toJson(QJsonDocument::Compact));
    return JsonText::withMember(params, "_meta", meta);
}

QByteArray Client::implementation() const
{
    const QByteArray named = JsonText::withMember({}, "name", JsonText::quoted(m_options.name));
    return JsonText::withMember(named, "version", JsonText::quoted(m_options.version));
}

} // namespace Pullcord
