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
    {NotAnObject, "JSON-RPC wants an object, or a batch of them"},
    {NoVersion, "\"jsonrpc\" is missing or is not \"2.0\""},
    {NothingToDo, "there is neither a method nor a result nor an error"},
    {ResultAndError, "result and error exclude each other"},
    {BadMethod, "the method is no string"},
    {BadId, "the id is neither a string nor an integer"},
    {BadParams, "params are neither an object nor an array"},
    {BadError, "the error is no object with an integer code and a message"},
    {DuplicateKey, "a member of JSON-RPC stands twice; the last one counts"},
    {MethodInResponse, "there is a method beside a result or an error"},
};

QString schemaRemark(const JsonSchemaError &error)
{
    return u"%1 %2"_s.arg(error.instanceLocation.isEmpty() ? u"the message"_s : error.instanceLocation, error.message);
}

void addOf(QStringList &remarks, const QByteArray &message, const Envelope &envelope, Revision revision)
{
    for (const Problem &problem : Problems) {
        if ((envelope.problems & problem.flag) != 0)
            remarks << QString::fromLatin1(problem.text);
    }
    if (envelope.problems != NoProblem || message.size() > LongestForSchema)
        return;
    McpSchema &schema = McpSchema::of(revision);
    const QByteArray method = envelope.methodName(message);
    if (!method.isEmpty() && !schema.knows(method))
        remarks << u"MCP %1 knows no %2"_s.arg(nameOf(revision), QString::fromUtf8(method));
    const QList<JsonSchemaError> errors = schema.check(message);
    for (const JsonSchemaError &error : errors.first(qMin(errors.size(), MaxRemarks)))
        remarks << schemaRemark(error);
    if (errors.size() > MaxRemarks)
        remarks << u"and %1 more of the kind"_s.arg(errors.size() - MaxRemarks);
}

} // namespace

QStringList remarks(const QByteArray &message, Revision revision)
{
    if (const auto error = JsonChecker().check(message))
        return {u"not JSON, line %1, column %2: %3"_s.arg(error->line).arg(error->column).arg(error->reason)};
    QStringList remarks;
    const Envelope envelope = Envelope::of(message);
    if (envelope.kind != MessageKind::Batch) {
        addOf(remarks, message, envelope, revision);
        return remarks;
    }
    if (revision != Revision::R2025_03_26)
        remarks << u"MCP %1 has no batches"_s.arg(nameOf(revision));
    for (const JsonMember &item : JsonValue(message)) {
        const QByteArray bytes = item.value.raw().toByteArray();
        addOf(remarks, bytes, Envelope::of(bytes), revision);
    }
    remarks.removeDuplicates();
    return remarks;
}

} // namespace Pullcord::MessageCheck
