// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QList>
#include <QString>

namespace Pullcord {

/// The streams of events with ids, which a client may take up again up to 2025-11-25: by a GET that names the last id that it has
/// seen (Last-Event-ID). What comes in that belongs to whatever the first stream belonged to.
///
/// Plain class, a part of ConversationFacts; it remembers the last Most. Specification: transports "Resumability and Redelivery".
class ResumableStreams
{
public:
    static constexpr qsizetype Most = 64;

    /// A fault that the ids and times of the streams show.
    struct Fault
    {
        enum class Kind : quint8 {
            RepeatedId, ///< an id that another stream of the session has given last
            TooEarly,   ///< a stream was taken up before the time was over that its server asked for (`retry`)
        };
        Kind kind = Kind::RepeatedId;
        QString id;
        qint64 event = 0;  ///< index of the event that shows it
        qint64 before = 0; ///< of the earlier one: with that id, or at the end of the stream
        qint64 gap = 0;    ///< ns, of TooEarly
        qint64 retry = 0;  ///< ns, likewise
    };
    static constexpr qsizetype MostFaults = 64;

    /// `index` is the event's in the capture.
    void feed(const Event &event, qint64 index);
    /// A new session begins: ids of older streams may come again.
    void beginSession() { m_session = m_begun - 1; }
    /// The first MostFaults, in order.
    [[nodiscard]] const QList<Fault> &faults() const { return m_faults; }
    /// The exchange in which the stream began that goes on in this one; this one if it goes on with none.
    [[nodiscard]] qint64 firstOf(qint64 exchange) const;
    /// The exchange in which the stream that began in `first` goes on, the last that was taken up and answered; 0 if that has
    /// ended, or there is none.
    [[nodiscard]] qint64 openSince(qint64 first) const;
    /// It has events with ids, or goes on with a stream that has.
    [[nodiscard]] bool mayGoOn(qint64 exchange) const { return find(exchange) != nullptr; }
    /// Whether what comes in it at `time` may have been kept since before `moment`: there was no stream to bring it then, since
    /// the one before had ended, and this one has just been taken up.
    [[nodiscard]] bool mayBringOld(qint64 exchange, qint64 moment, qint64 time) const;
    static constexpr qint64 Replay = 100'000'000; ///< ns between two messages that were kept

private:
    static constexpr qint64 Unknown = -1; ///< time
    struct Stream
    {
        qint64 exchange;
        qint64 first;           ///< in which it began
        QString last;           ///< id of an event
        QList<size_t> ids = {}; ///< hashes of the last MostIds ids before that: a client may go on from any of them
        qint64 taken = Unknown; ///< when it was taken up
        qint64 gap = Unknown;   ///< when the one before it ended
        qint64 heard = 0;       ///< when something came last of what was kept
        qint64 ended = Unknown;
        qint64 retry = Unknown;   ///< ns that the server asked to wait
        qint64 event = 0;         ///< index of the event with the last id
        qint64 endEvent = 0;      ///< of its end
        bool isOfUnknown = false; ///< it goes on with a stream that is not known
    };
    static constexpr qint64 NsPerMs = 1'000'000;
    static constexpr qint64 LongestRetry = 1'000'000'000'000; ///< ms; a server may ask for more than fits in ns
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
    qint64 m_begun = 0;   ///< the last exchange that began
    qint64 m_session = 0; ///< the last one before the session
};

} // namespace Pullcord
