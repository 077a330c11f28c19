// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/savedmenu.h"

#include "ui/models/untrustedtext.h"
#include "ui/settings.h"
#include "ui/views/style/icons.h"

namespace Pullcord {
using namespace Qt::StringLiterals;

SavedMenu::SavedMenu(const Settings &settings, QMenu &menu)
    : QMenu(tr("Sa&ved Servers"), &menu)
    , m_settings(settings)
{
    setObjectName(u"savedServersMenu"_s);
    menu.addMenu(this);
    connect(&menu, &QMenu::aboutToShow, this, &SavedMenu::fill);
}

SavedMenu::~SavedMenu() = default;

void SavedMenu::fill()
{
    clear();
    const ServerList saved = m_settings.savedServers();
    QString group;
    for (const ServerTarget &server : saved.servers()) {
        // Ampersands in names are literal.
        if (server.group != group)
            addSection(Texts::noMnemonic(group = server.group));
        QAction *action = addAction(Icons::icon(server.isHttp() ? "plug" : "terminal"), Texts::noMnemonic(server.name));
        action->setToolTip(Texts::toolTip(server.shownAddress()));
        connect(action, &QAction::triggered, this, [this, server] { emit serverChosen(server); });
    }
    setEnabled(!saved.isEmpty());
}

} // namespace Pullcord
