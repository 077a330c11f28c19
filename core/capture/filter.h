// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QList>
#include <QString>

namespace Pullcord {

/// What somebody wants to see of a conversation. A value; a default-constructed one lets everything pass.
struct Filter
{
    /// Of an event: in its bytes or its details. Of a request: in its method, name, id, reason or error, or in the bytes
    /// of the request and its answers. In whichever case.
    QString text = {};
    Direction direction = Direction::None; ///< only this one; None: everything
    QList<RequestState> states = {};       ///< only requests in one of these; empty: in any. Not asked of events
    bool onlyLate = false;                 ///< only what came too late, or the requests that it came for

    [[nodiscard]] bool isEmpty() const { return *this == Filter(); }
    friend bool operator==(const Filter &, const Filter &) = default;
};

} // namespace Pullcord
