// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/mcpschema.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <memory>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr QByteArrayView Uri("https://modelcontextprotocol.invalid/schema");

/// Corrects definitions that are "integer" in the published schemas, but "number" in their source.
QByteArray corrected(QByteArray text)
{
    for (const char *pointer : {"/$defs/ElicitResult", "/definitions/ElicitResult", "/$defs/JSONValue"}) {
        const QByteArray definition = JsonValue(text).pointer(pointer).raw().toByteArray();
        if (!definition.isEmpty())
            text.replace(definition, QByteArray(definition).replace(R"("integer")", R"("number")"));
    }
    return text;
}

} // namespace

McpSchema &McpSchema::of(Revision revision)
{
    static std::array<std::unique_ptr<McpSchema>, 5> all;
    std::unique_ptr<McpSchema> &schema = all.at(size_t(revision));
    if (!schema)
        schema.reset(new McpSchema(revision));
    return *schema;
}

McpSchema::McpSchema(Revision revision)
{
    QFile file(u":/pullcord/mcpschemas/schema-%1.json"_s.arg(nameOf(revision)));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "McpSchema", "a schema is missing in the resources");
    m_text = corrected(file.readAll());
    const JsonValue root(m_text);
    m_definitions = root.member("$defs").isValid() ? "$defs" : "definitions";
    for (const JsonMember &definition : root.member(m_definitions)) {
        const QByteArray name = JsonValue(definition.rawKey).toUtf8();
        m_names.insert(name);
        // A union (ClientRequest, …) with a single member in one revision has that member's method.
        const bool isUnion = name.startsWith("Client") || name.startsWith("Server");
        const QByteArray method = definition.value.pointer("/properties/method/const").toUtf8();
        if (!method.isEmpty() && !isUnion)
            m_byMethod.insert(method, name);
    }
}

QList<JsonSchemaError> McpSchema::check(const QByteArray &message, const QByteArray &answered)
{
    ++m_validated;
    const JsonValue value(message);
    QList<JsonSchemaError> errors = checkAs(frameOf(value), value);
    // A result whose only fault is a missing resultType counts as complete, so it is checked against the method too.
    const bool lacksTypeAlone =
        std::all_of(errors.begin(), errors.end(),
                    [](const JsonSchemaError &error) { return error.instanceLocation == "/result/resultType"_L1; }) &&
        !value.member("result").member("resultType").isValid();
    if (!errors.isEmpty() && !lacksTypeAlone)
        return errors;
    if (const QByteArray method = value.member("method").toUtf8(); m_byMethod.contains(method))
        return checkAs(m_byMethod.value(method), value);
    const JsonValue result = value.member("result");
    if (!result.isValid())
        return errors;
    QList<JsonSchemaError> ofResult = checkAs(resultOf(result, answered), result);
    if (ofResult.isEmpty())
        return errors;
    errors = std::move(ofResult);
    for (JsonSchemaError &error : errors)
        error.instanceLocation.prepend("/result"_L1); // a place in the whole message, as in all other errors
    return errors;
}

QByteArray McpSchema::frameOf(const JsonValue &message) const
{
    if (message.member("method").isValid())
        return message.member("id").isValid() ? "JSONRPCRequest" : "JSONRPCNotification";
    if (message.member("error").isValid())
        return firstDefined({"JSONRPCErrorResponse", "JSONRPCError"});
    return firstDefined({"JSONRPCResultResponse", "JSONRPCResponse"});
}

QByteArray McpSchema::resultOf(const JsonValue &result, const QByteArray &answered) const
{
    if (result.member("resultType").toUtf8() == "input_required" && m_names.contains("InputRequiredResult"))
        return "InputRequiredResult";
    if (result.member("resultType").toUtf8() == "task" && !m_names.contains("CreateTaskResult"))
        return "Result"; // a result of the tasks extension, which the schema does not describe
    const QByteArray request = m_byMethod.value(answered);
    if (request.isEmpty())
        return "Result";
    if (result.member("task").isObject() && answered != "tasks/get" && m_names.contains("CreateTaskResult"))
        return "CreateTaskResult";
    const QByteArray name = request.chopped(qsizetype(sizeof("Request")) - 1) + "Result";
    return m_names.contains(name) ? name : "EmptyResult";
}

QByteArray McpSchema::firstDefined(std::initializer_list<QByteArrayView> names) const
{
    for (const QByteArrayView name : names) {
        if (m_names.contains(name.toByteArray()))
            return name.toByteArray();
    }
    return {};
}

QList<JsonSchemaError> McpSchema::checkAs(const QByteArray &definition, const JsonValue &value)
{
    auto piece = m_pieces.find(definition);
    if (piece == m_pieces.end()) {
        const QByteArray text = R"({"$ref":")" + Uri.toByteArray() + "#/" + m_definitions + '/' + definition + R"("})";
        const auto compiled = JsonSchema::compile(text, {.documents = {{Uri.toByteArray(), m_text}}});
        Q_ASSERT_X(compiled, "McpSchema", qPrintable(compiled ? TranslatableText() : compiled.error().detail));
        Q_ASSERT_X(compiled->gaps().isEmpty(), "McpSchema", qPrintable(compiled->gaps().value(0)));
        piece = m_pieces.emplace(definition, *compiled).first;
    }
    return piece->second.validate(value);
}

// ---- revision of a message

namespace {

constexpr quint64 MostRequests = 64;

std::optional<Revision> namedIn(const Event &event)
{
    const JsonValue meta = JsonValue(event.part(event.envelope.params)).member("_meta");
    return revisionFromName(meta.member("io.modelcontextprotocol/protocolVersion").toString());
}

/// Agreed on in the response to `initialize`; else named by a successful request of the client, as every request in
/// 2026-07-28 does.
std::optional<Revision> agreedBefore(const Capture &capture, const RequestLog &log, qsizetype index)
{
    std::optional<Revision> named;
    for (quint64 serial = 0; serial < MostRequests; ++serial) {
        const qsizetype row = log.rowOf(capture.entry(index).connection, serial);
        if (row < 0)
            break;
        const RequestRecord record = log.record(row);
        if (record.requestEvent == RequestRecord::NoEvent || record.requestEvent > index)
            continue;
        if (record.method == "initialize") {
            if (record.responseEvent == RequestRecord::NoEvent)
                continue;
            const Event response = capture.eventAt(record.responseEvent);
            const JsonValue result(response.part(response.envelope.result));
            if (const auto agreed = revisionFromName(result.member("protocolVersion").toString()))
                return agreed;
        } else if (!named && record.state == RequestState::Succeeded && record.direction == Direction::ClientToServer) {
            named = namedIn(capture.eventAt(record.requestEvent));
        }
    }
    return named;
}

} // namespace

std::optional<Revision> revisionAt(const Capture &capture, const RequestLog &log, qsizetype index)
{
    if (const auto named = namedIn(capture.eventAt(index)))
        return named;
    if (const qsizetype row = capture.entry(index).row; row >= 0) {
        if (const auto named = namedIn(capture.eventAt(log.record(row).requestEvent)))
            return named;
    }
    return agreedBefore(capture, log, index);
}

// ---- verdict

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
