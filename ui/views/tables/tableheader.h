// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>
#include <QList>
#include <QRect>
#include <QString>

#include <map>

namespace Pullcord {

/// Scale for the cells of a column, with labels in the column's title.
struct HeaderScale
{
    static constexpr int Inset = 3; ///< in pixels, at either end of a cell

    struct Tick
    {
        double at = 0; ///< position on the scale, 0 to 1
        QString label;
    };
    QList<Tick> ticks;

    /// Returns the x position of a value in a cell or title.
    [[nodiscard]] static int position(const QRect &cell, double at)
    {
        return cell.left() + Inset + int(at * (cell.width() - 2 * Inset));
    }
};

/// Header of a log table. Titles keep the same distance from the edge as the cells, so that the title of a numeric
/// column does not touch the next.
class TableHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit TableHeader(QWidget *parent = nullptr);
    ~TableHeader() override;

    /// Returns the width for the whole title.
    [[nodiscard]] int widthFor(const QString &title) const;
    /// Returns the additional width for the sort arrow.
    [[nodiscard]] int markRoom() const;
    /// Keeps `rows` below the titles, with a line under it. The header becomes its parent. Its height must be fixed.
    void setRowsBelow(QWidget *rows);
    /// Call when the widget changes its height, or is shown or hidden.
    void fitRowsBelow();

    /// Shows the labels of a scale in a title, as far as they fit.
    void setScale(int section, const HeaderScale &scale);
    /// Returns the labels and their rectangles for a section in `place`.
    [[nodiscard]] QList<std::pair<QRect, QString>> labels(int section, const QRect &place) const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    void resizeEvent(QResizeEvent *event) override;
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;
    /// Returns the size of the title, with its arrow if it is sorted.
    [[nodiscard]] QSize sectionSizeFromContents(int logicalIndex) const override;

private:
    /// Space for the sort arrow: in pixels beside the title, and as blanks within it.
    struct MarkPlace
    {
        int besideTitle;
        int blanks;
    };
    [[nodiscard]] MarkPlace markPlace() const;
    [[nodiscard]] int blankWidth() const;
    [[nodiscard]] int heightBelow() const;

    QWidget *m_below = nullptr;
    std::map<int, HeaderScale> m_scales; ///< by section
};

} // namespace Pullcord
