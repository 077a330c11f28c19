// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/groupedrequestmodel.h"

#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "ui/models/requests/markroles.h"
#include "ui/models/requests/requestmodel.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

using namespace RequestTable;

namespace {
constexpr qsizetype MostSingleMoves = 200; // per update; each shifts all rows after it
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
    connect(&requests, &GrowingTableModel::aboutToRefilter, this, &GroupedRequestModel::aboutToRefilter);
    connect(&requests, &GrowingTableModel::refiltered, this, &GroupedRequestModel::refiltered);
    connect(&requests, &GrowingTableModel::changed, this, &GroupedRequestModel::sortAgain);
    m_aging.setInterval(GrowingTableModel::Aging);
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

/// Excludes polls in flight, since Cancel applies to the call.
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
        if (++runs > MostSingleMoves) { // rows of a new filter between very many others
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

/// Handles rows that a filter or the hiding of noise removes.
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

using namespace RequestTable;

QVariant GroupedRequestModel::data(const QModelIndex &index, int role) const
{
    if (!m_log || !checkIndex(index, CheckIndexOption::IndexIsValid) || !isRoleOfRows(role))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    if (role == PartRole)
        return row.self != row.head && rowOf(row.head) >= 0;
    Group *group = m_groups.find(row.self);
    if (!group)
        return role == FoldRole ? int(Fold::None) : ofSource(row.self, index.column(), role);
    return role == FoldRole ? int(group->folded ? Fold::Folded : Fold::Unfolded)
                            : ofWhole(row.self, *group, index.column(), role);
}

QVariant GroupedRequestModel::ofSource(qsizetype logRow, int column, int role) const
{
    return m_requests.dataOf(logRow, column, role);
}

QVariant GroupedRequestModel::dataOf(qsizetype logRow, int role) const
{
    return m_requests.dataOf(logRow, 0, role);
}

FindingMarks::Mark GroupedRequestModel::findingsOn(qsizetype logRow) const
{
    const Group *group = m_groups.find(logRow);
    return group && group->folded ? m_requests.findingsOnWhole(logRow) : m_requests.findingsOn(logRow);
}

/// Returns the request that stands for the state of the group: one that waits, else the newest leg.
qsizetype GroupedRequestModel::representativeOf(qsizetype head) const
{
    const qsizetype waiting = waitingIn(head);
    const Group *group = m_groups.find(head);
    const bool hasLegs = group && group->content.lastLeg() >= 0;
    return waiting != head || !hasLegs ? waiting : group->content.lastLeg();
}

/// Returns the sort value of a group: the value of its folded head, so that unfolding moves nothing.
QVariant GroupedRequestModel::sortValue(qsizetype head, int column) const
{
    const Group *group = m_groups.find(head);
    if (!group || group->content.parts().empty())
        return m_requests.sortValue(head, column);
    if (column == Time)
        return qlonglong(timeOfWhole(head, *group));
    const bool isOfNewest = column == State || column == Progress || column == Reason;
    return m_requests.sortValue(isOfNewest && group->content.lastLeg() >= 0 ? group->content.lastLeg() : head, column);
}

/// Returns the time from the start of the head to the latest end of head, newest leg and newest part.
qint64 GroupedRequestModel::timeOfWhole(qsizetype head, const Group &group) const
{
    const auto untilEndOf = [&](qsizetype row) {
        return m_log->record(row).start - m_log->record(head).start + ofSource(row, Time, SortRole).toLongLong();
    };
    const qsizetype leg = group.content.lastLeg() < 0 ? head : group.content.lastLeg();
    return std::max({untilEndOf(head), untilEndOf(leg), untilEndOf(group.content.parts().back())});
}

QString GroupedRequestModel::textOfWhole(qsizetype head, const Group &group) const
{
    const auto isUnknown = [this](qsizetype row) { return ofSource(row, Time, EndUnknownRole).toBool(); };
    RequestRecord whole = m_log->record(head);
    whole.end = whole.start + timeOfWhole(head, group);
    whole.endUnknown = isUnknown(head) || isUnknown(group.content.parts().back()) ||
                       (group.content.lastLeg() >= 0 && isUnknown(group.content.lastLeg()));
    return Formatting::lasted(whole, Describe::shortDuration(whole.end - whole.start));
}

QVariant GroupedRequestModel::ofWhole(qsizetype head, Group &group, int column, int role) const
{
    const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    if (column == Method && isText) {
        const QString method = QString::fromUtf8(m_log->record(head).method);
        const QString text = Texts::head(u"%1 · %2"_s.arg(method, group.content.summary(*m_log)));
        return role == Qt::ToolTipRole ? Texts::toolTip(FindingMarks::withMark(text, findingsOn(head))) : text;
    }
    if (role == RowMarks::FindingRole)
        return int(findingsOn(head).severity);
    if (role == PartCountRole)
        return int(group.content.parts().size());
    if (column == Number && role == Qt::AccessibleTextRole) {
        const QString number = ofSource(head, column, role).toString();
        return group.folded ? tr("%1, folded").arg(number) : tr("%1, unfolded").arg(number);
    }
    // An unfolded head does not represent requests of the server, which have rows of their own. It always represents
    // its own call.
    if (!group.folded && !group.content.isOfCall())
        return ofSource(head, column, role);
    if (column == Time && isText && !ofSource(head, Time, Qt::DisplayRole).toString().isEmpty())
        return textOfWhole(head, group);
    if (column == Time && role == SortRole)
        return qlonglong(timeOfWhole(head, group));
    switch (role) {
    case CancellableRole:
        return ofSource(cancellableIn(head), column, role);
    case OpenRole:
        return ofSource(head, column, role).toBool() || ofSource(representativeOf(head), column, role).toBool() ||
               !group.content.open(*m_log).empty();
    case StateRole:
    case LookRole:
    case SignRole:
    case ToolErrorRole:
    case NotSupportedRole:
    case WaitingRole:
    case EndedEarlyRole:
    case FractionRole:
        return ofSource(representativeOf(head), column, role);
    default:
        break;
    }
    const bool isOfRepresentative =
        (isText || role == ShorterRole) && (column == State || column == Progress || column == Reason);
    return ofSource(isOfRepresentative ? representativeOf(head) : head, column, role);
}

using namespace RequestTable;

bool GroupedRequestModel::isBefore(const Row &a, const Row &b) const
{
    if (a.head == b.head)
        return a.self < b.self;
    return m_keys ? m_keys->isBefore(a.head, b.head) : a.head < b.head;
}

SortKey GroupedRequestModel::keyOf(qsizetype head) const
{
    const QVariant value = sortValue(head, sortColumn());
    if (!value.isValid())
        return SortKey::none();
    if (value.typeId() != QMetaType::QString)
        return SortKey::of(value.toDouble());
    return sortColumn() == Id ? SortKey::ofNumberOrText(value.toString()) : SortKey::of(value.toString());
}

void GroupedRequestModel::resetKeys()
{
    m_keys.reset();
    m_aging.stop();
    m_requests.setTellsChanges(isSorted());
    if (!isSorted())
        return;
    m_keys.emplace([this](qsizetype head) { return keyOf(head); }, sortOrder());
    if (sortColumn() == Time && m_requests.isLive())
        m_aging.start();
}

void GroupedRequestModel::takeKeys(const std::vector<Row> &rows)
{
    for (const Row &row : rows) {
        if (m_keys && !m_keys->has(row.head))
            m_keys->take(row.head);
    }
}

template<typename Change>
void GroupedRequestModel::rearrangeRows(const Change &change)
{
    rearrange([this](int row) { return m_rows[size_t(row)].self; }, change,
              [this](qsizetype self) { return rowOf(self); });
}

void GroupedRequestModel::applySort()
{
    if (!m_log)
        return resetKeys();
    rearrangeRows([this] {
        resetKeys();
        for (Row &row : m_rows)
            row = placeOf(row.self);
        takeKeys(m_rows);
        std::sort(m_rows.begin(), m_rows.end(), [this](const Row &a, const Row &b) { return isBefore(a, b); });
    });
}

int GroupedRequestModel::newestRow() const
{
    const int rows = m_requests.rowCount();
    return isSorted() ? (rows == 0 ? -1 : rowShowing(m_requests.sourceOf(rows - 1))) : rowCount() - 1;
}

/// Merges sorted rows into the table, in one pass.
void GroupedRequestModel::mergeIn(const std::vector<Row> &sorted)
{
    if (sorted.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + int(sorted.size()) - 1);
    m_rows.insert(m_rows.end(), sorted.begin(), sorted.end());
    endInsertRows();
    const auto before = [this](const Row &a, const Row &b) { return isBefore(a, b); };
    const auto middle = m_rows.begin() + first;
    if (first > 0 && before(*middle, *(middle - 1)))
        rearrangeRows([&] { mergeFew(m_rows, first, before); });
}

/// Moves the groups of changed log rows to their new places.
void GroupedRequestModel::sortAgain(const QSet<qsizetype> &logRows)
{
    if (!m_keys || !m_log)
        return;
    constexpr qsizetype MostAtOnce = 1'000;
    QSet<qsizetype> changed = logRows;
    if (m_aging.isActive() && m_log->openCount() <= MostAtOnce) { // all durations must refer to the same moment
        const QList<qsizetype> going = m_requests.continuingRows();
        changed.unite({going.begin(), going.end()});
    }
    std::vector<Span> spans; // positions of the changed groups
    QSet<qsizetype> seen;
    for (const qsizetype row : std::as_const(changed)) {
        const qsizetype head = headOf(row);
        if (m_keys->has(head) && !seen.contains(head))
            spans.push_back(spanOf(head));
        seen.insert(head);
    }
    std::erase_if(spans, [this](const Span &span) { return !m_keys->take(span.head); });
    if (std::all_of(spans.begin(), spans.end(), [this](const Span &span) { return isInPlace(span); }))
        return;
    std::sort(spans.begin(), spans.end(), [](const Span &a, const Span &b) { return a.first < b.first; });
    rearrangeRows([&] { moveToTheirPlaces(spans); });
}

GroupedRequestModel::Span GroupedRequestModel::spanOf(qsizetype head) const
{
    const int first = positionOf({head, -1});
    int end = first;
    while (end < rowCount() && m_rows[size_t(end)].head == head)
        ++end;
    return {head, first, end};
}

/// True if the group is in order with its neighbors. If that holds for all, the table is sorted.
bool GroupedRequestModel::isInPlace(const Span &span) const
{
    const auto inOrder = [this](int first) {
        return first < 0 || first + 1 >= rowCount() || !isBefore(m_rows[size_t(first) + 1], m_rows[size_t(first)]);
    };
    return inOrder(span.first - 1) && inOrder(span.end - 1);
}

void GroupedRequestModel::moveToTheirPlaces(const std::vector<Span> &spans)
{
    std::vector<Row> moved;
    auto kept = m_rows.begin();
    auto from = m_rows.begin();
    for (const Span &span : spans) {
        kept = std::move(from, m_rows.begin() + span.first, kept);
        moved.insert(moved.end(), m_rows.begin() + span.first, m_rows.begin() + span.end);
        from = m_rows.begin() + span.end;
    }
    kept = std::move(from, m_rows.end(), kept);
    const auto before = [this](const Row &a, const Row &b) { return isBefore(a, b); };
    std::sort(moved.begin(), moved.end(), before);
    std::move(moved.begin(), moved.end(), kept);
    mergeFew(m_rows, kept - m_rows.begin(), before);
}

/// Sorts requests in progress again, since their durations have grown.
void GroupedRequestModel::onTimePassed()
{
    if (!m_log)
        return;
    const QList<qsizetype> going = m_requests.continuingRows();
    sortAgain({going.begin(), going.end()});
}

} // namespace Pullcord
