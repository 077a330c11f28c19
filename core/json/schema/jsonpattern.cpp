// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/jsonpattern.h"

#include "core/json/schema/ecmapattern.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MaxLength = 16 * 1024;
constexpr auto MatchLimits = "(*LIMIT_MATCH=1000000)(*LIMIT_DEPTH=100000)"_L1; // of PCRE2: some hundredths of a second

} // namespace

Result<JsonPattern> JsonPattern::compile(const QString &ecma)
{
    if (ecma.size() > MaxLength)
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "the pattern is longer than %1 characters"), MaxLength)};
    const Result<QString> translated = EcmaPattern(ecma).translated();
    if (!translated)
        return translated.error();
    JsonPattern pattern;
    pattern.m_text = ecma;
    pattern.m_expression.setPattern(MatchLimits + *translated);
    if (!pattern.m_expression.isValid()) {
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "the pattern %1 is not a regular expression: %2"), ecma,
                         pattern.m_expression.errorString())};
    }
    return pattern;
}

JsonPattern::Match JsonPattern::match(const QString &subject) const
{
    const QRegularExpressionMatch match = m_expression.match(subject);
    if (!match.isValid()) // the subject is valid UTF-16, so a limit was reached
        return Match::TooCostly;
    return match.hasMatch() ? Match::Yes : Match::No;
}

} // namespace Pullcord
