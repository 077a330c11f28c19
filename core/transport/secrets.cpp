// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/secrets.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

/// Splits at everything that is no letter or digit, and at the humps of camelCase.
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
    static const QSet<QString> Words{
        u"key"_s,      u"keys"_s,   u"token"_s,         u"tokens"_s,     u"secret"_s,    u"secrets"_s,
        u"password"_s, u"passwd"_s, u"passphrase"_s,    u"passcode"_s,   u"pass"_s,      u"pwd"_s,
        u"pw"_s,       u"auth"_s,   u"authorization"_s, u"credential"_s, u"bearer"_s,    u"credentials"_s,
        u"cookie"_s,   u"pat"_s,    u"jwt"_s,           u"signature"_s,  u"session"_s,   u"sessionid"_s,
        u"dsn"_s,      u"sig"_s,    u"otp"_s,           u"pin"_s,        u"passwords"_s,
    };
    if (Words.contains(word))
        return true;
    // Written together: apikey, accesstoken, clientsecret, dbpassword. Not "key" alone: monkey,
    // hotkey.
    return word.endsWith("token"_L1) || word.endsWith("secret"_L1) || word.endsWith("password"_L1) ||
           word.endsWith("apikey"_L1) || word.endsWith("accesskey"_L1) || word.endsWith("secretkey"_L1) ||
           word.endsWith("privatekey"_L1);
}

QJsonValue maskedValue(const QJsonValue &value, bool secret);

/// Where the name that begins at `from` ends in `NAME=value` or `Name: value`; -1 if the text has no such form there.
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

/// True if the next word is the value of this one, and secret.
bool announcesSecret(const QString &argument)
{
    return isOption(argument) && separatorIn(argument, 0) < 0 && isSecretName(argument);
}

/// `text` with its secret values masked if it is a JSON object or array.
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

/// What stands for `argument`, with its names kept: there may be several, as in `--env=API_KEY=value`.
QString maskedArgument(const QString &argument)
{
    qsizetype begin = 0; // of what is a value as far as we know
    for (;;) {
        while (begin < argument.size() && argument.at(begin).isSpace())
            ++begin;
        if (const auto json = maskedJson(QStringView(argument).sliced(begin)))
            return maskedText(argument.first(begin)) + *json;
        const qsizetype separator = separatorIn(argument, begin);
        if (separator < 0)
            return maskedText(argument);
        if (isSecretName(QStringView(argument).sliced(begin, separator - begin))) {
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

/// Before `=` in a sentence; `max_tokens` are counted.
bool isSecretHere(QStringView name)
{
    return isSecretMember(name) && !name.endsWith("tokens"_L1, Qt::CaseInsensitive);
}

/// Before a colon: a name that can be nothing but that of a secret: `password`, `api_key`, `accessToken`; not `token`.
bool leavesNoDoubt(QStringView name)
{
    return isPasswordMember(name) || (wordsOf(name).size() > 1 && isSecretHere(name));
}

/// Of what the form finds in `text`, a name and a value each, without the values under names that are secret.
template<typename IsSecret>
QString maskedNamed(const QString &text, const QRegularExpression &form, IsSecret isSecret)
{
    QString masked;
    qsizetype done = 0;
    for (auto matches = form.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (!isSecret(match.capturedView(1)) || match.capturedView(2) == Mask)
            continue;
        masked += QStringView(text).sliced(done, match.capturedStart(2) - done);
        masked += Mask;
        done = match.capturedEnd(2);
    }
    if (done == 0)
        return text;
    masked += QStringView(text).sliced(done);
    return masked;
}

} // namespace

bool isSecretName(QStringView name)
{
    const QStringList words = wordsOf(name);
    return std::any_of(words.begin(), words.end(), isSecretWord) ||
           words.join(QString()).endsWith("connectionstring"_L1);
}

bool isPasswordMember(QStringView name)
{
    static const QSet<QString> Words{u"password"_s,   u"passwords"_s,   u"passwd"_s, u"passphrase"_s,
                                     u"passcode"_s,   u"pwd"_s,         u"secret"_s, u"secrets"_s,
                                     u"credential"_s, u"credentials"_s, u"otp"_s,    u"pin"_s};
    const QStringList words = wordsOf(name);
    return std::any_of(words.begin(), words.end(), [](const QString &word) {
        return Words.contains(word) || word.endsWith("secret"_L1) || word.endsWith("password"_L1);
    });
}

bool isSecretMember(QStringView name)
{
    static const QSet<QString> Harmless{u"progressToken"_s, u"key"_s, u"keys"_s, u"session"_s};
    return !Harmless.contains(name.toString()) && isSecretName(name);
}

QString maskedText(const QString &text)
{
    static const QRegularExpression UrlPassword(u"(\\w://[^/\\s:@]*:)[^/\\s@]+(?=@)"_s);
    static const QRegularExpression UrlUser(u"(\\w://)[^/\\s:@]+(?=@)"_s); // alone it is mostly a token
    static const QRegularExpression UrlQuery(u"[?&#]([-\\w.]+)=([^&\\s#]+)"_s);
    static const QRegularExpression KnownToken(
        u"\\b(sk-[-\\w]{8,}|(?:ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abpsr]|npm|hf|pypi)[-_][-"
        u"\\w]{8,}"
        "|(?:[sr]k_(?:live|test)|whsec)_[0-9A-Za-z]{8,}|ya29\\.[-\\w]{8,}|SG\\.[-\\w]{8,}\\.[-\\w]+"
        "|(?:AKIA|ASIA)[0-9A-Z]{12,}|AIza[-\\w]{20,}|eyJ[-\\w]{8,}\\.[-\\w]+\\.[-\\w]*)"_s);
    static const QRegularExpression Scheme(u"\\b(Bearer|Basic)\\s+[-\\w.~+/=]{8,}"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression PrivateKey(
        u"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)"_s,
        QRegularExpression::DotMatchesEverythingOption);
    QString masked = text;
    if (text.contains("PRIVATE KEY"_L1))
        masked.replace(PrivateKey, QString(Mask));
    if (text.contains("://"_L1)) {
        masked.replace(UrlPassword, u"\\1***"_s);
        masked.replace(UrlUser, u"\\1***"_s);
    }
    masked.replace(KnownToken, QString(Mask));
    masked.replace(Scheme, u"\\1 ***"_s);
    return maskedNamed(masked, UrlQuery, isSecretName);
}

QString maskedProse(const QString &text)
{
    static const QString Value(u"(\"[^\"\\r\\n]+\"|'[^'\\r\\n]+'|[^\\s\"',;&]+)"_s);
    static const QRegularExpression Variable(
        u"(?<![^\\s\"';,])([A-Z][A-Z0-9_]*)=(\"[^\"\\r\\n]+\"|'[^'\\r\\n]+'|[^\\s\"']+)"_s);
    static const QRegularExpression Assigned(u"(?<![-\\w.$])([A-Za-z][-\\w]*)="_s + Value);
    static const QRegularExpression Header(
        u"(?<![^\\r\\n\"'])([A-Za-z]\\w*(?:-\\w+)+|Authorization|Cookie):[ \\t]*([^\\r\\n\"']+)"_s,
        QRegularExpression::CaseInsensitiveOption);
    // Not of what it is a type, or that it is missing.
    static const QRegularExpression Told(
        u"(?<![-\\w.$])([A-Za-z]\\w*):[ \\t]*(?!(?:str|string|number|integer|boolean|null|none|true|false|required|"
        "optional|missing|invalid)\\b)"_s +
            Value,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression Member(u"\"([-\\w]+)\"\\s*:\\s*\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\""_s);
    static const QRegularExpression Option(u"(?<![-\\w])--([A-Za-z][-\\w]*)[ =]"_s + Value);
    QString masked = maskedText(text);
    if (masked.contains(u'=')) {
        masked = maskedNamed(masked, Variable, isSecretName);
        masked = maskedNamed(masked, Assigned, isSecretHere);
    }
    if (masked.contains(u':')) {
        masked = maskedNamed(masked, Header, isSecretName);
        masked = maskedNamed(masked, Told, leavesNoDoubt);
        masked = maskedNamed(masked, Member, isSecretMember);
    }
    return masked.contains("--"_L1) ? maskedNamed(masked, Option, isSecretName) : masked;
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
    bool secretFollows = false;
    for (const QString &argument : arguments) {
        masked.append(secretFollows ? QString(Mask) : maskedArgument(argument));
        // A secret may look like an option, and an option may lack its value: then it is hard to say what the next is.
        secretFollows = announcesSecret(argument);
    }
    return masked;
}

QJsonObject masked(const QJsonObject &description)
{
    const bool namesItself = isSecretName(description.value("name"_L1).toString());
    QJsonObject result;
    for (auto it = description.begin(); it != description.end(); ++it) {
        const QString name = it.key();
        const bool secret = isSecretName(name) || (namesItself && name == "value"_L1);
        result.insert(name, maskedValue(it.value(), secret));
    }
    return result;
}

} // namespace Pullcord::Secrets
