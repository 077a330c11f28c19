// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterfield.h"
#include "core/translatabletext.h"

#include <QByteArray>
#include <QString>

#include <initializer_list>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace Pullcord {

/// A condition on one field, such as `time>2s`. A value.
struct FilterTerm
{
    enum class Operator : quint8 { Is, Equals, Differs, Matches, Less, LessOrEqual, Greater, GreaterOrEqual, Exists };

    FilterField::Id field = FilterField::Id::Text;
    Operator op = Operator::Is;
    QString value = {};      ///< decoded, without quotes and escapes; lower case for a Choice
    bool quoted = false;     ///< the value was quoted: only a string in JSON
    double number = 0;       ///< numeric value if there is one: ns, bytes or plain
    bool isNumber = false;   ///< the value is a number
    QByteArray pointer = {}; ///< for Pointer: the JSON Pointer (RFC 6901)

    friend bool operator==(const FilterTerm &, const FilterTerm &) = default;
};

/// An expression in the filter language. A value, cheap to copy; a default-constructed filter passes everything.
///
///     expression = term | "not" expression | expression ["and"] expression | expression "or" expression
///                | "(" expression ")"
///     term       = flag | field operator value | pointer [operator value] | text
///     operator   = ":" | "=" | "!=" | "~" | "<" | "<=" | ">" | ">="
///
/// `not` binds tighter than `and`, which binds tighter than `or`. Text is a word, or anything in double quotes (with
/// `\"` and `\\`). FilterField::Type lists the values of each field.
class Filter
{
public:
    /// Syntax error in a filter text, and its place.
    struct Problem
    {
        TranslatableText message; ///< a sentence
        qsizetype position = 0;
        qsizetype length = 0; ///< 0 if something is missing
    };
    /// Node of the expression tree.
    struct Node
    {
        enum class Kind : quint8 { Term, Not, And, Or };
        Kind kind = Kind::Term;
        FilterTerm term = {};         ///< for Term
        std::vector<Node> parts = {}; ///< for the others: one for Not, two or more for And and Or

        friend bool operator==(const Node &, const Node &) = default;
    };

    static constexpr int MaxDepth = 64; ///< of brackets and `not`

    Filter() = default;
    Filter(QString text, Node root);

    /// Parses `text`; an empty or blank text passes everything.
    [[nodiscard]] static std::variant<Filter, Problem> parse(const QString &text);
    /// Returns the text quoted as one term, whatever it contains.
    [[nodiscard]] static QString quoted(QStringView text);

    [[nodiscard]] bool isEmpty() const { return !m_root; }
    /// Returns the text as it was typed.
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] const Node *root() const { return m_root.get(); } ///< null if empty
    /// True if every object that passes this filter certainly passes `other`: this filter has all mandatory terms of
    /// `other`.
    [[nodiscard]] bool includes(const Filter &other) const;
    /// True if a term has one of these fields.
    [[nodiscard]] bool asksFor(std::initializer_list<FilterField::Id> fields) const;
    /// True if the result for an open request may change with time alone.
    [[nodiscard]] bool asksForTime() const;
    /// True if the result for a message may change with the state of its request.
    [[nodiscard]] bool asksForRequests() const;

    friend bool operator==(const Filter &a, const Filter &b) { return a.m_text == b.m_text; }

private:
    QString m_text;
    std::shared_ptr<const Node> m_root;
};

} // namespace Pullcord
