// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/mcpheaders.h"

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// First revision in which each message carries the version (revisions compare as texts).
constexpr QByteArrayView FirstWithVersionHeader = "2025-06-18";

/// Member of params with the name of the target.
QByteArrayView nameMember(QByteArrayView method)
{
    if (method == "tools/call" || method == "prompts/get")
        return "name";
    if (method == "resources/read")
        return "uri";
    if (method.startsWith("tasks/"))
        return "taskId";
    return {};
}

} // namespace

QByteArray McpHeaders::versionIn(QByteArrayView message, const Envelope &envelope)
{
    const JsonValue params(envelope.params.in(message));
    return params.member("_meta").member("io.modelcontextprotocol/protocolVersion").toUtf8();
}

HttpHeaders McpHeaders::forMessage(QByteArrayView message, const Envelope &envelope) const
{
    HttpHeaders headers{{"Content-Type"_ba, "application/json"_ba},
                        {"Accept"_ba, "application/json, text/event-stream"_ba}};
    const QByteArray version = versionIn(message, envelope);
    if (version.isEmpty()) {
        for (const HttpHeader &header : forConnection())
            headers.add(header.name, header.value);
        return headers;
    }
    const QByteArray method = envelope.methodName(message);
    const JsonValue params(envelope.params.in(message));
    headers.add("MCP-Protocol-Version"_ba, ParameterHeaders::encoded(version));
    headers.add("Mcp-Method"_ba, ParameterHeaders::encoded(method));
    const QByteArrayView named = nameMember(method);
    if (const JsonValue name = params.member(named); !named.isEmpty() && name.isString())
        headers.add("Mcp-Name"_ba, ParameterHeaders::encoded(name.toUtf8()));
    if (method != "tools/call")
        return headers;
    for (const auto &[header, argument] : parametersOf(params)) {
        if (const QByteArray text = ParameterHeaders::textOf(argument); !text.isNull())
            headers.add("Mcp-Param-" + header.name, ParameterHeaders::encoded(text));
    }
    return headers;
}

HttpHeaders McpHeaders::forTyped(QByteArrayView message, const Envelope &envelope) const
{
    HttpHeaders headers = forMessage(message, envelope);
    if (m_modernVersion.isEmpty() || !versionIn(message, envelope).isEmpty())
        return headers;
    headers.add("MCP-Protocol-Version"_ba, m_modernVersion);
    if (const QByteArray method = envelope.methodName(message); !method.isEmpty())
        headers.add("Mcp-Method"_ba, ParameterHeaders::encoded(method));
    return headers;
}

QByteArrayList McpHeaders::absentIn(QByteArrayView message, const Envelope &envelope) const
{
    QByteArrayList names;
    if (!envelope.hasMethod(message, "tools/call") || versionIn(message, envelope).isEmpty())
        return names;
    for (const auto &[header, argument] : parametersOf(JsonValue(envelope.params.in(message)))) {
        if (!argument.isValid() || argument.type() == JsonType::Null)
            names << "Mcp-Param-" + header.name;
    }
    return names;
}

QByteArrayList McpHeaders::numbersIn(QByteArrayView message, const Envelope &envelope) const
{
    QByteArrayList names;
    if (!envelope.hasMethod(message, "tools/call"))
        return names;
    for (const auto &[header, argument] : parametersOf(JsonValue(envelope.params.in(message)))) {
        if (argument.isNumber())
            names << "Mcp-Param-" + header.name;
    }
    return names;
}

Outcome McpHeaders::check(QByteArrayView message, const Envelope &envelope) const
{
    if (!envelope.hasMethod(message, "tools/call") || versionIn(message, envelope).isEmpty())
        return std::monostate{};
    for (const auto &[header, argument] : parametersOf(JsonValue(envelope.params.in(message)))) {
        if (ParameterHeaders::isTooLarge(argument))
            return Error{ErrorKind::Usage,
                         TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                "the argument \"%1\" is an integer beyond ±(2^53−1), "
                                                                "which the header Mcp-Param-%2 cannot carry"),
                                              QString::fromUtf8(header.path.join('/')),
                                              QString::fromUtf8(header.name))};
    }
    return std::monostate{};
}

QList<McpHeaders::Parameter> McpHeaders::parametersOf(const JsonValue &params) const
{
    QList<Parameter> found;
    const QList<ParameterHeader> headers = m_parameters.value(params.member("name").toUtf8());
    for (const ParameterHeader &header : headers) {
        JsonValue argument = params.member("arguments");
        for (const QByteArray &name : header.path)
            argument = argument.member(name);
        found.append({header, argument});
    }
    return found;
}

HttpHeaders McpHeaders::forConnection() const
{
    HttpHeaders headers;
    if (!m_version.isEmpty())
        headers.add("MCP-Protocol-Version"_ba, m_version);
    return headers;
}

void McpHeaders::learn(QByteArrayView method, const JsonValue &result)
{
    if (method == "initialize") {
        const QByteArray version = result.member("protocolVersion").toUtf8();
        const bool isRequired =
            version >= FirstWithVersionHeader && HttpHeaders::isValid({"MCP-Protocol-Version"_ba, version});
        m_version = isRequired ? version : QByteArray();
        m_modernVersion.clear();
    } else if (method == "tools/list") {
        for (const JsonMember &tool : result.member("tools")) {
            // A tool with an invalid annotation gets no parameter headers. A conforming client does not call it at all.
            const auto parameters = ParameterHeaders::inSchema(tool.value.member("inputSchema"));
            m_parameters.insert(tool.value.member("name").toUtf8(),
                                parameters ? *parameters : QList<ParameterHeader>());
        }
    }
}

} // namespace Pullcord
