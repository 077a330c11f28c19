// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>
#include <QtGlobal>

/// Columns and roles of RequestModel, for delegates and tests.
namespace Pullcord::RequestTable {

enum Column {
    Number, ///< position in the log, with an icon for the direction
    Id,
    Method,
    Name,
    State,
    Cancel, ///< button to cancel or answer; afterwards, lateness
    Time,
    Progress,
    RequestSize,
    ResponseSize, ///< with late responses, without progress
    Reason,
    ColumnCount
};

enum Role {
    LogRowRole = Qt::UserRole + 1, ///< qlonglong: row in the RequestLog
    StateRole,                     ///< int: RequestState
    DirectionRole,                 ///< int: Direction
    ToolErrorRole,                 ///< bool
    NotSupportedRole,              ///< bool: failed, but only shows the era of the server
    LookRole,                      ///< int: RequestState to paint; that of its task, if there is one
    SignRole,                      ///< int: Sign, painted instead of the state
    OpenRole,                      ///< bool: it is in flight, or its task is active
    EndUnknownRole,                ///< bool: its end was not recorded, so its duration is a lower bound
    CancellableRole,               ///< bool: cancel has an effect
    AwaitedRole,                   ///< bool: the operator of a proxy cancelled it, and its sender still waits
    WaitingRole,                   ///< bool: a request of the server that waits for our response
    EndedEarlyRole,                ///< bool: cancelled, timed out or lost; painted gray
    LateRole,                      ///< bool: a response came after the end; painted struck out
    CameLateRole,                  ///< bool: any message came after the end
    FractionRole,                  ///< double 0..1; -1 without a valid total; invalid without progress
    SortRole,                      ///< raw value of the column
    ShorterRole,                   ///< QStringList: shorter texts for a narrow column, the longest first
    FoldRole,                      ///< int: Fold; only in GroupedRequestModel
    PartCountRole,                 ///< int: number of parts of a head; only in GroupedRequestModel
    PartRole,                      ///< bool: part of the head above; only in GroupedRequestModel
};

/// Remark that is painted instead of the state.
enum class Sign : quint8 {
    None,
    NotSupported, ///< NotSupportedRole
    Waiting,      ///< WaitingRole
    Asked,        ///< its result only asks for input
    Flawed,       ///< it has a finding about an invalid message, or about a list that was given up
};

enum class Fold : quint8 { None, Folded, Unfolded };

} // namespace Pullcord::RequestTable
