// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction.h"

#include "core/capture/export/keyline.h"
#include "core/capture/export/protocolnames.h"
#include "core/capture/export/redactionwalk.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/transport/http/parameterheaders.h"
#include "core/transport/secretnames.h"
#include "core/transport/secrets.h"

#include <QJsonDocument>

#include <algorithm>
#include <optional>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype DeepestStep = 100; // deeper values are removed as a whole

/// Prefixes the places of the hits from `first` on.
void place(QList<Redaction::Hit> &hits, qsizetype first, const QString &within)
{
    for (qsizetype i = first; i < hits.size(); ++i)
        hits[i].place.prepend(within);
}

bool isText(const JsonValue &value)
{
    return value.isString() || value.isNumber();
}

QString textOf(const JsonValue &value)
{
    return value.isString() ? value.toString() : QString::fromUtf8(value.raw());
}

/// Handles `{"name": "API_KEY", "value": "…"}`, or with "key"; returns `name` if there is no such member.
QString nameBeside(const JsonValue &object, const QString &name)
{
    for (const char *member : {"name", "key", "header"}) {
        if (const JsonValue beside = object.member(member); beside.isString())
            return beside.toString();
    }
    return name;
}

/// True for a private member of a JSON Web Key (RFC 7517); false in other objects.
bool isPrivatePart(const QString &name, const JsonValue &object, std::optional<bool> &isKey)
{
    static const QStringList Parts{u"d"_s, u"p"_s, u"q"_s, u"dp"_s, u"dq"_s, u"qi"_s, u"k"_s, u"oth"_s};
    if (!Parts.contains(name))
        return false;
    if (!isKey) // once, since it searches all members
        isKey = object.member("kty").isString();
    return *isKey;
}

} // namespace

QByteArray Redaction::redactedMessage(const QByteArray &json, QList<Hit> &hits, QList<Hit> *staying) const
{
    const JsonValue value(json);
    Walk all{json, Walk::Of::Message, hits, value.isArray() ? 1 : 0};
    all.staying = staying;
    walk(value, all);
    return all.result();
}

QJsonObject Redaction::redactedDetails(const QJsonObject &details, bool tiesId, QList<Hit> &hits) const
{
    if (details.isEmpty())
        return details;
    const QByteArray json = QJsonDocument(details).toJson(QJsonDocument::Compact);
    Walk all{json, Walk::Of::Details, hits};
    all.tiesId = tiesId;
    walk(JsonValue(json), all);
    return all.edits.isEmpty() ? details : QJsonDocument::fromJson(all.result()).object();
}

/// Returns the rule for an encoded header value (ParameterHeaders).
qsizetype Redaction::ruleOfEncoded(const QString &text) const
{
    if (!text.startsWith(u"=?"))
        return NoRule;
    const QByteArray plain = text.toUtf8();
    const QByteArray decoded = ParameterHeaders::decoded(plain);
    QList<Hit> hits;
    if (decoded != plain)
        static_cast<void>(redactedText(QString::fromUtf8(decoded), hits));
    return hits.isEmpty() ? NoRule : hits.constFirst().rule;
}

void Redaction::redactName(const JsonMember &member, const QString &name, Walk &walk) const
{
    constexpr qsizetype ShortestToken = 12; // of any known kind
    if (name.size() < ShortestToken && m_patterns.isEmpty())
        return;
    if (!walk.isFree(name))
        return noteName(name, walk);
    const qsizetype before = walk.hits.size();
    if (const QString left = redactedText(name, walk.hits); left != name) {
        walk.replace(JsonValue(member.rawKey), JsonText::quoted(QStringView(walk.distinct(left))));
        place(walk.hits, before, walk.placeNow());
    }
}

/// Masks everything except values that relate messages, and their names.
void Redaction::maskAll(const JsonValue &value, Walk &walk, qsizetype rule) const
{
    if (!value.isObject() || !walk.holdsTies())
        return walk.maskWhole(value, rule);
    for (const JsonMember &member : value) {
        const QString name = member.key();
        if (walk.isTie(name, value))
            continue;
        redactName(member, name, walk);
        walk.path.append(name);
        maskAll(member.value, walk, rule);
        walk.path.removeLast();
    }
}

void Redaction::walk(const JsonValue &value, Walk &walk) const
{
    if (const qsizetype rule = ruleAt(walk); rule != NoRule)
        return maskAll(value, walk, rule);
    if (value.isNumber())
        return walk.secretOf == NoRule || (walk.secretOf == m_known && !walk.numbersToo)
                   ? redactNumber(value, walk)
                   : walk.maskWhole(value, walk.secretOf);
    if (value.isString()) {
        QString text = value.toString();
        return m_known != NoRule && walk.isOfKey(text) ? walk.maskWhole(value, m_known)
                                                       : walkText(value, std::move(text), walk);
    }
    if (value.isObject())
        walkObject(value, walk);
    else if (value.isArray())
        walkArray(value, walk);
}

/// `text` is the decoded value. It may be very long, so no copy lives longer than needed.
void Redaction::walkText(const JsonValue &value, QString text, Walk &walk) const
{
    if (walk.secretOf != NoRule)
        return walk.maskWhole(value, walk.secretOf);
    if (walk.tokensOf != NoRule && Secrets::looksLikeToken(text))
        return walk.maskWhole(value, walk.tokensOf);
    if (const qsizetype rule = ruleOfEncoded(text); rule != NoRule)
        return walk.maskWhole(value, rule);
    const qsizetype before = walk.hits.size();
    QString left = redactedText(text, walk.hits);
    const bool isSame = left == text;
    text.clear();
    if (isSame)
        return;
    const QByteArray utf8 = left.toUtf8(); // decoded text has no lone surrogates
    left.clear();
    walk.replace(value, JsonText::quoted(QByteArrayView(utf8)));
    place(walk.hits, before, walk.placeNow());
}

/// Handles `["--token", "…"]`, `["Authorization", "…"]`, `["curl", "-u", "me:…"]`; with a rule for the name also
/// `["X-Team", "…"]` and `["TEAM=…"]`.
void Redaction::walkArray(const JsonValue &array, Walk &walk) const
{
    static const QStringList Logins{u"-u"_s, u"--user"_s, u"-U"_s, u"--proxy-user"_s};
    constexpr qsizetype LongestName = 200;
    qsizetype index = 0;
    bool isOfCurl = false;
    QString before;
    for (const JsonMember &element : array) {
        walk.path.append(QString::number(index++));
        QString text = element.value.toString();
        const bool isLogin = isOfCurl && Logins.contains(before);
        const bool isOfKey = m_known != NoRule && element.value.isString() && walk.isOfKey(text);
        const qsizetype rule = isOfKey ? m_known : element.value.isString() ? ruleBehind(before, text) : NoRule;
        const qsizetype kept = rule != NoRule ? 0 : isLogin ? loginIn(text, walk) : assignedIn(text, walk);
        isOfCurl = isOfCurl || text == "curl"_L1 || text.endsWith("/curl"_L1);
        before = text.size() <= LongestName ? text : QString();
        if (rule != NoRule)
            walk.maskWhole(element.value, rule);
        else if (kept > 0)
            walk.replace(element.value, JsonText::quoted(QStringView(text.first(kept) + Secrets::Mask)));
        else if (element.value.isString() && ruleAt(walk) == NoRule)
            walkText(element.value, std::move(text), walk);
        else
            this->walk(element.value, walk);
        walk.path.removeLast();
    }
}

qsizetype Redaction::ruleBehind(const QString &name, const QString &value) const
{
    if (m_known != NoRule && Secrets::announcesSecret(name, value) && !value.startsWith("--"_L1) &&
        !KeyLine::mayOpen(name.toUtf8()))
        return m_known;
    // Does not match a list of names.
    static const QRegularExpression Header(u"^(?:Authorization|Cookie|[A-Za-z]+(?:-[A-Za-z]+)+)$"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression OtherName(u"^[A-Za-z]+(?:[-_][A-Za-z]+)*$"_s);
    if (m_known != NoRule && Header.match(name).hasMatch() && Secrets::isSecretName(name) &&
        !Secrets::isSetting(name, value) && !OtherName.match(value).hasMatch())
        return m_known;
    const auto found = std::find_if(m_names.begin(), m_names.end(), [&](const Name &known) {
        return known.name.compare(name, known.sensitivity) == 0;
    });
    return found == m_names.end() ? NoRule : found->rule;
}

/// Returns the length of the name and its `=` if a rule matches the value; 0 otherwise.
qsizetype Redaction::assignedIn(const QString &text, Walk &walk) const
{
    for (const Name &known : m_names) {
        const qsizetype size = known.name.size() + 1;
        if (known.sensitivity != Qt::CaseSensitive || text.size() <= size || !text.startsWith(known.name + u'='))
            continue;
        return maskBehind(text, size, known.rule, walk);
    }
    return 0;
}

/// Returns the length of the user and the colon if the password is a known secret; 0 otherwise.
qsizetype Redaction::loginIn(const QString &text, Walk &walk) const
{
    const qsizetype size = text.indexOf(u':') + 1;
    return m_known == NoRule || size == 0 || size == text.size() ? 0 : maskBehind(text, size, m_known, walk);
}

/// Returns `size`; 0 if the value is masked already.
qsizetype Redaction::maskBehind(const QString &text, qsizetype size, qsizetype rule, Walk &walk)
{
    const QString value = text.sliced(size);
    if (value == Secrets::Mask)
        return 0;
    walk.hits.append({walk.placeNow(), shown(text, size, value.size()), text.first(size) + Secrets::Mask, rule, value});
    return size;
}

/// The value is kept, since states depend on it; reports the match, so that the user knows.
void Redaction::noteTie(const JsonValue &value, const QString &name, Walk &walk) const
{
    static const QStringList Chosen{u"id"_s, u"method"_s, u"requestId"_s, u"progressToken"_s, u"taskId"_s};
    if (!walk.staying)
        return;
    walk.path.append(name);
    const qsizetype before = walk.staying->size();
    if (const qsizetype rule = ruleAt(walk); rule != NoRule)
        walk.staying->append({{}, textOf(value), {}, rule, {}});
    else if (Chosen.contains(name) && isText(value) && (value.isString() || !m_patterns.isEmpty()))
        static_cast<void>(redactedText(textOf(value), *walk.staying));
    walk.stays(before);
    walk.path.removeLast();
}

/// The same for a name other than the protocol's, which states may depend on.
void Redaction::noteName(const QString &name, Walk &walk) const
{
    if (!walk.staying || isProtocolName(name))
        return;
    walk.path.append(name);
    const qsizetype before = walk.staying->size();
    static_cast<void>(redactedText(name, *walk.staying));
    walk.stays(before);
    walk.path.removeLast();
}

void Redaction::walkObject(const JsonValue &object, Walk &walk) const
{
    std::optional<bool> isKey;
    for (const JsonMember &member : object) {
        const QString name = member.key();
        if (walk.isTie(name, object)) {
            noteTie(member.value, name, walk);
            continue;
        }
        redactName(member, name, walk);
        const QString called = name == "value"_L1 ? nameBeside(object, name) : name;
        const bool isNamed = isText(member.value);
        const qsizetype rule = isNamed ? ruleOfName(called) : NoRule;
        const qsizetype outer = walk.secretOf;
        const qsizetype outerTokens = walk.tokensOf;
        const bool outerNumbers = walk.numbersToo;
        if (!isNamed)
            enter(called, name != called, walk);
        walk.path.append(name);
        if (takes(rule, called, member.value))
            walk.maskWhole(member.value, rule);
        else if (m_known != NoRule && isPrivatePart(name, object, isKey))
            walk.maskWhole(member.value, m_known);
        else
            this->walk(member.value, walk);
        walk.path.removeLast();
        walk.secretOf = outer;
        walk.tokensOf = outerTokens;
        walk.numbersToo = outerNumbers;
    }
}

/// True if the rule for that name applies to this text or number.
bool Redaction::takes(qsizetype rule, const QString &name, const JsonValue &value) const
{
    if (rule == NoRule || rule != m_known)
        return rule != NoRule;
    if (value.isString() && value.raw().size() <= 2)
        return false;
    return (value.isString() || Secrets::isPasswordMember(name)) && !Secrets::isSetting(name, textOf(value));
}

/// Applies the rule for `called` to the contents of a container. `isValue` is true if the name is a member beside it.
void Redaction::enter(const QString &called, bool isValue, Walk &walk) const
{
    // {"properties": {"password": {"type": "string"}}}
    if (walk.isInSchema())
        return;
    const qsizetype rule = ruleOfName(called);
    if (rule == NoRule)
        return;
    walk.numbersToo = walk.numbersToo || Secrets::isPasswordMember(called);
    if (rule != m_known || isValue || Secrets::isPasswordMember(called) || Secrets::namesSecrets(called))
        walk.secretOf = rule;
    else
        walk.tokensOf = rule;
}

qsizetype Redaction::ruleAt(const Walk &walk) const
{
    if (walk.path.size() > DeepestStep)
        return 0;
    if (walk.of != Walk::Of::Message)
        return NoRule;
    // Matches within each message of a batch, too.
    const auto fits = [&walk](const Pointer &pointer) {
        const auto fitsFrom = [&](qsizetype first) {
            return first <= walk.path.size() &&
                   std::equal(pointer.steps.begin(), pointer.steps.end(), walk.path.begin() + first, walk.path.end(),
                              [](const QString &step, const QString &name) { return step == "*"_L1 || step == name; });
        };
        return fitsFrom(0) || (walk.depth > 0 && fitsFrom(walk.depth));
    };
    const auto found = std::find_if(m_pointers.begin(), m_pointers.end(), fits);
    return found == m_pointers.end() ? NoRule : found->rule;
}

} // namespace Pullcord
