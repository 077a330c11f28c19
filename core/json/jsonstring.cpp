// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonstring.h"

#include "core/json/jsonbytes.h"

#include <QStringDecoder>

#include <charconv>
#include <optional>

namespace Pullcord::JsonString {
namespace {

using namespace Qt::StringLiterals;

constexpr char32_t ReplacementCharacter = 0xFFFD;

QByteArrayView withoutQuotes(QByteArrayView raw)
{
    if (!raw.isEmpty() && raw.front() == '"')
        raw = raw.sliced(1);
    return !raw.isEmpty() && raw.back() == '"' ? raw.chopped(1) : raw;
}

bool hasEscape(QByteArrayView text)
{
    return text.contains('\\');
}

void appendUtf8(QByteArray &to, char32_t c)
{
    constexpr quint8 Leads[] = {0x00, 0xC0, 0xE0, 0xF0};
    const int following = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    to += char(Leads[following] | (c >> (6 * following)));
    for (int shift = 6 * (following - 1); shift >= 0; shift -= 6)
        to += char(0x80 | ((c >> shift) & 0x3F));
}

/// Number of the escape \uXXXX at `at`; none if there is no such escape.
std::optional<char32_t> codeUnit(const char *at, const char *end)
{
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return {};
    quint16 unit = 0;
    if (std::from_chars(at + 2, at + 6, unit, 16).ptr != at + 6)
        return {};
    return unit;
}

/// Appends the character of the \u escape at `at`. Returns the position after it.
const char *appendUnicodeEscape(QByteArray &to, const char *at, const char *end, LoneSurrogate lone)
{
    const auto first = codeUnit(at, end);
    if (!first) {
        appendUtf8(to, ReplacementCharacter);
        return at + 2;
    }
    at += 6;
    if (!QChar::isSurrogate(*first)) {
        appendUtf8(to, *first);
        return at;
    }
    const auto second = codeUnit(at, end);
    if (QChar::isHighSurrogate(*first) && second && QChar::isLowSurrogate(*second)) {
        appendUtf8(to, QChar::surrogateToUcs4(char16_t(*first), char16_t(*second)));
        return at + 6;
    }
    appendUtf8(to, lone == LoneSurrogate::Keep ? *first : ReplacementCharacter);
    return at;
}

char simpleEscape(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return c;
    }
}

} // namespace

QByteArray decodedUtf8(QByteArrayView raw, LoneSurrogate lone)
{
    const QByteArrayView text = withoutQuotes(raw);
    if (!hasEscape(text))
        return text.toByteArray();
    QByteArray result;
    result.reserve(text.size());
    const char *at = text.begin();
    const char *end = text.end();
    while (at != end) {
        const char *plainEnd =
            JsonBytes::findFirst(at, end, [](quint64 bytes) { return JsonBytes::bytesEqualTo(bytes, '\\'); });
        result.append(at, plainEnd - at);
        at = plainEnd;
        if (end - at < 2)
            break;
        if (at[1] == 'u') {
            at = appendUnicodeEscape(result, at, end, lone);
        } else {
            result += simpleEscape(at[1]);
            at += 2;
        }
    }
    return result;
}

QString decoded(QByteArrayView raw)
{
    const QByteArrayView text = withoutQuotes(raw);
    return hasEscape(text) ? fromUtf8(decodedUtf8(raw)) : fromUtf8(text);
}

QString fromUtf8(QByteArrayView utf8)
{
    if (utf8.isEmpty())
        return u""_s;
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
    return decoder(utf8);
}

bool equals(QByteArrayView raw, QByteArrayView utf8)
{
    const QByteArrayView text = withoutQuotes(raw);
    if (text.size() <= utf8.size()) // an escape is longer than its character
        return text == utf8 && !hasEscape(text);
    return hasEscape(text) && decodedUtf8(raw) == utf8;
}

} // namespace Pullcord::JsonString
