// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/outputcheck.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace Pullcord {

namespace {

constexpr std::chrono::milliseconds OutputPatience{150}; // blocks the window
constexpr qsizetype MostPlaces = 20;

TranslatableText placeOf(const JsonSchemaError &error)
{
    const TranslatableText where = error.instanceLocation.isEmpty()
                                       ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the whole value"))
                                       : TranslatableText(error.instanceLocation);
    return error.kind == JsonSchemaError::Kind::Violation
               ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2"), where, error.message)
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Not checked: %1, %2"), where,
                                      error.message);
}

OutputCheck judged(const QList<JsonSchemaError> &errors)
{
    OutputCheck check{.verdict = OutputCheck::Verdict::Matches, .sentence = {}, .places = {}, .unchecked = {}};
    qsizetype violations = 0;
    for (const JsonSchemaError &error : errors) {
        const bool isUndecided = error.kind == JsonSchemaError::Kind::Undecided;
        check.gaveUp = check.gaveUp || (isUndecided && error.keyword.isEmpty()); // not caused by a part of the schema
        if (isUndecided)
            check.unchecked << placeOf(error);
        else if (++violations <= MostPlaces)
            check.places << placeOf(error);
    }
    if (violations > MostPlaces)
        check.places << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "and %1 more"),
                                             violations - MostPlaces);
    if (violations > 0) {
        check.verdict = OutputCheck::Verdict::Violated;
        check.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The structured content violates the tool's output schema:"));
    } else if (!check.unchecked.isEmpty()) {
        check.verdict = OutputCheck::Verdict::Undecided;
        check.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "As far as it can be checked, the structured content matches the tool's output schema."));
    } else {
        check.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The structured content matches the tool's output schema."));
    }
    return check;
}

} // namespace

OutputCheck OutputCheck::of(const QByteArray &schema, const QByteArray &structured, bool isError)
{
    return schema.isEmpty() ? OutputCheck() : of(compile(schema), structured, isError);
}

Result<JsonSchema> OutputCheck::compile(const QByteArray &schema, qint64 mostSteps)
{
    JsonSchemaOptions options;
    options.limits.maxTime = OutputPatience;
    options.limits.maxSteps = mostSteps;
    return JsonSchema::compile(schema, options);
}

OutputCheck OutputCheck::of(const Result<JsonSchema> &schema, const QByteArray &structured, bool isError)
{
    if (isError && structured.isEmpty())
        return {};
    OutputCheck check;
    if (structured.isEmpty()) {
        check.verdict = Verdict::Violated;
        check.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The tool has an output schema, but the result has no structured content."));
        return check;
    }
    if (schema)
        return judged(schema->validate(JsonValue(structured)));
    check.verdict = Verdict::Undecided;
    check.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The tool's output schema cannot be used: %1."), schema.error().detail);
    return check;
}

QList<TranslatableText> OutputCheck::lines() const
{
    QList<TranslatableText> lines = places + unchecked;
    if (!sentence.isEmpty())
        lines.prepend(sentence);
    return lines;
}

// ---- the schema that applied

namespace {

/// Output schema of a tool in a response to tools/list; none if the tool is not on this page.
std::optional<QByteArray> schemaIn(const Event &answer, const QString &tool)
{
    const JsonValue tools = JsonValue(answer.part(answer.envelope.result)).member("tools");
    for (const JsonMember &each : tools) {
        if (each.value.member("name").toString() == tool)
            return each.value.member("outputSchema").raw().toByteArray();
    }
    return {};
}

/// Row of the call whose task the request asks about; the same row for any other request.
qsizetype callOf(const RequestLog &log, qsizetype row)
{
    const RequestRecord record = log.record(row);
    const bool isOfTask = record.method == "tasks/result" || record.method == "tasks/get";
    if (!isOfTask || record.leg.first == RequestRecord::NoSerial)
        return row;
    const qsizetype first = log.rowOf(record.connection, record.leg.first);
    return first < 0 ? row : first;
}

/// Event of the response to a list request, or of a response under an id of another type, since the server sent its
/// content anyway.
qint64 answerTo(const RequestRecord &list)
{
    return list.responseEvent != RequestRecord::NoEvent ? list.responseEvent : list.mismatched.event;
}

bool hadBeenAnswered(const RequestRecord &list, const RequestRecord &call)
{
    return list.connection == call.connection && answerTo(list) != RequestRecord::NoEvent &&
           answerTo(list) <= call.requestEvent;
}

} // namespace

OutputPromise OutputPromise::at(const RequestLog &log, qsizetype row, std::span<const qsizetype> lists)
{
    row = callOf(log, row);
    const RequestRecord call = log.record(row);
    const auto behind = std::lower_bound(lists.begin(), lists.end(), row);
    const auto newest = std::find_if(std::make_reverse_iterator(behind), lists.rend(),
                                     [&](qsizetype each) { return hadBeenAnswered(log.record(each), call); });
    return {newest == lists.rend() ? -1 : *newest, call.target};
}

QByteArray outputSchemaAt(const Capture &capture, const RequestLog &log, qsizetype row)
{
    std::vector<qsizetype> lists;
    for (qsizetype at = 0; at < row; ++at) {
        if (log.record(at).method == "tools/list")
            lists.push_back(at);
    }
    return ListedSchema::at(capture, log, row, lists).schema;
}

ListedSchema ListedSchema::at(const Capture &capture, const RequestLog &log, qsizetype row,
                              std::span<const qsizetype> lists)
{
    row = callOf(log, row);
    const RequestRecord call = log.record(row);
    if (call.method != "tools/call")
        return {};
    const auto behind = std::lower_bound(lists.begin(), lists.end(), row);
    for (auto at = std::make_reverse_iterator(behind); at != lists.rend(); ++at) { // the last page first
        const RequestRecord list = log.record(*at);
        if (!hadBeenAnswered(list, call))
            continue;
        if (std::optional<QByteArray> schema = schemaIn(capture.eventAt(answerTo(list)), call.target))
            return {*schema, answerTo(list)};
        const Event request = capture.eventAt(list.requestEvent);
        if (!JsonValue(request.part(request.envelope.params)).member("cursor").isValid())
            break; // the first page
    }
    return {};
}

// ---- responses in a capture

namespace {

bool isCall(const RequestRecord &record)
{
    return record.method == "tools/call" || record.method == "tasks/result";
}

} // namespace

OutputChecker::OutputChecker(const Capture &capture, const RequestLog &log)
    : m_capture(capture)
    , m_log(log)
    , m_compiled(MostRemembered)
{}

OutputCheck OutputChecker::ofResult(qsizetype row, const JsonValue &result, std::span<const qsizetype> lists)
{
    const RequestRecord record = m_log.record(row);
    if (!isCall(record) || !result.isObject())
        return {};
    const JsonValue type = result.member("resultType");
    const bool isTask = record.asksForTask && result.member("task").member("taskId").isString();
    if (isTask || (type.isValid() && type.toUtf8() != "complete"))
        return {};
    const Compiled &promised = schemaFor(row, lists);
    if (promised.listed.schema.isEmpty())
        return {};
    OutputCheck check = OutputCheck::of(promised.program, result.member("structuredContent").raw().toByteArray(),
                                        result.member("isError").toBool().value_or(false));
    check.list = promised.listed.event;
    return check;
}

const OutputChecker::Compiled &OutputChecker::schemaFor(qsizetype row, std::span<const qsizetype> lists)
{
    const OutputPromise key = OutputPromise::at(m_log, row, lists);
    if (const Compiled *known = m_compiled.object(key))
        return *known;
    const ListedSchema listed = key.list < 0 ? ListedSchema() : ListedSchema::at(m_capture, m_log, row, lists);
    auto *made = new Compiled{listed, OutputCheck::compile(listed.schema, MostSteps)};
    m_compiled.insert(key, made);
    return *made;
}

} // namespace Pullcord
