// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/redaction.h"

#include "core/capture/export/protocolnames.h"
#include "core/capture/export/redaction/keyreader.h"
#include "core/capture/export/redaction/redactioncounts.h"
#include "core/capture/export/redaction/redactionwalk.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/secrets/secretnames.h"
#include "core/secrets/secrets.h"
#include "core/transport/http/parameterheaders.h"

#include <QJsonDocument>

#include <algorithm>
#include <optional>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

Error isNoRule(const QString &rule)
{
    return {
        ErrorKind::Usage,
        TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "\"%1\" is not a rule: use known, header:NAME, env:NAME, pointer:/path or pattern:REGEX"),
            rule)};
}

Error isNoPattern(const QRegularExpression &form)
{
    return {ErrorKind::Usage,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "\"%1\" is not a regular expression: character %2: %3"),
                form.pattern(), form.patternErrorOffset() + 1, form.errorString())};
}

/// Returns the place in a message whose text the `reason` of an event of this kind repeats; null if there is none.
const char *placeOfReason(EventKind kind)
{
    switch (kind) {
    case EventKind::Cancel:
    case EventKind::Note:
        return "/params/reason";
    case EventKind::Http: // an error where none is allowed
    case EventKind::Unsent:
    case EventKind::Closed:
    case EventKind::Failed:
        return "/error/message";
    default:
        return nullptr;
    }
}

/// Returns patterns for `name` and its value in a text, in the possible quotings: `"name": "value"`, `"name=value"`,
/// `name="value"`. A masked value does not match.
QStringList formsOf(const QString &name, const QString &between, const QString &value)
{
    const QString known = QRegularExpression::escape(name);
    const QString noMask = u"(?![\"']?\\*\\*\\*)"_s;
    return {
        u"(([\"'])%1\\2\\s*(?::|=>)\\s*)%2(?:\"(?:[^\"\\\\\\r\\n]|\\\\.)*\"|'(?:[^'\\\\\\r\\n]|\\\\.)*'|[^\\s,}\\]\"']+)"_s
            .arg(known, noMask),
        u"(([\"'])%1%2)%3(?:(?!\\2)[^\\r\\n])+"_s.arg(known, between, noMask),
        u"(?<![\\w\"'-])(%1%2)%3%4"_s.arg(known, between, noMask, value)};
}

/// True for a JSON Pointer (RFC 6901): a ~ must be followed by 0 or 1.
bool isPointer(const QString &text)
{
    static const QRegularExpression form(u"\\A(?:/(?:[^~]|~[01])*+)\\z"_s,
                                         QRegularExpression::DotMatchesEverythingOption);
    return form.match(text).hasMatch();
}

constexpr qsizetype ShownAround = 12;
constexpr qsizetype ShownOfValue = 1000;

qsizetype nextOpening(const QString &text, qsizetype from)
{
    while (from < text.size() && text.at(from) != u'{' && text.at(from) != u'[')
        ++from;
    return from;
}

/// Returns the position after the bracket that closes the one at `from`; the size of the text if there is none.
qsizetype closingOf(const QString &text, qsizetype from)
{
    qsizetype depth = 0;
    bool isInString = false;
    for (qsizetype at = from; at < text.size(); ++at) {
        const char16_t c = text.at(at).unicode();
        if (isInString && c == '\\')
            ++at;
        else if (c == '"')
            isInString = !isInString;
        else if (!isInString && (c == '{' || c == '['))
            ++depth;
        else if (!isInString && (c == '}' || c == ']') && --depth == 0)
            return at + 1;
    }
    return text.size();
}

/// A text without its terminal colour sequences, and the original position of each character.
struct Uncoloured
{
    QString text;
    QList<qsizetype> places;

    explicit Uncoloured(const QString &coloured)
    {
        static const QRegularExpression Sequence(
            u"\\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)|[()][0-9A-Z])?"_s);
        const auto take = [&](qsizetype from, qsizetype until) {
            text += QStringView(coloured).sliced(from, until - from);
            for (; from < until; ++from)
                places.append(from);
        };
        qsizetype done = 0;
        for (auto matches = Sequence.globalMatch(coloured); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            take(done, match.capturedStart());
            done = match.capturedEnd();
        }
        take(done, coloured.size());
        places.append(coloured.size());
    }
};

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

Result<Redaction> Redaction::parse(const QStringList &rules)
{
    Redaction redaction;
    for (const QString &rule : rules) {
        if (rule.isEmpty() || redaction.m_rules.contains(rule))
            continue;
        if (const auto error = redaction.add(rule))
            return *error;
        redaction.m_rules << rule;
    }
    return redaction;
}

std::optional<Error> Redaction::add(const QString &rule)
{
    const qsizetype number = m_rules.size();
    if (rule == Known) {
        m_known = number;
        return {};
    }
    const QString kind = rule.section(u':', 0, 0);
    const QString what = rule.section(u':', 1);
    if (what.isEmpty())
        return isNoRule(rule);
    const auto addName = [&](Qt::CaseSensitivity sensitivity, const QString &between, const QString &value) {
        m_names.append({what, sensitivity, number});
        const auto options = sensitivity == Qt::CaseSensitive ? QRegularExpression::NoPatternOption
                                                              : QRegularExpression::CaseInsensitiveOption;
        const QStringList forms = formsOf(what, between, value);
        for (const QString &form : forms)
            m_patterns.append({QRegularExpression(form, options), true, number});
    };
    if (kind == "header"_L1) {
        addName(Qt::CaseInsensitive, u"[ \\t]*+:[ \\t]*+"_s, u"[^\\r\\n]+"_s);
    } else if (kind == "env"_L1) {
        addName(Qt::CaseSensitive, u"[ \\t]*+[=:][ \\t]*+"_s,
                u"(?:\"(?:[^\"\\\\\\r\\n]++|\\\\[^\\r\\n])*+\"|'[^'\\r\\n]*'|(?:[^\\s\\\\]++|\\\\ ?+)++)"_s);
    } else if (kind == "pointer"_L1 && isPointer(what)) {
        QStringList steps = what.sliced(1).split(u'/');
        steps.replaceInStrings(u"~1"_s, u"/"_s).replaceInStrings(u"~0"_s, u"~"_s);
        m_pointers.append({steps, number});
    } else if (kind == "pattern"_L1) {
        const QRegularExpression form(what);
        if (!form.isValid())
            return isNoPattern(form);
        m_patterns.append({form, false, number});
    } else {
        return isNoRule(rule);
    }
    return {};
}

Event Redaction::redacted(Event event, QList<Hit> &hits, QList<Hit> *staying) const
{
    const bool isOfStream =
        event.kind == EventKind::Message || event.kind == EventKind::Http; // their id is that of a server-sent event
    if (event.kind != EventKind::Dialect)
        event.details = redactedDetails(event.details, !isOfStream, hits);
    if (const char *place = placeOfReason(event.kind))
        redactReason(event.details, place, hits);
    const qsizetype before = hits.size();
    if (event.envelope.kind == MessageKind::None && !event.isMessage()) {
        event.bytes = redactedBytes(event.bytes, hits);
        for (qsizetype i = before; i < hits.size(); ++i)
            hits[i].place.prepend(QString::fromLatin1(nameOf(event.kind)));
        return event;
    }
    event.bytes = redactedMessage(event.bytes, hits, staying);
    if (hits.size() > before)
        event.envelope = Envelope::of(event.bytes);
    return event;
}

CaptureHeader Redaction::redacted(CaptureHeader header, QList<Hit> &hits) const
{
    header.title = redactedText(header.title, hits);
    for (Hit &hit : hits)
        hit.place = u"title"_s;
    header.connection = redactedDetails(header.connection, true, hits);
    const QJsonValue noted = header.others.take(RedactionCounts::Member);
    header.others = redactedDetails(header.others, true, hits);
    if (!noted.isUndefined())
        header.others.insert(RedactionCounts::Member, noted);
    return header;
}

void Redaction::redactReason(QJsonObject &details, const QByteArray &pointer, QList<Hit> &hits) const
{
    const qsizetype before = hits.size();
    const QString reason = details.value("reason"_L1).toString();
    if (const QString left = redactedAt(pointer, reason, hits); left != reason)
        details.insert("reason"_L1, left);
    for (qsizetype i = before; i < hits.size(); ++i)
        hits[i].place = u"reason"_s;
}

QString Redaction::redactedAt(const QByteArray &pointer, const QString &text, QList<Hit> &hits) const
{
    if (text.isEmpty() || text == Secrets::Mask)
        return text;
    QByteArray message = JsonText::quoted(QStringView(text));
    for (QByteArray left = pointer; !left.isEmpty(); left.truncate(left.lastIndexOf('/')))
        message = JsonText::withMember({}, left.sliced(left.lastIndexOf('/') + 1), message);
    const qsizetype before = hits.size();
    const QByteArray left = redactedMessage(message, hits);
    if (hits.size() == before)
        return text;
    // An ancestor may be removed as a whole.
    const JsonValue value = JsonValue(left).pointer(pointer);
    return value.isString() ? value.toString() : QString(Secrets::Mask);
}

QByteArray Redaction::redactedBytes(const QByteArray &bytes, QList<Hit> &hits) const
{
    if (bytes.isEmpty())
        return bytes;
    const QString text = QString::fromUtf8(bytes);
    const bool isUtf8 = !text.contains(QChar::ReplacementCharacter);
    const QString whole = isUtf8 ? text : QString::fromLatin1(bytes); // Latin-1 restores every byte
    const QString left = redactedText(whole, hits);
    if (left == whole)
        return bytes;
    return isUtf8 ? left.toUtf8() : left.toLatin1();
}

qsizetype Redaction::ruleOfName(const QString &name) const
{
    for (const Name &known : m_names) {
        if (known.name.compare(name, known.sensitivity) == 0)
            return known.rule;
    }
    return m_known != NoRule && Secrets::isSecretMember(name) ? m_known : NoRule;
}

/// A match of a rule in a text.
struct Redaction::Found
{
    qsizetype from;
    qsizetype until;
    qsizetype rule;
};

QString Redaction::shown(const QString &text, qsizetype from, qsizetype size)
{
    if (size == text.size() && size <= ShownOfValue)
        return text;
    const qsizetype begin = qMax<qsizetype>(0, from - ShownAround);
    const qsizetype end = qMin(text.size(), from + size + ShownAround);
    const QString dots = u"…"_s;
    const QString value = size > ShownOfValue ? text.sliced(from, ShownOfValue) + dots : text.sliced(from, size);
    return (begin > 0 ? dots : QString()) + text.sliced(begin, from - begin) + value +
           text.sliced(from + size, end - from - size) + (end < text.size() ? dots : QString());
}

QString Redaction::redactedText(const QString &text, QList<Hit> &hits) const
{
    if (text.contains(u'\x1b')) {
        const Uncoloured plain(text);
        if (QList<Hit> within; redactedWithin(plain.text, within) != plain.text)
            return redactedText(plain.text, hits); // colours within JSON are not kept
        QList<Found> found = foundIn(plain.text);
        for (Found &one : found) {
            one.until = plain.places.at(one.until - 1) + 1;
            one.from = plain.places.at(one.from);
        }
        return masked(text, std::move(found), hits);
    }
    if (const QStringView begin = QStringView(text).trimmed(); begin.startsWith(u'{') || begin.startsWith(u'[')) {
        QByteArray json = text.toUtf8();
        thread_local JsonChecker checker;
        if (!checker.check(json)) {
            Walk all{json, Walk::Of::Text, hits};
            walk(JsonValue(json), all);
            if (all.edits.isEmpty())
                return text;
            json = all.result(); // it may be as long, so the old text is not kept besides it
            return QString::fromUtf8(json);
        }
    }
    const QString within = redactedWithin(text, hits);
    return masked(within, foundIn(within), hits);
}

/// Returns the matches of all rules in the original text: after a removal, the rest of a token would not match.
QList<Redaction::Found> Redaction::foundIn(const QString &text) const
{
    QList<Found> found;
    for (const Pattern &pattern : m_patterns)
        found += foundIn(text, pattern);
    if (m_known != NoRule) {
        const QList<Secrets::Span> secrets = Secrets::secretsIn(text);
        for (const Secrets::Span &secret : secrets)
            found.append({secret.from, secret.until, m_known});
    }
    return found;
}

/// Redacts JSON within a sentence.
QString Redaction::redactedWithin(const QString &text, QList<Hit> &hits) const
{
    if (m_known == NoRule && m_names.isEmpty())
        return text;
    QString left;
    qsizetype done = 0;
    qsizetype budget = 4 * text.size() + 1000; // for brackets that begin no JSON
    for (qsizetype from = nextOpening(text, 0); from < text.size() && budget > 0;) {
        const qsizetype end = closingOf(text, from);
        const QByteArray json = QStringView(text).sliced(from, end - from).toUtf8();
        thread_local JsonChecker checker;
        if (!json.contains('"') || checker.check(json)) {
            budget -= end - from;
            from = nextOpening(text, from + 1);
            continue;
        }
        Walk all{json, Walk::Of::Text, hits};
        walk(JsonValue(json), all);
        if (!all.edits.isEmpty()) {
            left += QStringView(text).sliced(done, from - done);
            left += QString::fromUtf8(all.result());
            done = end;
        }
        from = nextOpening(text, end);
    }
    return done == 0 ? text : left + text.sliced(done);
}

QList<Redaction::Found> Redaction::foundIn(const QString &text, const Pattern &pattern)
{
    QList<Found> found;
    for (qsizetype from = 0; from <= text.size();) {
        // Once is enough; the check takes the time of the whole text.
        const QRegularExpressionMatch match = pattern.form.match(
            text, from, QRegularExpression::NormalMatch,
            from == 0 ? QRegularExpression::NoMatchOption : QRegularExpression::DontCheckSubjectStringMatchOption);
        if (!match.isValid()) { // the engine has given up, so the rest is unknown
            found.append({found.isEmpty() ? 0 : found.constLast().until, text.size(), pattern.rule});
            break;
        }
        if (!match.hasMatch())
            break;
        const qsizetype begin = pattern.keepsName ? match.capturedEnd(1) : match.capturedStart();
        const QStringView value = QStringView(text).sliced(begin, match.capturedEnd() - begin);
        if (!value.isEmpty() && value != Secrets::Mask)
            found.append({begin, match.capturedEnd(), pattern.rule});
        from = match.capturedEnd();
        if (match.capturedLength() == 0)
            from += from < text.size() && text.at(from).isHighSurrogate() ? 2 : 1;
    }
    return found;
}

/// Removes the matches. Overlapping ones are removed as one; a match inside another is not a hit.
QString Redaction::masked(const QString &text, QList<Found> found, QList<Hit> &hits)
{
    if (found.isEmpty())
        return text;
    struct Gone
    {
        qsizetype from;
        qsizetype until;
        qsizetype leftFrom;
    };
    // At the same position the longest match comes first; at equal length, the first rule.
    std::stable_sort(found.begin(), found.end(), [](const Found &a, const Found &b) {
        return a.from != b.from ? a.from < b.from : a.until > b.until;
    });
    QList<Gone> all;
    QList<std::pair<Found, qsizetype>> counted; // match, and index in `all`
    for (const Found &one : std::as_const(found)) {
        const bool overlaps = !all.isEmpty() && one.from < all.constLast().until;
        if (overlaps && one.until <= all.constLast().until)
            continue;
        if (overlaps)
            all.last().until = one.until;
        else
            all.append({one.from, one.until, 0});
        counted.append({one, all.size() - 1});
    }
    QString left;
    left.reserve(text.size());
    qsizetype done = 0;
    for (Gone &gone : all) {
        left += QStringView(text).sliced(done, gone.from - done);
        gone.leftFrom = left.size();
        left += Secrets::Mask;
        done = gone.until;
    }
    left += QStringView(text).sliced(done);
    for (const auto &[one, number] : std::as_const(counted)) {
        const Gone &gone = all.at(number);
        hits.append({{},
                     shown(text, one.from, one.until - one.from),
                     shown(left, gone.leftFrom, Secrets::Mask.size()),
                     one.rule,
                     text.sliced(gone.from, gone.until - gone.from)});
    }
    return left;
}

void Redaction::redactNumber(const JsonValue &value, Walk &walk) const
{
    if (walk.of == Walk::Of::Details)
        return;
    const QString text = QString::fromLatin1(value.raw());
    for (const Pattern &pattern : m_patterns) {
        if (!foundIn(text, pattern).isEmpty())
            return walk.maskWhole(value, pattern.rule);
    }
}

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
        !KeyReader::mayOpen(name.toUtf8()))
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

/// Reports a match in a value that is kept because states depend on it, as a warning for the user.
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

/// Does the same for a name that the protocol does not define, on which states may depend.
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
