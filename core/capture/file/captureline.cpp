// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/captureline.h"

#include "core/json/jsonbytes.h"
#include "core/json/jsonvalue.h"
#include "core/transport/transportreason.h"

#include <QJsonArray>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Skips `literal` at the beginning of `text`. A template, so that its size is known at compile time and no function is
/// called.
template<size_t Size>
bool skip(QByteArrayView &text, const char (&literal)[Size])
{
    constexpr auto Length = qsizetype(Size) - 1;
    if (text.size() < Length || std::memcmp(text.data(), literal, size_t(Length)) != 0)
        return false;
    text = text.sliced(Length);
    return true;
}

template<typename Integer>
bool readInteger(QByteArrayView &text, Integer &value)
{
    const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
    if (error != std::errc())
        return false;
    text = text.sliced(end - text.begin());
    return true;
}

/// Details are flat or nearly so; a deeper value is kept as text.
constexpr int DeepestDetail = 32;

/// Returns the value of a detail. A number that QJsonValue cannot hold is kept as text.
/// (QJsonDocument would drop a byte order mark at the beginning of a string.)
QJsonValue detailValue(const JsonValue &value, int depth = 0)
{
    switch (value.type()) {
    case JsonType::Null:
    case JsonType::Invalid:
        break;
    case JsonType::Bool:
        return value.toBool().value_or(false);
    case JsonType::String:
        return value.toString();
    case JsonType::Number:
        if (const auto integer = value.toInteger())
            return *integer;
        if (const auto number = value.toDouble())
            return *number;
        return QString::fromLatin1(value.raw());
    case JsonType::Array: {
        if (depth == DeepestDetail)
            return QString::fromUtf8(value.raw());
        QJsonArray array;
        for (const JsonMember &element : value)
            array.append(detailValue(element.value, depth + 1));
        return array;
    }
    case JsonType::Object: {
        if (depth == DeepestDetail)
            return QString::fromUtf8(value.raw());
        QJsonObject object;
        for (const JsonMember &member : value)
            object.insert(member.key(), detailValue(member.value, depth + 1));
        return object;
    }
    }
    return QJsonValue();
}

QJsonObject detailsOf(QByteArrayView line)
{
    QJsonObject details;
    for (const JsonMember &member : JsonValue(line)) {
        const QString name = member.key();
        const QByteArray utf8 = name.toUtf8();
        if (!CaptureLine::isReserved(utf8))
            details.insert(name, detailValue(member.value));
        else if (utf8.size() > 1)
            details.insert(name.sliced(1), detailValue(member.value));
    }
    return details;
}

bool carriesMessage(std::optional<EventKind> kind)
{
    return kind == EventKind::Message || kind == EventKind::Queued || kind == EventKind::Unsent;
}

bool isTime(qint64 ns)
{
    return ns >= -CaptureLine::FarthestTime && ns <= CaptureLine::FarthestTime;
}

QByteArray::FromBase64Result fromBase64(const JsonValue &text)
{
    return QByteArray::fromBase64Encoding(text.toUtf8(), QByteArray::AbortOnBase64DecodingErrors);
}

JsonError notAnEvent(const QString &reason)
{
    JsonError error;
    error.reason = reason;
    return error;
}

/// Sets the field for one member of the line. Returns the reason why it is invalid, else null.
QString takeMember(CaptureLine &result, const JsonMember &member)
{
    using Carrier = CaptureLine::Carrier;
    const QByteArray name = JsonValue(member.rawKey).toUtf8();
    if (name.size() != 1 || !CaptureLine::isReserved(name)) {
        result.hasDetails = true;
        return {};
    }
    const auto carry = [&](Carrier carrier) {
        result.carrier = carrier;
        result.payload = member.value.raw();
    };
    switch (name.front()) {
    case 't':
        if (!member.value.toInteger())
            return u"'t' is not an integer"_s;
        result.time = *member.value.toInteger();
        if (!isTime(result.time))
            return u"'t' is more than 73 years"_s;
        break;
    case 'c':
        result.connection =
            quint32(std::clamp<qint64>(member.value.toInteger().value_or(-1), 0, std::numeric_limits<quint32>::max()));
        break;
    case 'd':
        result.direction = directionFromName(member.value.toUtf8()).value_or(Direction::None);
        break;
    case 'k':
        if (!member.value.isString())
            return u"'k' is not a string"_s;
        result.kind = eventKindFromName(member.value.toUtf8());
        result.kindName = member.value.raw();
        break;
    case 'm':
        carry(Carrier::Verbatim);
        break;
    case 's':
        if (!member.value.isString())
            return u"'s' is not a string"_s;
        carry(Carrier::Text);
        break;
    default: // b
        if (!member.value.isString() || !fromBase64(member.value))
            return u"'b' is not Base64"_s;
        carry(Carrier::Base64);
    }
    return {};
}

/// If `m` is the last member, its bytes extend to the last brace, including white space around the message.
void widenVerbatim(CaptureLine &result)
{
    const QByteArrayView line = JsonBytes::trimmed(result.line);
    const char *const end = line.end() - 1;
    if (JsonBytes::skipSpace(result.payload.end(), end) != end)
        return;
    const char *begin = result.payload.begin();
    while (JsonBytes::isSpace(begin[-1]))
        --begin;
    result.payload = QByteArrayView(begin, end);
}

} // namespace

bool CaptureLine::isReserved(QByteArrayView name)
{
    while (name.startsWith('_'))
        name = name.sliced(1);
    return name.size() == 1 && QByteArrayView("tcdkmsb").contains(name.front());
}

std::optional<CaptureLine> CaptureLine::skim(QByteArrayView line)
{
    CaptureLine result;
    result.line = line;
    QByteArrayView rest = line;
    if (!skip(rest, "{\"t\":") || !readInteger(rest, result.time) || !isTime(result.time) || !skip(rest, ",\"c\":") ||
        !readInteger(rest, result.connection))
        return {};
    if (skip(rest, ",\"d\":\"c2s\""))
        result.direction = Direction::ClientToServer;
    else if (skip(rest, ",\"d\":\"s2c\""))
        result.direction = Direction::ServerToClient;
    if (!skip(rest, ",\"k\":\"message\",\"m\":") || !rest.endsWith('}'))
        return {};
    result.kind = EventKind::Message;
    result.kindName = "\"message\"";
    result.carrier = Carrier::Verbatim;
    result.payload = rest.chopped(1);
    return result;
}

std::variant<CaptureLine, JsonError> CaptureLine::parse(QByteArrayView line, JsonChecker &checker)
{
    if (auto own = skim(line); own && !checker.check(own->payload)) {
        own->isJson = true;
        return *own;
    }
    if (const auto error = checker.check(line))
        return *error;
    const JsonValue object(line);
    if (!object.isObject())
        return notAnEvent(u"not an object"_s);
    CaptureLine result;
    result.line = line;
    for (const JsonMember &member : object) {
        if (const QString reason = takeMember(result, member); !reason.isNull())
            return notAnEvent(reason);
    }
    if (result.kindName.isNull())
        return notAnEvent(u"there is no 'k' with the kind of the event"_s);
    if (result.carrier == Carrier::Verbatim)
        widenVerbatim(result);
    if (carriesMessage(result.kind))
        result.isJson = result.carrier == Carrier::Verbatim || !checker.check(result.bytes());
    if (result.kind == EventKind::Message && !result.isJson)
        return notAnEvent(u"a message that is not JSON"_s);
    return result;
}

QByteArray CaptureLine::bytes() const
{
    switch (carrier) {
    case Carrier::None:
        break;
    case Carrier::Verbatim:
        return payload.toByteArray();
    case Carrier::Text:
        return JsonValue(payload).toUtf8();
    case Carrier::Base64:
        return fromBase64(JsonValue(payload)).decoded;
    }
    return {};
}

Event CaptureLine::toEvent() const
{
    Event event;
    event.time = time;
    event.connection = connection;
    event.direction = direction;
    if (!kind) {
        const QString name = JsonValue(kindName).toString();
        event.kind = EventKind::Note;
        event.bytes = line.toByteArray();
        event.details = {{u"text"_s, u"an event of an unknown kind: %1"_s.arg(name)}, {u"unknownKind"_s, name}};
        return event;
    }
    event.kind = *kind;
    event.bytes = bytes();
    if (isJson)
        event.envelope = Envelope::of(event.bytes);
    if (hasDetails) {
        event.details = detailsOf(line);
        TransportReason::takeId(event.kind, event.details);
    }
    return event;
}

} // namespace Pullcord
