// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tabcorner.h"

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

/// The tab widget gives its corner what it asks for before the tabs have theirs, and asks whenever it is resized.
QSize TabCorner::sizeHint() const
{
    const QSize wanted = QWidget::sizeHint();
    const int left = m_tabs->width() - m_tabs->tabBar()->sizeHint().width();
    return {std::max(std::min(wanted.width(), left), minimumSizeHint().width()), wanted.height()};
}

} // namespace Pullcord
