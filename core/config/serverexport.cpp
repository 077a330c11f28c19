// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/serverexport.h"

#include "core/json/jsontext.h"

#include <QSet>

namespace Pullcord::ServerExport {
using namespace Qt::StringLiterals;

namespace {

/// `X-Api-Key` becomes `${X_API_KEY}`.
QString placeholder(QString name)
{
    for (QChar &c : name) {
        if (!c.isLetterOrNumber())
            c = u'_';
    }
    return u"${%1}"_s.arg(name.toUpper());
}

QByteArray member(QByteArrayView name, const QByteArray &value)
{
    return JsonText::quoted(name) + ':' + value;
}

QByteArray object(const QByteArrayList &members)
{
    return '{' + members.join(',') + '}';
}

QByteArrayList membersOf(const StdioCommand &command)
{
    QByteArrayList words;
    for (const QString &argument : command.arguments)
        words << JsonText::quoted(argument);
    QByteArrayList members{member("command", JsonText::quoted(command.program)),
                           member("args", '[' + words.join(',') + ']')};
    QStringList names = command.setVariables.keys();
    names.sort();
    QByteArrayList variables;
    for (const QString &name : std::as_const(names))
        variables << member(name.toUtf8(), JsonText::quoted(u"${%1}"_s.arg(name)));
    if (!variables.isEmpty())
        members << member("env", object(variables));
    if (!command.workingDirectory.isEmpty())
        members << member("cwd", JsonText::quoted(command.workingDirectory));
    return members;
}

QByteArrayList membersOf(const HttpOptions &http)
{
    QByteArrayList members;
    if (http.kind != HttpOptions::Kind::Automatic)
        members << member("type", http.kind == HttpOptions::Kind::HttpSse ? "\"sse\"" : "\"http\"");
    members << member("url", JsonText::quoted(http.url.toString(QUrl::FullyEncoded)));
    QByteArrayList headers;
    for (const HttpHeader &header : http.headers)
        headers << member(header.name, JsonText::quoted(placeholder(QString::fromUtf8(header.name))));
    if (!headers.isEmpty())
        members << member("headers", object(headers));
    return members;
}

} // namespace

QByteArray toJson(const QList<ServerTarget> &servers)
{
    QByteArrayList members;
    QSet<QString> used;
    for (const ServerTarget &server : servers) {
        QString name = server.title();
        for (int number = 2; used.contains(name); ++number)
            name = u"%1 (%2)"_s.arg(server.title()).arg(number);
        used << name;
        members << member(name.toUtf8(), object(server.isHttp() ? membersOf(server.http) : membersOf(server.command)));
    }
    return JsonText::indented(object({member("mcpServers", object(members))})) + '\n';
}

} // namespace Pullcord::ServerExport
