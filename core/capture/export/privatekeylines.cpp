// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/privatekeylines.h"

#include "core/capture/capture.h"
#include "core/capture/export/keyline.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/event.h"

#include <QRegularExpression>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr quint32 LongestMessage = 10'000; // that holds a line
constexpr qsizetype DeepestText = 20;

/// Without what colours it on a terminal.
QByteArray plainLine(const QByteArray &line)
{
    static const QRegularExpression Colour(u"\\x1b\\[[0-?]*+[ -/]*+[@-~]"_s);
    return line.contains('\x1b') ? QString::fromLatin1(line).remove(Colour).toLatin1().trimmed() : line.trimmed();
}

/// The JSON pointer of the text that begins a key.
std::optional<QByteArray> placeOfOpening(const JsonValue &value, const QByteArray &place, qsizetype depth)
{
    if (value.isString() && KeyLine::opens(value.toUtf8()))
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
    const bool isNext = key.foreign == 0 ? KeyLine::mayBeOne(plain) : KeyLine::isSurelyOne(plain);
    if (key.left > 0 && (KeyLine::ends(plain) || isNext)) {
        m_places.insert(index, key.place);
        key.left = KeyLine::ends(plain) ? 0 : key.left - 1;
        key.foreign = 0;
    } else if (KeyLine::opens(plain)) {
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
    if (key.left > 0 || !KeyLine::opens(json)) // or ends in there
        return;
    if (const auto place = placeOfOpening(JsonValue(json), {}, 0); place && !place->isEmpty())
        key = {Most, 0, *place};
}

} // namespace Pullcord
