// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QStringView>

namespace Pullcord {

/// Translates a regular expression of ECMA-262 to PCRE2. Copies constructs with the same meaning in both, rewrites
/// those with another meaning (`$`, `.`, `\s`, `\uXXXX`, `[^]`…), and refuses those that only PCRE2 has (`(?i)`, `\Z`,
/// `a++`…). PCRE2 reports further errors. A plain class for one pattern, which must outlive it.
class EcmaPattern
{
public:
    explicit EcmaPattern(QStringView pattern);

    /// Translates the pattern. Call it once.
    [[nodiscard]] Result<QString> translated();

private:
    void term();
    [[nodiscard]] qsizetype quantifierLength() const;
    void group();
    void characterClass();
    void escape(bool inClass);
    void whiteSpace(bool negated, bool inClass);
    void unicodeEscape();
    void property(QChar letter);
    void groupName();
    [[nodiscard]] char32_t hexDigits(qsizetype count);
    [[nodiscard]] QStringView inBraces(QChar open, QChar close);
    void codePoint(char32_t code);

    [[nodiscard]] bool atEnd() const { return m_at >= m_pattern.size() || !m_problem.isEmpty(); }
    [[nodiscard]] QChar peek() const;
    bool take(QStringView text);
    void fail(const TranslatableText &problem);

    QStringView m_pattern;
    qsizetype m_at = 0;
    QString m_out;
    TranslatableText m_problem;
};

} // namespace Pullcord
