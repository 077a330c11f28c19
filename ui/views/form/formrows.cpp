// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/formrows.h"

#include <QWidget>

#include <algorithm>

namespace Pullcord {

namespace {

constexpr int BesideLabel = 6;
constexpr int LabelShare = 40; ///< maximum width of the labels, in percent

int heightOf(const QLayoutItem &item, int width)
{
    const int least = item.minimumSize().height();
    return qMax(least, item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height());
}

} // namespace

FormRows::FormRows()
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(BesideLabel);
}

FormRows::~FormRows() = default;

void FormRows::addRow(QWidget *label, QWidget *field)
{
    Row row;
    if (label) {
        addChildWidget(label);
        row.label = std::make_unique<QWidgetItemV2>(label);
    }
    addChildWidget(field);
    row.field = std::make_unique<QWidgetItemV2>(field);
    m_rows.push_back(std::move(row));
    invalidate();
}

void FormRows::retire(QWidget *field)
{
    const auto row =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &each) { return each.field->widget() == field; });
    if (row == m_rows.end())
        return;
    for (const std::unique_ptr<QLayoutItem> &item : {std::cref(row->label), std::cref(row->field)}) {
        if (!item)
            continue;
        item->widget()->hide();
        item->widget()->deleteLater();
    }
    m_rows.erase(row);
    invalidate();
}

void FormRows::addItem(QLayoutItem *item)
{
    Row row;
    row.field.reset(item);
    m_rows.push_back(std::move(row));
    invalidate();
}

int FormRows::count() const
{
    int count = 0;
    for (const Row &row : m_rows)
        count += row.label ? 2 : 1;
    return count;
}

QLayoutItem *FormRows::itemAt(int index) const
{
    for (const Row &row : m_rows) {
        for (const QLayoutItem *item : {row.label.get(), row.field.get()}) {
            if (item && index-- == 0)
                return const_cast<QLayoutItem *>(item);
        }
    }
    return nullptr;
}

QLayoutItem *FormRows::takeAt(int index)
{
    for (auto row = m_rows.begin(); row != m_rows.end(); ++row) {
        if (row->label && index-- == 0)
            return row->label.release();
        if (index-- == 0) {
            QLayoutItem *item = row->field.release();
            m_rows.erase(row);
            return item;
        }
    }
    return nullptr;
}

/// Returns the width of the label column: the widest label that leaves enough room for the fields.
int FormRows::labelWidth(int width) const
{
    const int most = width * LabelShare / 100;
    int widest = 0;
    for (const Row &row : m_rows) {
        const int wanted = row.label && row.isShown() ? row.label->sizeHint().width() : 0;
        if (wanted <= most)
            widest = qMax(widest, wanted);
    }
    return widest;
}

/// Returns the total height; moves the widgets if `places`.
int FormRows::layOut(const QRect &rect, bool places) const
{
    const int beside = labelWidth(rect.width());
    const int left = rect.left() + (beside > 0 ? beside + BesideLabel : 0);
    const int least = rect.right() + 1 - left;
    int y = rect.top();
    for (const Row &row : m_rows) {
        if (!row.isShown())
            continue;
        QRect field(rect.left(), y, rect.width(), 0);
        if (row.label) {
            const QSize label = row.label->sizeHint();
            const bool fits = label.width() <= beside && row.field->minimumSize().width() <= least;
            if (fits)
                field.setLeft(left);
            else
                field.moveTop(y + label.height() + 2);
            // Aligned with the first line of the field, which may have several.
            const int lineHeight = qMin(label.height() * 7 / 4, heightOf(*row.field, field.width()));
            const int labelHeight = fits ? qMax(label.height(), lineHeight) : label.height();
            if (places)
                row.label->setGeometry({rect.left(), y, fits ? beside : rect.width(), labelHeight});
        }
        field.setHeight(heightOf(*row.field, field.width()));
        if (places)
            row.field->setGeometry(field);
        y = field.bottom() + 1 + spacing();
    }
    return qMax(0, y - spacing() - rect.top());
}

int FormRows::heightForWidth(int width) const
{
    if (width != m_knownWidth) {
        m_knownHeight = layOut({0, 0, width, 0}, false);
        m_knownWidth = width;
    }
    return m_knownHeight;
}

/// Adds up a size of all rows, as if every label stood beside its field.
QSize FormRows::sum(QSize (QLayoutItem::*size)() const) const
{
    QSize whole;
    int labels = 0;
    for (const Row &row : m_rows) {
        if (!row.isShown())
            continue;
        const QSize field = ((*row.field).*size)();
        const QSize label = row.label ? ((*row.label).*size)() : QSize(0, 0);
        labels = qMax(labels, label.width());
        whole.setWidth(qMax(whole.width(), field.width()));
        whole.rheight() += qMax(field.height(), label.height()) + (whole.height() > 0 ? spacing() : 0);
    }
    return whole + QSize(labels > 0 ? labels + BesideLabel : 0, 0);
}

QSize FormRows::sizeHint() const
{
    return sum(&QLayoutItem::sizeHint);
}

QSize FormRows::minimumSize() const
{
    QSize least;
    for (const Row &row : m_rows) {
        if (row.isShown())
            least = least.expandedTo(row.field->minimumSize());
    }
    return {least.width(), sum(&QLayoutItem::minimumSize).height()};
}

void FormRows::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    layOut(rect, true);
}

void FormRows::invalidate()
{
    m_knownWidth = -1;
    QLayout::invalidate();
}

} // namespace Pullcord
