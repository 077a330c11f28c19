// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/transport/secrets.h"

#include <QJsonDocument>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype DeepestStep = 100; // what lies deeper goes as a whole
constexpr qsizetype ShownOfValue = 12;

QString shortened(const QString &text, qsizetype from, qsizetype until)
{
    const qsizetype begin = qMax<qsizetype>(0, from - ShownOfValue);
    const qsizetype end = qMin(until, from + ShownOfValue);
    return (begin > 0 ? u"…"_s : QString()) + text.sliced(begin, end - begin) +
           (end < text.size() ? u"…"_s : QString());
}

/// Where both differ, and a little of what stands before it.
Redaction::Hit hitOf(const QString &before, const QString &after, qsizetype rule)
{
    const auto differs = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const qsizetype from = differs.first - before.begin();
    const auto differsBack = std::mismatch(before.rbegin(), before.rend() - from, after.rbegin(), after.rend() - from);
    const qsizetype same = differsBack.first - before.rbegin();
    return {{}, shortened(before, from, before.size() - same), shortened(after, from, after.size() - same), rule};
}

/// Those from `first` on are at a place within this one.
void place(QList<Redaction::Hit> &hits, qsizetype first, const QString &within)
{
    for (qsizetype i = first; i < hits.size(); ++i)
        hits[i].place.prepend(within);
}

bool isText(const JsonValue &value)
{
    return value.isString() || value.isNumber();
}

} // namespace

struct Redaction::Walk
{
    struct Edit
    {
        qsizetype offset;
        qsizetype length;
        QByteArray with;
    };
    enum class Of : quint8 { Message, Details, Text };

    const QByteArray &json;
    Of of;
    QList<Hit> &hits;
    qsizetype depth = 0; ///< of a message: in a batch 1
    QStringList path = {};
    QList<Edit> edits = {};

    [[nodiscard]] QString placeNow() const
    {
        QStringList steps = path;
        steps.replaceInStrings(u"~"_s, u"~0"_s).replaceInStrings(u"/"_s, u"~1"_s);
        return (of == Of::Details ? QString() : u"/"_s) + steps.join(u'/');
    }
    void replace(const JsonValue &value, const QString &with)
    {
        edits.append({value.raw().data() - json.constData(), value.raw().size(), JsonText::quoted(QStringView(with))});
    }
    void maskWhole(const JsonValue &value, qsizetype rule)
    {
        const QString text = value.isString()
                                 ? value.toString()
                                 : QString::fromUtf8(value.raw().first(qMin(value.raw().size(), qsizetype(100))));
        if (text == Secrets::Mask)
            return;
        replace(value, QString(Secrets::Mask));
        hits.append(hitOf(text, QString(Secrets::Mask), rule));
        hits.last().place = placeNow();
    }
    /// What ties it to others, so that they would no longer find it.
    [[nodiscard]] bool isTie(const QString &name) const
    {
        static const QStringList ofMessage{u"id"_s, u"method"_s, u"jsonrpc"_s};
        static const QStringList ofParams{u"requestId"_s, u"progressToken"_s};
        static const QStringList ofEvent{u"id"_s, u"follows"_s, u"parent"_s, u"became"_s, u"step"_s, u"way"_s};
        if (of == Of::Details)
            return path.isEmpty() && ofEvent.contains(name);
        const qsizetype level = path.size() - depth;
        if (of == Of::Text || level < 0 || level > 2)
            return false;
        if (level == 0)
            return ofMessage.contains(name);
        return path.at(depth) == "params"_L1 && (level == 1 || path.last() == "_meta"_L1) && ofParams.contains(name);
    }
    [[nodiscard]] QByteArray result() const
    {
        QByteArray result = json;
        for (auto edit = edits.crbegin(); edit != edits.crend(); ++edit)
            result.replace(edit->offset, edit->length, edit->with);
        return result;
    }
};

QByteArray Redaction::redactedMessage(const QByteArray &json, QList<Hit> &hits) const
{
    const JsonValue value(json);
    Walk all{json, Walk::Of::Message, hits, value.isArray() ? 1 : 0};
    walk(value, all);
    return all.result();
}

QJsonObject Redaction::redactedDetails(const QJsonObject &details, QList<Hit> &hits) const
{
    if (details.isEmpty())
        return details;
    const QByteArray json = QJsonDocument(details).toJson(QJsonDocument::Compact);
    Walk all{json, Walk::Of::Details, hits};
    walk(JsonValue(json), all);
    return all.edits.isEmpty() ? details : QJsonDocument::fromJson(all.result()).object();
}

QString Redaction::redactedText(const QString &text, QList<Hit> &hits) const
{
    QString result = text;
    if (const QStringView begin = QStringView(text).trimmed(); begin.startsWith(u'{') || begin.startsWith(u'[')) {
        const QByteArray json = text.toUtf8();
        thread_local JsonChecker checker;
        if (!checker.check(json)) {
            Walk all{json, Walk::Of::Text, hits};
            walk(JsonValue(json), all);
            return all.edits.isEmpty() ? text : QString::fromUtf8(all.result());
        }
    }
    const auto replace = [&](const QString &with, qsizetype rule) {
        if (with == result)
            return;
        hits.append(hitOf(result, with, rule));
        result = with;
    };
    for (const Pattern &pattern : m_patterns)
        replace(QString(result).replace(pattern.form, pattern.with), pattern.rule);
    if (m_known != NoRule)
        replace(Secrets::maskedProse(result), m_known);
    return result;
}

void Redaction::walk(const JsonValue &value, Walk &walk) const
{
    if (const qsizetype rule = ruleAt(walk); rule != NoRule)
        return walk.maskWhole(value, rule);
    if (value.isString()) {
        const QString text = value.toString();
        const qsizetype before = walk.hits.size();
        if (const QString left = redactedText(text, walk.hits); left != text) {
            walk.replace(value, left);
            place(walk.hits, before, walk.placeNow());
        }
        return;
    }
    if (!value.isObject() && !value.isArray())
        return;
    qsizetype index = 0;
    for (const JsonMember &member : value) {
        const QString name = value.isObject() ? member.key() : QString::number(index++);
        if (walk.isTie(name))
            continue;
        const bool isNamed = value.isObject() && isText(member.value);
        // {"name": "API_KEY", "value": "…"}
        const QString called = isNamed && name == "value"_L1 ? value.member("name").toString() : name;
        const qsizetype rule = isNamed ? ruleOfName(called) : NoRule;
        walk.path.append(name);
        if (rule != NoRule && (rule != m_known || member.value.isString()))
            walk.maskWhole(member.value, rule);
        else
            this->walk(member.value, walk);
        walk.path.removeLast();
    }
}

qsizetype Redaction::ruleAt(const Walk &walk) const
{
    if (walk.path.size() > DeepestStep)
        return 0;
    if (walk.of != Walk::Of::Message)
        return NoRule;
    const auto fits = [&walk](const Pointer &pointer) {
        return std::equal(pointer.steps.begin(), pointer.steps.end(), walk.path.begin(), walk.path.end(),
                          [](const QString &step, const QString &name) { return step == "*"_L1 || step == name; });
    };
    const auto found = std::find_if(m_pointers.begin(), m_pointers.end(), fits);
    return found == m_pointers.end() ? NoRule : found->rule;
}

} // namespace Pullcord
