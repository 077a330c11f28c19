// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/serverlistcommand.h"

#include "app/cli/output.h"
#include "app/cli/savedservers.h"

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
    const ServerList saved = SavedServers::all(m_options.settingsPath);
    QJsonArray array;
    qsizetype width = 0;
    for (const ServerTarget &server : saved.servers()) {
        width = qMax(width, server.name.size());
        array.append(QJsonObject{{u"name"_s, server.name},
                                 {u"group"_s, server.group},
                                 {server.isHttp() ? u"url"_s : u"command"_s, server.shownAddress()}});
    }
    if (m_options.json) {
        Output::resultBytes(QJsonDocument(array).toJson(QJsonDocument::Indented).trimmed());
    } else {
        for (const ServerTarget &server : saved.servers()) {
            const QString group = server.group.isEmpty() ? QString() : u"  (%1)"_s.arg(server.group);
            Output::result(
                Output::printable(server.name.leftJustified(width) + u"  "_s + server.shownAddress() + group));
        }
    }
    emit finished(ExitOk);
}

} // namespace Pullcord
