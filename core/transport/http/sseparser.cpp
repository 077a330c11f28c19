// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/sseparser.h"

#include "core/transport/byteordermark.h"

#include <algorithm>
#include <utility>

namespace Pullcord {
namespace {

/// Room for a field name, its colon and a space: the excess of a line over its data.
constexpr qsizetype FieldRoom = 64;

/// True if the beginning of a line shows data, the only part of an event that may be long.
bool isData(QByteArrayView line, bool mayHaveMark)
{
    if (mayHaveMark && line.startsWith(ByteOrderMark::Bytes))
        line = line.sliced(ByteOrderMark::Bytes.size());
    return line.startsWith("data:");
}

qsizetype endOfLine(QByteArrayView bytes, qsizetype from)
{
    const auto isEnd = [](char c) { return c == '\n' || c == '\r'; };
    return std::find_if(bytes.begin() + from, bytes.end(), isEnd) - bytes.begin();
}

/// Splits `text` into its lines, each preceded by `field`.
QByteArray inLines(QByteArrayView field, QByteArrayView text)
{
    QByteArray lines;
    qsizetype from = 0;
    while (true) {
        const qsizetype end = endOfLine(text, from);
        lines += field;
        lines += text.sliced(from, end - from);
        lines += '\n';
        if (end == text.size())
            return lines;
        from = end + (text.sliced(end).startsWith("\r\n") ? 2 : 1);
    }
}

} // namespace

QByteArray SseEvent::toBytes() const
{
    QByteArray bytes;
    if (kind == Kind::Comment)
        return inLines(":", data);
    if (kind == Kind::NoField)
        return data + '\n';
    if (!type.isEmpty())
        bytes += "event: " + type + '\n';
    if (id)
        bytes += "id: " + *id + '\n';
    if (retry)
        bytes += "retry: " + QByteArray::number(*retry) + '\n';
    if (hasData || !data.isEmpty())
        bytes += inLines("data: ", data);
    return bytes + '\n';
}

SseParser::SseParser(qsizetype limit)
    : m_limit(limit)
{}

void SseParser::feed(QByteArrayView bytes, const Sink &sink)
{
    qsizetype from = 0;
    while (from < bytes.size()) {
        if (std::exchange(m_afterCr, false) && bytes[from] == '\n') {
            ++from;
            continue;
        }
        const qsizetype end = endOfLine(bytes, from);
        append(bytes.sliced(from, end - from));
        if (end == bytes.size())
            return;
        m_afterCr = bytes[end] == '\r';
        endLine(sink);
        from = end + 1;
    }
}

void SseParser::finish(const Sink &sink)
{
    if (m_lineSize > 0)
        endLine(sink);
    if (m_begun)
        dispatch(SseEvent::Kind::Unfinished, sink);
}

SseEvent SseParser::unfinished() const
{
    SseEvent found{.kind = SseEvent::Kind::Unfinished};
    SseParser rest = *this;
    rest.finish([&found](const SseEvent &event) {
        if (event.kind == SseEvent::Kind::Unfinished)
            found = event;
    });
    return found;
}

void SseParser::append(QByteArrayView part)
{
    const auto take = [&](qsizetype limit) {
        const qsizetype size = std::clamp(limit - m_line.size(), qsizetype(0), part.size());
        m_line += part.first(size);
        part = part.sliced(size);
    };
    m_lineSize += part.size();
    take(FieldRoom);
    take((isData(m_line, m_atStart) ? m_limit : shortLimit()) + FieldRoom);
}

void SseParser::endLine(const Sink &sink)
{
    QByteArray line = std::exchange(m_line, {});
    qint64 size = std::exchange(m_lineSize, 0);
    if (std::exchange(m_atStart, false) && line.startsWith(ByteOrderMark::Bytes)) {
        line.remove(0, ByteOrderMark::Bytes.size());
        size -= ByteOrderMark::Bytes.size();
    }
    if (line.isEmpty()) {
        if (m_begun)
            dispatch(SseEvent::Kind::Event, sink);
        return;
    }
    const qsizetype colon = line.indexOf(':');
    if (colon == 0) {
        SseEvent comment{.kind = SseEvent::Kind::Comment,
                         .data = line.sliced(1, std::min(line.size() - 1, shortLimit()))};
        comment.dataSize = size - 1;
        sink(comment);
        return;
    }
    const qsizetype value = colon < 0                                           ? line.size()
                            : colon + 1 < line.size() && line[colon + 1] == ' ' ? colon + 2
                                                                                : colon + 1;
    const QByteArrayView name = QByteArrayView(line).first(colon < 0 ? line.size() : colon);
    if (name == "data")
        return takeData(std::move(line.remove(0, value)), size - value);
    if (takeField(name, QByteArrayView(line).sliced(value), line.size() < size))
        return;
    SseEvent noField{.kind = SseEvent::Kind::NoField, .data = line.first(std::min(line.size(), shortLimit()))};
    noField.dataSize = size;
    sink(noField);
}

/// Takes a data line, whose size may be more than what was kept of it.
void SseParser::takeData(QByteArray value, qint64 size)
{
    if (m_event.hasData) {
        ++m_event.dataSize;
        if (m_event.data.size() < m_limit)
            m_event.data += '\n';
    }
    value.truncate(m_limit - m_event.data.size());
    if (m_event.data.isEmpty())
        m_event.data = std::move(value); // no copy, since it may be very long
    else
        m_event.data += value;
    m_event.dataSize += size;
    m_event.hasData = true;
    m_begun = true;
}

/// Takes another field. Returns false if the line has no meaning.
bool SseParser::takeField(QByteArrayView name, QByteArrayView value, bool isCut)
{
    if (name == "event") {
        m_event.type = value.toByteArray();
        m_begun = true; // a name that was cut is not that of a message either
        return !isCut;
    }
    if (name == "id") {
        if (isCut || value.contains('\0'))
            return false;
        m_event.id = value.toByteArray();
    } else if (name == "retry") {
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        bool fits = false;
        const qint64 ms = value.toByteArray().toLongLong(&fits);
        if (isCut || !fits || !std::all_of(value.begin(), value.end(), isDigit))
            return false;
        m_event.retry = ms;
    } else {
        return false;
    }
    m_begun = true;
    return true;
}

void SseParser::dispatch(SseEvent::Kind kind, const Sink &sink)
{
    m_begun = false;
    SseEvent event = std::exchange(m_event, {});
    event.kind = kind;
    sink(event);
}

} // namespace Pullcord
