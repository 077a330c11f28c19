// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonstring.h"
#include "core/json/schema/jsoncanonical.h"
#include "core/json/schema/jsonpattern.h"
#include "core/json/schema/schemachecks.h"
#include "core/json/schema/schemamessage.h"
#include "core/json/schema/schemavalidator.h"

#include <QDate>
#include <QString>
#include <QStringView>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

/// A value of the keyword `format` that can be checked: a row of a table. Host and resource names beyond ASCII (idn-…,
/// iri…) are not supported.
struct JsonFormat
{
    QStringView name;
    const char *description; ///< completes "must be …"; marked for TranslatableText
    bool (*matches)(const QString &text);

    /// Null for an unknown format, which accepts every text.
    static const JsonFormat *find(QStringView name);
};

namespace {

/// True if the expression matches the whole text. No expression here backtracks much; lengths are limited anyway.
bool isAll(const QRegularExpression &expression, const QString &text)
{
    constexpr qsizetype MaxLength = 64 * 1024;
    return text.size() <= MaxLength && expression.match(text).hasMatch();
}

QRegularExpression whole(const QString &pattern)
{
    return QRegularExpression(u"\\A(?:"_s + pattern + u")\\z"_s);
}

bool isDate(const QString &text)
{
    static const QRegularExpression shape = whole(u"[0-9]{4}-[0-9]{2}-[0-9]{2}"_s);
    return isAll(shape, text) && QDate::fromString(text, Qt::ISODate).isValid();
}

/// RFC 3339, where a leap second ends a day in UTC.
bool isTime(const QString &text)
{
    static const QRegularExpression shape =
        whole(u"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))"_s);
    const QRegularExpressionMatch match = shape.match(text);
    if (!match.hasMatch())
        return false;
    const int hour = match.capturedView(1).toInt();
    const int minute = match.capturedView(2).toInt();
    const int second = match.capturedView(3).toInt();
    const int offsetHour = match.capturedView(5).toInt();
    const int offsetMinute = match.capturedView(6).toInt();
    if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59)
        return false;
    constexpr int Day = 24 * 60;
    const int offset = (offsetHour * 60 + offsetMinute) * (match.capturedView(4) == u"-" ? -1 : 1);
    return second < 60 || (hour * 60 + minute - offset + Day) % Day == Day - 1;
}

bool isDateTime(const QString &text)
{
    return text.size() > 11 && text[10].toUpper() == u'T' && isDate(text.first(10)) && isTime(text.sliced(11));
}

bool isDuration(const QString &text)
{
    static const QRegularExpression shape =
        whole(u"P(?:[0-9]+W|(?=[0-9T])(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)?"
              "(?:T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?)"_s);
    return isAll(shape, text);
}

bool isIpv4(const QString &text)
{
    static const QRegularExpression shape =
        whole(u"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\\.(?!\\z)|\\z)){4}"_s);
    return isAll(shape, text);
}

/// RFC 4291, section 2.2.
bool isIpv6(const QString &text)
{
    static const QRegularExpression group = whole(u"[0-9a-fA-F]{1,4}"_s);
    constexpr qsizetype Longest = 45;
    const qsizetype gap = text.indexOf(u"::");
    if (text.size() > Longest || text.indexOf(u"::", gap + 1) > gap)
        return false;
    QStringList parts = text.split(u':');
    if (parts.size() > 1 && gap == 0)
        parts.removeFirst(); // for "::1"
    if (parts.size() > 1 && gap >= 0 && gap + 2 == text.size())
        parts.removeLast(); // for "1::"
    int groups = 0;
    int empty = 0;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (parts[i].isEmpty())
            ++empty;
        else if (i + 1 == parts.size() && isIpv4(parts[i]))
            groups += 2;
        else if (isAll(group, parts[i]))
            ++groups;
        else
            return false;
    }
    return gap < 0 ? groups == 8 && empty == 0 : groups <= 7 && empty == 1;
}

bool isHostname(const QString &text)
{
    static const QRegularExpression shape = whole(u"(?=.{1,253}\\z)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
                                                  "(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"_s);
    return isAll(shape, text);
}

bool isEmail(const QString &text)
{
    static const QRegularExpression local =
        whole(u"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
              "|\"(?:[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\x20-\\x7e])*\""_s);
    const qsizetype at = text.lastIndexOf(u'@');
    if (at < 0 || !isAll(local, text.first(at)))
        return false;
    const QString domain = text.sliced(at + 1);
    if (!domain.startsWith(u'[') || !domain.endsWith(u']'))
        return isHostname(domain);
    const QString address = domain.sliced(1, domain.size() - 2);
    return address.startsWith("IPv6:"_L1) ? isIpv6(address.sliced(5)) : isIpv4(address);
}

constexpr auto UriCharacter = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"_L1; // pchar of RFC 3986

/// Expression for the part after a scheme: authority, path, query, fragment. Group 1 is the address in brackets.
QString hierarchy(bool colonInFirstSegment)
{
    const QString segment = UriCharacter + u'*';
    const QString first =
        colonInFirstSegment ? UriCharacter + u'+' : u"(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-Fa-f]{2})+"_s;
    const QString authority = u"(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?"
                              "(?:\\[([^\\]]*)\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?"_s;
    const QString path =
        u"(?://%1(?:/%2)*|/(?:%3+(?:/%2)*)?|%4(?:/%2)*|)"_s.arg(authority, segment, UriCharacter, first);
    return path + u"(?:\\?(?:%1|[/?])*)?(?:#(?:%1|[/?])*)?"_s.arg(UriCharacter);
}

bool isUriLike(const QRegularExpression &shape, const QString &text)
{
    constexpr qsizetype MaxLength = 64 * 1024;
    const QRegularExpressionMatch match = text.size() <= MaxLength ? shape.match(text) : QRegularExpressionMatch();
    if (!match.hasMatch())
        return false;
    const QString address = match.captured(1);
    return match.capturedStart(1) < 0 || address.startsWith(u'v') || isIpv6(address);
}

bool isUri(const QString &text)
{
    static const QRegularExpression shape = whole(u"[A-Za-z][A-Za-z0-9+.-]*:"_s + hierarchy(true));
    return isUriLike(shape, text);
}

bool isUriReference(const QString &text)
{
    static const QRegularExpression shape = whole(hierarchy(false));
    return isUri(text) || isUriLike(shape, text);
}

/// RFC 6570; an apostrophe is a literal according to erratum 6937.
bool isUriTemplate(const QString &text)
{
    static const QRegularExpression shape = [] {
        const QString character = u"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})"_s;
        const QString variable = u"%1(?:\\.?%1)*(?:\\*|:[1-9][0-9]{0,3})?"_s.arg(character);
        return whole(u"(?:[^\\x00-\\x20\"%<>\\\\^`{|}\\x7f]|%[0-9A-Fa-f]{2}|\\{[+#./;?&=,!@|]?V(?:,V)*\\})*"_s.replace(
            u'V', variable));
    }();
    return isAll(shape, text);
}

bool isUuid(const QString &text)
{
    static const QRegularExpression shape =
        whole(u"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"_s);
    return isAll(shape, text);
}

bool isPattern(const QString &text)
{
    return JsonPattern::compile(text).has_value();
}

bool isJsonPointer(const QString &text)
{
    static const QRegularExpression shape = whole(u"(?:/(?:[^~/]|~[01])*)*"_s);
    return isAll(shape, text);
}

bool isRelativeJsonPointer(const QString &text)
{
    static const QRegularExpression shape = whole(u"(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*)*)"_s);
    return isAll(shape, text);
}

constexpr JsonFormat Formats[] = {
    {u"date-time", QT_TRANSLATE_NOOP("TranslatableText", "a date and time like 2026-01-31T09:30:00Z"), isDateTime},
    {u"date", QT_TRANSLATE_NOOP("TranslatableText", "a date like 2026-01-31"), isDate},
    {u"time", QT_TRANSLATE_NOOP("TranslatableText", "a time with its zone like 09:30:00Z"), isTime},
    {u"duration", QT_TRANSLATE_NOOP("TranslatableText", "a duration like P1DT12H"), isDuration},
    {u"email", QT_TRANSLATE_NOOP("TranslatableText", "an e-mail address like name@example.org"), isEmail},
    {u"hostname", QT_TRANSLATE_NOOP("TranslatableText", "a host name like www.example.org"), isHostname},
    {u"ipv4", QT_TRANSLATE_NOOP("TranslatableText", "an IPv4 address like 192.0.2.1"), isIpv4},
    {u"ipv6", QT_TRANSLATE_NOOP("TranslatableText", "an IPv6 address like 2001:db8::1"), isIpv6},
    {u"uri", QT_TRANSLATE_NOOP("TranslatableText", "a URI like https://example.org/"), isUri},
    {u"uri-reference", QT_TRANSLATE_NOOP("TranslatableText", "a URI or a relative reference"), isUriReference},
    {u"uri-template", QT_TRANSLATE_NOOP("TranslatableText", "a URI template like /items/{id}"), isUriTemplate},
    {u"uuid", QT_TRANSLATE_NOOP("TranslatableText", "a UUID like 123e4567-e89b-12d3-a456-426614174000"), isUuid},
    {u"regex", QT_TRANSLATE_NOOP("TranslatableText", "a regular expression"), isPattern},
    {u"json-pointer", QT_TRANSLATE_NOOP("TranslatableText", "a JSON Pointer like /items/0"), isJsonPointer},
    {u"relative-json-pointer", QT_TRANSLATE_NOOP("TranslatableText", "a relative JSON Pointer like 1/name"),
     isRelativeJsonPointer},
};

} // namespace

const JsonFormat *JsonFormat::find(QStringView name)
{
    const auto *format =
        std::find_if(std::begin(Formats), std::end(Formats), [&](const JsonFormat &row) { return row.name == name; });
    return format == std::end(Formats) ? nullptr : format;
}

namespace SchemaCheck {

namespace {

quint32 typesOf(const JsonValue &value)
{
    switch (value.type()) {
    case JsonType::Null:
        return SchemaType::Null;
    case JsonType::Bool:
        return SchemaType::Boolean;
    case JsonType::Number:
        return SchemaType::Number |
               (value.isInteger() || JsonNumber(value.raw()).isInteger() ? SchemaType::Integer : 0U);
    case JsonType::String:
        return SchemaType::String;
    case JsonType::Array:
        return SchemaType::Array;
    case JsonType::Object:
        return SchemaType::Object;
    case JsonType::Invalid:
        break;
    }
    return 0;
}

qint64 codePoints(QByteArrayView utf8)
{
    return std::count_if(utf8.begin(), utf8.end(), [](char c) { return (quint8(c) & 0xC0) != 0x80; });
}

/// Checks that the count lies between the rule's bounds, of which it has one. `zero` is the message for a count of 0
/// with a lower bound of 1.
bool countOf(SchemaValidator &validator, const SchemaRule &rule, qint64 count, SchemaMessage::Noun noun,
             const TranslatableText &zero)
{
    if (count >= rule.least && count <= rule.most)
        return true;
    if (count == 0 && rule.least == 1)
        return validator.fail(rule, zero);
    if (count < rule.least) {
        return validator.fail(
            rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must have at least %1, not %2"),
                                       SchemaMessage::counted(rule.least, noun), count));
    }
    return validator.fail(rule,
                          TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must have at most %1, not %2"),
                                               SchemaMessage::counted(rule.most, noun), count));
}

} // namespace

bool type(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonValue &value = validator.instance().value();
    if ((typesOf(value) & rule.types) != 0)
        return true;
    if (!validator.isCollecting())
        return false;
    const bool fraction = value.isNumber() && (rule.types & SchemaType::Integer) != 0;
    return validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be %1, not %2"),
                                                     SchemaMessage::typeNames(rule.types),
                                                     fraction ? TranslatableText(SchemaMessage::excerpt(value))
                                                              : SchemaMessage::typeName(value.type())));
}

bool enumeration(SchemaValidator &validator, const SchemaRule &rule)
{
    if (rule.values.contains(canonicalJson(validator.instance().value(), validator.budget())))
        return true;
    return validator.fail(rule, rule.text);
}

bool multipleOf(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number.isMultipleOf(rule.number) ||
           validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be a multiple of %1"),
                                                     rule.text));
}

bool maximum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number <= rule.number ||
           validator.fail(rule,
                          TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be at most %1"), rule.text));
}

bool exclusiveMaximum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number < rule.number ||
           validator.fail(
               rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be less than %1"), rule.text));
}

bool minimum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number >= rule.number ||
           validator.fail(
               rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be at least %1"), rule.text));
}

bool exclusiveMinimum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number > rule.number ||
           validator.fail(
               rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be greater than %1"), rule.text));
}

bool length(SchemaValidator &validator, const SchemaRule &rule)
{
    const QByteArray utf8 =
        JsonString::decodedUtf8(validator.instance().value().raw(), JsonString::LoneSurrogate::Keep);
    return countOf(validator, rule, codePoints(utf8), SchemaMessage::Noun::Character,
                   TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must not be empty")));
}

bool pattern(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonPattern &pattern = rule.schemaByPattern.front().first;
    return validator.matches(pattern, validator.instance().value().toString()) ||
           validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must match the pattern %1"),
                                                     pattern.text()));
}

bool format(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonFormat *format = JsonFormat::find(rule.text);
    if (!format || format->matches(validator.instance().value().toString()))
        return true;
    return validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be %1"),
                                                     TranslatableText::of(format->description)));
}

bool itemCount(SchemaValidator &validator, const SchemaRule &rule)
{
    return countOf(validator, rule, qint64(validator.children().size()), SchemaMessage::Noun::Item,
                   TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must have an item")));
}

bool propertyCount(SchemaValidator &validator, const SchemaRule &rule)
{
    return countOf(validator, rule, qint64(validator.children().size()), SchemaMessage::Noun::Member,
                   TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must have a member")));
}

bool uniqueItems(SchemaValidator &validator, const SchemaRule &rule)
{
    QHash<QByteArray, qsizetype> seen;
    qsizetype index = 0;
    for (const SchemaInstance &item : validator.children()) {
        const QByteArray canonical = canonicalJson(item.value(), validator.budget());
        const auto earlier = seen.constFind(canonical);
        if (earlier != seen.cend()) {
            return validator.fail(
                rule,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                       "must not have the same item twice: items %1 and %2 are equal"),
                                     *earlier + 1, index + 1));
        }
        seen.insert(canonical, index++);
    }
    return true;
}

bool required(SchemaValidator &validator, const SchemaRule &rule)
{
    bool holds = true;
    for (const QByteArray &name : rule.names) {
        if (validator.instance().member(name, validator.budget()))
            continue;
        holds = validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "is required")), name);
        if (!validator.isCollecting())
            break;
    }
    return holds;
}

} // namespace SchemaCheck

} // namespace Pullcord
