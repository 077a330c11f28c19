// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/filtercommands.h"

#include "ui/actions.h"
#include "ui/settings.h"
#include "ui/views/filter/filterbar.h"

namespace Pullcord {

FilterCommands::FilterCommands(Settings &settings, const Actions &actions, const QList<FilterBar *> &bars,
                               QObject *parent)
    : QObject(parent)
{
    rememberNoise(settings, actions);
    for (FilterBar *bar : bars) {
        connect(bar, &FilterBar::used, this, [&settings](const QString &filter) { settings.addUsedFilter(filter); });
        connect(bar, &FilterBar::keepingRequested, this,
                [&settings](const KeptFilter &kept) { settings.keepFilter(kept); });
        connect(bar, &FilterBar::forgettingRequested, this,
                [&settings](const QString &filter) { settings.forgetFilter(filter); });
        connect(bar, &FilterBar::listsWanted, this,
                [&settings, bar] { bar->setLists(settings.keptFilters(), settings.usedFilters()); });
    }
}

FilterCommands::~FilterCommands() = default;

void FilterCommands::rememberNoise(Settings &settings, const Actions &actions)
{
    const int kinds = settings.value(Settings::NoiseKinds);
    for (QAction *kind : actions.noiseKinds) {
        const int bit = kind->data().toInt();
        kind->setChecked((kinds & bit) != 0);
        connect(kind, &QAction::toggled, this, [&settings, bit](bool isNoise) {
            const int others = settings.value(Settings::NoiseKinds) & ~bit;
            settings.set(Settings::NoiseKinds, isNoise ? others | bit : others);
        });
    }
    actions.hideNoise->setChecked(settings.value(Settings::HideNoise));
    connect(actions.hideNoise, &QAction::toggled, this,
            [&settings](bool hides) { settings.set(Settings::HideNoise, hides); });
}

} // namespace Pullcord
