// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/privatekeylines.h"

#include "core/capture/capture.h"
#include "core/capture/export/redaction/keyreader.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/event.h"

#include <algorithm>

namespace Pullcord {

namespace {

constexpr quint32 LongestMessage = 10'000; // bytes of a message that is searched
constexpr qsizetype DeepestText = 20;

/// Returns the JSON pointer of the text that begins a key.
std::optional<QByteArray> placeOfOpening(const JsonValue &value, const QByteArray &place, qsizetype depth)
{
    if (value.isString() && KeyReader::opens(value.toUtf8()))
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
    QList<Key> &keys = m_keys[{entry.connection, entry.kind, isLine ? Direction::None : entry.direction}];
    if (!isLine) {
        readMessage(index, bytes, keys);
        return;
    }
    if (keys.isEmpty())
        keys.append(Key());
    if (keys.first().reader.take(bytes))
        m_places.insert(index, {});
}

/// Reads one message. Neither a message without a text at that place nor a key that begins elsewhere ends the key: the
/// other text may only mention keys.
void PrivateKeyLines::readMessage(qsizetype index, const QByteArray &json, QList<Key> &keys)
{
    for (Key &key : keys) {
        const JsonValue text = JsonValue(json).pointer(key.place);
        if (text.isString() && key.reader.take(text.toUtf8()))
            m_places.insert(index, key.place);
    }
    keys.removeIf([](const Key &key) { return !key.reader.isOpen(); });
    if (!KeyReader::opens(json)) // or the key ends within the message
        return;
    const auto place = placeOfOpening(JsonValue(json), {}, 0);
    const auto isThere = [&place](const Key &key) { return key.place == *place; };
    if (!place || place->isEmpty() || std::any_of(keys.begin(), keys.end(), isThere))
        return;
    if (keys.size() == MostAtOnce)
        keys.removeFirst();
    keys.append({{}, *place});
    keys.last().reader.take(JsonValue(json).pointer(*place).toUtf8());
}

} // namespace Pullcord
