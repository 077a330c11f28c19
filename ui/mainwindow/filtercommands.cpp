// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/filtercommands.h"

#include "ui/settings.h"
#include "ui/views/filterbar.h"

namespace Pullcord {

FilterCommands::FilterCommands(Settings &settings, const QList<FilterBar *> &bars, QObject *parent)
    : QObject(parent)
{
    for (FilterBar *bar : bars) {
        connect(bar, &FilterBar::used, this, [&settings](const QString &filter) { settings.addUsedFilter(filter); });
        connect(bar, &FilterBar::keepingRequested, this,
                [&settings](const QString &filter) { settings.keepFilter(filter); });
        connect(bar, &FilterBar::forgettingRequested, this,
                [&settings](const QString &filter) { settings.forgetFilter(filter); });
        connect(bar, &FilterBar::listsWanted, this,
                [&settings, bar] { bar->setLists(settings.keptFilters(), settings.usedFilters()); });
    }
}

FilterCommands::~FilterCommands() = default;

} // namespace Pullcord
