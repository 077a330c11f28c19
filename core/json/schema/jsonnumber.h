// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <compare>

namespace Pullcord {

/// The exact value of a JSON number of any size, not the nearest double. 1, 1.0 and 10e-1 are one value. Exponents are
/// exact up to 10^18 in either direction; larger ones are reduced to that.
class JsonNumber
{
public:
    /// Largest number of digits of a divisor, without zeros at the ends.
    static constexpr qsizetype MaxDivisorDigits = 18;

    JsonNumber() = default; ///< zero
    /// `raw` is the text of a JSON number.
    explicit JsonNumber(QByteArrayView raw);

    [[nodiscard]] bool isZero() const { return m_digits.isEmpty(); }
    [[nodiscard]] bool isInteger() const { return m_exponent >= 0; }
    [[nodiscard]] bool isPositive() const { return !m_negative && !isZero(); }
    [[nodiscard]] bool canDivide() const { return !isZero() && m_digits.size() <= MaxDivisorDigits; }
    /// `divisor` must satisfy canDivide().
    [[nodiscard]] bool isMultipleOf(const JsonNumber &divisor) const;
    /// Integer part, limited to the range of 64 bits.
    [[nodiscard]] qint64 toCount() const;
    static constexpr qint64 MostIntegerDigits = 100; ///< limit for integerText()
    /// The usual form of an integer, without fraction and exponent; empty if it is not an integer, or too long.
    [[nodiscard]] QByteArray integerText() const;
    /// Equal bytes exactly for equal values.
    [[nodiscard]] QByteArray canonical() const;

    friend bool operator==(const JsonNumber &a, const JsonNumber &b) = default;
    friend std::strong_ordering operator<=>(const JsonNumber &a, const JsonNumber &b);

private:
    [[nodiscard]] std::strong_ordering compareMagnitude(const JsonNumber &other) const;

    // The value is 0.d1d2d3… or d1d2d3…000, never with a zero at either end of the digits. Zero has no digits.
    QByteArray m_digits;
    qint64 m_exponent = 0; ///< power of ten that multiplies the digits, read as an integer
    bool m_negative = false;
};

} // namespace Pullcord
