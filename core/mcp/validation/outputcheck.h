// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "core/translatabletext.h"

#include <QByteArray>

namespace Pullcord {

/// Result of checking the structured content of a result against the output schema of its tool, as text. A value.
/// Specification: server "Tools", "Output Schema": a server must conform, a client should check.
struct OutputCheck
{
    enum class Verdict : quint8 {
        Nothing, ///< there is no content, or no schema
        Matches,
        Violated,  ///< the content is invalid or missing
        Undecided, ///< matches as far as it was checked: the schema is invalid, or has parts that cannot be checked
    };

    Verdict verdict = Verdict::Nothing;
    TranslatableText sentence;
    QList<TranslatableText> places;    ///< the first faults: JSON Pointer, and the expected value
    QList<TranslatableText> unchecked; ///< parts that the verdict depends on but that were not checked, with the reason
    bool gaveUp = false;               ///< stopped before the end: the value or the schema is too large
    qint64 list = -1;                  ///< event that contains the schema, if known

    /// Checks raw JSON; empty for none. The result of a failed tool need not contain the structured content.
    [[nodiscard]] static OutputCheck of(const QByteArray &schema, const QByteArray &structured, bool isError);
    /// Checks with a compiled schema.
    [[nodiscard]] static OutputCheck of(const Result<JsonSchema> &schema, const QByteArray &structured, bool isError);
    [[nodiscard]] static Result<JsonSchema> compile(const QByteArray &schema, qint64 mostSteps = MostSteps);
    /// Reached before the time limit, so that all machines give the same verdict.
    static constexpr qint64 MostSteps = 1'000'000;

    /// All texts, line by line.
    [[nodiscard]] QList<TranslatableText> lines() const;
};

} // namespace Pullcord
