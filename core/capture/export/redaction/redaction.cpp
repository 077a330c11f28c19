// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/redaction.h"

#include "core/capture/export/redaction/jsonredactor.h"
#include "core/capture/export/redaction/redactioncounts.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/secrets/secrets.h"

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

/// A text without its terminal color sequences, and the original position of each character.
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
            return redactedText(plain.text, hits); // colors within JSON are not kept
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
            JsonRedactor redactor(*this, json, JsonRedactor::Of::Text, hits);
            if (!redactor.redact())
                return text;
            json = redactor.result(); // it may be as long, so the old text is not kept besides it
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
        JsonRedactor redactor(*this, json, JsonRedactor::Of::Text, hits);
        if (redactor.redact()) {
            left += QStringView(text).sliced(done, from - done);
            left += QString::fromUtf8(redactor.result());
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

QByteArray Redaction::redactedMessage(const QByteArray &json, QList<Hit> &hits, QList<Hit> *staying) const
{
    JsonRedactor redactor(*this, json, JsonRedactor::Of::Message, hits);
    redactor.setStaying(staying);
    return redactor.redact() ? redactor.result() : json;
}

QJsonObject Redaction::redactedDetails(const QJsonObject &details, bool tiesId, QList<Hit> &hits) const
{
    if (details.isEmpty())
        return details;
    const QByteArray json = QJsonDocument(details).toJson(QJsonDocument::Compact);
    JsonRedactor redactor(*this, json, JsonRedactor::Of::Details, hits);
    redactor.setTiesId(tiesId);
    return redactor.redact() ? QJsonDocument::fromJson(redactor.result()).object() : details;
}

} // namespace Pullcord
