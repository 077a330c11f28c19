// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/markswatch.h"

#include "ui/models/requests/marktexts.h"
#include "ui/views/style/theme.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>

namespace Pullcord::MarkSwatch {

namespace {

constexpr int Round = 3;

class Engine final : public QIconEngine
{
public:
    explicit Engine(MarkColor color)
        : m_color(color)
    {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QGuiApplication::palette();
        constexpr qreal Faint = 0.4;
        painter->save();
        painter->setOpacity(mode == QIcon::Disabled ? Faint : 1);
        const QRect box = rect.adjusted(1, 1, -1, -1);
        if (m_color == MarkColor::None) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Theme::of(palette).dim);
            painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), Round, Round);
            painter->drawLine(QLineF(box.bottomLeft(), box.topRight()));
        } else {
            MarkSwatch::paint(*painter, box, m_color, Theme::of(palette).marks[size_t(m_color)],
                              palette.color(QPalette::Base));
        }
        painter->restore();
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        return pixmap;
    }
    QIconEngine *clone() const override { return new Engine(m_color); }
    bool isNull() override { return false; }

private:
    MarkColor m_color;
};

} // namespace

void paint(QPainter &painter, const QRect &box, MarkColor color, const QColor &back, const QColor &letter)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(back);
    painter.drawRoundedRect(box, Round, Round);
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(qMax(7, box.height() * 3 / 4));
    painter.setFont(font);
    painter.setPen(letter);
    painter.drawText(box, Qt::AlignCenter, Texts::colorLetter(color));
    painter.restore();
}

QIcon icon(MarkColor color)
{
    return QIcon(new Engine(color));
}

} // namespace Pullcord::MarkSwatch
