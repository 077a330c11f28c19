// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringView>

#include <optional>

namespace Pullcord::Secrets {

/// Part of a text: [from, until).
struct Span
{
    qsizetype from;
    qsizetype until;
};

/// A name in a text, and the value beside it on the same line: `NAME=value`, `name: value`,
/// `"name": "value"`, `--name value`, `?name=value`. A value; the text must outlive it.
///
/// A value in quotes ends at the closing quote; if there is none, at the end of the line. Without quotes it ends at a
/// blank, but includes the rest of the line if the name begins the line, and the rest of the quoted text if the name
/// begins that. It never includes a quote or bracket that surrounds name and value.
class NamedValue
{
public:
    /// Reads the name around the character at `at`. A name has at most 100 characters on either side.
    NamedValue(QStringView text, qsizetype at);

    /// Position after the name.
    [[nodiscard]] qsizetype nameEnd() const { return m_name.until; }
    /// Returns the value if it is secret.
    [[nodiscard]] std::optional<Span> secret() const;
    /// The same for a value in the query or fragment of a URL alone.
    [[nodiscard]] std::optional<Span> secretOfQuery() const;

private:
    enum class Separator : quint8 { None, Equals, SpacedEquals, Colon, Blank };
    /// Quote around a text, with the backslashes that escape it.
    struct Quote
    {
        qsizetype backslashes = 0;
        QChar sign = {};

        [[nodiscard]] qsizetype size() const { return sign.isNull() ? 0 : backslashes + 1; }
    };

    [[nodiscard]] QChar charAt(qsizetype at) const { return at >= 0 && at < m_text.size() ? m_text.at(at) : QChar(); }
    [[nodiscard]] QStringView name() const { return m_text.sliced(m_name.from, m_name.until - m_name.from); }
    [[nodiscard]] QStringView lastStep() const;
    [[nodiscard]] Quote quoteAt(qsizetype at) const;
    [[nodiscard]] Quote quoteBefore(qsizetype at) const;
    [[nodiscard]] bool beginsLine() const;
    [[nodiscard]] qsizetype behindBlanks(qsizetype at) const;
    [[nodiscard]] qsizetype endOfLine(qsizetype from, qsizetype last) const;
    [[nodiscard]] qsizetype endOfQuoted(qsizetype from, qsizetype last, const Quote &quote) const;
    [[nodiscard]] qsizetype endOfWord(qsizetype from, qsizetype last, bool isColon) const;
    [[nodiscard]] bool beginsName(qsizetype at, bool isColon) const;
    [[nodiscard]] std::optional<Span> secretWord(qsizetype at, Separator separator, bool isMember,
                                                 const Quote &around) const;
    /// `begins` is true if the name begins a line or a quoted text.
    [[nodiscard]] bool isSecretBeside(QStringView name, QStringView value, Separator separator, bool begins) const;

    QStringView m_text;
    Span m_name;
};

} // namespace Pullcord::Secrets
