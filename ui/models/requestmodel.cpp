// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requestmodel.h"

#include "core/capture/humantext.h"
#include "core/capture/import/captureimport.h"
#include "ui/models/legtexts.h"
#include "ui/models/markroles.h"
#include "ui/models/marktexts.h"
#include "ui/models/peertexts.h"
#include "ui/models/texts.h"

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;
using namespace RequestTable;

namespace {

/// Returns 0..1; -1 if the total is unknown or wrong; invalid without progress.
QVariant fraction(const RequestRecord::Progress &progress)
{
    if (progress.count == 0)
        return {};
    if (!progress.total || *progress.total <= 0 || progress.value > *progress.total)
        return -1.0;
    return std::clamp(progress.value / *progress.total, 0.0, 1.0);
}

QVariant timeOrNothing(std::optional<qint64> time)
{
    return time ? QVariant(qlonglong(*time)) : QVariant();
}

bool endedEarly(RequestState state)
{
    return state == RequestState::Cancelled || state == RequestState::TimedOut || state == RequestState::Lost;
}

} // namespace

RequestModel::RequestModel(QObject *parent)
    : LogModel(parent)
{
    m_aging.setInterval(Aging);
    connect(&m_aging, &QTimer::timeout, this, &RequestModel::doubtOpenRows);
}

RequestModel::~RequestModel() = default;

void RequestModel::setSource(const RequestLog *log, Live live)
{
    if (m_log) {
        m_log->disconnect(this);
        m_log->marks().disconnect(this);
    }
    m_log = log;
    m_live = std::move(live);
    m_flaws.reset();
    m_hasTimes = !m_live.capture || CaptureImport::hasTimes(*m_live.capture);
    if (m_log && m_live.capture)
        m_flaws.emplace(*m_live.capture, *m_log);
    m_filter.reset(); // the old ones belong to another log
    m_noise.reset();
    m_hidden.clear();
    m_colors = {};
    m_aging.stop();
    if (m_log) {
        connect(m_log, &RequestLog::rowAdded, this, &RequestModel::onRowAdded);
        connect(m_log, &RequestLog::rowChanged, this, &RequestModel::touch);
        connect(&m_log->marks(), &Marks::changed, this, [this](const MarkedPlace &place) {
            if (const qsizetype row = m_log->rowAt(place); row >= 0)
                touch(row);
        });
    }
    refilter();
}

/// Each leg shows the number of legs, so all legs of the call change.
void RequestModel::onRowAdded(qsizetype row)
{
    const RequestRecord record = m_log->record(row);
    if (record.leg.number > 1)
        touch(m_log->rowOf(record.connection, record.leg.first));
    sourceGrew();
}

void RequestModel::touch(qsizetype logRow)
{
    m_colors.forget(logRow);
    LogModel::touch(logRow);
}

void RequestModel::setRuleColors(RuleColors colors)
{
    m_colors = std::move(colors);
    repaint({RowMarks::ColorRole});
}

const ColorRule *RequestModel::ruleOf(const RequestRecord &record, qsizetype logRow) const
{
    return m_colors.isEmpty() ? nullptr : m_colors.ofRequest(logRow, record.isOpen());
}

void RequestModel::showAnyway(qsizetype logRow)
{
    m_hidden.want(logRow);
    touch(logRow);
    flush();
}

void RequestModel::setFilter(std::optional<FilterTest> filter, std::optional<Noise> noise)
{
    m_filter = std::move(filter);
    m_noise = std::move(noise);
    m_hidden.clear();
    if (m_filter && m_filter->changesWithTime())
        m_aging.start();
    else
        m_aging.stop();
    refilter();
}

void RequestModel::doubtOpenRows()
{
    if (!m_log)
        return;
    const QList<qsizetype> going = rowsGoingOn();
    for (const qsizetype row : going)
        touch(row);
}

QList<qsizetype> RequestModel::rowsGoingOn() const
{
    QList<qsizetype> rows = m_log ? m_log->openRows() : QList<qsizetype>();
    if (m_live.rowsGoingOn)
        rows += m_live.rowsGoingOn();
    return rows;
}

qsizetype RequestModel::sourceCount() const
{
    return m_log ? m_log->count() : 0;
}

bool RequestModel::accepts(qsizetype source) const
{
    const bool passes = !m_filter || m_filter->passesRequest(source);
    const bool isNoise = passes && m_noise && !m_hidden.isWanted(source) && m_noise->isRequest(source);
    const bool isHidden = isNoise && flawsOf(source).isEmpty();
    m_hidden.note(source, isHidden);
    return passes && !isHidden;
}

bool RequestModel::acceptanceChanges(qsizetype source) const
{
    return m_filter || (m_noise && m_noise->changesWith(m_log->record(source)));
}

int RequestModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RequestModel::text(const RequestRecord &record, qsizetype logRow, int column) const
{
    switch (column) {
    case Number:
        return QString::number(logRow + 1);
    case Id:
        return record.id.display();
    case Method: {
        const QString mark = Texts::legMark(*m_log, logRow);
        const QString method = QString::fromUtf8(record.method);
        return mark.isEmpty() ? method : u"%1 · %2"_s.arg(method, mark);
    }
    case Name:
        return record.target;
    case State:
        return stateText(record, logRow);
    case Time:
        return takesTime(record) ? lasted(record, logRow) : QString();
    case Progress:
        return Texts::progress(record);
    case Cancel:
        return cancelOf(record, logRow).value_or(Texts::shortLateness(record, m_hasTimes));
    case Reason:
        return reasonOf(record, logRow);
    case RequestSize:
        return HumanText::byteCount(record.bytesRequest);
    case AnswerSize:
        return record.bytesResponse > 0 ? HumanText::byteCount(record.bytesResponse) : QString();
    default:
        return {};
    }
}

QString RequestModel::toolTip(const RequestRecord &record, qsizetype logRow, int column) const
{
    switch (column) {
    case Number:
        return record.direction == Direction::ServerToClient ? tr("A request from the server")
               : record.byHand                               ? tr("A request to the server, typed by hand")
                                                             : tr("A request to the server");
    case State:
        return (QStringList(stopped(logRow).isEmpty() ? Texts::outcome(record) : stopped(logRow)) + flawsOf(logRow))
            .join(u'\n');
    case Id:
        return record.duplicateId ? tr("Another request with this id was open") : record.id.display();
    case Method: {
        const QString legs = Texts::legSentence(*m_log, logRow);
        const QString method = QString::fromUtf8(record.method);
        return legs.isEmpty() ? method : u"%1\n%2"_s.arg(method, legs);
    }
    case Name:
        return record.target;
    case Progress:
        return Texts::progress(record);
    case Cancel:
        return !record.late.any() && (record.streamClosed != 0 || record.streamEnded != 0)
                   ? tr("The stream of its response: %1 after the cancellation").arg(Texts::lateness(record))
                   : cancelOf(record, logRow).value_or(Texts::lateness(record, m_hasTimes));
    case Time:
        return !m_hasTimes          ? Texts::noTimes()
               : !takesTime(record) ? QString()
               : record.endUnknown
                   ? Texts::outcome(record) + u'\n' +
                         tr("It started at %1 s and was recorded for %2.")
                             .arg(Texts::clock(record.start), HumanText::duration(elapsed(record, logRow)))
                   : HumanText::duration(elapsed(record, logRow));
    case Reason:
        return reasonOf(record, logRow);
    case AnswerSize:
        return record.bytesProgress > 0 ? tr("Progress: %1").arg(HumanText::byteCount(record.bytesProgress))
                                        : QString();
    default:
        return {};
    }
}

/// Returns the state of the request, or of the task it began.
QString RequestModel::stateText(const RequestRecord &record, qsizetype logRow) const
{
    if (m_live.isWaiting && m_live.isWaiting(logRow))
        return tr("Asks you");
    const TaskLog::Entry *task = m_live.task ? m_live.task(logRow) : nullptr;
    const QString state = task                                         ? Texts::state(*task)
                          : !stopped(logRow).isEmpty()                 ? tr("Stopped", "a list that would never end")
                          : record.asksFirst && goesOn(record, logRow) ? tr("Needs input")
                                                                       : Texts::state(record);
    return flawsOf(logRow).isEmpty() ? state : invalid(state);
}

/// Describes the cancel of its task, if there was one.
std::optional<QString> RequestModel::cancelOf(const RequestRecord &record, qsizetype logRow) const
{
    const TaskLog::Entry *task = m_live.task ? m_live.task(logRow) : nullptr;
    return task && task->cancelRequested ? std::optional(Texts::taskCancel(*task, record)) : std::nullopt;
}

QString RequestModel::reasonOf(const RequestRecord &record, qsizetype logRow) const
{
    const TaskLog::Entry *task = m_live.task ? m_live.task(logRow) : nullptr;
    const QString ofTask = task ? task->reason() : QString();
    for (const QString &reason : {ofTask, Texts::reason(record), stopped(logRow)}) {
        if (!reason.isEmpty())
            return reason;
    }
    return reasonOfCall(record, logRow);
}

/// Explains why a question was dismissed: the call or task it belonged to was cancelled. Empty if its own response says
/// why.
QString RequestModel::reasonOfCall(const RequestRecord &record, qsizetype logRow) const
{
    if (record.said != RequestRecord::Said::Cancel || record.cause == RequestRecord::NoSerial)
        return {};
    const qsizetype head = m_log->headOf(logRow);
    const RequestRecord call = m_log->record(head);
    const TaskLog::Entry *task = m_live.task ? m_live.task(head) : nullptr;
    if (task && task->cancelRequested && task->cancelTime <= record.end)
        return tr("It was for the task %1, which was cancelled").arg(task->info.id);
    if (!call.cancellation || call.cancellation->time > record.end)
        return {};
    const QString why = tr("It was for request %1, which was given up").arg(call.id.display());
    const QString &reason = call.cancellation->reason;
    return reason.isEmpty() ? why : tr("%1: %2", "what became of a call, and why").arg(why, reason);
}

bool RequestModel::goesOn(const RequestRecord &record, qsizetype logRow) const
{
    return !record.isOpen() && m_live.goesOn && m_live.goesOn(logRow);
}

QStringList RequestModel::flawsOf(qsizetype logRow) const
{
    return m_flaws ? m_flaws->ofRequest(logRow) : QStringList();
}

/// Returns the reason why a list was not read to its end; empty if it was.
QString RequestModel::stopped(qsizetype logRow) const
{
    return m_flaws ? m_flaws->whyStopped(logRow) : QString();
}

RequestState RequestModel::lookOf(const RequestRecord &record, qsizetype logRow) const
{
    const TaskLog::Entry *task = m_live.task ? m_live.task(logRow) : nullptr;
    return task                                               ? Texts::look(*task)
           : record.isRefused() || !stopped(logRow).isEmpty() ? RequestState::Cancelled
                                                              : record.state;
}

RequestTable::Sign RequestModel::signOf(const RequestRecord &record, qsizetype logRow) const
{
    if (m_live.isWaiting && m_live.isWaiting(logRow))
        return Sign::Waiting;
    if (!flawsOf(logRow).isEmpty() || !stopped(logRow).isEmpty())
        return Sign::Flawed;
    if (record.asksFirst && record.state == RequestState::Succeeded)
        return Sign::Asked;
    return HumanText::isRefusedProbe(record) ? Sign::NotSupported : Sign::None;
}

QVariant RequestModel::sortValue(qsizetype logRow, int column) const
{
    const RequestRecord record = m_log->record(logRow);
    switch (column) {
    case Number:
        return qlonglong(logRow);
    case Method:
        return QString::fromUtf8(record.method);
    case State:
        return 2 * int(record.state) + (record.toolError ? 1 : 0);
    case Time:
        return !takesTime(record) ? QVariant() : QVariant(qlonglong(elapsed(record, logRow)));
    case Progress:
        return fraction(record.progress);
    case Cancel:
        return timeOrNothing(Texts::latenessOf(record));
    case RequestSize:
        return qlonglong(record.bytesRequest);
    case AnswerSize:
        return record.bytesResponse > 0 ? QVariant(qlonglong(record.bytesResponse)) : QVariant();
    default:
        return text(record, logRow, column);
    }
}

QVariant RequestModel::fact(const RequestRecord &record, qsizetype logRow, int role) const
{
    switch (role) {
    case LogRowRole:
        return qlonglong(logRow);
    case StateRole:
        return int(record.state);
    case DirectionRole:
        return int(record.direction);
    case ToolErrorRole:
        return record.toolError;
    case NotSupportedRole:
        return HumanText::isRefusedProbe(record);
    case LookRole:
        return int(lookOf(record, logRow));
    case SignRole:
        return int(signOf(record, logRow));
    case OpenRole:
        return record.isOpen() || goesOn(record, logRow);
    case EndUnknownRole:
        return isEndUnknown(record, logRow);
    case CancellableRole:
        return m_live.canCancel && m_live.canCancel(logRow);
    case WaitingRole:
        return m_live.isWaiting && m_live.isWaiting(logRow);
    case EndedEarlyRole:
        return endedEarly(record.state);
    case LateRole:
        return record.late.answered();
    case CameLateRole:
        return record.late.any();
    case FractionRole:
        return fraction(record.progress);
    default:
        return {};
    }
}

} // namespace Pullcord
