// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/task.h"

#include "core/json/jsontext.h"
#include "core/mcp/requests/tasklog.h"
#include "core/rpc/responsereading.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

Error peerError(const JsonValue &error)
{
    const QString problem = ResponseReading::problemOfError(error);
    return {.kind = ErrorKind::Peer,
            .detail = problem.isEmpty() ? error.member("message").toString() : problem,
            .code = error.member("code").toInteger().value_or(0),
            .data = error.raw().toByteArray()};
}

} // namespace

Task::Task(Client &client, TaskInfo info, const RequestId &begunBy, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_modern(client.isModern())
    , m_info(std::move(info))
    , m_begunBy(begunBy)
{
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, &Task::poll);
    connect(m_client.rpc().notifications(m_modern ? "notifications/tasks" : "notifications/tasks/status"),
            &NotificationSource::received, this, &Task::onStatus);
    connect(&m_client, &Client::ready, this, &Task::onReady);
}

Task::~Task() = default;

void Task::start()
{
    take(m_info, {});
}

QByteArray Task::params() const
{
    return JsonText::withMember({}, "taskId", JsonText::quoted(m_info.id));
}

// ---- state

void Task::pollIn(std::chrono::milliseconds delay)
{
    m_timer.start(std::max(delay, MinPoll));
}

void Task::poll()
{
    if (m_finished || (m_poll && !m_poll->isFinished()))
        return;
    m_poll = m_client.request("tasks/get", params(), {.follows = m_begunBy});
    connect(m_poll, &OutgoingRequest::finished, this, [this, poll = m_poll.data()] { onPolled(poll->outcome()); });
}

/// True if the task waits for the next connection, because there is none now and the task may survive.
bool Task::waitsForConnection()
{
    const bool isConnected = m_client.rpc().state() == Transport::State::Open && !m_client.isLeaving();
    if (isConnected || !m_outlives)
        return false;
    m_timer.stop();
    m_away = true;
    return true;
}

void Task::onReady()
{
    if (m_finished || !std::exchange(m_away, false))
        return;
    m_failures = 0;
    if (m_client.isModern() == m_modern)
        poll();
    else
        finish(Error{
            ErrorKind::Transport,
            TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "The server now uses another era of the protocol, which does not know the task"))});
}

void Task::onPolled(const Result<QByteArray> &outcome)
{
    if (m_finished || (!outcome && waitsForConnection()))
        return;
    if (outcome) {
        m_failures = 0;
        const JsonValue state(*outcome);
        if (const auto info = TaskInfo::fromJson(state))
            take(*info, state);
        else
            finish(Error{ErrorKind::Protocol, TranslatableText::of(QT_TRANSLATE_NOOP(
                                                  "TranslatableText", "The response to tasks/get is not a task"))});
        return;
    }
    const bool isConnected = m_client.rpc().state() == Transport::State::Open && !m_client.isLeaving();
    const bool isOver = outcome.error().kind == ErrorKind::Peer || !isConnected || ++m_failures > MaxFailures;
    if (isOver)
        finish(outcome);
    else
        pollIn(m_info.pollInterval.value_or(DefaultPoll));
}

void Task::onStatus(const QByteArray &params)
{
    if (m_finished)
        return;
    const JsonValue state(params);
    const auto info = TaskInfo::fromJson(state);
    if (info && info->id == m_info.id)
        take(*info, state);
}

void Task::take(const TaskInfo &info, const JsonValue &state)
{
    const bool hasChanged = m_info != info;
    m_info = info;
    const QPointer<Task> guard(this);
    if (hasChanged)
        emit changed();
    if (!guard || m_finished)
        return;
    pollIn(m_info.pollInterval.value_or(DefaultPoll));
    if (m_info.status == TaskStatus::Cancelled)
        finish(Error{ErrorKind::Cancelled, m_reason.isEmpty() ? m_info.message : m_reason});
    else if (m_modern)
        takeModern(state);
    else
        takeLegacy();
}

void Task::takeLegacy()
{
    if (m_info.isFinal())
        m_timer.stop();
    if (m_info.isFinal() || m_info.status == TaskStatus::InputRequired)
        fetchResult();
}

void Task::takeModern(const JsonValue &state)
{
    if (!state.isValid()) {
        if (m_info.status != TaskStatus::Working)
            pollIn(MinPoll); // the members of that status are still missing
    } else if (m_info.status == TaskStatus::Completed) {
        finish(state.member("result").raw().toByteArray());
    } else if (m_info.status == TaskStatus::Failed) {
        finish(peerError(state.member("error")));
    } else if (m_info.status == TaskStatus::InputRequired) {
        takeQuestions(state.member("inputRequests"));
    }
}

// ---- result and questions

/// Requests the result. The response comes when the task has ended; the server asks its questions meanwhile.
void Task::fetchResult()
{
    if (m_result && !m_result->isFinished())
        return;
    m_result = m_client.request("tasks/result", params(), {.follows = m_begunBy});
    connect(m_result, &OutgoingRequest::finished, this, [this, request = m_result.data()] {
        const Result<QByteArray> outcome = request->outcome();
        if (!outcome && waitsForConnection())
            return;
        const bool isConnected = m_client.rpc().state() == Transport::State::Open && !m_client.isLeaving();
        const bool isAnswered = outcome || outcome.error().kind == ErrorKind::Peer;
        if (isAnswered || !isConnected || ++m_failures > MaxFailures)
            finish(outcome);
        else
            pollIn(m_info.pollInterval.value_or(DefaultPoll));
    });
}

void Task::takeQuestions(const JsonValue &inputRequests)
{
    if (m_asking)
        return;
    QList<InputRequired::Question> questions = InputRequired::questionsIn(inputRequests);
    questions.removeIf([this](const InputRequired::Question &question) { return m_keys.contains(question.key); });
    if (questions.isEmpty())
        return;
    for (const InputRequired::Question &question : std::as_const(questions))
        m_keys.insert(question.key);
    m_required = {.questions = questions, .state = {}};
    m_asking = true;
    emit asked();
}

void Task::answer(const QList<QByteArray> &answers)
{
    if (m_finished || !std::exchange(m_asking, false))
        return;
    const QByteArray responses = m_required.responses(answers);
    OutgoingRequest *update = m_client.request(
        "tasks/update", JsonText::withMember(params(), "inputResponses", responses.isEmpty() ? "{}" : responses),
        {.follows = m_begunBy});
    connect(update, &OutgoingRequest::finished, this, [this, update] {
        if (update->outcome()) {
            pollIn(MinPoll);
        } else if (waitsForConnection()) {
            for (const InputRequired::Question &question : std::as_const(m_required.questions))
                m_keys.remove(question.key); // asked again in the next connection
        } else {
            finish(update->outcome().error());
        }
    });
}

// ---- ends

bool Task::cancel(const QString &reason, std::chrono::milliseconds patience)
{
    if (m_finished || std::exchange(m_cancelRequested, true))
        return false;
    m_reason = reason;
    const QPointer<Task> guard(this);
    m_client.rpc().note(u"Cancelling task %1%2"_s.arg(m_info.id, reason.isEmpty() ? QString() : u": "_s + reason),
                        {{TaskLog::CancelsTask, m_info.id}, {TaskLog::Reason, reason}});
    if (!guard)
        return true;
    OutgoingRequest *request = m_client.request("tasks/cancel", params(), {.timeout = patience, .follows = m_begunBy});
    connect(request, &OutgoingRequest::finished, this, [this, request] { onCancelAnswered(request->outcome()); });
    return true;
}

void Task::onCancelAnswered(const Result<QByteArray> &outcome)
{
    if (m_finished)
        return;
    if (!outcome) {
        m_cancelRequested = false;
        m_reason.clear();
    }
    const JsonValue state = outcome ? JsonValue(*outcome) : JsonValue();
    const auto info = m_modern ? std::nullopt : TaskInfo::fromJson(state);
    const QPointer<Task> guard(this);
    if (info)
        take(*info, state);
    else
        pollIn(MinPoll); // it may have ended before the cancel
    if (guard && !m_finished)
        emit cancelSettled();
}

void Task::finish(const Result<QByteArray> &outcome)
{
    if (std::exchange(m_finished, true))
        return;
    m_timer.stop();
    m_asking = false;
    const Result<QByteArray> last = outcome; // a copy, since `outcome` may be deleted with its request
    emit finished(last);
}

} // namespace Pullcord
