// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/checkservercommand.h"

#include "app/cli/output.h"
#include "core/capture/formatting.h"
#include "core/findings/facts/conversationfacts.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/contentblock.h"
#include "core/rpc/messagetext.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Time limit of a request without work.
constexpr std::chrono::seconds ProbeLimit{10};
constexpr std::chrono::seconds GraceMargin{2};      // for the end of a stream that the client closes
constexpr std::chrono::milliseconds Aftermath{250}; // a crash after a cancel may be reported late

/// Returns why a call failed; empty if it did not.
QString complaintOf(const Result<QByteArray> &outcome)
{
    if (!outcome)
        return sentenceOf(outcome.error());
    const JsonValue result(*outcome);
    if (!result.member("isError").toBool().value_or(false))
        return {};
    QStringList summaries;
    for (const ContentBlock &block : ContentBlock::in(result.member("content")))
        summaries << block.summary();
    return u"the tool reports an error: %1"_s.arg(summaries.join(u' '));
}

} // namespace

CheckServerCommand::CheckServerCommand(CliOptions options)
    : ServerCommand(std::move(options))
    , m_report(this->options().checking)
{}

void CheckServerCommand::prepare()
{
    m_findings = std::make_unique<Findings>(conversation().capture(), conversation().log());
    connect(conversation().questions(), &QuestionQueue::added, this, [this] {
        if (!m_call || !m_call->isAsking())
            return;
        Output::remark(
            u"%1 asks a question, but there is no rule to answer it (--answer, --refuse, --never-answer)"_s.arg(
                Output::printable(options().checking.tool)));
        m_call->cancel(u"No rule answers the question"_s);
    });
}

void CheckServerCommand::work()
{
    if (const Outcome read = m_report.readBaseline(); !read) {
        Output::remark(u"pullcord-cli: %1"_s.arg(read.error().detail));
        leave(exitCodeOf(read.error()));
        return;
    }
    m_looks = true;
    reportFurtherWaiting(true);
    askForLists();
}

void CheckServerCommand::askForLists()
{
    m_open = 1; // the loop itself, until all were requested
    for (const CatalogList::Kind kind : CatalogList::AllKinds) {
        CatalogList *list = &conversation().catalog()->list(kind);
        if (!list->refresh())
            continue;
        ++m_open;
        connect(list, &CatalogList::failed, this, [this, kind](const Error &error) {
            m_lacksTools = m_lacksTools || kind == CatalogList::Kind::Tools;
            if (error.kind == ErrorKind::Transport) // if the connection has ended, its end is reported instead
                m_refusals.append(error);
            else
                reportUnloaded(error);
        });
        const auto next = [this] { stepDone(&CheckServerCommand::measureRoundTrip); };
        connect(list, &CatalogList::changed, this, next, Qt::SingleShotConnection);
    }
    stepDone(&CheckServerCommand::measureRoundTrip);
}

void CheckServerCommand::reportUnloaded(const Error &error)
{
    Output::remark(u"A list could not be loaded: %1"_s.arg(sentenceOf(error)));
    m_code = exitCodeOf(error);
}

/// Continues when all responses have come, unless the client is disconnecting or the connection has ended.
void CheckServerCommand::stepDone(Step next)
{
    if (--m_open == 0 && isConnected())
        (this->*next)();
}

bool CheckServerCommand::isConnected() const
{
    return conversation().rpc()->state() == Transport::State::Open && !conversation().client()->isLeaving();
}

/// Measures the round trip: a message that comes within it after a cancel has crossed it. In 2026-07-28 the requests
/// for the lists measure it.
void CheckServerCommand::measureRoundTrip()
{
    for (const Error &error : std::exchange(m_refusals, {}))
        reportUnloaded(error);
    m_open = 1;
    const auto next = [this] { stepDone(&CheckServerCommand::beginTool); };
    if (dialect().pingMethod.isEmpty())
        next();
    else
        probe(next);
}

/// Sends a request that every server answers without work.
void CheckServerCommand::probe(const std::function<void()> &then)
{
    const QByteArray ping = dialect().pingMethod;
    OutgoingRequest *request =
        conversation().client()->request(ping.isEmpty() ? "server/discover"_ba : ping, {}, {.timeout = ProbeLimit});
    connect(request, &OutgoingRequest::finished, this, [this, request, then] {
        const Result<QByteArray> &outcome = request->outcome();
        if (!outcome && outcome.error().kind == ErrorKind::Timeout) {
            Output::remark(u"No response to %1 within %2"_s.arg(
                QString::fromUtf8(request->method()),
                Formatting::duration(std::chrono::nanoseconds(ProbeLimit).count())));
            m_code = ExitTimeout;
        } else if (!outcome && outcome.error().kind == ErrorKind::Transport && isConnected()) {
            Output::remark(u"%1 failed: %2"_s.arg(QString::fromUtf8(request->method()), sentenceOf(outcome.error())));
            m_code = ExitNoConnection;
        }
        then();
    });
}

void CheckServerCommand::beginTool()
{
    if (options().checking.tool.isEmpty()) {
        cancelNothing();
    } else if (m_lacksTools) {
        Output::remark(Output::printable(
            u"%1 was not called, because the list of tools could not be loaded"_s.arg(options().checking.tool)));
        cancelNothing();
    } else if (!mayCall(options().checking.tool)) {
        m_looks = false;
        leave(ExitUsage);
    } else if (options().cancelAfter) {
        callToCancel();
    } else {
        callToEnd();
    }
}

LogicalCall *CheckServerCommand::call()
{
    m_call = conversation().callTool(options().checking.tool, options().arguments);
    return m_call;
}

void CheckServerCommand::callToEnd()
{
    const qint64 start = conversation().now();
    connect(call(), &LogicalCall::finished, this, [this, start](const Result<QByteArray> &outcome) {
        m_took = std::chrono::nanoseconds(answeredAmiss().value_or(conversation().now()) - start);
        onMeasured(outcome);
    });
    m_call->start();
}

/// Returns the time of a response that does not count, since its id had another type or spelling.
std::optional<qint64> CheckServerCommand::answeredAmiss() const
{
    const RequestLog &log = conversation().log();
    for (qsizetype row = log.count() - 1; row >= 0; --row) {
        const RequestRecord record = log.record(row);
        if (record.method == "tools/call")
            return record.mismatched.count > 0 ? std::optional(record.mismatched.time) : std::nullopt;
    }
    return {};
}

/// Takes the duration of the tool from its call. A failed call shows none; one that timed out worked until then.
void CheckServerCommand::onMeasured(const Result<QByteArray> &outcome)
{
    const QString tool = Output::printable(options().checking.tool);
    const QString took = Formatting::duration(m_took.count());
    const QString why = complaintOf(outcome);
    const bool hasWorked = outcome ? why.isEmpty() : outcome.error().kind == ErrorKind::Timeout;
    if (!outcome)
        m_code = exitCodeOf(outcome.error());
    else if (!hasWorked)
        m_code = ExitPeerError;
    if (!hasWorked)
        Output::remark(Output::printable(u"%1 failed after %2, so it is not cancelled: %3"_s.arg(tool, took, why)));
    else if (!outcome)
        Output::remark(
            (answeredAmiss() ? u"%1 got a response after %2, but not with the id of the call: %3%4"_s
                             : u"%1 failed after %2: %3%4"_s)
                .arg(tool, took, why, options().isTimeoutUsual ? u" (--timeout MS waits longer)"_s : QString()));
    else
        Output::remark(u"%1 took %2; called again, it is cancelled after half of that"_s.arg(tool, took));
    m_open = 1;
    stepDone(hasWorked ? &CheckServerCommand::callToCancel : &CheckServerCommand::cancelNothing);
}

void CheckServerCommand::callToCancel()
{
    const std::chrono::milliseconds half = std::chrono::round<std::chrono::milliseconds>(m_took / 2);
    const std::chrono::milliseconds delay = options().cancelAfter.value_or(half);
    const QString reason = options().reason.isNull() ? u"pullcord-cli check"_s : options().reason;
    reportFurtherWaiting(false); // it will be cancelled
    connect(call(), &LogicalCall::legBegan, this, [this, delay, reason, armed = false](OutgoingRequest *leg) mutable {
        if (std::exchange(armed, true))
            return;
        connect(leg, &OutgoingRequest::stateChanged, m_call, [this, leg, delay, reason](RequestState state) {
            m_row = conversation().log().rowOf(conversation().rpc()->connection(), leg->serial());
            if (state == RequestState::InFlight)
                QTimer::singleShot(delay, Qt::PreciseTimer, m_call, [this, reason] { m_call->cancel(reason); });
        });
    });
    connect(m_call, &LogicalCall::finished, this, &CheckServerCommand::onCancelled);
    m_call->start();
}

/// Reports that the test was not possible: an error, unless the command chose the time of the cancel.
void CheckServerCommand::reportNotTried(const Result<QByteArray> &outcome)
{
    const QString why = complaintOf(outcome);
    Output::remark(Output::printable(
        u"%1 had ended before it could be cancelled%2: no cancellation was sent. Use a slower call, or another "
        "--cancel-after"_s.arg(options().checking.tool, why.isEmpty() ? QString() : u" (%1)"_s.arg(why))));
    if (!outcome)
        m_code = exitCodeOf(outcome.error());
    else if (!why.isEmpty())
        m_code = ExitPeerError;
    else if (options().cancelAfter)
        m_code = ExitUsage;
}

/// Sends a probe after the cancel. A server that reads while it works responds at once. On a stream, the response also
/// shows which messages were sent before the cancel was read.
void CheckServerCommand::onCancelled(const Result<QByteArray> &outcome)
{
    if (outcome || outcome.error().kind != ErrorKind::Cancelled)
        reportNotTried(outcome);
    m_open = 2;
    reportFurtherWaiting(true);
    const auto next = [this] { stepDone(&CheckServerCommand::cancelNothing); };
    if (dialect().signal == Dialect::Signal::Notification)
        probe(next);
    else
        next();
    const auto rest =
        std::chrono::ceil<std::chrono::milliseconds>(m_took - m_took / 2); // as long as the tool would still work
    const std::chrono::milliseconds wait = rest + options().linger;
    constexpr std::chrono::nanoseconds wanted{ConversationFacts::QuestionPatience};
    if (!dialect().servedByAsking.isEmpty() && wait < wanted && !outcome &&
        outcome.error().kind == ErrorKind::Cancelled)
        Output::remark(
            u"Not checked: C09, which takes %1 after the cancellation; this run waits only %2 (--linger)"_s.arg(
                Formatting::duration(wanted.count()), Formatting::duration(std::chrono::nanoseconds(wait).count())));
    // Precise, so that a --linger as long as a rule's observation is enough.
    QTimer::singleShot(wait, Qt::PreciseTimer, this, [this, next] { awaitStream(next); });
}

/// Waits for the end of the stream of the cancelled call. Before 2026-07-28 the server ends it, or the client
/// closes it after the grace period.
void CheckServerCommand::awaitStream(const std::function<void()> &then)
{
    if (!isStreamOpen())
        return then();
    auto *watch = new QTimer(this);
    const auto proceed = [watch, then] {
        watch->disconnect();
        watch->deleteLater();
        then();
    };
    connect(watch, &QTimer::timeout, this, proceed);
    connect(&conversation().log(), &RequestLog::eventTaken, watch, [this, watch] {
        if (!isStreamOpen())
            watch->start(0);
    });
    watch->start(options().http.cancelGrace + GraceMargin);
}

bool CheckServerCommand::isStreamOpen() const
{
    const Transport &transport = conversation().rpc()->transport();
    if (m_row < 0 || dialect().signal != Dialect::Signal::Notification || !transport.hasStreams() ||
        transport.isLegacyOnly())
        return false;
    const RequestRecord record = conversation().log().record(m_row);
    return record.cancellation && record.streamClosed == 0 && record.streamEnded == 0 && record.late.responseTime == 0;
}

/// Sends a cancel of an unknown request, which the server must ignore, and then a request. If closing a stream is the
/// cancel, there is nothing to send.
void CheckServerCommand::cancelNothing()
{
    if (dialect().signal != Dialect::Signal::Notification) {
        finish();
        return;
    }
    RpcConnection &rpc = *conversation().rpc();
    const QByteArray params =
        MessageText::cancelParams(dialect(), rpc.freshId().toJson(), CheckReport::ReasonOfNothing.toString());
    rpc.sendRaw(MessageText::notification(dialect().cancelMethod, params));
    m_open = 1;
    probe([this] { stepDone(&CheckServerCommand::awaitComplaints); });
}

void CheckServerCommand::awaitComplaints()
{
    m_open = 1;
    QTimer::singleShot(Aftermath, Qt::PreciseTimer, this, [this] { stepDone(&CheckServerCommand::finish); });
}

void CheckServerCommand::finish()
{
    m_done = true;
    conversation().client()->disconnectFromServer();
}

void CheckServerCommand::onConnectionFailed(int exitCode)
{
    m_hasFailed = !m_looks;
    m_looks = true;
    m_code = exitCode;
    conversation().client()->disconnectFromServer();
}

/// A failed handshake is judged, too; without findings there is no report.
void CheckServerCommand::onDisconnected(const QString &how)
{
    if (!m_looks)
        return;
    m_findings->finish();
    m_findings->continueChecking(Findings::AllAtOnce);
    if (m_hasFailed && m_findings->count() == 0)
        return leave(m_code);
    if (const Outcome read = m_hasFailed ? m_report.readBaseline() : Outcome(std::monostate()); !read) {
        Output::remark(u"pullcord-cli: %1"_s.arg(read.error().detail));
        return leave(exitCodeOf(read.error()));
    }
    if (!m_done && !how.isEmpty())
        Output::remark(u"The connection ended before all checks were done: %1"_s.arg(how));
    if (!m_done && m_code == ExitOk)
        m_code = ExitNoConnection;
    m_report.add(options().capturePath, conversation().capture(), conversation().log(), *m_findings,
                 CheckReport::Of::Server);
    const Result<int> code = m_report.print();
    if (!code)
        Output::remark(u"pullcord-cli: %1"_s.arg(code.error().detail));
    const int finalCode = code ? *code : exitCodeOf(code.error());
    leave(finalCode == ExitOk ? m_code : finalCode);
}

} // namespace Pullcord
