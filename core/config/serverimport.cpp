// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/serverimport.h"

#include "core/config/configtext.h"

#include <algorithm>

namespace Pullcord::ServerImport {
using namespace Qt::StringLiterals;

namespace {

/// Returns the defaults in VS Code's list of inputs.
ImportedServer::Inputs inputsIn(const JsonValue &list)
{
    ImportedServer::Inputs inputs;
    for (const JsonMember &member : list) {
        DeclaredInput input{.description = member.value.member("description").toString(),
                            .isPassword = member.value.member("password").toBool().value_or(false)};
        if (const JsonValue value = member.value.member("default"); value.isString())
            input.fallback = value.toString();
        inputs.insert(u"input:"_s + member.value.member("id").toString(), input);
    }
    return inputs;
}

/// Reads the servers of an object, by name, or of an array whose elements have names. `inputs` is the list of inputs
/// beside them.
void readAll(const JsonValue &all, const QString &pointer, QList<ImportedServer> &servers, const QString &folder = {},
             const JsonValue &inputs = {})
{
    const ImportedServer::Inputs declared = inputsIn(inputs);
    int index = 0;
    for (const JsonMember &member : all) {
        const QString step = all.isArray() ? QString::number(index++) : member.key();
        const QString name = all.isArray() ? member.value.member("name").toString() : step;
        servers << ImportedServer::read(name, member.value, ImportedServer::pointerTo(pointer, step), folder, declared);
    }
}

bool holdsServers(const JsonValue &object)
{
    return std::any_of(object.begin(), object.end(),
                       [](const JsonMember &member) { return ImportedServer::looksLikeOne(member.value); });
}

/// Reads the servers of Claude Code's projects.
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

/// Each layout is a place with an object of servers.
QList<ImportedServer> findServers(const JsonValue &root)
{
    static constexpr const char *Places[] = {"/mcpServers",     "/servers",        "/mcp/servers",
                                             "/mcp/mcpServers", "/amp.mcpServers", "/customizations/vscode/mcp/servers",
                                             "/mcp_servers",    "/context_servers"};
    // Names with other meanings, too.
    static constexpr const char *PlacesInDoubt[] = {"/mcp", "/extensions"};
    QList<ImportedServer> servers;
    for (const char *place : Places) {
        const QByteArray path(place);
        const JsonValue holder = root.pointer(path.first(path.lastIndexOf('/')));
        if (const JsonValue all = root.pointer(path); all.isObject() || all.isArray())
            readAll(all, QString::fromLatin1(path), servers, {}, holder.member("inputs"));
    }
    for (const char *place : PlacesInDoubt) {
        if (const JsonValue all = root.pointer(place); all.isObject() && holdsServers(all))
            readAll(all, QString::fromLatin1(place), servers);
    }
    if (const JsonValue projects = root.member("projects"); projects.isObject())
        readProjects(projects, servers);
    if (!servers.isEmpty())
        return servers;
    if (ImportedServer::looksLikeOne(root))
        return {ImportedServer::read(root.member("name").toString(), root, {})};
    if (holdsServers(root)) // without a surrounding member
        readAll(root, {}, servers);
    return servers;
}

} // namespace

Result<QList<ImportedServer>> fromConfiguration(QByteArrayView text)
{
    const Result<QByteArray> json = ConfigText::toJson(text);
    if (!json)
        return json.error();
    const JsonValue root(*json);
    QList<ImportedServer> servers = root.isObject() ? findServers(root) : QList<ImportedServer>();
    if (servers.isEmpty())
        return Error{.kind = ErrorKind::Protocol,
                     .detail = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it contains no servers"))};
    return servers;
}

bool isConfiguration(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    const ConfigText::Format format = ConfigText::formatOf(bytes);
    // A single line may be a command with variables before it, or a text with a colon.
    const bool hasLines = text.trimmed().contains(u'\n');
    return format == ConfigText::Format::Json || (format != ConfigText::Format::None && hasLines);
}

Result<QList<ImportedServer>> fromText(const QString &text)
{
    if (isConfiguration(text))
        return fromConfiguration(text.toUtf8());
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
        return Error{.kind = ErrorKind::Usage,
                     .detail = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "no program was given"))};
    server.target.command = *std::move(command);
    return QList{server};
}

} // namespace Pullcord::ServerImport
