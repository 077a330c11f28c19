// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <compare>

namespace Pullcord {

/// The exact value of a JSON number, of any size: what the text says, not the nearest double. 1, 1.0 and 10e-1 are one
/// value. Exponents are exact up to 10^18 either way; those beyond count as that.
class JsonNumber
{
public:
    /// The most digits (without zeros at the ends) that a divisor may have.
    static constexpr qsizetype MaxDivisorDigits = 18;

    JsonNumber() = default; ///< zero
    /// `raw` is the text of a JSON number.
    explicit JsonNumber(QByteArrayView raw);

    [[nodiscard]] bool isZero() const { return m_digits.isEmpty(); }
    [[nodiscard]] bool isInteger() const { return m_exponent >= 0; }
    [[nodiscard]] bool isPositive() const { return !m_negative && !isZero(); }
    [[nodiscard]] bool canDivide() const { return !isZero() && m_digits.size() <= MaxDivisorDigits; }
    /// `divisor` must be one that canDivide().
    [[nodiscard]] bool isMultipleOf(const JsonNumber &divisor) const;
    /// Towards zero and within 64 bits: the nearest that there is.
    [[nodiscard]] qint64 toCount() const;
    static constexpr qint64 MostIntegerDigits = 100; ///< of integerText()
    /// As an integer is mostly written, without fraction and exponent; empty if it is none, or too long.
    [[nodiscard]] QByteArray integerText() const;
    /// The same bytes for the same value, other ones for another.
    [[nodiscard]] QByteArray canonical() const;

    friend bool operator==(const JsonNumber &a, const JsonNumber &b) = default;
    friend std::strong_ordering operator<=>(const JsonNumber &a, const JsonNumber &b);

private:
    [[nodiscard]] std::strong_ordering compareMagnitude(const JsonNumber &other) const;

    // The value is 0.d1d2d3… or d1d2d3…000, never with a zero at either end of the digits; zero has none.
    QByteArray m_digits;
    qint64 m_exponent = 0; ///< the digits as an integer, times ten to this power
    bool m_negative = false;
};

} // namespace Pullcord
