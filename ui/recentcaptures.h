// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace Pullcord {

class Settings;

/// A capture that is offered to be opened.
struct RecentCapture
{
    QString path;
    QString text; ///< for people: the time and the title of a kept session, else the file's name

    /// What was opened last, and the latest of the sessions kept in the folder: what was written or opened last is first.
    [[nodiscard]] static QList<RecentCapture> all(const Settings &settings, const QString &sessionsFolder);
};

} // namespace Pullcord
