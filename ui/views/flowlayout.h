// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace Pullcord {

/// Widgets one after the other, as words on lines: what has no room any more begins a line of its own.
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
    /// All on one line.
    [[nodiscard]] QSize sizeHint() const override;
    /// Each on its own.
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    /// Gives the height of all.
    int layOut(const QRect &rect, bool places) const;
    [[nodiscard]] QSize margins() const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace Pullcord
