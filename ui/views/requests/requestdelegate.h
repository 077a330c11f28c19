// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/requestmodelroles.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/rowdelegate.h"

#include <QPersistentModelIndex>
#include <QVariant>

#include <functional>

class QFontMetrics;
class QPainter;
class QPointF;

namespace Pullcord {

// Appearance of requests in the table and in the timeline.

/// Returns icon and color of a request's state, from its roles in the table.
[[nodiscard]] StateLook lookOfRequest(const std::function<QVariant(int role)> &dataOf, const Theme &theme);
/// Paints the mark for folding and unfolding parts, centered at `middle`.
void paintFoldMark(QPainter &painter, const QPointF &middle, const QFontMetrics &metrics, const QColor &color,
                   bool isUnfolded);

/// Paints requests: direction and state as icon, text and color, a progress bar, a button to cancel or answer.
class RequestDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    enum class Button : quint8 { None, Cancel, Answer };
    /// Returns the button of the cell.
    [[nodiscard]] static Button buttonOf(const QModelIndex &index);
    [[nodiscard]] static QString textOf(Button button);
    /// Returns the rectangle of the button; all have the same width.
    [[nodiscard]] static QRect buttonRect(const QStyleOptionViewItem &option);

    /// Returns the rectangle of the fold mark in the first cell of a row.
    [[nodiscard]] static QRect foldRect(const QStyleOptionViewItem &option);
    using RowDelegate::indentStep;

    /// Sets the cell whose button is under the mouse, and if it is pressed.
    void setHot(const QModelIndex &index, bool pressed);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
    /// For a row with parts, shortens the text to their count.
    [[nodiscard]] QString fitted(const QString &text, const QFont &font, Qt::TextElideMode elide, int room,
                                 const QModelIndex &index) const override;
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
    [[nodiscard]] int markColumn() const override { return RequestTable::Method; }

private:
    static void shorten(QStyleOptionViewItem *option, const QModelIndex &index);
    void paintProgress(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintButton(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    QPersistentModelIndex m_hot;
    bool m_pressed = false;
};

} // namespace Pullcord
