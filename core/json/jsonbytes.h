// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QtEndian>

#include <algorithm>
#include <bit>
#include <cstring>

/// Elementary steps of all walks in this room. They trust no input: whatever the bytes are, no step leaves [at, end),
/// and each step that skips something advances by at least one byte.
namespace Pullcord::JsonBytes {

[[nodiscard]] constexpr bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// True for the characters that end a number or a word: white space, punctuation, or the quote of a string.
[[nodiscard]] constexpr bool isDelimiter(char c)
{
    switch (c) {
    case ',':
    case ':':
    case '[':
    case ']':
    case '{':
    case '}':
    case '"':
        return true;
    default:
        return isSpace(c);
    }
}

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

[[nodiscard]] inline const char *skipSpace(const char *at, const char *end)
{
    while (at != end && isSpace(*at))
        ++at;
    return at;
}

[[nodiscard]] inline QByteArrayView trimmed(QByteArrayView text)
{
    const char *begin = skipSpace(text.begin(), text.end());
    const char *end = text.end();
    while (end != begin && isSpace(end[-1]))
        --end;
    return {begin, end};
}

// Eight bytes are examined in one step. A mask function sets the high bit of each byte that it looks for. A borrow may
// set bits above the first hit, never below it, and only the first hit is used.

constexpr quint64 EachByte = 0x0101010101010101;
constexpr quint64 HighBits = 0x8080808080808080;

[[nodiscard]] constexpr quint64 bytesEqualTo(quint64 bytes, char c)
{
    const quint64 zeroWhereEqual = bytes ^ (EachByte * quint8(c));
    return (zeroWhereEqual - EachByte) & ~zeroWhereEqual & HighBits;
}

[[nodiscard]] constexpr quint64 bytesBelow(quint64 bytes, quint8 limit)
{
    return (bytes - EachByte * limit) & ~bytes & HighBits;
}

/// Mask of the characters that end a plain run in a string of a valid text.
[[nodiscard]] constexpr quint64 quoteOrBackslash(quint64 bytes)
{
    return bytesEqualTo(bytes, '"') | bytesEqualTo(bytes, '\\');
}

/// Mask of the characters that a string cannot contain literally: quote, backslash and control characters.
[[nodiscard]] constexpr quint64 mustBeEscaped(quint64 bytes)
{
    return quoteOrBackslash(bytes) | bytesBelow(bytes, 0x20);
}

/// First byte marked by `mask`, or `end`.
template<typename Mask>
[[nodiscard]] inline const char *findFirst(const char *at, const char *end, Mask mask)
{
    for (; end - at >= 8; at += 8) {
        if (const quint64 hits = mask(qFromLittleEndian<quint64>(at)))
            return at + std::countr_zero(hits) / 8;
    }
    char tail[8] = {};
    const auto rest = end - at;
    std::memcpy(tail, at, size_t(rest));
    const quint64 hits = mask(qFromLittleEndian<quint64>(tail));
    return at + std::min<std::ptrdiff_t>(std::countr_zero(hits) / 8, rest);
}

/// Position after the string whose opening quote is at `at`.
[[nodiscard]] inline const char *skipString(const char *at, const char *end)
{
    for (++at;; at += 2) {
        at = findFirst(at, end, quoteOrBackslash);
        if (end - at < 2)
            return end;
        if (*at == '"')
            return at + 1;
    }
}

/// Position after the array or object whose opening bracket is at `at`. Counts brackets without matching their kind.
[[nodiscard]] const char *skipContainer(const char *at, const char *end);

/// Position after the number or word at `at`.
[[nodiscard]] inline const char *skipScalar(const char *at, const char *end)
{
    while (at != end && !isDelimiter(*at))
        ++at;
    return at;
}

/// Position after the value whose first byte is at `at`; `at` itself if no value can begin there.
[[nodiscard]] inline const char *skipValue(const char *at, const char *end)
{
    if (at == end)
        return at;
    if (*at == '"')
        return skipString(at, end);
    if (*at == '{' || *at == '[')
        return skipContainer(at, end);
    return skipScalar(at, end);
}

} // namespace Pullcord::JsonBytes
