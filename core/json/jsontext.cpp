// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsontext.h"

#include "core/json/jsonbytes.h"
#include "core/json/jsonstring.h"
#include "core/json/jsonvalue.h"

#include <QString>

#include <simdjson.h>

#include <algorithm>
#include <cstring>

namespace Pullcord::JsonText {
namespace {

/// Counts the output of a Writer, so that the result is allocated once at its final size.
struct Counter
{
    qsizetype size = 0;

    void put(const char *, qsizetype length) { size += length; }
    void put(char) { ++size; }
    void newLine(qsizetype spaces) { size += 1 + spaces; }
};

struct Writer
{
    char *at;

    void put(const char *from, qsizetype length)
    {
        std::memcpy(at, from, size_t(length));
        at += length;
    }
    void put(char c) { *at++ = c; }
    void newLine(qsizetype spaces)
    {
        *at++ = '\n';
        std::memset(at, ' ', size_t(spaces));
        at += spaces;
    }
};

bool isCloser(const char *at, const char *end)
{
    return at != end && (*at == '}' || *at == ']');
}

template<typename Out>
void writeIndented(QByteArrayView json, int indent, Out &out)
{
    const char *at = json.begin();
    const char *const end = json.end();
    qsizetype depth = 0;
    const auto newLine = [&] { out.newLine(std::min(depth, MaxIndentedDepth) * indent); };
    while ((at = JsonBytes::skipSpace(at, end)) != end) {
        const char c = *at;
        if (c == '{' || c == '[') {
            out.put(c);
            at = JsonBytes::skipSpace(at + 1, end);
            if (isCloser(at, end)) {
                out.put(*at++);
            } else {
                ++depth;
                newLine();
            }
        } else if (isCloser(at, end)) {
            depth = std::max<qsizetype>(depth - 1, 0);
            newLine();
            out.put(*at++);
        } else if (c == ',') {
            out.put(*at++);
            newLine();
        } else if (c == ':') {
            out.put(": ", 2);
            ++at;
        } else {
            const char *tokenEnd = JsonBytes::skipValue(at, end);
            out.put(at, tokenEnd - at);
            at = tokenEnd;
        }
    }
}

void appendEscaped(QByteArray &to, char c)
{
    constexpr QByteArrayView Named = "\"\\\b\f\n\r\t";
    constexpr QByteArrayView Names = "\"\\bfnrt";
    to += '\\';
    if (const qsizetype index = Named.indexOf(c); index >= 0) {
        to += Names[index];
    } else {
        constexpr QByteArrayView Hex = "0123456789abcdef";
        to += "u00";
        to += Hex[c >> 4];
        to += Hex[c & 0xF];
    }
}

/// Replaces lone surrogates, which QStringView::toUtf8() would turn into question marks.
QString withoutLoneSurrogates(QStringView text)
{
    QString result = text.toString();
    for (qsizetype i = 0; i < result.size(); ++i) {
        if (!result[i].isSurrogate())
            continue;
        if (result[i].isHighSurrogate() && i + 1 < result.size() && result[i + 1].isLowSurrogate())
            ++i;
        else
            result[i] = QChar::ReplacementCharacter;
    }
    return result;
}

} // namespace

QByteArray indented(QByteArrayView json, int indent)
{
    indent = std::max(indent, 0);
    Counter counter;
    writeIndented(json, indent, counter);
    QByteArray result(counter.size, Qt::Uninitialized);
    Writer writer{result.data()};
    writeIndented(json, indent, writer);
    return result;
}

QByteArray compact(QByteArrayView json)
{
    QByteArray result;
    result.reserve(json.size());
    const char *at = json.begin();
    const char *const end = json.end();
    while ((at = JsonBytes::skipSpace(at, end)) != end) {
        const char *from = at;
        while (at != end && !JsonBytes::isSpace(*at))
            at = *at == '"' ? JsonBytes::skipString(at, end) : at + 1;
        result.append(from, at - from);
    }
    return result;
}

QByteArray quoted(QByteArrayView utf8)
{
    if (!simdjson::validate_utf8(utf8.data(), size_t(utf8.size())))
        return quoted(JsonString::fromUtf8(utf8));
    QByteArray result;
    result.reserve(utf8.size() + 2);
    result += '"';
    const char *at = utf8.begin();
    while (at != utf8.end()) {
        const char *plainEnd = JsonBytes::findFirst(at, utf8.end(), JsonBytes::mustBeEscaped);
        result.append(at, plainEnd - at);
        at = plainEnd;
        if (at != utf8.end())
            appendEscaped(result, *at++);
    }
    result += '"';
    return result;
}

QByteArray quoted(QStringView text)
{
    return quoted(text.isValidUtf16() ? text.toUtf8() : withoutLoneSurrogates(text).toUtf8());
}

void setMember(QByteArray &object, QByteArrayView name, QByteArrayView value)
{
    object = withMember(object, name, value);
}

QByteArray withMember(QByteArrayView object, QByteArrayView name, QByteArrayView value)
{
    if (const QByteArrayView present = JsonValue(object).member(name).raw(); !present.isEmpty()) {
        QByteArray result = object.toByteArray();
        result.replace(present.data() - object.data(), present.size(), value.data(), value.size());
        return result;
    }
    QByteArrayView open = JsonBytes::trimmed(object); // the object without its closing brace
    Q_ASSERT(open.isEmpty() || (open.size() > 1 && open.front() == '{' && open.back() == '}'));
    open = open.isEmpty() ? QByteArrayView("{") : JsonBytes::trimmed(open.chopped(1));
    QByteArray result;
    result.reserve(open.size() + name.size() + value.size() + 8);
    result += open;
    if (open.size() > 1)
        result += ',';
    result += quoted(name);
    result += ':';
    result += value;
    result += '}';
    return result;
}

} // namespace Pullcord::JsonText
