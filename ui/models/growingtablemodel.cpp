// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/growingtablemodel.h"

#include <QElapsedTimer>

#include <algorithm>
#include <functional>

namespace Pullcord {

namespace {
constexpr qsizetype RowsPerLook = 64;                 // between reads of the clock; a filter may read a whole message
constexpr qsizetype MostSingleChanges = 500;          // per tick
constexpr qsizetype MostAnnounced = 50;               // changed rows per tick, one by one
constexpr std::chrono::milliseconds FirstSorted{100}; // budget after a new order, so that most rows appear at once
} // namespace

GrowingTableModel::GrowingTableModel(QObject *parent)
    : OrderedModel(parent)
    , m_rows(makeRows())
{
    connect(&m_tick, &QTimer::timeout, this, &GrowingTableModel::onTick);
    connect(&m_work, &SlicedWork::slice, this, &GrowingTableModel::work);
}

GrowingTableModel::~GrowingTableModel() = default;

FilteredRows GrowingTableModel::makeRows()
{
    return FilteredRows([this](qsizetype source) { return accepts(source); });
}

int GrowingTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_shown;
}

qsizetype GrowingTableModel::sourceOf(int row) const
{
    return m_keys ? m_inOrder.at(size_t(row)) : m_rows.rows().at(size_t(row));
}

int GrowingTableModel::rowAtOrAfter(qsizetype source) const
{
    const auto place = [&](auto begin, auto isBefore) {
        return int(std::lower_bound(begin, begin + m_shown, source, isBefore) - begin);
    };
    if (!m_keys)
        return place(m_rows.rows().begin(), std::less());
    return place(m_inOrder.begin(), [this](qsizetype a, qsizetype b) { return m_keys->isBefore(a, b); });
}

int GrowingTableModel::rowOf(qsizetype source) const
{
    if (m_keys && (source < 0 || !m_keys->has(source)))
        return -1;
    const int row = rowAtOrAfter(source);
    return row < m_shown && sourceOf(row) == source ? row : -1;
}

int GrowingTableModel::newestRow() const
{
    return m_shown == 0 ? -1 : rowOf(m_rows.rows().at(size_t(m_shown) - 1));
}

bool GrowingTableModel::isSearching() const
{
    return m_rows.tested() < sourceCount();
}

void GrowingTableModel::flush()
{
    m_tick.stop();
    m_work.stop();
    announceChanges();
    takeArrivals(std::chrono::milliseconds::max());
}

void GrowingTableModel::hurry()
{
    if (m_tick.isActive())
        m_tick.start(0);
}

/// Does a little work at once, so that the window is painted once for all pending changes.
void GrowingTableModel::onTick()
{
    if (sourceCount() - m_rows.tested() <= RowsPerLook)
        work();
    else
        m_work.start();
}

void GrowingTableModel::work()
{
    announceChanges();
    takeArrivals(Slice);
    if (isSearching())
        m_work.start();
    else
        m_work.stop();
}

bool GrowingTableModel::accepts(qsizetype) const
{
    return true;
}

bool GrowingTableModel::acceptanceChanges(qsizetype) const
{
    return false;
}

SortKey GrowingTableModel::keyOf(qsizetype, int) const
{
    return SortKey::none();
}

void GrowingTableModel::applySort()
{
    emit aboutToRefilter();
    begin(isSorted() ? FirstSorted : Slice);
    emit refiltered();
}

void GrowingTableModel::repaint(const QList<int> &roles)
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), roles);
}

void GrowingTableModel::repaint(const QSet<qsizetype> &sources, const QList<int> &roles)
{
    if (sources.size() > MostAnnounced)
        return repaint(roles);
    std::vector<int> rows;
    for (const qsizetype source : sources)
        rows.push_back(rowOf(source));
    announceRows(std::move(rows), roles);
}

void GrowingTableModel::sourceGrew()
{
    if (!m_work.isActive())
        m_tick.request();
}

void GrowingTableModel::touch(qsizetype source)
{
    if (source >= m_rows.tested())
        return; // not filtered yet; the insert shows its new state
    m_firstTouched = m_firstTouched < 0 ? source : std::min(m_firstTouched, source);
    m_lastTouched = std::max(m_lastTouched, source);
    if (acceptanceChanges(source))
        m_doubtful.insert(source);
    if (m_emitsChanges || m_changed.size() <= MostAnnounced)
        m_changed.insert(source);
    sourceGrew();
}

void GrowingTableModel::refilter()
{
    begin(Slice);
}

void GrowingTableModel::begin(std::chrono::milliseconds budget)
{
    beginResetModel();
    m_tick.stop();
    m_work.stop();
    m_rows = makeRows();
    m_shown = 0;
    m_firstTouched = m_lastTouched = -1;
    m_doubtful.clear();
    m_changed.clear();
    m_inOrder.clear();
    m_keys.reset();
    if (isSorted())
        m_keys.emplace([this](qsizetype source) { return keyOf(source, sortColumn()); }, sortOrder());
    endResetModel();
    takeArrivals(budget);
    if (isSearching())
        m_work.start();
}

void GrowingTableModel::takeArrivals(std::chrono::milliseconds budget)
{
    QElapsedTimer clock;
    clock.start();
    size_t known = size_t(m_shown);
    bool more = true;
    while (more) {
        more = m_rows.advance(sourceCount(), RowsPerLook);
        for (; m_keys && known < m_rows.rows().size(); ++known)
            m_keys->take(m_rows.rows()[known]);
        if (clock.hasExpired(budget.count()))
            break;
    }
    showArrived(qsizetype(m_rows.rows().size()));
    emit looked();
}

void GrowingTableModel::showArrived(qsizetype count)
{
    if (count == m_shown)
        return;
    const int first = m_shown;
    if (m_keys) {
        m_inOrder.insert(m_inOrder.end(), m_rows.rows().begin() + first, m_rows.rows().end());
        const auto isBefore = [this](qsizetype a, qsizetype b) { return m_keys->isBefore(a, b); };
        std::sort(m_inOrder.begin() + first, m_inOrder.end(), isBefore);
    }
    beginInsertRows({}, first, int(count) - 1);
    m_shown = int(count);
    endInsertRows();
    if (m_keys && first > 0)
        sortIn(first);
}

/// Merges the rows from `from` on, which are sorted, into those before.
void GrowingTableModel::sortIn(qsizetype from)
{
    const auto isBefore = [this](qsizetype a, qsizetype b) { return m_keys->isBefore(a, b); };
    const auto middle = m_inOrder.begin() + from;
    if (!isBefore(*middle, *(middle - 1)))
        return;
    rearrange([this](int row) { return m_inOrder[size_t(row)]; }, [&] { mergeFew(m_inOrder, from, isBefore); },
              [this](qsizetype source) { return rowOf(source); });
}

void GrowingTableModel::announceChanges()
{
    if (m_firstTouched < 0)
        return;
    acceptAgain();
    announceTouched();
    m_firstTouched = m_lastTouched = -1;
    if (const QSet<qsizetype> sources = std::exchange(m_changed, {}); m_emitsChanges && !sources.isEmpty())
        emit changed(sources);
}

void GrowingTableModel::announceTouched()
{
    if (m_changed.size() <= MostAnnounced)
        return repaint(m_changed, {});
    // Sorted, the touched rows may be anywhere.
    const int first = m_keys ? 0 : rowAtOrAfter(m_firstTouched);
    const int last = m_keys ? m_shown - 1 : rowAtOrAfter(m_lastTouched + 1) - 1;
    if (m_firstTouched >= 0 && first <= last)
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
}

void GrowingTableModel::acceptAgain()
{
    const QSet<qsizetype> doubtful = std::exchange(m_doubtful, {});
    qsizetype changes = 0;
    for (const qsizetype source : doubtful)
        changes += m_rows.changeOf(source).kind == FilteredRows::Change::Kind::None ? 0 : 1;
    if (changes > MostSingleChanges) { // each would shift all rows after it
        emit aboutToRefilter();
        refilter();
        emit refiltered();
        return;
    }
    for (const qsizetype source : doubtful) {
        const FilteredRows::Change change = m_rows.changeOf(source);
        if (change.kind == FilteredRows::Change::Kind::Insertion)
            insertOne(change);
        else if (change.kind == FilteredRows::Change::Kind::Removal)
            removeOne(change);
    }
}

void GrowingTableModel::insertOne(const FilteredRows::Change &change)
{
    if (m_keys)
        m_keys->take(change.row);
    const int at = rowAtOrAfter(change.row);
    beginInsertRows({}, at, at);
    m_rows.apply(change);
    if (m_keys)
        m_inOrder.insert(m_inOrder.begin() + at, change.row);
    ++m_shown;
    endInsertRows();
}

void GrowingTableModel::removeOne(const FilteredRows::Change &change)
{
    const int at = rowAtOrAfter(change.row);
    beginRemoveRows({}, at, at);
    m_rows.apply(change);
    if (m_keys)
        m_inOrder.erase(m_inOrder.begin() + at);
    --m_shown;
    endRemoveRows();
}

} // namespace Pullcord
