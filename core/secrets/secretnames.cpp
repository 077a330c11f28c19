// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secretnames.h"

#include <QRegularExpression>
#include <QSet>
#include <QString>
#include <QVarLengthArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

using Set = QSet<QStringView>;

/// Words of a name, in lower case: split at every character that is not a letter or digit, and at the humps of
/// camelCase.
class Words
{
public:
    explicit Words(QStringView name)
    {
        QVarLengthArray<qsizetype, 16> ends;
        m_letters.reserve(name.size());
        bool lastWasLower = false;
        const auto endWord = [&] {
            if (m_letters.size() > (ends.isEmpty() ? 0 : ends.last()))
                ends.append(m_letters.size());
        };
        for (const QChar c : name) {
            if (!c.isLetterOrNumber() || (c.isUpper() && lastWasLower))
                endWord();
            lastWasLower = c.isLower() || c.isDigit();
            if (c.isLetterOrNumber())
                m_letters += c.toLower();
        }
        endWord();
        qsizetype begin = 0;
        for (const qsizetype end : ends) {
            m_words.append(QStringView(m_letters).sliced(begin, end - begin));
            begin = end;
        }
    }
    Q_DISABLE_COPY_MOVE(Words)

    [[nodiscard]] qsizetype count() const { return m_words.size(); }
    [[nodiscard]] QStringView first() const { return m_words.isEmpty() ? QStringView() : m_words.first(); }
    /// Returns the last word; `back` is 1 for the one before it.
    [[nodiscard]] QStringView last(qsizetype back = 0) const
    {
        return back < count() ? m_words.at(count() - 1 - back) : QStringView();
    }
    /// Returns all words without their separators.
    [[nodiscard]] const QString &joined() const { return m_letters; }
    template<typename Is>
    [[nodiscard]] bool any(Is is) const
    {
        return std::any_of(m_words.begin(), m_words.end(), is);
    }
    [[nodiscard]] bool hasOf(const Set &words) const
    {
        return any([&words](QStringView word) { return words.contains(word); });
    }

private:
    QString m_letters;
    QVarLengthArray<QStringView, 16> m_words;
};

bool isSecretWord(QStringView word)
{
    static const Set Known{
        u"key",        u"keys",   u"token",     u"tokens", u"secret",      u"secrets",   u"password", u"passwords",
        u"passwd",     u"pass",   u"passcode",  u"pwd",    u"pw",          u"auth",      u"bearer",   u"authorization",
        u"passphrase", u"cookie", u"pat",       u"jwt",    u"session",     u"sessionid", u"dsn",      u"credential",
        u"sig",        u"otp",    u"signature", u"pin",    u"credentials",
    };
    // Compounds: apikey, accesstoken, clientsecret, dbpassword. Not "key" alone: monkey, hotkey.
    static const QList<QStringView> Ends{u"token",     u"secret",    u"password",  u"apikey",
                                         u"accesskey", u"secretkey", u"privatekey"};
    return Known.contains(word) ||
           std::any_of(Ends.begin(), Ends.end(), [word](QStringView end) { return word.endsWith(end); });
}

bool isSecret(const Words &words)
{
    // Last words of names that describe a secret: its place, its type or its name.
    static const Set Places{u"url",    u"uri",    u"endpoint", u"file",     u"path",      u"dir",   u"type", u"folder",
                            u"length", u"policy", u"method",   u"mode",     u"scheme",    u"name",  u"ref",  u"header",
                            u"prefix", u"label",  u"hint",     u"provider", u"algorithm", u"field", u"stdin"};
    if (words.count() > 1 && (Places.contains(words.last()) || (words.last(1) == u"key" && words.last() == u"id")))
        return false;
    return words.any(isSecretWord) || words.joined().endsWith("connectionstring"_L1);
}

bool isPassword(const Words &words)
{
    static const Set Known{u"passwords", u"passwd",  u"passphrase", u"passcode",    u"pwd",
                           u"pin",       u"secrets", u"credential", u"credentials", u"otp"};
    return isSecret(words) && words.any([](QStringView word) {
        return Known.contains(word) || word.endsWith("secret"_L1) || word.endsWith("password"_L1);
    });
}

/// Qualifiers that make a plural name one of secrets, and not of table keys or counts.
const Set &secretQualifiers()
{
    static const Set Qualifiers{u"api", u"access", u"secret", u"private", u"signing"};
    return Qualifiers;
}

/// True if a number under that name is a count, an amount or a duration.
bool isMeasure(const Words &words, bool isOfPassword)
{
    static const Set Measures{
        u"count",    u"counts",    u"counter",   u"limit",      u"limits",   u"max",      u"maximum", u"min",
        u"total",    u"size",      u"bits",      u"minimum",    u"bytes",    u"budget",   u"usage",   u"quota",
        u"timeout",  u"ttl",       u"expiry",    u"expiration", u"age",      u"cost",     u"rounds",  u"retries",
        u"lifetime", u"remaining", u"rate",      u"seconds",    u"attempts", u"interval", u"minutes", u"secs",
        u"ms",       u"days",      u"threshold", u"price",      u"hours",
    };
    static const Set Before{u"max", u"min", u"num", u"total"};
    static const Set Anywhere{u"expires", u"per"};
    if (Measures.contains(words.last()))
        return true;
    if (isOfPassword)
        return false;
    const bool isSeveral = words.hasOf({u"tokens"}) && !words.hasOf(secretQualifiers());
    return isSeveral || Before.contains(words.first()) || words.hasOf(Anywhere);
}

bool isNumber(QStringView text)
{
    constexpr qsizetype Longest = 20;
    static const QRegularExpression Form(
        u"^[-+]?[0-9][0-9_,.]*(?:[eE][-+]?[0-9]+)?(?:%|[kKMGT]i?[bB]?|ms|[smhd](?:[0-9.]+(?:ms|[smh]))*)?$"_s);
    return text.size() <= Longest && Form.match(text).hasMatch();
}

/// True for a word that states whether or how something is used. A password may be such a word.
bool isWordOfSetting(QStringView value, bool isOfPassword)
{
    constexpr qsizetype Longest = 15;
    static const Set Nothing{u"none", u"null", u"nil", u"undefined", u"true", u"false"};
    static const Set Choices{u"yes",   u"no",     u"on",     u"off",       u"enabled", u"disabled",    u"required",
                             u"basic", u"bearer", u"digest", u"ntlm",      u"oauth",   u"oauth2",      u"optional",
                             u"oidc",  u"saml",   u"ldap",   u"negotiate", u"include", u"same-origin", u"kerberos",
                             u"omit",  u"read",   u"write",  u"anonymous", u"valid",   u"invalid",     u"missing"};
    if (value.size() > Longest)
        return false;
    const QString word = value.toString().toLower();
    return Nothing.contains(word) || (!isOfPassword && Choices.contains(word));
}

/// Removes quotes, and the punctuation of a sentence or of Markdown, around the value.
QStringView plain(QStringView value)
{
    const auto isAround = [](QChar c) { return c.isSpace() || QStringView(u"\"'`()[]{}*.,;:!?").contains(c); };
    while (!value.isEmpty() && isAround(value.front()))
        value = value.sliced(1);
    while (!value.isEmpty() && isAround(value.back()))
        value.chop(1);
    return value;
}

/// True if the value is a placeholder, or refers to where the secret is kept: a variable, an expression that reads one,
/// or a file.
bool isReference(QStringView value)
{
    constexpr qsizetype Longest = 300;
    static const QRegularExpression Variable(
        u"^[\"'(]?(?:(?i:Bearer|Basic|Token)[ "
        u"\\t]++)?(?:\\$\\{\\{[^{}]*\\}\\}|\\$\\{[^{}]*?(?<!:-)\\}|\\{\\{[^{}]*\\}\\}"
        "|\\$\\([^()]*\\)|\\$(?:[A-Z_][A-Z0-9_]*|[Ee]nv:\\w+)|%[A-Z_][A-Z0-9_]*%|%[sdv]|\\{[0-9]?\\}|<[^<>\\r\\n]{1,"
        "100}>"
        "|\\?|[xX]{3,}|(?i:your)(?:[-_][A-Za-z]{1,20}){0,4}[-_](?i:key|token|secret|password|here)"
        "|(?:process|import\\.meta|Deno|os|System|\\w*+config|settings|self|this)(?:(?:\\.|->)[A-Za-z_]\\w*)+)"
        "[\"'`)\\]},;.:]*$"_s);
    static const QRegularExpression Reading(u"^(?:os\\.|System\\.)?(?:environ|getenv|env|ENV)[\\[(.]"_s);
    static const QRegularExpression Path(
        u"^[\"'(]?(?:(?:file://)?(?:~|\\.{1,2}|[A-Za-z]:)?[/\\\\]?(?:[-\\w.@ ]+[/\\\\])+[-\\w.@ ]+"
        "\\.(?:key|json|ya?ml|txt|env|conf|toml|ini)|[-\\w.@ "
        "/\\\\~:]+\\.(?:pem|crt|cer|der|p12|pfx|jks|ppk|pub|keystore)"
        "|(?:~|\\.{1,2})/[-\\w.@/]+|/(?:etc|run|var|home|usr|opt|tmp|mnt|srv|root|Users)/[-\\w.@/]+)"
        "[\"'`)\\]},;.:]*$"_s);
    return value.size() <= Longest &&
           (Variable.match(value).hasMatch() || Reading.match(value).hasMatch() || Path.match(value).hasMatch());
}

/// True for `$dbPassword` or `{token}` under a similar name.
bool isVariableOfOne(QStringView value)
{
    static const QRegularExpression Form(u"^[\"'(]?(?:\\$[A-Za-z_]\\w*|\\{[A-Za-z_]\\w*\\})[\"'`)\\]};,.:]*$"_s);
    return (value.contains(u'$') || value.contains(u'{')) && Form.match(value).hasMatch() && isSecret(Words(value));
}

} // namespace

bool isSecretName(QStringView name)
{
    return isSecret(Words(name));
}

bool isSecretMember(QStringView name)
{
    static const Set Before{u"cache", u"sort", u"primary", u"partition", u"public", u"foreign"};
    const Words words(name);
    const bool isHarmless =
        (words.count() == 1 && (words.last() == u"key" || words.last() == u"keys" || words.last() == u"session")) ||
        (words.last() == u"token" && (words.last(1) == u"progress" || words.last(1) == u"page")) ||
        (words.last() == u"key" && Before.contains(words.last(1)));
    return !isHarmless && isSecret(words);
}

bool isPasswordMember(QStringView name)
{
    return isPassword(Words(name));
}

bool namesOneSecret(QStringView name)
{
    const Words words(name);
    return isPassword(words) || (words.count() > 1 && !words.last().endsWith("tokens"_L1) && isSecretMember(name));
}

bool namesSecrets(QStringView name)
{
    const Words words(name);
    const QStringView last = words.last();
    if (last == u"keys") // may be the keys of a table
        return words.hasOf(secretQualifiers());
    return (words.count() > 1 || last.endsWith("keys"_L1)) && last.endsWith(u's') && isSecretWord(last.chopped(1));
}

bool endsWithSecretName(QStringView name)
{
    return isSecretWord(Words(name).last());
}

bool isSetting(QStringView name, QStringView value)
{
    const Words words(name);
    if (words.count() == 0)
        return false;
    const qsizetype comment = value.indexOf(" #"_L1);
    const QStringView stated = (comment < 0 ? value : value.first(comment)).trimmed();
    const QStringView alone = plain(stated);
    const bool isOfPassword = isPassword(words);
    const bool isWord = isWordOfSetting(alone, isOfPassword && words.last() != u"credentials");
    return isWord || (isMeasure(words, isOfPassword) && isNumber(alone)) || isReference(stated) ||
           isVariableOfOne(stated);
}

bool looksLikeToken(QStringView text)
{
    static const QRegularExpression Form(u"^(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[-\\w.~+/=]{8,}$"_s);
    return Form.match(plain(text)).hasMatch();
}

} // namespace Pullcord::Secrets
