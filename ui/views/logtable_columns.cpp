// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/logtable.h"

#include "ui/models/orderedmodel.h"
#include "ui/views/logheader.h"

#include <QMenu>

#include <algorithm>
#include <utility>

// How wide the columns are, and which there is room for; the menu of their titles.

namespace Pullcord {

void LogTable::setColumnWidths(const QStringList &usual)
{
    m_usualTexts = usual;
    m_letter = QFontMetricsF(font()).averageCharWidth();
    measureUsual();
}

void LogTable::measureUsual()
{
    m_usual.clear();
    for (int column = 0; column < m_usualTexts.size(); ++column) {
        const QString title = model()->headerData(column, Qt::Horizontal).toString();
        m_usual.append(qMax(m_header->widthFor(title), widthFor(m_usualTexts.at(column))));
        setColumnWidth(column, m_usual.constLast());
    }
}

/// Widths that somebody has chosen grow with the letters.
void LogTable::fitFont()
{
    const double letter = QFontMetricsF(font()).averageCharWidth();
    if (m_usualTexts.isEmpty() || !(m_letter > 0))
        return;
    const double wider = letter / std::exchange(m_letter, letter);
    QList<int> chosen;
    for (int column = 0; m_chosenWidths && column < horizontalHeader()->count(); ++column)
        chosen.append(qRound(columnWidth(column) * wider));
    measureUsual();
    measureSpare();
    measureGrowing();
    m_fittedDigits = 0;
    fitNumbers();
    fitTexts(0, model()->rowCount() - 1);
    fitSorted(m_header->sortIndicatorSection());
    noteFilled(0, model()->rowCount() - 1);
    for (int column = 0; column < chosen.size(); ++column) {
        if (!isColumnHidden(column))
            setColumnWidth(column, chosen.at(column));
    }
}

void LogTable::restoreColumns(const QByteArray &header, bool chosenWidths, bool chosenColumns, double wider)
{
    m_chosenWidths = chosenWidths; // first, since the header may resize us
    m_chosenColumns = chosenColumns;
    m_header->restoreState(header);
    forgetSort();
    for (int column = 0; column < m_usual.size(); ++column)
        setColumnWidth(column, chosenWidths ? qRound(columnWidth(column) * wider) : m_usual.at(column));
    growColumns();
}

void LogTable::setChosenColumns(bool chosen)
{
    if (std::exchange(m_chosenColumns, chosen) != chosen)
        emit columnsChosen();
}

void LogTable::setChosenWidths(bool chosen)
{
    if (std::exchange(m_chosenWidths, chosen) != chosen)
        emit columnsChosen();
}

QString LogTable::widest(const QStringList &texts) const
{
    return *std::max_element(texts.begin(), texts.end(), [this](const QString &one, const QString &other) {
        return fontMetrics().horizontalAdvance(one) < fontMetrics().horizontalAdvance(other);
    });
}

void LogTable::setGrowingColumns(const QList<Flexible> &columns)
{
    m_flexible = columns;
    measureGrowing();
}

void LogTable::measureGrowing()
{
    m_growing.clear();
    m_givingWay.clear();
    for (const Flexible &each : std::as_const(m_flexible)) {
        const QString title = model()->headerData(each.column, Qt::Horizontal).toString();
        const int narrowest = qMax(m_header->widthFor(title), widthFor(each.narrowest));
        const bool isLast = each.column == horizontalHeader()->count() - 1;
        const auto known = std::find_if(m_growing.begin(), m_growing.end(),
                                        [&each](const Growing &other) { return other.column == each.column; });
        const int least = known == m_growing.end() ? m_usual.at(each.column) : known->least;
        m_givingWay.append({known - m_growing.begin(), qMin(least, narrowest)});
        if (known == m_growing.end()) // what it gets at its second turn is less than it should have
            m_growing.append({each.column, least, qMin(least, narrowest), each.grows, each.whileEmpty && !isLast,
                              m_header->widthFor(title)});
        if (isLast) { // it is stretched from there
            m_usual[each.column] = qMin(least, narrowest);
            setColumnWidth(each.column, m_usual.at(each.column));
        }
    }
    growColumns();
}

void LogTable::setSpareColumns(const QList<int> &columns)
{
    m_spareColumns = columns;
    measureSpare();
}

void LogTable::measureSpare()
{
    m_spare.clear();
    for (const int column : std::as_const(m_spareColumns))
        m_spare.append({column, m_usual.at(column)});
}

/// Those that there would not be room for if something stood in every column: what comes later moves none.
void LogTable::leaveOutSpare()
{
    if (m_chosenColumns || m_spare.isEmpty())
        return;
    int room = width() - 2 * frameWidth() - style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        room -= columnWidth(column);
    for (const Growing &growing : std::as_const(m_growing))
        room += isColumnHidden(growing.column) ? 0 : columnWidth(growing.column) - growing.least;
    for (const auto &[column, width] : std::as_const(m_spare))
        room += columnWidth(column) - width; // which is 0 while it is left out
    for (const auto &[column, width] : std::as_const(m_spare)) {
        const bool isLeftOut = room < 0;
        room += isLeftOut ? width : 0;
        if (isColumnHidden(column) != isLeftOut)
            setColumnHidden(column, isLeftOut);
    }
}

/// Shares out what the others leave. The last one needs no width: it takes what is left anyway, and with that what those do
/// not need in which nothing stands; so when something comes there, the columns before it stay where they are.
void LogTable::growColumns()
{
    if (m_chosenWidths || m_growing.isEmpty())
        return;
    leaveOutSpare();
    int room = viewport()->width();
    int shares = 0;
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        room -= columnWidth(column);
    for (Growing &growing : m_growing) {
        growing.width = growing.least;
        if (isColumnHidden(growing.column))
            continue;
        room += columnWidth(growing.column) - growing.least;
        shares += growing.grows ? 1 : 0;
    }
    const int more = shares > 0 ? qMax(0, room / shares) : 0;
    int missing = qMax(0, -room);
    for (const bool isTurnOfEmpty : {true, false}) {
        for (const auto &[which, narrowest] : std::as_const(m_givingWay)) {
            Growing &growing = m_growing[which];
            if (growing.isEmpty() != isTurnOfEmpty || isColumnHidden(growing.column))
                continue;
            const int most = qMax(0, growing.width - narrowest);
            const int less = isTurnOfEmpty ? most : qMin(missing, most);
            growing.width -= less;
            missing = qMax(0, missing - less);
        }
    }
    const bool isTight = std::any_of(m_growing.begin(), m_growing.end(), [this](const Growing &growing) {
        return !isColumnHidden(growing.column) && !growing.isEmpty() && growing.width < growing.narrowest;
    });
    if (!std::exchange(m_isTight, isTight) && isTight)
        measureNeeds(0, model()->rowCount() - 1);
    if (isTight) // who has to scroll anyway may as well scroll to all of the last one
        shareByNeed(missing > 0 ? qMax(0, m_usual.constLast() - missing) : 0);
    for (Growing &growing : m_growing) {
        growing.width += growing.grows && !growing.isEmpty() ? more : 0;
        if (growing.column != horizontalHeader()->count() - 1 && !isColumnHidden(growing.column))
            setColumnWidth(growing.column, growing.width);
    }
}

/// Where there is no room for all, what some have beyond what stands in them goes to those in which texts would be cut: first
/// to the ones that give way last. `beyond`: so much they may have without taking it from anyone.
void LogTable::shareByNeed(int beyond)
{
    const auto isShared = [this](const Growing &growing) {
        return !isColumnHidden(growing.column) && growing.column != horizontalHeader()->count() - 1;
    };
    int spare = beyond;
    for (const Growing &growing : std::as_const(m_growing))
        spare += isShared(growing) ? qMax(0, growing.width - growing.needed) : 0;
    int given = 0;
    for (auto turn = m_givingWay.crbegin(); turn != m_givingWay.crend(); ++turn) {
        Growing &growing = m_growing[turn->first];
        const int lacks = isShared(growing) ? qMin(growing.needed, growing.least) - growing.width : 0;
        const int more = qBound(0, lacks, spare - given);
        growing.width += more;
        given += more;
    }
    given = qMax(0, given - beyond);
    for (const auto &[which, narrowest] : std::as_const(m_givingWay)) {
        Growing &growing = m_growing[which];
        const int less = isShared(growing) ? qBound(0, growing.width - growing.needed, given) : 0;
        growing.width -= less;
        given -= less;
    }
}

void LogTable::noteNeeds(int first, int last)
{
    if (m_isTight && !m_chosenWidths && measureNeeds(first, last))
        growColumns();
}

bool LogTable::measureNeeds(int first, int last)
{
    constexpr int MostMeasured = 100;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    bool anyMore = false;
    for (Growing &growing : m_growing) {
        const int before = growing.needed;
        for (int row = qMax(first, last - MostMeasured); row <= last && growing.needed < growing.least; ++row) {
            const QSize hint = itemDelegate()->sizeHint(option, model()->index(row, growing.column));
            growing.needed = qMax(growing.needed, hint.width());
        }
        anyMore = anyMore || growing.needed > before;
    }
    return anyMore;
}

void LogTable::noteFilled(int first, int last, int most)
{
    bool anyNew = false;
    for (Growing &growing : m_growing) {
        if (!growing.whileEmpty || growing.isFilled)
            continue;
        for (int row = qMax(first, last - most); row <= last && !growing.isFilled; ++row)
            growing.isFilled = !model()->index(row, growing.column).data().toString().isEmpty();
        anyNew = anyNew || growing.isFilled;
    }
    if (anyNew)
        growColumns();
}

void LogTable::setFittedColumn(int column, const QString &most)
{
    m_fitted.append({column, most});
}

void LogTable::fitTexts(int first, int last)
{
    constexpr int MostMeasured = 100;
    if (m_chosenWidths)
        return;
    bool anyWider = false;
    for (const auto &[column, widestText] : std::as_const(m_fitted)) {
        if (isColumnHidden(column))
            continue;
        const int most = widthFor(widestText);
        int widest = columnWidth(column);
        for (int row = qMax(first, last - MostMeasured); row <= last && widest < most; ++row)
            widest = qMax(widest, widthFor(model()->index(row, column).data().toString()));
        if (widest > columnWidth(column)) {
            setColumnWidth(column, qMin(widest, most));
            anyWider = true;
        }
    }
    if (anyWider)
        growColumns();
}

/// Its title has the arrow beside it.
void LogTable::fitSorted(int column)
{
    if (m_chosenWidths || column < 0 || column >= horizontalHeader()->count())
        return;
    const int needed =
        m_header->widthFor(model()->headerData(column, Qt::Horizontal).toString()) + m_header->markRoom();
    if (columnWidth(column) >= needed)
        return;
    setColumnWidth(column, needed);
    growColumns();
}

int LogTable::widthFor(const QString &text) const
{
    // The delegates leave a little more than half a character at either side.
    return fontMetrics().horizontalAdvance(text) + fontMetrics().averageCharWidth() + 4;
}

void LogTable::fitNumbers()
{
    const int rows = model() ? model()->rowCount() : 0;
    const int newest = isSorted() ? m_ordered->newestRow() : rows - 1;
    const QString last = newest >= 0 ? model()->index(newest, 0).data().toString() : QString();
    if (last.size() <= m_fittedDigits)
        return;
    m_fittedDigits = last.size();
    setColumnWidth(0, qMax(columnWidth(0), widthFor(QString(last.size(), u'0')) + roomBesideNumbers()));
    growColumns();
}

void LogTable::addSorting(QMenu &menu, int column)
{
    menu.addSeparator();
    const QString name = model()->headerData(column, Qt::Horizontal).toString();
    const auto add = [&](const QString &text, int by, Qt::SortOrder order) {
        QAction *action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(m_ordered->sortColumn() == by && (by < 0 || m_ordered->sortOrder() == order));
        connect(action, &QAction::triggered, this, [this, by, order] { m_header->setSortIndicator(by, order); });
    };
    if (column >= 0) {
        add(tr("Sort by “%1”, Ascending", "title of a column").arg(name), column, Qt::AscendingOrder);
        add(tr("Sort by “%1”, Descending", "title of a column").arg(name), column, Qt::DescendingOrder);
    }
    add(tr("Order of Arrival"), -1, Qt::AscendingOrder);
}

void LogTable::showColumnMenu(const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < horizontalHeader()->count(); ++column) {
        const QString name = model()->headerData(column, Qt::Horizontal).toString();
        if (name.isEmpty())
            continue;
        QAction *action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        // The first column stays, so that there is always a header to click on.
        action->setEnabled(column > 0);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            fitTexts(0, model()->rowCount() - 1);
            m_chosenColumns = true;
            emit columnsChosen();
        });
    }
    menu->addSeparator();
    menu->addActions(horizontalHeader()->actions());
    if (m_ordered)
        addSorting(*menu, horizontalHeader()->logicalIndexAt(at));
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(at));
}

} // namespace Pullcord
