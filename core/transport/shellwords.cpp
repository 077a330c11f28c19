// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/shellwords.h"

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Pullcord::ShellWords {
namespace {

bool isBlank(QChar c)
{
    return c == u' ' || c == u'\t' || c == u'\n';
}

/// True for a character without meaning to a shell in any position. `=` is an exception: in a first word it makes an
/// assignment.
bool isPlain(QChar c)
{
    return c.isLetterOrNumber() || u"_@%+=:,./-"_s.contains(c);
}

/// Reads a line from its beginning to its end.
class Splitter
{
public:
    explicit Splitter(QStringView line)
        : m_line(line)
    {}

    Result<QStringList> run()
    {
        while (m_at < m_line.size() && m_error.isEmpty()) {
            const QChar c = m_line.at(m_at);
            if (isBlank(c)) {
                endWord();
                ++m_at;
            } else if (c == u'\'' || c == u'"') {
                readQuoted(c);
            } else if (c == u'\\') {
                readEscaped();
            } else {
                word() += c;
                ++m_at;
            }
        }
        if (!m_error.isEmpty())
            return Error{.kind = ErrorKind::Usage, .detail = m_error};
        endWord();
        return m_words;
    }

private:
    QString &word()
    {
        if (!m_word)
            m_word.emplace();
        return *m_word;
    }

    void endWord()
    {
        if (m_word)
            m_words.append(*m_word);
        m_word.reset();
    }

    void readQuoted(QChar quote)
    {
        const qsizetype start = m_at++;
        word(); // an empty pair of quotes is a word, too
        for (; m_at < m_line.size() && m_line.at(m_at) != quote; ++m_at) {
            if (quote == u'"' && m_line.at(m_at) == u'\\' && m_at + 1 < m_line.size() &&
                u"\"\\$`\n"_s.contains(m_line.at(m_at + 1))) {
                if (m_line.at(++m_at) == u'\n')
                    continue;
            }
            word() += m_line.at(m_at);
        }
        if (m_at == m_line.size())
            m_error = TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "the quote %1 at position %2 is not closed"), quote, start + 1);
        ++m_at;
    }

    void readEscaped()
    {
        if (m_at + 1 == m_line.size())
            m_error = TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "nothing follows the backslash at position %1"), m_at + 1);
        else if (m_line.at(m_at + 1) != u'\n')
            word() += m_line.at(m_at + 1);
        m_at += 2;
    }

    QStringView m_line;
    qsizetype m_at = 0;
    std::optional<QString> m_word;
    QStringList m_words;
    TranslatableText m_error;
};

} // namespace

Result<QStringList> split(QStringView line)
{
    return Splitter(line).run();
}

QString quoted(QString word)
{
    word.replace(u'\'', "'\\''"_L1);
    return u'\'' + word + u'\'';
}

QByteArray quoted(QByteArray word)
{
    return '\'' + word.replace('\'', "'\\''") + '\'';
}

QString join(const QStringList &words)
{
    QStringList parts;
    for (const QString &word : words) {
        const bool plain = !word.isEmpty() && std::all_of(word.begin(), word.end(), isPlain) &&
                           !(parts.isEmpty() && word.contains(u'='));
        parts.append(plain ? word : quoted(word));
    }
    return parts.join(u' ');
}

} // namespace Pullcord::ShellWords
