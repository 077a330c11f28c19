// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/jsonredactor.h"

#include "core/capture/export/protocolnames.h"
#include "core/json/jsontext.h"
#include "core/secrets/secretnames.h"
#include "core/secrets/secrets.h"
#include "core/transport/http/parameterheaders.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// True for the user's choice in an answer to an elicitation.
bool isChoice(const JsonValue &answer)
{
    static const QByteArrayList choices{"accept", "decline", "cancel"};
    return choices.contains(answer.member("action").toUtf8());
}

/// True for a header that repeats a part of the message that is never removed.
bool isTyingHeader(const QByteArray &name)
{
    static const QByteArrayList Tying{"mcp-protocol-version", "mcp-method"};
    return Tying.contains(name.toLower());
}

/// True if `place` is the same place in the next element of a list.
bool isNext(const QStringList &place, const QStringList &before)
{
    if (place.size() != before.size())
        return false;
    const auto [here, there] = std::mismatch(place.begin(), place.end(), before.begin());
    if (here == place.end() || !std::equal(here + 1, place.end(), there + 1))
        return false;
    bool isNumber = false;
    const qlonglong index = there->toLongLong(&isNumber);
    return isNumber && *here == QString::number(index + 1);
}

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

JsonRedactor::JsonRedactor(const Redaction &rules, const QByteArray &json, Of of, QList<Hit> &hits)
    : m_rules(rules)
    , m_known(rules.m_known)
    , m_json(json)
    , m_of(of)
    , m_hits(hits)
    , m_depth(of == Of::Message && JsonValue(json).isArray() ? 1 : 0)
{}

bool JsonRedactor::redact()
{
    walk(JsonValue(m_json));
    return !m_edits.isEmpty();
}

void JsonRedactor::walk(const JsonValue &value)
{
    if (const qsizetype rule = ruleAt(); rule != NoRule)
        return maskAll(value, rule);
    if (value.isNumber())
        return m_secretOf == NoRule || (m_secretOf == m_known && !m_numbersToo) ? redactNumber(value)
                                                                                : maskWhole(value, m_secretOf);
    if (value.isString()) {
        QString text = value.toString();
        return m_known != NoRule && isOfKey(text) ? maskWhole(value, m_known) : walkText(value, std::move(text));
    }
    if (value.isObject())
        walkObject(value);
    else if (value.isArray())
        walkArray(value);
}

/// `text` is the decoded value. It may be very long, so no copy lives longer than needed.
void JsonRedactor::walkText(const JsonValue &value, QString text)
{
    if (m_secretOf != NoRule)
        return maskWhole(value, m_secretOf);
    if (m_tokensOf != NoRule && Secrets::looksLikeToken(text))
        return maskWhole(value, m_tokensOf);
    if (const qsizetype rule = ruleOfEncoded(text); rule != NoRule)
        return maskWhole(value, rule);
    const qsizetype before = m_hits.size();
    QString left = m_rules.redactedText(text, m_hits);
    const bool isSame = left == text;
    text.clear();
    if (isSame)
        return;
    const QByteArray utf8 = left.toUtf8(); // decoded text has no lone surrogates
    left.clear();
    replace(value, JsonText::quoted(QByteArrayView(utf8)));
    place(m_hits, before, placeNow());
}

/// Handles `["--token", "…"]`, `["Authorization", "…"]`, `["curl", "-u", "me:…"]`; with a rule for the name also
/// `["X-Team", "…"]` and `["TEAM=…"]`.
void JsonRedactor::walkArray(const JsonValue &array)
{
    static const QStringList Logins{u"-u"_s, u"--user"_s, u"-U"_s, u"--proxy-user"_s};
    constexpr qsizetype LongestName = 200;
    qsizetype index = 0;
    bool isOfCurl = false;
    QString before;
    for (const JsonMember &element : array) {
        m_path.append(QString::number(index++));
        QString text = element.value.toString();
        const bool isLogin = isOfCurl && Logins.contains(before);
        const bool isKeyLine = m_known != NoRule && element.value.isString() && isOfKey(text);
        const qsizetype rule = isKeyLine ? m_known : element.value.isString() ? ruleBehind(before, text) : NoRule;
        const qsizetype kept = rule != NoRule ? 0 : isLogin ? loginIn(text) : assignedIn(text);
        isOfCurl = isOfCurl || text == "curl"_L1 || text.endsWith("/curl"_L1);
        before = text.size() <= LongestName ? text : QString();
        if (rule != NoRule)
            maskWhole(element.value, rule);
        else if (kept > 0)
            replace(element.value, JsonText::quoted(QStringView(text.first(kept) + Secrets::Mask)));
        else if (element.value.isString() && ruleAt() == NoRule)
            walkText(element.value, std::move(text));
        else
            walk(element.value);
        m_path.removeLast();
    }
}

qsizetype JsonRedactor::ruleBehind(const QString &name, const QString &value) const
{
    if (m_known != NoRule && Secrets::announcesSecret(name, value) && !value.startsWith("--"_L1) &&
        !KeyReader::mayOpen(name.toUtf8()))
        return m_known;
    // Does not match a list of names.
    static const QRegularExpression Header(u"^(?:Authorization|Cookie|[A-Za-z]+(?:-[A-Za-z]+)+)$"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression OtherName(u"^[A-Za-z]+(?:[-_][A-Za-z]+)*$"_s);
    if (m_known != NoRule && Header.match(name).hasMatch() && Secrets::isSecretName(name) &&
        !Secrets::isSetting(name, value) && !OtherName.match(value).hasMatch())
        return m_known;
    const auto found = std::find_if(m_rules.m_names.begin(), m_rules.m_names.end(), [&](const Redaction::Name &known) {
        return known.name.compare(name, known.sensitivity) == 0;
    });
    return found == m_rules.m_names.end() ? NoRule : found->rule;
}

/// Returns the length of the name and its `=` if a rule matches the value; 0 otherwise.
qsizetype JsonRedactor::assignedIn(const QString &text)
{
    for (const Redaction::Name &known : m_rules.m_names) {
        const qsizetype size = known.name.size() + 1;
        if (known.sensitivity != Qt::CaseSensitive || text.size() <= size || !text.startsWith(known.name + u'='))
            continue;
        return maskBehind(text, size, known.rule);
    }
    return 0;
}

/// Returns the length of the user and the colon if the password is a known secret; 0 otherwise.
qsizetype JsonRedactor::loginIn(const QString &text)
{
    const qsizetype size = text.indexOf(u':') + 1;
    return m_known == NoRule || size == 0 || size == text.size() ? 0 : maskBehind(text, size, m_known);
}

/// Returns `size`; 0 if the value is masked already.
qsizetype JsonRedactor::maskBehind(const QString &text, qsizetype size, qsizetype rule)
{
    const QString value = text.sliced(size);
    if (value == Secrets::Mask)
        return 0;
    m_hits.append(
        {placeNow(), Redaction::shown(text, size, value.size()), text.first(size) + Secrets::Mask, rule, value});
    return size;
}

void JsonRedactor::walkObject(const JsonValue &object)
{
    std::optional<bool> isKey;
    for (const JsonMember &member : object) {
        const QString name = member.key();
        if (isTie(name, object)) {
            noteTie(member.value, name);
            continue;
        }
        redactName(member, name);
        const QString called = name == "value"_L1 ? nameBeside(object, name) : name;
        const bool isNamed = isText(member.value);
        const qsizetype rule = isNamed ? ruleOfName(called) : NoRule;
        const qsizetype outer = m_secretOf;
        const qsizetype outerTokens = m_tokensOf;
        const bool outerNumbers = m_numbersToo;
        if (!isNamed)
            enter(called, name != called);
        m_path.append(name);
        if (takes(rule, called, member.value))
            maskWhole(member.value, rule);
        else if (m_known != NoRule && isPrivatePart(name, object, isKey))
            maskWhole(member.value, m_known);
        else
            walk(member.value);
        m_path.removeLast();
        m_secretOf = outer;
        m_tokensOf = outerTokens;
        m_numbersToo = outerNumbers;
    }
}

/// True if the rule for that name applies to this text or number.
bool JsonRedactor::takes(qsizetype rule, const QString &name, const JsonValue &value) const
{
    if (rule == NoRule || rule != m_known)
        return rule != NoRule;
    if (value.isString() && value.raw().size() <= 2)
        return false;
    return (value.isString() || Secrets::isPasswordMember(name)) && !Secrets::isSetting(name, textOf(value));
}

/// Applies the rule for `called` to the contents of a container. `isValue` is true if the name is a member beside it.
void JsonRedactor::enter(const QString &called, bool isValue)
{
    // {"properties": {"password": {"type": "string"}}}
    if (isInSchema())
        return;
    const qsizetype rule = ruleOfName(called);
    if (rule == NoRule)
        return;
    m_numbersToo = m_numbersToo || Secrets::isPasswordMember(called);
    if (rule != m_known || isValue || Secrets::isPasswordMember(called) || Secrets::namesSecrets(called))
        m_secretOf = rule;
    else
        m_tokensOf = rule;
}

/// Returns the rule for an encoded header value (ParameterHeaders).
qsizetype JsonRedactor::ruleOfEncoded(const QString &text) const
{
    if (!text.startsWith(u"=?"))
        return NoRule;
    const QByteArray plain = text.toUtf8();
    const QByteArray decoded = ParameterHeaders::decoded(plain);
    QList<Hit> hits;
    if (decoded != plain)
        static_cast<void>(m_rules.redactedText(QString::fromUtf8(decoded), hits));
    return hits.isEmpty() ? NoRule : hits.constFirst().rule;
}

qsizetype JsonRedactor::ruleOfName(const QString &name) const
{
    for (const Redaction::Name &known : m_rules.m_names) {
        if (known.name.compare(name, known.sensitivity) == 0)
            return known.rule;
    }
    return m_known != NoRule && Secrets::isSecretMember(name) ? m_known : NoRule;
}

/// Masks everything except values that relate messages, and their names.
void JsonRedactor::maskAll(const JsonValue &value, qsizetype rule)
{
    if (!value.isObject() || !holdsTies())
        return maskWhole(value, rule);
    for (const JsonMember &member : value) {
        const QString name = member.key();
        if (isTie(name, value))
            continue;
        redactName(member, name);
        m_path.append(name);
        maskAll(member.value, rule);
        m_path.removeLast();
    }
}

void JsonRedactor::redactNumber(const JsonValue &value)
{
    if (m_of == Of::Details)
        return;
    const QString text = QString::fromLatin1(value.raw());
    for (const Redaction::Pattern &pattern : m_rules.m_patterns) {
        if (!Redaction::foundIn(text, pattern).isEmpty())
            return maskWhole(value, pattern.rule);
    }
}

void JsonRedactor::redactName(const JsonMember &member, const QString &name)
{
    constexpr qsizetype ShortestToken = 12; // of any known kind
    if (name.size() < ShortestToken && m_rules.m_patterns.isEmpty())
        return;
    if (!isFree(name))
        return noteName(name);
    const qsizetype before = m_hits.size();
    if (const QString left = m_rules.redactedText(name, m_hits); left != name) {
        replace(JsonValue(member.rawKey), JsonText::quoted(QStringView(distinct(left))));
        place(m_hits, before, placeNow());
    }
}

/// Reports a match in a value that is kept because states depend on it, as a warning for the user.
void JsonRedactor::noteTie(const JsonValue &value, const QString &name)
{
    static const QStringList Chosen{u"id"_s, u"method"_s, u"requestId"_s, u"progressToken"_s, u"taskId"_s};
    if (!m_staying)
        return;
    m_path.append(name);
    const qsizetype before = m_staying->size();
    if (const qsizetype rule = ruleAt(); rule != NoRule)
        m_staying->append({{}, textOf(value), {}, rule, {}});
    else if (Chosen.contains(name) && isText(value) && (value.isString() || !m_rules.m_patterns.isEmpty()))
        static_cast<void>(m_rules.redactedText(textOf(value), *m_staying));
    stays(before);
    m_path.removeLast();
}

/// Does the same for a name that the protocol does not define, on which states may depend.
void JsonRedactor::noteName(const QString &name)
{
    if (!m_staying || isProtocolName(name))
        return;
    m_path.append(name);
    const qsizetype before = m_staying->size();
    static_cast<void>(m_rules.redactedText(name, *m_staying));
    stays(before);
    m_path.removeLast();
}

qsizetype JsonRedactor::ruleAt() const
{
    if (m_path.size() > DeepestStep)
        return 0;
    if (m_of != Of::Message)
        return NoRule;
    // Matches within each message of a batch, too.
    const auto fits = [this](const Redaction::Pointer &pointer) {
        const auto fitsFrom = [&](qsizetype first) {
            return first <= m_path.size() &&
                   std::equal(pointer.steps.begin(), pointer.steps.end(), m_path.begin() + first, m_path.end(),
                              [](const QString &step, const QString &name) { return step == "*"_L1 || step == name; });
        };
        return fitsFrom(0) || (m_depth > 0 && fitsFrom(m_depth));
    };
    const auto found = std::find_if(m_rules.m_pointers.begin(), m_rules.m_pointers.end(), fits);
    return found == m_rules.m_pointers.end() ? NoRule : found->rule;
}

QString JsonRedactor::placeNow() const
{
    QStringList steps = m_path;
    steps.replaceInStrings(u"~"_s, u"~0"_s).replaceInStrings(u"/"_s, u"~1"_s);
    return (m_of == Of::Details ? QString() : u"/"_s) + steps.join(u'/');
}

QString JsonRedactor::distinct(const QString &name)
{
    const int count = ++m_names[placeNow() + u'/' + name];
    return count == 1 ? name : u"%1 %2"_s.arg(name).arg(count);
}

void JsonRedactor::replace(const JsonValue &value, const QByteArray &with)
{
    m_edits.append({value.raw().data() - m_json.constData(), value.raw().size(), with});
}

void JsonRedactor::maskWhole(const JsonValue &value, qsizetype rule)
{
    const QString text = value.isString() ? value.toString() : QString::fromUtf8(value.raw());
    if (text == Secrets::Mask)
        return;
    static const QString Mask(Secrets::Mask);
    static const QByteArray Quoted = JsonText::quoted(QStringView(Mask));
    replace(value, Quoted);
    m_hits.append({placeNow(), Redaction::shown(text, 0, text.size()), Mask, rule, text, !value.isString()});
}

void JsonRedactor::stays(qsizetype first)
{
    for (qsizetype i = first; i < m_staying->size(); ++i) {
        Hit &hit = (*m_staying)[i];
        hit.place = placeNow();
        hit.left = hit.value;
    }
}

bool JsonRedactor::isOfKey(const QString &text)
{
    constexpr qsizetype LongestText = 20'000;
    const bool isNextOfKey = m_key.isOpen() && text.size() <= LongestText && isNext(m_path, m_keyAt);
    const bool mayOpen = text.contains("PRIVATE KEY"_L1) || text.contains("PuTTY-User-Key-File-"_L1);
    if (!isNextOfKey && !mayOpen)
        return false;
    if (!isNextOfKey)
        m_key = {};
    m_keyAt = m_path;
    return !text.isEmpty() && m_key.take(text.toUtf8());
}

bool JsonRedactor::isTie(const QString &name, const JsonValue &parent) const
{
    static const QStringList ofMessage{u"id"_s, u"method"_s, u"jsonrpc"_s};
    static const QStringList ofParams{u"requestId"_s,
                                      u"progressToken"_s,
                                      u"progress"_s,
                                      u"total"_s,
                                      u"io.modelcontextprotocol/logLevel"_s,
                                      u"protocolVersion"_s,
                                      u"io.modelcontextprotocol/protocolVersion"_s};
    static const QStringList ofResult{u"resultType"_s, u"isError"_s, u"protocolVersion"_s, u"supportedVersions"_s};
    static const QStringList ofEvent{u"id"_s,  u"follows"_s, u"parent"_s,   u"became"_s,  u"step"_s,       u"way"_s,
                                     u"how"_s, u"ends"_s,    u"requests"_s, u"cancels"_s, u"notAccepted"_s};
    if (m_of == Of::Details && m_path.size() == 2 && m_path.constFirst() == "headers"_L1 && name == "value"_L1)
        return isTyingHeader(parent.member("name").toUtf8());
    if (m_of == Of::Details)
        return m_path.isEmpty() && ofEvent.contains(name) && (m_tiesId || name != "id"_L1);
    const qsizetype level = m_path.size() - m_depth;
    if (m_of == Of::Text || level < 0 || level > 2)
        return false;
    if (level == 0)
        return ofMessage.contains(name);
    const QString &part = m_path.at(m_depth);
    if (part == "error"_L1)
        return level == 1 && name == "code"_L1;
    if (name == "taskId"_L1 || (name == "status"_L1 && parent.member("taskId").isValid()))
        return level == 1 || m_path.constLast() == "task"_L1;
    if (part == "result"_L1)
        return level == 1 && (ofResult.contains(name) || (name == "action"_L1 && isChoice(parent)));
    return part == "params"_L1 && (level == 1 || m_path.constLast() == "_meta"_L1) && ofParams.contains(name);
}

bool JsonRedactor::isInSchema() const
{
    static const QStringList Described{u"properties"_s,  u"patternProperties"_s, u"$defs"_s,
                                       u"definitions"_s, u"dependentRequired"_s, u"dependentSchemas"_s};
    return !m_path.isEmpty() && Described.contains(m_path.constLast());
}

bool JsonRedactor::isFree(const QString &name) const
{
    static const QStringList Free{u"arguments"_s, u"structuredContent"_s, u"data"_s, u"metadata"_s,
                                  u"_meta"_s,     u"experimental"_s};
    static const QStringList OfProcess{u"env"_s, u"environment"_s};
    if (m_of == Of::Text || m_path.isEmpty())
        return m_of == Of::Text;
    if (m_of == Of::Details)
        return OfProcess.contains(m_path.constLast());
    if (m_path.constLast() == "_meta"_L1 && name.startsWith("io.modelcontextprotocol/"_L1))
        return false;
    const bool isAnswerOfForm =
        m_path.size() - m_depth == 2 && m_path.at(m_depth) == "result"_L1 && m_path.constLast() == "content"_L1;
    const bool isAnswerWithin = m_path.size() - m_depth == 4 && m_path.at(m_depth) == "params"_L1 &&
                                m_path.at(m_depth + 1) == "inputResponses"_L1 && m_path.constLast() == "content"_L1;
    return isAnswerOfForm || isAnswerWithin || isInSchema() ||
           std::any_of(m_path.begin(), m_path.end(), [](const QString &step) { return Free.contains(step); });
}

bool JsonRedactor::holdsTies() const
{
    static const QStringList ofMessage{u"params"_s, u"result"_s, u"error"_s};
    static const QStringList below{u"_meta"_s, u"task"_s, u"inputRequests"_s};
    const qsizetype level = m_path.size() - m_depth;
    return m_of == Of::Message && (level == 0 || (level == 1 && ofMessage.contains(m_path.constLast())) ||
                                   (level == 2 && below.contains(m_path.constLast())));
}

QByteArray JsonRedactor::result() const
{
    QByteArray result;
    result.reserve(m_json.size());
    qsizetype done = 0;
    for (const Edit &edit : m_edits) {
        result += QByteArrayView(m_json).sliced(done, edit.offset - done);
        result += edit.with;
        done = edit.offset + edit.length;
    }
    result += QByteArrayView(m_json).sliced(done);
    return result;
}

} // namespace Pullcord
