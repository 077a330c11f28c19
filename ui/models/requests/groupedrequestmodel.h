// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/sortkeys.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/orderedmodel.h"
#include "ui/models/requests/requestgroups.h"

#include <QSet>
#include <QTimer>

#include <optional>
#include <vector>

namespace Pullcord {

class RequestLog;
class RequestModel;

/// Rows of a RequestModel in groups. The head of a group, the request that began an operation, has its place in the
/// log. Its parts, the requests with this RequestLog::headOf(), follow it and can be folded. Groups of more than a few
/// parts are folded by default. A folded head shows the number of its parts, and the state, activity and duration of
/// the group.
///
/// A filter turns folding off: every matching row is shown, in the same order. Columns and roles are those of
/// RequestModel, plus FoldRole, PartCountRole and PartRole.
///
/// Sorting by a column keeps groups together and sorts them by the value of the whole group. With a filter, each row is
/// sorted by itself.
///
/// The cost of arrivals depends on their number only. If many of them belong between existing rows, the model is reset.
/// In a sorted table, new and changed rows are sorted separately and merged.
class GroupedRequestModel final : public OrderedModel
{
    Q_OBJECT

public:
    static constexpr qsizetype MostUnfolded = RequestGroups::MostUnfolded;

    explicit GroupedRequestModel(RequestModel &requests, QObject *parent = nullptr);
    ~GroupedRequestModel() override;

    void setGrouping(bool grouping);
    [[nodiscard]] bool isGrouping() const { return m_grouping; }
    /// Exempts the group of this row from automatic folding, since the user is looking at the row. -1: none.
    void setHeld(qsizetype logRow) { m_groups.hold(logRow); }

    [[nodiscard]] qsizetype sourceOf(int row) const { return m_rows[size_t(row)].self; } ///< row of the log
    /// Returns the data of a request of the log by itself, without its group.
    [[nodiscard]] QVariant dataOf(qsizetype logRow, int role) const;
    /// Returns the mark for findings on the request and on the parts folded under it.
    [[nodiscard]] FindingMarks::Mark findingsOn(qsizetype logRow) const;
    /// Returns the row that shows the request; -1 if there is none.
    [[nodiscard]] int rowOf(qsizetype logRow) const;
    /// Like rowOf(), but returns the row of the head if the request is folded under it.
    [[nodiscard]] int rowShowing(qsizetype logRow) const;
    /// Unfolds the group that hides the request.
    void reveal(qsizetype logRow);
    /// Folds or unfolds a head; does nothing for other rows. The choice is remembered until the log changes.
    void setFolded(int row, bool folded);
    /// Returns the log rows that a row represents: itself, and the parts folded under it.
    [[nodiscard]] QList<qsizetype> wholeOf(qsizetype logRow) const;
    /// Returns the parts folded under a row, in the order of the log; empty if there are none.
    [[nodiscard]] const std::vector<qsizetype> &foldedUnder(qsizetype logRow) const
    {
        return m_groups.foldedUnder(logRow);
    }
    /// Returns the request of the group that waits for our response, or that can be cancelled; `logRow` if there is
    /// none.
    [[nodiscard]] qsizetype waitingIn(qsizetype logRow) const;
    [[nodiscard]] qsizetype cancellableIn(qsizetype logRow) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] int newestRow() const override;

signals:
    /// The model is reset between the two signals, with the same sources, as in GrowingTableModel.
    void aboutToRefilter();
    void refiltered();

protected:
    void applySort() override;

private:
    struct Row
    {
        qsizetype head;
        qsizetype self;
        friend bool operator==(const Row &, const Row &) = default;
    };
    /// Rows of a group in the table.
    struct Span
    {
        qsizetype head;
        int first;
        int end;
    };
    using Group = RequestGroups::Group;
    using Growth = RequestGroups::Growth;

    [[nodiscard]] bool collects() const; ///< true if parts are put into groups
    [[nodiscard]] qsizetype headOf(qsizetype logRow) const;
    [[nodiscard]] Row placeOf(qsizetype logRow) const { return {headOf(logRow), logRow}; }
    [[nodiscard]] bool isBefore(const Row &a, const Row &b) const;
    [[nodiscard]] int positionOf(const Row &row) const;
    [[nodiscard]] SortKey keyOf(qsizetype head) const;
    [[nodiscard]] QVariant sortValue(qsizetype head, int column) const;
    [[nodiscard]] QVariant ofSource(qsizetype logRow, int column, int role) const;
    [[nodiscard]] QVariant ofWhole(qsizetype head, Group &group, int column, int role) const;
    [[nodiscard]] qsizetype find(qsizetype logRow, int role, bool amongOpen) const;
    [[nodiscard]] qsizetype representativeOf(qsizetype head) const;
    [[nodiscard]] qint64 timeOfWhole(qsizetype head, const Group &group) const;
    [[nodiscard]] QString textOfWhole(qsizetype head, const Group &group) const;

    void onReset();
    void onInserted(int first, int last);
    void onAboutToBeRemoved(int first, int last);
    void onRemoved();
    [[nodiscard]] bool bringsItsParts(int sourceRow) const;
    void leaveGroup(qsizetype head, qsizetype part);
    void onChanged(int first, int last, const QList<int> &roles);
    void remake();
    void fill();
    [[nodiscard]] std::vector<Growth> takeIn(int first, int last, std::vector<Row> &shown);
    [[nodiscard]] bool grow(const std::vector<Growth> &growths, std::vector<Row> &shown);
    void insert(const std::vector<Row> &sorted);
    void insertRun(std::vector<Row>::const_iterator begin, std::vector<Row>::const_iterator end);
    void removeParts(qsizetype head);
    void resetKeys();
    void takeKeys(const std::vector<Row> &rows);
    void mergeIn(const std::vector<Row> &sorted);
    void sortAgain(const QSet<qsizetype> &logRows);
    [[nodiscard]] Span spanOf(qsizetype head) const;
    [[nodiscard]] bool isInPlace(const Span &span) const;
    void moveToTheirPlaces(const std::vector<Span> &spans);
    void onTimePassed();
    template<typename Change>
    void rearrangeRows(const Change &change);
    void announceHeads(const std::vector<Growth> &growths);

    RequestModel &m_requests;
    const RequestLog *m_log = nullptr;
    bool m_grouping = true;
    std::vector<Row> m_rows;        ///< shown rows, in order
    RequestGroups m_groups;         ///< groups of the rows shown by the source
    std::optional<SortKeys> m_keys; ///< sort keys of heads, while sorted
    bool m_isStale = false;         ///< a head is being removed, and its parts are to stand alone
    QTimer m_aging;                 ///< runs while sorted by a time that increases
};

} // namespace Pullcord
