// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calls/callcommand.h"

#include "app/cli/calls/resultprinter.h"
#include "app/cli/files/requestrows.h"
#include "app/cli/output.h"
#include "app/interrupt.h"
#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

TaskFollower::TaskFollower(LogicalCall &call, QObject *parent)
    : QObject(parent)
    , m_call(&call)
{
    connect(&call, &LogicalCall::taskBegan, this, &TaskFollower::onBegan);
    m_clock.start();
}

void TaskFollower::onBegan(Task *task)
{
    m_info = task->info();
    Output::remark(u"The call continues as the task %1"_s.arg(Output::printable(m_info->id)));
    report();
    connect(task, &Task::changed, this, [this, task] {
        m_info = task->info();
        report();
    });
}

void TaskFollower::report()
{
    const QString message = m_info->message.isEmpty() ? QString() : u": "_s + m_info->message;
    Output::remark(Output::printable(u"task %1%2"_s.arg(m_info->statusText, message)));
}

QString TaskFollower::endText(const Error &error) const
{
    const QString after = Formatting::duration(m_clock.nsecsElapsed());
    const QString id = Output::printable(m_info->id);
    if (error.kind == ErrorKind::Timeout)
        return u"The task %1 timed out after %2, and was asked to stop with tasks/cancel"_s.arg(id, after);
    if (error.kind != ErrorKind::Cancelled)
        return u"The task %1 ended after %2: %3"_s.arg(id, after, sentenceOf(error));
    const QString reason = error.detail.isEmpty() ? u"no reason given"_s : Output::printable(error.detail);
    return u"The task %1 was cancelled after %2: %3"_s.arg(id, after, reason);
}

QByteArray TaskFollower::json() const
{
    QByteArray json = JsonText::withMember({}, "taskId", JsonText::quoted(m_info->id));
    json = JsonText::withMember(json, "status", JsonText::quoted(m_info->statusText));
    if (!m_info->message.isNull())
        json = JsonText::withMember(json, "statusMessage", JsonText::quoted(m_info->message));
    return JsonText::withMember(json, "ms", QByteArray::number(m_clock.elapsed()));
}

namespace {

QString progressText(const RequestRecord::Progress &progress)
{
    QString text = u"progress %1"_s.arg(progress.value);
    if (progress.total)
        text += (progress.value > *progress.total ? u"/%1 (beyond its total)"_s : u"/%1"_s).arg(*progress.total);
    if (!progress.message.isEmpty())
        text += u"  %1"_s.arg(Output::printable(progress.message));
    return text;
}

/// Returns the name of the subject in the report.
QByteArrayView roleOfSubject(CliOptions::Command command)
{
    switch (command) {
    case CliOptions::Command::Read:
        return "uri";
    case CliOptions::Command::Prompt:
        return "prompt";
    case CliOptions::Command::Complete:
        return "argument";
    default:
        return "tool";
    }
}

} // namespace

void CallCommand::work()
{
    connect(&conversation().log(), &RequestLog::transition, this,
            [this](qsizetype, qsizetype row, const Transition &transition, const Event &event) {
                onTransition(row, transition, event);
            });
    m_checks = new CallChecks(conversation(), this);
    connect(m_checks, &CallChecks::checked, this, &CallCommand::onChecked);
    connect(m_checks, &CallChecks::argumentsChecked, this, [this](bool areRight) {
        if (areRight)
            begin();
        else
            refuse();
    });
    if (options().command == CliOptions::Command::Call && options().check.value_or(true))
        m_checks->checkArguments(options().subject, options().arguments);
    else
        begin();
}

void CallCommand::refuse()
{
    m_code = ExitUsage;
    conclude();
}

void CallCommand::begin()
{
    m_call = make();
    m_follower = new TaskFollower(*m_call, this);
    connect(m_call, &LogicalCall::legBegan, this, &CallCommand::onLeg);
    connect(conversation().questions(), &QuestionQueue::added, this, &CallCommand::giveUpAtQuestions);
    connect(m_call, &LogicalCall::finished, this, &CallCommand::onFinished);
    m_unanswered.setSingleShot(true);
    m_unanswered.setTimerType(Qt::PreciseTimer);
    if (const auto limit = options().timeout.count() > 0 ? options().timeout : options().timeoutCap; limit.count() > 0)
        connect(m_call, &LogicalCall::asked, &m_unanswered, [this, limit] { m_unanswered.start(limit); });
    m_unanswered.callOnTimeout(m_call, [this] {
        m_timedOut = m_call->isAsking() && !m_call->task();
        if (m_timedOut)
            m_call->cancel(u"its questions were not answered for %1 ms"_s.arg(m_unanswered.interval()));
    });
    m_call->start();
}

/// Gives up the call at questions without a rule, since no user can answer them.
void CallCommand::giveUpAtQuestions()
{
    if (!m_call || !m_call->isAsking() || !m_questions.isEmpty())
        return;
    const QString who = m_call->task() ? u"The task"_s : options().subject;
    for (const InputRequired::Question &question : m_call->required().questions) {
        if (conversation().questions()->policy(question.method).kind != AnswerPolicy::Kind::Ask)
            continue;
        const QString method = QString::fromUtf8(question.method);
        Output::remark(Output::printable(
            u"%1 asks %2, but there is no rule to answer it (--answer, --refuse, --never-answer)"_s.arg(who, method)));
        QByteArray asked = JsonText::withMember({}, "method", JsonText::quoted(method));
        if (!question.params.isEmpty())
            asked = JsonText::withMember(asked, "params", question.params);
        m_questions << asked;
    }
    m_call->cancel(u"No rule answers the question"_s);
}

LogicalCall *CallCommand::make() const
{
    const CliOptions &o = options();
    switch (o.command) {
    case CliOptions::Command::Read:
        return conversation().readResource(o.subject);
    case CliOptions::Command::Prompt:
        return conversation().getPrompt(o.subject, o.arguments);
    case CliOptions::Command::Complete:
        return conversation().call("completion/complete", o.completion.params(conversation().client()->revision()));
    default:
        return o.task ? makeTask() : conversation().callTool(o.subject, o.arguments);
    }
}

/// In 2026-07-28 the server decides whether a call becomes a task; the client only declares the extension.
LogicalCall *CallCommand::makeTask() const
{
    const Client &client = *conversation().client();
    if (client.isModern())
        return conversation().callTool(options().subject, options().arguments);
    const JsonValue capabilities(client.server().capabilities);
    if (!capabilities.pointer("/tasks/requests/tools/call").isObject())
        Output::remark(u"The server does not declare that tools can be called as tasks: asking for one anyway"_s);
    return conversation().callToolAsTask(options().subject, options().arguments);
}

void CallCommand::onLeg(OutgoingRequest *leg)
{
    connect(leg, &OutgoingRequest::progressed, this,
            [](const RequestRecord::Progress &progress) { Output::progress(progressText(progress)); });
    connect(leg, &OutgoingRequest::stateChanged, this, [this, leg](RequestState state) {
        m_row = conversation().log().rowOf(conversation().rpc()->connection(), leg->serial());
        if (state == RequestState::InFlight && options().cancelAfter && !std::exchange(m_cancelArmed, true))
            QTimer::singleShot(*options().cancelAfter, m_call, [this] { m_call->cancel(options().reason); });
    });
}

std::optional<RequestRecord> CallCommand::record() const
{
    return m_row < 0 ? std::nullopt : std::optional(conversation().log().record(m_row));
}

void CallCommand::interrupt()
{
    m_interrupted = true;
    using CancelResult = OutgoingRequest::CancelResult;
    if (!m_call || m_call->cancel(Interrupt::reason()) == CancelResult::AlreadyEnded)
        ServerCommand::interrupt();
}

/// Concludes, since nothing more can arrive.
void CallCommand::onDisconnected(const QString &how)
{
    const std::optional<RequestRecord> known = record();
    if (known && known->cancellation && !how.isEmpty())
        Output::remark(
            u"The connection ended, %1: %2"_s.arg(Describe::latenessAt(*known, conversation().now(), true), how));
    if (m_call && !m_checks->isDone())
        m_checks->giveUp(u"the connection ended"_s);
    if (m_ended)
        conclude();
}

/// Returns the first request of the call.
RequestRecord CallCommand::firstLeg(const RequestRecord &record) const
{
    const RequestLog &log = conversation().log();
    return record.leg.number == 0 ? record : log.record(log.rowOf(record.connection, record.leg.first));
}

/// Returns the time from the first request to the end of the last, or to the cancel after it.
qint64 CallCommand::wholeTime(const RequestRecord &record) const
{
    const qint64 now = conversation().now();
    const qint64 end = record.cancellation ? std::max(record.end, record.cancellation->time) : record.end;
    return (record.isOpen() ? now : end) - firstLeg(record).start;
}

/// Names the limit that was exceeded.
QString CallCommand::timeoutText(const RequestRecord &record) const
{
    if (record.reachedCap)
        return u"no response within %1 ms"_s.arg(options().timeoutCap.count());
    const QString missing = options().timeoutFixed ? u"no response"_s : u"no response and no progress"_s;
    return u"%1 for %2 ms"_s.arg(missing).arg(options().timeout.count());
}

/// Returns a sentence about the end of a call without a result.
QString CallCommand::endText() const
{
    const std::optional<RequestRecord> known = record();
    const bool completes = options().command == CliOptions::Command::Complete;
    const QString what = completes ? u"the completion of %1"_s.arg(options().subject) : options().subject;
    if (!known || known->neverSent)
        return u"%1 was never sent: %2"_s.arg(what, sentenceOf(m_error));
    if (m_follower->hasTask())
        return m_follower->endText(m_error);
    const QString after = Formatting::duration(wholeTime(*known));
    switch (m_error.kind) {
    case ErrorKind::Cancelled: {
        if (m_timedOut)
            return u"%1 timed out after %2: %3"_s.arg(what, after, m_error.detail);
        const QString reason = m_error.detail.isEmpty() ? u"no reason given"_s : Output::printable(m_error.detail);
        return u"%1 was cancelled after %2: %3"_s.arg(what, after, reason);
    }
    case ErrorKind::Timeout:
        return u"%1 timed out after %2: %3"_s.arg(what, after, timeoutText(*known));
    case ErrorKind::Transport: // also for a response that was unavailable
        return (known->state == RequestState::Lost ? u"%1 was lost after %2: %3"_s : u"%1 failed after %2: %3"_s)
            .arg(what, after, sentenceOf(m_error));
    default:
        return u"%1 failed after %2: %3"_s.arg(what, after, sentenceOf(m_error));
    }
}

void CallCommand::onFinished(const Result<QByteArray> &outcome)
{
    m_ended = true;
    if (outcome) {
        m_result = *outcome;
        m_code = ResultPrinter::print(options(), m_result); // printed at once, even if the command waits for more
        if (wantsCheck())
            m_checks->checkOutput(options().subject, m_result);
    } else {
        m_error = outcome.error();
        m_code = m_interrupted ? int(ExitInterrupted) : m_timedOut ? int(ExitTimeout) : exitCodeOf(m_error);
        Output::remark(endText());
        const std::optional<RequestRecord> known = record(); // not cancelled if nothing was open
        if (known && known->cancellation && known->cancellation->answered)
            Output::remark(
                u"nothing was in flight: the response was a question. The server is not notified, and the reason "
                "is not sent"_s);
        else if (known && known->state == RequestState::Cancelled && cancelsByClosing())
            Output::remark(Describe::closingCancels());
        if (m_error.kind == ErrorKind::Protocol && !m_error.data.isEmpty() && !options().json)
            Output::resultBytes(JsonText::indented(m_error.data));
    }
    // Precise: some rules need that time of observation.
    QTimer::singleShot(options().linger, Qt::PreciseTimer, this, [this] {
        m_lingered = true;
        if (m_checks->isDone())
            conclude();
    });
}

/// True for a tool result that can be checked, unless the command was interrupted.
bool CallCommand::wantsCheck() const
{
    const JsonValue result(m_result);
    const bool isQuestion = result.member("resultType").toUtf8() == "input_required";
    return options().command == CliOptions::Command::Call && !m_interrupted && !isQuestion &&
           options().check.value_or(result.member("structuredContent").isValid());
}

void CallCommand::onChecked()
{
    if (m_checks->isViolated() && m_code == ExitOk)
        m_code = ExitMismatch;
    if (m_lingered)
        conclude();
}

void CallCommand::onTransition(qsizetype row, const Transition &transition, const Event &event)
{
    using Kind = Transition::Kind;
    if (record())
        m_checks->take(*record(), row == m_row, transition, event);
    if (!transition.isLate() || row != m_row || m_concluded) // too late for the report
        return;
    const QString when = Describe::latenessAt(*record(), event.time, true);
    if (transition.kind == Kind::LateProgress) {
        Output::remark(u"late progress %1"_s.arg(when));
        return;
    }
    m_lateResponse = m_lateResponse.isEmpty() ? event.bytes : m_lateResponse;
    Output::remark(u"%1 %2: %3"_s.arg(transition.kind == Kind::LateResponse ? u"late response"_s : u"second response"_s,
                                      when, Output::printable(QString::fromUtf8(event.bytes))));
}

void CallCommand::conclude()
{
    if (std::exchange(m_concluded, true))
        return;
    const std::optional<RequestRecord> known = record();
    if (known && known->late.any())
        Output::remark(Describe::lateSummary(*known, true));
    if (known && known->cancellation)
        reportSilence(*known);
    if (options().json)
        printJson(settled(m_code));
    leave(m_code);
}

/// Reports the absence of late messages, with the time for which one could have been seen.
void CallCommand::reportSilence(const RequestRecord &record) const
{
    const bool connected = conversation().rpc()->state() == Transport::State::Open;
    const QString streamEnd = Describe::streamEnd(record, true);
    const QString watched = Formatting::duration(watchedUntil(record) - record.end);
    if (cancelsByClosing() || record.cancellation->answered)
        return; // reported already, or nothing was open
    if (!streamEnd.isEmpty() && record.late.any())
        Output::remark(streamEnd);
    else if (!streamEnd.isEmpty())
        Output::remark(u"no response in %1: %2"_s.arg(watched, streamEnd));
    else if (connected && options().linger.count() > 0 && !record.late.any())
        Output::remark(u"no response and no progress of this request in %1"_s.arg(watched));
}

bool CallCommand::cancelsByClosing() const
{
    return conversation().rpc()->tracker().dialect().signal == Dialect::Signal::CloseStream;
}

/// Returns the time until which messages for a cancelled request could arrive.
qint64 CallCommand::watchedUntil(const RequestRecord &record) const
{
    const qint64 end = std::max(record.streamClosed, record.streamEnded);
    return end == 0 ? conversation().now() : end;
}

QByteArray CallCommand::jsonOfCancel(const RequestRecord &record) const
{
    const RequestRecord::Cancellation &cancellation = *record.cancellation;
    QByteArray cancel =
        JsonText::withMember({}, "afterMs", RequestRows::milliseconds(cancellation.time - firstLeg(record).start));
    if (!cancellation.reason.isNull())
        JsonText::setMember(cancel, "reason", JsonText::quoted(cancellation.reason));
    if (!cancellation.refusal.isEmpty())
        JsonText::setMember(cancel, "refusal", JsonText::quoted(cancellation.refusal));
    const bool isClosing = cancelsByClosing() && !cancellation.answered;
    const QString stream = isClosing                 ? u"closed to cancel"_s
                           : record.streamBroke      ? u"broken"_s
                           : record.streamEnded != 0 ? u"ended by the server"_s
                                                     : u"closed by Pullcord"_s;
    if (isClosing || record.streamClosed != 0 || record.streamEnded != 0)
        JsonText::setMember(cancel, "stream", JsonText::quoted(stream));
    if (!cancelsByClosing() && !cancellation.answered)
        JsonText::setMember(cancel, "watchedMs", RequestRows::milliseconds(watchedUntil(record) - record.end));
    return cancel;
}

void CallCommand::printJson(int exitCode) const
{
    QByteArray report;
    JsonText::setMember(report, roleOfSubject(options().command), JsonText::quoted(options().subject));
    JsonText::setMember(report, "exitCode", QByteArray::number(exitCode));
    if (const std::optional<RequestRecord> known = record()) {
        JsonText::setMember(report, "id", known->id.toJson());
        JsonText::setMember(
            report, "state",
            JsonText::quoted(Formatting::stateName(m_timedOut ? RequestState::TimedOut : known->state)));
        JsonText::setMember(report, "ms", RequestRows::milliseconds(wholeTime(*known)));
        if (known->leg.number > 1)
            JsonText::setMember(report, "legs", QByteArray::number(known->leg.number));
        JsonText::setMember(report, "progress", QByteArray::number(known->progress.count));
        if (known->cancellation)
            JsonText::setMember(report, "cancelled", jsonOfCancel(*known));
        if (known->late.any()) {
            QByteArray late = JsonText::withMember({}, "results", QByteArray::number(known->late.results));
            JsonText::setMember(late, "errors", QByteArray::number(known->late.errors));
            JsonText::setMember(late, "progress", QByteArray::number(known->late.progress));
            JsonText::setMember(late, "lastMs", RequestRows::milliseconds(known->late.lastTime - known->end));
            if (!m_lateResponse.isEmpty())
                JsonText::setMember(late, "answer", m_lateResponse);
            JsonText::setMember(report, "late", late);
        }
    }
    m_checks->addTo(report);
    if (!misfits().isEmpty())
        JsonText::setMember(report, "answerProblems", CallChecks::jsonOf(misfits()));
    if (!m_questions.isEmpty())
        JsonText::setMember(report, "questions", '[' + m_questions.join(',') + ']');
    if (m_follower && m_follower->hasTask())
        JsonText::setMember(report, "task", m_follower->json());
    if (!m_result.isEmpty())
        JsonText::setMember(report, "result", m_result);
    else if (m_error.kind == ErrorKind::Peer)
        JsonText::setMember(report, "error", m_error.data);
    else if (m_error.kind != ErrorKind::Cancelled && m_ended)
        JsonText::setMember(report, "failure", JsonText::quoted(m_error.detail));
    if (m_error.kind == ErrorKind::Protocol && !m_error.data.isEmpty())
        JsonText::setMember(report, "result", m_error.data);
    Output::resultBytes(report);
}

} // namespace Pullcord
