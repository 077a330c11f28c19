// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace Pullcord {

/// Layout of a form: labels in one column, fields beside them. A label that leaves too little room is above its
/// field; fields without a label take the full width. Rows have the height that their field needs at its width. A
/// change in one row moves only the rows below.
///
/// Replaces QFormLayout, which reuses heights of other widths and takes missing room from other rows.
class FormRows final : public QLayout
{
    Q_OBJECT

public:
    FormRows();
    ~FormRows() override;

    /// Without a label, the field takes the full width.
    void addRow(QWidget *label, QWidget *field);
    /// Removes both widgets from the layout, hides them, and deletes them later, since one may be emitting.
    void retire(QWidget *field);

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;
    void invalidate() override;

private:
    struct Row
    {
        std::unique_ptr<QLayoutItem> label; ///< null for a full-width row, or after takeAt()
        std::unique_ptr<QLayoutItem> field;

        [[nodiscard]] bool isShown() const { return field && !field->isEmpty(); }
    };
    [[nodiscard]] int labelWidth(int width) const;
    int layOut(const QRect &rect, bool places) const;
    [[nodiscard]] QSize sum(QSize (QLayoutItem::*size)() const) const;

    std::vector<Row> m_rows;
    mutable int m_knownWidth = -1;
    mutable int m_knownHeight = 0; ///< for m_knownWidth
};

} // namespace Pullcord
