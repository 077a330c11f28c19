// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/translatabletext.h"

#include <QByteArray>

/// Faults of a message for display, mostly of one typed by hand: as JSON, as JSON-RPC, and by the schema of a revision.
/// It prevents nothing. Specification: JSON-RPC 2.0 sections 4 to 6; schema/<revision>/schema.json.
namespace Pullcord::MessageCheck {

/// A longer message is not checked against the schema, since the check runs while the user types.
constexpr qsizetype LongestForSchema = 256 * 1024;
/// Largest number of remarks from the schema.
constexpr qsizetype MaxRemarks = 5;

/// Remarks for the flags of EnvelopeProblem.
[[nodiscard]] QList<TranslatableText> remarks(quint16 problems);
/// Remarks on a message: sentences without a full stop; empty if nothing is wrong.
[[nodiscard]] QList<TranslatableText> remarks(const QByteArray &message, Revision revision);

} // namespace Pullcord::MessageCheck

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
