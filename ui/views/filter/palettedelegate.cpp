// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/filter/palettedelegate.h"

#include "ui/models/filter/palettemodel.h"
#include "ui/views/style/contrast.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"

#include <QApplication>
#include <QPainter>

namespace Pullcord {

namespace {

const char *iconOf(PaletteEntry::Kind kind)
{
    switch (kind) {
    case PaletteEntry::Kind::Command:
        return "chevron-right";
    case PaletteEntry::Kind::Tool:
        return "wrench";
    case PaletteEntry::Kind::Prompt:
        return "message-square";
    case PaletteEntry::Kind::Resource:
        return "file-text";
    case PaletteEntry::Kind::Server:
        return "plug";
    case PaletteEntry::Kind::Capture:
        return "history";
    case PaletteEntry::Kind::Tab:
        return "arrow-right";
    case PaletteEntry::Kind::Page:
        break;
    }
    return "book-open";
}

/// Paints runs of the same font; returns the right end.
int paintText(QPainter &painter, const QRect &room, const QString &text, const QList<qsizetype> &places)
{
    const QFont usual = painter.font();
    QFont bold = usual;
    bold.setBold(true);
    int left = room.left();
    for (qsizetype at = 0; at < text.size() && left < room.right();) {
        const bool isTyped = places.contains(at);
        qsizetype end = at + 1;
        while (end < text.size() && places.contains(end) == isTyped)
            ++end;
        painter.setFont(isTyped ? bold : usual);
        const QRect rest(left, room.top(), room.right() - left, room.height());
        const QString piece = painter.fontMetrics().elidedText(text.mid(at, end - at), Qt::ElideRight, rest.width());
        painter.drawText(rest, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, piece);
        left += painter.fontMetrics().horizontalAdvance(piece);
        at = end;
    }
    painter.setFont(usual);
    return left;
}

} // namespace

void PaletteDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    item.text.clear();
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    const bool isEnabled = index.data(PaletteModel::EnabledRole).toBool();
    const bool isSelected = item.state.testFlag(QStyle::State_Selected);
    const auto group = isEnabled || isSelected ? QPalette::Active : QPalette::Disabled;
    constexpr double OfWhatCannotBe = 0.65;
    const QColor whole = item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QColor color = isEnabled || !isSelected
                             ? whole
                             : Contrast::over(whole, item.palette.color(group, QPalette::Highlight), OfWhatCannotBe);
    const QColor dim = isSelected ? whole : Theme::of(item.palette).dim;
    const int space = letterWidth(item.fontMetrics);
    const int size = item.fontMetrics.height();
    QRect room = item.rect.adjusted(space, 0, -space, 0);
    painter->save();
    painter->setFont(item.font);
    const auto kind = index.data(PaletteModel::KindRole).value<PaletteEntry::Kind>();
    painter->drawPixmap(
        room.left(), room.center().y() - size / 2 + 1,
        Icons::pixmap(iconOf(kind), isEnabled ? color : dim, size, painter->device()->devicePixelRatio()));
    room.setLeft(room.left() + size + space);
    painter->setPen(dim);
    const QString shortcut = index.data(PaletteModel::ShortcutRole).toString();
    painter->drawText(room, int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine, shortcut);
    if (!shortcut.isEmpty())
        room.setRight(room.right() - item.fontMetrics.horizontalAdvance(shortcut) - 2 * space);
    painter->setPen(color);
    room.setLeft(2 * space + paintText(*painter, room, index.data().toString(),
                                       index.data(PaletteModel::PlacesRole).value<QList<qsizetype>>()));
    const QString whyNot = index.data(PaletteModel::WhyNotRole).toString();
    const QString where = isEnabled || whyNot.isEmpty() ? index.data(PaletteModel::WhereRole).toString() : whyNot;
    painter->setPen(dim);
    if (room.width() > 4 * space)
        painter->drawText(room, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                          item.fontMetrics.elidedText(where, Qt::ElideMiddle, room.width()));
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {0, rowHeight(option.fontMetrics) + 2};
}

} // namespace Pullcord
