// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/tracecontext.h"

#include <QSet>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype TraceIdLength = 32;
constexpr qsizetype ParentIdLength = 16;
constexpr qsizetype ParentLength = 2 + 1 + TraceIdLength + 1 + ParentIdLength + 1 + 2;
constexpr qsizetype MostStateMembers = 32;
constexpr qsizetype LongestStatePart = 256; ///< key or value
constexpr qsizetype LongestBaggage = 8192;  ///< bytes that every party has to pass on

Error malformed(const TranslatableText &detail)
{
    return {.kind = ErrorKind::Protocol, .detail = detail};
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

/// True for lower-case hexadecimal digits, as the specification demands.
bool isHex(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); });
}

bool isZero(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '0'; });
}

bool isStateKey(QByteArrayView key)
{
    const auto isKeyChar = [](char c) { return isLower(c) || isDigit(c) || QByteArrayView("_-*/@").contains(c); };
    return !key.isEmpty() && key.size() <= LongestStatePart && (isLower(key.front()) || isDigit(key.front())) &&
           std::all_of(key.begin(), key.end(), isKeyChar);
}

bool isStateValue(QByteArrayView value)
{
    return !value.isEmpty() && value.size() <= LongestStatePart &&
           std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~' && c != ',' && c != '='; });
}

/// True for an HTTP token.
bool isBaggageKey(QByteArrayView key)
{
    return !key.isEmpty() && std::all_of(key.begin(), key.end(), [](char c) {
        return isLower(c) || isDigit(c) || (c >= 'A' && c <= 'Z') || QByteArrayView("!#$%&'*+-.^_`|~").contains(c);
    });
}

bool isBaggageValue(QByteArrayView value)
{
    return std::all_of(value.begin(), value.end(),
                       [](char c) { return c > ' ' && c <= '~' && c != '"' && c != ',' && c != ';' && c != '\\'; });
}

/// Splits at commas and trims, up to `most` members. (QByteArrayView has no split().)
QList<QByteArrayView> membersIn(QByteArrayView list, qsizetype most)
{
    QList<QByteArrayView> members;
    while (!list.isEmpty() && members.size() < most) {
        const qsizetype comma = list.indexOf(',');
        const QByteArrayView member = (comma < 0 ? list : list.first(comma)).trimmed();
        if (!member.isEmpty())
            members.append(member);
        list = comma < 0 ? QByteArrayView() : list.sliced(comma + 1);
    }
    return members;
}

} // namespace

Result<TraceContext> TraceContext::parse(QByteArrayView traceparent)
{
    if (traceparent.size() < ParentLength)
        return malformed(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it has %1 characters instead of %2"),
                                 traceparent.size(), ParentLength));
    const QByteArrayView version = traceparent.first(2);
    const QByteArrayView trace = traceparent.sliced(3, TraceIdLength);
    const QByteArrayView parent = traceparent.sliced(4 + TraceIdLength, ParentIdLength);
    const QByteArrayView flags = traceparent.sliced(ParentLength - 2, 2);
    if (!isHex(version) || version == "ff")
        return malformed(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "its version is invalid")));
    for (const qsizetype dash : {qsizetype(2), 3 + TraceIdLength, ParentLength - 3}) {
        if (traceparent[dash] != '-')
            return malformed(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "there is no dash at character %1"), dash + 1));
    }
    if (version == "00" && traceparent.size() != ParentLength)
        return malformed(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "its flags are followed by more data, which version 00 does not allow")));
    if (traceparent.size() > ParentLength && traceparent[ParentLength] != '-')
        return malformed(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "its flags do not end after two digits")));
    if (!isHex(trace) || !isHex(parent) || !isHex(flags))
        return malformed(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "it contains characters other than 0-9 and a-f")));
    if (isZero(trace))
        return malformed(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "its trace id is all zero")));
    if (isZero(parent))
        return malformed(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "its parent id is all zero")));
    return TraceContext{.version = version.toByteArray(),
                        .traceId = trace.toByteArray(),
                        .parentId = parent.toByteArray(),
                        .flags = quint8(flags.toByteArray().toUInt(nullptr, 16))};
}

Result<QList<TraceContext::Member>> TraceContext::stateMembers(QByteArrayView tracestate)
{
    QList<Member> members;
    QSet<QByteArray> keys;
    for (const QByteArrayView member : membersIn(tracestate, MostStateMembers + 1)) {
        const qsizetype equals = member.indexOf('=');
        const QByteArrayView key = member.first(std::max<qsizetype>(0, equals));
        const QString shown = QString::fromUtf8(member.first(std::min<qsizetype>(member.size(), 40)));
        if (equals < 0 || !isStateKey(key) || !isStateValue(member.sliced(equals + 1)))
            return malformed(
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "“%1” is not one of its members"), shown));
        if (keys.contains(key.toByteArray()))
            return malformed(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "“%1” occurs twice in it"),
                                                  QString::fromUtf8(key)));
        keys.insert(key.toByteArray());
        members.append({key.toByteArray(), member.sliced(equals + 1).toByteArray()});
    }
    if (members.size() > MostStateMembers)
        return malformed(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "it has more than the %1 allowed members"), MostStateMembers));
    return members;
}

Result<QList<TraceContext::Member>> TraceContext::baggageMembers(QByteArrayView baggage)
{
    if (baggage.size() > LongestBaggage)
        return malformed(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it has %1 bytes, but at most %2 are read"),
                                 baggage.size(), LongestBaggage));
    QList<Member> members;
    for (const QByteArrayView member : membersIn(baggage, LongestBaggage)) {
        const qsizetype properties = member.indexOf(';');
        const QByteArrayView pair = properties < 0 ? member : member.first(properties);
        const qsizetype equals = pair.indexOf('=');
        const QByteArrayView key = pair.first(std::max<qsizetype>(0, equals)).trimmed();
        const QByteArrayView value = pair.sliced(equals + 1).trimmed();
        if (equals < 0 || !isBaggageKey(key) || !isBaggageValue(value)) {
            return malformed(
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "“%1” is not one of its members"),
                                     QString::fromUtf8(member.first(std::min<qsizetype>(member.size(), 40)))));
        }
        members.append({key.toByteArray(), QByteArray::fromPercentEncoding(value.toByteArray())});
    }
    return members;
}

} // namespace Pullcord
