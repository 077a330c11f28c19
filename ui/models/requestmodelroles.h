// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>
#include <QtGlobal>

/// Columns and roles of RequestModel; delegates and tests need no more of it.
namespace Pullcord::RequestTable {

enum Column {
    Number, ///< position in the log, with the direction as an icon
    Id,
    Method,
    Name,
    State,
    Cancel, ///< the button while there is something to cancel or to answer, and how late what came then was
    Time,
    Progress,
    RequestSize,
    AnswerSize, ///< with answers that came late, without progress
    Reason,
    ColumnCount
};

enum Role {
    LogRowRole = Qt::UserRole + 1, ///< qlonglong: row in the RequestLog
    StateRole,                     ///< int: RequestState
    DirectionRole,                 ///< int: Direction
    ToolErrorRole,                 ///< bool
    NotSupportedRole,              ///< bool: failed, which tells the era of the server and is nobody's fault
    LookRole,        ///< int: RequestState that it is painted as; of what became of it, where that goes on
    SignRole,        ///< int: Sign, which is painted instead
    OpenRole,        ///< bool: it waits for its end, or what it began does
    EndUnknownRole,  ///< bool: it has lasted longer than is known
    CancellableRole, ///< bool: cancel would do something
    WaitingRole,     ///< bool: a request of the server's that waits for our answer
    EndedEarlyRole,  ///< bool: cancelled, timed out or lost; painted grey
    LateRole,        ///< bool: an answer came after the end; painted struck out
    CameLateRole,    ///< bool: anything came after the end
    FractionRole,    ///< double 0..1; -1 for progress without a total, or beyond it; invalid without progress
    SortRole,        ///< raw value of the column
    ShorterRole,     ///< QStringList: what to show where there is no room for the text, the longest first
    FoldRole,        ///< int: Fold; of a GroupedRequestModel
    PartCountRole,   ///< int: how many belong to a head; of a GroupedRequestModel
    PartRole,        ///< bool: it belongs to the head above it; of a GroupedRequestModel
};

/// What there is to say beside the state.
enum class Sign : quint8 {
    None,
    NotSupported, ///< NotSupportedRole
    Waiting,      ///< WaitingRole
    Asked,        ///< its result only asks
    Flawed,       ///< a message of it breaks a rule
};

enum class Fold : quint8 { None, Folded, Unfolded };

} // namespace Pullcord::RequestTable
