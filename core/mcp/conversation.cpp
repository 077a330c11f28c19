// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/conversation.h"

#include "core/capture/import/captureimport.h"
#include "core/json/jsontext.h"

#include <QSet>

#include <algorithm>

namespace Pullcord {

Conversation::Conversation() = default;
Conversation::~Conversation()
{
    // The end of the connection ends their legs, and they would then use the client.
    qDeleteAll(findChildren<LogicalCall *>(Qt::FindDirectChildrenOnly));
}

Result<std::unique_ptr<Conversation>> Conversation::recorded(const QJsonObject &connection, const Recording &recording)
{
    const CaptureHeader header{.program = recording.program,
                               .started = QDateTime::currentDateTimeUtc(),
                               .title = recording.title,
                               .connection = connection};
    auto capture =
        recording.path.isEmpty() ? Capture::createTemporary(header) : Capture::create(recording.path, header);
    if (!capture)
        return capture.error();

    std::unique_ptr<Conversation> conversation(new Conversation);
    conversation->m_capture = *std::move(capture);
    conversation->m_log = std::make_unique<RequestLog>(*conversation->m_capture);
    return conversation;
}

Result<std::unique_ptr<Conversation>> Conversation::proxied(const QJsonObject &connection, const Recording &recording)
{
    auto conversation = recorded(connection, recording);
    if (conversation)
        (*conversation)->m_isProxied = true;
    return conversation;
}

std::unique_ptr<Capture> Conversation::intoCapture(std::unique_ptr<Conversation> conversation)
{
    std::unique_ptr<Capture> capture = std::move(conversation->m_capture); // outlives everything that refers to it
    conversation.reset();
    return capture;
}

Result<std::unique_ptr<Conversation>> Conversation::withTransport(std::unique_ptr<Transport> transport,
                                                                  const ClientOptions &options,
                                                                  const Recording &recording)
{
    auto made = recorded(transport->description(), recording);
    if (!made)
        return made;
    std::unique_ptr<Conversation> conversation = *std::move(made);
    conversation->m_rpc = std::make_unique<RpcConnection>(std::move(transport), RpcConnection::Role::Client);
    // Connected before the client connects, so that each event is recorded before it has consequences.
    connect(conversation->m_rpc.get(), &RpcConnection::eventOccurred, conversation.get(), &Conversation::record);
    conversation->m_client = std::make_unique<Client>(*conversation->m_rpc, options);
    conversation->m_catalog = std::make_unique<Catalog>(*conversation->m_client);
    conversation->m_taskList = std::make_unique<TaskList>(*conversation->m_client);
    conversation->m_subscriptionManager = std::make_unique<SubscriptionManager>(*conversation->m_client);
    connect(conversation->m_subscriptionManager.get(), &SubscriptionManager::resumed, conversation.get(),
            [c = conversation.get()] { c->m_catalog->onChangesMissed(c->m_subscriptionManager->agreed()); });
    conversation->m_questions = std::make_unique<QuestionQueue>(*conversation->m_client);
    for (const auto changed : {&QuestionQueue::added, &QuestionQueue::ended})
        connect(conversation->m_questions.get(), changed, conversation.get(), &Conversation::onQuestion);
    return conversation;
}

Result<std::unique_ptr<Conversation>> Conversation::fromFile(const QString &path)
{
    auto capture = Capture::open(path);
    if (!capture)
        return capture.error();
    std::unique_ptr<Conversation> conversation(new Conversation);
    conversation->m_capture = *std::move(capture);
    conversation->m_log = std::make_unique<RequestLog>(*conversation->m_capture, RequestLog::Empty());
    conversation->logFrom(0, conversation->m_capture->count());
    if (!conversation->m_capture->isGrowing())
        conversation->endRecording();
    return conversation;
}

Result<std::unique_ptr<Conversation>> Conversation::followFile(const QString &path)
{
    auto capture = CaptureImport::open(path);
    if (!capture)
        return capture.error();
    std::unique_ptr<Conversation> conversation(new Conversation);
    conversation->m_capture = *std::move(capture);
    conversation->m_log = std::make_unique<RequestLog>(*conversation->m_capture);
    // Connected before other receivers: the log completes the entries.
    connect(conversation->m_capture.get(), &Capture::appended, conversation.get(), &Conversation::logFrom);
    conversation->m_follower = std::make_unique<CaptureFollower>(*conversation->m_capture);
    connect(conversation->m_follower.get(), &CaptureFollower::ended, conversation.get(), &Conversation::endRecording);
    conversation->m_follower->start();
    return conversation;
}

void Conversation::logFrom(qsizetype first, qsizetype count)
{
    for (qsizetype index = first; index < first + count; ++index)
        take(m_capture->eventAt(index), index);
}

void Conversation::take(const Event &event, qsizetype index)
{
    m_log->feed(event, index);
    if (m_serverLog)
        m_serverLog->feed(event, index);
    const qint64 row = index < 0 ? TaskLog::NoRow : m_capture->entry(index).row;
    const QList<qint64> tasks = m_tasks.feed(event, index, row, *m_log);
    for (const qint64 changed : tasks) {
        const TaskInfo &task = m_tasks.at(changed)->info;
        if (m_questions &&
            task.status == TaskStatus::Cancelled) { // dismissed only after all other effects of this event
            QMetaObject::invokeMethod(
                m_questions.get(), [this, id = task.id] { m_questions->dismissTask(id); }, Qt::QueuedConnection);
        }
        emit aspectChanged(changed);
    }
}

void Conversation::endRecording()
{
    m_log->endRecording(now());
    const QList<qint64> tasks = m_tasks.endRecording();
    for (const qint64 lost : tasks)
        emit aspectChanged(lost);
}

void Conversation::onQuestion(const Question *question)
{
    if (const qint64 row = m_log->rowOf(question->place().connection, question->place().serial); row >= 0)
        emit aspectChanged(row);
}

ServerLog &Conversation::serverLog()
{
    if (!m_serverLog)
        m_serverLog = std::make_unique<ServerLog>(*m_capture);
    return *m_serverLog;
}

void Conversation::record(const Event &event)
{
    const qsizetype index = m_capture->append(event);
    Event recorded = event;
    recorded.time = m_capture->relative(event.time);
    take(recorded, index);
}

std::optional<Error> Conversation::mark(const QList<std::pair<MarkTarget, Mark>> &marks)
{
    QList<Event> events;
    for (const auto &[place, mark] : marks) {
        if (!place.isValid() || m_log->marks().at(place) == mark)
            continue;
        const Event event = m_log->marks().eventFor(place, mark);
        if (m_capture->isRecording()) {
            record(event);
            continue;
        }
        m_log->feed(event, Capture::NotRecorded); // at once; the same mark is read from the file later
        events.append(event);
    }
    return events.isEmpty() ? std::nullopt : m_capture->addToFile(events);
}

qint64 Conversation::now() const
{
    if (m_rpc || m_isProxied)
        return m_capture->relative(monotonicNow());
    const qsizetype count = m_capture->count();
    const qint64 last = count == 0 ? 0 : m_capture->entry(count - 1).time;
    const QDateTime &started = m_capture->header().started;
    if (!m_follower || !m_follower->isWritten() || !started.isValid())
        return last;
    return std::max(last, started.msecsTo(QDateTime::currentDateTimeUtc()) * 1'000'000);
}

LogicalCall *Conversation::call(const QByteArray &method, const QByteArray &params, const RequestOptions &options)
{
    auto *call = new LogicalCall(*m_client, tools(), method, params, options, this);
    follow(call); // before its first request, which may end at once
    connect(call, &LogicalCall::asked, m_questions.get(), [this, call] { m_questions->take(call); });
    connect(m_questions.get(), &QuestionQueue::added, call, [call](const Question *question) {
        const bool isOfIt = question->place() == Question::Place{call->answeredConnection(), call->answeredSerial()};
        if (!call->task() || !(isOfIt || question->relatedTask() == call->task()->info().id))
            return;
        call->pauseDeadlines();
        connect(question, &Question::ended, call, &LogicalCall::resumeDeadlines);
    });
    connect(call, &LogicalCall::finished, call, &QObject::deleteLater);
    return call;
}

LogicalCall *Conversation::callTool(const QString &name, const QByteArray &arguments, RequestOptions options)
{
    options.wantProgress = true;
    return call("tools/call", Client::namedParams(name, arguments), options);
}

LogicalCall *Conversation::callToolAsTask(const QString &name, const QByteArray &arguments, std::optional<qint64> ttl,
                                          RequestOptions options)
{
    options.wantProgress = true;
    return call("tools/call", withTask(Client::namedParams(name, arguments), ttl), options);
}

LogicalCall *Conversation::readResource(const QString &uri, RequestOptions options)
{
    options.wantProgress = true;
    return call("resources/read", JsonText::withMember({}, "uri", JsonText::quoted(uri)), options);
}

LogicalCall *Conversation::getPrompt(const QString &name, const QByteArray &arguments, RequestOptions options)
{
    options.wantProgress = true;
    return call("prompts/get", Client::namedParams(name, arguments), options);
}

/// Keeps track of a call while it waits for answers or runs as a task, by its last request with a response.
void Conversation::follow(LogicalCall *call)
{
    const auto waits = [this, call] { m_between.insert({call->answeredConnection(), call->answeredSerial()}, call); };
    const auto resumes = [this, call] { m_between.remove({call->answeredConnection(), call->answeredSerial()}); };
    connect(call, &LogicalCall::asked, this, waits);
    connect(call, &LogicalCall::taskBegan, this, waits);
    connect(call, &LogicalCall::legBegan, this, resumes);
    connect(call, &LogicalCall::finished, this, resumes);
}

OutgoingRequest *Conversation::live(qsizetype row) const
{
    const RequestRecord record = m_log->record(row);
    const bool ours =
        m_rpc && record.connection == m_rpc->connection() && record.direction == Direction::ClientToServer;
    return ours ? m_rpc->outgoing(record.serial) : nullptr;
}

/// Returns the call that continues after the response at that row, since it waits for answers or runs as a task.
LogicalCall *Conversation::goingOnAt(qsizetype row) const
{
    const RequestRecord record = m_log->record(row);
    if (record.isOpen())
        return nullptr;
    LogicalCall *call = m_between.value({record.connection, record.serial});
    const bool isTask = call && call->task() && !call->task()->isCancelRequested();
    return call && (call->isAsking() || isTask) ? call : nullptr;
}

OutgoingRequest::CancelResult Conversation::cancel(qsizetype row, const QString &reason)
{
    if (LogicalCall *call = goingOnAt(row))
        return call->cancel(reason);
    OutgoingRequest *request = live(row);
    return request ? request->cancel(reason) : OutgoingRequest::CancelResult::AlreadyEnded;
}

bool Conversation::canCancel(qsizetype row) const
{
    if (goingOnAt(row))
        return true;
    const OutgoingRequest *request = live(row);
    return request && request->state() != RequestState::Cancelling &&
           m_rpc->tracker().dialect().canCancel(request->method());
}

/// Calls that are active although nothing of them may be on the wire: they wait for answers, or run as tasks.
QList<QPointer<LogicalCall>> Conversation::callsBetweenRequests() const
{
    QList<QPointer<LogicalCall>> calls;
    if (!m_rpc || m_rpc->state() != Transport::State::Open)
        return calls;
    for (const QPointer<LogicalCall> &call : m_between) {
        if (call && !call->isFinished() && (call->isAsking() || call->task()))
            calls.append(call);
    }
    return calls;
}

bool Conversation::isContinuing(qsizetype row) const
{
    if (m_between.isEmpty() || m_rpc->state() != Transport::State::Open)
        return false;
    const RequestRecord record = m_log->record(row);
    const LogicalCall *call = m_between.value({record.connection, record.serial});
    return call && !call->isFinished() && (call->isAsking() || call->task());
}

QList<qsizetype> Conversation::continuingRows() const
{
    QList<qsizetype> rows;
    for (const QPointer<LogicalCall> &call : callsBetweenRequests())
        rows.append(m_log->rowOf(call->answeredConnection(), call->answeredSerial()));
    rows.removeAll(-1);
    return rows;
}

/// Row of the first leg of the call that this request belongs to; -1 if it has no row yet.
qsizetype Conversation::firstLegOf(quint32 connection, quint64 serial) const
{
    const qsizetype row = m_log->rowOf(connection, serial);
    if (row < 0 || m_log->record(row).leg.number == 0)
        return row;
    return m_log->rowOf(connection, m_log->record(row).leg.first);
}

qsizetype Conversation::activeCount() const
{
    const QList<QPointer<LogicalCall>> calls = callsBetweenRequests();
    qsizetype count = m_log->openCount();
    if (calls.isEmpty())
        return count;
    QSet<qsizetype> firsts;
    for (const QPointer<LogicalCall> &call : calls)
        firsts.insert(firstLegOf(call->answeredConnection(), call->answeredSerial()));
    const QList<qsizetype> open = m_log->openRows();
    for (const qsizetype row : open) {
        const RequestRecord record = m_log->record(row);
        count -= firsts.contains(firstLegOf(record.connection, record.serial)) ? 1 : 0;
    }
    return count + firsts.size();
}

QList<QPointer<OutgoingRequest>> Conversation::requestsToCancel() const
{
    QList<QPointer<OutgoingRequest>> requests;
    if (!m_rpc || m_rpc->state() != Transport::State::Open)
        return requests;
    QSet<qsizetype> tasks;
    for (const QPointer<LogicalCall> &call : callsBetweenRequests()) {
        if (call->task())
            tasks.insert(firstLegOf(call->answeredConnection(), call->answeredSerial()));
    }
    for (OutgoingRequest *request : m_rpc->outgoing()) {
        const qsizetype first = firstLegOf(m_rpc->connection(), request->serial());
        // not recorded yet
        const bool mayBePoll = first < 0 && !tasks.isEmpty() && request->method().startsWith("tasks/");
        if (request->method() != "subscriptions/listen" && !mayBePoll && !tasks.contains(first))
            requests.append(request);
    }
    return requests;
}

bool Conversation::cancelAll(const QString &reason)
{
    using CancelResult = OutgoingRequest::CancelResult;
    const QList<QPointer<LogicalCall>> calls = callsBetweenRequests();
    bool cancelled = m_rpc && m_rpc->cancelAll(requestsToCancel(), reason) > 0;
    for (const QPointer<LogicalCall> &call : calls)
        cancelled = (call && call->cancel(reason) == CancelResult::Done) || cancelled;
    return cancelled;
}

bool Conversation::canCancelAll() const
{
    const QList<QPointer<LogicalCall>> calls = callsBetweenRequests();
    const QList<QPointer<OutgoingRequest>> requests = requestsToCancel();
    return std::any_of(calls.begin(), calls.end(),
                       [](const LogicalCall *call) {
                           return call->isAsking() || (call->task() && !call->task()->isCancelRequested());
                       }) ||
           std::any_of(requests.begin(), requests.end(), [this](const OutgoingRequest *request) {
               return m_rpc->tracker().dialect().canCancel(request->method());
           });
}

Question *Conversation::question(qsizetype row) const
{
    const RequestRecord record = m_log->record(row);
    return m_questions ? m_questions->find({record.connection, record.serial}) : nullptr;
}

} // namespace Pullcord
