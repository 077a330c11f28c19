// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace Pullcord {

/// A configuration file of another tool on this machine. A value.
struct ConfigPlace
{
    QString tool; ///< name of the tool, not translated
    QString path; ///< absolute

    /// Returns the places where tools keep their configurations. `home` is the home folder, `folder` the working
    /// directory, `configFolder` the folder of configurations ($XDG_CONFIG_HOME; if empty, ~/.config).
    [[nodiscard]] static QList<ConfigPlace> all(const QString &home, const QString &folder,
                                                const QString &configFolder = {});
    /// Returns those of all() whose file exists. Opens no file.
    [[nodiscard]] static QList<ConfigPlace> existing(const QString &home, const QString &folder,
                                                     const QString &configFolder = {});
    /// Returns existing() for the user and the working directory of this program.
    [[nodiscard]] static QList<ConfigPlace> ofUser();

    /// Returns the letters and digits of a name, in lower case, to compare names: "claudedesktop".
    [[nodiscard]] static QString plainName(const QString &name);
};

} // namespace Pullcord
