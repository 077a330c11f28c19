// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

namespace Pullcord {

class Settings;

/// Menu of recent and kept captures; filled when the parent menu opens.
class RecentMenu final : public QMenu
{
    Q_OBJECT

public:
    RecentMenu(const Settings &settings, const QString &sessionsFolder, QMenu &menu);
    ~RecentMenu() override;

signals:
    void captureChosen(const QString &path);

private:
    void fill();

    const Settings &m_settings;
    QString m_sessionsFolder;
};

} // namespace Pullcord
