// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/schemaverdict.h"

#include "core/capture/formatting.h"
#include "core/mcp/validation/mcpschema.h"

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Method of the message or its request, if the revision does not define it; else empty.
QString unknownMethod(const QByteArray &message, const QByteArray &answered, const McpSchema &schema)
{
    const QByteArray own = JsonValue(message).member("method").toUtf8();
    const QByteArray method = own.isEmpty() ? answered : own;
    return method.isEmpty() || schema.knows(method) ? QString() : QString::fromUtf8(method);
}

bool isRequest(const QByteArray &message)
{
    const JsonValue value(message);
    return value.member("method").isValid() && value.member("id").isValid();
}

} // namespace

SchemaVerdict SchemaVerdict::of(const QByteArray &message, const QByteArray &answered, std::optional<Revision> revision,
                                Direction direction)
{
    SchemaVerdict verdict;
    if (!revision) {
        verdict.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Not checked: no revision of MCP had been agreed on yet."));
        return verdict;
    }
    if (message.size() > Longest) {
        verdict.sentence =
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Not checked: the message is larger than %1."),
                                 Formatting::byteCount(Longest));
        return verdict;
    }
    McpSchema &schema = McpSchema::of(*revision);
    const QString name = nameOf(*revision);
    verdict.kind = Kind::Valid;
    if (eraOf(*revision) == Era::Modern && direction == Direction::ServerToClient && isRequest(message)) {
        verdict.kind = Kind::Violated;
        verdict.places.append(
            {u"/id"_s,
             TranslatableText::of(QT_TRANSLATE_NOOP(
                 "TranslatableText", "makes it a request, which servers must not send: a server writes only responses "
                                     "and notifications, and asks with input_required (basic: transports; patterns: "
                                     "multi round-trip requests). It gets no response"))});
    }
    const QList<JsonSchemaError> errors = schema.check(message, answered);
    for (const JsonSchemaError &error : errors) {
        if (error.kind == JsonSchemaError::Kind::Violation) {
            verdict.kind = Kind::Violated;
            verdict.places.append({error.instanceLocation, error.message});
        } else if (verdict.kind == Kind::Valid) {
            verdict.kind = Kind::Undecided;
            verdict.sentence = TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "It is unknown whether it is valid for MCP %1: %2."), name,
                error.message);
        }
    }
    if (verdict.kind == Kind::Violated)
        verdict.sentence = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Not valid for MCP %1:"), name);
    if (verdict.kind != Kind::Valid)
        return verdict;
    const QString unknown = unknownMethod(message, answered, schema);
    verdict.sentence =
        unknown.isEmpty()
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Valid for MCP %1."), name)
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Valid as JSON-RPC. MCP %1 has no %2."), name,
                                   unknown);
    return verdict;
}

} // namespace Pullcord
