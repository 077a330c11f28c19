// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/logicalcall.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/toollist.h"
#include "core/mcp/requests/answers.h"
#include "core/rpc/errorcodes.h"
#include "core/transport/transportreason.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {
constexpr std::chrono::seconds TaskCancelPatience{5};
}

LogicalCall::LogicalCall(Client &client, ToolList *tools, const QByteArray &method, const QByteArray &params,
                         const RequestOptions &options, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_tools(tools)
    , m_method(method)
    , m_params(params)
    , m_options(options)
{
    connect(&client.rpc(), &RpcConnection::stateChanged, this, &LogicalCall::onConnection);
}

void LogicalCall::start()
{
    if (!std::exchange(m_started, true))
        begin(m_params);
}

void LogicalCall::answer(const QList<QByteArray> &answers)
{
    if (!std::exchange(m_asking, false))
        return;
    if (m_refusal)
        goOnAfterVisits(answers);
    else if (m_task)
        m_task->answer(answers);
    else
        begin(m_required.answeredIn(m_params, answers));
}

OutgoingRequest::CancelResult LogicalCall::cancel(const QString &reason)
{
    using CancelResult = OutgoingRequest::CancelResult;
    if (m_leg && !m_leg->isFinished())
        return m_leg->cancel(reason);
    if (m_task)
        return m_task->cancel(reason) ? CancelResult::Done : CancelResult::AlreadyEnded;
    if (m_finished || !(m_asking || m_pause))
        return CancelResult::AlreadyEnded;
    recordGivingUp(reason);
    finish(Error{ErrorKind::Cancelled, reason});
    return CancelResult::Done;
}

/// Records that the call was given up while nothing is open. At questions, the leg whose response asked them is given
/// up; otherwise the last leg has an end of its own.
void LogicalCall::recordGivingUp(const QString &reason)
{
    if (m_asking && !m_refusal) {
        m_client.rpc().giveUpAnswered(m_legId, reason);
        return;
    }
    const QString why = reason.isEmpty() ? QString() : u": "_s + reason;
    m_client.rpc().note(u"%1 was abandoned between two requests; the server was not notified%2"_s.arg(
        QString::fromUtf8(m_method), why));
}

/// Ends a call that waits for answers when the connection ends. A task handles the end itself, and may survive it.
void LogicalCall::onConnection(Transport::State state)
{
    if (state != Transport::State::Idle || !m_asking || m_task || m_finished)
        return;
    const QString reason = m_client.rpc().endReason();
    const QString because = reason.isEmpty() ? QString() : u": "_s + reason;
    const QPointer<LogicalCall> guard(this);
    if (m_refusal)
        m_client.rpc().note(u"%1 was lost between two requests%2"_s.arg(QString::fromUtf8(m_method), because));
    else
        m_client.rpc().noteOf(m_answeredSerial, u"lost"_s,
                              u"%1 was waiting for answers to its questions when the connection ended%2"_s.arg(
                                  QString::fromUtf8(m_method), because),
                              {{u"reason"_s, reason}});
    if (guard)
        finish(Error{ErrorKind::Transport, TransportReason::recognized(reason)});
}

void LogicalCall::begin(const QByteArray &params)
{
    m_legParams = params;
    m_agreement = m_client.agreements();
    if (m_legId.isLegal())
        m_options.follows = m_legId;
    m_leg = m_client.request(m_method, params, m_options);
    m_legId = m_leg->id();
    connect(m_leg, &OutgoingRequest::finished, this, [this, leg = m_leg.data()] { onAnswered(leg->outcome()); });
    emit legBegan(m_leg);
}

void LogicalCall::onAnswered(const Result<QByteArray> &outcome)
{
    m_answeredSerial = m_leg->serial();
    m_answeredConnection = m_client.rpc().connection();
    if (!outcome) {
        if (!correct(outcome.error()))
            finish(outcome);
        return;
    }
    if (becomesTask(JsonValue(*outcome)))
        return;
    const auto required = m_client.isModern() ? InputRequired::in(*outcome) : std::nullopt;
    if (required)
        onRequired(*required);
    else
        finish(outcome);
}

/// Gives the call up, and records why no leg follows.
void LogicalCall::giveUpServer(const TranslatableText &why)
{
    const QPointer<LogicalCall> guard(this);
    if (m_task || m_refusal)
        m_client.rpc().note(why);
    else
        m_client.rpc().giveUpAnswered(m_legId, why);
    if (guard)
        finish(Error{ErrorKind::Protocol, why});
}

void LogicalCall::onRequired(const InputRequired &required)
{
    if (++m_rounds >= MaxRounds) {
        giveUpServer(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server kept asking questions after %1 rounds"), MaxRounds));
        return;
    }
    m_required = required;
    m_asking = true;
    if (m_required.questions.isEmpty())
        answer({});
    else
        emit asked();
}

// ---- tasks

/// True if the result made the call a task; the task has then been handled.
bool LogicalCall::becomesTask(const JsonValue &result)
{
    const bool isModern = m_client.isModern();
    if (m_method != "tools/call" || (!isModern && !JsonValue(m_params).member("task").isValid()))
        return false; // without a request for a task, the member has no meaning
    const auto info = TaskInfo::createdBy(result, isModern);
    if (!info)
        return false;
    if (isModern && !m_client.declaresExtension(TasksExtension))
        finish(Error{
            ErrorKind::Protocol,
            TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "The server responded with a task, although no support for tasks was declared"))});
    else
        beginTask(*info);
    return true;
}

void LogicalCall::beginTask(const TaskInfo &info)
{
    m_task = std::make_unique<Task>(m_client, info, m_legId);
    m_task->setOutlivesConnection(m_outlives);
    limitTask();
    connect(m_task.get(), &Task::asked, this, [this] { onRequired(m_task->required()); });
    connect(m_task.get(), &Task::finished, this, &LogicalCall::finish);
    const QPointer<LogicalCall> guard(this);
    emit taskBegan(m_task.get());
    if (guard && !m_finished)
        m_task->start();
}

/// Applies the deadlines of the requests to the task. Changes of its state, and progress with the token of its first
/// request, count as progress.
void LogicalCall::limitTask()
{
    m_deadlines = std::make_unique<Deadlines>(m_leg->limits(),
                                              [this](bool, std::chrono::milliseconds limit) { onTaskOverdue(limit); });
    const auto isAlive = [this] { m_deadlines->progress(); };
    connect(m_task.get(), &Task::changed, this, isAlive);
    const RequestRecord *record = m_client.rpc().tracker().record(m_answeredSerial);
    if (!record || record->progressToken.kind() == RequestId::Kind::None)
        return;
    connect(m_client.rpc().notifications("notifications/progress"), &NotificationSource::received, m_task.get(),
            [token = record->progressToken, isAlive](const QByteArray &params) {
                if (RequestId::fromJson(JsonValue(params).member("progressToken").raw()) == token)
                    isAlive();
            });
}

void LogicalCall::onTaskOverdue(std::chrono::milliseconds limit)
{
    const QString reason = u"Timed out after %1 ms"_s.arg(limit.count());
    m_overdue = Error{ErrorKind::Timeout, reason};
    const auto end = [this] { finish(*m_overdue); };
    connect(m_task.get(), &Task::cancelSettled, this, end);
    if (!m_task->cancel(reason, TaskCancelPatience))
        end();
}

void LogicalCall::pauseDeadlines()
{
    if (m_deadlines)
        m_deadlines->pause();
}

void LogicalCall::resumeDeadlines()
{
    if (m_deadlines)
        m_deadlines->resume();
}

// ---- corrections, once per call

/// Corrects the call after a refusal, if possible. Returns true if another leg follows.
bool LogicalCall::correct(const Error &refusal)
{
    const bool isPeers = refusal.kind == ErrorKind::Peer;
    if ((!isPeers && !refusal.sessionEnded) || std::exchange(m_corrected, true))
        return false;
    if (refusal.sessionEnded) {
        askInNextSession(refusal);
        return true;
    }
    if (refusal.code == ErrorCode::HeaderMismatch && m_tools && m_method == "tools/call") {
        askForTools(refusal);
        return true;
    }
    if (refusal.code == ErrorCode::UrlElicitationRequired)
        return askForVisits(refusal);
    if (refusal.code == ErrorCode::UnsupportedProtocolVersion && m_client.renegotiate(refusal)) {
        waitForAgreement(refusal);
        return true;
    }
    return false;
}

/// Asks the elicitations of the refusal. Returns false if they cannot be asked.
bool LogicalCall::askForVisits(const Error &refusal)
{
    const QList<InputRequired::Question> questions = InputRequired::elicitationsIn(JsonValue(refusal.data));
    const bool canAsk = std::all_of(questions.begin(), questions.end(), [this](const InputRequired::Question &each) {
        return JsonValue(each.params).member("mode").toUtf8() == "url" &&
               !Answers::objection(each.method, each.params, m_client.options().capabilities);
    });
    if (m_client.revision() != Revision::R2025_11_25 || questions.isEmpty() || !canAsk)
        return false;
    m_refusal = refusal;
    m_client.rpc().note(u"The server requires the user to visit addresses before the call (-32042)"_s);
    onRequired({.questions = questions, .state = {}});
    return true;
}

/// Repeats the call when the user has agreed to all visits. The server may still refuse, if a visit is not finished.
void LogicalCall::goOnAfterVisits(const QList<QByteArray> &answers)
{
    const Error refusal = *std::exchange(m_refusal, {});
    const bool isAgreed = std::all_of(answers.begin(), answers.end(), [](const QByteArray &answer) {
        return JsonValue(answer).member("action").toUtf8() == "accept";
    });
    if (isAgreed)
        begin(m_legParams);
    else
        finish(refusal);
}

/// Reloads the tools: the transport learns from the list which headers each tool needs.
void LogicalCall::askForTools(const Error &refusal)
{
    m_client.rpc().note(
        u"The server refused the headers of the call (-32020): reading the tools again, then repeating the call"_s);
    connect(m_tools, &ToolList::changed, pause(), [this, refusal] {
        m_pause.release()->deleteLater();
        if (isStillListed())
            begin(m_legParams);
        else
            finish(refusal);
    });
    if (!m_tools->refresh())
        finish(refusal);
}

bool LogicalCall::isStillListed() const
{
    const QString name = JsonValue(m_params).member("name").toString();
    const QList<Tool> &tools = m_tools->tools();
    return std::any_of(tools.begin(), tools.end(), [&](const Tool &tool) { return tool.name == name; });
}

/// Repeats the request in the next session, at once if the client has already agreed on one.
void LogicalCall::askInNextSession(const Error &refusal)
{
    if (m_client.state() == Client::State::Ready && m_client.agreements() != m_agreement)
        begin(m_legParams);
    else
        waitForAgreement(refusal);
}

void LogicalCall::waitForAgreement(const Error &refusal)
{
    QObject *waiting = pause();
    connect(&m_client, &Client::ready, waiting, [this] {
        m_pause.release()->deleteLater();
        begin(m_legParams);
    });
    connect(&m_client, &Client::stateChanged, waiting, [this, refusal](Client::State state) {
        if (state == Client::State::Failed || state == Client::State::Disconnected)
            finish(refusal);
    });
}

QObject *LogicalCall::pause()
{
    m_pause = std::make_unique<QObject>();
    return m_pause.get();
}

void LogicalCall::finish(const Result<QByteArray> &outcome)
{
    if (std::exchange(m_finished, true))
        return;
    m_asking = false;
    if (m_deadlines)
        m_deadlines->stop();
    if (m_pause)
        m_pause.release()->deleteLater(); // it may be emitting the signal that led here
    // a copy, since `outcome` may be deleted with the leg
    const Result<QByteArray> last = m_overdue ? Result<QByteArray>(*m_overdue) : outcome;
    emit finished(last);
}

} // namespace Pullcord
