// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/envelope.h"

#include "core/json/jsonstring.h"
#include "core/json/jsonvalue.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace Pullcord {
namespace {

enum Part : quint8 { VersionPart, IdPart, MethodPart, ParamsPart, ResultPart, ErrorPart, PartCount };

constexpr std::array<std::string_view, PartCount> PartNames{
    "jsonrpc", "id", "method", "params", "result", "error",
};

/// Top-level members that JSON-RPC defines; Invalid for a missing one.
struct Parts
{
    std::array<JsonValue, PartCount> values;
    quint16 problems = NoProblem;
    bool hasOthers = false; ///< there are members that JSON-RPC does not define

    [[nodiscard]] const JsonValue &operator[](Part part) const { return values[part]; }
    [[nodiscard]] bool has(Part part) const { return values[part].isValid(); }
};

Part partOf(const JsonMember &member)
{
    // Compare directly first: this runs for every member of every message.
    const std::string_view name(member.rawKey.data() + 1, size_t(member.rawKey.size() - 2));
    const auto plain = std::find_if(PartNames.begin(), PartNames.end(), [name](std::string_view part) {
        return part.size() == name.size() && part.front() == name.front() && part == name;
    });
    if (plain != PartNames.end() || name.find('\\') == std::string_view::npos)
        return Part(plain - PartNames.begin());
    const auto escaped = std::find_if(PartNames.begin(), PartNames.end(),
                                      [&member](std::string_view part) { return member.keyEquals(part); });
    return Part(escaped - PartNames.begin());
}

Parts partsOf(const JsonValue &object)
{
    Parts parts;
    for (const JsonMember &member : object) {
        const Part part = partOf(member);
        if (part == PartCount) {
            parts.hasOthers = true;
            continue;
        }
        if (parts.has(part))
            parts.problems |= DuplicateKey;
        parts.values[part] = member.value;
    }
    return parts;
}

bool hasVersion(const Parts &parts)
{
    const JsonValue &version = parts[VersionPart];
    return version.isString() && (version.raw() == "\"2.0\"" || version.toUtf8() == "2.0");
}

/// True for an object that has the name of a level, as log records do.
bool hasLevel(const JsonValue &object)
{
    constexpr std::string_view Names[] = {"level", "severity", "lvl", "levelname", "log_level", "loglevel", "@level"};
    return std::any_of(object.begin(), object.end(), [&](const JsonMember &member) {
        return std::any_of(std::begin(Names), std::end(Names),
                           [&](std::string_view name) { return member.keyEquals(name); });
    });
}

/// True for an object that has members of JSON-RPC only by chance, such as a log record.
bool isOther(const Parts &parts, const JsonValue &object)
{
    if (!parts.hasOthers || hasVersion(parts))
        return false;
    const bool hasOutcome = parts.has(ResultPart) || parts.has(ErrorPart);
    if (!parts.has(MethodPart) && !hasOutcome)
        return false;
    return !parts.has(IdPart) || (!parts.has(ParamsPart) && !hasOutcome) || hasLevel(object);
}

MessageKind kindOf(const Parts &parts)
{
    if (parts.has(MethodPart))
        return parts.has(IdPart) ? MessageKind::Request : MessageKind::Notification;
    if (parts.has(ResultPart) && (!parts.has(ErrorPart) || parts[ErrorPart].type() == JsonType::Null))
        return MessageKind::Result;
    return parts.has(ErrorPart) ? MessageKind::Error : MessageKind::None;
}

bool isGoodId(const JsonValue &id, MessageKind kind)
{
    if (!id.isValid())
        return kind != MessageKind::Result;
    return id.isString() || id.isInteger() || (id.type() == JsonType::Null && kind == MessageKind::Error);
}

bool isGoodError(const JsonValue &error)
{
    return error.isObject() && error.member("code").isInteger() && error.member("message").isString();
}

quint16 problemsOf(const Parts &parts, MessageKind kind)
{
    quint16 problems = parts.problems;
    const auto flagIf = [&](bool wrong, EnvelopeProblem problem) {
        if (wrong)
            problems |= problem;
    };
    flagIf(!hasVersion(parts), NoVersion);
    flagIf(kind == MessageKind::None, NothingToDo);
    flagIf(parts.has(ResultPart) && parts.has(ErrorPart), ResultAndError);
    flagIf(parts.has(MethodPart) && !parts[MethodPart].isString(), BadMethod);
    flagIf(!isGoodId(parts[IdPart], kind), BadId);
    flagIf(parts.has(ParamsPart) && !parts[ParamsPart].isObject() && !parts[ParamsPart].isArray(), BadParams);
    flagIf(parts.has(ErrorPart) && !isGoodError(parts[ErrorPart]), BadError);
    flagIf(parts.has(MethodPart) && (parts.has(ResultPart) || parts.has(ErrorPart)), MethodInResponse);
    return problems;
}

Span spanOf(const JsonValue &value, QByteArrayView bytes)
{
    if (!value.isValid())
        return {};
    return {quint32(value.raw().begin() - bytes.begin()), quint32(value.raw().size())};
}

/// `object` lies in `bytes`; the spans count from the start of `bytes`.
Envelope fromObject(const JsonValue &object, QByteArrayView bytes)
{
    Envelope envelope;
    if (!object.isObject()) {
        envelope.problems = NotAnObject;
        return envelope;
    }
    const Parts parts = partsOf(object);
    const bool other = isOther(parts, object);
    envelope.kind = other ? MessageKind::None : kindOf(parts);
    envelope.problems = other ? quint16(parts.problems | NoVersion | NotRpc) : problemsOf(parts, envelope.kind);
    envelope.id = spanOf(parts[IdPart], bytes);
    envelope.method = spanOf(parts[MethodPart], bytes);
    envelope.params = spanOf(parts[ParamsPart], bytes);
    envelope.result = spanOf(parts[ResultPart], bytes);
    envelope.error = spanOf(parts[ErrorPart], bytes);
    return envelope;
}

bool fitsSpans(QByteArrayView bytes)
{
    return quint64(bytes.size()) <= std::numeric_limits<quint32>::max();
}

} // namespace

Envelope Envelope::of(QByteArrayView bytes)
{
    if (!fitsSpans(bytes))
        return {};
    const JsonValue value(bytes);
    Envelope envelope = fromObject(value, bytes);
    if (value.isArray() && value.begin() != value.end()) {
        envelope.kind = MessageKind::Batch;
        envelope.problems = NoProblem;
    }
    return envelope;
}

QList<Envelope> Envelope::batchItems(QByteArrayView bytes)
{
    QList<Envelope> items;
    const JsonValue batch(bytes);
    if (!batch.isArray() || !fitsSpans(bytes))
        return items;
    for (const JsonMember &item : batch)
        items.append(fromObject(item.value, bytes));
    return items;
}

RequestId Envelope::answeredIn(QByteArrayView head)
{
    RequestId id;
    bool isAnswer = false;
    for (const JsonMember &member : JsonValue(head)) {
        if (member.keyEquals("method"))
            return {};
        isAnswer = isAnswer || member.keyEquals("result") || member.keyEquals("error");
        if (member.value.raw().end() == head.end())
            break; // cut off
        if (member.keyEquals("id"))
            id = RequestId::fromJson(member.value.raw());
    }
    return isAnswer ? id : RequestId();
}

QByteArray Envelope::methodName(QByteArrayView bytes) const
{
    return JsonValue(method.in(bytes)).toUtf8();
}

bool Envelope::hasMethod(QByteArrayView bytes, QByteArrayView name) const
{
    const QByteArrayView raw = method.in(bytes);
    return !name.isEmpty() && raw.startsWith('"') && JsonString::equals(raw, name);
}

} // namespace Pullcord
