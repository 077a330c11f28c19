// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>

/// Columns and roles of MessageModel.
namespace Pullcord::MessageTable {

enum Column { Number, Time, Direction, Kind, Id, Method, Size, Content, ColumnCount };

enum Role {
    IndexRole = Qt::UserRole + 1, ///< qlonglong: index in the capture
    LogRowRole,                   ///< qlonglong: row of its request in the RequestLog; -1 if it has none
    EventKindRole,                ///< int: EventKind
    MessageKindRole,              ///< int: MessageKind
    DirectionRole,                ///< int: Pullcord::Direction
    LateRole,                     ///< bool: it came after the end of its request
    BorrowedMethodRole,           ///< bool: the method is that of the request answered by this response
    FlawedRole,                   ///< bool: it has a finding about an invalid message
};

} // namespace Pullcord::MessageTable
