// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"
#include "core/capture/filter/textmatcher.h"
#include "core/json/jsonvalue.h"

#include <QRegularExpression>

namespace Pullcord {

/// A term of a filter, prepared for many tests.
///
/// `!=` is tested like `=`. The caller negates the result (isNegative()), since `!=` means that none of several values
/// is equal. A value.
class FilterMatcher
{
public:
    explicit FilterMatcher(FilterTerm term);

    [[nodiscard]] const FilterTerm &term() const { return m_term; }
    [[nodiscard]] bool isNegative() const { return m_term.op == FilterTerm::Operator::Differs; }

    [[nodiscard]] bool matches(QStringView text) const;
    [[nodiscard]] bool matches(double number) const;
    /// True if any number from `least` to `most` matches.
    [[nodiscard]] bool matchesAny(double least, double most) const;
    /// Searches within the text; for Contents.
    [[nodiscard]] bool isIn(QStringView text) const;
    [[nodiscard]] bool isIn(QByteArrayView utf8) const;
    /// Tests the value at the pointer; for Json.
    [[nodiscard]] bool matchesJson(QByteArrayView message) const;

private:
    [[nodiscard]] bool equals(const JsonValue &value) const;

    FilterTerm m_term;
    TextMatcher m_text;              ///< for `:` in Contents
    QRegularExpression m_expression; ///< for `~`, and for wildcards
};

} // namespace Pullcord
