// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/groupedrequestmodel.h"

#include "ui/models/requestmodel.h"

#include <algorithm>

namespace Pullcord {
using namespace RequestTable;

namespace {
constexpr qsizetype MostSingleMoves = 200; // per update; each shifts all rows behind it
constexpr int MostLookedAt = 256;          // limit of changed rows to look up one by one
} // namespace

GroupedRequestModel::GroupedRequestModel(RequestModel &requests, QObject *parent)
    : OrderedModel(parent)
    , m_requests(requests)
    , m_log(requests.log())
{
    connect(&requests, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(&requests, &QAbstractItemModel::modelReset, this, &GroupedRequestModel::onReset);
    connect(&requests, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { onInserted(first, last); });
    connect(&requests, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { onAboutToBeRemoved(first, last); });
    connect(&requests, &QAbstractItemModel::rowsRemoved, this, &GroupedRequestModel::onRemoved);
    connect(&requests, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &first, const QModelIndex &last, const QList<int> &roles) {
                onChanged(first.row(), last.row(), roles);
            });
    connect(&requests, &LogModel::aboutToRefilter, this, &GroupedRequestModel::aboutToRefilter);
    connect(&requests, &LogModel::refiltered, this, &GroupedRequestModel::refiltered);
    connect(&requests, &LogModel::changed, this, &GroupedRequestModel::sortAgain);
    m_aging.setInterval(LogModel::Aging);
    connect(&m_aging, &QTimer::timeout, this, &GroupedRequestModel::onTimePassed);
    fill();
}

GroupedRequestModel::~GroupedRequestModel() = default;

void GroupedRequestModel::setGrouping(bool grouping)
{
    if (grouping == m_grouping)
        return;
    m_grouping = grouping;
    remake();
}

bool GroupedRequestModel::collects() const
{
    return m_grouping && !m_requests.isFiltered();
}

qsizetype GroupedRequestModel::headOf(qsizetype logRow) const
{
    const bool standsAlone = isSorted() && m_requests.isFiltered();
    if (!m_grouping || !m_log || standsAlone)
        return logRow;
    const qsizetype head = m_log->headOf(logRow);
    const bool isNoise = head != logRow && collects() && m_requests.rowOf(head) < 0; // the head is hidden
    return isNoise ? logRow : head;
}

int GroupedRequestModel::positionOf(const Row &row) const
{
    const auto before = [this](const Row &a, const Row &b) { return isBefore(a, b); };
    return int(std::lower_bound(m_rows.begin(), m_rows.end(), row, before) - m_rows.begin());
}

int GroupedRequestModel::rowOf(qsizetype logRow) const
{
    if (!m_log || logRow < 0 || logRow >= m_log->count())
        return -1;
    const Row place = placeOf(logRow);
    if (m_keys && !m_keys->has(place.head))
        return -1;
    const int position = positionOf(place);
    return position < rowCount() && m_rows[size_t(position)] == place ? position : -1;
}

int GroupedRequestModel::rowShowing(qsizetype logRow) const
{
    const int row = rowOf(logRow);
    return row >= 0 || !m_log || logRow < 0 || logRow >= m_log->count() ? row : rowOf(headOf(logRow));
}

void GroupedRequestModel::reveal(qsizetype logRow)
{
    if (rowOf(logRow) < 0 && rowShowing(logRow) >= 0)
        setFolded(rowShowing(logRow), false);
}

void GroupedRequestModel::setFolded(int row, bool folded)
{
    const qsizetype head = sourceOf(row);
    if (!m_groups.choose(head, folded))
        return;
    if (folded) {
        removeParts(head);
    } else {
        std::vector<Row> parts;
        for (const qsizetype part : m_groups.find(head)->content.parts())
            parts.push_back({head, part});
        insertRun(parts.begin(), parts.end());
    }
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

QList<qsizetype> GroupedRequestModel::wholeOf(qsizetype logRow) const
{
    const std::vector<qsizetype> &parts = foldedUnder(logRow);
    return QList<qsizetype>{logRow} + QList<qsizetype>(parts.begin(), parts.end());
}

qsizetype GroupedRequestModel::find(qsizetype logRow, int role, bool amongOpen) const
{
    Group *group = m_groups.find(logRow);
    if (!group || ofSource(logRow, 0, role).toBool())
        return logRow;
    if (const qsizetype leg = group->content.lastLeg(); leg >= 0 && ofSource(leg, 0, role).toBool())
        return leg;
    if (!amongOpen || !group->folded)
        return logRow;
    const std::vector<qsizetype> &open = group->content.open(*m_log);
    const auto found =
        std::find_if(open.begin(), open.end(), [&](qsizetype part) { return ofSource(part, 0, role).toBool(); });
    return found == open.end() ? logRow : *found;
}

qsizetype GroupedRequestModel::waitingIn(qsizetype logRow) const
{
    return find(logRow, WaitingRole, true);
}

/// Leaves out the polls in flight: Cancel means the call.
qsizetype GroupedRequestModel::cancellableIn(qsizetype logRow) const
{
    return find(logRow, CancellableRole, false);
}

int GroupedRequestModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int GroupedRequestModel::columnCount(const QModelIndex &parent) const
{
    return m_requests.columnCount(parent);
}

QVariant GroupedRequestModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::AccessibleTextRole && orientation == Qt::Horizontal)
        return accessibleTitle(section);
    return m_requests.headerData(section, orientation, role);
}

void GroupedRequestModel::onReset()
{
    if (m_log != m_requests.log()) {
        m_log = m_requests.log();
        m_groups.forget();
    }
    m_rows.clear();
    m_groups.clear();
    fill();
    endResetModel();
}

void GroupedRequestModel::remake()
{
    emit aboutToRefilter();
    beginResetModel();
    m_rows.clear();
    m_groups.clear();
    fill();
    endResetModel();
    emit refiltered();
}

/// Fills the empty model with all rows of the source.
void GroupedRequestModel::fill()
{
    std::vector<Row> shown;
    const std::vector<Growth> growths = takeIn(0, m_requests.rowCount() - 1, shown);
    for (const Growth &growth : growths) {
        Group &group = *m_groups.find(growth.head);
        group.folded = m_groups.isToBeFolded(growth.head);
        for (const qsizetype part : group.content.parts()) {
            if (!group.folded)
                shown.push_back({growth.head, part});
        }
    }
    resetKeys();
    takeKeys(shown);
    std::sort(shown.begin(), shown.end(), [this](const Row &a, const Row &b) { return isBefore(a, b); });
    m_rows = std::move(shown);
}

/// Adds the parts among these source rows to their groups, and the other rows to `shown`.
std::vector<GroupedRequestModel::Growth> GroupedRequestModel::takeIn(int first, int last, std::vector<Row> &shown)
{
    std::vector<Growth> growths;
    const bool collecting = collects();
    const qsizetype firstNew = first <= last ? m_requests.sourceOf(first) : 0;
    for (int row = first; row <= last; ++row) {
        const Row place = placeOf(m_requests.sourceOf(row));
        if (!collecting || place.head == place.self) {
            shown.push_back(place);
            continue;
        }
        if (const auto growth = m_groups.add(*m_log, place.head, place.self, firstNew))
            growths.push_back(*growth);
    }
    return growths;
}

void GroupedRequestModel::onInserted(int first, int last)
{
    if (first == last && bringsItsParts(first)) {
        remake();
        return;
    }
    std::vector<Row> shown;
    const std::vector<Growth> growths = takeIn(first, last, shown);
    takeKeys(shown);
    if (!grow(growths, shown)) {
        remake();
        return;
    }
    std::sort(shown.begin(), shown.end(), [this](const Row &a, const Row &b) { return isBefore(a, b); });
    if (isSorted())
        mergeIn(shown);
    else
        insert(shown);
    tellHeads(growths);
    if (isSorted()) {
        QSet<qsizetype> heads;
        for (const Growth &growth : growths)
            heads.insert(growth.head);
        sortAgain(heads);
    }
}

/// Folds groups that have become too long, and adds new parts of unfolded groups to `shown`. Returns false if a reset
/// is cheaper.
bool GroupedRequestModel::grow(const std::vector<Growth> &growths, std::vector<Row> &shown)
{
    const auto inside = std::count_if(growths.begin(), growths.end(), [this](const Growth &growth) {
        return !growth.isNew && !m_groups.find(growth.head)->folded;
    });
    if (inside > MostSingleMoves)
        return false;
    for (const Growth &growth : growths) {
        Group &group = *m_groups.find(growth.head);
        if (group.folded)
            continue;
        if (m_groups.isToBeFolded(growth.head)) {
            group.folded = true;
            if (growth.had > 0)
                removeParts(growth.head);
            continue;
        }
        if (growth.between >= 0) {
            shown.push_back({growth.head, growth.between});
            continue;
        }
        const std::vector<qsizetype> &parts = group.content.parts();
        for (auto part = parts.begin() + growth.had; part != parts.end(); ++part)
            shown.push_back({growth.head, *part});
    }
    return true;
}

/// Inserts sorted rows in as few runs as possible.
void GroupedRequestModel::insert(const std::vector<Row> &sorted)
{
    qsizetype runs = 0;
    for (auto begin = sorted.begin(); begin != sorted.end();) {
        if (++runs > MostSingleMoves) { // a filter lets rows in between very many others
            remake();
            return;
        }
        const auto before = [this](const Row &a, const Row &b) { return isBefore(a, b); };
        const auto next = std::lower_bound(m_rows.begin(), m_rows.end(), *begin, before);
        const auto end = next == m_rows.end() ? sorted.end() : std::lower_bound(begin, sorted.end(), *next, before);
        insertRun(begin, end);
        begin = end;
    }
}

void GroupedRequestModel::insertRun(std::vector<Row>::const_iterator begin, std::vector<Row>::const_iterator end)
{
    const int at = positionOf(*begin);
    beginInsertRows({}, at, at + int(end - begin) - 1);
    m_rows.insert(m_rows.begin() + at, begin, end);
    endInsertRows();
}

/// Removes the shown parts of a group.
void GroupedRequestModel::removeParts(qsizetype head)
{
    const Span span = spanOf(head);
    const int first = span.first + 1;
    if (span.end <= first)
        return;
    beginRemoveRows({}, first, span.end - 1);
    m_rows.erase(m_rows.begin() + first, m_rows.begin() + span.end);
    endRemoveRows();
}

/// Updates the heads, whose counts have changed.
void GroupedRequestModel::tellHeads(const std::vector<Growth> &growths)
{
    std::vector<int> rows;
    for (const Growth &growth : growths)
        rows.push_back(rowOf(growth.head));
    announceRows(std::move(rows));
}

/// Rows are removed only by filters and by hiding noise.
void GroupedRequestModel::onAboutToBeRemoved(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const qsizetype logRow = m_requests.sourceOf(row);
        const Row place = placeOf(logRow);
        if (const int own = rowOf(logRow); own >= 0) { // otherwise it is folded
            beginRemoveRows({}, own, own);
            m_rows.erase(m_rows.begin() + own);
            endRemoveRows();
        }
        if (place.head != logRow)
            leaveGroup(place.head, logRow);
        else
            m_isStale = m_isStale || m_groups.contains(logRow);
    }
}

void GroupedRequestModel::onRemoved()
{
    if (std::exchange(m_isStale, false))
        remake();
}

/// Removes a part from its group and updates the head.
void GroupedRequestModel::leaveGroup(qsizetype head, qsizetype part)
{
    if (!m_groups.contains(head))
        return;
    m_groups.remove(*m_log, head, part);
    tellHeads({{head, 0, false}});
    sortAgain({head});
}

/// True if this row is a head that was hidden as noise, and its parts stand alone.
bool GroupedRequestModel::bringsItsParts(int sourceRow) const
{
    const qsizetype head = m_requests.sourceOf(sourceRow);
    if (!collects() || sourceRow + 1 == m_requests.rowCount() ||
        m_log->record(head).direction != Direction::ClientToServer)
        return false;
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [&](const Row &row) { return row.self > head && m_log->headOf(row.self) == head; });
}

void GroupedRequestModel::onChanged(int first, int last, const QList<int> &roles)
{
    if (last - first >= MostLookedAt) {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), roles);
        return;
    }
    std::vector<int> rows;
    for (int row = first; row <= last; ++row) {
        const qsizetype logRow = m_requests.sourceOf(row);
        rows.push_back(rowOf(logRow));
        rows.push_back(rowOf(headOf(logRow)));
    }
    announceRows(std::move(rows), roles);
}

} // namespace Pullcord
