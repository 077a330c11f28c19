// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabWidget>

namespace Pullcord {

/// Tabs that stand close together, and cut their titles where there is no room, so that each can always be seen and reached.
class TightTabs final : public QTabWidget
{
    Q_OBJECT

public:
    explicit TightTabs(QWidget *parent = nullptr);
    ~TightTabs() override;
};

} // namespace Pullcord
