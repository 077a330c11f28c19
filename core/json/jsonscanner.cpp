// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonscanner.h"

#include "core/json/jsonbytes.h"

#include <simdjson.h>

#include <algorithm>

namespace Pullcord {
namespace {

using namespace Qt::StringLiterals;

constexpr quint64 mustBeEscapedOrNonAscii(quint64 bytes)
{
    return JsonBytes::mustBeEscaped(bytes) | (bytes & JsonBytes::HighBits);
}

QString hex(char byte)
{
    return u"0x%1"_s.arg(QString::number(quint8(byte), 16).toUpper(), 2, u'0');
}

/// Allowed continuation of a first byte of a UTF-8 character (RFC 3629 section 4): number of bytes, and the range of
/// the second.
struct Utf8Lead
{
    int following = 0; ///< 0: not a valid first byte
    quint8 low = 0x80;
    quint8 high = 0xBF;
};

constexpr Utf8Lead utf8Lead(quint8 byte)
{
    if (byte >= 0xC2 && byte <= 0xDF)
        return {1};
    if (byte >= 0xE0 && byte <= 0xEF)
        return {2, quint8(byte == 0xE0 ? 0xA0 : 0x80), quint8(byte == 0xED ? 0x9F : 0xBF)};
    if (byte >= 0xF0 && byte <= 0xF4)
        return {3, quint8(byte == 0xF0 ? 0x90 : 0x80), quint8(byte == 0xF4 ? 0x8F : 0xBF)};
    return {};
}

QString badLeadReason(char byte)
{
    const auto value = quint8(byte);
    if (value < 0xC0)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "invalid UTF-8: continuation byte %1 without a first byte"),
            hex(byte));
    if (value < 0xC2)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "invalid UTF-8: overlong sequence"));
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "invalid UTF-8: byte %1 never occurs in it"),
                                hex(byte));
}

QString badSecondReason(char lead, char second)
{
    if ((quint8(second) & 0xC0) != 0x80)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "invalid UTF-8: expected a continuation byte, found %1"),
            hex(second));
    if (quint8(lead) == 0xED)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "invalid UTF-8: encoded surrogate"));
    if (quint8(lead) == 0xF4)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "invalid UTF-8: beyond U+10FFFF"));
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "invalid UTF-8: overlong sequence"));
}

} // namespace

JsonScanner::JsonScanner(QByteArrayView text, int maxDepth)
    : m_begin(text.begin())
    , m_at(text.begin())
    , m_end(text.end())
    , m_maxDepth(maxDepth)
    , m_utf8Known(simdjson::validate_utf8(text.data(), size_t(text.size())))
{}

std::optional<JsonError> JsonScanner::scan()
{
    if (scanText())
        return {};
    return error();
}

bool JsonScanner::scanText()
{
    if (atEnd())
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "empty line")));
    if (QByteArrayView(m_begin, m_end).startsWith("\xEF\xBB\xBF"))
        return fail(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "byte order mark before the JSON text")));
    skipSpace();
    if (atEnd())
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "empty line: only white space")));
    if (!scanTree())
        return false;
    skipSpace();
    return atEnd() ||
           fail(TranslatableText::of(
               QT_TRANSLATE_NOOP("TranslatableText", "expected nothing more after the JSON value, %1"), found()));
}

bool JsonScanner::scanTree()
{
    do {
        skipSpace();
        if (atEnd())
            return failValueDue();
        const char first = *m_at;
        if (first == '{' || first == '[') {
            if (!open(first))
                return false;
            skipSpace();
            if (atEnd() || *m_at != m_closers.last()) {
                if (first == '{' && !memberName())
                    return false;
                continue;
            }
        } else if (!scalar()) {
            return false;
        }
        if (!afterValue())
            return false;
    } while (!m_closers.isEmpty());
    return true;
}

bool JsonScanner::open(char bracket)
{
    m_tooDeep = m_closers.size() >= m_maxDepth;
    if (m_tooDeep)
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "nested deeper than the limit of %1"),
                                         m_maxDepth));
    m_closers.append(bracket == '{' ? '}' : ']');
    ++m_at;
    return true;
}

/// Reads closing brackets and the separator after a value. Ends at the next value, or after the whole text.
bool JsonScanner::afterValue()
{
    while (!m_closers.isEmpty()) {
        skipSpace();
        const char closer = m_closers.last();
        if (atEnd())
            return fail(
                closer == '}'
                    ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside an object"))
                    : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside an array")));
        if (*m_at == ',') {
            ++m_at;
            skipSpace();
            return closer == ']' || memberName();
        }
        if (*m_at != closer)
            return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "expected ',' or '%1', %2"),
                                             QLatin1Char(closer), found()));
        ++m_at;
        m_closers.removeLast();
    }
    return true;
}

bool JsonScanner::memberName()
{
    if (atEnd())
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside an object")));
    if (*m_at != '"')
        return fail(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "expected a member name in double quotes, %1"), found()));
    if (!string())
        return false;
    skipSpace();
    if (atEnd())
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends after a member name")));
    if (*m_at != ':')
        return fail(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "expected ':' after the member name, %1"), found()));
    ++m_at;
    return true;
}

bool JsonScanner::scalar()
{
    switch (*m_at) {
    case '"':
        return string();
    case 't':
        return word("true");
    case 'f':
        return word("false");
    case 'n':
        return word("null");
    default:
        return *m_at == '-' || JsonBytes::isDigit(*m_at) ? number() : failValueDue();
    }
}

bool JsonScanner::string()
{
    ++m_at;
    for (;;) {
        m_at = m_utf8Known ? JsonBytes::findFirst(m_at, m_end, JsonBytes::mustBeEscaped)
                           : JsonBytes::findFirst(m_at, m_end, mustBeEscapedOrNonAscii);
        if (atEnd())
            return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside a string")));
        if (*m_at == '"') {
            ++m_at;
            return true;
        }
        if (*m_at == '\\') {
            if (!escape())
                return false;
        } else if (quint8(*m_at) < 0x20) {
            return fail(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "control character %1 in a string must be escaped"), hex(*m_at)));
        } else if (!utf8Character()) {
            return false;
        }
    }
}

bool JsonScanner::escape()
{
    ++m_at;
    if (atEnd())
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside an escape")));
    if (*m_at != 'u') {
        if (!QByteArrayView("\"\\/bfnrt").contains(*m_at))
            return fail(
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "unknown escape, %1 after '\\'"), found()));
        ++m_at;
        return true;
    }
    ++m_at;
    for (int digit = 0; digit < 4; ++digit, ++m_at) {
        if (atEnd())
            return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside an escape")));
        if (!QByteArrayView("0123456789abcdefABCDEF").contains(*m_at))
            return fail(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "expected four hexadecimal digits after '\\u', %1"), found()));
    }
    return true;
}

bool JsonScanner::utf8Character()
{
    const char first = *m_at;
    const Utf8Lead lead = utf8Lead(quint8(first));
    if (lead.following == 0)
        return fail(badLeadReason(first));
    ++m_at;
    for (int i = 0; i < lead.following; ++i, ++m_at) {
        if (atEnd())
            return fail(
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside a UTF-8 character")));
        const auto byte = quint8(*m_at);
        if (byte < (i == 0 ? lead.low : 0x80) || byte > (i == 0 ? lead.high : 0xBF))
            return fail(badSecondReason(i == 0 ? first : '\0', *m_at));
    }
    return true;
}

bool JsonScanner::number()
{
    if (*m_at == '-')
        ++m_at;
    if (!atEnd() && *m_at == '0') {
        ++m_at;
        if (!atEnd() && JsonBytes::isDigit(*m_at))
            return fail(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "a number must not begin with a needless 0")));
    } else if (!digits()) {
        return false;
    }
    if (!atEnd() && *m_at == '.') {
        ++m_at;
        if (!digits())
            return false;
    }
    if (!atEnd() && (*m_at == 'e' || *m_at == 'E')) {
        ++m_at;
        if (!atEnd() && (*m_at == '+' || *m_at == '-'))
            ++m_at;
        return digits();
    }
    return true;
}

bool JsonScanner::digits()
{
    if (atEnd())
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside a number")));
    if (!JsonBytes::isDigit(*m_at))
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "expected a digit, %1"), found()));
    while (!atEnd() && JsonBytes::isDigit(*m_at))
        ++m_at;
    return true;
}

bool JsonScanner::word(QByteArrayView expected)
{
    for (const char c : expected) {
        if (atEnd())
            return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside '%1'"),
                                             QLatin1StringView(expected)));
        if (*m_at != c)
            return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "expected '%1', %2"),
                                             QLatin1StringView(expected), found()));
        ++m_at;
    }
    return true;
}

void JsonScanner::skipSpace()
{
    m_at = JsonBytes::skipSpace(m_at, m_end);
}

bool JsonScanner::fail(const TranslatableText &reason)
{
    m_reason = reason;
    return false;
}

/// Fails because a value is missing. Reads the text backwards to name the token that requires it.
bool JsonScanner::failValueDue()
{
    const char *before = m_at;
    while (before != m_begin && JsonBytes::isSpace(before[-1]))
        --before;
    const char cause = before == m_begin ? '\0' : before[-1];
    if (atEnd())
        return fail(cause == '['
                        ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the text ends inside an array"))
                        : TranslatableText::of(
                              QT_TRANSLATE_NOOP("TranslatableText", "the text ends where a value should follow '%1'"),
                              QLatin1Char(cause)));
    if (cause == '\0')
        return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "expected a JSON value, %1"), found()));
    return fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "expected a value after '%1', %2"),
                                     QLatin1Char(cause), found()));
}

TranslatableText JsonScanner::found() const
{
    const char byte = *m_at;
    if (byte > 0x20 && byte < 0x7F)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "found '%1'"), QLatin1Char(byte));
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "found byte %1"), hex(byte));
}

JsonError JsonScanner::error() const
{
    JsonError error{.offset = m_at - m_begin, .isLimit = m_tooDeep, .reason = m_reason};
    error.line = 1 + int(std::count(m_begin, m_at, '\n'));
    // Not lastIndexOf(): in Qt 6.8 it finds the byte after an empty view.
    const char *line = m_at;
    while (line != m_begin && line[-1] != '\n')
        --line;
    error.column += int(std::count_if(line, m_at, [](char byte) { return (quint8(byte) & 0xC0) != 0x80; }));
    return error;
}

} // namespace Pullcord
