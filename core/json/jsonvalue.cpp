// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"

#include "core/json/jsonbytes.h"
#include "core/json/jsonstring.h"

#include <algorithm>
#include <charconv>

namespace Pullcord {
namespace {

JsonType typeOfFirst(char first)
{
    switch (first) {
    case '{':
        return JsonType::Object;
    case '[':
        return JsonType::Array;
    case '"':
        return JsonType::String;
    case 't':
    case 'f':
        return JsonType::Bool;
    case 'n':
        return JsonType::Null;
    default:
        return first == '-' || JsonBytes::isDigit(first) ? JsonType::Number : JsonType::Invalid;
    }
}

template<typename Number>
std::optional<Number> numberFrom(QByteArrayView raw)
{
    Number number{};
    const auto [end, error] = std::from_chars(raw.begin(), raw.end(), number);
    if (error != std::errc() || end != raw.end())
        return {};
    return number;
}

/// Reads an array index of a JSON Pointer: no sign, no leading zero (RFC 6901 section 4).
std::optional<qsizetype> pointerIndex(QByteArrayView token)
{
    if (token.isEmpty() || !JsonBytes::isDigit(token.front()) || (token.size() > 1 && token.front() == '0'))
        return {};
    return numberFrom<qsizetype>(token);
}

/// Decodes a token of a JSON Pointer. None if a `~` is followed by anything but 0 or 1.
std::optional<QByteArray> unescapedToken(QByteArrayView token)
{
    QByteArray result;
    result.reserve(token.size());
    for (qsizetype i = 0; i < token.size(); ++i) {
        if (token[i] != '~') {
            result += token[i];
            continue;
        }
        if (++i == token.size() || (token[i] != '0' && token[i] != '1'))
            return {};
        result += token[i] == '0' ? '~' : '/';
    }
    return result;
}

} // namespace

JsonValue::JsonValue(QByteArrayView text)
{
    const QByteArrayView trimmed = JsonBytes::trimmed(text);
    if (!trimmed.isEmpty() && typeOfFirst(trimmed.front()) != JsonType::Invalid)
        m_raw = trimmed;
}

JsonType JsonValue::type() const
{
    return m_raw.isEmpty() ? JsonType::Invalid : typeOfFirst(m_raw.front());
}

QString JsonValue::toString() const
{
    return isString() ? JsonString::decoded(m_raw) : QString();
}

QByteArray JsonValue::toUtf8() const
{
    return isString() ? JsonString::decodedUtf8(m_raw) : QByteArray();
}

bool JsonValue::isInteger() const
{
    return isNumber() && std::all_of(m_raw.begin() + (m_raw.front() == '-'), m_raw.end(), JsonBytes::isDigit);
}

std::optional<qint64> JsonValue::toInteger() const
{
    return isNumber() ? numberFrom<qint64>(m_raw) : std::nullopt;
}

std::optional<double> JsonValue::toDouble() const
{
    return isNumber() ? numberFrom<double>(m_raw) : std::nullopt;
}

std::optional<bool> JsonValue::toBool() const
{
    if (m_raw == "true")
        return true;
    if (m_raw == "false")
        return false;
    return {};
}

JsonValue JsonValue::member(QByteArrayView name) const
{
    JsonValue last;
    if (!isObject())
        return last;
    for (const JsonMember &child : *this) {
        if (child.keyEquals(name))
            last = child.value;
    }
    return last;
}

JsonValue JsonValue::element(qsizetype index) const
{
    if (!isArray() || index < 0)
        return {};
    for (const JsonMember &child : *this) {
        if (index-- == 0)
            return child.value;
    }
    return {};
}

JsonValue JsonValue::pointer(QByteArrayView jsonPointer) const
{
    JsonValue value = *this;
    while (!jsonPointer.isEmpty() && value.isValid()) {
        if (jsonPointer.front() != '/')
            return {};
        const qsizetype slash = jsonPointer.indexOf('/', 1);
        const QByteArrayView token = jsonPointer.first(slash < 0 ? jsonPointer.size() : slash).sliced(1);
        jsonPointer = jsonPointer.sliced(token.size() + 1);
        if (value.isArray()) {
            value = value.element(pointerIndex(token).value_or(-1));
        } else if (!token.contains('~')) {
            value = value.member(token);
        } else {
            const auto name = unescapedToken(token);
            value = name ? value.member(*name) : JsonValue();
        }
    }
    return value;
}

JsonValue::Iterator JsonValue::begin() const
{
    if (!isObject() && !isArray())
        return {};
    const bool object = isObject();
    const bool closed = m_raw.size() > 1 && m_raw.back() == (object ? '}' : ']');
    return {m_raw.begin() + 1, m_raw.end() - (closed ? 1 : 0), object};
}

JsonValue::Iterator::Iterator(const char *at, const char *end, bool object)
    : m_end(end)
    , m_object(object)
{
    readChild(at);
}

/// Reads the child at `at`. Ends the iteration if there is none, or if the text is malformed.
void JsonValue::Iterator::readChild(const char *at)
{
    m_key = nullptr;
    const char *key = JsonBytes::skipSpace(at, m_end);
    const char *value = key;
    m_keyEnd = key;
    if (m_object) {
        if (key == m_end || *key != '"')
            return;
        m_keyEnd = JsonBytes::skipString(key, m_end);
        const char *colon = JsonBytes::skipSpace(m_keyEnd, m_end);
        if (colon == m_end || *colon != ':')
            return;
        value = JsonBytes::skipSpace(colon + 1, m_end);
    }
    m_value = value;
    m_valueEnd = JsonBytes::skipValue(value, m_end);
    if (m_valueEnd != value)
        m_key = key;
}

JsonMember JsonValue::Iterator::operator*() const
{
    return {{m_key, m_keyEnd}, JsonValue(QByteArrayView(m_value, m_valueEnd))};
}

JsonValue::Iterator &JsonValue::Iterator::operator++()
{
    const char *comma = JsonBytes::skipSpace(m_valueEnd, m_end);
    if (comma == m_end || *comma != ',')
        m_key = nullptr;
    else
        readChild(comma + 1);
    return *this;
}

bool JsonMember::keyEquals(QByteArrayView name) const
{
    return JsonString::equals(rawKey, name);
}

} // namespace Pullcord
