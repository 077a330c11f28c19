// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"

namespace Pullcord {

/// Splits the text of a filter into tokens. Plain class; the text must outlive it.
class FilterLexer
{
public:
    /// A token, and its place in the text.
    struct Token
    {
        enum class Kind : quint8 {
            End,
            Open,
            Close,
            Word,   ///< a field, a flag, a pointer, `and`, `or`, `not`, or text
            Quoted, ///< text without its quotes and escapes
            Operator,
            Unclosed, ///< a quote that is not closed
        };
        Kind kind = Kind::End;
        qsizetype position = 0;
        qsizetype length = 0;
        QString text;
        FilterTerm::Operator op = FilterTerm::Operator::Is;
    };

    explicit FilterLexer(QStringView text);

    [[nodiscard]] const Token &current() const { return m_current; }
    /// Moves to the next token.
    void advance();
    /// Moves to a value, which may contain operator characters.
    void advanceToValue();

private:
    void skipSpace();
    void read(bool isValue);
    void readQuoted();
    void readWord(bool isValue);
    [[nodiscard]] bool readOperator();
    void take(Token::Kind kind, qsizetype length, const QString &text);
    [[nodiscard]] QChar at(qsizetype position) const;

    QStringView m_text;
    qsizetype m_position = 0;
    Token m_current;
};

/// Parses the filter language by recursive descent. One object per text.
class FilterParser
{
public:
    explicit FilterParser(const QString &text);

    [[nodiscard]] std::variant<Filter, Filter::Problem> parse();

private:
    using Node = Filter::Node;
    using Token = FilterLexer::Token;

    // Each returns none after a problem.
    [[nodiscard]] std::optional<Node> readAny(int depth);
    [[nodiscard]] std::optional<Node> readAll(int depth);
    [[nodiscard]] std::optional<Node> readOne(int depth);
    [[nodiscard]] std::optional<Node> readBracket(int depth);
    [[nodiscard]] std::optional<Node> readTerm();
    [[nodiscard]] std::optional<Node> readValue(const FilterField &field, FilterTerm term, const Token &name);
    [[nodiscard]] bool readNumber(const FilterField &field, FilterTerm &term, const Token &value);
    [[nodiscard]] bool checkText(const FilterField &field, const FilterTerm &term, const Token &value);
    [[nodiscard]] bool checkOperator(const FilterField &field, const Token &op);
    [[nodiscard]] bool isWord(QStringView word) const;
    std::nullopt_t fail(const TranslatableText &message, const Token &at);

    QString m_text;
    FilterLexer m_lexer;
    std::optional<Filter::Problem> m_problem;
};

} // namespace Pullcord
