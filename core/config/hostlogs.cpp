// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/hostlogs.h"

#include "core/config/configplaces.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct Place
{
    const char *tool;
    QString HostLog::Folders::*folder;
    const char *pattern; ///< of the path below the folder; each step may have wildcards
    const char *server;  ///< finds the server's name in that path; empty if it has none
};

constexpr auto Home = &HostLog::Folders::home;
constexpr auto Config = &HostLog::Folders::config;
constexpr auto Cache = &HostLog::Folders::cache;
constexpr auto Data = &HostLog::Folders::data;
constexpr auto State = &HostLog::Folders::state;

/// VS Code puts the name of the collection before that of the server, which may contain dots. Servers that it found in
/// the configuration of another host have that host and an authority there.
constexpr const char *VsCodeServer = "mcpServer\\.(?:mcp\\.config\\.[^.]+\\.|ext\\.[^.]+\\.[^.]+\\.|"
                                     "(?:claude-desktop|windsurf|cursor)\\.[^.]+\\.)?(.+)\\.log$";

constexpr Place Places[] = {
    {"Claude Desktop", Config, "Claude/logs/mcp-server-*.log", "mcp-server-(.*)\\.log$"},
    {"Claude Desktop", Config, "Claude/logs/mcp*.log", ""},
    {"Claude Code", Cache, "claude-cli-nodejs/*/mcp-logs-*/*", "mcp-logs-([^/]*)/"},
    {"Cursor", Config, "Cursor/logs/*/window*/exthost/anysphere.cursor-*/*MCP*.log", "MCP (?:user-)?(.*)\\.log$"},
    {"VS Code", Config, "Code/logs/*/mcpServer.*.log", VsCodeServer},
    {"VS Code", Config, "Code/logs/*/window*/mcpServer.*.log", VsCodeServer},
    {"VS Code Insiders", Config, "Code - Insiders/logs/*/mcpServer.*.log", VsCodeServer},
    {"VS Code Insiders", Config, "Code - Insiders/logs/*/window*/mcpServer.*.log", VsCodeServer},
    {"Windsurf", Config, "Windsurf/logs/*/window*/exthost/codeium.windsurf/*.log", ""},
    {"Codex", Home, ".codex/log/*.log", ""},
    {"Copilot CLI", Home, ".copilot/logs/*.log", ""},
    {"opencode", Data, "opencode/log/*.log", ""},
    {"Zed", Data, "zed/logs/Zed.log", ""},
    {"goose", State, "goose/logs/*/*.log", ""},
    {"goose", State, "goose/logs/*/*/*.log", ""}, // one folder per day
};

constexpr qsizetype MostFoldersPerStep = 50; ///< newest folders that match a wildcard; hosts create one per start

QString folderOf(const char *variable, const QString &usual)
{
    const QString named = qEnvironmentVariable(variable);
    return QDir::isAbsolutePath(named) ? named : usual; // the XDG specification ignores relative paths
}

/// Finds the files below a folder that match the pattern, step by step.
void find(const QString &folder, const QStringList &steps, QStringList &paths)
{
    const bool isLast = steps.size() == 1;
    QDir dir(folder);
    dir.setNameFilters({steps.constFirst()});
    dir.setFilter(isLast ? QDir::Files : QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    dir.setSorting(QDir::Time);
    const QStringList names = dir.entryList().mid(0, MostFoldersPerStep);
    for (const QString &name : names) {
        if (isLast)
            paths << dir.filePath(name);
        else
            find(dir.filePath(name), steps.mid(1), paths);
    }
}

void keepNewest(QList<HostLog> &logs)
{
    std::ranges::stable_sort(logs, [](const HostLog &a, const HostLog &b) { return a.changed > b.changed; });
    QHash<QString, qsizetype> counts;
    logs.removeIf([&counts](const HostLog &log) { return ++counts[log.tool] > HostLog::MostPerTool; });
}

} // namespace

HostLog::Folders HostLog::Folders::in(const QString &home)
{
    return {home, home + u"/.config"_s, home + u"/.cache"_s, home + u"/.local/share"_s, home + u"/.local/state"_s};
}

HostLog::Folders HostLog::Folders::ofUser()
{
    const Folders usual = in(QDir::homePath());
    return {usual.home, folderOf("XDG_CONFIG_HOME", usual.config), folderOf("XDG_CACHE_HOME", usual.cache),
            folderOf("XDG_DATA_HOME", usual.data), folderOf("XDG_STATE_HOME", usual.state)};
}

QList<HostLog> HostLog::existing(const Folders &folders)
{
    QList<HostLog> logs;
    QStringList known;
    for (const Place &place : Places) {
        QStringList paths;
        find(folders.*place.folder, QString::fromLatin1(place.pattern).split(u'/'), paths);
        const QRegularExpression server(QString::fromLatin1(place.server));
        for (const QString &path : std::as_const(paths)) {
            if (known.contains(path))
                continue; // an earlier place is more specific
            known << path;
            const QFileInfo file(path);
            const QString name = server.pattern().isEmpty() ? QString() : server.match(path).captured(1);
            logs.append({QString::fromLatin1(place.tool), name, path, file.lastModified(), file.size()});
        }
    }
    keepNewest(logs);
    return logs;
}

bool HostLog::isNamedAfter(const ServerTarget &target) const
{
    return !target.name.isEmpty() && server.compare(target.name, Qt::CaseInsensitive) == 0;
}

QList<HostLog> HostLog::of(const ServerTarget &server, const Folders &folders)
{
    const auto isCalled = [](const HostLog &log, const QString &called) {
        constexpr qsizetype LeastPart = 4; ///< letters; a shorter text is part of too many names
        const QString name = ConfigPlace::plainName(log.server);
        return !name.isEmpty() && !called.isEmpty() &&
               (called == name || (name.size() >= LeastPart && called.contains(name)) ||
                (called.size() >= LeastPart && name.contains(called)));
    };
    const QList<HostLog> all = existing(folders);
    // The name in the configuration is more specific than the program.
    for (const QString &called : {ConfigPlace::plainName(server.name), ConfigPlace::plainName(server.title())}) {
        QList<HostLog> logs = all;
        logs.removeIf([&](const HostLog &log) { return !isCalled(log, called); });
        if (!logs.isEmpty())
            return logs;
    }
    return {};
}

std::optional<HostLog> HostLog::newestOf(const ServerTarget &server)
{
    const QList<HostLog> logs = of(server, Folders::ofUser());
    return logs.isEmpty() ? std::nullopt : std::optional(logs.constFirst());
}

} // namespace Pullcord
