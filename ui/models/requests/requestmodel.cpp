// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/requestmodel.h"

#include "core/capture/capture.h"
#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "ui/models/requests/legtexts.h"
#include "ui/models/requests/markroles.h"
#include "ui/models/requests/marktexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QtMath>

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

/// True if the operator of a proxy cancelled it, and its sender did not get the late response.
bool showsWait(const RequestRecord &record)
{
    using WaitEnd = RequestRecord::Cancellation::WaitEnd;
    return record.cancellation && record.cancellation->byOperator && record.cancellation->waitEnd != WaitEnd::Response;
}

bool endedEarly(RequestState state)
{
    return state == RequestState::Cancelled || state == RequestState::TimedOut || state == RequestState::Lost;
}

} // namespace

RequestModel::RequestModel(QObject *parent)
    : GrowingTableModel(parent)
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
    m_hasTimes = !m_live.capture || m_live.capture->hasTimes();
    m_filter.reset(); // the old ones belong to another log
    m_noise.reset();
    m_hidden.clear();
    m_colors = {};
    m_aging.stop();
    if (m_log) {
        connect(m_log, &RequestLog::rowAdded, this, &RequestModel::onRowAdded);
        connect(m_log, &RequestLog::rowChanged, this, &RequestModel::touch);
        connect(&m_log->marks(), &Marks::changed, this, [this](const MarkTarget &place) {
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
    GrowingTableModel::touch(logRow);
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

void RequestModel::setFilter(std::optional<FilterPredicate> filter, std::optional<NoiseFilter> noise)
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
    const QList<qsizetype> going = continuingRows();
    for (const qsizetype row : going)
        touch(row);
}

QList<qsizetype> RequestModel::continuingRows() const
{
    QList<qsizetype> rows = m_log ? m_log->openRows() : QList<qsizetype>();
    if (m_live.continuingRows)
        rows += m_live.continuingRows();
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
    const bool isHidden = isNoise && findingsOn(source).isNone();
    m_hidden.note(source, isHidden);
    return passes && !isHidden;
}

bool RequestModel::acceptanceChanges(qsizetype source) const
{
    return m_filter || m_hidden.has(source) || (m_noise && m_noise->changesWith(m_log->record(source)));
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
        if (showsWait(record))
            return Texts::translated(Describe::operatorWait(record, presentTime(), hasEnded()));
        return cancelOf(record, logRow).value_or(Texts::translated(Describe::shortLateness(record, m_hasTimes)));
    case Reason:
        return reasonOf(record, logRow);
    case RequestSize:
        return Formatting::byteCount(record.bytesRequest);
    case ResponseSize:
        return record.bytesResponse > 0 ? Formatting::byteCount(record.bytesResponse) : QString();
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
        return FindingMarks::withMark(stopped(logRow).isEmpty() ? outcomeOf(record) : stopped(logRow),
                                      findingsOn(logRow));
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
    case Cancel: {
        const QString lateness = Texts::translated(Describe::lateness(record, m_hasTimes));
        return !record.late.any() && !lateness.isEmpty()
                   ? tr("The stream of its response: %1 after the cancellation").arg(lateness)
                   : cancelOf(record, logRow).value_or(lateness);
    }
    case Time:
        return !m_hasTimes          ? Texts::translated(Describe::noTimes())
               : !takesTime(record) ? QString()
               : record.endUnknown
                   ? Texts::translated(Describe::outcome(record)) + u'\n' +
                         tr("It started at %1 s and was recorded for %2.")
                             .arg(Texts::clock(record.start), Formatting::duration(elapsed(record, logRow)))
                   : Formatting::duration(elapsed(record, logRow));
    case Reason:
        return reasonOf(record, logRow);
    case ResponseSize:
        return record.bytesProgress > 0 ? tr("Progress: %1").arg(Formatting::byteCount(record.bytesProgress))
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
    const QString state = task                         ? Texts::state(*task)
                          : !stopped(logRow).isEmpty() ? tr("Stopped", "a list that would never end")
                          : record.asksFirst && isContinuing(record, logRow)
                              ? tr("Needs input")
                              : Texts::translated(Describe::state(record));
    return findingsOn(logRow).isInvalid ? tr("%1 · invalid", "a state; a message breaks the rules").arg(state) : state;
}

/// Returns the time on the clock of the capture; none if it has no times.
std::optional<qint64> RequestModel::presentTime() const
{
    return m_hasTimes && m_live.now ? std::optional(m_live.now()) : std::nullopt;
}

bool RequestModel::hasEnded() const
{
    return m_live.capture && !m_live.capture->isGrowing();
}

/// Describes the outcome, and what both sides have got of a cancel by the operator of a proxy.
QString RequestModel::outcomeOf(const RequestRecord &record) const
{
    QStringList lines{Texts::translated(Describe::outcome(record)),
                      Texts::translated(Describe::operatorCancel(record, presentTime(), hasEnded()))};
    lines.removeAll(QString());
    return lines.join(u'\n');
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
    for (const QString &reason : {ofTask, Texts::translated(Describe::reason(record)), stopped(logRow)}) {
        if (!reason.isEmpty())
            return reason;
    }
    return reasonOfCall(record, logRow);
}

/// Explains why a question was dismissed: the call or task it belonged to was cancelled. Empty if its own response has
/// the reason.
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
    const QString why = tr("It was for request %1, which was abandoned").arg(call.id.display());
    const QString &reason = call.cancellation->reason;
    return reason.isEmpty() ? why : tr("%1: %2", "what became of a call, and why").arg(why, reason);
}

bool RequestModel::isContinuing(const RequestRecord &record, qsizetype logRow) const
{
    return !record.isOpen() && m_live.isContinuing && m_live.isContinuing(logRow);
}

/// Returns the reason why a list was not read to its end; empty if it was.
QString RequestModel::stopped(qsizetype logRow) const
{
    if (!findingsOn(logRow).codes.contains(FindingCode::P15))
        return {};
    const QList<qsizetype> pages = m_log->legs(logRow); // none, or no page after it, unless its reader went on
    return !pages.isEmpty() && pages.last() == logRow ? m_findings->sentence(FindingCode::P15, logRow) : QString();
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
    if (findingsOn(logRow).isInvalid || !stopped(logRow).isEmpty())
        return Sign::Flawed;
    if (record.asksFirst && record.state == RequestState::Succeeded)
        return Sign::Asked;
    return Formatting::isRefusedProbe(record) ? Sign::NotSupported : Sign::None;
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
        return timeOrNothing(Describe::latenessOf(record));
    case RequestSize:
        return qlonglong(record.bytesRequest);
    case ResponseSize:
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
        return Formatting::isRefusedProbe(record);
    case LookRole:
        return int(lookOf(record, logRow));
    case SignRole:
        return int(signOf(record, logRow));
    case OpenRole:
        return record.isOpen() || isContinuing(record, logRow);
    case EndUnknownRole:
        return isEndUnknown(record, logRow);
    case CancellableRole:
        return m_live.canCancel && m_live.canCancel(logRow);
    case AwaitedRole:
        return record.isStillAwaited() && !hasEnded();
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

using namespace RequestTable;

namespace {

bool isNumeric(int column)
{
    return column == Number || column == Time || column == RequestSize || column == ResponseSize;
}

} // namespace

void RequestModel::setFindings(const FindingMarks &findings)
{
    m_findings = &findings;
    connect(&findings, &FindingMarks::changed, this, [this](const QSet<qsizetype> &requests) {
        for (const qsizetype row : requests) {
            if (m_hidden.has(row))
                touch(row);
        }
        repaint(requests, RowMarks::OfFindings);
    });
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
        if (m_findings)
            m_findings->viewRequest(logRow);
        return int(findingsOn(logRow).severity);
    default:
        return fact(record, logRow, role);
    }
}

/// Returns shorter texts, the longest first. They keep the amount of progress rather than its message, and the lateness
/// rather than its reference; the tool tips contain everything.
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
        const QString after = Describe::shortDuration(task->cancelTime - record.start);
        return {tr("sent +%1", "tasks/cancel; how long after the call").arg(after), tr("sent", "tasks/cancel")};
    }
    if (showsWait(record))
        return shorterWait(record);
    const std::optional<qint64> late = m_hasTimes ? Describe::latenessOf(record) : std::nullopt;
    if (!late)
        return {};
    const QString time = u"+%1"_s.arg(Describe::shortDuration(*late));
    const QString word = Texts::translated(Describe::latenessWord(record)); // a time alone means a late response
    return word.isEmpty() ? QStringList{tr("%1 late", "how long after a cancel something came").arg(time), time}
                          : QStringList{u"%1 %2"_s.arg(word, time), word};
}

QStringList RequestModel::shorterWait(const RequestRecord &record) const
{
    using WaitEnd = RequestRecord::Cancellation::WaitEnd;
    const bool isClient = record.direction == Direction::ClientToServer;
    const std::optional<qint64> now = presentTime();
    switch (record.cancellation->waitEnd) {
    case WaitEnd::Waits:
        if (hasEnded())
            return {isClient ? tr("client waited") : tr("server waited")};
        if (now) {
            const QString time = Describe::shortDuration(*now - record.cancellation->time);
            return {(isClient ? tr("client waits %1") : tr("server waits %1")).arg(time), time};
        }
        return {isClient ? tr("client waits") : tr("server waits")};
    case WaitEnd::Error:
        return {isClient ? tr("client got an error") : tr("server got an error"), tr("error", "got by a side")};
    case WaitEnd::Cancelled:
        return {isClient ? tr("client cancelled, too") : tr("server cancelled, too")};
    case WaitEnd::Closed:
        return {isClient ? tr("closed while client waited") : tr("closed while server waited"),
                tr("closed", "while a side waited")};
    case WaitEnd::Response:
        break;
    }
    return {};
}

/// Returns the beginning of the accessible text of a row.
QString RequestModel::heard(const RequestRecord &record, qsizetype logRow) const
{
    const QString number =
        FindingMarks::heard(tr("%1, %2").arg(logRow + 1).arg(Texts::direction(record.direction)), findingsOn(logRow));
    const QString marks = Texts::markSentence(m_log->marks().ofRequest(record), ruleOf(record, logRow));
    return marks.isEmpty() ? number : tr("%1, %2").arg(number, marks);
}

/// Returns the accessible text of the state, including the canceller, which is only visible in the tool tip.
QString RequestModel::heardState(const RequestRecord &record, qsizetype logRow) const
{
    const QString state = stateText(record, logRow);
    const QString ofRequest = Texts::translated(Describe::state(record));
    return record.state == RequestState::Cancelled && state.startsWith(ofRequest)
               ? Texts::translated(Describe::cancelledBy(record)) + state.sliced(ofRequest.size())
               : state;
}

QVariant RequestModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        return isNumeric(section) ? int(Qt::AlignRight | Qt::AlignVCenter) : int(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        return section == RequestSize    ? tr("Size of the request")
               : section == ResponseSize ? tr("Size of the response, without progress")
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
    if (m_live.now && isContinuing(record, logRow))
        return m_live.now() - record.start;
    // Without a clock (a file), an open request has lasted until its latest progress.
    const qint64 now = m_live.now ? m_live.now() : std::max(record.start, record.progress.lastTime);
    return record.duration(now);
}

/// True if the end is not in the capture, or the task has no known end: the request has lasted longer than shown.
bool RequestModel::isEndUnknown(const RequestRecord &record, qsizetype logRow) const
{
    const TaskLog::Entry *task = m_live.task && !record.isOpen() ? m_live.task(logRow) : nullptr;
    return record.endUnknown || (task && !task->info.isFinal() && !isContinuing(record, logRow));
}

QString RequestModel::lasted(const RequestRecord &record, qsizetype logRow) const
{
    RequestRecord timed = record;
    timed.endUnknown = isEndUnknown(record, logRow);
    return Formatting::lasted(timed, Describe::shortDuration(elapsed(record, logRow)));
}

} // namespace Pullcord
