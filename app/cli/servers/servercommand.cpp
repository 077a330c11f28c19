// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/servercommand.h"

#include "app/cli/output.h"
#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/facts/httpsteps.h"
#include "core/json/jsonvalue.h"
#include "core/lab/cancellationlab.h"
#include "core/mcp/mcperror.h"
#include "core/mcp/requests/taskinfo.h"
#include "core/mcp/serverlog.h"
#include "core/mcp/validation/messagecheck.h"
#include "core/rpc/errorcodes.h"
#include "core/secrets/secrets.h"
#include "core/transport/byteordermark.h"
#include "core/transport/http/challenge.h"
#include "core/transport/http/httptransport.h"
#include "core/transport/stdiotransport.h"
#include "pullcord_version.h"

#include <QObject>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Prints log messages of a server on standard error as they come: those of at least a level, and those of an unknown
/// level. Marks unsolicited ones, in a revision that requires a request for them (CaptureEntry::Unasked).
class LogPrinter final : public QObject
{
    Q_OBJECT

public:
    /// `log` must belong to `capture`.
    LogPrinter(ServerLog &log, const Capture &capture, LogLevel least, QObject *parent);

private:
    void print(const ServerLog::Entry &entry, bool isUnasked) const;

    LogLevel m_least;
};

LogPrinter::LogPrinter(ServerLog &log, const Capture &capture, LogLevel least, QObject *parent)
    : QObject(parent)
    , m_least(least)
{
    connect(&log, &ServerLog::added, this, [this, &log, &capture](qsizetype index) {
        const qsizetype event = log.eventOf(index);
        print(log.at(index), event >= 0 && (capture.entry(event).flags & CaptureEntry::Unasked) != 0);
    });
}

void LogPrinter::print(const ServerLog::Entry &entry, bool isUnasked) const
{
    if (entry.level && *entry.level < m_least)
        return;
    const JsonValue data(entry.data);
    const QString text = data.isString() ? data.toString() : QString::fromUtf8(entry.data);
    const QString logger = entry.logger.isEmpty() ? QString() : entry.logger + u": "_s;
    const QString level = entry.level ? entry.levelText : u"%1, which is not a level of MCP"_s.arg(entry.levelText);
    const QString mark = isUnasked ? u", not requested"_s : QString();
    Output::remark(Output::printable(u"[%1%2] %3%4"_s.arg(level, mark, logger, text)));
}

namespace {

using namespace std::chrono_literals;

/// Time until waiting for the handshake is reported, and interval of further reports.
constexpr auto WaitingFirst = 3s;
constexpr auto WaitingAgain = 10s;

/// Bytes quoted of a line that is not a message.
constexpr qsizetype MaxNoiseLength = 200;

/// Describes the end of a process that ended by itself while the client was closing; empty if it ended normally, or by
/// our signal.
QString endOf(const QJsonObject &exited)
{
    const QString signal = exited.value("signal"_L1).toString();
    const int exitCode = exited.value("exitCode"_L1).toInt();
    if (!signal.isEmpty() && signal != "SIGTERM"_L1 && signal != "SIGKILL"_L1)
        return u"the server was terminated by %1"_s.arg(signal);
    return exitCode == 0 ? QString() : u"the server ended with exit code %1"_s.arg(exitCode);
}

} // namespace

ServerCommand::ServerCommand(CliOptions options)
    : m_options(std::move(options))
{}

ServerCommand::~ServerCommand()
{
    Output::setRecorder({});
}

void ServerCommand::start()
{
    ClientOptions client;
    client.revision = m_options.revision;
    client.requestTimeout = m_options.timeout;
    client.requestCap = m_options.timeoutCap;
    client.progressExtends = !m_options.timeoutFixed;
    client.handshakeTimeout = m_options.timeout;
    client.logLevel = m_options.logLevel;
    client.name = u"pullcord-cli"_s;
    client.version = QStringLiteral(PULLCORD_VERSION);
    client.capabilities = m_options.rules.capabilities();
    client.modernCapabilities = client.capabilities;
    if (m_options.http.url.isEmpty()) // probing costs a process if the server cannot handle it
        client.eras = &m_eras;
    if (m_options.task || m_options.command == CliOptions::Command::Tasks)
        client.modernCapabilities.insert(u"extensions"_s, QJsonObject{{TasksExtension, QJsonObject()}});
    const Conversation::Recording recording{.path = m_options.capturePath, .title = title(), .program = program()};
    auto made = Conversation::withTransport(transport(), client, recording);
    if (!made) {
        Output::remark(u"pullcord-cli: %1"_s.arg(made.error().detail));
        emit finished(ExitFile);
        return;
    }
    m_conversation = *std::move(made);
    if (!m_options.capturePath.isEmpty())
        Output::setRecorder([this] { m_conversation->capture().flush(); });
    for (auto rule = m_options.rules.byMethod.cbegin(); rule != m_options.rules.byMethod.cend(); ++rule)
        m_conversation->questions()->setPolicy(rule.key(), rule.value());
    connect(m_conversation->questions(), &QuestionQueue::misfit, this, &ServerCommand::reportMisfit);
    if (m_options.logLevel)
        new LogPrinter(m_conversation->serverLog(), m_conversation->capture(), *m_options.logLevel, this);
    connect(&m_conversation->capture(), &Capture::failed, this, &ServerCommand::reportCapture);
    connect(&m_conversation->capture(), &Capture::lost, this, &ServerCommand::reportCapture);
    connect(m_conversation->rpc(), &RpcConnection::eventOccurred, this, &ServerCommand::onEvent);
    // Once, since the client repeats the handshake if the server drops the HTTP session.
    connect(m_conversation->client(), &Client::ready, this, &ServerCommand::onConnected, Qt::SingleShotConnection);
    connect(m_conversation->client(), &Client::failed, this, [this](const Error &error) {
        const QString why = sentenceOf(error);
        const QString named = why.startsWith(title() + u": "_s) ? why : u"%1: %2"_s.arg(title(), why);
        Output::remark(u"pullcord-cli: %1"_s.arg(m_options.http.url.isEmpty() ? why : u"cannot connect to "_s + named));
        if (!m_distrusted.isEmpty())
            Output::remark(u"To trust this server once: --trust-certificate %1"_s.arg(m_distrusted));
        Output::remark(u"To examine it: %1"_s.arg(doctorLine()));
        onConnectionFailed(error.kind == ErrorKind::Timeout ? ExitTimeout : ExitNoConnection);
    });
    connect(m_conversation->rpc(), &RpcConnection::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Idle)
            onIdle();
    });
    connect(&m_conversation->log(), &RequestLog::transition, this,
            [this](qsizetype, qsizetype row, const Transition &transition, const Event &event) {
                reportIgnored(transition, event);
                reportForbidden(transition, event);
                reportWithdrawn(row, transition, event);
                reportUnasked(row, transition, event);
                reportUnaskedLog(transition);
            });
    m_waiting.callOnTimeout(this, &ServerCommand::reportWaiting);
    m_waiting.start(WaitingFirst);
    prepare();
    m_conversation->client()->connectToServer();
}

std::unique_ptr<Transport> ServerCommand::transport() const
{
    if (m_options.http.url.isEmpty())
        return std::make_unique<StdioTransport>(m_options.server);
    return std::make_unique<HttpTransport>(m_options.http);
}

/// Returns the title of the capture: the server as given, with masked secrets.
QString ServerCommand::title() const
{
    if (!m_options.http.url.isEmpty())
        return m_options.http.shown(m_options.http.url.toString(QUrl::FullyEncoded));
    StdioCommand shown = m_options.server.shown();
    shown.arguments = Secrets::maskedArguments(shown.arguments);
    return shown.toLine();
}

/// Returns the command line that examines the same server.
QString ServerCommand::doctorLine() const
{
    StdioCommand line{.program = u"pullcord-cli"_s, .arguments = QStringList{u"doctor"_s} + m_options.connecting};
    if (!m_options.serverName.isEmpty())
        line.arguments += {u"--server"_s, m_options.serverName};
    else if (!m_options.http.url.isEmpty())
        line.arguments += {u"--url"_s, title()};
    else
        return line.toLine() + u" -- "_s + title();
    return line.toLine();
}

QString ServerCommand::shortTitle() const
{
    return m_options.http.url.isEmpty() ? m_options.server.title() : m_options.http.url.host();
}

void ServerCommand::reportFurtherWaiting(bool on)
{
    if (on)
        m_waiting.start(WaitingFirst);
    else
        m_waiting.stop();
}

void ServerCommand::reportWaiting()
{
    m_waiting.setInterval(WaitingAgain);
    const QList<OutgoingRequest *> open = m_conversation->rpc()->outgoing();
    if (open.isEmpty() && m_conversation->client()->state() == Client::State::Ready)
        return; // nothing to wait for: the command only watches
    const QString what = m_conversation->rpc()->transport().awaitsAddress()
                             ? u"%1 to name its address for messages (HTTP+SSE)"_s.arg(shortTitle())
                         : open.isEmpty()
                             ? u"the connection to %1"_s.arg(shortTitle())
                             : u"%1 to respond to %2"_s.arg(shortTitle(), QString::fromUtf8(open.last()->method()));
    const QString given = Formatting::duration(std::chrono::nanoseconds(m_options.timeout).count());
    const QString limit = m_options.isTimeoutUsual
                              ? u", times out after %1 unless --timeout MS says otherwise"_s.arg(given)
                          : m_options.timeout.count() > 0 ? QString()
                                                          : u", --timeout MS limits it"_s;
    Output::remark(u"Waiting for %1 (Ctrl+C to stop%2)"_s.arg(what, limit));
}

void ServerCommand::onConnected()
{
    m_waiting.stop();
    const ServerInfo &server = m_conversation->client()->server();
    const QString name = (server.name + u' ' + server.version).trimmed();
    Output::remark(
        u"Connected to %1 (MCP %2)"_s.arg(name.isEmpty() ? u"a server without a name"_s : Output::printable(name),
                                          nameOf(m_conversation->client()->revision())));
    work();
}

void ServerCommand::onEvent(const Event &event)
{
    const bool noMessage = event.kind == EventKind::Malformed ||
                           (event.kind == EventKind::Message && event.envelope.kind == MessageKind::None);
    reportBrokenRules(event);
    noteRedirect(event);
    if (event.kind == EventKind::Http && event.details.value("status"_L1).toInt() == 401)
        m_challenge = HttpSteps::header(event.details, "WWW-Authenticate"_L1).value_or(QString());
    if (noMessage && event.direction == Direction::ServerToClient) {
        reportNoise(event);
    } else if (event.kind == EventKind::Note) {
        // The first handshake has been reported; further ones are the command's responsibility.
        if (!connectsAgain() || m_conversation->client()->state() == Client::State::Ready)
            Output::remark(Output::printable(event.details.value("text"_L1).toString()));
    } else if (const QString message = event.details.value("notAccepted"_L1).toString(); !message.isEmpty()) {
        Output::remark(u"The server did not accept %1: %2"_s.arg(
            Output::printable(message), Output::printable(event.details.value("reason"_L1).toString())));
    } else if (event.kind == EventKind::Opening) {
        m_end.clear(); // of an earlier connection
    } else if (event.kind == EventKind::Failed) {
        m_distrusted = event.details.value("certificate"_L1).toString();
    } else if (event.kind == EventKind::Exited) {
        m_end = endOf(event.details);
    } else if (event.kind == EventKind::Closed) {
        // It has a reason if the client did not request the end.
        if (const QString reason = event.details.value("reason"_L1).toString(); !reason.isEmpty())
            m_end = Output::printable(reason);
    }
}

/// Names the option that allows a redirect to another origin, once.
void ServerCommand::noteRedirect(const Event &event)
{
    const QString origin = event.details.value("otherOrigin"_L1).toString();
    if (!origin.isEmpty() && !std::exchange(m_reportedRedirect, true))
        Output::remark(u"To follow this server to %1: --follow-redirects"_s.arg(Output::printable(origin)));
}

/// Reports a message that is accepted in spite of violations. A malformed error is reported with its response.
void ServerCommand::reportBrokenRules(const Event &event)
{
    const quint16 problems = event.envelope.problems & quint16(~unsigned(BadError));
    if (problems == NoProblem || event.direction != Direction::ServerToClient || !event.isMessage() ||
        event.envelope.kind == MessageKind::None)
        return;
    if ((problems & ~unsigned(m_broken)) == 0) {
        m_remarks.count(LimitedRemarks::Kind::BrokenMessage);
        return;
    }
    for (const TranslatableText &remark : MessageCheck::remarks(quint16(problems & ~unsigned(m_broken))))
        m_remarks.add(LimitedRemarks::Kind::BrokenMessage,
                      u"A message of the server violates JSON-RPC: %1"_s.arg(remark));
    m_broken |= problems;
}

void ServerCommand::reportNoise(const Event &event)
{
    const bool isLong = event.bytes.size() > MaxNoiseLength;
    const QString text = ByteOrderMark::decoded(event.bytes.first(qMin(event.bytes.size(), MaxNoiseLength)));
    QString reason = event.details.value("reason"_L1).toString();
    if (event.isMessage())
        reason = u"JSON, but not JSON-RPC"_s;
    else if (const int column = event.details.value("column"_L1).toInt(); column > 0 && !event.bytes.isEmpty())
        reason = u"column %1: %2"_s.arg(column).arg(reason);
    // An oversized line is not kept, so it is unknown whether it was a response.
    const bool mayBeAnswer = event.details.contains("length"_L1) && m_conversation->rpc()->tracker().openCount() > 0;
    if (mayBeAnswer)
        reason += u"; it may have been the awaited response"_s;
    const QString remark =
        (event.details.contains("exchange"_L1) ? u"A response of the server contains no message: \"%1%2\" (%3)"_s
                                               : u"The server wrote a line that is not a message: \"%1%2\" (%3)"_s)
            .arg(Formatting::visibleLines(Output::printable(text)), isLong ? u"…"_s : QString(), reason);
    if (mayBeAnswer)
        Output::remark(remark);
    else
        m_remarks.add(LimitedRemarks::Kind::NoMessage, remark);
}

void ServerCommand::onIdle()
{
    m_waiting.stop();
    if (!connectsAgain())
        conclude();
}

void ServerCommand::conclude()
{
    m_remarks.conclude();
    if (m_challenge && Challenge::scheme(*m_challenge).compare("Basic"_L1, Qt::CaseInsensitive) == 0)
        Output::remark(u"The server requires a user name and a password (HTTP 401). To send them: in the URL, or "
                       "--header-file FILE with 'Authorization: Basic …'"_s);
    else if (m_challenge)
        Output::remark(
            u"The server requires authorization (HTTP 401). To send a token: --header-file FILE, or --header "
            "'Authorization: Bearer $NAME' with the token in the environment variable NAME"_s);
    onDisconnected(m_end);
    emit finished(settled(m_exitCode.value_or(ExitNoConnection)));
}

void ServerCommand::interrupt()
{
    if (!m_conversation) { // start() has not been called
        emit finished(ExitInterrupted);
        return;
    }
    if (!m_exitCode) {
        const bool connected = m_conversation->client()->state() == Client::State::Ready;
        Output::remark(connected ? u"Interrupted"_s : u"Interrupted while connecting"_s);
    }
    leave(ExitInterrupted);
}

/// Reports once that the requested capture is incomplete or missing. Ignores a temporary one.
void ServerCommand::reportCapture()
{
    const QString failure = m_conversation->capture().failure();
    const QString loss = m_conversation->capture().loss();
    if ((failure.isEmpty() && loss.isEmpty()) || m_options.capturePath.isEmpty() ||
        std::exchange(m_reportedCapture, true))
        return;
    Output::remark(failure.isEmpty() ? u"pullcord-cli: the capture %1 is lost: %2"_s.arg(m_options.capturePath, loss)
                                     : u"pullcord-cli: the capture is incomplete: cannot write %1: %2"_s.arg(
                                           m_options.capturePath, failure));
}

/// Reports that an answer of --answer does not fit the request of the server.
void ServerCommand::reportMisfit(const QByteArray &method, const ResponseCheck &check)
{
    const QString asked = Output::printable(QString::fromUtf8(method));
    if (!check.problems.isEmpty())
        Output::remark(u"The answer does not match the schema of the server's %1:"_s.arg(asked));
    for (const TranslatableText &problem : check.problems)
        Output::remark(Output::printable(problem));
    for (const TranslatableText &gap : check.unchecked)
        Output::remark(u"Not checked in the answer to %1: %2"_s.arg(asked, Output::printable(gap)));
    if (!check.problems.isEmpty())
        Output::remark(u"It was not sent; \"cancel\" was sent instead. --no-check sends it anyway"_s);
    m_misfits += check.problems;
}

int ServerCommand::settled(int exitCode)
{
    m_conversation->capture().flush();
    reportCapture();
    if (m_reportedCapture)
        return ExitFile;
    if (exitCode == ExitInterrupted)
        return exitCode;
    return m_misfits.isEmpty() ? exitCode : int(ExitUsage);
}

bool ServerCommand::mayCall(const QString &tool) const
{
    const QString doubt = CancellationLab::doubtOf(conversation().tools()->tools(), tool);
    if (doubt.isEmpty())
        return true;
    const bool mayChange = options().checking.mayChange;
    Output::remark(Output::printable(doubt) +
                   (mayChange ? u", but is called anyway"_s : u". It was not called; --yes calls it"_s));
    return mayChange;
}

void ServerCommand::leave(int exitCode)
{
    m_waiting.stop();
    if (!m_exitCode)
        m_exitCode = exitCode;
    m_conversation->client()->disconnectFromServer();
}

int exitCodeOf(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Json:
    case ErrorKind::Usage:
        return ExitUsage;
    case ErrorKind::Protocol:
    case ErrorKind::Peer:
        return ExitPeerError;
    case ErrorKind::Transport:
        return ExitNoConnection;
    case ErrorKind::Timeout:
        return ExitTimeout;
    case ErrorKind::Cancelled:
        return ExitCancelled;
    case ErrorKind::Io:
        return ExitFile;
    }
    return ExitUsage;
}

/// Returns a hint with the option that declares the capability required by the server; empty if there is none.
QString howToDeclare(const Error &error)
{
    if (error.code != ErrorCode::MissingClientCapability)
        return {};
    const JsonValue wanted = JsonValue(error.data).pointer("/data/requiredCapabilities");
    const bool wantsTasks =
        wanted.member("extensions").member(QByteArrayView(TasksExtension.data(), TasksExtension.size())).isValid();
    return wantsTasks ? u"; --task declares tasks"_s : QString();
}

QString sentenceOf(const Error &error)
{
    const QString detail = Output::printable(McpError::explained(error));
    switch (error.kind) {
    case ErrorKind::Peer:
        if (McpError::hasCode(error))
            return u"the server returned error %1: %2%3"_s.arg(QString::number(error.code), detail,
                                                               howToDeclare(error));
        return error.data.isEmpty() ? detail : u"the server responded with a %1"_s.arg(detail);
    case ErrorKind::Cancelled:
        return detail.isEmpty() ? u"cancelled"_s : u"cancelled: %1"_s.arg(detail);
    default:
        return detail;
    }
}

/// Remarks on a cancel from the server that has no effect, since the server must not cancel its subject.
void ServerCommand::reportIgnored(const Transition &transition, const Event &event)
{
    using Kind = LimitedRemarks::Kind;
    using Problem = Transition::CancelProblem;
    const bool ready = m_conversation->client()->state() == Client::State::Ready; // otherwise it may be anything
    if (!ready || transition.kind != Transition::Kind::IgnoredCancel || event.direction != Direction::ServerToClient)
        return;
    const JsonValue id = JsonValue(event.part(transition.message.params)).member("requestId");
    const QString named = Output::printable(QString::fromUtf8(id.raw()));
    switch (transition.problem) {
    case Problem::Unknown: {
        const RequestTracker &tracker = m_conversation->rpc()->tracker();
        const RequestRecord *ours = tracker.find(Direction::ClientToServer, RequestId::fromJson(id.raw()));
        m_remarks.add(Kind::IgnoredCancel,
                      ours ? u"The server cancelled %1, a request of this client, which it must not cancel"_s.arg(named)
                           : u"The server cancelled %1, a request that it never sent"_s.arg(named));
        break;
    }
    case Problem::OtherType:
        m_remarks.add(Kind::IgnoredCancel,
                      u"The server cancelled %1, but its request has an id of another type"_s.arg(named));
        break;
    case Problem::Finished: {
        const RequestTracker &tracker = m_conversation->rpc()->tracker();
        const RequestRecord *its = tracker.find(Direction::ServerToClient, RequestId::fromJson(id.raw()));
        m_remarks.add(Kind::IgnoredCancel,
                      its && its->forbidden
                          ? u"The server cancelled %1, a request of its own, which was not allowed either"_s.arg(named)
                          : u"The server cancelled %1, which already has a response"_s.arg(named));
        break;
    }
    case Problem::Twice:
        m_remarks.add(Kind::IgnoredCancel, u"The server cancelled %1 again"_s.arg(named));
        break;
    default:
        m_remarks.add(Kind::IgnoredCancel, u"The server sent a cancellation without effect: %1"_s.arg(
                                               Output::printable(QString::fromUtf8(event.bytes))));
        break;
    }
}

/// Remarks on a request that the server must not send.
void ServerCommand::reportForbidden(const Transition &transition, const Event &event)
{
    if (transition.kind != Transition::Kind::Forbidden)
        return;
    const RequestId id = transition.message.requestId(event.bytes);
    m_remarks.add(
        LimitedRemarks::Kind::ForbiddenRequest,
        u"The server sent a request of its own, %1 (id %2), which MCP %3 does not allow: it gets no response"_s.arg(
            Output::printable(QString::fromUtf8(transition.message.methodName(event.bytes))),
            Output::printable(id.display()), nameOf(m_conversation->client()->revision())));
}

/// Remarks on a server request that the server has withdrawn before our response.
void ServerCommand::reportWithdrawn(qsizetype row, const Transition &transition, const Event &event)
{
    if (transition.kind != Transition::Kind::CancelRequested || row < 0 || event.direction != Direction::ServerToClient)
        return;
    const RequestRecord record = m_conversation->log().record(row);
    if (record.direction != Direction::ServerToClient || !record.cancellation)
        return;
    const QString &reason = record.cancellation->reason;
    m_remarks.add(LimitedRemarks::Kind::WithdrawnRequest,
                  Output::printable(u"The server withdrew its %1 (id %2) after %3: %4"_s.arg(
                      QString::fromUtf8(record.method), record.id.display(),
                      Formatting::duration(record.cancellation->time - record.start),
                      reason.isEmpty() ? u"no reason given"_s : reason)));
}

/// Remarks on a response that matches no open request; usually its id has another type.
void ServerCommand::reportUnasked(qsizetype row, const Transition &transition, const Event &event)
{
    const bool ready = m_conversation->client()->state() == Client::State::Ready;
    if (!ready || transition.kind != Transition::Kind::UnknownResponse || event.direction != Direction::ServerToClient)
        return;
    const RequestId id = transition.message.requestId(event.bytes);
    if (row < 0) {
        m_remarks.add(
            LimitedRemarks::Kind::UnknownResponse,
            id.canBeAnswered()
                ? Output::printable(
                      u"The server sent a response to %1, which is not the id of any request"_s.arg(id.display()))
                : u"The server sent a response without an id, so its request is unknown"_s);
        return;
    }
    const RequestId asked = m_conversation->log().record(row).id;
    const QString text =
        asked.kind() != id.kind()
            ? u"The server sent a response to %1, but the request has the id %2, which is of another type"_s
        : id.kind() == RequestId::Kind::String
            ? u"The server sent a response to %1, but the request has the id %2: another string"_s
            : u"The server sent a response to %1, but the request has the id %2: another spelling"_s;
    m_remarks.add(LimitedRemarks::Kind::UnknownResponse, Output::printable(text.arg(id.display(), asked.display())));
}

/// Remarks once on unsolicited log messages, since there may be many. With --log-level each is marked.
void ServerCommand::reportUnaskedLog(const Transition &transition)
{
    if (transition.kind == Transition::Kind::UnaskedLog && !m_options.logLevel && !std::exchange(m_reportedLog, true))
        Output::remark(u"The server sends log messages that were not requested: %1 (--log-level requests them)"_s.arg(
            Formatting::unaskedLog()));
}

} // namespace Pullcord

#include "servercommand.moc"
