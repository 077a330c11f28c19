// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secretnames.h"

#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

/// Splits a name at every character that is not a letter or digit, and at the humps of camelCase.
QStringList wordsOf(QStringView name)
{
    QStringList words;
    QString word;
    bool lastWasLower = false;
    const auto endWord = [&] {
        if (!word.isEmpty())
            words.append(word);
        word.clear();
    };
    for (const QChar c : name) {
        if (!c.isLetterOrNumber()) {
            endWord();
            lastWasLower = false;
            continue;
        }
        if (c.isUpper() && lastWasLower)
            endWord();
        lastWasLower = c.isLower() || c.isDigit();
        word += c.toLower();
    }
    endWord();
    return words;
}

bool isSecretWord(const QString &word)
{
    static const QSet<QString> Known{
        u"key"_s,      u"keys"_s,   u"token"_s,         u"tokens"_s,     u"secret"_s,    u"secrets"_s,
        u"password"_s, u"passwd"_s, u"passphrase"_s,    u"passcode"_s,   u"pass"_s,      u"pwd"_s,
        u"pw"_s,       u"auth"_s,   u"authorization"_s, u"credential"_s, u"bearer"_s,    u"credentials"_s,
        u"cookie"_s,   u"pat"_s,    u"jwt"_s,           u"signature"_s,  u"session"_s,   u"sessionid"_s,
        u"dsn"_s,      u"sig"_s,    u"otp"_s,           u"pin"_s,        u"passwords"_s,
    };
    if (Known.contains(word))
        return true;
    // Compounds: apikey, accesstoken, clientsecret, dbpassword. Not "key" alone: monkey, hotkey.
    return word.endsWith("token"_L1) || word.endsWith("secret"_L1) || word.endsWith("password"_L1) ||
           word.endsWith("apikey"_L1) || word.endsWith("accesskey"_L1) || word.endsWith("secretkey"_L1) ||
           word.endsWith("privatekey"_L1);
}

/// True for a word that makes a plural name one of secrets, and not of table keys or counts.
bool isSecretQualifier(const QString &word)
{
    static const QSet<QString> Sorts{u"api"_s, u"access"_s, u"secret"_s, u"private"_s, u"signing"_s};
    return Sorts.contains(word);
}

bool hasAnyOf(const QStringList &words, const QSet<QString> &those)
{
    return std::any_of(words.begin(), words.end(), [&those](const QString &word) { return those.contains(word); });
}

/// True if a number under that name is a count, an amount or a duration.
bool isMeasure(const QStringList &words, bool isPassword)
{
    static const QSet<QString> Measures{
        u"count"_s,   u"counts"_s, u"counter"_s,  u"limit"_s,  u"limits"_s,    u"max"_s,      u"maximum"_s,
        u"min"_s,     u"total"_s,  u"size"_s,     u"bits"_s,   u"minimum"_s,   u"bytes"_s,    u"budget"_s,
        u"usage"_s,   u"quota"_s,  u"timeout"_s,  u"ttl"_s,    u"remaining"_s, u"expiry"_s,   u"expiration"_s,
        u"age"_s,     u"cost"_s,   u"lifetime"_s, u"rounds"_s, u"retries"_s,   u"attempts"_s, u"interval"_s,
        u"seconds"_s, u"secs"_s,   u"ms"_s,       u"days"_s,   u"minutes"_s,   u"hours"_s,    u"threshold"_s,
        u"rate"_s,    u"price"_s,
    };
    static const QSet<QString> Before{u"max"_s, u"min"_s, u"num"_s, u"total"_s};
    static const QSet<QString> Anywhere{u"expires"_s, u"per"_s};
    if (Measures.contains(words.constLast()))
        return true;
    if (isPassword)
        return false;
    const bool isSeveral = words.contains("tokens"_L1) && std::none_of(words.begin(), words.end(), isSecretQualifier);
    return isSeveral || Before.contains(words.constFirst()) || hasAnyOf(words, Anywhere);
}

bool isNumber(QStringView text)
{
    constexpr qsizetype Longest = 20;
    static const QRegularExpression form(
        u"^[-+]?[0-9][0-9_,.]*(?:[eE][-+]?[0-9]+)?(?:%|[kKMGT]i?[bB]?|ms|[smhd](?:[0-9.]+(?:ms|[smh]))*)?$"_s);
    return text.size() <= Longest && form.match(text).hasMatch();
}

bool isWordOfSetting(const QStringList &words, const QString &value, bool isPassword)
{
    static const QSet<QString> Nothing{u"none"_s, u"null"_s, u"nil"_s, u"undefined"_s, u"true"_s, u"false"_s};
    static const QSet<QString> Switches{u"yes"_s,     u"no"_s,       u"on"_s,       u"off"_s,
                                        u"enabled"_s, u"disabled"_s, u"required"_s, u"optional"_s};
    static const QSet<QString> Schemes{u"basic"_s,     u"bearer"_s, u"digest"_s,  u"ntlm"_s,     u"negotiate"_s,
                                       u"kerberos"_s,  u"oauth"_s,  u"oauth2"_s,  u"oidc"_s,     u"saml"_s,
                                       u"anonymous"_s, u"mtls"_s,   u"xoauth2"_s, u"cram-md5"_s, u"scram-sha-256"_s,
                                       u"ldap"_s,      u"jwt"_s};
    static const QSet<QString> OfFetch{u"include"_s, u"omit"_s, u"same-origin"_s};
    static const QSet<QString> Permissions{u"read"_s, u"write"_s};
    static const QSet<QString> States{u"valid"_s,  u"invalid"_s,  u"ok"_s,       u"found"_s, u"missing"_s,
                                      u"loaded"_s, u"expired"_s,  u"verified"_s, u"set"_s,   u"unset"_s,
                                      u"empty"_s,  u"accepted"_s, u"rejected"_s};
    if (States.contains(value) && (words.constLast() == "secrets"_L1 || words.constLast() == "credentials"_L1))
        return true;
    if (Nothing.contains(value) || (!isPassword && Switches.contains(value)))
        return true;
    if (words.constLast() == "auth"_L1)
        return Schemes.contains(value);
    if (words.constLast() == "credentials"_L1)
        return OfFetch.contains(value);
    return (words == QStringList{u"id"_s, u"token"_s} || words == QStringList{u"secrets"_s}) &&
           Permissions.contains(value);
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

/// True if the value only refers to where the secret is kept: a variable, an expression that reads it, or a file.
bool isElsewhere(QStringView value)
{
    constexpr qsizetype Longest = 300;
    static const QRegularExpression Variable(
        u"^[\"'(]?(?:\\$\\{\\{[^{}]*\\}\\}|\\$\\{[^{}]*?(?<!:-)\\}|\\{\\{[^{}]*\\}\\}|\\$\\([^()]*\\)"
        "|\\$(?:[A-Z_][A-Z0-9_]*|[Ee]nv:\\w+)|%[A-Z_][A-Z0-9_]*%|%[sdv]|\\{[0-9]?\\}"
        "|\\$?(?:this|self|config|cfg|settings|options|opts|args|params|props|env|vars?|local|secrets|req|request"
        "|process|context|ctx)(?:(?:\\.|\\?\\.|->)[A-Za-z_]\\w*)+)[\"'`)\\]},;.:]*$"_s);
    static const QRegularExpression Reading(
        u"^(?:process\\.env|import\\.meta\\.env|Deno\\.env|os\\.(?:environ|getenv)|System\\.getenv|\\$_(?:ENV|SERVER)"
        "|Environment\\.|(?:get)?env\\(|ENV\\[)"_s);
    static const QRegularExpression Path(
        u"^[\"'(]?(?:(?:file://)?(?:~|\\.{1,2}|[A-Za-z]:)?[/\\\\]?(?:[-\\w.@ ]+[/\\\\])+[-\\w.@ ]+"
        "\\.(?:key|json|ya?ml|txt|env|conf|toml|ini)|[-\\w.@ "
        "/\\\\~:]+\\.(?:pem|crt|cer|der|p12|pfx|jks|ppk|pub|keystore)"
        "|(?:~|\\.{1,2})/[-\\w.@/]+|/(?:etc|run|var|home|usr|opt|tmp|mnt|srv|root|Users)/[-\\w.@/]+)"
        "[\"'`)\\]},;.:]*$"_s);
    return value.size() <= Longest &&
           (Variable.match(value).hasMatch() || Reading.match(value).hasMatch() || Path.match(value).hasMatch());
}

/// Part after the name of a scheme: `Bearer $TOKEN`, `Bearer <token>`.
QStringView behindScheme(QStringView value)
{
    static const QRegularExpression Scheme(u"^[\"'`]?(?:Bearer|Basic|Token|ApiKey)[ \\t]++(?=[$<{%])"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = Scheme.match(value);
    return match.hasMatch() ? value.sliced(match.capturedEnd()) : QStringView();
}

/// True for a dummy value in examples and SQL: `xxx`, `your-api-key`, `?`.
bool isDummy(QStringView value)
{
    static const QRegularExpression Form(u"^(?:[\"']?(?:x{3,}|X{3,}|(?:your|YOUR)(?:[-_][A-Za-z]{1,20}){0,4}[-_](?i:"
                                         u"key|token|secret|password|here))[\"'`]?"
                                         "|\\?)[);,.]*$"_s);
    return Form.match(value).hasMatch();
}

/// True for the name of a variable after the name of an exception: `KeyError: 'GITHUB_TOKEN'`.
bool isMissingVariable(const QStringList &words, QStringView value)
{
    static const QRegularExpression Form(u"^([\"'])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\\1[);,.]*$"_s);
    return (words.constLast() == "error"_L1 || words.constLast() == "exception"_L1) && Form.match(value).hasMatch();
}

bool isPlaceholder(QStringView value)
{
    static const QRegularExpression Form(u"^<[^<>\\r\\n]{1,100}+>[\"'`]?$"_s);
    return Form.match(value).hasMatch();
}

/// True for an argument passed on under its own name, or a placeholder in a usage text: `f(password=password)`,
/// `--token TOKEN`.
bool isOwnName(const QStringList &words, QStringView value)
{
    const bool isLoud = std::none_of(value.begin(), value.end(), [](QChar c) { return c.isLower(); });
    if (!value.endsWith(u')') && !value.endsWith(u']') && !isLoud)
        return false;
    const QStringList said = wordsOf(value);
    const bool isWords = std::all_of(value.begin(), value.end(),
                                     [](QChar c) { return c.isLetter() || QStringView(u"_-)];").contains(c); });
    return isWords && !said.isEmpty() && words.size() >= said.size() && words.mid(words.size() - said.size()) == said;
}

/// True for a call that reads the value from where it is kept under a name: `config.get("password")`.
bool isRead(QStringView value)
{
    static const QRegularExpression Form(
        uR"re(^(?:[A-Za-z_$]\w{0,60}+(?:\.|->|::))*+(?:get|read|fetch|load|lookup|find|env|property|config)\w{0,60}+\(\s*+["']([-\w.]{1,100}+)["']\s*+\)[);,]*$)re"_s,
        QRegularExpression::CaseInsensitiveOption);
    // Calls that ask the user: `input("Password: ")`, `getpass.getpass()`.
    static const QRegularExpression Asking(
        uR"re(^(?:await )?(?:[A-Za-z_$]\w{0,60}+\.)*+(?:getpass|input|raw_input|prompt|readline|read_password|gets)\((?:[^()"'\r\n]{1,100}+|"[^"\r\n]{0,200}+"|'[^'\r\n]{0,200}+'){0,4}+\)[);,]*$)re"_s);
    if (Asking.match(value).hasMatch())
        return true;
    const QRegularExpressionMatch match = Form.match(value);
    return match.hasMatch() && endsWithSecretName(match.capturedView(1));
}

/// True for `$dbPassword` or `{token}` under a similar name.
bool isVariableOfOne(QStringView value)
{
    static const QRegularExpression form(u"^[\"'(]?(?:\\$[A-Za-z_]\\w*|\\{[A-Za-z_]\\w*\\})[\"'`)\\]};,.:]*$"_s);
    return (value.contains(u'$') || value.contains(u'{')) && form.match(value).hasMatch() && isSecretName(value);
}

} // namespace

bool isSecretName(QStringView name)
{
    // Last words of names of things about a secret: its place, its type or its name.
    static const QSet<QString> Places{u"url"_s,    u"uri"_s,      u"endpoint"_s,  u"file"_s,   u"path"_s,   u"dir"_s,
                                      u"type"_s,   u"folder"_s,   u"length"_s,    u"policy"_s, u"method"_s, u"mode"_s,
                                      u"scheme"_s, u"provider"_s, u"algorithm"_s, u"name"_s,   u"ref"_s,    u"header"_s,
                                      u"prefix"_s, u"label"_s,    u"hint"_s,      u"field"_s,  u"stdin"_s};
    const QStringList words = wordsOf(name);
    if (words.size() > 1 && Places.contains(words.constLast()))
        return false;
    if (words.size() > 1 && words.mid(words.size() - 2) == QStringList{u"key"_s, u"id"_s})
        return false;
    return std::any_of(words.begin(), words.end(), isSecretWord) ||
           words.join(QString()).endsWith("connectionstring"_L1);
}

bool isSecretMember(QStringView name)
{
    static const QSet<QString> Harmless{u"key"_s,           u"keys"_s,       u"session"_s,    u"progress token"_s,
                                        u"page token"_s,    u"cache key"_s,  u"sort key"_s,   u"primary key"_s,
                                        u"partition key"_s, u"public key"_s, u"foreign key"_s};
    const QStringList words = wordsOf(name);
    return !Harmless.contains(words.mid(words.size() - 2).join(u' ')) && isSecretName(name);
}

bool isPasswordMember(QStringView name)
{
    static const QSet<QString> Known{u"passwords"_s, u"passwd"_s,     u"passphrase"_s,  u"passcode"_s, u"pwd"_s,
                                     u"secrets"_s,   u"credential"_s, u"credentials"_s, u"otp"_s,      u"pin"_s};
    const QStringList words = wordsOf(name);
    return isSecretName(name) && std::any_of(words.begin(), words.end(), [](const QString &word) {
               return Known.contains(word) || word.endsWith("secret"_L1) || word.endsWith("password"_L1);
           });
}

bool namesOneSecret(QStringView name)
{
    return isPasswordMember(name) ||
           (wordsOf(name).size() > 1 && isSecretMember(name) && !name.endsWith("tokens"_L1, Qt::CaseInsensitive));
}

bool namesSecrets(QStringView name)
{
    const QStringList words = wordsOf(name);
    const QString last = words.isEmpty() ? QString() : words.constLast();
    if (last == "keys"_L1) // may be the keys of a table
        return std::any_of(words.begin(), words.end(), isSecretQualifier);
    return (words.size() > 1 || last.endsWith("keys"_L1)) && last.endsWith(u's') && isSecretWord(last.chopped(1));
}

bool endsWithSecretName(QStringView name)
{
    const QStringList words = wordsOf(name);
    return !words.isEmpty() && isSecretWord(words.constLast());
}

bool isSetting(QStringView name, QStringView value)
{
    const QStringList words = wordsOf(name);
    if (words.isEmpty())
        return false;
    const qsizetype comment = value.indexOf(" #"_L1);
    const QStringView stated = (comment < 0 ? value : value.first(comment)).trimmed();
    const QStringView alone = plain(stated);
    const QStringView scheme = behindScheme(stated);
    const bool isPassword = isPasswordMember(name);
    return isElsewhere(stated) || isVariableOfOne(stated) ||
           isWordOfSetting(words, alone.toString().toLower(), isPassword) || isOwnName(words, stated) ||
           isRead(stated) || isElsewhere(scheme) || isVariableOfOne(scheme) || isPlaceholder(scheme) ||
           isDummy(stated) || isMissingVariable(words, stated) ||
           ((isMeasure(words, isPassword) || words == QStringList{u"secrets"_s}) && isNumber(alone));
}

bool looksLikeToken(QStringView text)
{
    static const QRegularExpression form(u"^(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[-\\w.~+/=]{8,}$"_s);
    return form.match(plain(text)).hasMatch();
}

} // namespace Pullcord::Secrets
