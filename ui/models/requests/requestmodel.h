// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterpredicate.h"
#include "core/capture/noisefilter.h"
#include "core/capture/requestlog.h"
#include "core/mcp/requests/tasklog.h"
#include "ui/models/filter/colorrule.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/growingtablemodel.h"
#include "ui/models/requests/hiddenrows.h"
#include "ui/models/requests/requestmodelroles.h"

#include <functional>
#include <optional>

namespace Pullcord {

/// Requests of a log, one row each. Columns and roles: requestmodelroles.h.
///
/// Owner: its panel. The log must outlive it, or be removed with setSource(nullptr).
class RequestModel final : public GrowingTableModel
{
    Q_OBJECT

public:
    /// State of a live conversation that is not in the log. Without these functions, durations do not grow.
    struct Live
    {
        std::function<qint64()> now; ///< in the capture's time, ns
        std::function<bool(qsizetype logRow)> canCancel;
        std::function<bool(qsizetype logRow)> isWaiting;              ///< true if it waits for our response
        std::function<bool(qsizetype logRow)> isContinuing;           ///< true if it continues after its response
        std::function<const TaskLog::Entry *(qsizetype logRow)> task; ///< the task that it began; null if none
        const Capture *capture;                                       ///< capture of the log; null: times are known
        std::function<QList<qsizetype>()> continuingRows;             ///< all rows for which isContinuing() is true
    };

    explicit RequestModel(QObject *parent = nullptr);
    ~RequestModel() override;

    void setSource(const RequestLog *log, Live live = {});
    /// Call when data in Live has changed for a row.
    void touch(qsizetype logRow);
    void setRuleColors(RuleColors colors);
    /// Sets the source of the marks for findings, which must outlive the model.
    void setFindings(const FindingMarks &findings);
    /// Returns the findings on one request, or on all requests of a group.
    [[nodiscard]] FindingMarks::Mark findingsOn(qsizetype logRow) const;
    [[nodiscard]] FindingMarks::Mark findingsOnWhole(qsizetype head) const;
    /// Shows only rows that pass the filter and are not noise; none shows all.
    void setFilter(std::optional<FilterPredicate> filter, std::optional<NoiseFilter> noise = {});
    /// Returns the rows that passed the filter but are hidden as noise.
    [[nodiscard]] const HiddenRows &hidden() const { return m_hidden; }
    /// Shows a row that is hidden as noise.
    void showAnyway(qsizetype logRow);
    [[nodiscard]] bool isFiltered() const { return m_filter.has_value(); }
    /// Returns the SortRole value for any row of the log.
    [[nodiscard]] QVariant sortValue(qsizetype logRow, int column) const;
    [[nodiscard]] QList<qsizetype> continuingRows() const;         ///< open, or continuing after their responses
    [[nodiscard]] bool isLive() const { return bool(m_live.now); } ///< true if the time of open requests increases
    [[nodiscard]] const RequestLog *log() const { return m_log; }  ///< null without a source

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    /// Returns the data for any row of the log, shown or not.
    [[nodiscard]] QVariant dataOf(qsizetype logRow, int column, int role) const;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] qsizetype sourceCount() const override;
    [[nodiscard]] bool accepts(qsizetype source) const override;
    [[nodiscard]] bool acceptanceChanges(qsizetype source) const override;

private:
    [[nodiscard]] std::optional<QString> cancelOf(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QStringList shorter(const RequestRecord &record, qsizetype logRow, int column) const;
    [[nodiscard]] QString reasonOf(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString reasonOfCall(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString stateText(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString heardState(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString text(const RequestRecord &record, qsizetype logRow, int column) const;
    void onRowAdded(qsizetype row);
    [[nodiscard]] QString outcomeOf(const RequestRecord &record) const;
    [[nodiscard]] QStringList shorterWait(const RequestRecord &record) const;
    [[nodiscard]] std::optional<qint64> presentTime() const;
    [[nodiscard]] bool hasEnded() const;
    [[nodiscard]] const ColorRule *ruleOf(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString heard(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString toolTip(const RequestRecord &record, qsizetype logRow, int column) const;
    [[nodiscard]] QVariant fact(const RequestRecord &record, qsizetype logRow, int role) const;
    [[nodiscard]] bool takesTime(const RequestRecord &record) const;
    [[nodiscard]] qint64 elapsed(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] bool isEndUnknown(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString lasted(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] bool isContinuing(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] RequestState lookOf(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] RequestTable::Sign signOf(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString stopped(qsizetype logRow) const;
    void doubtOpenRows();

    const RequestLog *m_log = nullptr;
    Live m_live;
    bool m_hasTimes = true; ///< false if the capture has no timestamps
    std::optional<FilterPredicate> m_filter;
    std::optional<NoiseFilter> m_noise;
    mutable HiddenRows m_hidden;
    RuleColors m_colors;
    const FindingMarks *m_findings = nullptr; ///< null: findings are not marked
    QTimer m_aging;                           ///< runs while the filter tests durations
};

} // namespace Pullcord
