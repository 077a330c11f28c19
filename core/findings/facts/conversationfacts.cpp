// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/conversationfacts.h"

#include "core/capture/capture.h"
#include "core/capture/export/exportselection.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

void QuestionTimes::feed(const Transition &transition, const RequestRecord &record, qint64 time)
{
    if (record.direction != Direction::ServerToClient || record.method == "ping")
        return;
    if (transition.kind == Transition::Kind::Created) {
        m_questions.push_back(
            {record.serial, record.causeIsGuess ? RequestRecord::NoSerial : record.cause, record.start, Open});
        if (m_questions.size() > Most)
            m_questions.pop_front();
        return;
    }
    if (record.isOpen())
        return;
    const auto known = std::find_if(m_questions.rbegin(), m_questions.rend(),
                                    [&record](const Question &each) { return each.serial == record.serial; });
    if (known != m_questions.rend() && known->end == Open)
        known->end = time;
}

qint64 QuestionTimes::waitedFor(const RequestRecord &record, qint64 time) const
{
    const quint64 asked = record.leg.number > 0 ? record.leg.first : record.serial;
    qint64 waited = 0;
    qint64 until = record.start; // end of the time that is counted already
    for (const Question &question : m_questions) {
        if (question.cause != RequestRecord::NoSerial && question.cause != asked)
            continue;
        const qint64 begin = std::max(until, question.start);
        const qint64 end = question.end == Open ? time : std::min(question.end, time);
        waited += std::max<qint64>(end - begin, 0);
        until = std::max(until, end);
    }
    return waited;
}

namespace {

constexpr qsizetype LongestCapabilities = 64 * 1024;
constexpr qsizetype MostSamples = 128; // more than arrive within ProcessLoad::Span
constexpr qsizetype MostQuick = 32;
constexpr qsizetype MostUnprompted = 16;

ConversationFacts::Transport transportNamed(const QString &name)
{
    using Transport = ConversationFacts::Transport;
    return name == "stdio"_L1         ? Transport::Stdio
           : name == "http+sse"_L1    ? Transport::HttpSse
           : name.contains("http"_L1) ? Transport::Http
                                      : Transport::Unknown;
}

QByteArray capabilitiesIn(const JsonValue &value)
{
    const JsonValue capabilities = value.member("capabilities");
    const bool isTaken = capabilities.isObject() && capabilities.raw().size() <= LongestCapabilities;
    return isTaken ? capabilities.raw().toByteArray() : QByteArray();
}

} // namespace

ConversationFacts::ConversationFacts(const Doubts &doubts, const Capture &capture)
    : m_doubts(doubts)
    , m_transport(transportNamed(capture.header().connection.value("transport"_L1).toString()))
{}

bool ConversationFacts::isQuick(const QByteArray &method)
{
    static const QSet<QByteArray> quick{"initialize",
                                        "logging/setLevel",
                                        "ping",
                                        "prompts/list",
                                        "resources/list",
                                        "resources/subscribe",
                                        "resources/templates/list",
                                        "resources/unsubscribe",
                                        "server/discover",
                                        "tasks/get",
                                        "tasks/list",
                                        "tools/list"};
    return quick.contains(method);
}

void ConversationFacts::feed(const Event &event, qint64 index)
{
    m_streams.feed(event, index);
    switch (event.kind) {
    case EventKind::Opening:
        m_isFromStart = !m_doubts.isExcerpt;
        if (const QString name = event.details.value("transport"_L1).toString(); !name.isEmpty())
            m_transport = transportNamed(name);
        break;
    case EventKind::Dialect:
        m_isFromStart = !m_doubts.isExcerpt;
        m_dialectDetector.settle();
        takeDialect(event.details.value("name"_L1).toString());
        break;
    case EventKind::Http:
        takeExchange(event);
        if (event.details.value("step"_L1) == "response"_L1) {
            measureResponse(event);
        } else if (m_transport == Transport::Unknown) {
            m_transport = Transport::Http;
        }
        break;
    case EventKind::Stream:
        if (event.details.value("type"_L1) == "endpoint"_L1)
            m_transport = Transport::HttpSse; // the URL was tried as Streamable HTTP first
        break;
    case EventKind::Closing:
        m_isClosing = true;
        m_closingTime = event.time;
        break;
    case EventKind::Closed:
        m_isClosed = !event.details.contains("unrecorded"_L1);
        break;
    case EventKind::Process:
        if (const auto usage = ProcessUsage::fromDetails(event.details)) {
            m_samples.push_back({event.time, index, *usage});
            if (m_samples.size() > MostSamples)
                m_samples.pop_front();
        }
        break;
    case EventKind::Message: {
        const bool isLast = m_handshake == Handshake::Agreed && event.direction == Direction::ClientToServer &&
                            event.envelope.kind == MessageKind::Notification;
        if (isLast && event.envelope.hasMethod(event.bytes, "notifications/initialized"))
            m_handshake = Handshake::Initialized;
        if (event.direction == Direction::ServerToClient) {
            m_heard = index;
            m_heardTime = event.time;
            m_isAnswerHeard = event.envelope.isResponse();
        }
        break;
    }
    default:
        break;
    }
}

void ConversationFacts::takeDialect(const QString &name)
{
    m_isMcp = name.startsWith("mcp-"_L1);
    if (const Dialect *dialect = Dialect::named(name.toUtf8()))
        m_dialect = dialect;
    if (name.startsWith("mcp-modern"_L1))
        m_revision = LatestModern;
    else if (isModern())
        m_revision.reset();
    if (name == "mcp-modern-http"_L1)
        m_transport = Transport::Http;
}

void ConversationFacts::feed(const Transition &transition, const RequestRecord &record, const Event &event)
{
    m_questions.feed(transition, record, event.time);
    takeQuestion(transition, record);
    if (record.direction != Direction::ClientToServer)
        return;
    const bool isSent = transition.kind == Transition::Kind::Created || transition.kind == Transition::Kind::Left;
    if (isSent && event.isMessage()) {
        if (const Dialect *detected = m_dialectDetector.take(event, transition.message))
            takeDialect(QString::fromLatin1(detected->name));
    }
    takeOpen(transition, record);
    takeTrip(transition, record, event);
    m_isFromStart = m_isFromStart || (record.method == "initialize" && !m_doubts.isExcerpt);
    if (record.method == "initialize")
        takeHandshake(transition, record, event);
    m_isProbed = m_isProbed || record.method == "server/discover";
    if (record.method == "server/discover" && transition.kind == Transition::Kind::Answered)
        m_discovered = capabilitiesIn(JsonValue(event.part(transition.message.result)));
}

void ConversationFacts::takeOpen(const Transition &transition, const RequestRecord &record)
{
    using Kind = Transition::Kind;
    m_isCancelSent =
        m_isCancelSent || transition.kind == Kind::CancelRequested || transition.kind == Kind::CancelSignalled;
    if (transition.kind == Kind::Created && record.method != "subscriptions/listen") {
        const bool mayCauseQuestions = Dialect::mcpLegacy().servedByAsking.contains(record.method);
        m_open.insert(record.serial, mayCauseQuestions);
        m_openCalls += mayCauseQuestions ? 1 : 0;
    } else if (!record.isOpen() && m_open.take(record.serial)) {
        --m_openCalls;
    }
}

void ConversationFacts::takeQuestion(const Transition &transition, const RequestRecord &record)
{
    if (record.direction == Direction::ServerToClient && transition.kind == Transition::Kind::Created &&
        !m_isCancelSent && !hasOpenCall() && m_unprompted.size() < MostUnprompted)
        m_unprompted.insert(record.method);
}

/// Measures the response time of a request. It does not count as a round trip if an earlier message of the server may
/// have delayed the response, unless that message was a response some time before. Over HTTP measureResponse() measures
/// instead, without the time to connect. A late response may have waited, but took at least the round trip.
void ConversationFacts::takeTrip(const Transition &transition, const RequestRecord &record, const Event &event)
{
    const bool isAnswer =
        transition.kind == Transition::Kind::Answered || transition.kind == Transition::Kind::LateResponse;
    if (record.method != "subscriptions/listen")
        m_unanswered += transition.kind == Transition::Kind::Created ? 1 : isAnswer ? -1 : 0;
    if (transition.kind == Transition::Kind::Created && isQuick(record.method)) {
        if (const qint64 exchange = event.details.value("exchange"_L1).toInteger();
            exchange != 0 && event.envelope.kind != MessageKind::Batch)
            m_quickExchanges.append(exchange);
        if (m_quickExchanges.size() > MostQuick)
            m_quickExchanges.removeFirst();
    } else if (isAnswer) {
        const qint64 time = event.time - record.start;
        m_shortest = std::min(m_shortest.value_or(time), time);
        const bool isAlone = m_heard >= 0 && (m_heard < record.requestEvent ||
                                              (m_isAnswerHeard && event.time - m_heardTime > LeastCrossing));
        if (transition.kind == Transition::Kind::Answered && isQuick(record.method) && m_transport != Transport::Http &&
            isAlone)
            measure(time, {.isIdle = m_unanswered == 0, .isProbe = record.method == "ping"});
    }
}

/// Measures the response step of an exchange, unless its request takes work, as a tool call does.
void ConversationFacts::measureResponse(const Event &event)
{
    const bool isAccepted = event.details.value("status"_L1).toInteger() == 202;
    if (!isAccepted && !m_quickExchanges.contains(event.details.value("exchange"_L1).toInteger()))
        return;
    const bool isIdle = m_unanswered <= (isAccepted ? 0 : 1);
    const qint64 sent = event.details.value("sent"_L1).toInteger(-1);
    const qint64 first = event.details.value("firstByte"_L1).toInteger(-1);
    if (sent >= 0 && first > sent)
        measure(first - sent, {.isIdle = isIdle, .isProbe = isAccepted});
}

/// Records the exchanges in flight; several POSTs may be open at once.
void ConversationFacts::takeExchange(const Event &event)
{
    const qint64 exchange = event.details.value("exchange"_L1).toInteger();
    if (event.details.value("step"_L1) == "request"_L1)
        m_unresponded.insert(exchange, true);
    else
        m_unresponded.remove(exchange);
}

qint64 ConversationFacts::exchangeOfNoSession(const QJsonObject &details)
{
    const bool isRefused = details.value("step"_L1) == "response"_L1 && details.value("status"_L1).toInteger() == 404;
    return isRefused ? details.value("exchange"_L1).toInteger() : 0;
}

void ConversationFacts::takeHandshake(const Transition &transition, const RequestRecord &record, const Event &event)
{
    if (transition.kind == Transition::Kind::Created || transition.kind == Transition::Kind::Left) {
        m_handshake = Handshake::Asked;
        m_streams.beginSession();
        m_clientCapabilities = capabilitiesIn(JsonValue(event.part(transition.message.params)));
    } else if (transition.kind == Transition::Kind::Answered) {
        const JsonValue result(event.part(transition.message.result));
        m_handshake = record.state == RequestState::Succeeded ? Handshake::Agreed : Handshake::Refused;
        m_serverCapabilities = capabilitiesIn(result);
        if (const auto agreed = revisionFromName(result.member("protocolVersion").toString()))
            m_revision = agreed;
    }
}

ProcessLoad ConversationFacts::loadAfter(qint64 time) const
{
    ProcessLoad load{.from = time, .samples = {}};
    for (const ProcessLoad::Sample &sample : m_samples)
        load.add(sample);
    return load;
}

void ConversationFacts::measure(qint64 time, Circumstances circumstances)
{
    if (time > LongestTrip) {
        if (!circumstances.isIdle)
            return;
        ++m_slowTrips;
        m_slow = std::min(m_slow.value_or(time), time);
        if (!circumstances.isProbe && m_slowTrips < EnoughSlow)
            return;
        time = *m_slow;
    }
    m_measured = std::min(m_measured.value_or(time), time);
}

bool ConversationFacts::isOverdue(const RequestRecord &record, qint64 time) const
{
    const qint64 waited = record.direction == Direction::ClientToServer ? m_questions.waitedFor(record, time) : 0;
    return record.lostAtQuestions == 0 && time - record.start - waited >= Overdue;
}

std::optional<qint64> ConversationFacts::roundTrip() const
{
    return m_measured ? std::optional(std::min(*m_measured, m_shortest.value_or(*m_measured))) : std::nullopt;
}

} // namespace Pullcord
