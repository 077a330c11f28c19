// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/content/servericons.h"

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace Pullcord {

/// Paints a CatalogModel: sections in bold with an icon, items with the server's icon, and dimmed details behind the
/// texts.
class CatalogDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// Repaints `view` when icons have been read.
    explicit CatalogDelegate(QAbstractItemView *view);
    ~CatalogDelegate() override;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    mutable ServerIcons m_icons; ///< read when first painted
};

} // namespace Pullcord
