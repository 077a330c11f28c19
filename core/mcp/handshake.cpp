// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/handshake.h"

#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/mcp/eracache.h"
#include "core/mcp/mcperror.h"
#include "core/rpc/errorcodes.h"
#include "core/rpc/responsereading.h"
#include "core/transport/stdiocommand.h"

#include <QJsonDocument>

#include <algorithm>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Pullcord {

namespace {

QByteArray quoted(QLatin1StringView text)
{
    return JsonText::quoted(QByteArrayView(text.data(), text.size()));
}

/// Limits for quoting output that came before the handshake and is not JSON: lines, and bytes per line.
constexpr qsizetype MaxFirstWords = 3;
/// Largest number of quoted responses that match no request.
constexpr qsizetype MaxMismatches = 3;
constexpr qsizetype MaxWordsLength = 200;

QStringList versionsIn(const JsonValue &array)
{
    QStringList versions;
    for (const JsonMember &version : array)
        versions.append(version.value.toString());
    return versions;
}

/// Name of the server for display, from its transport's description.
QString calledIn(const QJsonObject &description)
{
    StdioCommand command;
    command.program = description.value("program"_L1).toString();
    command.arguments = description.value("arguments"_L1).toVariant().toStringList();
    const QString name = command.program.isEmpty() ? description.value("url"_L1).toString() : command.title();
    return name.isEmpty() ? u"the server"_s : name;
}

} // namespace

Handshake::Handshake(RpcConnection &rpc, const ClientOptions &options, QObject *parent)
    : QObject(parent)
    , m_rpc(rpc)
    , m_options(options)
    , m_origin(rpc.transport().origin())
    , m_called(calledIn(rpc.transport().description()))
{
    m_probeTimer.setSingleShot(true);
    m_probeTimer.callOnTimeout(this, &Handshake::onProbeTimeout);
    m_silenceTimer.setSingleShot(true);
    m_silenceTimer.callOnTimeout(this, &Handshake::onSilence);
    m_listening = connect(&m_rpc, &RpcConnection::eventOccurred, this, &Handshake::onEvent);
}

Handshake::~Handshake() = default;

void Handshake::stop()
{
    m_over = true;
    m_probeTimer.stop();
    m_silenceTimer.stop();
    disconnect(m_listening);
    if (std::exchange(m_trustsCache, false)) // the cached era may have been wrong
        m_options.eras->forget(m_origin);
}

void Handshake::detachRequests()
{
    for (const QPointer<OutgoingRequest> &request : {m_probe, m_initialize}) {
        if (request)
            request->detach();
    }
}

void Handshake::onEvent(const Event &event)
{
    if (event.kind == EventKind::Closed)
        m_endReason = event.details.value("reason"_L1).toString();
    if (event.kind == EventKind::Note && event.details.contains("misplaced"_L1))
        noteMisplaced(event.details.value("misplaced"_L1).toString());
    if (event.direction != Direction::ServerToClient)
        return;
    const bool isOther = event.isMessage() && event.envelope.kind == MessageKind::None &&
                         (event.envelope.problems & (NotAnObject | NotRpc | NoVersion)) != 0;
    const bool isNoMessage = event.kind == EventKind::Malformed || isOther;
    if (event.kind == EventKind::Malformed && m_framing.kind == FramingFault::Kind::None &&
        m_rpc.transport().startsServer())
        m_framing = FramingFault::of(event.bytes);
    if (isNoMessage && !event.bytes.trimmed().isEmpty() && m_firstWords.size() < MaxFirstWords)
        m_firstWords.append(QString::fromUtf8(event.bytes.first(qMin(event.bytes.size(), MaxWordsLength))));
    if (event.envelope.isResponse())
        onResponse(event);
    else if (event.isMessage() && event.envelope.kind == MessageKind::None && (event.envelope.problems & NotRpc) == 0)
        onEmptyResponse(event);
}

/// Posts a Note about a response that matches no request, which most likely is the awaited one.
void Handshake::onResponse(const Event &event)
{
    const RequestId id = event.requestId();
    RequestId awaited;
    for (const QPointer<OutgoingRequest> &request : {m_probe, m_initialize}) {
        const RequestRecord *record = request ? m_rpc.tracker().record(request->serial()) : nullptr;
        if (record && record->isOpen() && !id.alike().contains(awaited))
            awaited = request->id();
    }
    if (m_rpc.tracker().find(Direction::ClientToServer, id) || !awaited.isLegal())
        return;
    const bool hasNoId = id.kind() == RequestId::Kind::Null || id.kind() == RequestId::Kind::None;
    m_isMisanswered = m_isMisanswered || !hasNoId || event.envelope.kind == MessageKind::Result;
    const QPointer<Handshake> guard(this);
    if (m_mismatches.size() < MaxMismatches)
        noteMismatch(event, awaited.display());
    if (guard && !m_over && event.envelope.kind == MessageKind::Error && hasNoId)
        onNamelessError(event);
}

/// Remembers a response in a form that clients do not read. `name` is that of its event; empty if the event did not
/// end.
void Handshake::noteMisplaced(const QString &name)
{
    const TranslatableText said =
        name.isEmpty() ? TranslatableText::of(QT_TRANSLATE_NOOP(
                             "TranslatableText", "a response arrived without the blank line that ends an event"))
                       : TranslatableText::of(
                             QT_TRANSLATE_NOOP("TranslatableText",
                                               "a response arrived in an event named %1, which MCP does not define"),
                             name);
    if (m_mismatches.size() < MaxMismatches && !m_mismatches.contains(said))
        m_mismatches.append(said);
}

void Handshake::noteMismatch(const Event &event, const QString &ours)
{
    const RequestId id = event.requestId();
    const JsonValue message = JsonValue(event.part(event.envelope.error)).member("message");
    TranslatableText said;
    if (id.kind() == RequestId::Kind::String)
        said = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "a response arrived with the id %1, a string; the request has %2"),
            id.display(), ours);
    else if (id.canBeAnswered())
        said = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "a response arrived with the id %1; the request has %2"),
            id.display(), ours);
    else if (message.isString())
        said = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "an error arrived without the id of a request: %1; the request has %2"),
            message.toString(), ours);
    else if (id.kind() == RequestId::Kind::Other)
        said = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "a response arrived with the id %1, which is neither a string nor an "
                                                  "integer; the request has %2"),
            id.display(), ours);
    else
        said = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "a response arrived without the id of a request; the request has %1"),
            ours);
    const auto isSame = [&said](const TranslatableText &other) { // but for the id of the request
        return other.sentence() == said.sentence() && other.arguments().size() == said.arguments().size() &&
               std::equal(said.arguments().begin(), std::prev(said.arguments().end()), other.arguments().begin());
    };
    if (std::any_of(m_mismatches.begin(), m_mismatches.end(), isSame))
        return;
    m_mismatches.append(said);
    m_rpc.note(said.left(1).toUpper() + said.sliced(1));
}

/// Assigns an error without an id to the only request to which it can belong.
/// Specification: JSON-RPC 2.0 section 5 (the id is null if that of the request could not be detected).
void Handshake::onNamelessError(const Event &event)
{
    const bool isProbe = !m_isProbeRefused && m_probe && !m_probe->isFinished();
    const OutgoingRequest *meant = isProbe ? m_probe : m_initialize;
    const int open =
        (m_probe && !m_probe->isFinished() ? 1 : 0) + (m_initialize && !m_initialize->isFinished() ? 1 : 0);
    if (!meant || meant->isFinished() || open - (m_isProbeRefused ? 1 : 0) != 1 || m_rpc.tracker().openCount() != open)
        return;
    const JsonValue error(event.part(event.envelope.error));
    const QString problem = ResponseReading::problemOfError(error);
    refuse(*meant,
           {.kind = ErrorKind::Peer,
            .detail = problem.isEmpty() ? error.member("message").toString() : problem,
            .code = error.member("code").toInteger().value_or(0),
            .data = error.raw().toByteArray()},
           event.details.value("exchange"_L1).toInteger());
}

/// Treats a message with the id of a request, but with neither a result nor an error, as its only response.
void Handshake::onEmptyResponse(const Event &event)
{
    const RequestId id = event.requestId();
    for (const QPointer<OutgoingRequest> &request : {m_probe, m_initialize}) {
        if (!m_over && request && !request->isFinished() && id.canBeAnswered() && request->id() == id) {
            refuse(*request,
                   {ErrorKind::Protocol,
                    TranslatableText::of(
                        QT_TRANSLATE_NOOP("TranslatableText", "The response to %1 has neither a result nor an error"),
                        QString::fromUtf8(request->method()))},
                   event.details.value("exchange"_L1).toInteger());
            return;
        }
    }
}

/// Continues without that request, which stays open. If the request has an HTTP exchange of its own, the end of the
/// exchange ends it.
void Handshake::refuse(const OutgoingRequest &request, const Error &refusal, qint64 exchange)
{
    if (exchange != 0 && exchange == request.exchange())
        return;
    if (&request == m_initialize.data()) {
        m_silenceTimer.stop();
        onInitializeRefused(refusal);
    } else if (!std::exchange(m_isProbeRefused, true)) {
        m_probeTimer.stop();
        listenForSilence(); // the server may be one that ignores everything after the probe
        onProbeRefused(refusal);
    }
}

void Handshake::onEcho(IncomingRequest *request)
{
    const bool ours =
        (m_probe && request->id() == m_probe->id()) || (m_initialize && request->id() == m_initialize->id());
    const QByteArray method = request->method();
    const QPointer<Handshake> guard(this);
    request->fail(ErrorCode::MethodNotFound, u"Method not found: %1"_s.arg(QString::fromUtf8(method)));
    if (guard && ours && !m_over)
        fail({ErrorKind::Protocol,
              TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText", "%1 echoes what it receives. Check that it is an MCP server"),
                  m_called)});
}

TranslatableText Handshake::withWhatCame(const TranslatableText &reason) const
{
    TranslatableText all = reason;
    for (const TranslatableText &mismatch : m_mismatches) {
        constexpr QLatin1StringView Arrived("arrived ");
        const qsizetype at = mismatch.indexOf(Arrived);
        if (at < 0 || !reason.contains(QStringView(mismatch).mid(at + Arrived.size()))) // as the transport words it
            all = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1; %2"), all, mismatch);
    }
    const QByteArray unfinished = m_rpc.transport().unfinishedLine();
    const FramingFault framing = m_framing.kind == FramingFault::Kind::None && !unfinished.isEmpty()
                                     ? FramingFault::of(unfinished, false)
                                     : m_framing;
    if (framing.kind != FramingFault::Kind::None)
        all = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1. %2"), all, framing.sentence());
    if (!unfinished.isEmpty() && framing.kind != FramingFault::Kind::Headers)
        all = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1; it wrote output without a newline, which ends each message over stdio: %2"),
            all, QString::fromUtf8(unfinished));
    return m_firstWords.isEmpty()
               ? all
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1; its output began: %2"), all,
                                      m_firstWords.join(u'\n'));
}

// ---- the modern era

void Handshake::start()
{
    if (m_rpc.transport().isLegacyOnly()) {
        startLegacyOnly();
        return;
    }
    const bool known = m_options.eras && m_options.eras->find(m_origin) == Era::Legacy;
    if (m_options.revision && eraOf(*m_options.revision) == Era::Modern) {
        const QPointer<Handshake> guard(this);
        emit stepBegan(Step::Initializing);
        if (guard && !m_over)
            probe(*m_options.revision);
    } else if (m_options.revision) {
        initialize(*m_options.revision);
    } else if (known) {
        m_trustsCache = true;
        m_rpc.note(u"%1 did not support server/discover before: using initialize"_s.arg(m_called));
        initialize(LatestLegacy);
    } else {
        startProbing();
    }
}

void Handshake::startUnprobed()
{
    m_isStartedAgain = true;
    initialize(LatestLegacy);
}

/// Starts over a transport that carries the legacy era only, without a probe.
void Handshake::startLegacyOnly()
{
    const Revision wanted = m_options.revision.value_or(LatestLegacy);
    if (eraOf(wanted) == Era::Legacy)
        initialize(wanted);
    else
        fail({ErrorKind::Usage,
              TranslatableText::of(
                  QT_TRANSLATE_NOOP(
                      "TranslatableText",
                      "%1 cannot be used over HTTP+SSE. Try revision auto, or %2 or earlier; or another transport"),
                  nameOf(wanted), nameOf(LatestLegacy))});
}

void Handshake::startProbing()
{
    const QPointer<Handshake> guard(this);
    emit stepBegan(Step::Probing);
    if (!guard || m_over)
        return;
    m_isProbed = true;
    m_probeTimer.start(m_options.probeTimeout);
    probe(LatestModern);
}

void Handshake::onProbeTimeout()
{
    if (m_initializeError) { // the probe, which could have decided otherwise, has had its time
        fail(*m_initializeError);
        return;
    }
    m_rpc.note(u"No response to server/discover within %1 ms: trying initialize"_s.arg(m_probeTimer.interval()));
    listenForSilence();
    initialize(LatestLegacy);
}

/// Watches for silence after initialize is sent while the probe is still open.
void Handshake::listenForSilence()
{
    m_wasReading = m_rpc.transport().hasTakenInput();
    if (m_rpc.transport().startsServer())
        m_silenceTimer.start(m_options.silenceTimeout);
}

bool Handshake::maySuspectProbe() const
{
    return !m_over && m_isProbed && !m_initializeError && m_rpc.transport().startsServer() &&
           m_rpc.transport().hasTakenInput();
}

bool Handshake::isDeaf() const
{
    return maySuspectProbe() && !m_probeAnswered && !m_isMisanswered && m_probe && !m_probe->isFinished();
}

/// Called after silenceTimeout. A server that has not read anything yet is still starting, so the time counts from its
/// first read.
void Handshake::onSilence()
{
    if (isDeaf() && std::exchange(m_wasReading, true)) {
        endDeaf();
    } else if (!m_over && !m_probeAnswered) {
        m_wasReading = m_rpc.transport().hasTakenInput();
        m_silenceTimer.start();
    }
}

void Handshake::endDeaf()
{
    stop();
    emit stoppedResponding();
}

void Handshake::probe(Revision revision)
{
    // Without a fixed revision the probe timer limits it, and even a later response counts.
    const std::chrono::milliseconds timeout = m_options.revision ? m_options.handshakeTimeout : 0ms;
    m_probe = m_rpc.request("server/discover", m_options.withMeta({}, revision), {.timeout = timeout});
    connect(m_probe, &OutgoingRequest::finished, this, [this, request = m_probe.data()] {
        if (request->state() == RequestState::Succeeded || request->state() == RequestState::Failed ||
            isLostAlone(*request))
            onProbeResponse(request->outcome());
        else if (request->state() == RequestState::TimedOut)
            fail(request->outcome().error());
    });
}

/// True if the request was sent and its response was lost while the connection is open (HTTP). A request that could not
/// be sent waits for the end of the connection, which carries the reason.
bool Handshake::isLostAlone(const OutgoingRequest &request) const
{
    const RequestRecord *record = m_rpc.tracker().record(request.serial());
    return request.state() == RequestState::Lost && m_rpc.state() == Transport::State::Open && record &&
           !record->neverSent;
}

void Handshake::onProbeResponse(const Result<QByteArray> &outcome)
{
    m_probeTimer.stop();
    m_silenceTimer.stop();
    if (m_over)
        return;
    m_probeAnswered = m_probe->state() != RequestState::Lost;
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
        failAsLegacy(u"its response to server/discover has no supportedVersions"_s);
    } else {
        goOnAsLegacy(u"The response to server/discover has no supportedVersions"_s);
    }
}

void Handshake::onProbeRefused(const Error &error)
{
    const JsonValue supported = JsonValue(error.data).pointer("/data/supported");
    if (ErrorCode::isModern(error.code) && supported.isArray()) {
        chooseFrom(supported.raw().toByteArray(), u"error %1"_s.arg(error.code));
    } else if (ErrorCode::isModern(error.code)) {
        fail(error);
    } else if (m_options.revision) {
        const QString code = error.code != 0 ? u"error %1: "_s.arg(error.code) : QString();
        failAsLegacy(u"it refused server/discover (%1%2)"_s.arg(code, error.detail));
    } else if (error.kind == ErrorKind::Peer && error.code != 0) {
        goOnAsLegacy(
            u"The server does not support server/discover (error %1; MCP 2025-11-25 or earlier): using initialize"_s
                .arg(error.code));
    } else {
        goOnAsLegacy(u"server/discover was refused (%1): trying initialize"_s.arg(error.detail));
    }
}

/// Fails because the server does not support the fixed modern revision.
void Handshake::failAsLegacy(const QString &why)
{
    fail({ErrorKind::Protocol,
          TranslatableText::of(
              QT_TRANSLATE_NOOP("TranslatableText",
                                "The server does not support %1: %2. Try revision auto, or %3 or earlier"),
              nameOf(*m_options.revision), why, nameOf(LatestLegacy))});
}

/// Continues in the legacy era after the probe found no modern server. initialize decides; it may already have been
/// sent and refused.
void Handshake::goOnAsLegacy(const QString &why)
{
    if (m_initializeError) {
        fail(*m_initializeError);
    } else if (!m_initializeSent) {
        m_rpc.note(why);
        initialize(LatestLegacy);
    }
}

/// Chooses among the versions named by the server: the wanted one, else the newest common one.
void Handshake::chooseFrom(const QByteArray &supportedVersions, const QString &saidBy)
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
        fail({ErrorKind::Protocol,
              m_options.revision
                  ? TranslatableText::of(
                        QT_TRANSLATE_NOOP("TranslatableText",
                                          "No common revision: %1 was requested, the server supports %2 (%3)"),
                        nameOf(*m_options.revision), list, saidBy)
                  : TranslatableText::of(
                        QT_TRANSLATE_NOOP("TranslatableText", "No common revision: the server supports %1 (%2)"), list,
                        saidBy)});
    } else if (eraOf(*best) == Era::Legacy) {
        m_rpc.note(u"The server supports %1: initializing with %2"_s.arg(list, nameOf(*best)));
        if (!m_initializeSent)
            initialize(*best);
        else if (m_initializeError)
            fail(*m_initializeError);
    } else if (m_probe && m_probe->state() == RequestState::Succeeded) {
        agree(*best);
    } else if (!m_versionRetried) {
        m_versionRetried = true;
        if (!m_options.revision)
            m_probeTimer.start(m_options.probeTimeout);
        probe(*best);
    } else {
        fail({ErrorKind::Protocol,
              TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText", "The server refuses %1, although it lists it as supported"),
                  nameOf(*best))});
    }
}

// ---- the legacy era

void Handshake::initialize(Revision offered)
{
    m_initializeSent = true;
    m_offered = offered;
    const QPointer<Handshake> guard(this);
    emit stepBegan(Step::Initializing);
    if (!guard || m_over)
        return;
    QByteArray params = JsonText::withMember({}, "protocolVersion", quoted(nameOf(offered)));
    params = JsonText::withMember(params, "capabilities",
                                  QJsonDocument(m_options.capabilities).toJson(QJsonDocument::Compact));
    params = JsonText::withMember(params, "clientInfo", m_options.clientInfo());
    m_initialize = m_rpc.request("initialize", params, {.timeout = m_options.handshakeTimeout});
    connect(m_initialize, &OutgoingRequest::finished, this, [this, request = m_initialize.data()] {
        const bool answered = request->state() != RequestState::Lost || isLostAlone(*request);
        if (!m_over && answered && !request->isDetached())
            onInitializeResponse(request->outcome());
    });
}

void Handshake::onInitializeResponse(const Result<QByteArray> &outcome)
{
    m_silenceTimer.stop();
    if (!outcome && outcome.error().kind == ErrorKind::Timeout && isDeaf()) {
        endDeaf();
        return;
    }
    if (!outcome) {
        onInitializeRefused(outcome.error());
        return;
    }
    const JsonValue result(*outcome);
    const JsonValue version = result.member("protocolVersion");
    if (const TranslatableText problem = problemOfVersion(version); !problem.isEmpty()) {
        fail({ErrorKind::Protocol, problem});
        return;
    }
    const std::optional<Revision> revision = revisionFromName(version.toString());
    if (*revision != m_offered)
        m_rpc.note(u"Requested %1, the server chose %2"_s.arg(nameOf(m_offered), nameOf(*revision)));
    m_server = ServerInfo::fromInitialize(result);
    m_rpc.notify("notifications/initialized");
    agree(*revision);
}

TranslatableText Handshake::problemOfVersion(const JsonValue &version)
{
    const QByteArrayView raw = version.raw();
    const QString shown = Formatting::visible(QString::fromUtf8(raw.first(qMin(raw.size(), MaxWordsLength))));
    if (!version.isValid())
        return TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "The response to initialize has no protocolVersion: no revision is agreed on, so hosts do not connect"));
    if (!version.isString())
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The protocolVersion in the response to initialize is %1, which is "
                                                  "not a string: hosts do not connect"),
            shown);
    const std::optional<Revision> revision = revisionFromName(version.toString());
    if (!revision)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The response to initialize has the protocolVersion %1, which is not a known "
                              "revision of MCP: hosts that do not support it disconnect"),
            shown);
    return eraOf(*revision) == Era::Legacy
               ? TranslatableText()
               : TranslatableText::of(
                     QT_TRANSLATE_NOOP("TranslatableText",
                                       "The response to initialize has the protocolVersion %1, a revision without "
                                       "initialize: it cannot be negotiated this way"),
                     shown);
}

void Handshake::onInitializeRefused(const Error &error)
{
    if (std::exchange(m_trustsCache, false)) {
        m_options.eras->forget(m_origin);
        m_rpc.note(
            u"The server did not support server/discover before, and refuses initialize now (%1): trying server/discover"_s
                .arg(error.detail));
        m_initializeSent = false;
        startProbing();
        return;
    }
    const QList<Revision> named = McpError::revisionsNamedBy(error);
    const auto older = std::find_if(named.begin(), named.end(), [this](Revision each) { return each < m_offered; });
    const bool isFirst = !m_initializeError;
    m_initializeError = error;
    if (older != named.end() && isFirst && !m_options.revision) {
        m_rpc.note(
            u"The server refused %1 and named %2: initializing with %2"_s.arg(nameOf(m_offered), nameOf(*older)));
        initialize(*older);
        return;
    }
    // A modern server refuses initialize. Its response to the probe, which may still come, decides.
    if (m_probe && !m_probe->isFinished() && !m_isProbeRefused && error.kind != ErrorKind::Timeout)
        m_probeTimer.start(m_options.probeTimeout);
    else if (error.kind == ErrorKind::Transport) // the program may not be a server at all
        fail({ErrorKind::Transport, withWhatCame(error.detail)});
    else
        fail(error);
}

// ---- either era

void Handshake::agree(Revision revision)
{
    m_trustsCache = false;
    stop();
    // A forced choice, or a slow server, proves nothing for the next time. Probing a stdio server is cheap, unless the
    // server cannot handle it; and the command may start another program next time.
    const bool isLearned = m_rpc.transport().startsServer() ? m_isStartedAgain : m_probeAnswered && !m_options.revision;
    if (m_options.eras && (eraOf(revision) == Era::Modern || isLearned))
        m_options.eras->remember(m_origin, eraOf(revision));
    const QPointer<Handshake> guard(this);
    detachRequests(); // detaches the request that did not decide
    if (guard)
        emit agreed({revision, m_server});
}

/// Newest other revision named in the refusal of the fixed one; none if there is none.
std::optional<Revision> Handshake::revisionInstead(const Error &error) const
{
    const bool isRefusal = error.kind == ErrorKind::Peer || error.kind == ErrorKind::Transport;
    if (!m_options.revision || !isRefusal)
        return {};
    QList<Revision> named = McpError::revisionsNamedBy(error);
    named.removeAll(*m_options.revision);
    return named.isEmpty() ? std::nullopt : std::optional(named.constFirst());
}

void Handshake::fail(const Error &error)
{
    stop();
    Error shown = error;
    shown.detail = McpError::explained(error);
    if (const auto better = revisionInstead(error))
        shown.detail = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1. Try revision auto, or %2"),
                                            shown.detail, nameOf(*better));
    if (shown.kind == ErrorKind::Timeout)
        shown.detail =
            withWhatCame(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), m_called, shown.detail));
    emit failed(shown);
}

} // namespace Pullcord
