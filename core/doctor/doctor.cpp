// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/doctor.h"

#include "core/config/hostlogs.h"
#include "core/doctor/commandsearch.h"
#include "core/doctor/loginshell.h"
#include "core/json/jsonvalue.h"
#include "core/logging.h"
#include "core/transport/http/challenge.h"
#include "core/transport/http/httptransport.h"
#include "core/transport/http/origin.h"
#include "core/transport/innercommand.h"
#include "core/transport/stdiotransport.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using StageId = DoctorStage::Id;

/// Returns the stages in the order of execution.
QList<StageId> stagesFor(bool isHttp)
{
    if (isHttp)
        return {StageId::Proxy,         StageId::HostName,  StageId::Tcp,   StageId::Tls,       StageId::Http,
                StageId::Authorization, StageId::Handshake, StageId::Lists, StageId::RoundTrip, StageId::End};
    return {StageId::Command,   StageId::Start,  StageId::Handshake, StageId::Lists,
            StageId::RoundTrip, StageId::Output, StageId::End,       StageId::SecondStart};
}

constexpr qsizetype MaxMetadata = qsizetype(64) << 10;

/// The log of a host that has tried the server may contain more.
void adviseHostLog(DoctorStage &stage, const ServerTarget &target)
{
    if (stage.verdict != DoctorStage::Verdict::Failed)
        return;
    const std::optional<HostLog> log = HostLog::newestOf(target);
    if (!log)
        return;
    stage.advise(TranslatableText::of(
        log->isNamedAfter(target)
            ? QT_TRANSLATE_NOOP("TranslatableText", "Compare with the newest log that a host keeps for it: %1 (%2)")
            : QT_TRANSLATE_NOOP("TranslatableText", "Compare with a host log that may belong to this server: %1 (%2)"),
        log->path, log->tool));
}

/// RFC 9728, section 3.1: the well-known part is between host and path.
QUrl metadataUrlFor(const QUrl &server)
{
    QUrl url = server.adjusted(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
    const QString path = url.path() == "/"_L1 ? QString() : url.path();
    url.setPath("/.well-known/oauth-protected-resource"_L1 + path);
    return url;
}

} // namespace

Doctor::Doctor(Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
{
    const QList<StageId> ids = stagesFor(m_options.target.isHttp());
    for (const StageId id : ids)
        m_stages.append({.id = id});
}

Doctor::~Doctor() = default;

DoctorStage::Verdict Doctor::verdict() const
{
    const auto worst = std::ranges::max_element(m_stages, {}, &DoctorStage::verdict);
    return worst->verdict;
}

void Doctor::start()
{
    m_isRunning = true;
    QMetaObject::invokeMethod(this, &Doctor::runNext, Qt::QueuedConnection);
}

void Doctor::stop()
{
    if (!m_isRunning)
        return;
    m_isRunning = false;
    m_shell.reset();
    m_network.reset();
    m_metadataExchange.reset();
    m_trial.reset();
    m_second.reset();
    for (qsizetype i = std::max<qsizetype>(m_at, 0); i < m_stages.size(); ++i) {
        if (m_stages.at(i).isOver())
            continue;
        m_stages[i] = ConnectionStages::skipped(m_stages.at(i).id,
                                                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Stopped")));
        emit stageChanged(i);
    }
    QMetaObject::invokeMethod(this, &Doctor::finished, Qt::QueuedConnection);
}

void Doctor::runNext()
{
    if (!m_isRunning)
        return;
    if (++m_at == m_stages.size()) {
        finish();
        return;
    }
    m_stages[m_at].verdict = DoctorStage::Verdict::Running;
    emit stageChanged(m_at);
    if (m_isRunning)
        run(m_stages.at(m_at).id);
}

void Doctor::finish()
{
    m_isRunning = false;
    m_trial.reset();
    m_second.reset();
    emit finished();
}

void Doctor::conclude(DoctorStage stage)
{
    if (!m_isRunning)
        return;
    m_stages[m_at] = std::move(stage);
    qCDebug(Log::doctor) << "stage" << m_stages.at(m_at).name() << nameOf(m_stages.at(m_at).verdict);
    emit stageChanged(m_at);
    QMetaObject::invokeMethod(this, &Doctor::runNext, Qt::QueuedConnection);
}

void Doctor::skip(const TranslatableText &why)
{
    conclude(ConnectionStages::skipped(m_stages.at(m_at).id, why));
}

template<typename Begin, typename Next>
void Doctor::await(TrialConnection &trial, Begin begin, Next next)
{
    connect(&trial, &TrialConnection::stepEnded, this, next, Qt::SingleShotConnection);
    (trial.*begin)();
}

void Doctor::run(Id id)
{
    switch (id) {
    case Id::Command:
        examineCommand();
        break;
    case Id::Start:
    case Id::Output:
    case Id::SecondStart:
        runStdio(id);
        break;
    case Id::Proxy:
    case Id::HostName:
    case Id::Tcp:
    case Id::Tls:
    case Id::Http:
    case Id::Authorization:
        runHttp(id);
        break;
    case Id::Handshake:
    case Id::Lists:
    case Id::RoundTrip:
    case Id::End:
        runConnected(id);
        break;
    }
}

std::unique_ptr<TrialConnection> Doctor::makeTrial() const
{
    ClientOptions client;
    client.revision = m_options.target.revision;
    client.handshakeTimeout = m_options.timeout;
    client.requestTimeout = m_options.timeout;
    client.requestCap = 10 * m_options.timeout;
    client.name = m_options.clientName;
    client.version = m_options.clientVersion;
    std::unique_ptr<Transport> transport;
    if (m_options.target.isHttp())
        transport = std::make_unique<HttpTransport>(m_options.target.http);
    else
        transport = std::make_unique<StdioTransport>(*m_command);
    return std::make_unique<TrialConnection>(std::move(transport), client);
}

// ---- a program on stdio

void Doctor::examineCommand()
{
    m_shell = std::make_unique<LoginShell>();
    connect(m_shell.get(), &LoginShell::answered, this, &Doctor::onShellAnswered);
    m_shell->ask(m_options.shellTimeout);
}

void Doctor::onShellAnswered(const DoctorEnvironment &shell)
{
    const StdioCommand &command = m_options.target.command;
    QList<DoctorEnvironment> environments{DoctorEnvironment::thisProgram(), shell, DoctorEnvironment::desktopHost()};
    DoctorStage stage = CommandSearch::examine(command, environments, m_options.environment);
    adviseHostLog(stage, m_options.target);
    const auto isChosen = [this](const DoctorEnvironment &environment) {
        return environment.kind == m_options.environment;
    };
    // The chosen environment comes first. (clang 14 cannot compile std::ranges::stable_partition of libstdc++.)
    std::stable_partition(environments.begin(), environments.end(), isChosen);
    const auto usable = std::ranges::find_if(environments, [&](const DoctorEnvironment &environment) {
        return CommandSearch::isStartable(command, environment);
    });
    if (usable != environments.end()) {
        m_command = usable->applied(command);
        if (usable->kind != m_options.environment)
            m_where = usable->phrase();
    }
    m_shell.release()->deleteLater();
    conclude(stage);
}

void Doctor::runStdio(Id id)
{
    if (!m_command) {
        skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The command cannot be started")));
    } else if (id == Id::Start) {
        m_trial = makeTrial();
        await(*m_trial, &TrialConnection::connectToServer, [this] {
            m_hasConnected = m_trial->facts().isReady();
            conclude(ConnectionStages::start(m_trial->facts(), m_where));
        });
    } else if (id == Id::Output) {
        if (m_trial->facts().starts > 0)
            conclude(ConnectionStages::output(m_trial->facts()));
        else
            skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "It was not started")));
    } else if (m_hasConnected) {
        connectAgain();
    } else {
        skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The first start failed")));
    }
}

void Doctor::connectAgain()
{
    m_second = makeTrial();
    await(*m_second, &TrialConnection::connectToServer, [this] {
        await(*m_second, &TrialConnection::leave,
              [this] { conclude(ConnectionStages::secondStart(m_trial->facts(), m_second->facts())); });
    });
}

// ---- either

void Doctor::runConnected(Id id)
{
    const bool isStdio = !m_options.target.isHttp();
    if (!m_trial) {
        skip(isStdio ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The command cannot be started"))
                     : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server cannot be reached")));
    } else if (id == Id::Handshake) {
        DoctorStage stage = ConnectionStages::handshake(m_trial->facts(), m_trial->steps(), isStdio);
        adviseHostLog(stage, m_options.target);
        conclude(withFaults(stage));
    } else if (id == Id::End) {
        if (isStdio || m_trial->isConnected())
            await(*m_trial, &TrialConnection::leave,
                  [this, isStdio] { conclude(ConnectionStages::end(m_trial->facts(), isStdio, runner())); });
        else
            skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "There is no connection")));
    } else if (!m_trial->isConnected()) {
        skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "There is no connection")));
    } else if (id == Id::Lists) {
        await(*m_trial, &TrialConnection::loadLists, [this] { conclude(ConnectionStages::lists(m_trial->facts())); });
    } else {
        await(*m_trial, &TrialConnection::roundTrip,
              [this] { conclude(ConnectionStages::roundTrip(m_trial->facts())); });
    }
}

/// Adds what the rules of core/findings raise about the handshake: about HTTP to its stage, the rest to the handshake.
/// Other output over stdio has a stage of its own.
DoctorStage Doctor::withFaults(DoctorStage stage) const
{
    if (!m_trial->facts().isReady())
        return stage;
    QList<Finding> faults = m_trial->faults();
    const bool isStdio = !m_options.target.isHttp();
    erase_if(faults, [&](const Finding &fault) {
        const bool isOfHttp = fault.kind().name.startsWith('H'_L1);
        return isOfHttp != (stage.id == Id::Http) || (isStdio && fault.code == FindingCode::P01);
    });
    ConnectionStages::warn(stage, faults);
    return stage;
}

/// Returns the program that runs the server elsewhere; empty if the server is the command itself.
QString Doctor::runner() const
{
    const StdioCommand &command = m_options.target.command;
    const auto inner = InnerCommand::in(QStringList{command.program} + command.arguments);
    return inner ? inner->runner : QString();
}

// ---- a URL

void Doctor::probe(void (NetworkProbe::*step)(), DoctorStage (*judge)(const NetworkProbe::Facts &))
{
    connect(
        m_network.get(), &NetworkProbe::stepEnded, this, [this, judge] { conclude(judge(m_network->facts())); },
        Qt::SingleShotConnection);
    (m_network.get()->*step)();
}

void Doctor::runHttp(Id id)
{
    if (!m_network)
        m_network = std::make_unique<NetworkProbe>(m_options.target.http);
    const NetworkProbe::Facts &facts = m_network->facts();
    const bool isReached = facts.tcp && (!facts.isEncrypted || facts.tls);
    if (id == Id::Proxy) {
        conclude(NetworkStages::proxy(facts));
    } else if (id == Id::HostName && facts.usesProxy()) {
        skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The proxy resolves it")));
    } else if (id == Id::HostName) {
        probe(&NetworkProbe::lookUp, &NetworkStages::hostName);
    } else if (id == Id::Tcp) {
        if (!facts.proxyFault.isEmpty())
            skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The proxy cannot be used")));
        else if (!facts.lookupError.isEmpty())
            skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The host name has no address")));
        else
            probe(&NetworkProbe::connectToHost, &NetworkStages::tcp);
    } else if (id == Id::Tls) {
        if (!facts.isEncrypted)
            skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The URL is http: nothing is encrypted")));
        else if (!facts.tcp)
            skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "There is no connection")));
        else if (!facts.fileFault.isEmpty())
            conclude(NetworkStages::tls(facts));
        else
            probe(&NetworkProbe::encrypt, &NetworkStages::tls);
    } else if (id == Id::Http) {
        m_network->close();
        if (!isReached)
            return skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server cannot be reached")));
        m_trial = makeTrial();
        await(*m_trial, &TrialConnection::connectToServer, [this] {
            m_hasConnected = m_trial->facts().isReady();
            conclude(withFaults(NetworkStages::http(m_trial->facts(), m_network->facts())));
        });
    } else if (!m_trial) {
        skip(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server cannot be reached")));
    } else {
        askForMetadata();
    }
}

/// Asks only the origin that requires authorization; another origin is named, but not asked.
void Doctor::askForMetadata()
{
    const auto judge = [this] {
        const bool hasToken = m_options.target.http.headers.contains("Authorization");
        conclude(NetworkStages::authorization(m_trial->facts(), m_metadata, hasToken));
    };
    const QUrl &server = m_options.target.http.url;
    const TrialConnection::HttpResponse *const refusal = NetworkStages::refusalOf(m_trial->facts());
    if (!refusal)
        return judge();
    const QUrl named(Challenge::parameter(refusal->challenge, u"resource_metadata"_s));
    const QUrl url = named.isEmpty() ? metadataUrlFor(server) : named;
    m_metadata.metadataUrl = m_options.target.http.shown(url.toString());
    if (Origin::of(url) != Origin::of(server)) {
        m_metadata.problem = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "it has a different origin, so it was not asked"));
        return judge();
    }
    HttpExchange::Options options = m_options.target.http.exchange;
    options.proxy = m_network->facts().proxy;
    if (const auto tls = m_options.target.http.network.tls(); tls)
        options.tls = *tls;
    options.idleTimeout = m_options.timeout;
    HttpRequest request{.method = "GET"_ba, .url = url, .headers = {}, .body = {}};
    request.headers.add("Accept"_ba, "application/json"_ba);
    m_metadataExchange = std::make_unique<HttpExchange>(std::move(request), options);
    connect(m_metadataExchange.get(), &HttpExchange::bodyArrived, this, [this](const QByteArray &part) {
        if (m_metadataBody.size() < MaxMetadata)
            m_metadataBody += part;
        else
            m_metadataExchange->close(u"it is too long"_s);
    });
    connect(m_metadataExchange.get(), &HttpExchange::ended, this,
            [this, judge](HttpExchange::End end, const QString &reason) {
                if (end != HttpExchange::End::Complete)
                    m_metadata.problem = reason;
                else if (m_metadataExchange->response().status != 200)
                    m_metadata.problem = u"HTTP %1"_s.arg(m_metadataExchange->response().status);
                else
                    readMetadata(m_metadataBody);
                m_metadataExchange.release()->deleteLater();
                judge();
            });
    m_metadataExchange->start();
}

void Doctor::readMetadata(const QByteArray &body)
{
    JsonChecker checker;
    if (checker.check(body)) {
        m_metadata.problem = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it is not JSON"));
        return;
    }
    for (const JsonMember &server : JsonValue(body).member("authorization_servers"))
        m_metadata.authorizationServers << server.value.toString();
    if (m_metadata.authorizationServers.isEmpty())
        m_metadata.problem =
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it names no authorization server"));
}

} // namespace Pullcord
