// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/processload.h"
#include "core/findings/facts/doubts.h"
#include "core/findings/facts/questiontimes.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/facts/resumablestreams.h"
#include "core/mcp/revision.h"
#include "core/rpc/requesttracker.h"

#include <QList>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <optional>

namespace Pullcord {

class Capture;

/// State of one connection as the rules need it, derived from its events alone.
///
/// Plain class, fed by Findings before the rules get the same event. Times are in ns. Specification: lifecycle; spec
/// digest 2.
class ConversationFacts
{
public:
    enum class Transport : quint8 {
        Unknown, ///< not known, e.g. in a capture of another program
        Stdio,
        Http,    ///< Streamable HTTP
        HttpSse, ///< HTTP+SSE of 2024-11-05
    };
    /// Progress of the handshake of the legacy era.
    enum class Handshake : quint8 { None, Asked, Refused, Agreed, Initialized };

    ConversationFacts(const Doubts &doubts, const Capture &capture);

    /// True for methods that servers answer without work, so that the response time is a round trip. Tools, prompts and
    /// resources take work.
    [[nodiscard]] static bool isQuick(const QByteArray &method);

    /// `index` is the position of the event in the capture.
    void feed(const Event &event, qint64 index);
    /// `record` is the request of the transition.
    void feed(const Transition &transition, const RequestRecord &record, const Event &event);

    /// Returns the agreed revision; none before an agreement.
    [[nodiscard]] std::optional<Revision> revision() const { return m_revision; }
    [[nodiscard]] bool isModern() const { return m_revision && eraOf(*m_revision) == Era::Modern; }
    [[nodiscard]] bool isMcp() const { return m_isMcp; } ///< false for other protocols: see Dialect
    [[nodiscard]] const Dialect &dialect() const { return *m_dialect; }
    [[nodiscard]] Transport transport() const { return m_transport; }
    [[nodiscard]] bool isModernHttp() const { return isModern() && m_transport == Transport::Http; }
    [[nodiscard]] bool isOverHttp() const
    {
        return m_transport == Transport::Http || m_transport == Transport::HttpSse;
    }
    [[nodiscard]] bool isLegacyHttp() const { return !isModern() && m_transport == Transport::Http; }
    [[nodiscard]] Handshake handshake() const { return m_handshake; }
    /// True after server/discover until a revision is agreed. A server of the legacy era may take that request for
    /// fatal, and the client then reconnects.
    [[nodiscard]] bool isProbing() const { return m_isProbed && !m_revision; }
    /// Takes the details of an Http event. Returns the exchange in which the server rejected the session as unknown; 0
    /// if it did not.
    [[nodiscard]] static qint64 exchangeOfNoSession(const QJsonObject &details);
    /// Returns the capabilities that this side declared in the handshake of the legacy era, as a raw JSON object; empty
    /// if unknown.
    [[nodiscard]] const QByteArray &capabilities(Direction of) const
    {
        return of == Direction::ClientToServer ? m_clientCapabilities : m_serverCapabilities;
    }
    /// Returns the capabilities that the server declared in server/discover (modern era). They do not limit its
    /// responses.
    [[nodiscard]] const QByteArray &discovered() const { return m_discovered; }
    /// Shortest time, in ns, in which the server has responded to any message; a round trip takes no longer. A server
    /// message that comes this soon after a client message has crossed it on the wire.
    /// None until the server has responded to a request without work (a ping, a list, a message by 202). That response
    /// must come within LongestTrip as a rule, and no message that it may have waited for may come before it. On stdio
    /// the first response includes the start of the process, so it is only an upper bound. A later measurement also
    /// holds for all earlier events.
    [[nodiscard]] std::optional<qint64> roundTrip() const;
    /// Shortest response time without work, in ns. If none was measured, the shortest of all; 0 if the server has not
    /// responded yet.
    [[nodiscard]] qint64 idleResponseTime() const { return m_measured ? *m_measured : m_shortest.value_or(0); }
    /// Time, in ns, within which a message may have crossed one of the other side: the round trip, the time that a
    /// scheduler may keep a program waiting, or tick(), whichever is longest. The shortest of many round trips does not
    /// include the scheduler.
    [[nodiscard]] qint64 crossing() const { return std::max({roundTrip().value_or(0), LeastCrossing, tick()}); }
    /// Returns Doubts::resolution. Two times that differ by no more may be the same moment.
    [[nodiscard]] qint64 tick() const { return m_doubts.resolution; }
    static constexpr qint64 LeastCrossing = 3'000'000;
    /// Longest time, in ns, that counts as a round trip. A slower response took work, unless everything was that slow
    /// and nothing else was open: a ping or a 202 then counts at once, a list the third time (EnoughSlow).
    static constexpr qint64 LongestTrip = 1'000'000'000;
    static constexpr int EnoughSlow = 3;
    /// Returns the load of the server's processes after `time`, as sampled so far. `time` must be in the last seconds.
    [[nodiscard]] ProcessLoad loadAfter(qint64 time) const;
    /// True if the exchange has begun and has no response so far, as far as the capture records exchanges.
    [[nodiscard]] bool isUnderWay(qint64 exchange) const { return m_unresponded.contains(exchange); }
    [[nodiscard]] const ResumableStreams &streams() const { return m_streams; }
    [[nodiscard]] const QuestionTimes &questions() const { return m_questions; }
    /// True while a request of the client is open, other than a subscription.
    [[nodiscard]] bool hasOpenRequest() const { return !m_open.isEmpty(); }
    /// True while such a request is open for which the server may send requests of its own first.
    [[nodiscard]] bool hasOpenCall() const { return m_openCalls > 0; }
    /// True if the server has sent this method before any cancel and while no such request was open. It then sends it
    /// on its own initiative.
    [[nodiscard]] bool isAskedUnprompted(const QByteArray &method) const { return m_unprompted.contains(method); }
    /// False if the times of the events are unknown. Only their order is known then, and each gap is 0.
    [[nodiscard]] bool hasTimes() const { return m_doubts.hasTimes; }
    /// True if the beginning of the conversation is recorded, by the connection or the handshake, and the file is not
    /// an excerpt. Otherwise unrecorded events may explain the recorded ones.
    [[nodiscard]] bool isFromStart() const { return m_isFromStart; }
    [[nodiscard]] bool isClosing() const { return m_isClosing; }       ///< our side has begun to close the connection
    [[nodiscard]] qint64 closingTime() const { return m_closingTime; } ///< time of that
    /// True if the connection has ended. If only its recording has, missing messages may have come later.
    [[nodiscard]] bool isClosed() const { return m_isClosed; }

    /// Time, in ns, that a response may take before it counts as missing.
    static constexpr qint64 Overdue = 10'000'000'000;
    /// True if the request has been open at `time` for so long that the receiver is to blame, not the side that ends
    /// the connection. Time in which the server waited for responses of the client does not count.
    [[nodiscard]] bool isOverdue(const RequestRecord &record, qint64 time) const;
    /// Time, in ns, for the cancel after the client has closed the stream of a request.
    static constexpr qint64 CancelAfterClosing = 1'000'000'000;
    /// True if by `time` the client has given up the request by closing its stream, without a cancel (C31).
    [[nodiscard]] bool isGivenUpByClosing(const RequestRecord &record, qint64 time) const
    {
        return !isModern() && record.streamClosed != 0 && time - record.streamClosed > CancelAfterClosing;
    }
    /// Time, in ns, within which the server must take back its question after the cancel of the request that it serves
    /// (C09).
    static constexpr qint64 QuestionPatience = 2'000'000'000;

private:
    void takeDialect(const QString &name);
    void takeHandshake(const Transition &transition, const RequestRecord &record, const Event &event);
    void takeOpen(const Transition &transition, const RequestRecord &record);
    void takeQuestion(const Transition &transition, const RequestRecord &record);
    void takeTrip(const Transition &transition, const RequestRecord &record, const Event &event);
    /// Conditions of a response to a request without work: no other request was open; the request was a ping or got a
    /// 202.
    struct Circumstances
    {
        bool isIdle;
        bool isProbe;
    };
    void measure(qint64 time, Circumstances circumstances);
    void measureResponse(const Event &event);
    void takeExchange(const Event &event);

    const Doubts &m_doubts;
    std::optional<Revision> m_revision;
    std::optional<qint64> m_measured;     ///< shortest time of a request without work
    std::optional<qint64> m_shortest;     ///< shortest time of any request
    std::optional<qint64> m_slow;         ///< shortest time above LongestTrip
    int m_slowTrips = 0;                  ///< number of times above LongestTrip
    qint64 m_unanswered = 0;              ///< requests of the client without a response, however they ended
    QList<ProcessLoad::Sample> m_samples; ///< the last MostSamples
    QList<qint64> m_quickExchanges;       ///< the last MostQuick exchanges whose requests take no work
    RecentRows<bool, 256> m_unresponded;  ///< exchanges that have begun and have no response
    qint64 m_heard = -1;                  ///< index of the last message of the server
    qint64 m_heardTime = 0;
    bool m_isAnswerHeard = false; ///< that message was a response
    /// Open requests of the client by serial; true if the server may send requests for it.
    QMap<quint64, bool> m_open;
    qsizetype m_openCalls = 0;     ///< number of those with true
    QSet<QByteArray> m_unprompted; ///< methods, MostUnprompted at most
    bool m_isCancelSent = false;   ///< the client has cancelled a request
    QByteArray m_clientCapabilities;
    QByteArray m_serverCapabilities;
    QByteArray m_discovered;
    Transport m_transport = Transport::Unknown;
    Handshake m_handshake = Handshake::None;
    DialectDetector m_dialectDetector;
    ResumableStreams m_streams;
    QuestionTimes m_questions;
    const Dialect *m_dialect = &Dialect::mcpLegacy();
    bool m_isProbed = false;
    bool m_isMcp = true;
    bool m_isFromStart = false;
    bool m_isClosing = false;
    qint64 m_closingTime = 0;
    bool m_isClosed = false;
};

} // namespace Pullcord
