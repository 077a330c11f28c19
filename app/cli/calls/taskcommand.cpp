// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calls/taskcommand.h"

#include "app/cli/calls/resultprinter.h"
#include "app/cli/output.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

void TaskCommand::work()
{
    if (options().taskVerb == CliOptions::TaskVerb::Cancel)
        ask("tasks/cancel", [this](const QByteArray &) { askForState(); });
    else
        askForState();
}

void TaskCommand::ask(const QByteArray &method, const std::function<void(const QByteArray &)> &then)
{
    const QByteArray params = JsonText::withMember({}, "taskId", JsonText::quoted(options().subject));
    OutgoingRequest *request = conversation().client()->request(method, params);
    connect(request, &OutgoingRequest::finished, this, [this, request, then] {
        const Result<QByteArray> outcome = request->outcome();
        if (outcome)
            then(*outcome);
        else
            giveUp(outcome.error());
    });
}

void TaskCommand::askForState()
{
    ask("tasks/get", [this](const QByteArray &state) { onState(state); });
}

void TaskCommand::onState(const QByteArray &state)
{
    const std::optional<TaskInfo> info = TaskInfo::fromJson(JsonValue(state));
    if (!info) {
        giveUp(
            {ErrorKind::Protocol, u"the server's response about %1 does not describe a task"_s.arg(options().subject)});
        return;
    }
    if (options().taskVerb == CliOptions::TaskVerb::Result) {
        follow(*info);
        return;
    }
    print(state, *info);
    leave(ExitOk);
}

void TaskCommand::follow(const TaskInfo &info)
{
    m_task = new Task(*conversation().client(), info, {}, this);
    const auto reportStatus = [this] {
        const TaskInfo &now = m_task->info();
        const QString message = now.message.isEmpty() ? QString() : u": "_s + now.message;
        Output::remark(Output::printable(u"task %1%2"_s.arg(now.statusText, message)));
    };
    reportStatus();
    connect(m_task, &Task::changed, this, reportStatus);
    connect(m_task, &Task::asked, this, [this] {
        giveUp({ErrorKind::Cancelled, u"the task asks a question, which only the client that started it can answer"_s});
    });
    connect(m_task, &Task::finished, this, [this](const Result<QByteArray> &outcome) {
        if (!outcome) {
            giveUp(outcome.error());
            return;
        }
        const int code = ResultPrinter::print(options(), *outcome);
        if (options().json)
            Output::resultBytes(JsonText::compact(*outcome));
        leave(code);
    });
    m_task->start();
}

void TaskCommand::giveUp(const Error &error)
{
    Output::remark(u"pullcord-cli: %1"_s.arg(sentenceOf(error)));
    leave(exitCodeOf(error));
}

void TaskCommand::print(const QByteArray &state, const TaskInfo &info) const
{
    if (options().json) {
        Output::resultBytes(JsonText::compact(state));
        return;
    }
    QStringList cells{info.id, info.statusText, info.created, info.message};
    cells.removeAll(QString());
    Output::result(Output::printable(cells.join(u"  "_s)));
}

} // namespace Pullcord
