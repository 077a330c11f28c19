// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/servertexts.h"

#include "core/capture/formatting.h"
#include "core/proxy/control/proxyinfo.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QCoreApplication>
#include <QLocale>

namespace Pullcord::ServerTexts {
using namespace Qt::StringLiterals;
using Formatting::visible;

namespace {

struct ServerContext
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::ServerTexts)
};

QString sorted(QStringList names)
{
    names.sort();
    return visible(Texts::listed(names));
}

} // namespace

QString address(const ServerTarget &target)
{
    return visible(target.address());
}

QStringList circumstances(const ServerTarget &target)
{
    QStringList lines;
    if (target.isHttp()) {
        QStringList names;
        for (const HttpHeader &header : target.http.headers)
            names << QString::fromUtf8(header.name);
        if (!names.isEmpty())
            lines << ServerContext::tr("With the headers: %1").arg(sorted(names));
        return lines;
    }
    const StdioCommand &command = target.command;
    if (!command.workingDirectory.isEmpty())
        lines << ServerContext::tr("In the folder: %1").arg(visible(command.workingDirectory));
    if (!command.setVariables.isEmpty())
        lines << ServerContext::tr("With the variables: %1").arg(sorted(command.setVariables.keys()));
    if (!command.unsetVariables.isEmpty())
        lines << ServerContext::tr("Without the variables: %1").arg(sorted(command.unsetVariables));
    if (!command.inheritEnvironment && command.inheritedVariables.isEmpty())
        lines << ServerContext::tr("Without the environment of Pullcord");
    else if (!command.inheritEnvironment)
        lines << ServerContext::tr("Only from the environment of Pullcord: %1").arg(sorted(command.inheritedVariables));
    return lines;
}

QString sentence(const ImportRemark &remark)
{
    return Texts::translated(remark.sentence());
}

QStringList inList(const QList<ServerTarget> &servers)
{
    QStringList texts = ServerTarget::distinctAddresses(servers);
    for (qsizetype i = 0; i < servers.size(); ++i) {
        if (const QString &name = servers.at(i).name; !name.isEmpty())
            texts[i].prepend(name + u" · "_s);
    }
    return texts;
}

QString openLog(const HostLog &log, const ServerTarget &server)
{
    const QString text = log.isNamedAfter(server)
                             ? ServerContext::tr("Open the newest log that %1 keeps for this server: %2")
                             : ServerContext::tr("Open a log of %1 that may belong to this server: %2");
    return text.arg(log.tool, log.path);
}

QString ofProxy(const ProxyInfo &proxy)
{
    const QDateTime since = proxy.since.toLocalTime();
    const QString time = since.date() == QDate::currentDate() ? QLocale().toString(since.time(), QLocale::ShortFormat)
                                                              : QLocale().toString(since, QLocale::ShortFormat);
    return ServerContext::tr("%1, since %2", "a running proxy: its server and a time").arg(visible(proxy.title), time);
}

QString placesOf(const ProxyInfo &proxy)
{
    return u"%1\n%2"_s.arg(visible(proxy.address),
                           proxy.capture.isEmpty()
                               ? ServerContext::tr("It writes its capture to standard output, so no tab can show it.")
                               : Texts::shownPath(proxy.capture));
}

QString whyNothing(const Error &error)
{
    if (error.kind == ErrorKind::Json)
        return ServerContext::tr("Cannot read the configuration: %1.").arg(Texts::translated(error.detail));
    if (error.kind == ErrorKind::Protocol)
        return ServerContext::tr("The configuration contains no servers. They are expected under “mcpServers”, "
                                 "“servers”, “mcp”, “mcp_servers” and other known names.");
    return ServerContext::tr("Cannot read anything: %1.").arg(Texts::translated(error.detail));
}

} // namespace Pullcord::ServerTexts
