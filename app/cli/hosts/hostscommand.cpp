// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/hosts/hostscommand.h"

#include "app/cli/hosts/hostplaces.h"
#include "app/cli/output.h"
#include "core/capture/formatting.h"
#include "core/config/wrapping/wrapstore.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

QJsonObject objectOf(const ImportedServer &server)
{
    QJsonObject object{{u"name"_s, server.target.name}, {u"wrapped"_s, ServerWrapping::isWrapped(server.target)}};
    if (ServerWrapping::isBroken(server.target))
        object.insert(u"missing"_s, server.target.command.program);
    if (!server.project.isEmpty())
        object.insert(u"project"_s, server.project);
    if (server.disabled)
        object.insert(u"disabled"_s, true);
    if (const ImportRemark *const obstacle = server.obstacle())
        object.insert(u"problem"_s, obstacle->sentence());
    else
        object.insert(server.target.isHttp() ? u"url"_s : u"command"_s, server.target.shownAddress());
    return object;
}

/// Shows a watched server without its proxy.
QString lineOf(const ImportedServer &server, qsizetype width)
{
    const bool isWrapped = server.isUsable() && ServerWrapping::isWrapped(server.target);
    const ServerTarget shown = isWrapped ? ServerWrapping::inner(server.target) : server.target;
    const ImportRemark *const obstacle = server.obstacle();
    QString text = u"  %1  %2  %3"_s.arg(isWrapped ? u"watched"_s : u"       "_s,
                                         Formatting::visible(server.target.name).leftJustified(width),
                                         Formatting::visible(obstacle ? obstacle->sentence() : shown.shownAddress()));
    if (!server.project.isEmpty())
        text += u"  (%1)"_s.arg(Formatting::visible(server.project));
    if (ServerWrapping::isBroken(server.target))
        text += u"  (%1 is missing: wrap again)"_s.arg(Formatting::visible(server.target.command.program));
    return server.disabled ? text + u"  (disabled)"_s : text;
}

} // namespace

HostsCommand::HostsCommand(CliOptions options)
    : m_options(std::move(options))
{}

HostsCommand::~HostsCommand() = default;

void HostsCommand::start()
{
    const QList<ConfigPlace> places = ConfigPlace::ofUser();
    QJsonArray array;
    for (const ConfigPlace &place : places) {
        const Result<WrapStore::Configuration> read = WrapStore::read(place);
        const QList<ImportedServer> servers = read ? read->servers : QList<ImportedServer>();
        QJsonObject object{{u"host"_s, HostPlaces::idOf(place)}, {u"title"_s, place.tool}, {u"file"_s, place.path}};
        QJsonArray entries;
        qsizetype width = 0;
        for (const ImportedServer &server : servers) {
            entries.append(objectOf(server));
            width = std::max(width, Formatting::visible(server.target.name).size());
        }
        object.insert(u"servers"_s, entries);
        if (!read)
            object.insert(u"problem"_s, read.error().detail);
        array.append(object);
        if (m_options.json)
            continue;
        Output::result(u"%1  %2"_s.arg(HostPlaces::idOf(place), place.path));
        if (!read)
            Output::result(u"  "_s + read.error().detail);
        for (const ImportedServer &server : servers)
            Output::result(lineOf(server, width));
    }
    if (m_options.json)
        Output::resultBytes(QJsonDocument(array).toJson(QJsonDocument::Indented).trimmed());
    else if (places.isEmpty())
        Output::remark(u"no configuration of a host was found; wrap takes any file"_s);
    emit finished(ExitOk);
}

} // namespace Pullcord
