// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/elicitation.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

namespace Pullcord::Elicitation {

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

} // namespace Pullcord::Elicitation
