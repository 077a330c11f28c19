// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/hostlogmenu.h"

#include "core/capture/formatting.h"
#include "ui/models/untrustedtext.h"

#include <QFileInfo>
#include <QLocale>

namespace Pullcord {
using namespace Qt::StringLiterals;

HostLogMenu::HostLogMenu(QMenu &menu, HostLog::Folders folders)
    : QMenu(tr("Open Host Lo&g"), &menu)
    , m_folders(std::move(folders))
{
    setObjectName(u"hostLogMenu"_s);
    setToolTipsVisible(true);
    menu.addMenu(this);
    connect(&menu, &QMenu::aboutToShow, this, &HostLogMenu::fill);
}

HostLogMenu::~HostLogMenu() = default;

void HostLogMenu::fill()
{
    clear();
    const QList<HostLog> logs = HostLog::existing(m_folders).mid(0, MostShown);
    for (const HostLog &log : logs) {
        const QString name = log.server.isEmpty() ? QFileInfo(log.path).fileName() : log.server;
        const QString written = QLocale().toString(log.changed, QLocale::ShortFormat);
        const QString text = tr("%1: %2 (%3)", "host, server, time").arg(log.tool, Formatting::visible(name), written);
        QAction *action = addAction(Texts::noMnemonic(text));
        action->setToolTip(Texts::toolTip(log.path));
        connect(action, &QAction::triggered, this, [this, path = log.path] { emit logChosen(path); });
    }
    setEnabled(!logs.isEmpty());
}

} // namespace Pullcord
