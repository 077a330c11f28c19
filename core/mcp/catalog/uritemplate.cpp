// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/uritemplate.h"

#include <cstring>

using namespace Qt::StringLiterals;

namespace Pullcord {

/// Rules for one operator of an expression (RFC 6570, appendix A).
struct UriTemplate::Operator
{
    char sign; ///< 0: none
    const char *first;
    char separator;
    bool named;
    const char *ifEmpty; ///< appended to a name with an empty value
    bool keepsReserved;
};

const UriTemplate::Operator UriTemplate::Operators[] = {
    {0, "", ',', false, "", false},    {'+', "", ',', false, "", true},   {'#', "#", ',', false, "", true},
    {'.', ".", '.', false, "", false}, {'/', "/", '/', false, "", false}, {';', ";", ';', true, "", false},
    {'?', "?", '&', true, "=", false}, {'&', "&", '&', true, "=", false},
};

namespace {

constexpr int MaxPrefix = 9999;

Error wrong(const TranslatableText &what)
{
    return {ErrorKind::Usage, what};
}

bool isOneOf(char c, const char *set)
{
    return c != 0 && std::strchr(set, c) != nullptr;
}

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isUnreserved(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isOneOf(c, "-._~");
}

QByteArray encoded(const QString &text, bool keepsReserved)
{
    const QByteArray utf8 = text.toUtf8();
    QByteArray uri;
    uri.reserve(utf8.size());
    for (qsizetype i = 0; i < utf8.size(); ++i) {
        const char c = utf8.at(i);
        const bool isTriplet =
            c == '%' && i + 2 < utf8.size() && isHexDigit(utf8.at(i + 1)) && isHexDigit(utf8.at(i + 2));
        if (isUnreserved(c) || (keepsReserved && (isTriplet || isOneOf(c, ":/?#[]@!$&'()*+,;="))))
            uri += c;
        else
            uri += '%' + QByteArray(1, c).toHex().toUpper();
    }
    return uri;
}

} // namespace

Result<UriTemplate> UriTemplate::parse(const QString &text)
{
    UriTemplate parsed;
    const auto wrongAt = [](const TranslatableText &what, qsizetype position) {
        return wrong(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 (character %2)"), what, position + 1));
    };
    for (qsizetype i = 0; i < text.size();) {
        const qsizetype open = text.indexOf(u'{', i);
        const qsizetype literalEnd = open < 0 ? text.size() : open;
        const QString literal = text.sliced(i, literalEnd - i);
        if (const qsizetype stray = literal.indexOf(u'}'); stray >= 0)
            return wrongAt(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a } without its {")), i + stray);
        if (!literal.isEmpty())
            parsed.m_parts.append(Part{.literal = literal});
        if (open < 0)
            break;
        const qsizetype close = text.indexOf(u'}', open);
        if (close < 0)
            return wrongAt(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a { without its }")), open);
        const auto part = parseExpression(QStringView(text).sliced(open + 1, close - open - 1));
        if (!part)
            return wrongAt(part.error().detail, open);
        parsed.m_parts.append(*part);
        i = close + 1;
    }
    return parsed;
}

Result<UriTemplate::Part> UriTemplate::parseExpression(QStringView text)
{
    Part part{.op = &Operators[0]};
    const char sign = text.isEmpty() ? '\0' : text.first().toLatin1();
    if (isOneOf(sign, "=,!@|"))
        return wrong(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the operator %1 is reserved"),
                                          QChar(QLatin1Char(sign))));
    for (const Operator &op : Operators) {
        if (sign != 0 && op.sign == sign) {
            part.op = &op;
            text = text.sliced(1);
            break;
        }
    }
    const auto names = text.split(u',');
    for (const QStringView name : names) {
        const auto variable = parseVariable(name);
        if (!variable)
            return variable.error();
        part.variables.append(*variable);
    }
    return part;
}

Result<UriTemplate::Variable> UriTemplate::parseVariable(QStringView text)
{
    Variable variable;
    variable.explode = text.endsWith(u'*');
    if (variable.explode)
        text.chop(1);
    if (const qsizetype colon = text.indexOf(u':'); colon >= 0) {
        const QStringView digits = text.sliced(colon + 1);
        variable.prefix = digits.toInt();
        if (variable.prefix <= 0 || variable.prefix > MaxPrefix || digits.front() == u'0' || digits.front() == u'+' ||
            variable.explode)
            return wrong(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "a : must be followed by a number from 1 to %1 and nothing else"),
                MaxPrefix));
        text = text.first(colon);
    }
    if (text.isEmpty())
        return wrong(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a name is missing")));
    for (const QChar c : text) {
        if (c.isSpace() || c == u'{' || c == u'*')
            return wrong(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "\"%1\" is not a name"), text));
    }
    variable.name = text.toString();
    return variable;
}

QStringList UriTemplate::variables() const
{
    QStringList names;
    for (const Part &part : m_parts) {
        for (const Variable &variable : part.variables)
            names.append(variable.name);
    }
    names.removeDuplicates();
    return names;
}

QString UriTemplate::expand(const Values &values) const
{
    QByteArray uri;
    for (const Part &part : m_parts) {
        if (part.op)
            expandInto(uri, part, values);
        else
            uri += encoded(part.literal, true);
    }
    return QString::fromLatin1(uri);
}

void UriTemplate::expandInto(QByteArray &uri, const Part &part, const Values &values)
{
    bool isFirst = true;
    for (const Variable &variable : part.variables) {
        const auto value = values.constFind(variable.name);
        if (value == values.constEnd())
            continue;
        const bool isEmptyList = std::visit([](const auto &v) { return v.isEmpty(); }, *value) && value->index() != 0;
        if (isEmptyList)
            continue;
        uri += isFirst ? QByteArray(part.op->first) : QByteArray(1, part.op->separator);
        uri += expanded(*part.op, variable, *value);
        isFirst = false;
    }
}

QByteArray UriTemplate::expanded(const Operator &op, const Variable &variable, const Value &value)
{
    const auto encode = [&op](const QString &text) { return encoded(text, op.keepsReserved); };
    const auto withName = [&op](const QByteArray &name, const QByteArray &text) {
        return name + (text.isEmpty() ? QByteArray(op.ifEmpty) : '=' + text);
    };
    const QByteArray name = encoded(variable.name, true);
    if (const auto *text = std::get_if<QString>(&value)) {
        QString part = *text;
        if (variable.prefix > 0) // by code points, not by surrogates
            part = QString::fromUcs4(reinterpret_cast<const char32_t *>(part.toUcs4().constData()),
                                     qMin(part.toUcs4().size(), qsizetype(variable.prefix)));
        return op.named ? withName(name, encode(part)) : encode(part);
    }
    QByteArrayList items;
    if (const auto *list = std::get_if<QStringList>(&value)) {
        for (const QString &item : *list)
            items.append(variable.explode && op.named ? withName(name, encode(item)) : encode(item));
    } else {
        for (const auto &[key, item] : std::get<Pairs>(value)) {
            if (!variable.explode)
                items << encode(key) << encode(item);
            else
                items.append(op.named ? withName(encode(key), encode(item)) : encode(key) + '=' + encode(item));
        }
    }
    const QByteArray joined = items.join(variable.explode ? op.separator : ',');
    return op.named && !variable.explode ? withName(name, joined) : joined;
}

} // namespace Pullcord
