// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/messagecheck.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonduplicates.h"
#include "core/json/jsonschema.h"
#include "core/mcp/validation/mcpschema.h"
#include "core/rpc/envelope.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord::MessageCheck {

namespace {

struct Problem
{
    EnvelopeProblem flag;
    const char *text;
};
constexpr Problem Problems[] = {
    {NotAnObject, QT_TRANSLATE_NOOP("TranslatableText", "JSON-RPC requires an object, or a batch of them")},
    {NoVersion, QT_TRANSLATE_NOOP("TranslatableText", "\"jsonrpc\" is missing or is not \"2.0\"")},
    {NotRpc,
     QT_TRANSLATE_NOOP("TranslatableText", "there are members that JSON-RPC does not define, so it is not a message")},
    {NothingToDo, QT_TRANSLATE_NOOP("TranslatableText", "there is no method, no result and no error")},
    {ResultAndError, QT_TRANSLATE_NOOP("TranslatableText", "result and error exclude each other")},
    {BadMethod, QT_TRANSLATE_NOOP("TranslatableText", "the method is not a string")},
    {BadId,
     QT_TRANSLATE_NOOP("TranslatableText",
                       "the id is missing, or is neither a string nor an integer without fraction and exponent")},
    {BadParams, QT_TRANSLATE_NOOP("TranslatableText", "params are neither an object nor an array")},
    {BadError, QT_TRANSLATE_NOOP("TranslatableText", "the error is not an object with an integer code and a message")},
    {DuplicateKey, QT_TRANSLATE_NOOP("TranslatableText", "a JSON-RPC member occurs twice; the last one counts")},
    {MethodInResponse, QT_TRANSLATE_NOOP("TranslatableText", "there is a method as well as a result or an error")},
};

TranslatableText schemaRemark(const JsonSchemaError &error)
{
    const TranslatableText where = error.instanceLocation.isEmpty()
                                       ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the message"))
                                       : TranslatableText(error.instanceLocation);
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2"), where, error.message);
}

} // namespace

QList<TranslatableText> remarks(quint16 problems)
{
    QList<TranslatableText> remarks;
    for (const Problem &problem : Problems) {
        if ((problems & problem.flag) != 0)
            remarks << TranslatableText::of(problem.text);
    }
    return remarks;
}

namespace {

void addOf(QList<TranslatableText> &remarks, const QByteArray &message, const Envelope &envelope, Revision revision)
{
    remarks += MessageCheck::remarks(envelope.problems);
    if (envelope.problems != NoProblem || message.size() > LongestForSchema)
        return;
    if (const auto twice = JsonDuplicate::firstIn(message))
        remarks << TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "the member %1 occurs twice in %2"), twice->name,
            twice->pointer.isEmpty() ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the message"))
                                     : TranslatableText(twice->pointer));
    McpSchema &schema = McpSchema::of(revision);
    const QByteArray method = envelope.methodName(message);
    if (!method.isEmpty() && !schema.knows(method))
        remarks << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "MCP %1 has no %2"), nameOf(revision),
                                        QString::fromUtf8(method));
    const QList<JsonSchemaError> errors = schema.check(message);
    for (const JsonSchemaError &error : errors.first(qMin(errors.size(), MaxRemarks)))
        remarks << schemaRemark(error);
    if (errors.size() > MaxRemarks)
        remarks << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "and %1 more of this kind"),
                                        errors.size() - MaxRemarks);
}

} // namespace

QList<TranslatableText> remarks(const QByteArray &message, Revision revision)
{
    if (const auto error = JsonChecker().check(message))
        return {TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "not JSON, line %1, column %2: %3"),
                                     error->line, error->column, error->reason)};
    QList<TranslatableText> remarks;
    const Envelope envelope = Envelope::of(message);
    if (envelope.kind != MessageKind::Batch) {
        addOf(remarks, message, envelope, revision);
        return remarks;
    }
    if (revision != Revision::R2025_03_26)
        remarks << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "MCP %1 has no batches"),
                                        nameOf(revision));
    for (const JsonMember &item : JsonValue(message)) {
        const QByteArray bytes = item.value.raw().toByteArray();
        QList<TranslatableText> more;
        addOf(more, bytes, Envelope::of(bytes), revision);
        for (const TranslatableText &remark : std::as_const(more)) {
            if (!remarks.contains(remark))
                remarks.append(remark);
        }
    }
    return remarks;
}

} // namespace Pullcord::MessageCheck

namespace Pullcord {

namespace {

constexpr std::chrono::milliseconds AnswerPatience{150}; // blocks the event loop

} // namespace

ResponseCheck ResponseCheck::of(const QByteArray &method, const QByteArray &params, const QByteArray &result)
{
    const JsonValue question(params);
    const JsonValue answer(result);
    const QByteArray asked = question.member("requestedSchema").raw().toByteArray();
    const bool isForm = method == "elicitation/create" && question.member("mode").toUtf8() != "url";
    if (!isForm || asked.isEmpty() || answer.member("action").toUtf8() != "accept")
        return {};
    JsonSchemaOptions options;
    options.assertFormats = true; // a form uses them for that
    options.limits.maxTime = AnswerPatience;
    const Result<JsonSchema> schema = JsonSchema::compile(asked, options);
    if (!schema)
        return {.problems = {}, .unchecked = {schema.error().detail}};
    ResponseCheck check;
    const QByteArray filledIn =
        answer.member("content").isValid() ? answer.member("content").raw().toByteArray() : "{}"_ba;
    const QList<JsonSchemaError> errors = schema->validate(JsonValue(filledIn));
    for (const JsonSchemaError &error : errors) {
        auto &kind = error.kind == JsonSchemaError::Kind::Violation ? check.problems : check.unchecked;
        kind << TranslatableText::of("%1 %2", u"/content"_s + error.instanceLocation, error.message);
    }
    return check;
}

} // namespace Pullcord
