// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/jsonhighlighter.h"

#include "ui/views/style/theme.h"

namespace Pullcord {

JsonHighlighter::JsonHighlighter(QTextDocument *document)
    : QSyntaxHighlighter(document)
{
    setPalette({});
}

void JsonHighlighter::setPalette(const QPalette &palette)
{
    const Theme &theme = Theme::of(palette);
    m_key.setForeground(theme.jsonKey);
    m_string.setForeground(theme.jsonString);
    m_number.setForeground(theme.jsonNumber);
    m_literal.setForeground(theme.jsonLiteral);
    rehighlight();
}

void JsonHighlighter::highlightBlock(const QString &text)
{
    qsizetype at = 0;
    const auto format = [&](qsizetype end, const QTextCharFormat &look) {
        setFormat(int(at), int(end - at), look);
        at = end;
    };
    const auto runOf = [&](auto belongs) {
        qsizetype end = at;
        while (end < text.size() && belongs(text.at(end)))
            ++end;
        return end;
    };
    while (at < text.size()) {
        const QChar c = text.at(at);
        if (c == u'"') {
            const qsizetype end = endOfString(text, at);
            qsizetype next = end;
            while (next < text.size() && text.at(next).isSpace())
                ++next;
            format(end, next < text.size() && text.at(next) == u':' ? m_key : m_string);
        } else if (c == u'-' || c.isDigit()) {
            format(runOf([](QChar d) {
                       return d.isDigit() || d == u'-' || d == u'+' || d == u'.' || d == u'e' || d == u'E';
                   }),
                   m_number);
        } else if (c.isLetter()) {
            format(runOf([](QChar d) { return d.isLetter(); }), m_literal);
        } else {
            ++at;
        }
    }
}

qsizetype JsonHighlighter::endOfString(const QString &text, qsizetype start) const
{
    for (qsizetype at = start + 1; at < text.size(); ++at) {
        if (text.at(at) == u'\\')
            ++at;
        else if (text.at(at) == u'"')
            return at + 1;
    }
    return text.size();
}

} // namespace Pullcord
