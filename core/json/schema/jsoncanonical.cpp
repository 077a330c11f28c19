// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/jsoncanonical.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonstring.h"
#include "core/json/schema/jsonnumber.h"

#include <QMap>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxDepth = JsonLimits().maxDepth;

void append(QByteArray &to, const JsonValue &value, SchemaBudget &budget, int depth);

/// Appends a string with its length, so that no text can be taken for structure.
void appendString(QByteArray &to, QByteArrayView utf8)
{
    to += QByteArray::number(utf8.size());
    to += '"';
    to += utf8;
}

void appendObject(QByteArray &to, const JsonValue &object, SchemaBudget &budget, int depth)
{
    QMap<QByteArray, JsonValue> members;
    for (const JsonMember &member : object) {
        if (!budget.spend())
            return;
        members.insert(JsonString::decodedUtf8(member.rawKey, JsonString::LoneSurrogate::Keep), member.value);
    }
    to += '{';
    for (auto it = members.cbegin(); it != members.cend(); ++it) {
        appendString(to, it.key());
        append(to, it.value(), budget, depth + 1);
    }
    to += '}';
}

void append(QByteArray &to, const JsonValue &value, SchemaBudget &budget, int depth)
{
    if (depth > MaxDepth)
        budget.stop(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "the value is nested too deeply to be compared")));
    if (!budget.spendBytes(value.raw().size()))
        return;
    switch (value.type()) {
    case JsonType::Object:
        appendObject(to, value, budget, depth);
        break;
    case JsonType::Array:
        to += '[';
        for (const JsonMember &element : value)
            append(to, element.value, budget, depth + 1);
        to += ']';
        break;
    case JsonType::String:
        appendString(to, JsonString::decodedUtf8(value.raw(), JsonString::LoneSurrogate::Keep));
        break;
    case JsonType::Number:
        to += '#' + JsonNumber(value.raw()).canonical();
        break;
    default:
        to += value.raw();
    }
}

} // namespace

QByteArray canonicalJson(const JsonValue &value, SchemaBudget &budget)
{
    QByteArray result;
    append(result, value, budget, 0);
    return result;
}

} // namespace Pullcord
