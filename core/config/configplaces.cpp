// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/configplaces.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

QList<ConfigPlace> ConfigPlace::all(const QString &home, const QString &folder, const QString &configFolder)
{
    // The XDG specification ignores relative paths.
    const QString config = QDir::isAbsolutePath(configFolder) ? configFolder : home + u"/.config"_s;
    QList<ConfigPlace> places{
        {u"Claude Desktop"_s, config + u"/Claude/claude_desktop_config.json"_s},
        {u"Claude Code"_s, home + u"/.claude.json"_s},
        {u"Cursor"_s, home + u"/.cursor/mcp.json"_s},
        {u"VS Code"_s, config + u"/Code/User/mcp.json"_s},
        {u"VS Code Insiders"_s, config + u"/Code - Insiders/User/mcp.json"_s},
        {u"Windsurf"_s, home + u"/.codeium/windsurf/mcp_config.json"_s},
        {u"Gemini CLI"_s, home + u"/.gemini/settings.json"_s},
        {u"Copilot CLI"_s, home + u"/.copilot/mcp-config.json"_s},
        {u"Codex"_s, home + u"/.codex/config.toml"_s},
        {u"opencode"_s, config + u"/opencode/opencode.json"_s},
        {u"opencode"_s, config + u"/opencode/opencode.jsonc"_s},
        {u"Zed"_s, config + u"/zed/settings.json"_s},
        {u"goose"_s, config + u"/goose/config.yaml"_s},
        {u"Continue"_s, home + u"/.continue/config.yaml"_s},
        {u"Amp"_s, config + u"/amp/settings.json"_s},
    };
    for (const QString &path : {u".mcp.json"_s, u".vscode/mcp.json"_s, u".cursor/mcp.json"_s,
                                u".gemini/settings.json"_s, u".codex/config.toml"_s, u".zed/settings.json"_s,
                                u"opencode.json"_s, u"opencode.jsonc"_s, u".devcontainer/devcontainer.json"_s}) {
        const ConfigPlace place{path, folder + u'/' + path};
        if (std::ranges::find(places, place.path, &ConfigPlace::path) == places.end())
            places << place;
    }
    return places;
}

QList<ConfigPlace> ConfigPlace::existing(const QString &home, const QString &folder, const QString &configFolder)
{
    QList<ConfigPlace> places = all(home, folder, configFolder);
    places.removeIf([](const ConfigPlace &place) { return !QFileInfo(place.path).isFile(); });
    return places;
}

QList<ConfigPlace> ConfigPlace::ofUser()
{
    return existing(QDir::homePath(), QDir::currentPath(), qEnvironmentVariable("XDG_CONFIG_HOME"));
}

QString ConfigPlace::plainName(const QString &name)
{
    static const QRegularExpression others(u"[^a-z0-9]+"_s);
    return name.toLower().remove(others);
}

} // namespace Pullcord
