// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabWidget>

namespace Pullcord {

/// Tab widget with narrow tabs. Titles are never elided: if there is no room for all, arrows scroll to the others.
class TightTabs final : public QTabWidget
{
    Q_OBJECT

public:
    explicit TightTabs(QWidget *parent = nullptr);
    ~TightTabs() override;

    /// Makes the tabs of another bar as narrow.
    static void tighten(QTabBar &bar);

    /// Returns the width at which all tabs fit, including hidden ones.
    [[nodiscard]] int roomForAll() const;

private:
    class Bar;
    Bar *m_bar;
};

} // namespace Pullcord
