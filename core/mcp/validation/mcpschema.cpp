// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/mcpschema.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <memory>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr QByteArrayView Uri("https://modelcontextprotocol.invalid/schema");

/// Corrects definitions where the published schemas say integer, but their source says number.
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
    if (const auto *known = m_verdicts.object({message, answered}))
        return *known;
    const QList<JsonSchemaError> errors = validate(message, answered);
    const QByteArray copy(message.constData(), message.size()); // `message` may be a view of the caller's memory
    m_verdicts.insert({copy, answered}, new QList(errors), message.size());
    return errors;
}

QList<JsonSchemaError> McpSchema::validate(const QByteArray &message, const QByteArray &answered)
{
    ++m_validated;
    const JsonValue value(message);
    QList<JsonSchemaError> errors = checkAs(frameOf(value), value);
    // A result that only lacks its type must still fit the method: it counts as complete.
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

} // namespace Pullcord
