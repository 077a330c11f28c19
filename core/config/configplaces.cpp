// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/configplaces.h"

#include <QDir>
#include <QFileInfo>

namespace Pullcord {
using namespace Qt::StringLiterals;

QList<ConfigPlace> ConfigPlace::existing(const QString &home, const QString &folder, const QString &configFolder)
{
    // The XDG specification ignores relative paths.
    const QString config = QDir::isAbsolutePath(configFolder) ? configFolder : home + u"/.config"_s;
    QList<ConfigPlace> places{
        {u"Claude Desktop"_s, config + u"/Claude/claude_desktop_config.json"_s},
        {u"Claude Code"_s, home + u"/.claude.json"_s},
        {u"Cursor"_s, home + u"/.cursor/mcp.json"_s},
        {u"VS Code"_s, config + u"/Code/User/mcp.json"_s},
        {u"Windsurf"_s, home + u"/.codeium/windsurf/mcp_config.json"_s},
        {u".mcp.json"_s, folder + u"/.mcp.json"_s},
        {u".vscode/mcp.json"_s, folder + u"/.vscode/mcp.json"_s},
        {u".cursor/mcp.json"_s, folder + u"/.cursor/mcp.json"_s},
    };
    if (folder == home)
        places.removeLast(); // it is in the list already
    places.removeIf([](const ConfigPlace &place) { return !QFileInfo(place.path).isFile(); });
    return places;
}

} // namespace Pullcord
