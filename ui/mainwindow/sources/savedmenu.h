// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

namespace Pullcord {

class Settings;
struct ServerTarget;

/// Menu of saved servers by group; filled when the parent menu opens.
class SavedMenu final : public QMenu
{
    Q_OBJECT

public:
    SavedMenu(const Settings &settings, QMenu &menu);
    ~SavedMenu() override;

signals:
    void serverChosen(const Pullcord::ServerTarget &target);

private:
    void fill();

    const Settings &m_settings;
};

} // namespace Pullcord
