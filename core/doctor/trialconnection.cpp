// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/trialconnection.h"

#include "core/findings/findings.h"
#include "core/transport/byteordermark.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype MaxKeptLine = 300;
constexpr qsizetype MaxKeptBody = 4000;
constexpr qsizetype MostPassed = 16; // a logger prints a message at once

QString lineOf(QByteArrayView bytes)
{
    const bool isLong = bytes.size() > MaxKeptLine;
    return ByteOrderMark::decoded(bytes.first(std::min(bytes.size(), MaxKeptLine))) + (isLong ? u"…"_s : QString());
}

void addStrayLine(TrialConnection::StrayOutput &stray, const QByteArray &bytes, const FramingFault &fault)
{
    ++stray.count;
    const bool isEcho = stray.framing.kind == FramingFault::Kind::Echo; // the least of them
    if (stray.framing.kind == FramingFault::Kind::None || (isEcho && fault.kind != FramingFault::Kind::None))
        stray.framing = fault;
    if (stray.lines.size() < TrialConnection::StrayOutput::MaxKept)
        stray.lines << lineOf(bytes);
}

/// True for a line that ended with the stream instead of a newline.
bool isUnended(const Event &event)
{
    return event.details.value("eol"_L1).toString(u"\n"_s).isEmpty();
}

QString headerIn(const QJsonObject &response, QLatin1StringView name)
{
    const QJsonArray headers = response.value("headers"_L1).toArray();
    for (const QJsonValue &header : headers) {
        if (header["name"_L1].toString().compare(name, Qt::CaseInsensitive) == 0)
            return header["value"_L1].toString();
    }
    return {};
}

} // namespace

TrialConnection::TrialConnection(std::unique_ptr<Transport> transport, const ClientOptions &options, QObject *parent)
    : QObject(parent)
{
    auto made = Conversation::withTransport(std::move(transport), options, {});
    if (!made) { // no temporary file
        m_facts.failure = made.error();
        return;
    }
    m_conversation = *std::move(made);
    connect(m_conversation->rpc(), &RpcConnection::eventOccurred, this, &TrialConnection::onEvent);
    connect(m_conversation->rpc(), &RpcConnection::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Idle)
            endStep();
    });
    m_settling.setSingleShot(true);
    m_settling.callOnTimeout(this, &TrialConnection::endStep);
    connect(m_conversation->client(), &Client::ready, this, &TrialConnection::onReady);
    connect(m_conversation->client(), &Client::failed, this, [this](const Error &error) {
        if (!m_facts.failure)
            m_facts.failure = error;
        m_facts.cause = m_conversation->client()->handshakeCause();
    });
}

/// The conversation reports to the facts, so it must go first.
TrialConnection::~TrialConnection()
{
    const std::unique_ptr<Conversation> conversation = std::move(m_conversation);
}

bool TrialConnection::isConnected() const
{
    return m_conversation && m_conversation->client()->state() == Client::State::Ready;
}

void TrialConnection::connectToServer()
{
    m_inStep = true;
    if (m_conversation)
        m_conversation->client()->connectToServer();
    else
        endStep();
}

void TrialConnection::onReady()
{
    if (m_facts.isReady())
        return; // repeated, since the server had forgotten the session
    m_facts.ready = monotonicNow();
    m_facts.server = m_conversation->client()->server();
    m_facts.revision = m_conversation->client()->revision();
    m_facts.transport = m_conversation->rpc()->transport().name();
    // Over HTTP the response to notifications/initialized comes later; it may be a refusal.
    if (m_conversation->rpc()->transport().startsServer() || eraOf(m_facts.revision) == Era::Modern)
        endStep();
    else
        m_settling.start(2s);
}

void TrialConnection::onEvent(const Event &event)
{
    switch (event.kind) {
    case EventKind::Opening:
        if (m_facts.opening == 0)
            m_facts.opening = event.time;
        // Another start, so the end of the previous attempt is no failure.
        if (m_facts.closing == 0)
            m_facts.firstExit = m_facts.exit;
        else
            m_gaveUp = m_facts.closing;
        m_facts.closing = m_facts.exited = m_facts.ended = 0;
        m_facts.exit = {};
        m_facts.closingNotes.clear();
        m_firstExchange = m_facts.responses.size();
        break;
    case EventKind::Opened:
        m_facts.opened = event.time;
        m_facts.pid = event.details.value("pid"_L1).toInteger();
        ++m_facts.starts;
        break;
    case EventKind::Closing:
        m_facts.closing = event.time;
        break;
    case EventKind::Exited:
        m_facts.exited = event.time;
        m_facts.exit = event.details;
        break;
    case EventKind::Closed:
        m_facts.ended = event.time;
        break;
    case EventKind::Failed:
        m_facts.failedReason = event.details.value("reason"_L1).toString();
        break;
    case EventKind::Stderr:
        if (event.bytes.trimmed().isEmpty())
            break;
        ++m_facts.errorLines;
        (m_facts.firstWords.size() < Facts::MaxFirstWords ? m_facts.firstWords : m_facts.lastWords)
            << lineOf(event.bytes);
        if (m_facts.lastWords.size() > Facts::MaxLastWords)
            m_facts.lastWords.removeFirst();
        break;
    case EventKind::Malformed:
        if (event.direction == Direction::ServerToClient)
            addStrayLine(m_facts.isReady() ? m_facts.after : m_facts.before, event.bytes,
                         m_facts.pid > 0 ? framingOf(event) : FramingFault());
        break;
    case EventKind::Message:
        m_passed << event.bytes;
        if (m_passed.size() > MostPassed)
            m_passed.removeFirst();
        if (event.method() == "notifications/initialized")
            m_initialized = event.details.value("exchange"_L1).toInteger();
        if (event.direction != Direction::ServerToClient)
            break;
        if (event.envelope.kind == MessageKind::None)
            addStrayLine(m_facts.isReady() ? m_facts.after : m_facts.before, event.bytes, {});
        else if (!m_facts.isReady() && isUnended(event))
            addStrayLine(m_facts.before, event.bytes, {FramingFault::Kind::Unended, {}});
        else if (HttpResponse *const response = responseOf(event))
            response->hasMessage = true;
        break;
    case EventKind::Note:
        if (HttpResponse *const response = responseOf(event); response && event.details.contains("misplaced"_L1))
            response->misplaced = event.details.value("misplaced"_L1).toString();
        if (m_facts.closing != 0)
            m_facts.closingNotes << event.details.value("text"_L1).toString();
        break;
    case EventKind::Http:
        onHttp(event);
        break;
    default:
        break;
    }
}

FramingFault TrialConnection::framingOf(const Event &line) const
{
    FramingFault fault = FramingFault::of(line.bytes, !isUnended(line));
    if (std::ranges::any_of(m_passed, [&](const QByteArray &message) { return fault.repeats(line.bytes, message); }))
        fault.kind = FramingFault::Kind::Echo;
    return fault;
}

void TrialConnection::onHttp(const Event &event)
{
    const QString step = event.details.value("step"_L1).toString();
    if (step == "request"_L1) {
        m_facts.responses.append(
            {.method = event.details.value("method"_L1).toString(), .url = event.details.value("url"_L1).toString()});
    }
    HttpResponse *const found = responseOf(event);
    if (!found)
        return;
    HttpResponse &response = *found;
    if (step == "response"_L1) {
        response.status = event.details.value("status"_L1).toInt();
        response.contentType = headerIn(event.details, "content-type"_L1);
        response.location = headerIn(event.details, "location"_L1);
        response.coding = headerIn(event.details, "content-encoding"_L1);
        response.challenge = headerIn(event.details, "www-authenticate"_L1);
    } else if (step == "end"_L1) {
        response.reason = event.details.value("reason"_L1).toString();
        response.failure = TransportFailure::kindIn(event.details);
        response.body = event.bytes.first(std::min(event.bytes.size(), MaxKeptBody));
        if (m_settling.isActive() && event.details.value("exchange"_L1).toInteger() == m_initialized)
            endStep();
    }
}

/// Exchanges are numbered from 1 in each connection, in the order of their requests.
TrialConnection::HttpResponse *TrialConnection::responseOf(const Event &event)
{
    const qsizetype index = m_firstExchange + event.details.value("exchange"_L1).toInteger() - 1;
    return index < m_firstExchange || index >= m_facts.responses.size() ? nullptr : &m_facts.responses[index];
}

QList<TrialConnection::Step> TrialConnection::steps() const
{
    QList<Step> steps;
    for (qsizetype row = 0; m_conversation && row < m_conversation->log().count(); ++row) {
        RequestRecord record = m_conversation->log().record(row);
        // A request that we gave up by closing timed out; if the server left first, it is lost.
        const bool hasLeftFirst = m_facts.closing != 0 && (m_facts.exited == 0 || m_facts.exited > m_facts.closing);
        for (const qint64 time : {m_gaveUp, hasLeftFirst ? m_facts.closing : 0}) {
            const qint64 closing = time == 0 ? 0 : m_conversation->capture().relative(time);
            if (time == 0 || record.state != RequestState::Lost || record.start > closing || record.end < closing)
                continue;
            record.state = RequestState::TimedOut;
            record.end = closing;
        }
        const bool isOfHandshake = record.method == "server/discover" || record.method == "initialize";
        if (record.direction == Direction::ClientToServer && isOfHandshake && steps.size() < 8)
            steps.append(
                {record.method, record.state, (record.end > 0 ? record.end : m_conversation->now()) - record.start});
    }
    return steps;
}

QList<Finding> TrialConnection::faults() const
{
    QList<Finding> faults;
    if (!m_conversation)
        return faults;
    Findings findings(m_conversation->capture(), m_conversation->log());
    (void)findings.continueChecking(Findings::AllAtOnce);
    for (qsizetype i = 0; i < findings.count(); ++i) {
        const Finding &finding = findings.at(i);
        if (finding.accused == Direction::ServerToClient && finding.severity != FindingSeverity::Info)
            faults << finding;
    }
    return faults;
}

void TrialConnection::loadLists()
{
    m_inStep = true;
    m_facts.lists.clear();
    QList<CatalogList *> asked;
    for (const CatalogList::Kind kind : CatalogList::AllKinds) {
        CatalogList &list = m_conversation->catalog()->list(kind);
        m_facts.lists.append({.kind = kind, .isDeclared = list.isDeclared()});
        if (!list.isDeclared())
            continue;
        asked << &list;
        connect(&list, &CatalogList::failed, this,
                [this, kind](const Error &error) { m_facts.lists[qsizetype(kind)].error = error; });
        connect(
            &list, &CatalogList::changed, this, [this, kind] { onListLoaded(kind); }, Qt::SingleShotConnection);
    }
    m_loading = asked.size();
    m_stepBegan = monotonicNow();
    for (CatalogList *const list : asked)
        list->refresh();
    if (asked.isEmpty())
        endStep();
}

void TrialConnection::onListLoaded(CatalogList::Kind kind)
{
    if (!m_conversation)
        return;
    List &facts = m_facts.lists[qsizetype(kind)];
    facts.duration = monotonicNow() - m_stepBegan;
    const CatalogList &list = m_conversation->catalog()->list(kind);
    for (const CatalogItem &item : list.items()) {
        ++facts.count;
        facts.bytes += item.raw.size();
        const QString problem = item.problem.isEmpty() ? list.schemaProblem(item.raw) : QString(item.problem);
        if (!problem.isEmpty())
            facts.problems << u"%1: %2"_s.arg(item.key().isEmpty() ? u"?"_s : item.key(), problem);
    }
    if (--m_loading == 0)
        endStep();
}

void TrialConnection::roundTrip()
{
    m_inStep = true;
    Client *const client = m_conversation->client();
    m_facts.roundTripMethod = client->isModern() ? "server/discover"_ba : "ping"_ba;
    m_stepBegan = monotonicNow();
    OutgoingRequest *const request = client->request(m_facts.roundTripMethod);
    connect(request, &OutgoingRequest::finished, this, [this, request] {
        if (request->outcome())
            m_facts.roundTrip = monotonicNow() - m_stepBegan;
        else
            m_facts.roundTripError = request->outcome().error();
        endStep();
    });
}

void TrialConnection::leave()
{
    m_inStep = true;
    if (m_conversation && m_conversation->rpc()->state() != Transport::State::Idle)
        m_conversation->client()->disconnectFromServer();
    else
        endStep();
}

void TrialConnection::endStep()
{
    m_settling.stop();
    if (!m_inStep)
        return;
    m_inStep = false;
    QMetaObject::invokeMethod(this, &TrialConnection::stepEnded, Qt::QueuedConnection);
}

} // namespace Pullcord
