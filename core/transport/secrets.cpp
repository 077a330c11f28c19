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

/// Behind a name that may also be that of something else.
bool isToldSecret(QStringView name, QStringView value)
{
    return leavesNoDoubt(name) || (isSecretHere(name) && looksLikeToken(value));
}

/// More than a word of a sentence ("Bearer authentication").
bool isNoWord(QStringView value)
{
    static const QRegularExpression form(u"[0-9=]|^(?=.{12})[-\\w.~+/]*[a-z][A-Z]|^[a-zA-Z]{16}"_s);
    return form.match(value).hasMatch();
}

/// What is so called by those who give them out. Names of packages and the like may begin in the same way: of most it takes twelve
/// letters or digits in a row.
const QRegularExpression &knownToken()
{
    static const QRegularExpression form(
        u"\\b(glpat-[-\\w]{8,}\\.[0-9a-z]{2}\\.[0-9a-z]{7,}"
        "|(?:gh[opsur]|github_pat|glpat|xox[abeoprs])[-_][-\\w]{8,}"
        "|(?:[sr]k_(?:live|test)|whsec)_[0-9A-Za-z]{8,}"
        "|ya29\\.[-\\w]{8,}|SG\\.[-\\w]{8,}\\.[-\\w]+|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}|AIza[-\\w]{20,}"
        "|eyJ[-\\w]{8,}\\.[-\\w]+(?:\\.[-\\w]*)+"
        "|(?:npm|hf|gsk|ntn|figd|sbp|dop_v1|doo_v1|dor_v1|shp(?:at|ca|pa|ss)|rubygems|dckr_[op]at|lin_api|gls[ac]|glc"
        "|sntry[su]|pscale_(?:tkn|pw|oauth))_(?=[-\\w]{0,99}[0-9]|[A-Za-z]{30})[A-Za-z0-9]{12,}[-\\w]*=*"
        "|(?:sk|pypi|xapp|xai|pplx|tskey|PMAK|NRAK|GOCSPX|gl(?:dt|rt|cbt|ptt|ft|soat|imt|agent)|sq0(?:atp|csp)"
        "|AGE-SECRET-KEY)-(?=[-\\w]{0,99}[A-Za-z0-9]{12})[-\\w]{8,}|secret_[A-Za-z0-9]{32,}"
        "|hv[bsr]\\.[-\\w]{20,}|ATATT3[-\\w]{20,}=*|r8_[A-Za-z0-9]{30,}"
        "|(?:(?:dapi|SK)[0-9a-f]{32}|[0-9a-f]{32}-us[0-9]{1,2}|[0-9]{8,10}:[-\\w]{35})(?![0-9A-Za-z]))"_s);
    return form;
}

/// Of what the form finds in `text`, a name and a value each, without the values that are secret.
template<typename IsSecret>
QString maskedNamed(const QString &text, const QRegularExpression &form, IsSecret isSecret)
{
    QString masked;
    qsizetype done = 0;
    for (auto matches = form.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const QStringView value = match.capturedView(2);
        const bool isMask = value == Mask || (value.size() == Mask.size() + 2 && value.sliced(1).startsWith(Mask));
        if (isMask || !isSecret(match.capturedView(1), value))
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
    // Where one is to be had, or what it is.
    static const QSet<QString> Places{u"url"_s, u"uri"_s,    u"endpoint"_s, u"file"_s,   u"path"_s,
                                      u"dir"_s, u"folder"_s, u"type"_s,     u"length"_s, u"policy"_s};
    const QStringList words = wordsOf(name);
    if (words.size() > 1 && Places.contains(words.constLast()))
        return false;
    return std::any_of(words.begin(), words.end(), isSecretWord) ||
           words.join(QString()).endsWith("connectionstring"_L1);
}

bool looksLikeToken(QStringView text)
{
    static const QRegularExpression form(u"^['\"]?(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[-\\w.~+/=]{8,}['\"]?$"_s);
    return form.match(text).hasMatch();
}

bool announcesSecret(const QString &argument)
{
    return isOption(argument) && separatorIn(argument, 0) < 0 && isSecretName(argument);
}

bool namesSecrets(QStringView name)
{
    static const QSet<QString> Sorts{u"api"_s, u"access"_s, u"secret"_s, u"private"_s, u"signing"_s};
    const QStringList words = wordsOf(name);
    const QString last = words.isEmpty() ? QString() : words.constLast();
    if (last == "keys"_L1) // may be those of a table
        return std::any_of(words.begin(), words.end(), [](const QString &word) { return Sorts.contains(word); });
    return (words.size() > 1 || last.endsWith("keys"_L1)) && last.endsWith(u's') && isSecretWord(last.chopped(1));
}

bool isPasswordMember(QStringView name)
{
    static const QSet<QString> Words{u"passwords"_s, u"passwd"_s,     u"passphrase"_s,  u"passcode"_s, u"pwd"_s,
                                     u"secrets"_s,   u"credential"_s, u"credentials"_s, u"otp"_s,      u"pin"_s};
    const QStringList words = wordsOf(name);
    return isSecretName(name) && std::any_of(words.begin(), words.end(), [](const QString &word) {
               return Words.contains(word) || word.endsWith("secret"_L1) || word.endsWith("password"_L1);
           });
}

bool isSecretMember(QStringView name)
{
    static const QSet<QString> Harmless{u"key"_s,           u"keys"_s,       u"session"_s,    u"progress token"_s,
                                        u"page token"_s,    u"cache key"_s,  u"sort key"_s,   u"primary key"_s,
                                        u"partition key"_s, u"public key"_s, u"foreign key"_s};
    const QStringList words = wordsOf(name);
    return !Harmless.contains(words.mid(words.size() - 2).join(u' ')) && isSecretName(name);
}

QString maskedText(const QString &text)
{
    static const QRegularExpression UrlPassword(u"(\\w://[^/\\s:@]*:)[^/\\s@]+(?=@)"_s);
    static const QRegularExpression UrlUser(
        u"(?<!\\bssh)(?<!\\bsftp)(?<!\\bgit)(://)[^/\\s:@]+(?=(?::(?:x-oauth-basic)?)?@)"_s); // alone it is mostly a token
    static const QRegularExpression UrlQuery(u"[?&#]([-\\w.]+)=([^&\\s#]+)"_s);
    static const QRegularExpression Webhook(
        u"((?:hooks\\.slack\\.com/(?:services|workflows|triggers)|discord(?:app)?\\.com/api/webhooks|"
        "\\.webhook\\.office\\.com/webhookb2)/)[-\\w/@.]+"_s);
    static const QRegularExpression Scheme(u"\\b(Bearer|Basic)\\s+([-\\w.~+/=]{8,})"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression PrivateKey(
        u"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)"_s,
        QRegularExpression::DotMatchesEverythingOption);
    QString masked = text;
    if (text.contains("PRIVATE KEY"_L1))
        masked.replace(PrivateKey, QString(Mask));
    if (text.contains("://"_L1)) {
        masked.replace(UrlUser, u"\\1***"_s);
        masked.replace(UrlPassword, u"\\1***"_s);
        masked.replace(Webhook, u"\\1***"_s);
    }
    masked.replace(knownToken(), QString(Mask));
    masked = maskedNamed(masked, Scheme, [](QStringView, QStringView value) { return isNoWord(value); });
    return maskedNamed(masked, UrlQuery, [](QStringView name, QStringView) { return isSecretName(name); });
}

QString maskedProse(const QString &text)
{
    static const QString Value(u"(\"[^\"\\r\\n]+\"|'[^'\\r\\n]+'|(?:[^\\s\"',;&\\\\]++|\\\\ ?+)++)"_s);
    // What it is a type of, or that it is missing; how a sentence goes on; what begins a block, or a tag.
    static const QString NoValue(
        u"(?!(?:str|string|number|integer|boolean|null|none|true|false|required|optional|missing|invalid)\\b"
        "|(?:an?|the|your?|my|this|that|it|is|are|was|must|should|can|cannot|may|will|has|not?|too|to|of|or|and|for"
        "|with|from|in|on|if|as|by|please|inherit|options?|flags?|parameters?|arguments?|values?|expected|wrong|"
        "incorrect)"
        "[.,;:!?)]*(?:\\s|$)|=?>|<[^<>\\r\\n]*>|\\$\\{|[>|][-+]?[ \\t]*(?:[\\r\\n]|$)|[{\\[(])"_s);
    static const QString Markup(u"(?:[ \\t]|\\*\\*|`|</?\\w+>|[>|][-+]?[ \\t]*\\r?\\n[ \\t]+)*+"_s);
    static const QRegularExpression Variable(
        u"(?<![^\\s\"';,])([A-Z][A-Z0-9_]*)=(\"[^\"\\r\\n]+\"|'[^'\\r\\n]+'|(?:[^\\s\"'\\\\]++|\\\\ ?+)++)"_s);
    static const QRegularExpression Assigned(u"(?<![-\\w])([A-Za-z_][-\\w]*)=(?![=>]|<[^<>\\r\\n]*>|\\$\\{)"_s + Value);
    static const QRegularExpression Spaced(
        u"(?<![-\\w])([A-Za-z_][-\\w]*)(?:['\"]\\][ \\t]*=[ \\t]*|[ \\t]+=>?[ \\t]*|=>?[ \\t]+)(?!=)"_s + NoValue +
            Value,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression Header(
        u"(?<![^\\r\\n\"'])([A-Za-z]\\w*(?:-\\w+)+|Authorization|Cookie):[ \\t]*([^\\r\\n\"']+)"_s,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression Told(u"(?<![-\\w$])([A-Za-z_]\\w*)(?:`|\\*\\*)?:"_s + Markup + NoValue + Value,
                                         QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression Member(u"\"([-\\w]+)\"\\s*(?::|=>)\\s*\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\""_s);
    static const QRegularExpression Quoted(u"['\"]([-\\w]+)['\"]\\s*(?::|=>)\\s*'([^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+)'"_s);
    static const QRegularExpression Number(u"['\"]([-\\w]+)['\"]\\s*(?::|=>)\\s*(-?[0-9][-+.0-9eE]*)"_s);
    // "{\"token\":\"…\"}" in a text that is quoted itself.
    static const QRegularExpression Escaped(u"\\\\\"([-\\w]+)\\\\\"\\s*:\\s*\\\\\"([^\"\\\\]++)\\\\\""_s);
    static const QRegularExpression Option(u"(?<![-\\w])--([A-Za-z][-\\w]*)(?:=| "_s + NoValue + u")"_s + Value);
    static const QRegularExpression Netrc(u"\\blogin\\s+\\S+\\s+(password)\\s+(\\S+)"_s);
    static const QRegularExpression Listed(u"['\"]--?([A-Za-z][-\\w]*)['\"]\\s*,\\s*"_s + Value);
    const auto byName = [](auto isSecret) {
        return [isSecret](QStringView name, QStringView) { return isSecret(name); };
    };
    QString masked = maskedText(text);
    if (masked.contains(u'=')) {
        masked = maskedNamed(masked, Variable, byName(isSecretName));
        masked = maskedNamed(masked, Assigned, byName(isSecretHere));
        masked = maskedNamed(masked, Spaced, isToldSecret);
        masked = maskedNamed(masked, Quoted, byName(isSecretMember));
    }
    if (masked.contains(u':')) {
        masked = maskedNamed(masked, Header, byName(isSecretName));
        masked = maskedNamed(masked, Told, isToldSecret);
        masked = maskedNamed(masked, Member, byName(isSecretMember));
        masked = maskedNamed(masked, Escaped, byName(isSecretMember));
        masked = maskedNamed(masked, Quoted, byName(isSecretMember));
        masked = maskedNamed(masked, Number, byName(isPasswordMember));
    }
    masked = maskedNamed(masked, Netrc, byName(isPasswordMember));
    if (masked.contains(u'-')) {
        masked = maskedNamed(masked, Option, byName(isSecretName));
        masked = maskedNamed(masked, Listed, byName(isSecretName));
    }
    return masked;
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
    const bool namesItself =
        isSecretName(description.value("name"_L1).toString()) || isSecretName(description.value("key"_L1).toString());
    QJsonObject result;
    for (auto it = description.begin(); it != description.end(); ++it) {
        const QString name = it.key();
        const bool secret = isSecretName(name) || (namesItself && name == "value"_L1);
        result.insert(name, maskedValue(it.value(), secret));
    }
    return result;
}

} // namespace Pullcord::Secrets
