// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/groupedrequestmodel.h"

#include "ui/models/requestmodel.h"

#include <algorithm>

// Order of the groups. groupedrequestmodel.cpp decides which rows exist.

namespace Pullcord {
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
        const QList<qsizetype> going = m_requests.rowsGoingOn();
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

/// True if the group is in order with its neighbours. If that holds for all, the table is sorted.
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

/// Requests in progress have lasted longer: sort them again.
void GroupedRequestModel::onTimePassed()
{
    if (!m_log)
        return;
    const QList<qsizetype> going = m_requests.rowsGoingOn();
    sortAgain({going.begin(), going.end()});
}

} // namespace Pullcord
