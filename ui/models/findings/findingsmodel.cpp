// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findings/findingsmodel.h"

#include "core/capture/requestlog.h"
#include "core/findings/findings.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QLocale>

namespace Pullcord {
using namespace Qt::StringLiterals;

FindingsModel::FindingsModel(QObject *parent)
    : QAbstractTableModel(parent)
{
    connect(&m_tick, &QTimer::timeout, this, &FindingsModel::flush);
}

FindingsModel::~FindingsModel() = default;

void FindingsModel::setSource(const Findings *findings, const RequestLog *log)
{
    beginResetModel();
    if (m_findings)
        m_findings->disconnect(this);
    m_findings = findings;
    m_log = log;
    m_count = findings ? int(findings->count()) : 0;
    m_firstChanged = m_lastChanged = -1;
    endResetModel();
    if (!findings)
        return;
    connect(findings, &Findings::added, this, &FindingsModel::onAdded);
    connect(findings, &Findings::changed, this, &FindingsModel::onChanged);
    connect(findings, &Findings::withdrawn, this, &FindingsModel::onWithdrawn);
}

const Finding *FindingsModel::find(int row) const
{
    if (!m_findings || row < 0 || row >= m_count || row == m_leaving)
        return nullptr;
    if (m_arriving >= 0 && row >= m_arriving)
        return &m_findings->at(row + 1);
    return &m_findings->at(m_leaving >= 0 && row > m_leaving ? row - 1 : row);
}

/// Inserts a row for a finding that `Findings` has inserted already, so that later findings have moved down.
void FindingsModel::onAdded(qsizetype index)
{
    if (index >= m_count) {
        m_tick.request();
        return;
    }
    m_arriving = int(index);
    beginInsertRows({}, m_arriving, m_arriving);
    m_arriving = -1;
    ++m_count;
    endInsertRows();
    if (m_lastChanged >= index)
        ++m_lastChanged;
}

void FindingsModel::onChanged(qsizetype index)
{
    if (index >= m_count)
        return;
    m_firstChanged = m_firstChanged < 0 ? int(index) : qMin(m_firstChanged, int(index));
    m_lastChanged = qMax(m_lastChanged, int(index));
    m_tick.request();
}

/// Removes the row of a finding that `Findings` has removed already, so that later findings have moved up.
void FindingsModel::onWithdrawn(qsizetype index)
{
    if (index >= m_count)
        return;
    m_leaving = int(index);
    beginRemoveRows({}, m_leaving, m_leaving);
    m_leaving = -1;
    --m_count;
    endRemoveRows();
    if (m_lastChanged >= m_count)
        m_lastChanged = m_count - 1;
    m_firstChanged = qMin(m_firstChanged, m_lastChanged);
}

void FindingsModel::flush()
{
    if (m_firstChanged >= 0)
        emit dataChanged(index(m_firstChanged, 0), index(m_lastChanged, ColumnCount - 1));
    m_firstChanged = m_lastChanged = -1;
    const int count = m_findings ? int(m_findings->count()) : 0;
    if (count <= m_count)
        return;
    beginInsertRows({}, m_count, count - 1);
    m_count = count;
    endInsertRows();
}

int FindingsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

int FindingsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const
{
    const Finding *found = checkIndex(index, CheckIndexOption::IndexIsValid) ? find(index.row()) : nullptr;
    if (!found)
        return {};
    const Finding &finding = *found;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(finding, index.column());
    case Qt::ToolTipRole:
        return Texts::toolTip(index.column() == Sentence || index.column() == Request
                                  ? text(finding, index.column())
                                  : Texts::codeAndTitle(finding.kind()));
    case Qt::TextAlignmentRole:
        return int((index.column() == Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        return sortValue(finding, index.column(), text(finding, index.column()));
    case SeverityRole:
        return int(finding.severity);
    case CodeRole:
        return int(finding.code);
    case SearchRole:
        return QStringList{finding.kind().name, Texts::title(finding.kind()), text(finding, Request),
                           text(finding, Sentence)}
            .join(u'\n');
    default:
        return {};
    }
}

QString FindingsModel::text(const Finding &finding, int column) const
{
    switch (column) {
    case Severity:
        return Texts::severity(finding.severity);
    case Code: // with the number of occurrences
        return finding.count == 1 ? QString(finding.kind().name)
                                  : u"%1 ×%2"_s.arg(finding.kind().name, QLocale().toString(finding.count));
    case Time:
        return m_findings->hasTimes() ? Texts::clock(finding.time) : QString();
    case By:
        return Texts::accused(finding);
    case Request:
        return finding.row == Finding::NoRow ? u"—"_s : Texts::request(m_log->record(finding.row));
    default:
        return Texts::head(Texts::translated(finding.sentence));
    }
}

QVariant FindingsModel::sortValue(const Finding &finding, int column, const QString &text)
{
    switch (column) {
    case Severity:
        return int(finding.severity);
    case Code:
        return int(finding.code);
    case Time:
        return finding.time;
    case Request:
        return finding.row;
    default:
        return text;
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Severity:
        return tr("Severity");
    case Code:
        return tr("Code", "of a finding");
    case Time:
        return tr("Time (s)");
    case By:
        return tr("By", "whose doing it is");
    case Request:
        return tr("Request");
    default:
        return tr("Finding");
    }
}

} // namespace Pullcord
