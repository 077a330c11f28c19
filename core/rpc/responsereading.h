// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/rpc/dialect.h"

#include <QString>

namespace Pullcord {

/// Analysis of a response: the end of its request that it implies, and its faults. A value.
/// Specification: JSON-RPC 2.0 section 5; spec digest 1 (resultType), 4.11, 4.12 (tasks).
struct ResponseReading
{
    bool toolError = false; ///< `isError: true`
    bool asksFirst = false; ///< it only asks questions (Dialect::asksFirst)
    bool mayBeTask = false; ///< one of its members, or its type, is called `task`
    QString problem;        ///< fault that makes the response invalid, with a short quotation; empty if it is valid

    /// Reads a result in one pass, since results may be long.
    [[nodiscard]] static ResponseReading ofResult(const JsonValue &result, const Dialect &dialect);
    /// Fault of the member `error`; empty if there is none.
    [[nodiscard]] static QString problemOfError(const JsonValue &error);
};

} // namespace Pullcord
