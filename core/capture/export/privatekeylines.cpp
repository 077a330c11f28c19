// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/privatekeylines.h"

#include "core/capture/capture.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/event.h"

#include <QByteArrayList>

#include <algorithm>

namespace Pullcord {

namespace {

constexpr qsizetype ShortestBehindOthers = 16; // of a line that a log has put its own words before
constexpr quint32 LongestMessage = 10'000;     // that holds a line
constexpr qsizetype DeepestText = 20;

bool hasAny(const QByteArray &line, const QByteArrayList &marks)
{
    return std::any_of(marks.begin(), marks.end(), [&line](const QByteArray &mark) { return line.contains(mark); });
}

bool mayOpenKey(const QByteArray &text)
{
    static const QByteArrayList Kinds{"PRIVATE KEY-----", "PRIVATE KEY BLOCK-----", "PRIVATE KEY ----",
                                      "PuTTY-User-Key-File-"};
    return hasAny(text, Kinds);
}

bool endsKey(const QByteArray &line)
{
    static const QByteArrayList Ends{"-----END ", "---- END ", "Private-MAC:", "Private-Hash:"};
    return hasAny(line, Ends);
}

bool opensKey(const QByteArray &line)
{
    static const QByteArrayList Begins{"-----BEGIN ", "---- BEGIN ", "PuTTY-User-Key-File-"};
    return mayOpenKey(line) && hasAny(line, Begins) && !endsKey(line);
}

bool mayBeOfKey(const QByteArray &line)
{
    static const QByteArrayList Headers{
        "Proc-Type:", "DEK-Info:",   "Version:",      "Comment:",       "Subject:",        "Hash:",  "Charset:",
        "MessageID:", "Encryption:", "Public-Lines:", "Private-Lines:", "Key-Derivation:", "Argon2-"};
    const auto isBase64 = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
               c == '=';
    };
    const QByteArray word = line.sliced(line.lastIndexOf(' ') + 1);
    return hasAny(line, Headers) || ((word.size() == line.size() || word.size() >= ShortestBehindOthers) &&
                                     std::all_of(word.begin(), word.end(), isBase64));
}

/// The JSON pointer of the text that begins a key.
std::optional<QByteArray> placeOfOpening(const JsonValue &value, const QByteArray &place, qsizetype depth)
{
    if (value.isString() && opensKey(value.toUtf8()))
        return place;
    if (depth == DeepestText || !(value.isObject() || value.isArray()))
        return {};
    qsizetype index = 0;
    for (const JsonMember &member : value) {
        const QByteArray step = value.isObject() ? member.key().toUtf8().replace("~", "~0").replace("/", "~1")
                                                 : QByteArray::number(index++);
        if (auto found = placeOfOpening(member.value, place + '/' + step, depth + 1))
            return found;
    }
    return {};
}

} // namespace

std::optional<QByteArray> PrivateKeyLines::placeOf(qsizetype index)
{
    if (index < m_first || index - m_read > Window) {
        m_first = m_read = qMax<qsizetype>(0, index - Window);
        m_keys.clear();
    }
    for (; m_read <= index; ++m_read)
        read(m_read);
    const auto found = m_places.constFind(index);
    return found == m_places.constEnd() ? std::nullopt : std::optional(*found);
}

void PrivateKeyLines::read(qsizetype index)
{
    const CaptureEntry &entry = m_capture.entry(index);
    const bool isLine = entry.kind == EventKind::Stderr || entry.kind == EventKind::Malformed;
    if (!isLine && (entry.kind != EventKind::Message || entry.length > LongestMessage))
        return;
    const QByteArray bytes = m_capture.eventAt(index).bytes;
    Key &key = m_keys[{entry.connection, entry.kind, isLine ? Direction::None : entry.direction}];
    if (isLine)
        readLine(index, bytes, key);
    else
        readMessage(index, bytes, key);
}

void PrivateKeyLines::readLine(qsizetype index, const QByteArray &line, Key &key)
{
    const QByteArray trimmed = line.trimmed();
    if (key.left > 0 && (endsKey(trimmed) || mayBeOfKey(trimmed))) {
        m_places.insert(index, key.place);
        key.left = endsKey(trimmed) ? 0 : key.left - 1;
    } else {
        key.left = opensKey(trimmed) ? Most : 0;
    }
}

/// Those that have nothing at that place do not end the key.
void PrivateKeyLines::readMessage(qsizetype index, const QByteArray &json, Key &key)
{
    const JsonValue text = key.left > 0 ? JsonValue(json).pointer(key.place) : JsonValue();
    if (text.isString())
        readLine(index, text.toUtf8(), key);
    if (key.left > 0 || !mayOpenKey(json))
        return;
    if (const auto place = placeOfOpening(JsonValue(json), {}, 0); place && !place->isEmpty())
        key = {Most, *place};
}

} // namespace Pullcord
