// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filtertest.h"
#include "core/capture/noise.h"
#include "core/capture/requestlog.h"
#include "core/mcp/tasklog.h"
#include "ui/models/colorrule.h"
#include "ui/models/findingmarks.h"
#include "ui/models/flaws.h"
#include "ui/models/hiddenrows.h"
#include "ui/models/logmodel.h"
#include "ui/models/requestmodelroles.h"

#include <functional>
#include <optional>

namespace Pullcord {

/// The requests of a log, a row each. Columns and roles: requestmodelroles.h.
///
/// Owner: its panel. The log must outlive it, or be taken away by setSource(nullptr).
class RequestModel final : public LogModel
{
    Q_OBJECT

public:
    /// What stands in the column State, but for those that are longer.
    [[nodiscard]] static QStringList usualStates();
    /// Those: by whom it was cancelled, or what is wrong beside the state.
    [[nodiscard]] static QStringList longStates();
    /// How late something came, in fewer words than the column Cancel has at best.
    [[nodiscard]] static QString shortLateness(const QString &time);

    /// What the conversation knows beside the log. Without functions nothing is live, and time stands still.
    struct Live
    {
        std::function<qint64()> now; ///< in the capture's time
        std::function<bool(qsizetype logRow)> canCancel;
        std::function<bool(qsizetype logRow)> isWaiting;              ///< for our answer
        std::function<bool(qsizetype logRow)> goesOn;                 ///< after its answer
        std::function<const TaskLog::Entry *(qsizetype logRow)> task; ///< that began with it
        const Capture *capture;                        ///< of the log, to look for what is wrong; null: nobody looks
        std::function<QList<qsizetype>()> rowsGoingOn; ///< all that goesOn() is true of
    };

    explicit RequestModel(QObject *parent = nullptr);
    ~RequestModel() override;

    void setSource(const RequestLog *log, Live live = {});
    /// What Live tells of a row has changed.
    void touch(qsizetype logRow);
    /// By which rules rows are coloured.
    void setRuleColors(RuleColors colors);
    /// What marks rows that something was found on; it must outlive the model.
    void setFindings(const FindingMarks &findings);
    /// Of one request, and of all that belong to one.
    [[nodiscard]] FindingMarks::Mark findingsOn(qsizetype logRow) const;
    [[nodiscard]] FindingMarks::Mark findingsOnWhole(qsizetype head) const;
    /// Shows only what passes, and is no noise; none: everything.
    void setFilter(std::optional<FilterTest> filter, std::optional<Noise> noise = {});
    /// What it leaves out as noise, of what passes the filter.
    [[nodiscard]] const HiddenRows &hidden() const { return m_hidden; }
    /// Somebody wants to see it, noise or not.
    void showAnyway(qsizetype logRow);
    [[nodiscard]] bool isFiltered() const { return m_filter.has_value(); }
    /// What SortRole gives, of any row of the log.
    [[nodiscard]] QVariant sortValue(qsizetype logRow, int column) const;
    [[nodiscard]] QList<qsizetype> rowsGoingOn() const;            ///< open, or going on after their answers
    [[nodiscard]] bool isLive() const { return bool(m_live.now); } ///< what is open takes longer by the second
    [[nodiscard]] const RequestLog *log() const { return m_log; }  ///< null without one

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    /// The same of any row of the log, whatever is shown.
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
    [[nodiscard]] static QString invalid(const QString &state);
    [[nodiscard]] QString heardState(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString text(const RequestRecord &record, qsizetype logRow, int column) const;
    void onRowAdded(qsizetype row);
    [[nodiscard]] const ColorRule *ruleOf(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString heard(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString toolTip(const RequestRecord &record, qsizetype logRow, int column) const;
    [[nodiscard]] QVariant fact(const RequestRecord &record, qsizetype logRow, int role) const;
    [[nodiscard]] bool takesTime(const RequestRecord &record) const;
    [[nodiscard]] qint64 elapsed(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] bool isEndUnknown(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QString lasted(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] bool goesOn(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] RequestState lookOf(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] RequestTable::Sign signOf(const RequestRecord &record, qsizetype logRow) const;
    [[nodiscard]] QStringList flawsOf(qsizetype logRow) const;
    [[nodiscard]] QString stopped(qsizetype logRow) const;
    void doubtOpenRows();

    const RequestLog *m_log = nullptr;
    Live m_live;
    bool m_hasTimes = true;               ///< false: nobody has written down when anything happened
    mutable std::optional<Flaws> m_flaws; ///< none without a capture
    std::optional<FilterTest> m_filter;
    std::optional<Noise> m_noise;
    mutable HiddenRows m_hidden;
    RuleColors m_colors;
    const FindingMarks *m_findings = nullptr; ///< null: nobody looks
    QTimer m_aging;                           ///< runs while the filter asks how long something takes
};

} // namespace Pullcord
