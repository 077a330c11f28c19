// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSortFilterProxyModel>

namespace Pullcord {

/// Sorts a StatisticsModel; the total stays on top.
class StatisticsOrder final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit StatisticsOrder(QObject *parent = nullptr);
    ~StatisticsOrder() override;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
};

} // namespace Pullcord
