// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/serverimport.h"

#include "core/config/jsoncomments.h"
#include "core/json/jsonchecker.h"

#include <QRegularExpression>

namespace Pullcord::ServerImport {
using namespace Qt::StringLiterals;

namespace {

/// `"name": {…}`, without the brackets around it.
bool isFragment(QByteArrayView blanked)
{
    static const QRegularExpression start(uR"(^\s*"(?:[^"\\]|\\.)*"\s*:)"_s);
    return start.match(QString::fromUtf8(blanked)).hasMatch();
}

void readAll(const JsonValue &object, const QString &pointer, QList<ImportedServer> &servers,
             const QString &folder = {})
{
    for (const JsonMember &member : object) {
        const QString name = member.key();
        servers << ImportedServer::read(name, member.value, ImportedServer::pointerTo(pointer, name), folder);
    }
}

/// What Claude Code keeps for each folder.
void readProjects(const JsonValue &projects, QList<ImportedServer> &servers)
{
    for (const JsonMember &project : projects) {
        const JsonValue object = project.value.member("mcpServers");
        const QString pointer = ImportedServer::pointerTo(u"/projects"_s, project.key()) + u"/mcpServers"_s;
        if (!object.isObject())
            continue;
        const qsizetype before = servers.size();
        readAll(object, pointer, servers, project.key());
        for (qsizetype i = before; i < servers.size(); ++i)
            servers[i].project = project.key();
    }
}

/// A layout is a place where an object of servers stands.
QList<ImportedServer> findServers(const JsonValue &root)
{
    static constexpr const char *Places[] = {"/mcpServers", "/servers", "/mcp/servers", "/mcp/mcpServers",
                                             "/customizations/vscode/mcp/servers"};
    QList<ImportedServer> servers;
    for (const char *place : Places) {
        if (const JsonValue object = root.pointer(place); object.isObject())
            readAll(object, QString::fromLatin1(place), servers);
    }
    if (const JsonValue projects = root.member("projects"); projects.isObject())
        readProjects(projects, servers);
    if (!servers.isEmpty())
        return servers;
    if (ImportedServer::looksLikeOne(root))
        return {ImportedServer::read(root.member("name").toString(), root, {})};
    for (const JsonMember &member : root) { // servers by name alone
        if (ImportedServer::looksLikeOne(member.value)) {
            readAll(root, {}, servers);
            break;
        }
    }
    return servers;
}

} // namespace

Result<QList<ImportedServer>> fromJson(QByteArrayView text)
{
    QByteArray json = JsonComments::blanked(text);
    const bool fragment = isFragment(json);
    if (fragment) // a line of its own, so that columns stay; and once more, for a comma at the end
        json = JsonComments::blanked("{\n" + json + "\n}");
    if (const auto problem = JsonChecker().check(json)) {
        return Error{.kind = ErrorKind::Json,
                     .detail = Words::of(QT_TRANSLATE_NOOP("Words", "line %1, column %2: %3"),
                                         problem->line - (fragment ? 1 : 0), problem->column, problem->reason)};
    }
    const JsonValue root(json);
    QList<ImportedServer> servers = root.isObject() ? findServers(root) : QList<ImportedServer>();
    if (servers.isEmpty())
        return Error{.kind = ErrorKind::Protocol,
                     .detail = Words::of(QT_TRANSLATE_NOOP("Words", "there are no servers in it"))};
    return servers;
}

bool isJson(const QString &text)
{
    const QString start = text.trimmed();
    return start.startsWith(u'{') || start.startsWith(u'[') || start.startsWith("//"_L1) || start.startsWith("/*"_L1) ||
           isFragment(start.toUtf8());
}

Result<QList<ImportedServer>> fromText(const QString &text)
{
    if (isJson(text))
        return fromJson(text.toUtf8());
    ImportedServer server;
    if (HttpOptions::isAddress(text)) {
        const Result<QUrl> url = HttpOptions::urlFrom(text);
        if (!url)
            return url.error();
        server.target.http.url = *url;
        return QList{server};
    }
    Result<StdioCommand> command = StdioCommand::fromLine(text);
    if (!command)
        return command.error();
    if (command->program.isEmpty())
        return Error{.kind = ErrorKind::Usage, .detail = Words::of(QT_TRANSLATE_NOOP("Words", "no program was given"))};
    server.target.command = *std::move(command);
    return QList{server};
}

} // namespace Pullcord::ServerImport
