// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace Pullcord {

/// Where another tool keeps its servers.
struct ConfigPlace
{
    QString tool; ///< its name, which is nobody's to translate
    QString path; ///< absolute

    /// Those whose file is there, by `home`, by the folder that the program was started in, and by that of
    /// configurations ($XDG_CONFIG_HOME; without one, ~/.config). None is opened.
    [[nodiscard]] static QList<ConfigPlace> existing(const QString &home, const QString &folder,
                                                     const QString &configFolder = {});
};

} // namespace Pullcord
