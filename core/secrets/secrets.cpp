// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secrets.h"

#include "core/secrets/secretnames.h"
#include "core/secrets/secretrules.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <optional>

namespace Pullcord::Secrets {

using namespace Qt::StringLiterals;

namespace {

QJsonValue maskedValue(const QJsonValue &value, bool secret);

/// Position of the separator after the name that begins at `from`, for `NAME=value` or `Name: value`; -1 if there is
/// none.
qsizetype separatorIn(const QString &argument, qsizetype from)
{
    const auto isOfName = [](QChar c) { return c.isLetterOrNumber() || QStringView(u"-_.[]/").contains(c); };
    qsizetype at = from;
    while (at < argument.size() && isOfName(argument.at(at)))
        ++at;
    if (at == from)
        return -1;
    while (at < argument.size() && argument.at(at).isSpace())
        ++at;
    const QStringView rest = QStringView(argument).sliced(at);
    // In https://host the colon ends a scheme.
    const bool found = (rest.startsWith(u'=') || rest.startsWith(u':')) && !rest.sliced(1).startsWith("//"_L1);
    return found ? at : -1;
}

bool isOption(const QString &argument)
{
    return argument.startsWith(u'-') && argument.size() > 1;
}

/// Returns `text` with its secret values masked if it is a JSON object or array; otherwise none.
std::optional<QString> maskedJson(QStringView text)
{
    if (!text.startsWith(u'{') && !text.startsWith(u'['))
        return std::nullopt;
    const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
    if (document.isNull())
        return std::nullopt;
    const QJsonValue plain = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    const QJsonValue masked = maskedValue(plain, false);
    if (masked == plain)
        return text.toString();
    const QJsonDocument result = masked.isArray() ? QJsonDocument(masked.toArray()) : QJsonDocument(masked.toObject());
    return QString::fromUtf8(result.toJson(QJsonDocument::Compact));
}

/// Masks the value in `argument` and keeps its names. There may be several, as in `--env=API_KEY=value`.
QString maskedArgument(const QString &argument)
{
    qsizetype begin = 0; // start of the value, as far as known
    for (;;) {
        while (begin < argument.size() && argument.at(begin).isSpace())
            ++begin;
        if (const auto json = maskedJson(QStringView(argument).sliced(begin)))
            return maskedText(argument.first(begin)) + *json;
        const qsizetype separator = separatorIn(argument, begin);
        if (separator < 0)
            return maskedText(argument);
        const QStringView name = QStringView(argument).sliced(begin, separator - begin);
        if (isSecretName(name) && !isSetting(name, QStringView(argument).sliced(separator + 1))) {
            const bool spaced = argument.sliced(separator + 1).startsWith(u' ');
            return maskedText(argument.first(separator + 1)) + (spaced ? u" "_s : QString()) + Mask;
        }
        begin = separator + 1;
    }
}

bool isTexts(const QJsonValue &value)
{
    const QJsonArray array = value.toArray();
    return !array.isEmpty() &&
           std::all_of(array.begin(), array.end(), [](const QJsonValue &v) { return v.isString(); });
}

QJsonValue maskedValue(const QJsonValue &value, bool secret)
{
    switch (value.type()) {
    case QJsonValue::String:
        return secret ? QString(Mask) : maskedText(value.toString());
    case QJsonValue::Double:
        return secret ? QJsonValue(QString(Mask)) : value;
    case QJsonValue::Array: {
        if (!secret && isTexts(value))
            return QJsonArray::fromStringList(maskedArguments(value.toVariant().toStringList()));
        QJsonArray array;
        for (const auto &element : value.toArray())
            array.append(maskedValue(element, secret));
        return array;
    }
    case QJsonValue::Object: {
        if (!secret)
            return masked(value.toObject());
        QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            it.value() = maskedValue(it.value(), true);
        return object;
    }
    default:
        return value;
    }
}

/// End of the key lines that start at `from`: base64 and headers. A blank line may separate them; a log, a list or a
/// quote may prefix them; and line ends may be written as in source code (`\n`).
qsizetype endOfKeyLines(QStringView text, qsizetype from)
{
    static const QString Break(
        uR"re((?:(?:\\{1,8}+[rn])*+["'`]?+[ \t]*+[,+.]?+[ \t]*+\\?+\r?\n|(?:\\{1,8}+[rn])++))re"_s);
    static const QString Header(
        u"(?:Proc-Type|DEK-Info|Version|Comment|Subject|Hash|Charset|MessageID|Encryption|Public-Lines"
        "|Private-Lines|Key-Derivation|Argon2-[A-Za-z]{1,20}+): [^\\r\\n\\\\]{0,200}+"_s);
    static const QRegularExpression Line(
        uR"re((?:%1++[^\r\nA-Za-z\\+/=]{0,40}+(?:%2|[A-Za-z0-9+/=]++(?=["'`]|[ \t,+.]*+(?:[\r\n]|\\{1,8}[rn]|\z)))|[ \t]++[A-Za-z0-9+/=]{32,}+|[A-Za-z0-9+/=]++))re"_s
            .arg(Break, Header));
    for (;;) {
        const QRegularExpressionMatch match = Line.match(text, from, QRegularExpression::NormalMatch,
                                                         QRegularExpression::AnchorAtOffsetMatchOption |
                                                             QRegularExpression::DontCheckSubjectStringMatchOption);
        if (match.capturedLength() == 0)
            return from;
        from = match.capturedEnd();
    }
}

bool isAlphanumeric(QChar c)
{
    return QChar::isLetterOrNumber(c.unicode()) && c.unicode() < 128;
}

/// True if no word continues at that position; an escape of a URL (`%20`) is none.
bool beginsWord(QStringView text, qsizetype at)
{
    static const QRegularExpression Escape(u"^%[0-9A-Fa-f]{2}$"_s);
    return at == 0 || !isAlphanumeric(text.at(at - 1)) ||
           (at >= 3 && text.at(at - 3) == u'%' && Escape.match(text.sliced(at - 3, 3)).hasMatch());
}

/// Finds the keywords of all rules in a text, by their first two characters, and tries the rules there.
class Scanner
{
public:
    Scanner();

    [[nodiscard]] QList<Span> find(QStringView text, Search search) const;

private:
    static constexpr int Codes = 64;

    struct Compiled
    {
        const Rule *rule;
        QRegularExpression pattern;
        QRegularExpression marker; ///< of a KeyBlock: its end, as the first group, or the beginning of another
    };
    struct Entry
    {
        QLatin1StringView keyword;
        qsizetype rule;
    };

    void add(const Entry &entry);
    [[nodiscard]] qsizetype tryRules(quint8 bucket, QStringView text, qsizetype at, Search search, qsizetype &nameEnd,
                                     QList<Span> &spans) const;
    [[nodiscard]] quint8 codeOf(QChar c) const { return c.unicode() < m_codes.size() ? m_codes[c.unicode()] : 0; }
    [[nodiscard]] bool isAt(QLatin1StringView keyword, QStringView text, qsizetype at) const;
    [[nodiscard]] static std::optional<Span> match(const Compiled &compiled, QStringView text, qsizetype at);

    std::array<quint8, 128> m_codes = {};            ///< small numbers for characters; 0: not in any keyword
    std::array<quint8, Codes *Codes> m_buckets = {}; ///< of the entries, by the codes of the first two characters
    QList<QList<Entry>> m_entries{{}};               ///< the first bucket is empty
    std::array<quint64, 256> m_thirds = {};          ///< by bucket: bits of the codes of third characters
    QList<Compiled> m_rules;
};

Scanner::Scanner()
{
    for (char16_t c = 'a'; c <= 'z'; ++c)
        m_codes[c] = m_codes[c - 'a' + 'A'] = quint8(1 + c - 'a');
    for (char16_t c = '0'; c <= '9'; ++c)
        m_codes[c] = quint8(27 + c - '0');
    quint8 next = 37;
    for (const QChar sign : QStringView(u"-:/_. "))
        m_codes[sign.unicode()] = next++;
    for (const Rule &rule : rules()) {
        const QString pattern = rule.pattern.toString();
        m_rules.append({&rule, QRegularExpression(pattern), {}});
        if (rule.kind == Rule::Kind::KeyBlock)
            m_rules.last().marker.setPattern(u"(%1)|%2"_s.arg(rule.end, pattern));
        for (const QLatin1StringView keyword : rule.keywords)
            add({keyword, m_rules.size() - 1});
    }
}

void Scanner::add(const Entry &entry)
{
    quint8 &bucket = m_buckets[codeOf(entry.keyword.at(0)) * Codes + codeOf(entry.keyword.at(1))];
    if (bucket == 0) {
        bucket = quint8(m_entries.size());
        m_entries.append(QList<Entry>());
    }
    m_thirds[bucket] |= entry.keyword.size() > 2 ? quint64(1) << codeOf(entry.keyword.at(2)) : ~quint64(0);
    // The rules of values share their keywords and one procedure.
    const auto isSame = [&](const Entry &other) {
        return other.keyword == entry.keyword && m_rules.at(other.rule).rule->kind == Rule::Kind::Value;
    };
    QList<Entry> &entries = m_entries[bucket];
    if (m_rules.at(entry.rule).rule->kind != Rule::Kind::Value || std::none_of(entries.begin(), entries.end(), isSame))
        entries.append(entry);
}

/// True if the keyword is at that position, where its first two characters are.
bool Scanner::isAt(QLatin1StringView keyword, QStringView text, qsizetype at) const
{
    if (keyword.size() > text.size() - at)
        return false;
    qsizetype i = 2;
    while (i < keyword.size() && codeOf(text.at(at + i)) == codeOf(keyword.at(i)))
        ++i;
    return i == keyword.size();
}

/// Returns the secret value beside the name at that position. A private key in it has more lines, and a rule of its
/// own.
std::optional<Span> valueAt(QStringView text, qsizetype at, Search search, qsizetype &nameEnd)
{
    const NamedValue value(text, at);
    nameEnd = value.nameEnd();
    const auto secret = search == Search::Forms ? value.secretOfQuery() : value.secret();
    if (!secret)
        return {};
    const QStringView found = text.sliced(secret->from, secret->until - secret->from);
    const bool isKey = found.contains("PRIVATE KEY"_L1) || found.contains("PuTTY-User-Key-File-"_L1);
    return isKey ? std::nullopt : secret;
}

std::optional<Span> Scanner::match(const Compiled &compiled, QStringView text, qsizetype at)
{
    if (compiled.rule->kind == Rule::Kind::Token && !beginsWord(text, at))
        return {};
    constexpr auto Unchecked = QRegularExpression::DontCheckSubjectStringMatchOption;
    const auto found = compiled.pattern.match(text, at, QRegularExpression::NormalMatch,
                                              Unchecked | QRegularExpression::AnchorAtOffsetMatchOption);
    if (!found.hasMatch())
        return {};
    if (compiled.rule->kind != Rule::Kind::KeyBlock) {
        const int group = found.lastCapturedIndex();
        return Span{found.capturedStart(group), found.capturedEnd(group)};
    }
    const qsizetype behind = found.capturedEnd();
    const auto marker = compiled.marker.match(text, behind, QRegularExpression::NormalMatch, Unchecked);
    if (marker.hasMatch() && marker.capturedLength(1) > 0)
        return Span{at, marker.capturedEnd()};
    const qsizetype end = endOfKeyLines(text, behind);
    const bool isKey = end > behind || text.sliced(end).trimmed().isEmpty();
    return isKey ? std::optional<Span>({at, end}) : std::nullopt;
}

QList<Span> Scanner::find(QStringView text, Search search) const
{
    QList<Span> spans;
    qsizetype nameEnd = 0;
    const QChar *const begin = text.data();
    const QChar *const end = begin + text.size();
    quint8 last = 0;
    for (const QChar *at = begin; at < end; ++at) {
        const quint8 code = codeOf(*at);
        const quint8 bucket = m_buckets[last * Codes + code];
        last = code;
        if (bucket == 0 || (m_thirds[bucket] >> (at + 1 < end ? codeOf(at[1]) : 0) & 1) == 0)
            continue;
        if (const qsizetype until = tryRules(bucket, text, at - 1 - begin, search, nameEnd, spans); until > 0) {
            at = begin + until - 1;
            last = 0;
        }
    }
    return spans;
}

/// Appends the secrets that the rules of the bucket find; returns the end of the last one, or 0.
qsizetype Scanner::tryRules(quint8 bucket, QStringView text, qsizetype at, Search search, qsizetype &nameEnd,
                            QList<Span> &spans) const
{
    QList<Span> found;
    for (const Entry &entry : m_entries.at(bucket)) {
        if (!isAt(entry.keyword, text, at))
            continue;
        const Compiled &compiled = m_rules.at(entry.rule);
        std::optional<Span> secret;
        if (compiled.rule->kind != Rule::Kind::Value)
            secret = match(compiled, text, at);
        else if (at >= nameEnd)
            secret = valueAt(text, at, search, nameEnd);
        if (secret)
            found.append(*secret);
    }
    std::sort(found.begin(), found.end(), [](const Span &a, const Span &b) { return a.from < b.from; });
    for (const Span &span : std::as_const(found)) {
        if (!spans.isEmpty() && span.from < spans.constLast().until)
            spans.last().until = qMax(spans.constLast().until, span.until);
        else
            spans.append(span);
    }
    return found.isEmpty() ? 0 : spans.constLast().until;
}

/// Returns the text with a mask instead of each span.
QString withMasks(const QString &text, const QList<Span> &spans)
{
    if (spans.isEmpty())
        return text;
    QString left;
    left.reserve(text.size());
    qsizetype done = 0;
    for (const Span &span : spans) {
        left += QStringView(text).sliced(done, span.from - done);
        left += Mask;
        done = span.until;
    }
    return left += QStringView(text).sliced(done);
}

} // namespace

QList<Span> secretsIn(QStringView text, Search search)
{
    static const Scanner All;
    if (text.isValidUtf16())
        return All.find(text, search);
    // The regular expressions need valid text, such as a text that was not cut within a character.
    QString valid = text.toString();
    for (qsizetype i = 0; i < valid.size(); ++i) {
        if (valid.at(i).isHighSurrogate() && i + 1 < valid.size() && valid.at(i + 1).isLowSurrogate())
            ++i;
        else if (valid.at(i).isSurrogate())
            valid[i] = QChar::ReplacementCharacter;
    }
    return All.find(valid, search);
}

bool announcesSecret(const QString &argument, const QString &next)
{
    return isOption(argument) && separatorIn(argument, 0) < 0 && isSecretName(argument) && !isSetting(argument, next);
}

QString maskedQuery(const QString &url)
{
    const qsizetype at = url.indexOf(u'?');
    if (at < 0)
        return maskedText(url);
    QStringList parts;
    for (const QStringView part : QStringView(url).sliced(at + 1).split(u'&')) {
        const qsizetype equals = part.indexOf(u'=');
        parts += (equals < 0 ? QString() : part.first(equals + 1).toString()) + Mask;
    }
    return maskedText(url.first(at)) + u'?' + parts.join(u'&');
}

QStringList maskedArguments(const QStringList &arguments)
{
    QStringList masked;
    masked.reserve(arguments.size());
    QString before;
    for (const QString &argument : arguments) {
        // A secret may look like an option, and an option may lack its value. So the word after a secret option is
        // masked whatever it looks like.
        masked.append(announcesSecret(before, argument) ? QString(Mask) : maskedArgument(argument));
        before = argument;
    }
    return masked;
}

QJsonObject masked(const QJsonObject &description)
{
    QString called; // name that belongs to the member "value"
    for (const QString &member : {u"name"_s, u"key"_s}) {
        if (const QString name = description.value(member).toString(); isSecretName(name))
            called = name;
    }
    QJsonObject result;
    for (auto it = description.begin(); it != description.end(); ++it) {
        const QString name = it.key();
        const bool isOwn = name == "value"_L1 && !called.isEmpty();
        const bool secret = isSecretName(isOwn ? called : name);
        const bool isHarmless = isSetting(isOwn ? called : name, it.value().toVariant().toString());
        result.insert(name, maskedValue(it.value(), secret && !isHarmless));
    }
    return result;
}

QString maskedText(const QString &text)
{
    return withMasks(text, secretsIn(text, Search::Forms));
}

QString maskedProse(const QString &text)
{
    return withMasks(text, secretsIn(text));
}

} // namespace Pullcord::Secrets
