// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filtermatcher.h"

namespace Pullcord {
using namespace Qt::StringLiterals;
using Operator = FilterTerm::Operator;

namespace {

/// Converts `*` wildcards to a regular expression.
QString patternOf(const QString &wildcards)
{
    QString pattern = QRegularExpression::escape(wildcards);
    pattern.replace(u"\\*"_s, u".*"_s);
    return QRegularExpression::anchoredPattern(pattern);
}

QRegularExpression expressionOf(const FilterTerm &term)
{
    if (term.op != Operator::Matches && term.op != Operator::Is)
        return {};
    return QRegularExpression(term.op == Operator::Matches ? term.value : patternOf(term.value),
                              QRegularExpression::CaseInsensitiveOption |
                                  QRegularExpression::DotMatchesEverythingOption);
}

} // namespace

FilterMatcher::FilterMatcher(FilterTerm term)
    : m_term(std::move(term))
    , m_text(m_term.value)
    , m_expression(expressionOf(m_term))
{}

bool FilterMatcher::matches(QStringView text) const
{
    if (m_term.op == Operator::Equals || m_term.op == Operator::Differs)
        return text == m_term.value;
    return m_expression.match(text).hasMatch();
}

bool FilterMatcher::matches(double number) const
{
    switch (m_term.op) {
    case Operator::Less:
        return number < m_term.number;
    case Operator::LessOrEqual:
        return number <= m_term.number;
    case Operator::Greater:
        return number > m_term.number;
    case Operator::GreaterOrEqual:
        return number >= m_term.number;
    default:
        return !(number < m_term.number) && !(number > m_term.number);
    }
}

bool FilterMatcher::matchesAny(double least, double most) const
{
    switch (m_term.op) {
    case Operator::Less:
    case Operator::LessOrEqual:
        return matches(least);
    case Operator::Greater:
    case Operator::GreaterOrEqual:
        return matches(most);
    default:
        return least <= m_term.number && m_term.number <= most;
    }
}

bool FilterMatcher::isIn(QStringView text) const
{
    return m_term.op == Operator::Matches ? m_expression.match(text).hasMatch() : m_text.isIn(text);
}

bool FilterMatcher::isIn(QByteArrayView utf8) const
{
    return m_term.op == Operator::Matches ? m_expression.match(QString::fromUtf8(utf8)).hasMatch() : m_text.isIn(utf8);
}

bool FilterMatcher::matchesJson(QByteArrayView message) const
{
    const JsonValue value = JsonValue(message).pointer(m_term.pointer);
    if (!value.isValid() || m_term.op == Operator::Exists)
        return value.isValid();
    if (m_term.op == Operator::Equals || m_term.op == Operator::Differs)
        return equals(value);
    if (m_term.op == Operator::Is || m_term.op == Operator::Matches)
        return matches(value.isString() ? value.toString() : QString::fromUtf8(value.raw()));
    const std::optional<double> number = value.toDouble();
    return number && matches(*number);
}

bool FilterMatcher::equals(const JsonValue &value) const
{
    if (value.isString())
        return !m_term.isNumber && value.toString() == m_term.value;
    if (m_term.quoted)
        return false;
    const std::optional<double> number = value.toDouble();
    return number && m_term.isNumber ? matches(*number) : value.raw() == m_term.value.toUtf8();
}

} // namespace Pullcord
