// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterfield.h"
#include "core/words.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace Pullcord {

/// A question about one field, such as `time>2s`.
struct FilterTerm
{
    enum class Operator : quint8 { Is, Equals, Differs, Matches, Less, LessOrEqual, Greater, GreaterOrEqual, Exists };

    FilterField::Id field = FilterField::Id::Text;
    Operator op = Operator::Is;
    QString value = {};      ///< as a person means it: without quotes and escapes; of a Choice in lower case
    bool quoted = false;     ///< the value stood in quotes: in JSON a string and nothing else
    double number = 0;       ///< of the value, where it is one: ns, bytes or plain
    bool isNumber = false;   ///< the value is one
    QByteArray pointer = {}; ///< of Pointer: the JSON Pointer (RFC 6901)

    friend bool operator==(const FilterTerm &, const FilterTerm &) = default;
};

/// What somebody wants to see of a conversation: an expression in the filter language. A value, cheap to copy; a
/// default-constructed one lets everything pass.
///
///     expression = term | "not" expression | expression ["and"] expression | expression "or" expression | "(" expression ")"
///     term       = flag | field operator value | pointer [operator value] | text
///     operator   = ":" | "=" | "!=" | "~" | "<" | "<=" | ">" | ">="
///
/// `not` binds closer than `and`, that closer than `or`. Text is a word, or anything in double quotes (`\"` and `\\` inside), which is looked
/// for. What each field takes: FilterField::Type.
class Filter
{
public:
    /// Why a text is no filter, and which part of it.
    struct Problem
    {
        Words message; ///< a sentence
        qsizetype position = 0;
        qsizetype length = 0; ///< 0 where something is missing
    };
    struct Node
    {
        enum class Kind : quint8 { Term, Not, And, Or };
        Kind kind = Kind::Term;
        FilterTerm term = {};         ///< of a Term
        std::vector<Node> parts = {}; ///< of the others: one of Not, two or more of And and Or

        friend bool operator==(const Node &, const Node &) = default;
    };

    static constexpr int MaxDepth = 64; ///< of brackets and `not`

    Filter() = default;
    Filter(QString text, Node root);

    /// What stands in `text`; an empty one, or only white space, lets everything pass.
    [[nodiscard]] static std::variant<Filter, Problem> parse(const QString &text);
    /// A text as one term that looks for it, whatever is in it.
    [[nodiscard]] static QString quoted(QStringView text);

    [[nodiscard]] bool isEmpty() const { return !m_root; }
    /// As it was typed.
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] const Node *root() const { return m_root.get(); } ///< null if empty
    /// Nothing passes it that would not pass `other` too, as far as its terms tell: all of them that must hold are among ours.
    [[nodiscard]] bool includes(const Filter &other) const;
    /// What it says of a request that is open may change by time alone.
    [[nodiscard]] bool asksForTime() const;
    /// What it says of a message may change when its request does.
    [[nodiscard]] bool asksForRequests() const;

    friend bool operator==(const Filter &a, const Filter &b) { return a.m_text == b.m_text; }

private:
    QString m_text;
    std::shared_ptr<const Node> m_root;
};

} // namespace Pullcord
