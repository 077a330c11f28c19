// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demotasks.h"

#include "app/demoserver/demoserver.h"
#include "core/json/jsontext.h"
#include "core/rpc/errorcodes.h"

#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr QByteArrayView Extension = "io.modelcontextprotocol/tasks";

bool declaresExtension(const JsonValue &params)
{
    return params.member("_meta")
        .member("io.modelcontextprotocol/clientCapabilities")
        .member("extensions")
        .member(Extension)
        .isObject();
}

void refuseUndeclared(IncomingRequest *request)
{
    request->fail(ErrorCode::MissingClientCapability, u"The client did not declare the tasks extension"_s,
                  R"({"requiredCapabilities":{"extensions":{)" + JsonText::quoted(Extension) + ":{}}}}");
}

QByteArray related(const QByteArray &object, const DemoTask &task)
{
    const QByteArray id = R"({"taskId":)" + JsonText::quoted(QByteArrayView(task.id())) + '}';
    return JsonText::withMember(object, "_meta", JsonText::withMember({}, "io.modelcontextprotocol/related-task", id));
}

} // namespace

DemoTasks::DemoTasks(DemoServer &server)
    : QObject(&server)
    , m_server(server)
    , m_world(server.world())
{
    connect(&m_world, &DemoWorld::taskChanged, this, &DemoTasks::onTask);
}

bool DemoTasks::begin(IncomingRequest *request, const DemoTool &tool, bool modern)
{
    const JsonValue params(request->params());
    const bool isAsked = modern ? declaresExtension(params) : params.member("task").isObject();
    if ((!isAsked && tool.taskSupport != "required") || (modern && !tool.task))
        return false;
    if (!isAsked || !tool.task) {
        if (modern)
            refuseUndeclared(request);
        else
            request->fail(ErrorCode::MethodNotFound, tool.task ? u"This tool can only be called as a task"_s
                                                               : u"This tool cannot be called as a task"_s);
        return true;
    }
    const JsonValue arguments = params.member("arguments");
    const JsonValue ms = tool.argument(arguments, "ms");
    DemoTask *task = m_world.beginTask({.kind = *tool.task,
                                        .ms = int(std::clamp<qint64>(ms.toInteger().value_or(0), 0, 3'600'000)),
                                        .fromCancel = tool.task == DemoTask::Kind::Deaf &&
                                                      tool.argument(arguments, "from_cancel").toBool().value_or(false),
                                        .ttl = params.member("task").member("ttl").toInteger()});
    m_isLegacy = m_isLegacy || !modern;
    if (const JsonValue token = params.pointer("/_meta/progressToken"); !modern && token.isValid())
        notifyHalf(*task, token.raw().toByteArray());
    if (modern)
        request->respond(DemoServer::asModernResult(JsonText::withMember(task->flat(), "resultType", "\"task\"")));
    else
        request->respond(JsonText::withMember({}, "task", task->legacy()));
    return true;
}

/// The progress token of the call stays valid until the end of the task.
void DemoTasks::notifyHalf(DemoTask &task, const QByteArray &token)
{
    QTimer::singleShot(task.halfTime(), &task, [this, token, alive = QPointer(this)] {
        if (alive)
            m_server.rpc().notify("notifications/progress",
                                  R"({"progressToken":)" + token + R"(,"progress":1,"total":2})");
    });
}

bool DemoTasks::handle(IncomingRequest *request, bool modern)
{
    const QByteArray &method = request->method();
    const bool isOurs = method == "tasks/get" || method == "tasks/cancel" ||
                        (modern ? method == "tasks/update" : method == "tasks/result" || method == "tasks/list");
    if (!isOurs)
        return false;
    const JsonValue params(request->params());
    DemoTask *task = m_world.task(params.member("taskId").toUtf8());
    if (method == "tasks/list")
        list(request);
    else if (modern && !declaresExtension(params))
        refuseUndeclared(request);
    else if (!task)
        request->fail(ErrorCode::InvalidParams, u"Unknown task"_s);
    else if (method == "tasks/get")
        get(request, *task, modern);
    else if (method == "tasks/cancel")
        cancel(request, *task, modern);
    else if (method == "tasks/update")
        update(request, *task);
    else
        waitForResult(request, *task);
    return true;
}

void DemoTasks::get(IncomingRequest *request, const DemoTask &task, bool modern)
{
    request->respond(modern ? DemoServer::asModernResult(task.detailed()) : task.legacy());
}

void DemoTasks::cancel(IncomingRequest *request, DemoTask &task, bool modern)
{
    if (!modern && task.isFinal()) {
        request->fail(ErrorCode::InvalidParams, u"The task has already ended"_s);
        return;
    }
    task.cancel();
    request->respond(modern ? DemoServer::asModernResult("{}") : task.legacy());
}

void DemoTasks::update(IncomingRequest *request, DemoTask &task)
{
    const JsonValue answer = JsonValue(request->params()).member("inputResponses").member("who");
    if (answer.isValid())
        task.answer(answer.raw().toByteArray());
    request->respond(DemoServer::asModernResult("{}"));
}

void DemoTasks::list(IncomingRequest *request)
{
    QByteArrayList tasks;
    for (const DemoTask *task : m_world.tasks())
        tasks.append(task->legacy());
    request->respond(R"({"tasks":[)" + tasks.join(',') + "]}");
}

// ---- 2025-11-25: questions are sent while the client waits for the result

void DemoTasks::waitForResult(IncomingRequest *request, DemoTask &task)
{
    if (task.isFinal()) {
        answerResult(*request, task);
        return;
    }
    m_waiting.append({request, &task});
    if (task.isAsking())
        ask(task);
}

void DemoTasks::onTask(DemoTask *task)
{
    if (m_isLegacy)
        m_server.rpc().notify("notifications/tasks/status", task->legacy());
    bool isWaitedFor = false;
    for (const Waiting &waiting : QList(m_waiting)) {
        if (waiting.task != task || !waiting.request || waiting.request->isFinished())
            continue;
        isWaitedFor = true;
        if (task->isFinal())
            answerResult(*waiting.request, *task);
    }
    m_waiting.removeIf([](const Waiting &w) { return !w.request || w.request->isFinished(); });
    if (isWaitedFor && task->isAsking())
        ask(*task);
}

void DemoTasks::ask(DemoTask &task)
{
    if (!m_server.clientHas("elicitation")) {
        task.answer(R"({"action":"cancel"})");
        return;
    }
    const JsonValue question(DemoTask::question());
    OutgoingRequest *request = m_server.rpc().request(question.member("method").toUtf8(),
                                                      related(question.member("params").raw().toByteArray(), task));
    connect(request, &OutgoingRequest::finished, &task, [request, &task] {
        if (const Result<QByteArray> &outcome = request->outcome())
            task.answer(*outcome);
        else
            task.answer(R"({"action":"cancel"})");
    });
}

void DemoTasks::answerResult(IncomingRequest &request, const DemoTask &task)
{
    if (!task.result().isEmpty()) {
        request.respond(related(task.result(), task));
        return;
    }
    const JsonValue error(task.error());
    request.fail(error.member("code").toInteger().value_or(0), error.member("message").toString());
}

} // namespace Pullcord
