// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/statisticsmodel.h"

#include "core/capture/describe.h"
#include "core/capture/filter/filter.h"
#include "core/capture/formatting.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QLocale>

namespace Pullcord {
using namespace Qt::StringLiterals;
using Statistics::Group;
using Statistics::Histogram;

namespace {

/// Returns the value of a numeric column; none if there is no data, or for a text column.
std::optional<qint64> figure(const Group &group, int column)
{
    const auto duration = [&group](qint64 Statistics::Percentiles::*part) {
        return group.durations ? std::optional((*group.durations).*part) : std::nullopt;
    };
    switch (column) {
    case StatisticsModel::Count:
        return group.count;
    case StatisticsModel::Failed:
        return group.failed;
    case StatisticsModel::Cancelled:
        return group.cancelled;
    case StatisticsModel::Late:
        return group.late;
    case StatisticsModel::Median:
        return duration(&Statistics::Percentiles::p50);
    case StatisticsModel::P95:
        return duration(&Statistics::Percentiles::p95);
    case StatisticsModel::P99:
        return duration(&Statistics::Percentiles::p99);
    case StatisticsModel::Sent:
        return group.bytesRequest;
    case StatisticsModel::Received:
        return group.bytesResponse;
    case StatisticsModel::AfterCancel:
        return group.afterCancelMedian;
    default:
        return {};
    }
}

QString figureText(qint64 value, int column)
{
    switch (column) {
    case StatisticsModel::Median:
    case StatisticsModel::P95:
    case StatisticsModel::P99:
    case StatisticsModel::AfterCancel:
        return Describe::shortDuration(value);
    case StatisticsModel::Sent:
    case StatisticsModel::Received:
        return Formatting::byteCount(value);
    default:
        return value == 0 ? QString() : QLocale().toString(value);
    }
}

QString cellText(const Group &group, int column)
{
    if (column == StatisticsModel::Method)
        return QString::fromUtf8(group.method);
    if (column == StatisticsModel::Target)
        return group.target;
    const std::optional<qint64> value = figure(group, column);
    return value ? figureText(*value, column) : QString();
}

QString histogramText(const Histogram &histogram)
{
    QStringList lines;
    for (size_t i = 0; i < histogram.counts.size(); ++i) {
        if (histogram.counts[i] == 0)
            continue;
        const bool isLast = i == Histogram::UpperEdges.size();
        const QString edge = Describe::shortDuration(Histogram::UpperEdges[isLast ? i - 1 : i]);
        lines.append((isLast ? StatisticsModel::tr("%1 and above: %2") : StatisticsModel::tr("below %1: %2"))
                         .arg(edge, QLocale().toString(histogram.counts[i])));
    }
    return lines.join(u'\n');
}

QString toolTip(const Group &group, int column)
{
    if (column == StatisticsModel::Latency)
        return histogramText(group.histogram);
    if (column == StatisticsModel::AfterCancel && group.afterCancelMost)
        return StatisticsModel::tr("The longest: %1").arg(Describe::shortDuration(*group.afterCancelMost));
    return column <= StatisticsModel::Target ? cellText(group, column) : QString();
}

QString filterFor(const Group &group)
{
    const QString direction = group.direction == Direction::ServerToClient ? u"in"_s : u"out"_s;
    const QString method = u"dir:%1 method=%2"_s.arg(direction, Filter::quoted(QString::fromUtf8(group.method)));
    return group.target.isEmpty() ? method : method + u" name="_s + Filter::quoted(group.target);
}

QVariant latencyCounts(const Group &group)
{
    return QVariant::fromValue(QList<qint64>(group.histogram.counts.begin(), group.histogram.counts.end()));
}

bool isSame(const Group &a, const Group &b)
{
    return a.direction == b.direction && a.method == b.method && a.target == b.target;
}

} // namespace

StatisticsModel::StatisticsModel(QObject *parent)
    : QAbstractTableModel(parent)
{}

StatisticsModel::~StatisticsModel() = default;

void StatisticsModel::setSummary(const Statistics::Summary &summary)
{
    const QList<Group> &then = m_summary.groups;
    const QList<Group> &now = summary.groups;
    const int total = now.size() > 1 ? 1 : 0;
    const bool isContinuation =
        !then.isEmpty() && now.size() >= then.size() && std::equal(then.cbegin(), then.cend(), now.cbegin(), isSame);
    if (!isContinuation) {
        beginResetModel();
        m_summary = summary;
        m_totals = total;
        endResetModel();
        return;
    }
    if (total > m_totals) {
        beginInsertRows({}, 0, 0);
        m_totals = total;
        endInsertRows();
    }
    const int before = rowCount();
    const int more = int(now.size() - then.size());
    if (more > 0)
        beginInsertRows({}, before, before + more - 1);
    m_summary = summary;
    if (more > 0)
        endInsertRows();
    emit dataChanged(index(0, 0), index(before - 1, ColumnCount - 1));
}

const Group &StatisticsModel::group(int row) const
{
    return row < m_totals ? m_summary.all : m_summary.groups.at(row - m_totals);
}

int StatisticsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_summary.groups.size()) + m_totals;
}

int StatisticsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StatisticsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Group &group = this->group(index.row());
    const bool isTotal = index.row() < m_totals;
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return isTotal && column == Method ? tr("Total") : Texts::head(cellText(group, column));
    case Qt::AccessibleTextRole:
        return column == Latency ? histogramText(group.histogram) : data(index, Qt::DisplayRole);
    case Qt::ToolTipRole:
        return Texts::toolTip(toolTip(group, column));
    case Qt::TextAlignmentRole:
        return int((column > Target ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        return column <= Target ? QVariant(cellText(group, column))
                                : QVariant(qlonglong(figure(group, column == Latency ? Median : column).value_or(-1)));
    case CountsRole:
        return column == Latency ? latencyCounts(group) : QVariant();
    case DirectionRole:
        return int(group.direction);
    case FilterRole:
        return isTotal ? QString() : filterFor(group);
    case IsTotalRole:
        return isTotal;
    default:
        return {};
    }
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    struct Title
    {
        QString text;
        QString about;
    };
    const Title titles[ColumnCount] = {
        {tr("Method"), {}},
        {tr("Name"), tr("The tool, prompt or resource")},
        {tr("Requests"), {}},
        {tr("Failed"), tr("Errors, tool errors and lost requests")},
        {tr("Cancelled"), tr("By either side, or by a timeout")},
        {tr("Late"), tr("Requests that got a message after their end")},
        {tr("Median"), tr("Half of the responses took no longer")},
        {tr("p95"), tr("95% of the responses took no longer")},
        {tr("p99"), tr("99% of the responses took no longer")},
        {tr("Latency"), tr("Response times, from below 1 ms to above 30 s")},
        {tr("Sent"), tr("Bytes of the requests")},
        {tr("Received"), tr("Bytes of responses and progress")},
        {tr("After Cancel"), tr("Median time from a cancellation to the last message for its request")},
    };
    if (role == Qt::DisplayRole)
        return titles[section].text;
    if (role == Qt::ToolTipRole)
        return titles[section].about;
    if (role == Qt::TextAlignmentRole)
        return int((section > Target && section != Latency ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace Pullcord
