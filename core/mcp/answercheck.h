// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

#include <QByteArray>

namespace Pullcord {

/// Result of checking a prepared answer against the question. A value.
/// Specification: client "Elicitation", `requestedSchema`.
struct AnswerCheck
{
    QList<Words> problems;  ///< JSON Pointer in the answer, and the expected value
    QList<Words> unchecked; ///< parts of the schema that were not checked, with the reason

    /// Checks a result against the params of a question of `method`; both are raw JSON. An answer that is not a
    /// completed form always fits.
    [[nodiscard]] static AnswerCheck of(const QByteArray &method, const QByteArray &params, const QByteArray &result);
};

} // namespace Pullcord
