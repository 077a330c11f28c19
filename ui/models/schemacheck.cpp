// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/schemacheck.h"

#include "core/capture/humantext.h"
#include "core/mcp/mcpschema.h"
#include "ui/models/texts.h"

#include <QCoreApplication>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct SchemaTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::SchemaCheck)
};

/// A method that the revision does not know, where the message or what it answers names one.
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

SchemaCheck SchemaCheck::of(const QByteArray &message, const QByteArray &answered, std::optional<Revision> revision,
                            Direction direction)
{
    SchemaCheck check;
    if (!revision) {
        check.sentence = SchemaTexts::tr("Not checked: which revision of MCP is spoken had not been agreed upon yet.");
        return check;
    }
    if (message.size() > Longest) {
        check.sentence =
            SchemaTexts::tr("Not checked: messages of more than %1 are not.").arg(HumanText::byteCount(Longest));
        return check;
    }
    McpSchema &schema = McpSchema::of(*revision);
    const QString name = nameOf(*revision);
    check.verdict = Verdict::Valid;
    if (eraOf(*revision) == Era::Modern && direction == Direction::ServerToClient && isRequest(message)) {
        check.verdict = Verdict::Violated;
        check.places.append({u"/id"_s, SchemaTexts::tr("makes it a request, which no server may send: a server writes "
                                                       "responses and notifications alone, and asks with "
                                                       "input_required (basic: transports; patterns: multi round-trip "
                                                       "requests). Nobody answers it")});
    }
    const QList<JsonSchemaError> errors = schema.check(message, answered);
    for (const JsonSchemaError &error : errors) {
        if (error.kind == JsonSchemaError::Kind::Violation) {
            check.verdict = Verdict::Violated;
            check.places.append({error.instanceLocation, Texts::translated(error.message)});
        } else if (check.verdict == Verdict::Valid) {
            check.verdict = Verdict::Undecided;
            check.sentence = SchemaTexts::tr("It is not known whether it is valid for MCP %1: %2.")
                                 .arg(name, Texts::translated(error.message));
        }
    }
    if (check.verdict == Verdict::Violated)
        check.sentence = SchemaTexts::tr("Not valid for MCP %1:").arg(name);
    if (check.verdict != Verdict::Valid)
        return check;
    const QString unknown = unknownMethod(message, answered, schema);
    check.sentence = unknown.isEmpty() ? SchemaTexts::tr("Valid for MCP %1.").arg(name)
                                       : SchemaTexts::tr("Valid as JSON-RPC. MCP %1 knows no %2.").arg(name, unknown);
    return check;
}

} // namespace Pullcord
