// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/logtable.h"

#include "ui/models/orderedmodel.h"
#include "ui/views/letterwidth.h"
#include "ui/views/logheader.h"

#include <algorithm>
#include <utility>

// Widths and visibility of the columns.

namespace Pullcord {

namespace {
constexpr int OnlyReserve = -1; ///< so narrow that nothing is cut yet
} // namespace

void LogTable::setColumnWidths(const QStringList &usual)
{
    m_usualTexts = usual;
    m_letter = letterWidth(QFontMetricsF(font()));
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

/// Scales widths chosen by the user with the font.
void LogTable::fitFont()
{
    const double letter = letterWidth(QFontMetricsF(font()));
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
    m_chosenWidths = chosenWidths; // first, since the header may cause a resize
    m_chosenColumns = chosenColumns;
    m_header->restoreState(header);
    forgetSort();
    for (int column = 0; column < m_usual.size(); ++column)
        setColumnWidth(column, chosenWidths ? qRound(columnWidth(column) * wider) : m_usual.at(column));
    growColumns();
    emit leftOutChanged();
}

void LogTable::setChosenColumns(bool chosen)
{
    if (std::exchange(m_chosenColumns, chosen) == chosen)
        return;
    if (!chosen)
        growColumns();
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
        const int title = qMax(m_header->minimumSectionSize(),
                               m_header->widthFor(model()->headerData(each.column, Qt::Horizontal).toString()));
        const auto known = std::find_if(m_growing.begin(), m_growing.end(),
                                        [&each](const Growing &other) { return other.column == each.column; });
        const int usual = known == m_growing.end() ? m_usual.at(each.column) : known->usual;
        const int narrowest = qMin(usual, qMax(title, widthFor(each.narrowest)));
        if (known != m_growing.end() && m_givingWay.size() == m_growing.size()) {
            for (qsizetype i = 0; i < m_growing.size(); ++i)
                m_givingWay.append({i, OnlyReserve});
        }
        m_givingWay.append({known - m_growing.begin(), narrowest});
        if (known != m_growing.end()) {
            if (each.column != horizontalHeader()->count() - 1)
                known->needed = title; // its contents may be cut
            continue;
        }
        m_growing.append({each.column, usual, narrowest, each.grows, each.whileEmpty, each.isSpare,
                          each.whileEmpty ? title : narrowest});
    }
    measureNeeds(0, model()->rowCount() - 1, MostMeasured);
    growColumns();
}

void LogTable::setSpareColumns(const QList<int> &columns, const QList<int> &last)
{
    m_spareColumns = columns;
    m_lastSpareColumns = last;
    measureSpare();
}

void LogTable::measureSpare()
{
    m_spare.clear();
    for (const int column : m_spareColumns + m_lastSpareColumns)
        m_spare.append({column, m_usual.at(column)});
}

/// Hides spare columns that would not fit if every column had contents, so that later rows move nothing. Hides the last
/// ones only if the others do not fit at their narrowest either.
void LogTable::leaveOutSpare()
{
    if (m_chosenColumns || m_spare.isEmpty())
        return;
    int room = width() - 2 * frameWidth() - style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        room -= columnWidth(column);
    int less = 0;
    for (const Growing &growing : std::as_const(m_growing)) {
        room += isColumnHidden(growing.column) ? 0 : columnWidth(growing.column) - growing.usual;
        less += isColumnHidden(growing.column) ? 0 : growing.usual - growing.narrowest;
    }
    for (const auto &[column, width] : std::as_const(m_spare))
        room += columnWidth(column) - width; // 0 while it is hidden
    const QStringList before = leftOut();
    for (qsizetype i = 0; i < m_spare.size(); ++i) {
        const auto [column, width] = m_spare.at(i);
        const bool isLeftOut = room + (i < m_spareColumns.size() ? 0 : less) < 0;
        room += isLeftOut ? width : 0;
        if (isColumnHidden(column) != isLeftOut)
            setColumnHidden(column, isLeftOut);
    }
    for (qsizetype i = m_spareColumns.size() - 1; i >= 0; --i) { // shown again in the room of a last one
        const auto [column, width] = m_spare.at(i);
        if (!isColumnHidden(column) || room < width)
            continue;
        room -= width;
        setColumnHidden(column, false);
    }
    if (leftOut() != before)
        emit leftOutChanged();
}

/// Distributes the available width. Columns get what they need, then the width of their contents, the narrowest usual
/// width and the usual width, those that give way last first. If there is less than they need, they give way.
/// Additional width is shared among the growing ones.
void LogTable::growColumns()
{
    if (m_chosenWidths || m_growing.isEmpty())
        return;
    leaveOutSpare();
    int room = viewport()->width();
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        room -= columnWidth(column);
    for (const Growing &growing : std::as_const(m_growing))
        room += columnWidth(growing.column);
    leaveOutFlexible(room);
    shareOut(room);
    int beyond = room;
    int shares = 0;
    for (const Growing &growing : std::as_const(m_growing)) {
        beyond -= isColumnHidden(growing.column) ? 0 : qMax(growing.usual, growing.width);
        shares += growing.grows && !isColumnHidden(growing.column) ? 1 : 0;
    }
    const int more = shares > 0 ? qMax(0, beyond / shares) : 0;
    for (Growing &growing : m_growing) {
        growing.width += growing.grows && !growing.isEmpty() ? more : 0;
        if (!isColumnHidden(growing.column))
            setColumnWidth(growing.column, growing.width);
    }
}

/// Hides spare columns: empty ones if their title would take room from others, the rest to avoid scrolling.
void LogTable::leaveOutFlexible(int room)
{
    if (m_chosenColumns)
        return;
    QList<int> least;
    for (const Growing &growing : std::as_const(m_growing))
        least << growing.least();
    const bool isTwice = m_givingWay.size() > m_growing.size();
    for (const auto &[which, narrowest] : isTwice ? m_givingWay.first(m_givingWay.size() - 1) : m_givingWay)
        least[which] = narrowest == OnlyReserve ? least.at(which)
                                                : qMin(least.at(which), qMax(narrowest, m_growing.at(which).sorted));
    int needed = 0;
    int missing = -room;
    for (qsizetype i = 0; i < m_growing.size(); ++i) {
        const Growing &growing = m_growing.at(i);
        const bool isThere = growing.isSpare || !isColumnHidden(growing.column);
        needed += isThere ? growing.least() : 0;
        missing += isThere ? least.at(i) : 0;
    }
    for (const bool isTurnOfEmpty : {true, false}) {
        for (qsizetype i = m_growing.size() - 1; i >= 0; --i) {
            const Growing &growing = m_growing.at(i);
            if (!growing.isSpare || growing.isEmpty() != isTurnOfEmpty)
                continue;
            const bool isLeftOut = isTurnOfEmpty ? needed > room : missing > 0;
            missing -= isLeftOut ? least.at(i) : 0;
            needed -= isLeftOut ? growing.least() : 0;
            setColumnHidden(growing.column, isLeftOut);
        }
    }
}

void LogTable::shareOut(int room)
{
    for (Growing &growing : m_growing) {
        growing.width = isColumnHidden(growing.column) ? 0 : growing.least();
        room -= growing.width;
    }
    for (const auto &[which, narrowest] : std::as_const(m_givingWay)) {
        const int sorted = m_growing[which].sorted;
        const int least = narrowest == OnlyReserve ? m_growing[which].least() : qMax(narrowest, sorted);
        const int less = qBound(0, m_growing[which].width - least, qMax(0, -room));
        m_growing[which].width -= less;
        room += less;
    }
    for (const int Growing::*goal : {&Growing::whole, &Growing::narrowest, &Growing::usual}) {
        for (auto growing = m_growing.rbegin(); growing != m_growing.rend(); ++growing) {
            const bool wantsMore = !isColumnHidden(growing->column) && !growing->isEmpty();
            const int more = wantsMore ? qBound(0, (*growing).*goal - growing->width, qMax(0, room)) : 0;
            growing->width += more;
            room -= more;
        }
    }
}

void LogTable::noteNeeds(int first, int last, int most)
{
    if (!m_chosenWidths && measureNeeds(first, last, most))
        growColumns();
}

bool LogTable::measureNeeds(int first, int last, int mostRows)
{
    constexpr int TimesUsual = 3;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    bool anyMore = false;
    for (Growing &growing : m_growing) {
        const bool isLast = growing.column == horizontalHeader()->count() - 1; // its long contents are cut
        const int needed = isLast && !growing.whileEmpty ? growing.narrowest : growing.usual;
        const int most = isLast ? needed : TimesUsual * growing.usual;
        const int before = growing.whole;
        for (int row = qMax(first, last - mostRows); row <= last && growing.whole < most; ++row) {
            const QSize hint = itemDelegate()->sizeHint(option, model()->index(row, growing.column));
            growing.whole = qBound(growing.whole, hint.width(), most);
        }
        growing.needed = qMax(growing.needed, qMin(growing.whole, needed));
        anyMore = anyMore || growing.whole > before;
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

/// Widens the column for the sort arrow beside its title.
void LogTable::fitSorted(int column)
{
    if (m_chosenWidths || column < 0 || column >= horizontalHeader()->count())
        return;
    const int needed =
        m_header->widthFor(model()->headerData(column, Qt::Horizontal).toString()) + m_header->markRoom();
    for (Growing &growing : m_growing)
        growing.sorted = growing.column == column ? needed : 0;
    if (columnWidth(column) >= needed)
        return;
    setColumnWidth(column, needed);
    growColumns();
}

int LogTable::widthFor(const QString &text) const
{
    // Delegates leave slightly more than half a character at either side.
    return fontMetrics().horizontalAdvance(text) + letterWidth(fontMetrics()) + 4;
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

} // namespace Pullcord
