// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/progressmodel.h"

#include "core/capture/capture.h"
#include "core/capture/describe.h"
#include "core/capture/file/captureline.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestMessage = 500;
constexpr int RecentSteps = 20;  ///< for the rate of an open request
constexpr int FurthestBack = 64; ///< limit of rows to search for the previous step
constexpr double NsPerSecond = 1e9;

QString shown(QByteArrayView text)
{
    return Texts::oneLine(text, LongestMessage);
}

/// Returns the progress notifications in a batch.
QList<Envelope> progressIn(const Event &batch)
{
    QList<Envelope> items = Envelope::batchItems(batch.bytes);
    items.removeIf([&](const Envelope &item) { return !ProgressNotice::isMethod(item.methodName(batch.bytes)); });
    return items;
}

/// True if a progress notification of a batch has the token of this request.
bool hasToken(const Event &batch, const Envelope &item, const RequestRecord &record)
{
    const QByteArray token = ProgressNotice::of(JsonValue(batch.part(item.params))).token;
    return record.progressToken.isLegal() && RequestId::fromJson(token) == record.progressToken;
}

} // namespace

ProgressModel::ProgressModel(QObject *parent)
    : GrowingTableModel(parent)
{}

ProgressModel::~ProgressModel() = default;

void ProgressModel::setSource(const Capture *capture, const RequestLog *log, qsizetype logRow)
{
    if (m_capture)
        m_capture->disconnect(this);
    m_capture = logRow < 0 ? nullptr : capture;
    m_log = log;
    m_logRow = logRow;
    m_steps.clear();
    m_first = 0;
    if (m_capture) {
        m_first = std::max<qsizetype>(0, record().requestEvent);
        connect(m_capture, &Capture::appended, this, &ProgressModel::sourceGrew);
    }
    refilter();
}

RequestRecord ProgressModel::record() const
{
    return m_log->record(m_logRow);
}

qsizetype ProgressModel::sourceCount() const
{
    return m_capture ? std::max<qsizetype>(0, m_capture->count() - m_first) : 0;
}

/// True if the event came while the request was open.
bool ProgressModel::isWithin(const CaptureEntry &entry) const
{
    return entry.connection == record().connection && entry.time >= record().start &&
           (record().isOpen() || entry.time <= record().end);
}

bool ProgressModel::accepts(qsizetype source) const
{
    const CaptureEntry &entry = m_capture->entry(indexOf(source));
    if (entry.kind != EventKind::Message || entry.direction != opposite(record().direction) ||
        (entry.message != MessageKind::Notification && entry.message != MessageKind::Batch))
        return false;
    const bool isOurs = entry.row == m_logRow;
    const bool isBatch = entry.message == MessageKind::Batch; // its row is that of the first message about a request
    if (!isOurs && ((entry.row >= 0 && !isBatch) || !isWithin(entry)))
        return false;
    if (!isOurs) { // quick test, since there may be a flood of other notifications
        const auto line = CaptureLine::skim(m_capture->line(indexOf(source)));
        if (line && !line->payload.contains("progress"))
            return false;
    }
    const Event event = m_capture->eventAt(indexOf(source));
    if (event.envelope.kind != MessageKind::Batch)
        return ProgressNotice::isMethod(event.method());
    const QList<Envelope> all = progressIn(event);
    if (entry.row < 0)
        return !all.isEmpty(); // all tokens are unknown
    return std::ranges::any_of(
        all, [&, request = record()](const Envelope &item) { return hasToken(event, item, request); });
}

ProgressModel::Step ProgressModel::step(int row) const
{
    const qsizetype index = indexOf(sourceOf(row));
    if (const Step *known = m_steps.object(index))
        return *known;
    const Step fresh = read(index);
    m_steps.insert(index, new Step(fresh));
    return fresh;
}

ProgressModel::Step ProgressModel::read(qsizetype index) const
{
    const Event event = m_capture->eventAt(index);
    Envelope message = event.envelope;
    bool isUnknown = m_capture->entry(index).row != m_logRow;
    if (message.kind == MessageKind::Batch) {
        const QList<Envelope> all = progressIn(event);
        const auto ours = std::find_if(all.rbegin(), all.rend(), [&, request = record()](const Envelope &item) {
            return hasToken(event, item, request);
        });
        message = ours != all.rend() ? *ours : all.isEmpty() ? message : all.last();
        isUnknown = ours == all.rend();
    }
    if (message.params.isEmpty())
        return {.time = event.time};
    return {.time = event.time,
            .notice = ProgressNotice::of(JsonValue(event.part(message.params))),
            .isUnknown = isUnknown};
}

bool ProgressModel::isLate(int row) const
{
    return (m_capture->entry(indexOf(sourceOf(row))).flags & CaptureEntry::Late) != 0;
}

QString ProgressModel::complaint(int row, const Step &step) const
{
    if (step.isUnknown)
        return Texts::translated(step.notice.unknownToken());
    if (isLate(row))
        return tr("late +%1").arg(Formatting::duration(step.time - Describe::lateFrom(record())));
    std::optional<double> last;
    for (int before = row - 1; !last && before >= 0 && row - before <= FurthestBack; --before) {
        const Step earlier = this->step(before);
        if (!earlier.isUnknown)
            last = earlier.notice.value;
    }
    return Texts::translated(step.notice.complaint(last));
}

std::optional<double> ProgressModel::rate() const
{
    int behind = rowCount(); // rows in time; late rows follow them
    for (int first = 0; first < behind;) {
        const int middle = first + (behind - first) / 2;
        if (isLate(middle))
            behind = middle;
        else
            first = middle + 1;
    }
    if (behind < 2)
        return {};
    int last = behind - 1;
    int first = record().isOpen() ? std::max(0, last - RecentSteps) : 0;
    for (int looked = 0; last > first && looked < FurthestBack && step(last).isUnknown; ++looked)
        --last;
    for (int looked = 0; first < last && looked < FurthestBack && step(first).isUnknown; ++looked)
        ++first;
    const Step from = step(first);
    const Step to = step(last);
    const std::optional<double> before = from.notice.value;
    const std::optional<double> now = to.notice.value;
    if (from.isUnknown || to.isUnknown || !before || !now || to.time <= from.time || *now <= *before)
        return {};
    return (*now - *before) * NsPerSecond / double(to.time - from.time);
}

int ProgressModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProgressModel::data(const QModelIndex &index, int role) const
{
    if (!m_capture || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == Message ? Texts::toolTip(text(index.row(), Message)) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == Message ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case IndexRole:
        return qlonglong(indexOf(sourceOf(index.row())));
    case WrongRole:
        return !complaint(index.row(), step(index.row())).isEmpty();
    default:
        return {};
    }
}

QVariant ProgressModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Message ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time (s)");
    case Progress:
        return tr("Progress");
    default:
        return tr("Message", "of a progress notification");
    }
}

QString ProgressModel::text(int row, int column) const
{
    const Step shownStep = step(row);
    const ProgressNotice &notice = shownStep.notice;
    switch (column) {
    case Time:
        return Texts::clock(shownStep.time);
    case Progress:
        return notice.total.isEmpty() ? shown(notice.progress)
                                      : tr("%1 of %2").arg(shown(notice.progress), shown(notice.total));
    default:
        break;
    }
    QStringList words{complaint(row, shownStep), shown(notice.message)};
    words.removeAll(QString());
    return words.join(u" · "_s);
}

} // namespace Pullcord
