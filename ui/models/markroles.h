// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>

/// What people have put on a row, and what was found wrong with it; the same roles in the models of requests and of messages.
namespace Pullcord::RowMarks {

enum Role {
    ColorRole = Qt::UserRole + 200, ///< int: MarkColor, by a person or by a rule
    PinnedRole,                     ///< bool
    NoteRole,                       ///< QString
    FindingRole,                    ///< int: FindingSeverity; Info: nothing that marks it
};

} // namespace Pullcord::RowMarks
