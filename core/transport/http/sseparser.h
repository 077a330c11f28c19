// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>
#include <optional>

namespace Pullcord {

/// One item of a stream of server-sent events. Its line breaks become newlines.
struct SseEvent
{
    enum class Kind : quint8 {
        Event,      ///< ended by its blank line; without data it is a priming event, or only sets `id` or `retry`
        Comment,    ///< a line that begins with a colon; `data` is the rest of the line
        Unfinished, ///< the stream ended before the blank line; a browser would drop it
        NoField,    ///< a line that is not a field, or a field with an unusable value; `data` is the line
    };

    Kind kind = Kind::Event;
    QByteArray type; ///< the `event` field; empty means "message"
    QByteArray data; ///< the `data` lines, joined by newlines
    bool hasData = false;
    std::optional<QByteArray> id = {};
    std::optional<qint64> retry = {}; ///< ms
    qint64 dataSize = 0; ///< number of data bytes received; more than data.size() if the limit has cut them

    /// Returns the item as it is written in a stream, with the blank line that ends it.
    [[nodiscard]] QByteArray toBytes() const;
};

/// Reads a stream of server-sent events, fed in chunks split anywhere. O(n) in the bytes.
///
/// A plain class. An event larger than the limit is cut there, and the next event follows normally; memory stays
/// bounded. Unknown fields have no effect, as the specification demands, but are reported.
/// Specification: WHATWG HTML, 9.2.6 "Interpreting an event stream".
class SseParser
{
public:
    using Sink = std::function<void(const SseEvent &)>;

    explicit SseParser(qsizetype limit = qsizetype(256) << 20);

    /// Calls `sink` for every item that these bytes complete.
    void feed(QByteArrayView bytes, const Sink &sink);
    /// Ends the stream.
    void finish(const Sink &sink);

    /// True between the first byte of an event and the blank line that ends it.
    [[nodiscard]] bool isWithinEvent() const { return m_begun || m_lineSize > 0; }
    /// Returns the event that the stream is within, as finish() would report it.
    [[nodiscard]] SseEvent unfinished() const;

private:
    void append(QByteArrayView part);
    void endLine(const Sink &sink);
    [[nodiscard]] bool takeField(QByteArrayView name, QByteArrayView value, qint64 size);
    void dispatch(SseEvent::Kind kind, const Sink &sink);

    qsizetype m_limit;
    QByteArray m_line;
    qint64 m_lineSize = 0; ///< including bytes that were not kept
    bool m_atStart = true; ///< a byte order mark may follow
    bool m_afterCr = false;
    bool m_begun = false; ///< the event has a field
    SseEvent m_event;
};

} // namespace Pullcord
