// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "core/words.h"

#include <QByteArray>

namespace Pullcord {

/// How the structured content of a result stands to the output schema of its tool, in words. A value.
/// Specification: server "Tools", "Output Schema": a server must conform, a client should check.
struct OutputCheck
{
    enum class Verdict : quint8 {
        Nothing, ///< there is nothing to check, or nothing to check it against
        Matches,
        Violated,  ///< also by not being there
        Undecided, ///< as far as it was checked it matches: the schema is none, or has parts that cannot be checked
    };

    Verdict verdict = Verdict::Nothing;
    Words sentence;
    QList<Words> places;    ///< of what is wrong: JSON Pointer, and what should be; the first of many
    QList<Words> unchecked; ///< what was not checked though the verdict hangs on it, and why
    bool gaveUp = false;    ///< before its end: the value or the schema is too large
    qint64 list = -1;       ///< the event that the schema stands in, where one is known

    /// Raw JSON, or empty for none. A result that says that the tool failed need not have what the schema wants.
    [[nodiscard]] static OutputCheck of(const QByteArray &schema, const QByteArray &structured, bool isError);
    /// The same for who has compiled it already.
    [[nodiscard]] static OutputCheck of(const Result<JsonSchema> &schema, const QByteArray &structured, bool isError);
    [[nodiscard]] static Result<JsonSchema> compile(const QByteArray &schema, qint64 mostSteps = MostSteps);
    static constexpr qint64 MostSteps = 1'000'000; ///< which come before the time, so that all machines decide the same

    /// All of it, line by line.
    [[nodiscard]] QList<Words> lines() const;
};

} // namespace Pullcord
