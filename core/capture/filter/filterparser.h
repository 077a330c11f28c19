// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterlexer.h"

namespace Pullcord {

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
