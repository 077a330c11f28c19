// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/sortkeys.h"
#include "ui/models/findingmarks.h"
#include "ui/models/orderedmodel.h"
#include "ui/models/requestgroups.h"

#include <QSet>
#include <QTimer>

#include <optional>
#include <vector>

namespace Pullcord {

class RequestLog;
class RequestModel;

/// The rows of a RequestModel with what belongs together in one place: each request that began something, the head, in the
/// order of the log, and behind it the parts that RequestLog::headOf() leads to it, which can be folded away. More than a
/// few fold by themselves. A folded head counts what it hides, and tells of the whole: what waits, what goes on, how long.
///
/// While a filter is on, nothing is folded: all that passes is shown, in the same order. Columns and roles are those of
/// the RequestModel, with FoldRole and PartRole.
/// Sorted by a column, groups stay together and stand where the whole of them belongs; while a filter is on too, each row
/// stands for itself.
/// What comes costs as much as there is of it; only where it comes between very many rows at once, they are made anew. In
/// a sorted table it is sorted by itself and merged into what is there, as is what has changed.
class GroupedRequestModel final : public OrderedModel
{
    Q_OBJECT

public:
    static constexpr qsizetype MostUnfolded = RequestGroups::MostUnfolded;

    explicit GroupedRequestModel(RequestModel &requests, QObject *parent = nullptr);
    ~GroupedRequestModel() override;

    void setGrouping(bool grouping);
    [[nodiscard]] bool isGrouping() const { return m_grouping; }
    /// A row of the log whose group does not fold by itself: somebody looks at it. -1: none.
    void setHeld(qsizetype logRow) { m_groups.hold(logRow); }

    [[nodiscard]] qsizetype sourceOf(int row) const { return m_rows[size_t(row)].self; } ///< row of the log
    /// What a request of the log has for a role, whatever it is folded with.
    [[nodiscard]] QVariant dataOf(qsizetype logRow, int role) const;
    /// With what is folded under it.
    [[nodiscard]] FindingMarks::Mark findingsOn(qsizetype logRow) const;
    /// The row that shows it; -1 if none does.
    [[nodiscard]] int rowOf(qsizetype logRow) const;
    /// The same, or of the head that it is folded under.
    [[nodiscard]] int rowShowing(qsizetype logRow) const;
    /// Unfolds what hides it.
    void reveal(qsizetype logRow);
    /// Of a row that is a head; nothing happens to others. It is remembered as long as the log is there.
    void setFolded(int row, bool folded);
    /// The rows of the log that a row stands for: itself, and what is folded under it.
    [[nodiscard]] QList<qsizetype> wholeOf(qsizetype logRow) const;
    /// What is folded under it, in the order of the log; none of a row that nothing is folded under.
    [[nodiscard]] const std::vector<qsizetype> &foldedUnder(qsizetype logRow) const
    {
        return m_groups.foldedUnder(logRow);
    }
    /// Of what a row stands for, the one that is waiting for our answer (or that can be cancelled); itself if there is none.
    [[nodiscard]] qsizetype waitingIn(qsizetype logRow) const;
    [[nodiscard]] qsizetype cancellableIn(qsizetype logRow) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] int newestRow() const override;

signals:
    /// As LogModel: everything is made anew between the two, and the sources are the same.
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
    /// Where the rows of a group are.
    struct Span
    {
        qsizetype head;
        int first;
        int end;
    };
    using Group = RequestGroups::Group;
    using Growth = RequestGroups::Growth;

    [[nodiscard]] bool collects() const; ///< parts into groups
    [[nodiscard]] qsizetype headOf(qsizetype logRow) const;
    [[nodiscard]] Row placeOf(qsizetype logRow) const { return {headOf(logRow), logRow}; }
    [[nodiscard]] bool isBefore(const Row &a, const Row &b) const;
    [[nodiscard]] int positionOf(const Row &row) const;
    [[nodiscard]] SortKey keyOf(qsizetype head) const;
    [[nodiscard]] QVariant sortValue(qsizetype head, int column) const;
    [[nodiscard]] QVariant ofSource(qsizetype logRow, int column, int role) const;
    [[nodiscard]] QVariant ofWhole(qsizetype head, Group &group, int column, int role) const;
    [[nodiscard]] qsizetype find(qsizetype logRow, int role, bool amongOpen) const;
    [[nodiscard]] qsizetype speakerOf(qsizetype head) const;
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
    void tellHeads(const std::vector<Growth> &growths);

    RequestModel &m_requests;
    const RequestLog *m_log = nullptr;
    bool m_grouping = true;
    std::vector<Row> m_rows;        ///< shown, in order
    RequestGroups m_groups;         ///< as far as the source shows them
    std::optional<SortKeys> m_keys; ///< of heads, while it is sorted
    bool m_isStale = false;         ///< a head goes, and its parts are to stand alone
    QTimer m_aging;                 ///< runs while it is sorted by a time that goes on
};

} // namespace Pullcord
