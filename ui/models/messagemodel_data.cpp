// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messagemodel.h"

#include "core/capture/requestlog.h"
#include "ui/models/markroles.h"
#include "ui/models/marktexts.h"
#include "ui/models/peertexts.h"

// Data of the rows. messagemodel.cpp decides which rows exist.

namespace Pullcord {

using namespace Qt::StringLiterals;
using namespace MessageTable;

QVariant MessageModel::data(const QModelIndex &index, int role) const
{
    if (!m_capture || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    return dataOf(sourceOf(index.row()), index.column(), role);
}

QVariant MessageModel::dataOf(qsizetype source, int column, int role) const
{
    if (!m_capture || source >= m_capture->count() || !isRoleOfRows(role))
        return {};
    const CaptureEntry &entry = m_capture->entry(source);
    switch (role) {
    case Qt::DisplayRole:
        return Texts::head(text(source, column));
    case Qt::AccessibleTextRole:
        return column == Number ? heard(source) : Texts::head(text(source, column));
    case Qt::ToolTipRole: {
        const QString tip = column == Kind                     ? flawsOf(source).join(u'\n')
                            : column == Id || column == Method ? text(source, column)
                                                               : QString();
        const bool tellsNote = column == Number || column == Method;
        return Texts::toolTip(
            tellsNote ? FindingMarks::withMark(Texts::withNote(tip, m_log->marks().ofEvent(source), ruleOf(source)),
                                               findingsOn(source))
                      : tip);
    }
    case Qt::TextAlignmentRole: {
        const bool numeric = column == Number || column == Time || column == Size;
        return int((numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case IndexRole:
        return qlonglong(source);
    case LogRowRole:
        return qlonglong(entry.row);
    case EventKindRole:
        return int(entry.kind);
    case MessageKindRole:
        return int(entry.message);
    case DirectionRole:
        return int(entry.direction);
    case LateRole:
        return (entry.flags & CaptureEntry::Late) != 0;
    case FlawedRole:
        return !flawsOf(source).isEmpty();
    case BorrowedMethodRole:
        return words(source).borrowedMethod;
    case RowMarks::ColorRole:
        return int(colorOf(m_log->marks().ofEvent(source), ruleOf(source)));
    case RowMarks::PinnedRole:
        return m_log->marks().ofEvent(source).pinned;
    case RowMarks::NoteRole:
        return m_log->marks().ofEvent(source).note;
    case RowMarks::FindingRole:
        return int(findingsOn(source).severity);
    default:
        return {};
    }
}

/// Returns the beginning of the accessible text of a row.
QString MessageModel::heard(qsizetype source) const
{
    const QString marks = Texts::markSentence(m_log->marks().ofEvent(source), ruleOf(source));
    const QString number = FindingMarks::heard(QString::number(source + 1), findingsOn(source));
    return marks.isEmpty() ? number : tr("%1, %2").arg(number, marks);
}

QVariant MessageModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool numeric = section == Number || section == Time || section == Size;
        return int((numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::AccessibleTextRole)
        return accessibleTitle(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("#", "number of the message");
    case Time:
        return tr("Time (s)");
    case MessageTable::Direction:
        return tr("Direction");
    case Kind:
        return tr("Kind");
    case Id:
        return tr("Id");
    case Method:
        return tr("Method");
    case Content:
        return tr("Content");
    default:
        return tr("Size");
    }
}

} // namespace Pullcord
