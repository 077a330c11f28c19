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

TranslatableText typeName(JsonType type)
{
    switch (type) {
    case JsonType::Null:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "null"));
    case JsonType::Bool:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "true or false"));
    case JsonType::Number:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a number"));
    case JsonType::String:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a string"));
    case JsonType::Array:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "an array"));
    case JsonType::Object:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "an object"));
    case JsonType::Invalid:
        break;
    }
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "nothing"));
}

TranslatableText typeNames(quint32 types)
{
    constexpr std::pair<quint32, const char *> Names[] = {
        {SchemaType::String, QT_TRANSLATE_NOOP("TranslatableText", "a string")},
        {SchemaType::Number, QT_TRANSLATE_NOOP("TranslatableText", "a number")},
        {SchemaType::Integer, QT_TRANSLATE_NOOP("TranslatableText", "an integer")},
        {SchemaType::Object, QT_TRANSLATE_NOOP("TranslatableText", "an object")},
        {SchemaType::Array, QT_TRANSLATE_NOOP("TranslatableText", "an array")},
        {SchemaType::Boolean, QT_TRANSLATE_NOOP("TranslatableText", "true or false")},
        {SchemaType::Null, QT_TRANSLATE_NOOP("TranslatableText", "null")},
    };
    QList<TranslatableText> names;
    for (const auto &[type, name] : Names) {
        if ((types & type) != 0)
            names.append(TranslatableText::of(name));
    }
    return alternatives(names, QT_TRANSLATE_NOOP("TranslatableText", "%1 or %2"));
}

TranslatableText alternatives(const QList<TranslatableText> &list, const char *conjunction)
{
    if (list.size() < 2)
        return list.value(0);
    const TranslatableText first =
        TranslatableText::joined(list.first(list.size() - 1), QT_TRANSLATE_NOOP("TranslatableText", "%1, %2"));
    return TranslatableText::of(conjunction, first, list.last());
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

TranslatableText counted(qint64 count, Noun noun)
{
    struct Forms
    {
        const char *one;
        const char *many;
    };
    constexpr Forms All[] = {
        {QT_TRANSLATE_NOOP("TranslatableText", "%1 character"), QT_TRANSLATE_NOOP("TranslatableText", "%1 characters")},
        {QT_TRANSLATE_NOOP("TranslatableText", "%1 item"), QT_TRANSLATE_NOOP("TranslatableText", "%1 items")},
        {QT_TRANSLATE_NOOP("TranslatableText", "%1 member"), QT_TRANSLATE_NOOP("TranslatableText", "%1 members")},
    };
    const Forms &forms = All[size_t(noun)];
    return TranslatableText::of(count == 1 ? forms.one : forms.many, count);
}

} // namespace Pullcord::SchemaMessage
