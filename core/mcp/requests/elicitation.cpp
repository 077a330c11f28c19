// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/elicitation.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

namespace Pullcord::Elicitation {

namespace {

QByteArray emptyValue(const JsonValue &property)
{
    for (const char *pointer : {"/enum/0", "/oneOf/0/const"}) {
        if (const JsonValue first = property.pointer(pointer); first.isValid())
            return first.raw().toByteArray();
    }
    const QByteArray type = property.member("type").toUtf8();
    if (type == "boolean")
        return "false";
    if (type == "array")
        return "[]";
    if (type == "integer" || type == "number") {
        const JsonValue least = property.member("minimum");
        return least.isValid() ? least.raw().toByteArray() : QByteArray("0");
    }
    return R"("")";
}

} // namespace

QByteArray suggestedContent(const QByteArray &requestedSchema)
{
    const JsonValue schema(requestedSchema);
    QByteArray content = defaultContent(requestedSchema);
    for (const JsonMember &required : schema.member("required")) {
        const QByteArray name = required.value.toUtf8();
        if (const JsonValue property = schema.member("properties").member(name);
            property.isValid() && !JsonValue(content).member(name).isValid())
            content = JsonText::withMember(content, name, emptyValue(property));
    }
    return content;
}

QByteArray defaultContent(const QByteArray &requestedSchema)
{
    QByteArray content = "{}";
    for (const JsonMember &property : JsonValue(requestedSchema).member("properties")) {
        if (const JsonValue value = property.value.member("default"); value.isValid())
            content = JsonText::withMember(content, JsonValue(property.rawKey).toUtf8(), value.raw());
    }
    return content;
}

QByteArray accepted(const QByteArray &content)
{
    return JsonText::withMember(R"({"action":"accept"})", "content", content);
}

QByteArray dismissed()
{
    return R"({"action":"cancel"})";
}

} // namespace Pullcord::Elicitation
