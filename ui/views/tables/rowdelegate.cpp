// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/rowdelegate.h"

#include "ui/models/requests/markroles.h"
#include "ui/views/requests/markswatch.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QTableView>

namespace Pullcord {

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const Look cell = look(index, item.palette);
    const bool selected = item.state.testFlag(QStyle::State_Selected);
    const QString text = item.text;
    item.text.clear();
    paintBackground(painter, item);

    painter->save();
    const int space = letterWidth(item.fontMetrics) / 2 + 1;
    QRect place = item.rect.adjusted(space + cell.indent * indentStep(item.fontMetrics), 0, -space, 0);
    if (cell.icon) {
        const int size = qMin(item.fontMetrics.height(), place.height() - 2);
        const QColor color = selected ? textColor(item) : cell.iconColor;
        const QPixmap pixmap = Icons::pixmap(cell.icon, color, size, painter->device()->devicePixelRatio());
        painter->drawPixmap(place.left(), place.top() + (place.height() - size) / 2, pixmap);
        place.setLeft(place.left() + size + space);
    }
    if (showsMarks(item, index))
        place.setLeft(place.left() + paintMarks(painter, item, place, index));
    QFont font = cell.monospace ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : item.font;
    if (cell.monospace)
        font.setPointSizeF(item.font.pointSizeF());
    font.setStrikeOut(cell.struck);
    painter->setFont(font);
    painter->setPen(selected || !cell.text.isValid() ? textColor(item) : cell.text);
    painter->drawText(place, int(item.displayAlignment) | Qt::TextSingleLine,
                      fitted(text, font, cell.elide, place.width(), index));
    painter->restore();
}

QString RowDelegate::fitted(const QString &text, const QFont &font, Qt::TextElideMode elide, int room,
                            const QModelIndex &) const
{
    return elided(text, font, elide, room);
}

QString RowDelegate::elided(const QString &text, const QFont &font, Qt::TextElideMode mode, int room) const
{
    const Fit fit{text, font, mode, room};
    if (const QString *known = m_fits.object(fit))
        return *known;
    const QString shown = QFontMetrics(font).elidedText(text, mode, room);
    m_fits.insert(fit, new QString(shown), qMax(1, int(text.size())));
    return shown;
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    // Not by initStyleOption(), which reads more roles: tables measure each row that comes.
    const QFontMetrics &metrics = option.fontMetrics;
    const Look cell = look(index, option.palette);
    const int space = letterWidth(metrics) / 2 + 1;
    int width = 2 * space + cell.indent * indentStep(metrics) +
                metrics.horizontalAdvance(displayText(index.data(), option.locale));
    if (cell.icon)
        width += metrics.height() + space;
    if (showsMarks(option, index))
        width += markCount(index) * (metrics.height() + space);
    return {width + 1, ListDelegate::rowHeight(metrics)};
}

void RowDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    VisibleTextDelegate::initStyleOption(option, index);
    if (const auto color = MarkColor(index.data(RowMarks::ColorRole).toInt()); color != MarkColor::None)
        option->backgroundBrush = Theme::of(option->palette).markBack(color, option->palette);
}

int RowDelegate::paintMarks(QPainter *painter, const QStyleOptionViewItem &item, const QRect &place,
                            const QModelIndex &index)
{
    const bool selected = item.state.testFlag(QStyle::State_Selected);
    const int size = qMin(item.fontMetrics.height(), place.height() - 2);
    const int space = letterWidth(item.fontMetrics) / 2;
    int width = 0;
    const auto next = [&] {
        const QRect box(place.left() + width, place.top() + (place.height() - size) / 2, size, size);
        width += size + space;
        return box;
    };
    const auto paintIcon = [&](const char *name, const QColor &color) {
        const QPixmap pixmap = Icons::pixmap(name, color, size, painter->device()->devicePixelRatio());
        painter->drawPixmap(next().topLeft(), pixmap);
    };
    const auto severity = FindingSeverity(index.data(RowMarks::FindingRole).toInt());
    if (severity != FindingSeverity::Info) {
        const StateLook found = lookOf(severity, Theme::of(item.palette));
        paintIcon(found.icon, selected ? textColor(item) : found.color);
    }
    if (index.data(RowMarks::PinnedRole).toBool())
        paintIcon("pin", textColor(item));
    if (const auto color = MarkColor(index.data(RowMarks::ColorRole).toInt()); color != MarkColor::None) {
        painter->setFont(item.font);
        MarkSwatch::paint(*painter, next().adjusted(1, 1, -1, -1), color,
                          selected ? textColor(item) : Theme::of(item.palette).marks[size_t(color)],
                          item.palette.color(selected ? QPalette::Highlight : QPalette::Base));
    }
    if (!index.data(RowMarks::NoteRole).toString().isEmpty())
        paintIcon("sticky-note", textColor(item));
    return width;
}

bool RowDelegate::showsMarks(const QStyleOptionViewItem &item, const QModelIndex &index) const
{
    int column = markColumn();
    const auto *table = qobject_cast<const QTableView *>(item.widget);
    if (column < 0 || !table)
        return column == index.column();
    const int count = index.model()->columnCount();
    while (column < count && table->isColumnHidden(column))
        ++column;
    for (column = column < count ? column : markColumn(); column > 0 && table->isColumnHidden(column);)
        --column; // all columns to the right are hidden
    return column == index.column();
}

int RowDelegate::markCount(const QModelIndex &index)
{
    const auto is = [](bool there) { return there ? 1 : 0; };
    return is(FindingSeverity(index.data(RowMarks::FindingRole).toInt()) != FindingSeverity::Info) +
           is(index.data(RowMarks::PinnedRole).toBool()) +
           is(MarkColor(index.data(RowMarks::ColorRole).toInt()) != MarkColor::None) +
           is(!index.data(RowMarks::NoteRole).toString().isEmpty());
}

int RowDelegate::indentStep(const QFontMetrics &metrics)
{
    return metrics.height() * 4 / 5;
}

void RowDelegate::paintBackground(QPainter *painter, const QStyleOptionViewItem &option)
{
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
}

QColor RowDelegate::textColor(const QStyleOptionViewItem &option)
{
    const auto group = !option.state.testFlag(QStyle::State_Enabled) ? QPalette::Disabled
                       : option.state.testFlag(QStyle::State_Active) ? QPalette::Active
                                                                     : QPalette::Inactive;
    return option.palette.color(group, option.state.testFlag(QStyle::State_Selected) ? QPalette::HighlightedText
                                                                                     : QPalette::Text);
}

} // namespace Pullcord
