// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>

namespace Pullcord {

/// The header of a log table. Its titles keep the distance from the edge that the cells keep, so that the title of a
/// column of numbers does not run into the next.
class LogHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit LogHeader(QWidget *parent = nullptr);
    ~LogHeader() override;

    /// What a title needs to be shown whole.
    [[nodiscard]] int widthFor(const QString &title) const;

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;
};

} // namespace Pullcord
