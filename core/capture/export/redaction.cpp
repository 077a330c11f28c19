// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/transport/secrets.h"

#include <QJsonArray>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype DeepestStep = 100; // what lies deeper goes as a whole
constexpr qsizetype ShownOfValue = 12;

QString shown(const QString &value)
{
    return value.size() > ShownOfValue ? value.first(ShownOfValue) + u'…' : value;
}

/// Not what the protocol itself calls so.
bool isSecretMember(const QString &name)
{
    static const QStringList harmless{u"progressToken"_s, u"key"_s, u"keys"_s, u"session"_s};
    return !harmless.contains(name) && Secrets::isSecretName(name);
}

} // namespace

struct Redaction::Walk
{
    const QByteArray &json;
    QStringList path;
    QList<Edit> edits;
    QList<Hit> &hits;

    void replace(const JsonValue &value, const QByteArray &with)
    {
        edits.append({value.raw().data() - json.constData(), value.raw().size(), with});
        const QString text = value.isString()
                                 ? value.toString()
                                 : QString::fromUtf8(value.raw().first(qMin(value.raw().size(), qsizetype(100))));
        hits.append({u'/' + path.join(u'/'), shown(text)});
    }
};

Result<Redaction> Redaction::parse(const QStringList &rules)
{
    Redaction redaction;
    for (const QString &rule : rules) {
        const QString kind = rule.section(u':', 0, 0);
        const QString what = rule.section(u':', 1);
        if (rule == "known"_L1) {
            redaction.m_known = true;
        } else if (kind == "header"_L1 && !what.isEmpty()) {
            redaction.m_headers << what;
        } else if (kind == "env"_L1 && !what.isEmpty()) {
            const QRegularExpression form(u"(?<![\\w])%1=\\S+"_s.arg(QRegularExpression::escape(what)));
            redaction.m_patterns.append({form, what + u'=' + Secrets::Mask});
        } else if (kind == "pointer"_L1 && what.startsWith(u'/')) {
            QStringList steps = what.sliced(1).split(u'/');
            steps.replaceInStrings(u"~1"_s, u"/"_s).replaceInStrings(u"~0"_s, u"~"_s);
            redaction.m_pointers << steps;
        } else if (const QRegularExpression form(what); kind == "pattern"_L1 && !what.isEmpty() && form.isValid()) {
            redaction.m_patterns.append({form, QString(Secrets::Mask)});
        } else {
            return Error{
                ErrorKind::Usage,
                u"\"%1\" is no rule: known, header:NAME, env:NAME, pointer:/path or pattern:REGEX"_s.arg(rule)};
        }
    }
    return redaction;
}

bool Redaction::isEmpty() const
{
    return !m_known && m_headers.isEmpty() && m_pointers.isEmpty() && m_patterns.isEmpty();
}

QString Redaction::redacted(const QString &text) const
{
    QString result = m_known ? Secrets::maskedText(text) : text;
    for (const auto &[form, with] : m_patterns)
        result.replace(form, with);
    return result;
}

Event Redaction::redacted(Event event, QList<Hit> &hits) const
{
    event.details = redacted(event.details, hits);
    if (event.isMessage()) {
        event.bytes = redactedJson(event.bytes, hits);
        event.envelope = Envelope::of(event.bytes);
        return event;
    }
    const QString text = QString::fromUtf8(event.bytes);
    if (const QString left = redacted(text); left != text) {
        event.bytes = left.toUtf8();
        hits.append({QString::fromLatin1(nameOf(event.kind)), shown(text)});
    }
    return event;
}

QByteArray Redaction::redactedJson(const QByteArray &json, QList<Hit> &hits) const
{
    Walk all{json, {}, {}, hits};
    walk(JsonValue(json), all);
    QByteArray result = json;
    for (auto edit = all.edits.crbegin(); edit != all.edits.crend(); ++edit)
        result.replace(edit->offset, edit->length, edit->with);
    return result;
}

void Redaction::walk(const JsonValue &value, Walk &walk) const
{
    static const QByteArray mask = JsonText::quoted(QStringView(QString(Secrets::Mask)));
    if (isPointedAt(walk.path) || walk.path.size() > DeepestStep)
        return walk.replace(value, mask);
    if (value.isString()) {
        const QString text = value.toString();
        if (const QString left = redacted(text); left != text)
            walk.replace(value, JsonText::quoted(QStringView(left)));
        return;
    }
    if (!value.isObject() && !value.isArray())
        return;
    qsizetype index = 0;
    for (const JsonMember &member : value) {
        const QString name = value.isObject() ? member.key() : QString::number(index++);
        const bool isEnvelope = walk.path.isEmpty() && (name == "id"_L1 || name == "method"_L1 || name == "jsonrpc"_L1);
        if (isEnvelope)
            continue;
        walk.path.append(name);
        if (m_known && value.isObject() && member.value.isString() && isSecretMember(name))
            walk.replace(member.value, mask);
        else
            this->walk(member.value, walk);
        walk.path.removeLast();
    }
}

bool Redaction::isPointedAt(const QStringList &path) const
{
    for (const QStringList &pointer : m_pointers) {
        bool fits = pointer.size() == path.size();
        for (qsizetype i = 0; fits && i < path.size(); ++i)
            fits = pointer.at(i) == "*"_L1 || pointer.at(i) == path.at(i);
        if (fits)
            return true;
    }
    return false;
}

QJsonObject Redaction::redacted(const QJsonObject &details, QList<Hit> &hits) const
{
    QJsonObject result;
    const QString own = details.value("name"_L1).toString();
    for (auto it = details.begin(); it != details.end(); ++it) {
        const bool isOfHeader = it.key() == "value"_L1 && m_headers.contains(own, Qt::CaseInsensitive);
        const bool isHeader = m_headers.contains(it.key(), Qt::CaseInsensitive) || isOfHeader;
        if (isHeader && it->toString() != Secrets::Mask)
            hits.append({isOfHeader ? own : it.key(), shown(it->toString())});
        result.insert(it.key(), isHeader ? QJsonValue(QString(Secrets::Mask)) : redactedValue(it.key(), *it, hits));
    }
    return result;
}

QJsonValue Redaction::redactedValue(const QString &name, const QJsonValue &value, QList<Hit> &hits) const
{
    if (value.isObject())
        return redacted(value.toObject(), hits);
    if (value.isArray()) {
        QJsonArray array;
        for (const auto &element : value.toArray())
            array.append(redactedValue(name, element, hits));
        return array;
    }
    if (!value.isString())
        return value;
    const QString left = redacted(value.toString());
    if (left != value.toString())
        hits.append({name, shown(value.toString())});
    return left;
}

} // namespace Pullcord
