// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/commandlines.h"

#include "core/json/jsonvalue.h"
#include "core/transport/shellwords.h"
#include "ui/models/messages/httpexchanges.h"

#include <QJsonArray>

#include <algorithm>

namespace Pullcord::CommandLines {
using namespace Qt::StringLiterals;

namespace {

/// Returns the headers in the details of an event, as "NAME: VALUE".
QStringList headersIn(const QJsonObject &details)
{
    QStringList lines;
    const QJsonArray headers = details.value("headers"_L1).toArray();
    for (const QJsonValue &header : headers)
        lines << u"%1: %2"_s.arg(header["name"_L1].toString(), header["value"_L1].toString());
    return lines;
}

/// True if the request asked for a task (2025-11-25), or the server made it a task (2026-07-28).
bool isForTask(const Capture &capture, const RequestRecord &record, const JsonValue &params)
{
    if (params.member("task").isObject())
        return true;
    if (!record.mayBeTask || record.responseEvent == RequestRecord::NoEvent)
        return false;
    const Event answer = capture.eventAt(record.responseEvent);
    return JsonValue(answer.part(answer.envelope.result)).member("resultType").toUtf8() == "task";
}

/// Returns the arguments of `pullcord-cli` that repeat the request; empty if there is no such command.
QStringList commandOf(const RequestRecord &record, const JsonValue &params)
{
    const auto withArguments = [&](const QString &command) {
        const JsonValue arguments = params.member("arguments");
        QStringList words{command, record.target};
        if (arguments.isObject())
            words << QString::fromUtf8(arguments.raw());
        return words;
    };
    if (record.method == "tools/call")
        return withArguments(u"call"_s);
    if (record.method == "prompts/get")
        return withArguments(u"prompt"_s);
    if (record.method == "resources/read")
        return {u"read"_s, record.target};
    if (record.method == "resources/templates/list")
        return {u"list"_s, u"templates"_s};
    for (const QString &list : {u"tools"_s, u"prompts"_s, u"resources"_s, u"tasks"_s}) {
        if (record.method == (list + u"/list"_s).toUtf8())
            return {u"list"_s, list};
    }
    return {};
}

/// Returns the details of the HTTP request whose body was this message. Its event comes shortly before the message.
QJsonObject httpRequestOf(const Capture &capture, qint64 message)
{
    constexpr qint64 Furthest = 1000;
    const int exchange = HttpExchanges::exchangeOf(capture, message);
    for (qint64 at = message - 1; exchange != 0 && at >= std::max<qint64>(0, message - Furthest); --at) {
        if (capture.entry(at).kind != EventKind::Http)
            continue;
        const QJsonObject details = capture.eventAt(at).details;
        if (details.value("exchange"_L1).toInt() == exchange && details.value("step"_L1) == "request"_L1)
            return details;
    }
    return {};
}

} // namespace

QString cli(const Capture &capture, const RequestRecord &record)
{
    if (record.direction != Direction::ClientToServer || record.requestEvent == RequestRecord::NoEvent)
        return {};
    const Event request = capture.eventAt(record.requestEvent);
    const JsonValue params(request.part(request.envelope.params));
    QStringList command = commandOf(record, params);
    const QJsonObject server = capture.header().connection;
    const QString url = server.value("url"_L1).toString();
    const QString program = server.value("program"_L1).toString();
    if (command.isEmpty() || (url.isEmpty() && program.isEmpty()))
        return {};
    if (record.method == "tools/call" && isForTask(capture, record, params))
        command << u"--task"_s;
    QStringList words;
    const QStringList variables = server.value("environment"_L1).toVariant().toStringList();
    if (!variables.isEmpty())
        words << u"env"_s << variables;
    words << u"pullcord-cli"_s << command;
    if (!url.isEmpty()) {
        words << u"--url"_s << url;
        const QStringList headers = headersIn(server);
        for (const QString &header : headers)
            words << u"--header"_s << header;
    } else {
        words << u"--"_s << program << server.value("arguments"_L1).toVariant().toStringList();
    }
    return ShellWords::join(words);
}

QString curl(const Capture &capture, const RequestRecord &record)
{
    if (record.requestEvent == RequestRecord::NoEvent)
        return {};
    const QJsonObject request = httpRequestOf(capture, record.requestEvent);
    const QString url = request.value("url"_L1).toString();
    if (url.isEmpty())
        return {};
    QStringList words{u"curl"_s, u"--no-buffer"_s, u"--request"_s, request.value("method"_L1).toString()};
    QStringList headers = headersIn(request);
    headers.removeIf([](const QString &line) { // curl sets these itself
        return line.startsWith("content-length:"_L1, Qt::CaseInsensitive) ||
               line.startsWith("host:"_L1, Qt::CaseInsensitive) ||
               line.startsWith("connection:"_L1, Qt::CaseInsensitive) ||
               line.startsWith("accept-encoding:"_L1, Qt::CaseInsensitive);
    });
    for (const QString &header : std::as_const(headers))
        words << u"--header"_s << header;
    words << u"--data-binary"_s << QString::fromUtf8(capture.eventAt(record.requestEvent).bytes) << url;
    return ShellWords::join(words);
}

} // namespace Pullcord::CommandLines
