// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tables/listdelegate.h"

#include <QCache>
#include <QFont>

namespace Pullcord {

/// Paints a row of a log table: an icon with text, gray if it ended early, struck out if late. Subclasses provide the
/// look of a cell. Colors come from palette and Theme, sizes from the font.
class RowDelegate : public VisibleTextDelegate
{
    Q_OBJECT

public:
    using VisibleTextDelegate::VisibleTextDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Returns the width of the painted contents.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    struct Look
    {
        const char *icon = nullptr;
        QColor iconColor;
        QColor text; ///< invalid: the palette's text color
        bool struck = false;
        bool monospace = false;
        Qt::TextElideMode elide = Qt::ElideRight;
        int indent = 0; ///< in steps
    };
    [[nodiscard]] virtual Look look(const QModelIndex &index, const QPalette &palette) const = 0;
    /// Returns the column with the marks (finding, pin, color, note) before its text; the next visible one if it is
    /// hidden. -1: none.
    [[nodiscard]] virtual int markColumn() const { return -1; }

    /// Returns the text to paint in the available width.
    [[nodiscard]] virtual QString fitted(const QString &text, const QFont &font, Qt::TextElideMode elide, int room,
                                         const QModelIndex &index) const;
    /// Caches QFontMetrics::elidedText(), which lays out the whole text.
    [[nodiscard]] QString elided(const QString &text, const QFont &font, Qt::TextElideMode mode, int room) const;

    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

    /// Returns the width of one step, with room for a fold mark.
    [[nodiscard]] static int indentStep(const QFontMetrics &metrics);
    /// Paints selection, hover and alternation, without the text.
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
    static constexpr int MostKept = 1 << 20; ///< in characters

    [[nodiscard]] bool showsMarks(const QStyleOptionViewItem &item, const QModelIndex &index) const;
    [[nodiscard]] static int markCount(const QModelIndex &index);
    /// Returns the painted width.
    static int paintMarks(QPainter *painter, const QStyleOptionViewItem &item, const QRect &place,
                          const QModelIndex &index);

    mutable QCache<Fit, QString> m_fits{MostKept};
};

} // namespace Pullcord
