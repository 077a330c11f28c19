// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/elidedlabel.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/tables/letterwidth.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace Pullcord {

QSize ElidedLabel::minimumSizeHint() const
{
    return {4 * letterWidth(fontMetrics()), PlainLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect place = contentsRect();
    painter.drawText(place, int(alignment()) | Qt::TextSingleLine,
                     fontMetrics().elidedText(Texts::inOneLine(Texts::head(text())), Qt::ElideRight, place.width()));
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), Texts::toolTip(text()), this);
        return true;
    }
    return PlainLabel::event(event);
}

} // namespace Pullcord
