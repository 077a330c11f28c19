// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "core/translatabletext.h"

#include <QByteArray>
#include <QCache>
#include <QHash>
#include <QString>

#include <span>

namespace Pullcord {

class Capture;
class JsonValue;
class RequestLog;

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

/// Output schema (raw JSON) that the server had declared for the tool of a call at that time. The row is that of the
/// call, or of a request for the result of its task. Empty if the last list of tools before the call, in the same
/// connection, has no schema for the tool.
///
/// It is read from the capture, not from the catalog. A call therefore keeps the schema that applied to it after the
/// list has changed, and in a reopened file.
/// Specification: server "Tools", "Output Schema"; spec digest 4.1.
[[nodiscard]] QByteArray outputSchemaAt(const Capture &capture, const RequestLog &log, qsizetype row);

/// The same schema, with the event that contains it. `lists` are the rows of the log that request lists of tools, in
/// order.
struct ListedSchema
{
    QByteArray schema;
    qint64 event = -1; ///< the response that lists the tool; -1: none does

    [[nodiscard]] static ListedSchema at(const Capture &capture, const RequestLog &log, qsizetype row,
                                         std::span<const qsizetype> lists);
};

/// Key of that schema: the schema is the same while both members are.
struct OutputPromise
{
    qsizetype list = -1; ///< row of the newest list that had its response before the call; -1: none
    QString tool;

    [[nodiscard]] static OutputPromise at(const RequestLog &log, qsizetype row, std::span<const qsizetype> lists);
    friend bool operator==(const OutputPromise &, const OutputPromise &) = default;
    friend size_t qHash(const OutputPromise &key, size_t seed = 0) { return qHashMulti(seed, key.list, key.tool); }
};

/// Checks the responses to calls in a capture against the output schemas that their tools had at that time. Remembers
/// the recently compiled schemas. A plain class; capture and log must outlive it.
/// Specification: server "Tools", "Output Schema".
class OutputChecker
{
public:
    /// Limit of one check, which cannot be interrupted: about 10 ms, so that the window stays responsive. That suffices
    /// for 10,000 rows of one of three kinds; a larger check is given up (OutputCheck::gaveUp).
    static constexpr qint64 MostSteps = 250'000;

    OutputChecker(const Capture &capture, const RequestLog &log);

    /// Checks any result received for the request at that row, also a late one or one under an id of another type.
    /// `lists` are the rows of the log that request lists of tools, in order. Returns Nothing for a request that is not
    /// a call.
    [[nodiscard]] OutputCheck ofResult(qsizetype row, const JsonValue &result, std::span<const qsizetype> lists);

private:
    struct Compiled
    {
        ListedSchema listed; ///< empty: the tool has none
        Result<JsonSchema> program;
    };
    static constexpr int MostRemembered = 64;

    [[nodiscard]] const Compiled &schemaFor(qsizetype row, std::span<const qsizetype> lists);

    const Capture &m_capture;
    const RequestLog &m_log;
    QCache<OutputPromise, Compiled> m_compiled;
};

} // namespace Pullcord
