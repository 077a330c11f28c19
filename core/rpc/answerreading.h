// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/rpc/dialect.h"

#include <QString>

namespace Pullcord {

/// What an answer says of how its request ended, and whether it is one at all.
/// Specification: JSON-RPC 2.0 section 5; spec digest 1 (resultType), 4.11, 4.12 (tasks).
struct AnswerReading
{
    bool toolError = false; ///< `isError: true`
    bool asksFirst = false; ///< it only asks (Dialect::asksFirst)
    bool mayBeTask = false; ///< a member of it, or its type, is called `task`
    QString problem;        ///< why it is no answer, with what there is instead, in short; empty if it is one

    /// In one pass: results may be long.
    [[nodiscard]] static AnswerReading ofResult(const JsonValue &result, const Dialect &dialect);
    /// Of the member `error`: what it lacks, likewise.
    [[nodiscard]] static QString problemOfError(const JsonValue &error);
};

} // namespace Pullcord
