// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/outputcheck.h"

#include "core/json/jsonschema.h"

#include <QCoreApplication>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds Patience{150}; // the window waits meanwhile
constexpr qsizetype MostPlaces = 20;

struct OutputTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::OutputCheck)
};

QString placeOf(const JsonSchemaError &error)
{
    const QString where =
        error.instanceLocation.isEmpty() ? OutputTexts::tr("the whole", "a JSON value") : error.instanceLocation;
    return OutputTexts::tr("%1 %2", "a JSON Pointer, and what should be there").arg(where, error.message);
}

OutputCheck judged(const QList<JsonSchemaError> &errors)
{
    OutputCheck check{.verdict = OutputCheck::Verdict::Matches,
                      .sentence = OutputTexts::tr("The structured content matches the tool's output schema."),
                      .places = {}};
    int violations = 0;
    for (const JsonSchemaError &error : errors) {
        if (error.kind == JsonSchemaError::Kind::Undecided) {
            check.verdict = OutputCheck::Verdict::Undecided;
            check.sentence =
                OutputTexts::tr("It is not known whether the structured content matches the output schema: %1.")
                    .arg(error.message);
        } else if (++violations <= MostPlaces) {
            check.places << placeOf(error);
        }
    }
    if (violations == 0)
        return check;
    check.verdict = OutputCheck::Verdict::Violated;
    check.sentence = OutputTexts::tr("The structured content violates the tool's output schema:");
    if (violations > MostPlaces)
        check.places << OutputTexts::tr("and %n more", nullptr, violations - int(MostPlaces));
    return check;
}

} // namespace

OutputCheck OutputCheck::of(const QByteArray &schema, const QByteArray &structured, bool isError)
{
    if (schema.isEmpty() || (isError && structured.isEmpty()))
        return {};
    if (structured.isEmpty()) {
        return {.verdict = Verdict::Violated,
                .sentence = OutputTexts::tr("The tool has an output schema, and the result no structured content."),
                .places = {}};
    }
    JsonSchemaOptions options;
    options.limits.maxTime = Patience;
    const Result<JsonSchema> compiled = JsonSchema::compile(schema, options);
    if (!compiled) {
        return {.verdict = Verdict::Undecided,
                .sentence =
                    OutputTexts::tr("The tool's output schema cannot be used: %1.").arg(compiled.error().detail),
                .places = {}};
    }
    return judged(compiled->validate(JsonValue(structured)));
}

} // namespace Pullcord
