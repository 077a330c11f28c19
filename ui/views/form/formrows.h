// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace Pullcord {

/// The rows of a form: labels in a column of their own with the fields beside them, a label above its field where both do not
/// fit, and fields without one over the whole width. Each row is as high as its field needs to be for the width that it has, and
/// what is added to one moves those below and no other.
///
/// Not a QFormLayout: that keeps heights of one width for another and takes what is missing from other rows.
class FormRows final : public QLayout
{
    Q_OBJECT

public:
    FormRows();
    ~FormRows() override;

    /// `label` may be null: then the field has the whole width.
    void addRow(QWidget *label, QWidget *field);
    /// Takes both from the layout; they are hidden, and deleted a little later: one of them may be at work.
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
        std::unique_ptr<QLayoutItem> label; ///< null for a whole row, and where it was taken
        std::unique_ptr<QLayoutItem> field;

        [[nodiscard]] bool isShown() const { return field && !field->isEmpty(); }
    };
    [[nodiscard]] int labelWidth(int width) const;
    int layOut(const QRect &rect, bool places) const;
    [[nodiscard]] QSize sum(QSize (QLayoutItem::*size)() const) const;

    std::vector<Row> m_rows;
    mutable int m_knownWidth = -1;
    mutable int m_knownHeight = 0; ///< for that width
};

} // namespace Pullcord
