// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/tableheader.h"

#include "ui/views/style/theme.h"

#include <QPainter>
#include <QStyleOptionHeader>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Adds blanks, since the margin of a style is the same for all headers.
QString spaced(const QString &title)
{
    return u" %1 "_s.arg(title);
}

constexpr int LineBelow = 2; ///< height of the line under the rows below

} // namespace

TableHeader::TableHeader(QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
}

TableHeader::~TableHeader() = default;

int TableHeader::widthFor(const QString &title) const
{
    const int margin = style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, this);
    return fontMetrics().horizontalAdvance(spaced(title)) + 3 * margin; // two at the sides, one for the separator
}

int TableHeader::markRoom() const
{
    const MarkPlace place = markPlace();
    return place.besideTitle + place.blanks * blankWidth();
}

/// Measures the arrow. Some styles paint it over the end of the title's rectangle.
TableHeader::MarkPlace TableHeader::markPlace() const
{
    QStyleOptionHeader option;
    option.initFrom(this);
    option.rect.setHeight(height() - heightBelow()); // the titles alone
    option.orientation = Qt::Horizontal;
    option.state |= QStyle::State_Horizontal;
    const int whole = style()->subElementRect(QStyle::SE_HeaderLabel, &option, this).right();
    option.sortIndicator = QStyleOptionHeader::SortDown;
    const int label = style()->subElementRect(QStyle::SE_HeaderLabel, &option, this).right();
    const int arrow = style()->subElementRect(QStyle::SE_HeaderArrow, &option, this).left();
    const int blank = blankWidth();
    return {whole - label, (qMax(0, label + 1 - arrow) + blank - 1) / blank};
}

int TableHeader::blankWidth() const
{
    return qMax(1, fontMetrics().horizontalAdvance(QChar(0xa0)));
}

void TableHeader::setRowsBelow(QWidget *rows)
{
    m_below = rows;
    rows->setParent(this);
    fitRowsBelow();
}

void TableHeader::fitRowsBelow()
{
    if (!m_below)
        return;
    m_below->setGeometry(0, height() - heightBelow(), width(), m_below->height());
    updateGeometry();
    emit geometriesChanged(); // makes the table update its viewport margins
}

int TableHeader::heightBelow() const
{
    return m_below && !m_below->isHidden() ? m_below->height() + LineBelow : 0;
}

QSize TableHeader::sizeHint() const
{
    const QSize titles = QHeaderView::sizeHint();
    return {titles.width(), titles.height() + heightBelow()};
}

void TableHeader::resizeEvent(QResizeEvent *event)
{
    QHeaderView::resizeEvent(event);
    if (m_below)
        m_below->setGeometry(0, height() - heightBelow(), width(), m_below->height());
}

void TableHeader::paintEvent(QPaintEvent *event)
{
    QHeaderView::paintEvent(event);
    if (heightBelow() == 0)
        return;
    QPainter painter(viewport());
    painter.fillRect(0, height() - LineBelow, width(), LineBelow, Theme::of(palette()).line);
}

void TableHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    const QRect title = rect.adjusted(0, 0, 0, -heightBelow());
    painter->save(); // QHeaderView changes the painter
    QHeaderView::paintSection(painter, title, logicalIndex);
    painter->restore();
    const QList<std::pair<QRect, QString>> scale = labels(logicalIndex, title);
    if (scale.isEmpty())
        return;
    painter->save();
    painter->setPen(Theme::of(palette()).dim);
    for (const auto &[place, text] : scale)
        painter->drawText(place, Qt::AlignCenter, text);
    painter->restore();
}

void TableHeader::setScale(int section, const HeaderScale &scale)
{
    m_scales[section] = scale;
    viewport()->update();
}

QList<std::pair<QRect, QString>> TableHeader::labels(int section, const QRect &place) const
{
    const auto scale = m_scales.find(section);
    if (scale == m_scales.end())
        return {};
    const QString title = model()->headerData(section, Qt::Horizontal).toString();
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    const int end = place.right() - (isSorted ? markRoom() : 0);
    int from = place.left() + widthFor(title);
    QList<std::pair<QRect, QString>> labels;
    for (const HeaderScale::Tick &tick : scale->second.ticks) {
        const int width = fontMetrics().horizontalAdvance(tick.label);
        const QRect label(HeaderScale::position(place, tick.at) - width / 2, place.top(), width, place.height());
        if (label.left() < from || label.right() > end)
            continue;
        labels.append({label, tick.label});
        from = label.right() + fontMetrics().horizontalAdvance(u' ');
    }
    return labels;
}

QSize TableHeader::sectionSizeFromContents(int logicalIndex) const
{
    QSize size = QHeaderView::sectionSizeFromContents(logicalIndex);
    if (!model())
        return size;
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == logicalIndex;
    const QString title = model()->headerData(logicalIndex, orientation()).toString();
    size.setWidth(widthFor(title) + (isSorted ? markRoom() : 0));
    return size;
}

void TableHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    option->text = spaced(option->text);
    if (!isSortIndicatorShown() || sortIndicatorSection() != logicalIndex)
        return;
    const int room = sectionSize(logicalIndex) - 3 * style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, this);
    option->text = fontMetrics().elidedText(option->text, Qt::ElideRight, room - markRoom());
    if (option->textAlignment.testFlag(Qt::AlignRight))
        option->text += QString(markPlace().blanks, QChar(0xa0));
}

} // namespace Pullcord
