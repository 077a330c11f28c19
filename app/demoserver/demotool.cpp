// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demotool.h"

#include "core/json/jsontext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

QByteArrayView nameOf(JsonType type)
{
    switch (type) {
    case JsonType::String:
        return "string";
    case JsonType::Bool:
        return "boolean";
    default:
        return "integer";
    }
}

bool fits(const JsonValue &value, JsonType type)
{
    return value.type() == type && (type != JsonType::Number || value.toInteger().value_or(-1) >= 0);
}

QByteArray schemaOf(const ToolParameter &parameter)
{
    QByteArray schema = JsonText::withMember({}, "type", JsonText::quoted(nameOf(parameter.type)));
    schema = JsonText::withMember(schema, "description", JsonText::quoted(parameter.description));
    if (parameter.type == JsonType::Number)
        schema = JsonText::withMember(schema, "minimum", "0");
    if (!parameter.standard.isEmpty())
        schema = JsonText::withMember(schema, "default", parameter.standard);
    if (!parameter.header.isEmpty())
        schema = JsonText::withMember(schema, "x-mcp-header", JsonText::quoted(parameter.header));
    return schema;
}

} // namespace

QByteArray DemoTool::definition() const
{
    QByteArray properties = "{}";
    QByteArray required;
    for (const ToolParameter &parameter : parameters) {
        properties = JsonText::withMember(properties, parameter.name, schemaOf(parameter));
        if (parameter.standard.isEmpty())
            required += (required.isEmpty() ? "" : ",") + JsonText::quoted(parameter.name);
    }
    QByteArray schema = R"({"type":"object"})";
    schema = JsonText::withMember(schema, "properties", properties);
    if (!required.isEmpty())
        schema = JsonText::withMember(schema, "required", '[' + required + ']');

    QByteArray result = JsonText::withMember({}, "name", JsonText::quoted(QByteArrayView(name)));
    result = JsonText::withMember(result, "description", JsonText::quoted(description));
    result = JsonText::withMember(result, "inputSchema", schema);
    if (!outputSchema.isEmpty())
        result = JsonText::withMember(result, "outputSchema", outputSchema);
    if (!icons.isEmpty())
        result = JsonText::withMember(result, "icons", icons);
    if (!taskSupport.isEmpty())
        result = JsonText::withMember(result, "execution", R"({"taskSupport":)" + JsonText::quoted(taskSupport) + '}');
    return JsonText::withMember(result, "annotations",
                                readOnly ? R"({"readOnlyHint":true})" : R"({"readOnlyHint":false})");
}

QString DemoTool::complaint(const JsonValue &arguments) const
{
    for (const ToolParameter &parameter : parameters) {
        const JsonValue value = arguments.member(parameter.name);
        if (value.isValid() ? !fits(value, parameter.type) : parameter.standard.isEmpty()) {
            return u"The argument \"%1\" must be %2"_s.arg(QString::fromUtf8(parameter.name),
                                                           parameter.type == JsonType::Number
                                                               ? u"a non-negative integer"_s
                                                               : u"a "_s + QString::fromUtf8(nameOf(parameter.type)));
        }
    }
    return {};
}

JsonValue DemoTool::argument(const JsonValue &arguments, QByteArrayView parameter) const
{
    const JsonValue given = arguments.member(parameter);
    if (given.isValid())
        return given;
    const auto row = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const ToolParameter &known) { return known.name == parameter; });
    Q_ASSERT(row != parameters.end());
    return JsonValue(row->standard);
}

} // namespace Pullcord
