// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/flowlayout.h"

#include <QWidget>

namespace Pullcord {

FlowLayout::FlowLayout(QWidget *parent)
    : QLayout(parent)
{}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[size_t(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (!itemAt(index))
        return nullptr;
    QLayoutItem *taken = m_items[size_t(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

QSize FlowLayout::margins() const
{
    const QMargins around = contentsMargins();
    return {around.left() + around.right(), around.top() + around.bottom()};
}

int FlowLayout::layOut(const QRect &rect, bool places) const
{
    const QRect inside = rect.marginsRemoved(contentsMargins());
    QPoint at = inside.topLeft();
    int lineHeight = 0;
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (at.x() > inside.left() && at.x() + size.width() > inside.right() + 1) {
            at = {inside.left(), at.y() + lineHeight + spacing()};
            lineHeight = 0;
        }
        if (places)
            item->setGeometry({at, size.boundedTo({inside.width(), size.height()})});
        at.rx() += size.width() + spacing();
        lineHeight = qMax(lineHeight, size.height());
    }
    return at.y() + lineHeight - inside.top() + margins().height();
}

int FlowLayout::heightForWidth(int width) const
{
    return layOut({0, 0, width, 0}, false);
}

QSize FlowLayout::sizeHint() const
{
    QSize whole;
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        whole = {whole.width() + size.width() + (whole.width() > 0 ? spacing() : 0),
                 qMax(whole.height(), size.height())};
    }
    return whole + margins();
}

QSize FlowLayout::minimumSize() const
{
    QSize least;
    for (const auto &item : m_items) {
        if (!item->isEmpty())
            least = least.expandedTo(item->minimumSize());
    }
    return least + margins();
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    layOut(rect, true);
}

} // namespace Pullcord
