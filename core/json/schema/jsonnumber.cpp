// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/jsonnumber.h"

#include "core/json/jsonbytes.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace Pullcord {
namespace {

constexpr qint64 MaxExponent = 1'000'000'000'000'000'000;

qint64 exponentOf(QByteArrayView text)
{
    if (text.isEmpty())
        return 0;
    if (text.front() == '+')
        text = text.sliced(1);
    qint64 exponent = 0;
    if (std::from_chars(text.begin(), text.end(), exponent).ec == std::errc::result_out_of_range)
        return text.front() == '-' ? -MaxExponent : MaxExponent;
    return std::clamp(exponent, -MaxExponent, MaxExponent);
}

/// a·b mod m by doubling, for m below 2^62: no intermediate result exceeds 64 bits.
quint64 multiplied(quint64 a, quint64 b, quint64 m)
{
    quint64 result = 0;
    for (; b != 0; b >>= 1) {
        if ((b & 1) != 0)
            result = (result + a) % m;
        a = (a + a) % m;
    }
    return result;
}

quint64 powerOfTen(qint64 exponent, quint64 m)
{
    quint64 result = 1 % m;
    quint64 square = 10 % m;
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            result = multiplied(result, square, m);
        square = multiplied(square, square, m);
    }
    return result;
}

} // namespace

JsonNumber::JsonNumber(QByteArrayView raw)
{
    const char *at = raw.begin();
    const char *const end = raw.end();
    m_negative = at != end && *at == '-';
    at += int(m_negative);
    bool fraction = false;
    for (; at != end && (JsonBytes::isDigit(*at) || *at == '.'); ++at) {
        if (*at == '.') {
            fraction = true;
            continue;
        }
        if (*at != '0' || !m_digits.isEmpty())
            m_digits += *at;
        m_exponent -= int(fraction);
    }
    if (at != end)
        m_exponent += exponentOf(QByteArrayView(at + 1, end));
    qsizetype size = m_digits.size();
    while (size > 0 && m_digits[size - 1] == '0')
        --size;
    m_exponent += m_digits.size() - size;
    m_digits.truncate(size);
    if (m_digits.isEmpty()) { // -0, 0.0 and 0e9 are 0
        m_exponent = 0;
        m_negative = false;
    }
}

bool JsonNumber::isMultipleOf(const JsonNumber &divisor) const
{
    Q_ASSERT(divisor.canDivide());
    if (isZero())
        return true;
    // The digits do not end in zero, so they are not divisible by ten.
    if (m_exponent < divisor.m_exponent)
        return false;
    const quint64 modulus = divisor.m_digits.toULongLong();
    quint64 rest = 0;
    for (const char digit : m_digits)
        rest = (rest * 10 + quint64(digit - '0')) % modulus;
    return multiplied(rest, powerOfTen(m_exponent - divisor.m_exponent, modulus), modulus) == 0;
}

qint64 JsonNumber::toCount() const
{
    constexpr qint64 MaxDigits = std::numeric_limits<qint64>::digits10; // more may not fit
    const qint64 integerDigits = m_digits.size() + m_exponent;
    if (integerDigits > MaxDigits)
        return m_negative ? std::numeric_limits<qint64>::min() : std::numeric_limits<qint64>::max();
    qint64 count = 0;
    for (qint64 i = 0; i < integerDigits; ++i)
        count = count * 10 + (i < m_digits.size() ? m_digits[i] - '0' : 0);
    return m_negative ? -count : count;
}

QByteArray JsonNumber::integerText() const
{
    if (isZero())
        return "0";
    if (!isInteger() || m_exponent > MostIntegerDigits || m_digits.size() + m_exponent > MostIntegerDigits)
        return {};
    return (m_negative ? "-" : "") + m_digits + QByteArray(m_exponent, '0');
}

QByteArray JsonNumber::canonical() const
{
    return (m_negative ? "-" : "") + m_digits + 'e' + QByteArray::number(m_exponent);
}

std::strong_ordering JsonNumber::compareMagnitude(const JsonNumber &other) const
{
    if (isZero() || other.isZero())
        return other.isZero() <=> isZero();
    const qint64 size = m_digits.size() + m_exponent; // position of the first digit
    const qint64 otherSize = other.m_digits.size() + other.m_exponent;
    if (size != otherSize)
        return size <=> otherSize;
    return m_digits.compare(other.m_digits) <=> 0;
}

std::strong_ordering operator<=>(const JsonNumber &a, const JsonNumber &b)
{
    if (a.m_negative != b.m_negative)
        return b.m_negative <=> a.m_negative;
    return a.m_negative ? b.compareMagnitude(a) : a.compareMagnitude(b);
}

} // namespace Pullcord
