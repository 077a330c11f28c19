// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/catalogdelegate.h"

#include "ui/models/catalog/catalogmodel.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>

namespace Pullcord {

namespace {

constexpr int LeastDetail = 10; ///< in average characters

const char *iconOf(CatalogList::Kind kind)
{
    switch (kind) {
    case CatalogList::Kind::Tools:
        return "wrench";
    case CatalogList::Kind::Prompts:
        return "message-square";
    case CatalogList::Kind::Resources:
        return "file-text";
    case CatalogList::Kind::ResourceTemplates:
        break;
    }
    return "copy";
}

} // namespace

CatalogDelegate::CatalogDelegate(QAbstractItemView *view)
    : QStyledItemDelegate(view)
{
    connect(&m_icons, &ServerIcons::arrived, view->viewport(), qOverload<>(&QWidget::update));
}

CatalogDelegate::~CatalogDelegate() = default;

void CatalogDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const bool isSection = index.data(CatalogModel::SectionRole).toBool();
    const QVariant offered = index.data(CatalogModel::IconsRole);
    const bool isExcluded = !index.data(CatalogModel::ExcludedRole).toString().isEmpty();
    const bool hasProblem = isExcluded || !index.data(CatalogModel::ProblemRole).toString().isEmpty();
    if (isExcluded)
        option->palette.setColor(QPalette::Text, Theme::of(option->palette).dim);
    const bool hasIcon = isSection || offered.isValid() || hasProblem;
    if (!hasIcon && !index.data(CatalogModel::AlignRole).toBool())
        return;
    if (!hasIcon)
        option->icon = {}; // keeps the space, so that names are aligned
    else if (hasProblem)
        option->icon = Icons::icon("triangle-alert");
    else
        option->icon = m_icons.icon(offered.value<QList<Icon>>(), option->palette);
    if (hasIcon && option->icon.isNull())
        option->icon = Icons::icon(iconOf(index.data(CatalogModel::KindRole).value<CatalogList::Kind>()));
    if (isSection)
        option->font.setBold(true);
    option->fontMetrics = QFontMetrics(option->font);
    option->features |= QStyleOptionViewItem::HasDecoration;
    const int size = option->fontMetrics.height();
    option->decorationSize = {size, size};
}

void CatalogDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QString detail = index.data(CatalogModel::DetailRole).toString();
    if (detail.isEmpty())
        return;
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    const int space = 2 * letterWidth(option.fontMetrics);
    QRect place = style->subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget);
    place.setRight(option.rect.right() - space / 2);
    place.setLeft(place.left() + item.fontMetrics.horizontalAdvance(item.text) + space);
    const bool fits = option.fontMetrics.horizontalAdvance(detail) <= place.width();
    if (!fits && place.width() < LeastDetail * letterWidth(option.fontMetrics))
        return; // too little room for a readable part
    const bool isSelected = item.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setFont(option.font);
    painter->setPen(isSelected ? option.palette.color(QPalette::HighlightedText) : Theme::of(option.palette).dim);
    painter->drawText(place, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(detail, Qt::ElideMiddle, place.width()));
    painter->restore();
}

QSize CatalogDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize usual = QStyledItemDelegate::sizeHint(option, index);
    return {usual.width(), qMax(usual.height(), ListDelegate::rowHeight(option.fontMetrics))};
}

} // namespace Pullcord
