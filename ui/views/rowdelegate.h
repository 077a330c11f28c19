// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/visibletextdelegate.h"

#include <QCache>
#include <QFont>

namespace Pullcord {

/// Paints a row of a log table: an icon with text, grey for what ended early, struck out for what came late.
/// Subclasses say which of that a cell is. Colours come from the palette and the Theme, sizes from the font.
class RowDelegate : public VisibleTextDelegate
{
    Q_OBJECT

public:
    using VisibleTextDelegate::VisibleTextDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// As wide as what is painted.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    struct Look
    {
        const char *icon = nullptr;
        QColor iconColor;
        QColor text; ///< invalid: the palette's
        bool struck = false;
        bool monospace = false;
        Qt::TextElideMode elide = Qt::ElideRight;
        int indent = 0; ///< in steps
    };
    [[nodiscard]] virtual Look look(const QModelIndex &index, const QPalette &palette) const = 0;
    /// Where what was found, pin, colour and note stand before the text, or in the next column that is shown; -1: nowhere.
    [[nodiscard]] virtual int markColumn() const { return -1; }

    /// What is painted of a text where there is so much room for it, beside all else in the cell.
    [[nodiscard]] virtual QString fitted(const QString &text, const QFont &font, Qt::TextElideMode elide, int room,
                                         const QModelIndex &index) const;
    /// QFontMetrics::elidedText(), which lays the whole text out; what it gave is kept.
    [[nodiscard]] QString elided(const QString &text, const QFont &font, Qt::TextElideMode mode, int room) const;

    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

    /// Room for a mark to unfold a row by.
    [[nodiscard]] static int indentStep(const QFontMetrics &metrics);
    /// The background with selection, hover and alternation, without the text.
    static void paintBackground(QPainter *painter, const QStyleOptionViewItem &option);
    [[nodiscard]] static QColor textColor(const QStyleOptionViewItem &option);

private:
    struct Fit
    {
        QString text;
        QFont font;
        Qt::TextElideMode mode;
        int room;
        friend bool operator==(const Fit &, const Fit &) = default;
        friend size_t qHash(const Fit &fit, size_t seed) { return qHashMulti(seed, fit.text, fit.mode, fit.room); }
    };
    static constexpr int MostKept = 1 << 20; ///< characters

    [[nodiscard]] bool tellsMarks(const QStyleOptionViewItem &item, const QModelIndex &index) const;
    [[nodiscard]] static int markCount(const QModelIndex &index);
    /// Gives how wide they are.
    static int paintMarks(QPainter *painter, const QStyleOptionViewItem &item, const QRect &place,
                          const QModelIndex &index);

    mutable QCache<Fit, QString> m_fits{MostKept};
};

} // namespace Pullcord
