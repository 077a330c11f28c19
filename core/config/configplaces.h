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

    /// Returns the places at which a file exists. `home` is the home folder, `folder` the working directory,
    /// `configFolder` the folder of configurations ($XDG_CONFIG_HOME; if empty, ~/.config). Opens no file.
    [[nodiscard]] static QList<ConfigPlace> existing(const QString &home, const QString &folder,
                                                     const QString &configFolder = {});
};

} // namespace Pullcord
