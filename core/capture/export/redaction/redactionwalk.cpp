// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/redactionwalk.h"

#include "core/json/jsontext.h"
#include "core/secrets/secrets.h"

#include <algorithm>

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

} // namespace

QString Redaction::Walk::placeNow() const
{
    QStringList steps = path;
    steps.replaceInStrings(u"~"_s, u"~0"_s).replaceInStrings(u"/"_s, u"~1"_s);
    return (of == Of::Details ? QString() : u"/"_s) + steps.join(u'/');
}

QString Redaction::Walk::distinct(const QString &name)
{
    const int count = ++names[placeNow() + u'/' + name];
    return count == 1 ? name : u"%1 %2"_s.arg(name).arg(count);
}

void Redaction::Walk::replace(const JsonValue &value, const QByteArray &with)
{
    edits.append({value.raw().data() - json.constData(), value.raw().size(), with});
}

void Redaction::Walk::maskWhole(const JsonValue &value, qsizetype rule)
{
    const QString text = value.isString() ? value.toString() : QString::fromUtf8(value.raw());
    if (text == Secrets::Mask)
        return;
    static const QString Mask(Secrets::Mask);
    static const QByteArray Quoted = JsonText::quoted(QStringView(Mask));
    replace(value, Quoted);
    hits.append({placeNow(), shown(text, 0, text.size()), Mask, rule, text, !value.isString()});
}

void Redaction::Walk::stays(qsizetype first)
{
    for (qsizetype i = first; i < staying->size(); ++i) {
        Hit &hit = (*staying)[i];
        hit.place = placeNow();
        hit.left = hit.value;
    }
}

bool Redaction::Walk::isOfKey(const QString &text)
{
    constexpr qsizetype LongestText = 20'000;
    const bool isNextOfKey = key.isOpen() && text.size() <= LongestText && isNext(path, keyAt);
    const bool mayOpen = text.contains("PRIVATE KEY"_L1) || text.contains("PuTTY-User-Key-File-"_L1);
    if (!isNextOfKey && !mayOpen)
        return false;
    if (!isNextOfKey)
        key = {};
    keyAt = path;
    return !text.isEmpty() && key.take(text.toUtf8());
}

bool Redaction::Walk::isTie(const QString &name, const JsonValue &parent) const
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
    if (of == Of::Details && path.size() == 2 && path.constFirst() == "headers"_L1 && name == "value"_L1)
        return isTyingHeader(parent.member("name").toUtf8());
    if (of == Of::Details)
        return path.isEmpty() && ofEvent.contains(name) && (tiesId || name != "id"_L1);
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

bool Redaction::Walk::isInSchema() const
{
    static const QStringList Described{u"properties"_s,  u"patternProperties"_s, u"$defs"_s,
                                       u"definitions"_s, u"dependentRequired"_s, u"dependentSchemas"_s};
    return !path.isEmpty() && Described.contains(path.constLast());
}

bool Redaction::Walk::isFree(const QString &name) const
{
    static const QStringList Free{u"arguments"_s, u"structuredContent"_s, u"data"_s, u"metadata"_s,
                                  u"_meta"_s,     u"experimental"_s};
    static const QStringList OfProcess{u"env"_s, u"environment"_s};
    if (of == Of::Text || path.isEmpty())
        return of == Of::Text;
    if (of == Of::Details)
        return OfProcess.contains(path.constLast());
    if (path.constLast() == "_meta"_L1 && name.startsWith("io.modelcontextprotocol/"_L1))
        return false;
    const bool isAnswerOfForm =
        path.size() - depth == 2 && path.at(depth) == "result"_L1 && path.constLast() == "content"_L1;
    const bool isAnswerWithin = path.size() - depth == 4 && path.at(depth) == "params"_L1 &&
                                path.at(depth + 1) == "inputResponses"_L1 && path.constLast() == "content"_L1;
    return isAnswerOfForm || isAnswerWithin || isInSchema() ||
           std::any_of(path.begin(), path.end(), [](const QString &step) { return Free.contains(step); });
}

bool Redaction::Walk::holdsTies() const
{
    static const QStringList ofMessage{u"params"_s, u"result"_s, u"error"_s};
    static const QStringList below{u"_meta"_s, u"task"_s, u"inputRequests"_s};
    const qsizetype level = path.size() - depth;
    return of == Of::Message && (level == 0 || (level == 1 && ofMessage.contains(path.constLast())) ||
                                 (level == 2 && below.contains(path.constLast())));
}

QByteArray Redaction::Walk::result() const
{
    QByteArray result;
    result.reserve(json.size());
    qsizetype done = 0;
    for (const Edit &edit : edits) {
        result += QByteArrayView(json).sliced(done, edit.offset - done);
        result += edit.with;
        done = edit.offset + edit.length;
    }
    result += QByteArrayView(json).sliced(done);
    return result;
}

} // namespace Pullcord
