// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filterparser.h"

#include "core/capture/filter/filterfield.h"
#include "core/translatabletext.h"

#include <QRegularExpression>
#include <QString>

#include <array>
#include <cmath>
#include <optional>

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

namespace {

struct Unit
{
    QLatin1StringView name;
    double factor;
};

constexpr std::array Durations{Unit{"ns"_L1, 1},     Unit{"us"_L1, 1e3}, Unit{"ms"_L1, 1e6},  Unit{"s"_L1, 1e9},
                               Unit{"min"_L1, 6e10}, Unit{"m"_L1, 6e10}, Unit{"h"_L1, 3.6e12}};
constexpr std::array Sizes{Unit{""_L1, 1},     Unit{"b"_L1, 1},        Unit{"kb"_L1, 1e3},     Unit{"mb"_L1, 1e6},
                           Unit{"gb"_L1, 1e9}, Unit{"kib"_L1, 0x1p10}, Unit{"mib"_L1, 0x1p20}, Unit{"gib"_L1, 0x1p30}};

std::optional<double> plain(QStringView text)
{
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> withUnit(QStringView text, std::span<const Unit> units)
{
    qsizetype digits = 0;
    while (digits < text.size() && (text[digits].isDigit() || text[digits] == u'.'))
        ++digits;
    const QStringView name = text.mid(digits).trimmed();
    const std::optional<double> value = plain(text.left(digits));
    for (const Unit &unit : units) {
        if (value && name.compare(unit.name, Qt::CaseInsensitive) == 0)
            return *value * unit.factor;
    }
    return {};
}

/// Returns ns for a Duration (which needs a unit), bytes for a Size, else a plain number. None if the text is invalid,
/// or negative with a unit.
std::optional<double> numberIn(QStringView text, FilterField::Type type)
{
    if (type == FilterField::Type::Duration)
        return withUnit(text, Durations);
    if (type == FilterField::Type::Size)
        return withUnit(text, Sizes);
    return plain(text);
}

/// Returns a sentence about the expected value.
TranslatableText expectedFor(FilterField::Type type)
{
    if (type == FilterField::Type::Duration)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "A time is required here, such as 300ms, 2s or 5min."));
    if (type == FilterField::Type::Size)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "A size is required here, such as 500, 64KiB or 1MB."));
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "A number is required here."));
}

using Operator = FilterTerm::Operator;
using Type = FilterField::Type;

Filter::Node joined(Filter::Node::Kind kind, std::vector<Filter::Node> parts)
{
    if (parts.size() == 1)
        return std::move(parts.front());
    return {.kind = kind, .parts = std::move(parts)};
}

bool takesOrder(Type type)
{
    return type == Type::Integer || type == Type::Duration || type == Type::Size || type == Type::Json;
}

bool takes(Type type, Operator op)
{
    switch (op) {
    case Operator::Is:
        return type != Type::Flag;
    case Operator::Equals:
    case Operator::Differs:
        return type != Type::Flag && type != Type::Contents;
    case Operator::Matches:
        return type == Type::Text || type == Type::Contents || type == Type::Json;
    case Operator::Exists:
        return type == Type::Flag || type == Type::Json;
    default:
        return takesOrder(type);
    }
}

QString listed(const QList<QLatin1StringView> &choices)
{
    QStringList texts;
    for (const QLatin1StringView choice : choices)
        texts.append(choice);
    return texts.join(", "_L1);
}

} // namespace

FilterParser::FilterParser(const QString &text)
    : m_text(text)
    , m_lexer(m_text)
{}

std::variant<Filter, Filter::Problem> FilterParser::parse()
{
    if (m_lexer.current().kind == Token::Kind::End)
        return Filter();
    std::optional<Node> root = readAny(0);
    if (root && m_lexer.current().kind != Token::Kind::End)
        fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "There is no “(” that this closes.")),
             m_lexer.current());
    if (m_problem)
        return *m_problem;
    return Filter(m_text, std::move(*root));
}

bool FilterParser::isWord(QStringView word) const
{
    return m_lexer.current().kind == Token::Kind::Word &&
           m_lexer.current().text.compare(word, Qt::CaseInsensitive) == 0;
}

std::nullopt_t FilterParser::fail(const TranslatableText &message, const Token &at)
{
    if (!m_problem)
        m_problem = Filter::Problem{message, at.position, at.length};
    return std::nullopt;
}

std::optional<Filter::Node> FilterParser::readAny(int depth)
{
    std::vector<Node> parts;
    for (;;) {
        std::optional<Node> part = readAll(depth);
        if (!part)
            return {};
        parts.push_back(std::move(*part));
        if (!isWord(u"or"))
            return joined(Node::Kind::Or, std::move(parts));
        m_lexer.advance();
    }
}

std::optional<Filter::Node> FilterParser::readAll(int depth)
{
    std::vector<Node> parts;
    for (;;) {
        std::optional<Node> part = readOne(depth);
        if (!part)
            return {};
        parts.push_back(std::move(*part));
        if (isWord(u"and")) {
            m_lexer.advance();
            continue;
        }
        const Token::Kind next = m_lexer.current().kind;
        if (next == Token::Kind::End || next == Token::Kind::Close || isWord(u"or"))
            return joined(Node::Kind::And, std::move(parts));
    }
}

std::optional<Filter::Node> FilterParser::readOne(int depth)
{
    if (depth > Filter::MaxDepth)
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "This is nested too deeply.")),
                    m_lexer.current());
    if (isWord(u"not")) {
        m_lexer.advance();
        std::optional<Node> part = readOne(depth + 1);
        if (!part)
            return {};
        Node node{.kind = Node::Kind::Not};
        node.parts.push_back(std::move(*part));
        return node;
    }
    if (m_lexer.current().kind == Token::Kind::Open)
        return readBracket(depth);
    return readTerm();
}

std::optional<Filter::Node> FilterParser::readBracket(int depth)
{
    const Token open = m_lexer.current();
    m_lexer.advance();
    std::optional<Node> inner = readAny(depth + 1);
    if (!inner)
        return {};
    if (m_lexer.current().kind != Token::Kind::Close)
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "This “(” is not closed.")), open);
    m_lexer.advance();
    return inner;
}

std::optional<Filter::Node> FilterParser::readTerm()
{
    const Token word = m_lexer.current();
    if (word.kind == Token::Kind::Unclosed)
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "This quote is not closed.")), word);
    if (word.kind == Token::Kind::Operator)
        return fail(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "A field is required before “%1”."), word.text),
            word);
    if (word.kind == Token::Kind::End || word.kind == Token::Kind::Close || isWord(u"and") || isWord(u"or"))
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "A search term is required here.")),
                    word);
    m_lexer.advance();
    const bool isPointer = word.text.startsWith(u'/');
    const bool hasOperator = m_lexer.current().kind == Token::Kind::Operator;

    FilterTerm term{.value = word.text, .quoted = word.kind == Token::Kind::Quoted};
    if (isPointer && (hasOperator || !term.quoted)) {
        term.field = FilterField::Id::Pointer;
        term.pointer = word.text.toUtf8();
    } else if (const FilterField *field = term.quoted ? nullptr : FilterField::named(word.text);
               field && (hasOperator || field->type == Type::Flag)) {
        term.field = field->id;
    } else if (hasOperator) {
        return fail(
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "There is no field “%1”. To search for text, put it in quotes."),
                word.text),
            word);
    } else {
        return Node{.term = term};
    }
    if (!hasOperator) {
        term.op = Operator::Exists;
        term.value.clear();
        return Node{.term = term};
    }
    return readValue(FilterField::of(term.field), std::move(term), word);
}

std::optional<Filter::Node> FilterParser::readValue(const FilterField &field, FilterTerm term, const Token &name)
{
    const Token op = m_lexer.current();
    if (!checkOperator(field, op))
        return {};
    term.op = op.op;
    m_lexer.advanceToValue();
    const Token value = m_lexer.current();
    if (value.kind == Token::Kind::Unclosed)
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "This quote is not closed.")), value);
    if (value.kind != Token::Kind::Word && value.kind != Token::Kind::Quoted)
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "A value must follow “%1%2”."),
                                         name.text, op.text),
                    value);
    term.value = value.text;
    term.quoted = value.kind == Token::Kind::Quoted;
    if (!checkText(field, term, value) || !readNumber(field, term, value))
        return {};
    if (field.type == Type::Choice)
        term.value = *field.choice(term.value);
    m_lexer.advance();
    return Node{.term = std::move(term)};
}

bool FilterParser::checkOperator(const FilterField &field, const Token &op)
{
    if (takes(field.type, op.op))
        return true;
    if (field.type == Type::Flag)
        fail(TranslatableText::of(
                 QT_TRANSLATE_NOOP("TranslatableText", "“%1” takes no value; for the opposite write “not %1”."),
                 field.name),
             op);
    else
        fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "“%1” does not support “%2”."), field.name,
                                  op.text),
             op);
    return false;
}

bool FilterParser::checkText(const FilterField &field, const FilterTerm &term, const Token &value)
{
    if (term.op == Operator::Matches) {
        const QRegularExpression expression(term.value);
        if (expression.isValid())
            return true;
        fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Not a regular expression: %1."),
                                  expression.errorString()),
             value);
        return false;
    }
    if (field.type == Type::Choice && !field.choice(term.value)) {
        fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "“%1” must be one of: %2."), field.name,
                                  listed(field.choices)),
             value);
        return false;
    }
    return true;
}

bool FilterParser::readNumber(const FilterField &field, FilterTerm &term, const Token &value)
{
    const bool isOrder = term.op >= Operator::Less && term.op <= Operator::GreaterOrEqual;
    const std::optional<double> number = numberIn(term.value, field.type);
    term.isNumber = number.has_value() && !(field.type == Type::Json && term.quoted);
    term.number = number.value_or(0);
    const bool needsOne = takesOrder(field.type) && (field.type != Type::Json || isOrder);
    if (term.isNumber || !needsOne)
        return true;
    fail(expectedFor(field.type), value);
    return false;
}

} // namespace Pullcord
