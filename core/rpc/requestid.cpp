// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requestid.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonstring.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/json/schema/jsonnumber.h"

namespace Pullcord {
namespace {

RequestId::Kind kindOf(const JsonValue &value)
{
    switch (value.type()) {
    case JsonType::Invalid:
        return RequestId::Kind::None;
    case JsonType::Null:
        return RequestId::Kind::Null;
    case JsonType::Number:
        return RequestId::Kind::Number;
    case JsonType::String:
        return RequestId::Kind::String;
    case JsonType::Bool:
    case JsonType::Array:
    case JsonType::Object:
        break;
    }
    return RequestId::Kind::Other;
}

} // namespace

RequestId::RequestId(qint64 number)
    : m_kind(Kind::Number)
    , m_raw(QByteArray::number(number))
{}

RequestId RequestId::fromJson(QByteArrayView raw)
{
    const JsonValue value(raw);
    RequestId id;
    id.m_kind = kindOf(value);
    id.m_raw = value.raw().toByteArray();
    id.m_escapes = id.m_kind == Kind::String && id.m_raw.contains('\\');
    return id;
}

RequestId RequestId::fromString(QStringView text)
{
    return fromJson(JsonText::quoted(text));
}

/// The quotes distinguish strings from every other kind. Different lone surrogates stay different.
QByteArray RequestId::comparable() const
{
    return m_escapes ? '"' + JsonString::decodedUtf8(m_raw, JsonString::LoneSurrogate::Keep) + '"' : m_raw;
}

bool RequestId::isLegal() const
{
    return m_kind == Kind::String || (m_kind == Kind::Number && JsonValue(m_raw).isInteger());
}

const RequestId &RequestId::null()
{
    static const RequestId id = fromJson("null");
    return id;
}

RequestId RequestId::asOtherType() const
{
    if (m_kind == Kind::Number)
        return fromJson(JsonText::quoted(QByteArrayView(m_raw)));
    const QByteArray text = JsonValue(m_raw).toUtf8();
    if (m_kind != Kind::String || JsonChecker().check(text))
        return {};
    const RequestId other = fromJson(text);
    return other.kind() == Kind::Number ? other : RequestId();
}

QList<RequestId> RequestId::alike() const
{
    const RequestId other = asOtherType();
    const RequestId &number = m_kind == Kind::Number ? *this : other;
    QList<RequestId> all{other};
    const QByteArray digits = number.m_kind == Kind::Number ? JsonNumber(number.m_raw).integerText() : QByteArray();
    if (!digits.isEmpty()) {
        for (const QByteArray &raw : QByteArrayList{digits, digits + ".0", '"' + digits + '"'}) {
            if (const RequestId id = fromJson(raw); id != other)
                all.append(id);
        }
    }
    all.removeIf([this](const RequestId &id) { return id.kind() == Kind::None || id == *this; });
    return all;
}

} // namespace Pullcord
