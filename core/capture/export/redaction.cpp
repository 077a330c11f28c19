// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction.h"

#include "core/capture/export/leftout.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/transport/secretnames.h"
#include "core/transport/secrets.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

Error isNoRule(const QString &rule)
{
    return {ErrorKind::Usage,
            Words::of(
                QT_TRANSLATE_NOOP(
                    "Words", "\"%1\" is not a rule: use known, header:NAME, env:NAME, pointer:/path or pattern:REGEX"),
                rule)};
}

Error isNoPattern(const QRegularExpression &form)
{
    return {ErrorKind::Usage,
            Words::of(QT_TRANSLATE_NOOP("Words", "\"%1\" is not a regular expression: character %2: %3"),
                      form.pattern(), form.patternErrorOffset() + 1, form.errorString())};
}

/// Returns the place in a message that the `reason` of such an event repeats; null if it repeats none.
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

/// RFC 6901: a ~ must be followed by 0 or 1.
bool isPointer(const QString &text)
{
    static const QRegularExpression form(u"\\A(?:/(?:[^~]|~[01])*+)\\z"_s,
                                         QRegularExpression::DotMatchesEverythingOption);
    return form.match(text).hasMatch();
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
    const QJsonValue noted = header.others.take(LeftOut::Member);
    header.others = redactedDetails(header.others, true, hits);
    if (!noted.isUndefined())
        header.others.insert(LeftOut::Member, noted);
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

} // namespace Pullcord
