// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"
#include "core/capture/filter/textmatcher.h"
#include "core/json/jsonvalue.h"

#include <QRegularExpression>

namespace Pullcord {

/// One term of a filter made ready for many tests: says whether a value is what the term asks for.
///
/// `!=` is tested as `=`; who asks turns the answer round (isNegative()), since of several values none may be equal.
class FilterMatcher
{
public:
    explicit FilterMatcher(FilterTerm term);

    [[nodiscard]] const FilterTerm &term() const { return m_term; }
    [[nodiscard]] bool isNegative() const { return m_term.op == FilterTerm::Operator::Differs; }

    [[nodiscard]] bool matches(QStringView text) const;
    [[nodiscard]] bool matches(double number) const;
    /// Any number from `least` to `most`.
    [[nodiscard]] bool matchesAny(double least, double most) const;
    /// Somewhere in it; for Contents.
    [[nodiscard]] bool isIn(QStringView text) const;
    [[nodiscard]] bool isIn(QByteArrayView utf8) const;
    /// What is at the pointer; for Json.
    [[nodiscard]] bool matchesJson(QByteArrayView message) const;

private:
    [[nodiscard]] bool equals(const JsonValue &value) const;

    FilterTerm m_term;
    TextMatcher m_text;              ///< of `:` in Contents
    QRegularExpression m_expression; ///< of `~`, and of wildcards
};

} // namespace Pullcord
