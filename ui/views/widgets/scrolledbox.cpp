// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/scrolledbox.h"

#include <QEvent>
#include <QScrollBar>

namespace Pullcord {

ScrolledBox::ScrolledBox(QWidget *content, QWidget *parent)
    : QScrollArea(parent)
{
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setWidget(content);
}

ScrolledBox::~ScrolledBox() = default;

QSize ScrolledBox::sizeHint() const
{
    const QSize wanted = widget()->sizeHint(); // QScrollArea limits its size hint and ignores height-for-width
    const int height = widget()->heightForWidth(wanted.width());
    return {wanted.width(), qMax(wanted.height(), height)};
}

QSize ScrolledBox::minimumSizeHint() const
{
    constexpr int FewestLines = 5;
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            FewestLines * fontMetrics().lineSpacing()};
}

/// Updates the geometry when the contents change.
bool ScrolledBox::eventFilter(QObject *object, QEvent *event)
{
    if (object == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(object, event);
}

} // namespace Pullcord
