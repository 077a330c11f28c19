// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tabs/tabbar.h"

#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
// In average characters.
constexpr int LeastShown = 12; ///< minimum of a tab among many; beyond that, the bar scrolls
constexpr int Least = 16;
constexpr int Most = 42;
} // namespace

TabBar::TabBar(QWidget *parent)
    : QTabBar(parent)
{
    setDocumentMode(true);
    setDrawBase(false); // it would end at the last tab
    setExpanding(false);
    setMovable(true);
    setElideMode(Qt::ElideMiddle); // names differ at their end, too
    setUsesScrollButtons(true);
}

TabBar::~TabBar() = default;

QSize TabBar::tabSizeHint(int index) const
{
    const QSize size = QTabBar::tabSizeHint(index);
    const int one = letterWidth(fontMetrics());
    return {qBound(Least * one, size.width(), Most * one), size.height()};
}

QSize TabBar::minimumTabSizeHint(int index) const
{
    const int least = LeastShown * letterWidth(fontMetrics()) + 2 * iconSize().width();
    const QSize size = tabSizeHint(index); // the bar takes it as the required size
    return {qMin(least, size.width()), size.height()};
}

void TabBar::tabInserted(int index)
{
    auto *close = new QToolButton(this);
    close->setObjectName(u"tabClose"_s);
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::NoFocus); // the keyboard has Close Tab
    close->setIcon(Icons::icon("x"));
    const int side = fontMetrics().height();
    close->setIconSize({side * 3 / 4, side * 3 / 4});
    close->setFixedSize(side, side);
    close->setToolTip(tr("Close Tab"));
    close->setAccessibleName(tr("Close Tab"));
    connect(close, &QToolButton::clicked, this, [this, close] {
        for (int i = 0; i < count(); ++i) {
            if (tabButton(i, RightSide) == close)
                return emit tabCloseRequested(i);
        }
    });
    setTabButton(index, RightSide, close);
    QTabBar::tabInserted(index);
}

void TabBar::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->button() == Qt::MiddleButton ? tabAt(event->position().toPoint()) : -1;
    QTabBar::mousePressEvent(event);
}

void TabBar::mouseReleaseEvent(QMouseEvent *event)
{
    QTabBar::mouseReleaseEvent(event);
    const int pressed = std::exchange(m_pressed, -1);
    if (event->button() == Qt::MiddleButton && pressed >= 0 && pressed == tabAt(event->position().toPoint()))
        emit tabCloseRequested(pressed);
}

void TabBar::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int index = byKey ? currentIndex() : tabAt(event->pos());
    if (index >= 0)
        emit menuWanted(index, byKey ? mapToGlobal(tabRect(index).bottomLeft()) : event->globalPos());
}

} // namespace Pullcord
