// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filterlexer.h"

#include <array>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct Spelling
{
    QStringView text;
    FilterTerm::Operator op;
};

/// A longer operator comes before its prefix.
constexpr std::array Spellings{
    Spelling{u"!=", FilterTerm::Operator::Differs},        Spelling{u"<=", FilterTerm::Operator::LessOrEqual},
    Spelling{u">=", FilterTerm::Operator::GreaterOrEqual}, Spelling{u"<", FilterTerm::Operator::Less},
    Spelling{u">", FilterTerm::Operator::Greater},         Spelling{u"=", FilterTerm::Operator::Equals},
    Spelling{u"~", FilterTerm::Operator::Matches},         Spelling{u":", FilterTerm::Operator::Is},
};

const Spelling *spellingAt(QStringView text)
{
    for (const Spelling &spelling : Spellings) {
        if (text.startsWith(spelling.text))
            return &spelling;
    }
    return nullptr;
}

} // namespace

FilterLexer::FilterLexer(QStringView text)
    : m_text(text)
{
    advance();
}

QChar FilterLexer::at(qsizetype position) const
{
    return position < m_text.size() ? m_text[position] : QChar();
}

void FilterLexer::advance()
{
    read(false);
}

void FilterLexer::advanceToValue()
{
    read(true);
}

void FilterLexer::skipSpace()
{
    while (m_position < m_text.size() && m_text[m_position].isSpace())
        ++m_position;
}

void FilterLexer::take(Token::Kind kind, qsizetype length, const QString &text)
{
    m_current = {kind, m_position, length, text};
    m_position += length;
}

void FilterLexer::read(bool isValue)
{
    skipSpace();
    if (m_position == m_text.size())
        return take(Token::Kind::End, 0, {});
    const QChar c = m_text[m_position];
    if (c == u'(')
        return take(Token::Kind::Open, 1, c);
    if (c == u')')
        return take(Token::Kind::Close, 1, c);
    if (c == u'"')
        return readQuoted();
    if (!isValue && readOperator())
        return;
    readWord(isValue);
}

bool FilterLexer::readOperator()
{
    const Spelling *spelling = spellingAt(m_text.mid(m_position));
    if (!spelling)
        return false;
    take(Token::Kind::Operator, spelling->text.size(), spelling->text.toString());
    m_current.op = spelling->op;
    return true;
}

void FilterLexer::readQuoted()
{
    QString text;
    qsizetype at = m_position + 1;
    for (; at < m_text.size() && m_text[at] != u'"'; ++at) {
        const QChar next = this->at(at + 1);
        if (m_text[at] == u'\\' && (next == u'"' || next == u'\\'))
            ++at;
        text += m_text[at];
    }
    const bool isClosed = at < m_text.size();
    take(isClosed ? Token::Kind::Quoted : Token::Kind::Unclosed, at - m_position + (isClosed ? 1 : 0), text);
}

void FilterLexer::readWord(bool isValue)
{
    qsizetype end = m_position;
    while (end < m_text.size()) {
        const QChar c = m_text[end];
        if (c.isSpace() || c == u'(' || c == u')' || (!isValue && (c == u'"' || spellingAt(m_text.mid(end)))))
            break;
        ++end;
    }
    take(Token::Kind::Word, end - m_position, m_text.mid(m_position, end - m_position).toString());
}

} // namespace Pullcord
