// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/processload.h"
#include "core/findings/questiontimes.h"
#include "core/findings/recentrows.h"
#include "core/findings/resumablestreams.h"
#include "core/mcp/revision.h"
#include "core/rpc/requesttracker.h"

#include <QList>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <optional>

namespace Pullcord {

class Capture;

/// State of one connection that the rules ask for, derived from its events alone.
///
/// Plain class, fed by Findings before its rules hear of the same event. Specification: lifecycle; spec digest 2.
class ConversationFacts
{
public:
    enum class Transport : quint8 {
        Unknown, ///< as of a capture that another program has made
        Stdio,
        Http,    ///< Streamable HTTP
        HttpSse, ///< HTTP+SSE of 2024-11-05
    };
    /// How far the handshake of the older era has come.
    enum class Handshake : quint8 { None, Asked, Refused, Agreed, Initialized };

    explicit ConversationFacts(const Capture &capture);

    /// A request of that method is answered without work, so its time is that of the way. Tools, prompts and resources take
    /// work.
    [[nodiscard]] static bool isQuick(const QByteArray &method);

    /// `index` is the event's in the capture.
    void feed(const Event &event, qint64 index);
    /// `record` is of the request that it concerns.
    void feed(const Transition &transition, const RequestRecord &record, const Event &event);

    /// None as long as nothing has been agreed upon.
    [[nodiscard]] std::optional<Revision> revision() const { return m_revision; }
    [[nodiscard]] bool isModern() const { return m_revision && eraOf(*m_revision) == Era::Modern; }
    [[nodiscard]] bool isMcp() const { return m_isMcp; } ///< and no other protocol: see Dialect
    [[nodiscard]] const Dialect &dialect() const { return *m_dialect; }
    [[nodiscard]] Transport transport() const { return m_transport; }
    [[nodiscard]] bool isModernHttp() const { return isModern() && m_transport == Transport::Http; }
    [[nodiscard]] bool isOverHttp() const
    {
        return m_transport == Transport::Http || m_transport == Transport::HttpSse;
    }
    [[nodiscard]] bool isLegacyHttp() const { return !isModern() && m_transport == Transport::Http; }
    [[nodiscard]] Handshake handshake() const { return m_handshake; }
    /// The client has asked server/discover, and nothing has been agreed on since: a server of the older era may take that
    /// for fatal, and the client connects anew.
    [[nodiscard]] bool isProbing() const { return m_isProbed && !m_revision; }
    /// Of the details of an Http event: the exchange in which the server answered that it does not know the session; 0: none.
    [[nodiscard]] static qint64 exchangeOfNoSession(const QJsonObject &details);
    /// What that side has declared in the handshake of the older era: a raw JSON object; empty if it is not known.
    [[nodiscard]] const QByteArray &capabilities(Direction of) const
    {
        return of == Direction::ClientToServer ? m_clientCapabilities : m_serverCapabilities;
    }
    /// What the server has declared in the newer era, where it was asked by server/discover: likewise. It binds no answer.
    [[nodiscard]] const QByteArray &discovered() const { return m_discovered; }
    /// The shortest time, in ns, in which the server has answered anything, since a round trip can take no longer than that:
    /// what came so soon after what we sent has crossed it on the wire. None as long as it has not answered what is no work
    /// (a ping, a list, a message by 202), within LongestTrip as a rule, and nothing else before it that it can have waited for. On stdio the first is none of
    /// those, which waits for a process to start, though a bound as all others are. What is measured later holds for all before.
    [[nodiscard]] std::optional<qint64> roundTrip() const;
    /// The shortest time, in ns, in which the server has answered what is no work; where none was measured, whatever it was
    /// asked. 0: it has answered nothing.
    [[nodiscard]] qint64 idleAnswer() const { return m_measured ? *m_measured : m_shortest.value_or(0); }
    /// In ns: what came no later than that after something that was sent may have crossed it. The round trip, and at least the
    /// time for which a scheduler may let a program wait, which the shortest of many trips does not show, and tick().
    [[nodiscard]] qint64 crossing() const { return std::max({roundTrip().value_or(0), LeastCrossing, m_tick}); }
    /// CaptureImport::tick() of the capture: two times that differ by it may be those of one moment.
    [[nodiscard]] qint64 tick() const { return m_tick; }
    static constexpr qint64 LeastCrossing = 3'000'000;
    /// Who takes longer was at work, whatever it was asked; unless all that it has ever answered took so long, and it has been
    /// asked for nothing else (a ping, a 202), or so often.
    static constexpr qint64 LongestTrip = 1'000'000'000;
    static constexpr int EnoughSlow = 3;
    /// How hard the server's processes have worked after a moment of the last seconds, so far.
    [[nodiscard]] ProcessLoad loadAfter(qint64 time) const;
    /// The exchange has begun and has no response so far, where the capture holds both.
    [[nodiscard]] bool isUnderWay(qint64 exchange) const { return m_unresponded.contains(exchange); }
    [[nodiscard]] const ResumableStreams &streams() const { return m_streams; }
    [[nodiscard]] const QuestionTimes &questions() const { return m_questions; }
    /// A request of the client's is open, and no subscription.
    [[nodiscard]] bool hasOpenRequest() const { return !m_open.isEmpty(); }
    /// The same of one for which the server may ask something first.
    [[nodiscard]] bool hasOpenCall() const { return m_openCalls > 0; }
    /// The server has asked that before any cancel, and while no such request was open: it asks of its own accord.
    [[nodiscard]] bool isAskedUnprompted(const QByteArray &method) const { return m_unprompted.contains(method); }
    /// When the events happened is known: else only their order is, and each gap is 0.
    [[nodiscard]] bool hasTimes() const { return m_hasTimes; }
    /// The begin of the conversation is recorded, by how the connection was made or by its handshake, and its file is no part
    /// of another: else what came before may explain what comes.
    [[nodiscard]] bool isFromStart() const { return m_isFromStart; }
    [[nodiscard]] bool isClosing() const { return m_isClosing; }       ///< our side has begun to leave
    [[nodiscard]] qint64 closingTime() const { return m_closingTime; } ///< when that was
    /// The connection has ended. Where only its recording has, what did not come may have come behind that.
    [[nodiscard]] bool isClosed() const { return m_isClosed; }

private:
    void takeDialect(const QString &name);
    void takeHandshake(const Transition &transition, const RequestRecord &record, const Event &event);
    void takeOpen(const Transition &transition, const RequestRecord &record);
    void takeQuestion(const Transition &transition, const RequestRecord &record);
    void takeTrip(const Transition &transition, const RequestRecord &record, const Event &event);
    /// Of an answer to what is no work: nothing else waited for one, and not even a list had to be made.
    struct Circumstances
    {
        bool isIdle;
        bool isProbe;
    };
    void measure(qint64 time, Circumstances circumstances);
    void measureResponse(const Event &event);
    void takeExchange(const Event &event);

    std::optional<Revision> m_revision;
    std::optional<qint64> m_measured;     ///< on what is no work
    std::optional<qint64> m_shortest;     ///< on whatever was answered
    std::optional<qint64> m_slow;         ///< the shortest that was longer than LongestTrip
    int m_slowTrips = 0;                  ///< how many were
    qint64 m_unanswered = 0;              ///< requests of the client's, in whatever way they have ended
    QList<ProcessLoad::Sample> m_samples; ///< the last MostSamples
    QList<qint64> m_quickExchanges;       ///< the last MostQuick, with requests that are no work
    RecentRows<bool, 256> m_unresponded;  ///< exchanges that have begun and have no response
    qint64 m_heard = -1;                  ///< index of the server's last message
    qint64 m_heardTime = 0;
    bool m_isAnswerHeard = false;  ///< that was an answer
    QMap<quint64, bool> m_open;    ///< requests of the client's, by serial: the server may ask something first
    qsizetype m_openCalls = 0;     ///< how many of them are such
    QSet<QByteArray> m_unprompted; ///< methods, MostUnprompted at most
    bool m_isCancelSent = false;   ///< the client has cancelled something
    QByteArray m_clientCapabilities;
    QByteArray m_serverCapabilities;
    QByteArray m_discovered;
    Transport m_transport = Transport::Unknown;
    Handshake m_handshake = Handshake::None;
    ToldDialect m_toldDialect;
    ResumableStreams m_streams;
    QuestionTimes m_questions;
    const Dialect *m_dialect = &Dialect::mcpLegacy();
    bool m_isProbed = false;
    bool m_isMcp = true;
    bool m_isFromStart = false;
    const bool m_isExcerpt;
    bool m_isClosing = false;
    qint64 m_closingTime = 0;
    bool m_isClosed = false;
    bool m_hasTimes = true;
    qint64 m_tick = 0;
};

} // namespace Pullcord
