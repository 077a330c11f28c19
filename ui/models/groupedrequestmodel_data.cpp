// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/groupedrequestmodel.h"

#include "core/capture/humantext.h"
#include "ui/models/markroles.h"
#include "ui/models/peertexts.h"
#include "ui/models/requestmodel.h"
#include "ui/models/texts.h"

#include <algorithm>

// Data of the rows. groupedrequestmodel.cpp decides which rows exist.

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace RequestTable;

QVariant GroupedRequestModel::data(const QModelIndex &index, int role) const
{
    if (!m_log || !checkIndex(index, CheckIndexOption::IndexIsValid) || !isRoleOfRows(role))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    if (role == PartRole)
        return row.self != row.head && rowOf(row.head) >= 0;
    Group *group = m_groups.find(row.self);
    if (!group)
        return role == FoldRole ? int(Fold::None) : ofSource(row.self, index.column(), role);
    return role == FoldRole ? int(group->folded ? Fold::Folded : Fold::Unfolded)
                            : ofWhole(row.self, *group, index.column(), role);
}

QVariant GroupedRequestModel::ofSource(qsizetype logRow, int column, int role) const
{
    return m_requests.dataOf(logRow, column, role);
}

QVariant GroupedRequestModel::dataOf(qsizetype logRow, int role) const
{
    return m_requests.dataOf(logRow, 0, role);
}

FindingMarks::Mark GroupedRequestModel::findingsOn(qsizetype logRow) const
{
    const Group *group = m_groups.find(logRow);
    return group && group->folded ? m_requests.findingsOnWhole(logRow) : m_requests.findingsOn(logRow);
}

/// Returns the request that stands for the state of the group: one that waits, else the newest leg.
qsizetype GroupedRequestModel::speakerOf(qsizetype head) const
{
    const qsizetype waiting = waitingIn(head);
    const Group *group = m_groups.find(head);
    const bool hasLegs = group && group->content.lastLeg() >= 0;
    return waiting != head || !hasLegs ? waiting : group->content.lastLeg();
}

/// Returns the sort value of a group: the value of its folded head, so that unfolding moves nothing.
QVariant GroupedRequestModel::sortValue(qsizetype head, int column) const
{
    const Group *group = m_groups.find(head);
    if (!group || group->content.parts().empty())
        return m_requests.sortValue(head, column);
    if (column == Time)
        return qlonglong(timeOfWhole(head, *group));
    const bool isOfNewest = column == State || column == Progress || column == Reason;
    return m_requests.sortValue(isOfNewest && group->content.lastLeg() >= 0 ? group->content.lastLeg() : head, column);
}

/// Returns the time from the start of the head to the latest end of head, newest leg and newest part.
qint64 GroupedRequestModel::timeOfWhole(qsizetype head, const Group &group) const
{
    const auto untilEndOf = [&](qsizetype row) {
        return m_log->record(row).start - m_log->record(head).start + ofSource(row, Time, SortRole).toLongLong();
    };
    const qsizetype leg = group.content.lastLeg() < 0 ? head : group.content.lastLeg();
    return std::max({untilEndOf(head), untilEndOf(leg), untilEndOf(group.content.parts().back())});
}

QString GroupedRequestModel::textOfWhole(qsizetype head, const Group &group) const
{
    const auto isUnknown = [this](qsizetype row) { return ofSource(row, Time, EndUnknownRole).toBool(); };
    RequestRecord whole = m_log->record(head);
    whole.end = whole.start + timeOfWhole(head, group);
    whole.endUnknown = isUnknown(head) || isUnknown(group.content.parts().back()) ||
                       (group.content.lastLeg() >= 0 && isUnknown(group.content.lastLeg()));
    return HumanText::lasted(whole, Texts::shortDuration(whole.end - whole.start));
}

QVariant GroupedRequestModel::ofWhole(qsizetype head, Group &group, int column, int role) const
{
    const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    if (column == Method && isText) {
        const QString method = QString::fromUtf8(m_log->record(head).method);
        const QString text = Texts::head(u"%1 · %2"_s.arg(method, group.content.summary(*m_log)));
        return role == Qt::ToolTipRole ? Texts::toolTip(FindingMarks::withMark(text, findingsOn(head))) : text;
    }
    if (role == RowMarks::FindingRole)
        return int(findingsOn(head).severity);
    if (role == PartCountRole)
        return int(group.content.parts().size());
    if (column == Number && role == Qt::AccessibleTextRole) {
        const QString number = ofSource(head, column, role).toString();
        return group.folded ? tr("%1, folded").arg(number) : tr("%1, unfolded").arg(number);
    }
    // An unfolded head does not represent requests of the server, which have rows of their own. It always represents
    // its own call.
    if (!group.folded && !group.content.isOfCall())
        return ofSource(head, column, role);
    if (column == Time && isText && !ofSource(head, Time, Qt::DisplayRole).toString().isEmpty())
        return textOfWhole(head, group);
    if (column == Time && role == SortRole)
        return qlonglong(timeOfWhole(head, group));
    switch (role) {
    case CancellableRole:
        return ofSource(cancellableIn(head), column, role);
    case OpenRole:
        return ofSource(head, column, role).toBool() || ofSource(speakerOf(head), column, role).toBool() ||
               !group.content.open(*m_log).empty();
    case StateRole:
    case LookRole:
    case SignRole:
    case ToolErrorRole:
    case NotSupportedRole:
    case WaitingRole:
    case EndedEarlyRole:
    case FractionRole:
        return ofSource(speakerOf(head), column, role);
    default:
        break;
    }
    const bool isOfSpeaker =
        (isText || role == ShorterRole) && (column == State || column == Progress || column == Reason);
    return ofSource(isOfSpeaker ? speakerOf(head) : head, column, role);
}

} // namespace Pullcord
