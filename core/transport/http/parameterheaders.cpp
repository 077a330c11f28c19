// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/parameterheaders.h"

#include "core/transport/http/httpheaders.h"

#include <QSet>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr double LargestInteger = 9007199254740991; // 2^53 - 1

constexpr QByteArrayView Annotation = "x-mcp-header";
constexpr QByteArrayView MarkBegin = "=?base64?";
constexpr QByteArrayView MarkEnd = "?=";

/// Deeper than any schema written by hand; deeper levels are ignored.
constexpr int MaxDepth = 200;

/// Keywords of JSON Schema 2020-12 (and earlier drafts) whose value is a schema, a list of them, or an object of them.
constexpr QByteArrayView SchemaKeywords[] = {
    "items",
    "additionalItems",
    "contains",
    "additionalProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
};
constexpr QByteArrayView SchemaListKeywords[] = {"allOf", "anyOf", "oneOf", "prefixItems", "items"};
constexpr QByteArrayView SchemaMapKeywords[] = {"$defs", "definitions", "patternProperties", "dependentSchemas"};

/// Walks a schema and collects its annotations, up to the first invalid one.
class SchemaWalk
{
public:
    Result<QList<ParameterHeader>> gather(const JsonValue &schema)
    {
        visit(schema, {}, true);
        if (!m_problem.isEmpty())
            return Error{ErrorKind::Protocol, m_problem};
        return m_found;
    }

private:
    /// `plain`: reached through `properties` alone.
    void visit(const JsonValue &schema, const QList<QByteArray> &path, bool plain)
    {
        if (!schema.isObject() || !m_problem.isEmpty() || m_depth > MaxDepth)
            return;
        ++m_depth;
        if (const JsonValue annotation = schema.member(Annotation); annotation.isValid())
            take(annotation, schema, path, plain);
        for (const JsonMember &property : schema.member("properties"))
            visit(property.value, path + QList<QByteArray>{JsonValue(property.rawKey).toUtf8()}, plain);
        for (const QByteArrayView keyword : SchemaKeywords)
            visit(schema.member(keyword), path, false);
        for (const QByteArrayView keyword : SchemaListKeywords)
            visitChildren(schema.member(keyword), path, JsonType::Array);
        for (const QByteArrayView keyword : SchemaMapKeywords)
            visitChildren(schema.member(keyword), path, JsonType::Object);
        --m_depth;
    }

    void visitChildren(const JsonValue &container, const QList<QByteArray> &path, JsonType type)
    {
        if (container.type() != type)
            return;
        for (const JsonMember &child : container)
            visit(child.value, path, false);
    }

    void take(const JsonValue &annotation, const JsonValue &schema, const QList<QByteArray> &path, bool plain)
    {
        const QByteArray name = annotation.toUtf8();
        const QByteArray type = schema.member("type").toUtf8();
        if (path.isEmpty() || !plain)
            refuse(path, u"it is allowed only on a property that is reached through \"properties\" alone"_s);
        else if (!HttpHeaders::isToken(name))
            refuse(path, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 is not a valid header name"),
                                              QString::fromUtf8(annotation.raw())));
        else if (type != "string" && type != "integer" && type != "boolean")
            refuse(path, u"the property's type is not string, integer or boolean"_s);
        else if (m_names.contains(name.toLower()))
            refuse(path, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the header \"%1\" occurs twice"),
                                              QString::fromUtf8(name)));
        m_names.insert(name.toLower());
        m_found.append({path, name});
    }

    void refuse(const QList<QByteArray> &path, const QString &why)
    {
        m_problem = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "x-mcp-header at /%1 is not valid: %2"),
                                         QString::fromUtf8(path.join('/')), why);
    }

    QList<ParameterHeader> m_found;
    QSet<QByteArray> m_names; ///< in lower case
    TranslatableText m_problem;
    int m_depth = 0;
};

bool isPlain(char c)
{
    return c >= ' ' && c <= '~';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

} // namespace

Result<QList<ParameterHeader>> ParameterHeaders::inSchema(const JsonValue &inputSchema)
{
    return SchemaWalk().gather(inputSchema);
}

QByteArray ParameterHeaders::textOf(const JsonValue &argument)
{
    if (argument.isString())
        return QByteArray("") + argument.toUtf8();
    if (const std::optional<bool> flag = argument.toBool())
        return *flag ? "true"_ba : "false"_ba;
    if (isTooLarge(argument))
        return {};
    if (argument.isInteger())
        return argument.raw().toByteArray();
    // 5.0 and 5e0 are integers for JSON Schema; the header holds decimal digits.
    const std::optional<double> number = argument.toDouble();
    if (number && *number == double(qint64(*number)))
        return QByteArray::number(qint64(*number));
    return {};
}

bool ParameterHeaders::isTooLarge(const JsonValue &argument)
{
    const std::optional<double> number = argument.toDouble();
    return number ? std::abs(*number) > LargestInteger : argument.isInteger();
}

QByteArray ParameterHeaders::encoded(const QByteArray &text)
{
    const bool looksEncoded = text.startsWith(MarkBegin) && text.endsWith(MarkEnd);
    const bool plain = std::all_of(text.begin(), text.end(), isPlain);
    const bool edged = !text.isEmpty() && (isBlank(text.front()) || isBlank(text.back()));
    if (plain && !edged && !looksEncoded)
        return text;
    return MarkBegin.toByteArray() + text.toBase64() + MarkEnd.toByteArray();
}

QByteArray ParameterHeaders::decoded(const QByteArray &value)
{
    if (!value.startsWith(MarkBegin) || !value.endsWith(MarkEnd) || value.size() < MarkBegin.size() + MarkEnd.size())
        return value;
    const QByteArray inner = value.sliced(MarkBegin.size(), value.size() - MarkBegin.size() - MarkEnd.size());
    const auto text = QByteArray::fromBase64Encoding(inner, QByteArray::AbortOnBase64DecodingErrors);
    return text.decodingStatus == QByteArray::Base64DecodingStatus::Ok ? text.decoded : value;
}

} // namespace Pullcord
