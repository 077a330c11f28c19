// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/transport/http/parameterheaders.h"
#include "core/transport/secrets.h"

#include <QJsonDocument>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype DeepestStep = 100; // what lies deeper goes as a whole
constexpr qsizetype ShownAround = 12;
constexpr qsizetype ShownOfValue = 1000;

/// A part of a text, in what it stands in.
QString shown(const QString &text, qsizetype from, qsizetype size)
{
    const qsizetype begin = qMax<qsizetype>(0, from - ShownAround);
    const qsizetype end = qMin(text.size(), from + size + ShownAround);
    const QString dots = u"…"_s;
    const QString value = size > ShownOfValue ? text.sliced(from, ShownOfValue) + dots : text.sliced(from, size);
    return (begin > 0 ? dots : QString()) + text.sliced(begin, from - begin) + value +
           text.sliced(from + size, end - from - size) + (end < text.size() ? dots : QString());
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

/// Under which a schema names what is no value.
const QStringList &ofSchemas()
{
    static const QStringList names{u"properties"_s,  u"patternProperties"_s, u"$defs"_s,
                                   u"definitions"_s, u"dependentRequired"_s, u"dependentSchemas"_s};
    return names;
}

/// What stands below it people call as they like.
bool isFree(const QStringList &path)
{
    static const QStringList Free{u"arguments"_s, u"structuredContent"_s, u"data"_s, u"metadata"_s, u"_meta"_s};
    return std::any_of(path.begin(), path.end(), [](const QString &name) { return Free.contains(name); });
}

} // namespace

/// What is left out of a text, and what stands for it in what is left.
struct Redaction::Piece
{
    qsizetype from;
    qsizetype size;
    qsizetype leftFrom;
    qsizetype leftSize = Secrets::Mask.size();

    /// Where both differ.
    [[nodiscard]] static Piece between(const QString &text, const QString &left)
    {
        const auto differs = std::mismatch(text.begin(), text.end(), left.begin(), left.end());
        const qsizetype from = differs.first - text.begin();
        const auto back = std::mismatch(text.rbegin(), text.rend() - from, left.rbegin(), left.rend() - from);
        const qsizetype same = back.first - text.rbegin();
        return {from, text.size() - same - from, from, left.size() - same - from};
    }
    /// What stands between two masks is found again in the text.
    [[nodiscard]] static QList<Piece> masked(const QString &text, const QString &left)
    {
        const QStringList kept = left.split(Secrets::Mask);
        if (kept.size() < 3 || !text.startsWith(kept.constFirst()) || !text.endsWith(kept.constLast()))
            return {between(text, left)};
        QList<Piece> pieces;
        qsizetype from = kept.constFirst().size();
        qsizetype leftFrom = from;
        for (qsizetype i = 1; i < kept.size(); ++i) {
            const qsizetype length = kept.at(i).size();
            const qsizetype until = i + 1 < kept.size() ? text.indexOf(kept.at(i), from) : text.size() - length;
            if (until < from)
                return {between(text, left)};
            if (QStringView(text).sliced(from, until - from) != Secrets::Mask)
                pieces.append({from, until - from, leftFrom});
            from = until + length;
            leftFrom += Secrets::Mask.size() + length;
        }
        return pieces;
    }
};

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
    qsizetype secretOf = NoRule; ///< all texts from here on are secret, by this rule
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
        const QString text = value.isString() ? value.toString() : QString::fromUtf8(value.raw());
        if (text == Secrets::Mask)
            return;
        replace(value, QString(Secrets::Mask));
        hits.append({placeNow(), shown(text, 0, text.size()), QString(Secrets::Mask), rule, text, !value.isString()});
    }
    /// What ties it to others, so that they would no longer find it, or says how the request ended.
    [[nodiscard]] bool isTie(const QString &name, const JsonValue &parent) const
    {
        static const QStringList ofMessage{u"id"_s, u"method"_s, u"jsonrpc"_s};
        static const QStringList ofParams{u"requestId"_s, u"progressToken"_s, u"progress"_s, u"total"_s,
                                          u"io.modelcontextprotocol/logLevel"_s};
        static const QStringList ofResult{u"resultType"_s, u"isError"_s};
        static const QStringList ofEvent{u"id"_s,  u"follows"_s, u"parent"_s,   u"became"_s,  u"step"_s,       u"way"_s,
                                         u"how"_s, u"ends"_s,    u"requests"_s, u"cancels"_s, u"notAccepted"_s};
        if (of == Of::Details)
            return path.isEmpty() && ofEvent.contains(name);
        const qsizetype level = path.size() - depth;
        if (of == Of::Text || level < 0 || level > 2)
            return false;
        if (level == 0)
            return ofMessage.contains(name);
        const QString &part = path.at(depth);
        if (part == "error"_L1)
            return level == 1 && name == "code"_L1;
        if (name == "taskId"_L1 || (name == "status"_L1 && parent.member("taskId").isValid()))
            return level == 1 || path.constLast() == "task"_L1;
        if (part == "result"_L1)
            return level == 1 && (ofResult.contains(name) || (name == "action"_L1 && isChoice(parent)));
        return part == "params"_L1 && (level == 1 || path.constLast() == "_meta"_L1) && ofParams.contains(name);
    }
    /// What somebody did with a question.
    [[nodiscard]] static bool isChoice(const JsonValue &answer)
    {
        static const QByteArrayList choices{"accept", "decline", "cancel"};
        return choices.contains(answer.member("action").toUtf8());
    }
    /// Whether there are ties in the object at this place, so that it cannot go as a whole.
    [[nodiscard]] bool holdsTies() const
    {
        static const QStringList ofMessage{u"params"_s, u"result"_s, u"error"_s};
        static const QStringList below{u"_meta"_s, u"task"_s, u"inputRequests"_s};
        const qsizetype level = path.size() - depth;
        return of == Of::Message && (level == 0 || (level == 1 && ofMessage.contains(path.constLast())) ||
                                     (level == 2 && below.contains(path.constLast())));
    }
    /// The edits are in the order of the text.
    [[nodiscard]] QByteArray result() const
    {
        QByteArray result;
        qsizetype done = 0;
        for (const Edit &edit : edits) {
            result += QByteArrayView(json).sliced(done, edit.offset - done);
            result += edit.with;
            done = edit.offset + edit.length;
        }
        result += QByteArrayView(json).sliced(done);
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
    const auto take = [&](const QString &left, const QList<Piece> &pieces, qsizetype rule) {
        for (const Piece &piece : pieces) {
            hits.append({{},
                         shown(result, piece.from, piece.size),
                         shown(left, piece.leftFrom, piece.leftSize),
                         rule,
                         result.sliced(piece.from, piece.size)});
        }
        result = left;
    };
    for (const Pattern &pattern : m_patterns) {
        QList<Piece> pieces;
        if (const QString left = masked(result, pattern, pieces); !pieces.isEmpty())
            take(left, pieces, pattern.rule);
    }
    if (m_known != NoRule) {
        if (const QString left = Secrets::maskedProse(result); left != result)
            take(left, Piece::masked(result, left), m_known);
    }
    return result;
}

QString Redaction::masked(const QString &text, const Pattern &pattern, QList<Piece> &pieces)
{
    QString left;
    qsizetype done = 0;
    const auto mask = [&](qsizetype from, qsizetype until) {
        left += QStringView(text).sliced(done, from - done);
        pieces.append({from, until - from, left.size()});
        left += Secrets::Mask;
        done = until;
    };
    for (qsizetype from = 0; from <= text.size();) {
        // Once is enough: it takes the time of the whole text.
        const QRegularExpressionMatch match = pattern.form.match(
            text, from, QRegularExpression::NormalMatch,
            from == 0 ? QRegularExpression::NoMatchOption : QRegularExpression::DontCheckSubjectStringMatchOption);
        if (!match.isValid()) { // the engine has given up, and nobody knows what it has not found
            mask(done, text.size());
            break;
        }
        if (!match.hasMatch())
            break;
        const qsizetype begin = pattern.keepsName ? match.capturedEnd(1) : match.capturedStart();
        const QStringView value = QStringView(text).sliced(begin, match.capturedEnd() - begin);
        if (!value.isEmpty() && value != Secrets::Mask)
            mask(begin, match.capturedEnd());
        from = match.capturedEnd();
        if (match.capturedLength() == 0)
            from += from < text.size() && text.at(from).isHighSurrogate() ? 2 : 1;
    }
    left += QStringView(text).sliced(done);
    return left;
}

/// Of the value of a header that could not stand there as it is.
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

void Redaction::redactNumber(const JsonValue &value, Walk &walk) const
{
    if (walk.of == Walk::Of::Details)
        return;
    const QString text = QString::fromLatin1(value.raw());
    for (const Pattern &pattern : m_patterns) {
        QList<Piece> pieces;
        static_cast<void>(masked(text, pattern, pieces));
        if (!pieces.isEmpty())
            return walk.maskWhole(value, pattern.rule);
    }
}

void Redaction::redactName(const JsonMember &member, const QString &name, Walk &walk) const
{
    constexpr qsizetype ShortestToken = 12; // of a known kind
    const bool isFreeName = walk.of == Walk::Of::Text || (walk.of == Walk::Of::Message && isFree(walk.path));
    if (!isFreeName || (name.size() < ShortestToken && m_patterns.isEmpty()))
        return;
    const qsizetype before = walk.hits.size();
    if (const QString left = redactedText(name, walk.hits); left != name) {
        walk.replace(JsonValue(member.rawKey), left);
        place(walk.hits, before, walk.placeNow());
    }
}

/// But for what it is tied with, and the names there.
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
        return redactNumber(value, walk);
    if (value.isString() && walk.secretOf != NoRule)
        return walk.maskWhole(value, walk.secretOf);
    if (value.isString()) {
        const QString text = value.toString();
        if (const qsizetype rule = ruleOfEncoded(text); rule != NoRule)
            return walk.maskWhole(value, rule);
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
        if (walk.isTie(name, value))
            continue;
        if (value.isObject())
            redactName(member, name, walk);
        const bool isNamed = value.isObject() && isText(member.value);
        // {"name": "API_KEY", "value": "…"}
        const QString called = isNamed && name == "value"_L1 ? value.member("name").toString() : name;
        const qsizetype rule = isNamed ? ruleOfName(called) : NoRule;
        const bool isPassword = m_known != NoRule && value.isObject() && Secrets::isPasswordMember(called);
        // {"properties": {"password": {"type": "string"}}}
        const bool isSchema = !walk.path.isEmpty() && ofSchemas().contains(walk.path.constLast());
        const qsizetype outer = walk.secretOf;
        if (isPassword && !isNamed && !isSchema)
            walk.secretOf = m_known;
        walk.path.append(name);
        if (rule != NoRule && (rule != m_known || member.value.isString() || isPassword))
            walk.maskWhole(member.value, rule);
        else
            this->walk(member.value, walk);
        walk.path.removeLast();
        walk.secretOf = outer;
    }
}

qsizetype Redaction::ruleAt(const Walk &walk) const
{
    if (walk.path.size() > DeepestStep)
        return 0;
    if (walk.of != Walk::Of::Message)
        return NoRule;
    // Into each message of a batch, too.
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
