// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requestmodel.h"

#include "core/capture/humantext.h"
#include "ui/models/markroles.h"
#include "ui/models/marktexts.h"
#include "ui/models/peertexts.h"
#include "ui/models/texts.h"

#include <QtMath>

// Data of the rows. requestmodel.cpp decides which rows exist.

namespace Pullcord {

using namespace Qt::StringLiterals;
using namespace RequestTable;

namespace {

bool isNumeric(int column)
{
    return column == Number || column == Time || column == RequestSize || column == AnswerSize;
}

} // namespace

void RequestModel::setFindings(const FindingMarks &findings)
{
    m_findings = &findings;
    connect(&findings, &FindingMarks::changed, this,
            [this](const QSet<qsizetype> &requests) { repaint(requests, {RowMarks::FindingRole}); });
}

FindingMarks::Mark RequestModel::findingsOn(qsizetype logRow) const
{
    return m_findings ? m_findings->ofRequest(logRow) : FindingMarks::Mark();
}

FindingMarks::Mark RequestModel::findingsOnWhole(qsizetype head) const
{
    return m_findings ? m_findings->ofWhole(head) : FindingMarks::Mark();
}

QVariant RequestModel::data(const QModelIndex &index, int role) const
{
    if (!m_log || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    return dataOf(sourceOf(index.row()), index.column(), role);
}

QVariant RequestModel::dataOf(qsizetype logRow, int column, int role) const
{
    if (!m_log || logRow >= m_log->count() || !isRoleOfRows(role))
        return {};
    if (role == Qt::TextAlignmentRole)
        return isNumeric(column) ? int(Qt::AlignRight | Qt::AlignVCenter) : int(Qt::AlignLeft | Qt::AlignVCenter);
    const RequestRecord *recent = m_log->recent(logRow);
    const RequestRecord packed = recent ? RequestRecord() : m_log->record(logRow);
    const RequestRecord &record = recent ? *recent : packed;
    switch (role) {
    case Qt::DisplayRole:
        return Texts::head(text(record, logRow, column));
    case Qt::ToolTipRole: {
        const Mark &mark = m_log->marks().ofRequest(record);
        const QString tip = toolTip(record, logRow, column);
        return Texts::toolTip(
            column == Number || column == Method
                ? FindingMarks::withMark(Texts::withNote(tip, mark, ruleOf(record, logRow)), findingsOn(logRow))
                : tip);
    }
    case Qt::AccessibleTextRole:
        return column == Number  ? heard(record, logRow)
               : column == State ? heardState(record, logRow)
                                 : Texts::head(text(record, logRow, column));
    case SortRole:
        return sortValue(logRow, column);
    case ShorterRole:
        return shorter(record, logRow, column);
    case RowMarks::ColorRole:
        return int(colorOf(m_log->marks().ofRequest(record), ruleOf(record, logRow)));
    case RowMarks::PinnedRole:
        return m_log->marks().ofRequest(record).pinned;
    case RowMarks::NoteRole:
        return m_log->marks().ofRequest(record).note;
    case RowMarks::FindingRole:
        return int(findingsOn(logRow).severity);
    default:
        return fact(record, logRow, role);
    }
}

/// Returns shorter texts, the longest first. An amount of progress matters more than its message, and a lateness more
/// than what it refers to; the tool tips have all.
QStringList RequestModel::shorter(const RequestRecord &record, qsizetype logRow, int column) const
{
    if (column == Progress && record.progress.count > 0) {
        QStringList texts{Texts::progressAmount(record)};
        if (fact(record, logRow, FractionRole).toDouble() >= 0) // rounded down, so that 100 % is only shown at the end
            texts << u"%1 %"_s.arg(qFloor(100 * record.progress.value / *record.progress.total));
        return texts;
    }
    if (column != Cancel)
        return {};
    const TaskLog::Entry *task = m_live.task ? m_live.task(logRow) : nullptr;
    if (task && task->cancelRequested) { // a time alone would read as a lateness
        const QString after = Texts::shortDuration(task->cancelTime - record.start);
        return {tr("sent +%1", "tasks/cancel; how long after the call").arg(after), tr("sent", "tasks/cancel")};
    }
    const std::optional<qint64> late = m_hasTimes ? Texts::latenessOf(record) : std::nullopt;
    if (!late)
        return {};
    const QString time = u"+%1"_s.arg(Texts::shortDuration(*late));
    const QString word = Texts::latenessWord(record); // a time alone means a late response
    return word.isEmpty() ? QStringList{shortLateness(time), time} : QStringList{u"%1 %2"_s.arg(word, time), word};
}

QString RequestModel::shortLateness(const QString &time)
{
    return tr("%1 late", "how long after a cancel something came").arg(time);
}

/// Returns the beginning of the accessible text of a row.
QString RequestModel::heard(const RequestRecord &record, qsizetype logRow) const
{
    const QString number =
        FindingMarks::heard(tr("%1, %2").arg(logRow + 1).arg(Texts::direction(record.direction)), findingsOn(logRow));
    const QString marks = Texts::markSentence(m_log->marks().ofRequest(record), ruleOf(record, logRow));
    return marks.isEmpty() ? number : tr("%1, %2").arg(number, marks);
}

QString RequestModel::invalid(const QString &state)
{
    return tr("%1 · invalid", "a state; a message breaks the rules").arg(state);
}

QStringList RequestModel::longStates()
{
    RequestRecord answered;
    answered.state = RequestState::Succeeded;
    RequestRecord withdrawn;
    withdrawn.state = RequestState::Cancelled;
    withdrawn.direction = Direction::ServerToClient;
    withdrawn.cancellation = RequestRecord::Cancellation();
    return {Texts::state(withdrawn), invalid(Texts::state(answered))};
}

QStringList RequestModel::usualStates()
{
    QStringList states{tr("Asks you"), tr("Needs input"), tr("Stopped", "a list that would never end")};
    for (const TaskStatus status : {TaskStatus::Working, TaskStatus::InputRequired, TaskStatus::Completed,
                                    TaskStatus::Failed, TaskStatus::Cancelled}) {
        TaskLog::Entry task;
        task.info.status = status;
        states << Texts::state(task);
        task.cancelRequested = true;
        states << Texts::state(task);
        task.isLost = true;
        states << Texts::state(task);
    }
    for (int number = 0; number <= int(RequestState::Lost); ++number) {
        RequestRecord record;
        record.state = RequestState(number);
        states << Texts::state(record);
        record.asksFirst = record.forbidden = record.neverSent = true;
        states << Texts::state(record);
    }
    RequestRecord refused;
    refused.state = RequestState::Failed;
    refused.direction = Direction::ClientToServer;
    refused.method = "server/discover";
    states << Texts::state(refused);
    states.removeDuplicates();
    return states;
}

/// Returns the accessible text of the state, including the canceller, which is only visible in the tool tip.
QString RequestModel::heardState(const RequestRecord &record, qsizetype logRow) const
{
    const QString state = stateText(record, logRow);
    const bool isCancel = record.state == RequestState::Cancelled && state.startsWith(Texts::state(record));
    return isCancel ? Texts::cancelledBy(record) + state.sliced(Texts::state(record).size()) : state;
}

QVariant RequestModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        return isNumeric(section) ? int(Qt::AlignRight | Qt::AlignVCenter) : int(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        return section == RequestSize  ? tr("Size of the request")
               : section == AnswerSize ? tr("Size of the response, without progress")
                                       : QVariant();
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("#", "number of the request");
    case Id:
        return tr("Id");
    case Method:
        return tr("Method");
    case Name:
        return tr("Name", "of the tool, prompt or resource");
    case State:
        return tr("State");
    case Cancel:
        return tr("Cancel", "how a request was cancelled");
    case Time:
        return tr("Time");
    case Progress:
        return tr("Progress");
    case Reason:
        return tr("Reason", "of the cancellation, or of the failure");
    case RequestSize:
        return tr("Request", "its size");
    default:
        return tr("Response", "its size");
    }
}

bool RequestModel::takesTime(const RequestRecord &record) const
{
    return m_hasTimes && !record.neverSent && !record.forbidden;
}

qint64 RequestModel::elapsed(const RequestRecord &record, qsizetype logRow) const
{
    if (m_live.now && goesOn(record, logRow))
        return m_live.now() - record.start;
    // Without a clock (a file), an open request has lasted until its latest sign of life.
    const qint64 now = m_live.now ? m_live.now() : std::max(record.start, record.progress.lastTime);
    return record.duration(now);
}

/// True if the end is not in the capture, or the task has no known end: the request has lasted longer than shown.
bool RequestModel::isEndUnknown(const RequestRecord &record, qsizetype logRow) const
{
    const TaskLog::Entry *task = m_live.task && !record.isOpen() ? m_live.task(logRow) : nullptr;
    return record.endUnknown || (task && !task->info.isFinal() && !goesOn(record, logRow));
}

QString RequestModel::lasted(const RequestRecord &record, qsizetype logRow) const
{
    RequestRecord told = record;
    told.endUnknown = isEndUnknown(record, logRow);
    return HumanText::lasted(told, Texts::shortDuration(elapsed(record, logRow)));
}

} // namespace Pullcord
