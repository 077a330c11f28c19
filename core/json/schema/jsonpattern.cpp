// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/jsonpattern.h"

#include <QStringView>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

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

namespace {

// WhiteSpace and LineTerminator of ECMA-262.
constexpr auto WhiteSpace =
    R"(\t\n\x0b\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})"_L1;
constexpr auto NoLineTerminator = R"([^\n\r\x{2028}\x{2029}])"_L1;

struct Category
{
    QLatin1StringView name;
    QLatin1StringView abbreviation;
};

/// General categories by long names that PCRE2 does not know.
constexpr Category Categories[] = {
    {"Letter"_L1, "L"_L1},
    {"Uppercase_Letter"_L1, "Lu"_L1},
    {"Lowercase_Letter"_L1, "Ll"_L1},
    {"Titlecase_Letter"_L1, "Lt"_L1},
    {"Cased_Letter"_L1, "L&"_L1},
    {"Modifier_Letter"_L1, "Lm"_L1},
    {"Other_Letter"_L1, "Lo"_L1},
    {"Mark"_L1, "M"_L1},
    {"Nonspacing_Mark"_L1, "Mn"_L1},
    {"Spacing_Mark"_L1, "Mc"_L1},
    {"Enclosing_Mark"_L1, "Me"_L1},
    {"Number"_L1, "N"_L1},
    {"Decimal_Number"_L1, "Nd"_L1},
    {"digit"_L1, "Nd"_L1},
    {"Letter_Number"_L1, "Nl"_L1},
    {"Other_Number"_L1, "No"_L1},
    {"Punctuation"_L1, "P"_L1},
    {"punct"_L1, "P"_L1},
    {"Connector_Punctuation"_L1, "Pc"_L1},
    {"Dash_Punctuation"_L1, "Pd"_L1},
    {"Open_Punctuation"_L1, "Ps"_L1},
    {"Close_Punctuation"_L1, "Pe"_L1},
    {"Initial_Punctuation"_L1, "Pi"_L1},
    {"Final_Punctuation"_L1, "Pf"_L1},
    {"Other_Punctuation"_L1, "Po"_L1},
    {"Symbol"_L1, "S"_L1},
    {"Math_Symbol"_L1, "Sm"_L1},
    {"Currency_Symbol"_L1, "Sc"_L1},
    {"Modifier_Symbol"_L1, "Sk"_L1},
    {"Other_Symbol"_L1, "So"_L1},
    {"Separator"_L1, "Z"_L1},
    {"Space_Separator"_L1, "Zs"_L1},
    {"Line_Separator"_L1, "Zl"_L1},
    {"Paragraph_Separator"_L1, "Zp"_L1},
    {"Other"_L1, "C"_L1},
    {"Control"_L1, "Cc"_L1},
    {"Format"_L1, "Cf"_L1},
    {"Surrogate"_L1, "Cs"_L1},
    {"Private_Use"_L1, "Co"_L1},
    {"Unassigned"_L1, "Cn"_L1},
};

bool isAsciiLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isAsciiDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

} // namespace

EcmaPattern::EcmaPattern(QStringView pattern)
    : m_pattern(pattern)
{}

Result<QString> EcmaPattern::translated()
{
    while (!atEnd())
        term();
    if (!m_problem.isEmpty()) {
        return Error{
            ErrorKind::Protocol,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "the pattern %1 is not a regular expression of ECMA-262: %2"),
                m_pattern, m_problem)};
    }
    return m_out;
}

void EcmaPattern::term()
{
    const QChar c = peek();
    if (c == u'\\') {
        ++m_at;
        escape(false);
    } else if (c == u'[') {
        characterClass();
    } else if (c == u'(') {
        group();
    } else if (take(u".")) {
        m_out += NoLineTerminator;
    } else if (take(u"$")) {
        m_out += "\\z"_L1; // PCRE2's $ also matches before a final newline
    } else {
        const qsizetype quantifier = quantifierLength();
        if (c == u'{' && quantifier == 0)
            m_out += u'\\'; // PCRE2 10.43 also repeats by {,3} and by { 2, 3 }
        m_out += m_pattern.sliced(m_at, std::max<qsizetype>(quantifier, 1));
        m_at += std::max<qsizetype>(quantifier, 1);
        if (quantifier > 0 && take(u"?"))
            m_out += u'?';
        if (quantifier > 0 && peek() == u'+')
            fail(TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "nothing to repeat before +"))); // PCRE2 would take it as possessive
    }
}

/// Length of the *, +, ?, {2}, {2,} or {2,3} at the current position; zero if there is none.
qsizetype EcmaPattern::quantifierLength() const
{
    const QChar c = peek();
    if (c == u'*' || c == u'+' || c == u'?')
        return 1;
    if (c != u'{')
        return 0;
    const auto afterDigits = [this](qsizetype at) {
        return std::find_if_not(m_pattern.begin() + at, m_pattern.end(), isAsciiDigit) - m_pattern.begin();
    };
    const auto isAt = [this](qsizetype at, QChar expected) {
        return at < m_pattern.size() && m_pattern[at] == expected;
    };
    qsizetype end = afterDigits(m_at + 1);
    if (end == m_at + 1)
        return 0;
    if (isAt(end, u','))
        end = afterDigits(end + 1);
    return isAt(end, u'}') ? end + 1 - m_at : 0;
}

void EcmaPattern::group()
{
    ++m_at;
    m_out += u'(';
    if (peek() == u'*')
        return fail(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "nothing to repeat before *"))); // a verb of PCRE2
    if (!take(u"?"))
        return;
    m_out += u'?';
    for (const QStringView kind : {u":", u"=", u"!", u"<=", u"<!"}) {
        if (take(kind)) {
            m_out += kind;
            return;
        }
    }
    groupName();
}

void EcmaPattern::characterClass()
{
    ++m_at;
    const bool negated = take(u"^");
    if (take(u"]")) {
        m_out += negated ? "[\\s\\S]"_L1 : "(?!)"_L1;
        return;
    }
    m_out += negated ? "[^"_L1 : "["_L1;
    while (!take(u"]")) {
        if (atEnd())
            return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a [ without its ]")));
        const QChar c = peek();
        ++m_at;
        if (c == u'\\')
            escape(true);
        else if (c == u'[')
            m_out += "\\["_L1; // otherwise [:alpha:] would have a meaning
        else
            m_out += c;
    }
    m_out += u']';
}

/// Translates the escape after a backslash.
void EcmaPattern::escape(bool inClass)
{
    if (atEnd())
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it ends in a backslash")));
    const QChar c = peek();
    ++m_at;
    switch (c.unicode()) {
    case u's':
    case u'S':
        return whiteSpace(c == u'S', inClass);
    case u'v':
        return codePoint(0x0B);
    case u'x':
        return codePoint(hexDigits(2));
    case u'u':
        return unicodeEscape();
    case u'p':
    case u'P':
        return property(c);
    case u'c':
        if (!isAsciiLetter(peek()))
            return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "\\c needs a letter")));
        codePoint(peek().unicode() % 32);
        ++m_at;
        return;
    case u'k':
        m_out += "\\k"_L1;
        return groupName();
    case u'0':
        return isAsciiDigit(peek())
                   ? fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "octal escapes are not allowed")))
                   : codePoint(0);
    case u'b':
        return inClass ? codePoint(0x08) : void(m_out += "\\b"_L1);
    default:
        break;
    }
    if (!isAsciiLetter(c) || QStringView(u"dDwWfnrt").contains(c) || (c == u'B' && !inClass)) {
        if (c.unicode() < 0x80) // PCRE2 takes other characters literally
            m_out += u'\\';
        m_out += c;
    } else {
        fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "\\%1 is not a valid escape"), c));
    }
}

void EcmaPattern::whiteSpace(bool negated, bool inClass)
{
    if (!inClass)
        m_out += (negated ? "[^"_L1 : "["_L1) + WhiteSpace + u']';
    else if (negated)
        m_out += "\\S"_L1; // no list can express it inside a class; differs for white space beyond ASCII
    else
        m_out += WhiteSpace;
}

void EcmaPattern::unicodeEscape()
{
    if (peek() == u'{') {
        bool ok = false;
        const uint code = inBraces(u'{', u'}').toUInt(&ok, 16);
        return ok ? codePoint(code)
                  : fail(TranslatableText::of(
                        QT_TRANSLATE_NOOP("TranslatableText", "\\u{…} needs a hexadecimal number")));
    }
    char32_t code = hexDigits(4);
    if (QChar::isHighSurrogate(code) && take(u"\\u")) {
        const char32_t low = hexDigits(4);
        if (!QChar::isLowSurrogate(low))
            return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a lone surrogate")));
        code = QChar::surrogateToUcs4(char16_t(code), char16_t(low));
    }
    codePoint(code);
}

void EcmaPattern::property(QChar letter)
{
    QStringView name = inBraces(u'{', u'}');
    name = name.sliced(name.indexOf(u'=') + 1); // Script=, General_Category= and their short forms
    if (name.isEmpty())
        return fail(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "\\%1 needs a property in braces"), letter));
    const auto *category =
        std::find_if(std::begin(Categories), std::end(Categories), [&](const Category &c) { return c.name == name; });
    m_out += u'\\' + letter + u'{';
    if (category != std::end(Categories))
        m_out += category->abbreviation;
    else
        m_out += name;
    m_out += u'}';
}

void EcmaPattern::groupName()
{
    const QStringView name = inBraces(u'<', u'>');
    if (name.isEmpty())
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "an unsupported kind of group")));
    m_out += u'<' + name.toString() + u'>';
}

/// Reads hexadecimal digits; 0, after fail(), if there are none.
char32_t EcmaPattern::hexDigits(qsizetype count)
{
    bool ok = m_pattern.size() - m_at >= count && peek() != u'+' && peek() != u'-';
    const uint code = ok ? m_pattern.sliced(m_at, count).toUInt(&ok, 16) : 0;
    if (!ok)
        fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "an escape needs %1 hexadecimal digits"),
                                  count));
    m_at += count;
    return code;
}

QStringView EcmaPattern::inBraces(QChar open, QChar close)
{
    const qsizetype end = m_pattern.indexOf(close, m_at);
    if (peek() != open || end < 0)
        return {};
    const QStringView content = m_pattern.sliced(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    return content;
}

void EcmaPattern::codePoint(char32_t code)
{
    m_out += "\\x{"_L1 + QString::number(code, 16) + u'}';
}

QChar EcmaPattern::peek() const
{
    return m_at < m_pattern.size() ? m_pattern[m_at] : QChar();
}

bool EcmaPattern::take(QStringView text)
{
    if (!m_pattern.sliced(std::min(m_at, m_pattern.size())).startsWith(text))
        return false;
    m_at += text.size();
    return true;
}

void EcmaPattern::fail(const TranslatableText &problem)
{
    if (m_problem.isEmpty())
        m_problem = problem;
}

namespace {

constexpr qsizetype MaxPatternLength = 16 * 1024;
constexpr auto MatchLimits = "(*LIMIT_MATCH=1000000)(*LIMIT_DEPTH=100000)"_L1; // of PCRE2: some hundredths of a second

} // namespace

Result<JsonPattern> JsonPattern::compile(const QString &ecma)
{
    if (ecma.size() > MaxPatternLength)
        return Error{
            ErrorKind::Protocol,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the pattern is longer than %1 characters"),
                                 MaxPatternLength)};
    const Result<QString> translated = EcmaPattern(ecma).translated();
    if (!translated)
        return translated.error();
    JsonPattern pattern;
    pattern.m_text = ecma;
    pattern.m_expression.setPattern(MatchLimits + *translated);
    if (!pattern.m_expression.isValid()) {
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "the pattern %1 is not a regular expression: %2"), ecma,
                         pattern.m_expression.errorString())};
    }
    return pattern;
}

JsonPattern::Match JsonPattern::match(const QString &subject) const
{
    const QRegularExpressionMatch match = m_expression.match(subject);
    if (!match.isValid()) // the subject is valid UTF-16, so a limit was reached
        return Match::TooCostly;
    return match.hasMatch() ? Match::Yes : Match::No;
}

} // namespace Pullcord
