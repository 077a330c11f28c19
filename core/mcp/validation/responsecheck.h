// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QByteArray>

namespace Pullcord {

/// Result of checking a prepared answer against the question. A value.
/// Specification: client "Elicitation", `requestedSchema`.
struct ResponseCheck
{
    QList<TranslatableText> problems;  ///< JSON Pointer in the answer, and the expected value
    QList<TranslatableText> unchecked; ///< parts of the schema that were not checked, with the reason

    /// Checks a result against the params of a question of `method`; both are raw JSON. An answer that is not a
    /// completed form always fits.
    [[nodiscard]] static ResponseCheck of(const QByteArray &method, const QByteArray &params, const QByteArray &result);
};

} // namespace Pullcord
