// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>
#include <optional>

namespace Pullcord {

/// One item of a stream of server-sent events. Its line breaks become newlines on the way.
struct SseEvent
{
    enum class Kind : quint8 {
        Event,      ///< ended by its blank line; without data it is a priming event, or sets `id` or `retry` alone
        Comment,    ///< a line that begins with a colon; `data` is what follows the colon
        Unfinished, ///< the stream ended before the blank line; a browser would drop it
        NoField,    ///< a line that is no field, or a field with a value that cannot be used; `data` is the line
    };

    Kind kind = Kind::Event;
    QByteArray type; ///< the `event` field; empty means "message"
    QByteArray data; ///< the `data` lines, joined by newlines
    bool hasData = false;
    std::optional<QByteArray> id;
    std::optional<qint64> retry; ///< ms
    qint64 dataSize = 0;         ///< bytes of data as they came: more than data.size() when the limit has cut it

    /// As it stands in a stream, with the blank line that ends it.
    [[nodiscard]] QByteArray toBytes() const;
};

/// Reads a stream of server-sent events, fed chunk by chunk, split anywhere. O(n) in the bytes.
///
/// Plain class. What is larger than the limit is cut there, and the stream goes on with the next event; memory stays
/// bounded. Unknown fields change nothing, as the specification says, but are reported.
/// Specification: WHATWG HTML, 9.2.6 "Interpreting an event stream".
class SseParser
{
public:
    using Sink = std::function<void(const SseEvent &)>;

    explicit SseParser(qsizetype limit = qsizetype(256) << 20);

    /// Calls `sink` for everything that these bytes complete.
    void feed(QByteArrayView bytes, const Sink &sink);
    /// The stream has ended.
    void finish(const Sink &sink);

    /// True between the first byte of an event and the blank line that ends it.
    [[nodiscard]] bool isWithinEvent() const { return m_begun || m_lineSize > 0; }
    /// The event that the stream is within, as finish() would report it.
    [[nodiscard]] SseEvent unfinished() const;

private:
    void append(QByteArrayView part);
    void endLine(const Sink &sink);
    [[nodiscard]] bool takeField(QByteArrayView name, QByteArrayView value, qint64 size);
    void dispatch(SseEvent::Kind kind, const Sink &sink);

    qsizetype m_limit;
    QByteArray m_line;
    qint64 m_lineSize = 0; ///< also what was not kept
    bool m_atStart = true; ///< a byte order mark may come
    bool m_afterCr = false;
    bool m_begun = false; ///< the event has a field
    SseEvent m_event;
};

} // namespace Pullcord
