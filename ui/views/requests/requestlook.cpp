// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/requestlook.h"

#include "ui/models/requests/requestmodelroles.h"

#include <QFontMetrics>
#include <QPainter>

namespace Pullcord {
using namespace RequestTable;

StateLook lookOfRequest(const std::function<QVariant(int role)> &dataOf, const Theme &theme)
{
    switch (Sign(dataOf(SignRole).toInt())) {
    case Sign::Waiting:
        return {"bell", theme.warning};
    case Sign::NotSupported:
        return {"info", theme.dim};
    case Sign::Asked:
        return {"circle-question-mark", theme.active};
    case Sign::Flawed:
        return {"triangle-alert", theme.warning};
    case Sign::None:
        break;
    }
    return lookOf(RequestState(dataOf(LookRole).toInt()), dataOf(ToolErrorRole).toBool(), theme);
}

void paintFoldMark(QPainter &painter, const QPointF &middle, const QFontMetrics &metrics, const QColor &color,
                   bool isUnfolded)
{
    const double size = metrics.height() / 4.0; // half of the width
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(middle);
    if (isUnfolded)
        painter.rotate(90);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({{-size / 2, -size}, {size / 2, 0}, {-size / 2, size}}));
    painter.restore();
}

} // namespace Pullcord
