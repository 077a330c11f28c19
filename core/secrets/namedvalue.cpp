// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/namedvalue.h"

#include "core/secrets/secretnames.h"
#include "core/secrets/secrets.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {

namespace {

constexpr qsizetype LongestName = 100;   // on either side of the keyword
constexpr qsizetype LongestJudged = 400; // of a value, since it may be very long

bool isLetterOrDigit(QChar c)
{
    const char16_t code = c.unicode();
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9');
}

bool isOfName(QChar c)
{
    return isLetterOrDigit(c) || c == u'_' || c == u'-' || c == u'.';
}

bool isQuote(QChar c)
{
    return c == u'"' || c == u'\'' || c == u'`';
}

bool isBlank(QChar c)
{
    return c == u' ' || c == u'\t';
}

bool isLineEnd(QChar c)
{
    return c == u'\n' || c == u'\r';
}

bool isMask(QStringView value)
{
    const auto closes = [](QChar c) { return QStringView(u"*\"'`)]}/>,;.:").contains(c); };
    return value.startsWith(Mask) && std::all_of(value.begin(), value.end(), closes);
}

/// True for a value that continues a sentence, names a type, or begins a block or a call: after a colon, an option, or
/// an `=` with blanks.
bool isOfSentence(QStringView value)
{
    static const QSet<QStringView> Common{
        u"a",     u"an",       u"the",      u"your",    u"my",      u"this",   u"that",   u"it",    u"is",
        u"are",   u"was",      u"must",     u"should",  u"can",     u"may",    u"will",   u"has",   u"not",
        u"no",    u"too",      u"to",       u"of",      u"or",      u"and",    u"for",    u"with",  u"from",
        u"in",    u"on",       u"if",       u"as",      u"by",      u"please", u"try",    u"see",   u"enter",
        u"check", u"field",    u"option",   u"inherit", u"str",     u"string", u"number", u"wrong", u"value",
        u"next",  u"required", u"optional", u"missing", u"invalid", u"integer"};
    static const QRegularExpression Code(u"^(?:[<>|{\\[(#&]|=|\\$[({]|[A-Za-z_$][\\w.$:]*+\\((?:[\"')]|\\w+[,)]))"_s);
    const auto isLetter = [](QChar c) { return c.isLetter(); };
    const auto end = std::find_if_not(value.begin(), value.end(), isLetter);
    const bool isWord = end == value.end() || end->isSpace() || QStringView(u".,;:!?)'").contains(*end);
    const QStringView first = value.first(end - value.begin());
    return (isWord && Common.contains(first.toString().toLower())) || Code.match(value).hasMatch();
}

/// Names of HTTP headers; their values may contain blanks.
bool isHeader(QStringView name)
{
    return (name.contains(u'-') && !name.startsWith(u'-')) ||
           name.compare("authorization"_L1, Qt::CaseInsensitive) == 0 ||
           name.compare("cookie"_L1, Qt::CaseInsensitive) == 0;
}

} // namespace

NamedValue::NamedValue(QStringView text, qsizetype at)
    : m_text(text)
    , m_name{at, at}
{
    const qsizetype first = qMax<qsizetype>(0, at - LongestName);
    const qsizetype last = qMin(text.size(), at + LongestName);
    while (m_name.from > first && isOfName(text.at(m_name.from - 1)))
        --m_name.from;
    while (m_name.until < last && isOfName(text.at(m_name.until)))
        ++m_name.until;
}

/// Returns the last step of a dotted name; both steps of a compound such as `api.key`.
QStringView NamedValue::lastStep() const
{
    const QStringView whole = name();
    const qsizetype dot = whole.lastIndexOf(u'.');
    if (dot < 0 || whole.sliced(dot + 1).compare("key"_L1, Qt::CaseInsensitive) != 0)
        return whole.sliced(dot + 1);
    const QStringView two = whole.sliced(whole.first(dot).lastIndexOf(u'.') + 1);
    static const QSet<QString> Sorts{u"api.key"_s, u"access.key"_s, u"private.key"_s, u"secret.key"_s};
    return Sorts.contains(two.toString().toLower()) ? two : whole.sliced(dot + 1);
}

NamedValue::Quote NamedValue::quoteAt(qsizetype at) const
{
    constexpr qsizetype Deepest = 32;
    Quote quote;
    while (charAt(at + quote.backslashes) == u'\\' && quote.backslashes < Deepest)
        ++quote.backslashes;
    if (const QChar sign = charAt(at + quote.backslashes); isQuote(sign))
        quote.sign = sign;
    return quote;
}

NamedValue::Quote NamedValue::quoteBefore(qsizetype at) const
{
    constexpr qsizetype Deepest = 32;
    Quote quote;
    if (!isQuote(charAt(at - 1)))
        return quote;
    quote.sign = charAt(at - 1);
    while (charAt(at - 2 - quote.backslashes) == u'\\' && quote.backslashes < Deepest)
        ++quote.backslashes;
    return quote;
}

/// True if the name begins its line, after blanks and the signs of lists, differences, quotations and Markdown.
bool NamedValue::beginsLine() const
{
    constexpr qsizetype Longest = 20;
    for (qsizetype at = m_name.from - 1; at >= m_name.from - Longest; --at) {
        if (at < 0 || isLineEnd(m_text.at(at)))
            return true;
        if (!QStringView(u" \t-+*<>#_").contains(m_text.at(at)))
            return false;
    }
    return false;
}

qsizetype NamedValue::behindBlanks(qsizetype at) const
{
    while (isBlank(charAt(at)))
        ++at;
    return at;
}

qsizetype NamedValue::endOfLine(qsizetype from, qsizetype last) const
{
    qsizetype end = std::find_if(m_text.begin() + from, m_text.begin() + last, isLineEnd) - m_text.begin();
    while (end > from && m_text.at(end - 1).isSpace())
        --end;
    return end;
}

/// A quote before a letter, or a doubled one, closes nothing; a few of those are allowed, so that the time stays
/// linear.
qsizetype NamedValue::endOfQuoted(qsizetype from, qsizetype last, const Quote &quote) const
{
    constexpr int MostWithin = 3;
    int within = 0;
    qsizetype at = from;
    while (at < last && !isLineEnd(m_text.at(at))) {
        const Quote here = quoteAt(at);
        if (quote.backslashes == 0 && here.backslashes > 0) {
            at += isLineEnd(charAt(at + 1)) ? 1 : 2;
            continue;
        }
        if (here.sign == quote.sign && here.backslashes <= quote.backslashes) {
            const QChar next = charAt(at + here.size());
            const bool isDoubled = next == quote.sign && quote.backslashes == 0;
            if ((!isLetterOrDigit(next) && !isDoubled) || ++within > MostWithin)
                return at;
            at += isDoubled ? 2 : 1;
            continue;
        }
        at += qMax<qsizetype>(1, here.backslashes + (here.sign.isNull() ? 0 : 1));
    }
    return qMin(at, last);
}

/// True if a name with a separator is at that position: the next member of a list without blanks.
bool NamedValue::beginsName(qsizetype at, bool isColon) const
{
    if (m_text.sliced(at).startsWith("amp;"_L1))
        at += 4;
    const qsizetype last = qMin(m_text.size(), at + LongestName);
    const qsizetype from = at;
    while (at < last && isOfName(m_text.at(at)))
        ++at;
    return at > from && (charAt(at) == u'=' || (isColon && charAt(at) == u':'));
}

qsizetype NamedValue::endOfWord(qsizetype from, qsizetype last, bool isColon) const
{
    qsizetype at = from;
    for (; at < last && !m_text.at(at).isSpace(); ++at) {
        const QChar c = m_text.at(at);
        const QChar next = charAt(at + 1);
        const bool isEnd = next.isNull() || next.isSpace() || isQuote(next);
        if (isQuote(c) && !isLetterOrDigit(next))
            break;
        if ((c == u',' || c == u';' || c == u'&') && (isEnd || beginsName(at + 1, isColon)))
            break;
        if (c == u'\\' && (isQuote(next) || next == u'\\'))
            break;
        if (c == u'\\' && next == u' ') // escaped for a shell
            ++at;
    }
    at = qMin(at, last);
    const bool isOpen = charAt(m_name.from - 1) == u'(' && !m_text.sliced(from, at - from).contains(u'(');
    return isOpen && at > from && m_text.at(at - 1) == u')' ? at - 1 : at;
}

bool NamedValue::isSecretBeside(QStringView name, QStringView value, Separator separator, bool begins) const
{
    if (value.isEmpty() || isMask(value) || isSetting(name, value))
        return false;
    const bool isNamed = isSecretMember(name) && !name.endsWith("tokens"_L1, Qt::CaseInsensitive);
    if (separator == Separator::Equals)
        return isNamed || (name == name.toString().toUpper() && isSecretName(name));
    if (isOfSentence(value))
        return false;
    if (separator == Separator::Blank)
        return isSecretName(name) &&
               (this->name().startsWith("--"_L1) || namesOneSecret(name) || looksLikeToken(value));
    if (isHeader(name) && (begins || endsWithSecretName(name)))
        return isSecretName(name);
    return endsWithSecretName(name) && (namesOneSecret(name) || (isNamed && looksLikeToken(value)));
}

std::optional<Span> NamedValue::secretOfQuery() const
{
    const QChar before = charAt(m_name.from - 1);
    const bool isOfQuery = (before == u'?' || before == u'&' || before == u'#') && charAt(m_name.until) == u'=';
    if (!isOfQuery || !isSecretName(name()))
        return {};
    qsizetype at = m_name.until + 1;
    const qsizetype from = at;
    const auto ends = [&](QChar c) {
        const QChar next = charAt(at + 1);
        if (c == u')' || c == u'\'')
            return !isLetterOrDigit(next);
        return c.isSpace() || QStringView(u"&#\"<>`\\").contains(c);
    };
    while (at < m_text.size() && !ends(m_text.at(at)))
        ++at;
    const QStringView value = m_text.sliced(from, at - from);
    return value.isEmpty() || isMask(value) || isSetting(name(), value) ? std::nullopt
                                                                        : std::optional<Span>({from, at});
}

std::optional<Span> NamedValue::secret() const
{
    constexpr qsizetype MostAround = 40;
    const auto isAround = [](QChar c) { return isQuote(c) || c == u'\\' || c == u'*' || c == u'_' || c == u']'; };
    qsizetype at = m_name.until;
    while (isAround(charAt(at)) && at - m_name.until < MostAround)
        ++at;
    const qsizetype behindName = at;
    at = behindBlanks(at);
    const bool isSpaced = at > behindName;
    const QChar sign = charAt(at);
    const QChar next = charAt(at + 1);
    Separator separator = Separator::None;
    if (sign == u'=' && next != u'=') {
        separator = isSpaced || next == u' ' || next == u'>' ? Separator::SpacedEquals : Separator::Equals;
        at += next == u'>' ? 2 : 1;
    } else if (sign == u':' && next != u':' && !m_text.sliced(at + 1).startsWith("//"_L1)) {
        separator = next == u'=' ? Separator::SpacedEquals : Separator::Colon;
        at += next == u'=' ? 2 : 1;
    } else if (isSpaced && behindName == m_name.until && charAt(m_name.from) == u'-' && sign != u'-') {
        separator = Separator::Blank;
    }
    if (separator == Separator::None)
        return {};
    if (const auto value = secretOfQuery())
        return value;

    const QStringView name = lastStep();
    const Quote around = quoteBefore(m_name.from);
    // The quotes of a member surround its name alone.
    const Quote behind = quoteAt(m_name.until);
    const bool isMember = !behind.sign.isNull() && separator != Separator::Blank && isQuote(charAt(m_name.from - 1));
    const auto isMarkup = [](QChar c) { return isBlank(c) || c == u'*'; };
    while (isMarkup(charAt(at)) && !m_text.sliced(at).startsWith(Mask))
        ++at;
    if (const Quote quote = quoteAt(at);
        !quote.sign.isNull() && (around.sign != quote.sign || isMember || around.backslashes != quote.backslashes)) {
        const qsizetype from = at + quote.size();
        const qsizetype judged = endOfQuoted(from, qMin(m_text.size(), from + LongestJudged), quote);
        const Separator kind = isMember && isSecretMember(name) ? Separator::Equals : separator;
        if (!isSecretBeside(name, m_text.sliced(from, judged - from), kind, false))
            return {};
        return Span{from, endOfQuoted(from, m_text.size(), quote)};
    }
    return secretWord(at, separator, isMember, around);
}

/// The same for a value without quotes.
std::optional<Span> NamedValue::secretWord(qsizetype at, Separator separator, bool isMember, const Quote &around) const
{
    static const QRegularExpression Placeholder(u"^(?:<[^<>\\r\\n]{1,90}>|\\$[({]|\\{\\{)"_s);
    const QStringView name = lastStep();
    const bool isColon = separator == Separator::Colon;
    const bool isEnclosed = !around.sign.isNull() && !isMember;
    const bool begins = isEnclosed || beginsLine();
    const bool isOfHeader = isColon && isHeader(name) && (begins || isBlank(m_text.at(at - 1)));
    if (isMember && !isPasswordMember(name))
        return {};
    const auto endBefore = [&](qsizetype last, bool isWord) {
        if (!isWord)
            return isEnclosed ? endOfQuoted(at, last, around) : endOfLine(at, last);
        qsizetype end = endOfWord(at, last, isColon);
        while (isMember && end > at && QStringView(u",}])").contains(m_text.at(end - 1))) // a number
            --end;
        return end;
    };
    const qsizetype judged = endBefore(qMin(m_text.size(), at + LongestJudged), !isOfHeader);
    const bool isPlaceholder = Placeholder.match(m_text.sliced(at, qMin(m_text.size() - at, LongestName))).hasMatch();
    if (isPlaceholder || !isSecretBeside(name, m_text.sliced(at, judged - at), separator, begins))
        return {};
    const qsizetype wordEnd = endBefore(m_text.size(), true);
    const bool isOfLine = begins && !isMember && separator != Separator::Blank && (!isColon || namesOneSecret(name));
    if (!isOfHeader && !isOfLine)
        return Span{at, wordEnd};
    const qsizetype end = qMax(wordEnd, endBefore(m_text.size(), false));
    for (qsizetype i = wordEnd; !isOfHeader && i < end; ++i) { // several assignments on one line
        if ((m_text.at(i).isSpace() || m_text.at(i) == u';') && beginsName(i + 1, false))
            return Span{at, wordEnd};
    }
    return Span{at, end};
}

} // namespace Pullcord::Secrets
