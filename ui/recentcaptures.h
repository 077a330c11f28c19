// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace Pullcord {

class Settings;

/// A capture offered for opening.
struct RecentCapture
{
    QString path;
    QString text; ///< label: time and title of a kept capture, else the file name

    /// Returns recently opened captures and the newest ones kept in `sessionsFolder`, newest first.
    [[nodiscard]] static QList<RecentCapture> all(const Settings &settings, const QString &sessionsFolder);
};

} // namespace Pullcord
