// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/serverlistcommand.h"

#include "app/cli/output.h"
#include "app/cli/servers/configuredservers.h"
#include "app/cli/servers/savedservers.h"
#include "core/capture/formatting.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Pullcord {

ServerListCommand::ServerListCommand(CliOptions options)
    : m_options(std::move(options))
{}

ServerListCommand::~ServerListCommand() = default;

void ServerListCommand::start()
{
    if (m_options.configPath.isEmpty())
        return listSaved();
    const Result<QList<ImportedServer>> found = ConfiguredServers::all(m_options.configPath);
    if (found)
        return listConfigured(*found);
    Output::remark(u"pullcord-cli: "_s + found.error().detail);
    emit finished(ExitUsage);
}

void ServerListCommand::listSaved()
{
    const ServerList saved = SavedServers::all(m_options.settingsPath);
    QList<Row> rows;
    for (const ServerTarget &server : saved.servers())
        rows << Row{server, server.group, {}};
    print(rows);
}

/// Includes unusable servers, with the reason.
void ServerListCommand::listConfigured(const QList<ImportedServer> &servers)
{
    QList<Row> rows;
    for (const ImportedServer &server : servers) {
        QStringList remarks;
        if (server.disabled)
            remarks << u"Disabled in the configuration."_s;
        for (const ImportRemark &remark : server.remarks)
            remarks << remark.sentence();
        rows << Row{server.target, server.project, remarks, server.isUsable()};
    }
    print(rows);
}

void ServerListCommand::print(const QList<Row> &rows)
{
    QJsonArray array;
    qsizetype width = 0;
    for (const auto &[server, group, remarks, isUsable] : rows) {
        width = qMax(width, Formatting::visible(server.name).size());
        QJsonObject object{{u"name"_s, server.name}, {u"group"_s, group}};
        if (isUsable)
            object.insert(server.isHttp() ? u"url"_s : u"command"_s, server.shownAddress());
        if (!remarks.isEmpty())
            object.insert(u"remarks"_s, QJsonArray::fromStringList(remarks));
        array.append(object);
    }
    if (m_options.json) {
        Output::resultBytes(QJsonDocument(array).toJson(QJsonDocument::Indented).trimmed());
        emit finished(ExitOk);
        return;
    }
    if (rows.isEmpty())
        Output::remark(
            u"there are no saved servers; save one in the window, or give a configuration with --config FILE"_s);
    for (const auto &[server, group, remarks, isUsable] : rows) {
        const QString address = isUsable ? server.shownAddress() : u"(cannot be used)"_s;
        const QString behind = group.isEmpty() ? QString() : u"  (%1)"_s.arg(group);
        const QString name = Formatting::visible(server.name);
        Output::result(Output::printable(name.leftJustified(width) + u"  "_s + Formatting::visible(address + behind)));
        for (const QString &remark : remarks)
            Output::remark(Output::printable(u"%1: %2"_s.arg(name, remark)));
    }
    emit finished(ExitOk);
}

} // namespace Pullcord
