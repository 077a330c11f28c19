// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <Qt>

/// Roles for marks and findings of a row, shared by the models of requests and of messages.
namespace Pullcord::RowMarks {

enum Role {
    ColorRole = Qt::UserRole + 200, ///< int: MarkColor, set by the user or a rule
    PinnedRole,                     ///< bool
    NoteRole,                       ///< QString
    FindingRole,                    ///< int: FindingSeverity; Info: no mark
};

/// Roles that change with the findings of a row.
inline const QList<int> OfFindings{FindingRole, Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole};

} // namespace Pullcord::RowMarks
