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

Words typeName(JsonType type)
{
    switch (type) {
    case JsonType::Null:
        return Words::of(QT_TRANSLATE_NOOP("Words", "null"));
    case JsonType::Bool:
        return Words::of(QT_TRANSLATE_NOOP("Words", "true or false"));
    case JsonType::Number:
        return Words::of(QT_TRANSLATE_NOOP("Words", "a number"));
    case JsonType::String:
        return Words::of(QT_TRANSLATE_NOOP("Words", "a string"));
    case JsonType::Array:
        return Words::of(QT_TRANSLATE_NOOP("Words", "an array"));
    case JsonType::Object:
        return Words::of(QT_TRANSLATE_NOOP("Words", "an object"));
    case JsonType::Invalid:
        break;
    }
    return Words::of(QT_TRANSLATE_NOOP("Words", "nothing"));
}

Words typeNames(quint32 types)
{
    constexpr std::pair<quint32, const char *> Names[] = {
        {SchemaType::String, QT_TRANSLATE_NOOP("Words", "a string")},
        {SchemaType::Number, QT_TRANSLATE_NOOP("Words", "a number")},
        {SchemaType::Integer, QT_TRANSLATE_NOOP("Words", "an integer")},
        {SchemaType::Object, QT_TRANSLATE_NOOP("Words", "an object")},
        {SchemaType::Array, QT_TRANSLATE_NOOP("Words", "an array")},
        {SchemaType::Boolean, QT_TRANSLATE_NOOP("Words", "true or false")},
        {SchemaType::Null, QT_TRANSLATE_NOOP("Words", "null")},
    };
    QList<Words> names;
    for (const auto &[type, name] : Names) {
        if ((types & type) != 0)
            names.append(Words::of(name));
    }
    return alternatives(names, QT_TRANSLATE_NOOP("Words", "%1 or %2"));
}

Words alternatives(const QList<Words> &list, const char *conjunction)
{
    if (list.size() < 2)
        return list.value(0);
    const Words first = Words::joined(list.first(list.size() - 1), QT_TRANSLATE_NOOP("Words", "%1, %2"));
    return Words::of(conjunction, first, list.last());
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

Words counted(qint64 count, Noun noun)
{
    struct Forms
    {
        const char *one;
        const char *many;
    };
    constexpr Forms All[] = {
        {QT_TRANSLATE_NOOP("Words", "%1 character"), QT_TRANSLATE_NOOP("Words", "%1 characters")},
        {QT_TRANSLATE_NOOP("Words", "%1 item"), QT_TRANSLATE_NOOP("Words", "%1 items")},
        {QT_TRANSLATE_NOOP("Words", "%1 member"), QT_TRANSLATE_NOOP("Words", "%1 members")},
    };
    const Forms &forms = All[size_t(noun)];
    return Words::of(count == 1 ? forms.one : forms.many, count);
}

} // namespace Pullcord::SchemaMessage
