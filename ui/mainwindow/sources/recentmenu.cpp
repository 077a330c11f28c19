// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/recentmenu.h"

#include "ui/models/untrustedtext.h"
#include "ui/recentcaptures.h"
#include "ui/settings.h"

namespace Pullcord {
using namespace Qt::StringLiterals;

RecentMenu::RecentMenu(const Settings &settings, const QString &sessionsFolder, QMenu &menu)
    : QMenu(tr("&Recent Captures"), &menu)
    , m_settings(settings)
    , m_sessionsFolder(sessionsFolder)
{
    setObjectName(u"recentCapturesMenu"_s);
    menu.addMenu(this);
    connect(&menu, &QMenu::aboutToShow, this, &RecentMenu::fill);
}

RecentMenu::~RecentMenu() = default;

void RecentMenu::fill()
{
    clear();
    const QList<RecentCapture> captures = RecentCapture::all(m_settings, m_sessionsFolder);
    for (const RecentCapture &capture : captures) {
        QAction *action = addAction(Texts::noMnemonic(capture.text));
        action->setToolTip(Texts::toolTip(capture.path));
        connect(action, &QAction::triggered, this, [this, path = capture.path] { emit captureChosen(path); });
    }
    setEnabled(!captures.isEmpty());
}

} // namespace Pullcord
