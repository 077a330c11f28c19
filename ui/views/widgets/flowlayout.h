// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace Pullcord {

/// Layout that places widgets like words in lines: one that does not fit begins a new line.
class FlowLayout final : public QLayout
{
    Q_OBJECT

public:
    explicit FlowLayout(QWidget *parent);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override { return int(m_items.size()); }
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    /// Returns the size of all widgets on one line.
    [[nodiscard]] QSize sizeHint() const override;
    /// Returns the size of the largest widget, for one widget per line.
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    /// Returns the total height; moves the widgets if `places`.
    int layOut(const QRect &rect, bool places) const;
    [[nodiscard]] QSize margins() const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace Pullcord
