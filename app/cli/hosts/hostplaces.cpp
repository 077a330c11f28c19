// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/hosts/hostplaces.h"

#include "app/cli/optionvalues.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::HostPlaces {

QString idOf(const ConfigPlace &place)
{
    return place.tool.toLower().replace(u' ', u'-');
}

Result<ConfigPlace> find(const QString &word)
{
    const QList<ConfigPlace> all =
        ConfigPlace::all(QDir::homePath(), QDir::currentPath(), qEnvironmentVariable("XDG_CONFIG_HOME"));
    const auto isCalled = [&word](const ConfigPlace &place) {
        return ConfigPlace::plainName(place.tool) == ConfigPlace::plainName(word);
    };
    const bool isFolder = QFileInfo(word).isDir(); // it may have the name of a host
    if (QFileInfo::exists(word) && !(isFolder && std::ranges::any_of(all, isCalled))) {
        const QString path = QFileInfo(word).absoluteFilePath();
        const auto known = std::ranges::find(all, path, &ConfigPlace::path);
        return known == all.end() ? ConfigPlace{QFileInfo(word).fileName(), path} : *known;
    }
    QStringList paths;
    QStringList names;
    ConfigPlace found;
    for (const ConfigPlace &place : all) {
        names << idOf(place);
        if (!isCalled(place))
            continue;
        paths << place.path;
        if (QFileInfo(place.path).isFile() && !found.path.isEmpty())
            return usage(
                u"%1 has several files; name one of them: %2 and %3"_s.arg(place.tool, found.path, place.path));
        if (QFileInfo(place.path).isFile())
            found = place;
    }
    if (!found.path.isEmpty())
        return found;
    if (!paths.isEmpty())
        return usage(u"%1: there is no %2"_s.arg(word, paths.join(u" or "_s)));
    return usage(u"\"%1\" is neither a host nor a file; hosts lists them."_s.arg(word) + suggestion(word, names));
}

} // namespace Pullcord::HostPlaces
