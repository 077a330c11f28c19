// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/logmodel.h"

#include <QElapsedTimer>

#include <algorithm>

namespace Pullcord {
using namespace std::chrono_literals;

namespace {
constexpr qsizetype RowsPerLook = 64;        // at the clock; a test may read a whole message
constexpr qsizetype MostSingleChanges = 500; // at a tick
} // namespace

LogModel::LogModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_rows(makeRows())
{
    m_tick.setSingleShot(true);
    connect(&m_tick, &QTimer::timeout, this, &LogModel::tick);
}

LogModel::~LogModel() = default;

FilteredRows LogModel::makeRows()
{
    return FilteredRows([this](qsizetype source) { return accepts(source); });
}

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_shown;
}

qsizetype LogModel::sourceOf(int row) const
{
    return m_rows.rows().at(size_t(row));
}

int LogModel::rowAtOrAfter(qsizetype source) const
{
    const auto begin = m_rows.rows().begin();
    return int(std::lower_bound(begin, begin + m_shown, source) - begin);
}

int LogModel::rowOf(qsizetype source) const
{
    const int row = rowAtOrAfter(source);
    return row < m_shown && sourceOf(row) == source ? row : -1;
}

bool LogModel::isSearching() const
{
    return m_rows.tested() < sourceCount();
}

void LogModel::flush()
{
    m_tick.stop();
    announceChanges();
    takeArrivals(std::chrono::milliseconds::max());
}

void LogModel::tick()
{
    announceChanges();
    takeArrivals(Slice);
    if (isSearching())
        m_tick.start(0ms);
}

bool LogModel::accepts(qsizetype) const
{
    return true;
}

bool LogModel::acceptanceChanges() const
{
    return false;
}

void LogModel::sourceGrew()
{
    if (!m_tick.isActive())
        m_tick.start(Tick);
}

void LogModel::touch(qsizetype source)
{
    if (source >= m_rows.tested())
        return; // not shown yet; its insert will show it as it is then
    m_firstTouched = m_firstTouched < 0 ? source : std::min(m_firstTouched, source);
    m_lastTouched = std::max(m_lastTouched, source);
    if (acceptanceChanges())
        m_doubtful.insert(source);
    sourceGrew();
}

void LogModel::refilter()
{
    beginResetModel();
    m_tick.stop();
    m_rows = makeRows();
    m_shown = 0;
    m_firstTouched = m_lastTouched = -1;
    m_doubtful.clear();
    endResetModel();
    tick();
}

void LogModel::takeArrivals(std::chrono::milliseconds budget)
{
    QElapsedTimer clock;
    clock.start();
    while (m_rows.advance(sourceCount(), RowsPerLook)) {
        if (clock.hasExpired(budget.count()))
            break;
    }
    const int count = int(m_rows.rows().size());
    if (count == m_shown)
        return;
    beginInsertRows({}, m_shown, count - 1);
    m_shown = count;
    endInsertRows();
}

void LogModel::announceChanges()
{
    if (m_firstTouched < 0)
        return;
    acceptAgain();
    const int first = rowAtOrAfter(m_firstTouched);
    const int last = rowAtOrAfter(m_lastTouched + 1) - 1;
    m_firstTouched = m_lastTouched = -1;
    if (first <= last)
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
}

void LogModel::acceptAgain()
{
    const QSet<qsizetype> doubtful = std::exchange(m_doubtful, {});
    qsizetype changes = 0;
    for (const qsizetype source : doubtful)
        changes += m_rows.changeOf(source).kind == FilteredRows::Change::Kind::None ? 0 : 1;
    if (changes > MostSingleChanges) { // each would move all rows behind it
        emit aboutToRefilter();
        refilter();
        emit refiltered();
        return;
    }
    for (const qsizetype source : doubtful) {
        const FilteredRows::Change change = m_rows.changeOf(source);
        const int at = int(change.position);
        if (change.kind == FilteredRows::Change::Kind::Insertion) {
            beginInsertRows({}, at, at);
            m_rows.apply(change);
            ++m_shown;
            endInsertRows();
        } else if (change.kind == FilteredRows::Change::Kind::Removal) {
            beginRemoveRows({}, at, at);
            m_rows.apply(change);
            --m_shown;
            endRemoveRows();
        }
    }
}

} // namespace Pullcord
