// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>

#include <optional>

class QAbstractItemView;
class QHeaderView;

namespace Pullcord {

/// Widths of the columns of a table or tree. Owned by its header.
/// Each column has a minimum and a preferred width, in letters as wide as a 0, and is not narrower than its title. One
/// column, the stretch column, takes the remaining width. If there is less than all prefer, they give up the same share
/// of what exceeds their minimum; if there is less than all minimums, the view scrolls.
/// Once the user has resized a column, all keep their widths, except that the stretch column still follows the view.
/// A double click on a border fits the column to rows in sight and near them; rows are not measured otherwise.
class ColumnLayout final : public QObject
{
    Q_OBJECT

public:
    static constexpr int Icon = 3; ///< width of an icon with its margin, in letters

    struct Width
    {
        int preferred; ///< in letters
        int minimum;   ///< in letters
    };

    explicit ColumnLayout(QAbstractItemView *view, QHeaderView *header);
    ~ColumnLayout() override;

    /// Sets the widths by column. The model must be set. -1: the last column stretches.
    void setWidths(const QList<Width> &widths, int stretch = -1);
    /// Widens a column whose texts grow, such as numbers. Never narrows it.
    void widen(int column, int letters);
    /// True if the user has resized a column.
    [[nodiscard]] bool isChosen() const { return m_isChosen; }
    /// Calculates the widths again, as before the user chose any.
    void reset();
    /// Width of the stretch column that the user chose although the view scrolls then; 0: none.
    [[nodiscard]] int stretchLeast() const { return m_stretchLeast; }
    /// Restores the state of the header. Widths chosen by the user, with their `stretchLeast`, are scaled by `wider`;
    /// without it, or if the state is damaged, they are calculated.
    void restore(const QByteArray &state, const std::optional<int> &stretchLeast, double wider);

    /// Follows the view and the visible columns. Called by itself, for hidden columns in the next turn of the event
    /// loop.
    void update();

    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    /// The user has resized a column.
    void chosen();

private:
    struct Pixels
    {
        int preferred;
        int minimum;
    };
    [[nodiscard]] double letter() const;
    [[nodiscard]] Pixels pixels(int column) const;
    /// Calculates all widths. `fitted` gets exactly `width` pixels.
    void layOut(int fitted = -1, int width = 0);
    /// Gives the stretch column the remaining width.
    void stretch();
    void scale(double wider);
    void fit(int column);
    void onResized(int column, int before, int now);
    [[nodiscard]] int nextVisible(int column) const;

    QAbstractItemView *m_view;
    QHeaderView *m_header;
    QList<Width> m_widths;
    int m_stretch = 0;
    int m_stretchLeast = 0; ///< minimum of the stretch column in pixels, chosen by the user; 0: none
    double m_letter;        ///< width of a 0 in the font of the present widths
    bool m_isChosen = false;
    bool m_isResizing = false; ///< by this class
};

} // namespace Pullcord
