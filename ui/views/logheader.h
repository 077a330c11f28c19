// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/headerscale.h"

#include <QHeaderView>

#include <map>

namespace Pullcord {

/// The header of a log table. Its titles keep the distance from the edge that the cells keep, so that the title of a
/// column of numbers does not run into the next.
class LogHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit LogHeader(QWidget *parent = nullptr);
    ~LogHeader() override;

    /// What a title needs to be shown whole.
    [[nodiscard]] int widthFor(const QString &title) const;
    /// What the arrow of a sorted column needs.
    [[nodiscard]] int markRoom() const;
    /// Rows that stay below the titles, with a line under them: the widget is the header's now, and as high as it says by its
    /// fixed height.
    void setRowsBelow(QWidget *rows);
    /// They have another height, or are shown or hidden.
    void fitRowsBelow();

    /// Its labels stand in the title of a column, as far as there is room beside that.
    void setScale(int section, const HeaderScale &scale);
    /// Those labels, and where, in a section of that place.
    [[nodiscard]] QList<std::pair<QRect, QString>> labels(int section, const QRect &place) const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    void resizeEvent(QResizeEvent *event) override;
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;

private:
    /// What an arrow takes: beside what the style leaves to the title, and of that, in blanks.
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
