// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QList>
#include <QString>

namespace Pullcord {

/// Event streams with ids, which a client may resume up to 2025-11-25: by a GET that names the last id it has seen
/// (Last-Event-ID). Messages in the new stream belong to the request of the first stream.
///
/// Plain class, a part of ConversationFacts; remembers the last Most streams. Specification: transports "Resumability
/// and Redelivery".
class ResumableStreams
{
public:
    static constexpr qsizetype Most = 64;

    /// A fault in the ids and times of the streams.
    struct Fault
    {
        enum class Kind : quint8 {
            RepeatedId, ///< the last id of another stream of the session
            TooEarly,   ///< the stream was resumed before the delay that the server asked for (`retry`)
        };
        Kind kind = Kind::RepeatedId;
        QString id;
        qint64 event = 0;  ///< index of the event that shows the fault
        qint64 before = 0; ///< index of the earlier event: with that id, or at the end of the stream
        qint64 gap = 0;    ///< ns from the end of the stream to its resumption; TooEarly only
        qint64 retry = 0;  ///< ns that the server asked for; TooEarly only
    };
    static constexpr qsizetype MostFaults = 64;

    /// `index` is the position of the event in the capture.
    void feed(const Event &event, qint64 index);
    /// Begins a new session, in which ids of older streams may be used again.
    void beginSession() { m_session = m_begun - 1; }
    /// Returns the first MostFaults, in order.
    [[nodiscard]] const QList<Fault> &faults() const { return m_faults; }
    /// Returns the exchange in which the stream began that `exchange` resumes; `exchange` itself if it resumes none.
    [[nodiscard]] qint64 firstOf(qint64 exchange) const;
    /// Returns the last exchange that resumed the stream of `first` and has a response; 0 if it has ended, or there is
    /// none.
    [[nodiscard]] qint64 openSince(qint64 first) const;
    /// True if the stream has events with ids, or resumes one that has.
    [[nodiscard]] bool isResumable(qint64 exchange) const { return find(exchange) != nullptr; }
    /// True if a message in this stream at `time` may have been kept since before `moment`. The previous stream had
    /// ended by then, and this one was resumed after it and still replays.
    [[nodiscard]] bool mayBringOld(qint64 exchange, qint64 moment, qint64 time) const;
    static constexpr qint64 Replay = 100'000'000; ///< ns between two replayed messages

private:
    static constexpr qint64 Unknown = -1; ///< time
    struct Stream
    {
        qint64 exchange;
        qint64 first;           ///< exchange in which it began
        QString last;           ///< last event id
        QList<size_t> ids = {}; ///< hashes of the last MostIds ids before that; a client may resume from any of them
        qint64 taken = Unknown; ///< time at which it was resumed
        qint64 gap = Unknown;   ///< time at which the stream before it ended
        qint64 heard = 0;       ///< time of the last replayed message
        qint64 ended = Unknown;
        qint64 retry = Unknown;   ///< ns that the server asked to wait
        qint64 event = 0;         ///< index of the event with the last id
        qint64 endEvent = 0;      ///< index of its last event
        bool isOfUnknown = false; ///< it resumes an unknown stream
    };
    static constexpr qint64 NsPerMs = 1'000'000;
    static constexpr qint64 LongestRetry = 1'000'000'000'000; ///< ms; longer requests do not fit in ns
    static constexpr qsizetype MostIds = 64;
    [[nodiscard]] const Stream *withId(const QString &id) const;
    [[nodiscard]] Stream *find(qint64 exchange);
    [[nodiscard]] const Stream *find(qint64 exchange) const;
    void add(const Stream &stream);
    void feedHttp(const Event &event, qint64 exchange, qint64 index);
    void takeUp(const Stream &before, const QString &id, const Event &event, qint64 exchange, qint64 index);
    void lookForId(const Stream &stream, const QString &id, qint64 index);
    void addFault(const Fault &fault);

    QList<Stream> m_streams; ///< newest last
    QList<Fault> m_faults;
    qint64 m_begun = 0;   ///< newest exchange
    qint64 m_session = 0; ///< newest exchange before the session
};

} // namespace Pullcord
