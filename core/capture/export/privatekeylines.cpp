// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/privatekeylines.h"

#include "core/capture/capture.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/event.h"

#include <QByteArrayList>
#include <QRegularExpression>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

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

/// More than a word that is written in base64's letters: what stands behind lines of others.
bool isSurelyOfKey(const QByteArray &line)
{
    constexpr qsizetype Shortest = 24;
    const QByteArray word = line.sliced(line.lastIndexOf(' ') + 1);
    const auto hasOf = [&word](char from, char until) {
        return std::any_of(word.begin(), word.end(), [=](char c) { return c >= from && c <= until; });
    };
    return word.size() >= Shortest && mayBeOfKey(word) && hasOf('A', 'Z') && hasOf('a', 'z');
}

/// Without what colours it on a terminal.
QByteArray plainLine(const QByteArray &line)
{
    static const QRegularExpression Colour(u"\\x1b\\[[0-?]*+[ -/]*+[@-~]"_s);
    return line.contains('\x1b') ? QString::fromLatin1(line).remove(Colour).toLatin1().trimmed() : line.trimmed();
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
    const QByteArray plain = plainLine(line);
    const bool isNext = key.foreign == 0 ? mayBeOfKey(plain) : isSurelyOfKey(plain);
    if (key.left > 0 && (endsKey(plain) || isNext)) {
        m_places.insert(index, key.place);
        key.left = endsKey(plain) ? 0 : key.left - 1;
        key.foreign = 0;
    } else if (opensKey(plain)) {
        key.left = Most;
        key.foreign = 0;
    } else if (++key.foreign > MostBetween) {
        key.left = 0;
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
        key = {Most, 0, *place};
}

} // namespace Pullcord
