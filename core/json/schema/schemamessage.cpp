// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemamessage.h"

#include "core/json/jsonstring.h"
#include "core/json/jsontext.h"
#include "core/json/schema/schemaprogram.h"

namespace Pullcord::SchemaMessage {

using namespace Qt::StringLiterals;

namespace {
constexpr qsizetype MaxExcerpt = 60; // characters
}

QString typeName(JsonType type)
{
    switch (type) {
    case JsonType::Null:
        return u"null"_s;
    case JsonType::Bool:
        return u"true or false"_s;
    case JsonType::Number:
        return u"a number"_s;
    case JsonType::String:
        return u"a string"_s;
    case JsonType::Array:
        return u"an array"_s;
    case JsonType::Object:
        return u"an object"_s;
    case JsonType::Invalid:
        break;
    }
    return u"nothing"_s;
}

QString typeNames(quint32 types)
{
    constexpr std::pair<quint32, QLatin1StringView> Names[] = {
        {SchemaType::String, "a string"_L1},    {SchemaType::Number, "a number"_L1},
        {SchemaType::Integer, "an integer"_L1}, {SchemaType::Object, "an object"_L1},
        {SchemaType::Array, "an array"_L1},     {SchemaType::Boolean, "true or false"_L1},
        {SchemaType::Null, "null"_L1},
    };
    QStringList names;
    for (const auto &[type, name] : Names) {
        if ((types & type) != 0)
            names.append(name);
    }
    return alternatives(names, "or"_L1);
}

QString alternatives(const QStringList &list, QLatin1StringView conjunction)
{
    if (list.size() < 2)
        return list.join(QString());
    return list.first(list.size() - 1).join(u", "_s) + u' ' + conjunction + u' ' + list.last();
}

QString excerpt(const JsonValue &value)
{
    const QByteArrayView raw = value.raw().first(std::min(value.raw().size(), MaxExcerpt * 8));
    return excerpt(JsonString::fromUtf8(JsonText::compact(raw)));
}

QString excerpt(const QString &text)
{
    return text.size() > MaxExcerpt ? text.first(MaxExcerpt - 1) + u'…' : text;
}

QString counted(qint64 count, QLatin1StringView noun)
{
    return QString::number(count) + u' ' + noun + (count == 1 ? QString() : u"s"_s);
}

} // namespace Pullcord::SchemaMessage
