// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/messagecheck.h"

#include "core/json/jsonchecker.h"
#include "core/mcp/mcpschema.h"
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
    {NotAnObject, QT_TRANSLATE_NOOP("Words", "JSON-RPC requires an object, or a batch of them")},
    {NoVersion, QT_TRANSLATE_NOOP("Words", "\"jsonrpc\" is missing or is not \"2.0\"")},
    {NothingToDo, QT_TRANSLATE_NOOP("Words", "there is no method, no result and no error")},
    {ResultAndError, QT_TRANSLATE_NOOP("Words", "result and error exclude each other")},
    {BadMethod, QT_TRANSLATE_NOOP("Words", "the method is not a string")},
    {BadId, QT_TRANSLATE_NOOP(
                "Words", "the id is missing, or is neither a string nor an integer without fraction and exponent")},
    {BadParams, QT_TRANSLATE_NOOP("Words", "params are neither an object nor an array")},
    {BadError, QT_TRANSLATE_NOOP("Words", "the error is not an object with an integer code and a message")},
    {DuplicateKey, QT_TRANSLATE_NOOP("Words", "a JSON-RPC member occurs twice; the last one counts")},
    {MethodInResponse, QT_TRANSLATE_NOOP("Words", "there is a method as well as a result or an error")},
};

Words schemaRemark(const JsonSchemaError &error)
{
    const Words where = error.instanceLocation.isEmpty() ? Words::of(QT_TRANSLATE_NOOP("Words", "the message"))
                                                         : Words(error.instanceLocation);
    return Words::of(QT_TRANSLATE_NOOP("Words", "%1 %2"), where, error.message);
}

} // namespace

QList<Words> remarks(quint16 problems)
{
    QList<Words> remarks;
    for (const Problem &problem : Problems) {
        if ((problems & problem.flag) != 0)
            remarks << Words::of(problem.text);
    }
    return remarks;
}

namespace {

void addOf(QList<Words> &remarks, const QByteArray &message, const Envelope &envelope, Revision revision)
{
    remarks += MessageCheck::remarks(envelope.problems);
    if (envelope.problems != NoProblem || message.size() > LongestForSchema)
        return;
    McpSchema &schema = McpSchema::of(revision);
    const QByteArray method = envelope.methodName(message);
    if (!method.isEmpty() && !schema.knows(method))
        remarks << Words::of(QT_TRANSLATE_NOOP("Words", "MCP %1 has no %2"), nameOf(revision),
                             QString::fromUtf8(method));
    const QList<JsonSchemaError> errors = schema.check(message);
    for (const JsonSchemaError &error : errors.first(qMin(errors.size(), MaxRemarks)))
        remarks << schemaRemark(error);
    if (errors.size() > MaxRemarks)
        remarks << Words::of(QT_TRANSLATE_NOOP("Words", "and %1 more of this kind"), errors.size() - MaxRemarks);
}

} // namespace

QList<Words> remarks(const QByteArray &message, Revision revision)
{
    if (const auto error = JsonChecker().check(message))
        return {Words::of(QT_TRANSLATE_NOOP("Words", "not JSON, line %1, column %2: %3"), error->line, error->column,
                          error->reason)};
    QList<Words> remarks;
    const Envelope envelope = Envelope::of(message);
    if (envelope.kind != MessageKind::Batch) {
        addOf(remarks, message, envelope, revision);
        return remarks;
    }
    if (revision != Revision::R2025_03_26)
        remarks << Words::of(QT_TRANSLATE_NOOP("Words", "MCP %1 has no batches"), nameOf(revision));
    for (const JsonMember &item : JsonValue(message)) {
        const QByteArray bytes = item.value.raw().toByteArray();
        QList<Words> more;
        addOf(more, bytes, Envelope::of(bytes), revision);
        for (const Words &remark : std::as_const(more)) {
            if (!remarks.contains(remark))
                remarks.append(remark);
        }
    }
    return remarks;
}

} // namespace Pullcord::MessageCheck
