// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/content/servericons.h"

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace Pullcord {

/// Paints the rows of a CatalogModel: sections with an icon and in bold, items with the icon that the server offers for
/// them, and dimmed behind each text what it adds.
class CatalogDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// Paints for `view`, and has it painted again when icons have come.
    explicit CatalogDelegate(QAbstractItemView *view);
    ~CatalogDelegate() override;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    mutable ServerIcons m_icons; ///< asked for when they are first painted
};

} // namespace Pullcord
