// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>

namespace Pullcord {

class Actions;
class FilterBar;
class Settings;

/// Stores recent and saved filters in the settings and offers them in every filter bar. Also stores which noise is
/// hidden.
class FilterCommands final : public QObject
{
    Q_OBJECT

public:
    /// The settings must outlive it.
    FilterCommands(Settings &settings, const Actions &actions, const QList<FilterBar *> &bars,
                   QObject *parent = nullptr);
    ~FilterCommands() override;

private:
    void rememberNoise(Settings &settings, const Actions &actions);
};

} // namespace Pullcord
