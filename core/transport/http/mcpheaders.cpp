// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/mcpheaders.h"

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// From this revision on each message tells the version (they compare as texts).
constexpr QByteArrayView FirstWithVersionHeader = "2025-06-18";

/// The member of params that names what the request is about.
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
    if (method == "tools/call")
        addParameters(headers, params);
    return headers;
}

void McpHeaders::addParameters(HttpHeaders &headers, const JsonValue &params) const
{
    const auto parameters = m_parameters.constFind(params.member("name").toUtf8());
    if (parameters == m_parameters.constEnd())
        return;
    for (const ParameterHeader &parameter : *parameters) {
        JsonValue argument = params.member("arguments");
        for (const QByteArray &name : parameter.path)
            argument = argument.member(name);
        const QByteArray text = ParameterHeaders::textOf(argument);
        if (!text.isNull())
            headers.add("Mcp-Param-" + parameter.name, ParameterHeaders::encoded(text));
    }
}

HttpHeaders McpHeaders::forConnection() const
{
    HttpHeaders headers;
    if (!m_version.isEmpty())
        headers.add("MCP-Protocol-Version"_ba, m_version);
    if (!m_session.isEmpty())
        headers.add("Mcp-Session-Id"_ba, m_session);
    return headers;
}

void McpHeaders::learn(QByteArrayView method, const JsonValue &result)
{
    if (method == "initialize") {
        const QByteArray version = result.member("protocolVersion").toUtf8();
        const bool tells =
            version >= FirstWithVersionHeader && HttpHeaders::isValid({"MCP-Protocol-Version"_ba, version});
        m_version = tells ? version : QByteArray();
    } else if (method == "tools/list") {
        for (const JsonMember &tool : result.member("tools")) {
            // The calls of a tool with an annotation that is not valid go without; a client that keeps the rules makes none.
            const auto parameters = ParameterHeaders::inSchema(tool.value.member("inputSchema"));
            m_parameters.insert(tool.value.member("name").toUtf8(),
                                parameters ? *parameters : QList<ParameterHeader>());
        }
    }
}

} // namespace Pullcord
