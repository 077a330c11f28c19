// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tabs/tabcorner.h"

#include <QHBoxLayout>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>

namespace Pullcord {

TabCorner::TabCorner(QTabWidget *tabs)
    : QWidget(tabs)
    , m_tabs(tabs)
{
    (new QHBoxLayout(this))->setContentsMargins(0, 0, 0, 0);
}

TabCorner::~TabCorner() = default;

/// Returns what the tabs leave. The tab widget serves its corner first, and asks on every resize.
QSize TabCorner::sizeHint() const
{
    const QSize wanted = QWidget::sizeHint();
    const int left = m_tabs->width() - m_tabs->tabBar()->sizeHint().width();
    return {std::max(std::min(wanted.width(), left), minimumSizeHint().width()), wanted.height()};
}

} // namespace Pullcord
