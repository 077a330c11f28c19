// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requestmodelroles.h"
#include "ui/views/rowdelegate.h"

#include <QPersistentModelIndex>

namespace Pullcord {

/// Paints the requests: direction and state with icon, text and colour, a progress bar, a button to cancel or answer.
class RequestDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    enum class Button : quint8 { None, Cancel, Answer };
    /// The button that the cell offers now.
    [[nodiscard]] static Button buttonOf(const QModelIndex &index);
    [[nodiscard]] static QString textOf(Button button);
    /// Where in its cell the button is; all are of one width.
    [[nodiscard]] static QRect buttonRect(const QStyleOptionViewItem &option);

    /// Where in the first cell of a row the mark is that folds and unfolds it.
    [[nodiscard]] static QRect foldRect(const QStyleOptionViewItem &option);
    using RowDelegate::indentStep;

    /// The cell whose button is under the pointer, and whether it is held down.
    void setHot(const QModelIndex &index, bool pressed);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// What can be told shorter wants no more than that.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
    /// Of a row with parts, where there is no room for what they are: how many there are.
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
