// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabWidget>

namespace Pullcord {

/// Tabs that stand close together. Their titles are never cut: where there is no room for all, arrows lead to the others.
class TightTabs final : public QTabWidget
{
    Q_OBJECT

public:
    explicit TightTabs(QWidget *parent = nullptr);
    ~TightTabs() override;

    /// Makes tabs that stand elsewhere as narrow.
    static void tighten(QTabBar &bar);

    /// The width at which all can be seen, those that are hidden now as well.
    [[nodiscard]] int roomForAll() const;

private:
    class Bar;
    Bar *m_bar;
};

} // namespace Pullcord
