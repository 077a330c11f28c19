// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findings.h"

#include "core/capture/capture.h"
#include "core/capture/import/captureimport.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingrules.h"
#include "core/mcp/schemaverdict.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr size_t TransitionKinds = 32; // bits of FindingRule::Wants
constexpr size_t EventKinds = 32;

} // namespace

Findings::Connection::Connection(FindingContext its)
    : context(std::move(its))
    , rules(FindingRules::make(context))
    , laterRules(FindingRules::makeLater(context))
{}

Findings::Findings(Capture &capture, const RequestLog &log, Schemas schemas, QObject *parent)
    : QObject(parent)
    , m_capture(capture)
    , m_outputs(capture, log)
    , m_log(&log)
    , m_schemas(schemas)
    , m_hasTimes(CaptureImport::hasTimes(capture))
    , m_hasGuessedWays(CaptureImport::hasGuessedWays(capture))
    , m_tick(CaptureImport::tick(capture))
{
    if (capture.count() > 0)
        replay(capture);
    listenTo(log);
}

void Findings::listenTo(const RequestLog &log)
{
    m_log = &log;
    connect(&log, &RequestLog::transition, this, &Findings::onTransition);
    connect(&log, &RequestLog::eventTaken, this, &Findings::onEvent);
}

/// The requests must be in the state at each event, so a second log reads the capture again. It has the same rows.
void Findings::replay(Capture &capture)
{
    RequestLog again(capture, RequestLog::Empty());
    listenTo(again);
    for (qsizetype index = 0; index < capture.count(); ++index)
        again.feed(capture.eventAt(index), index);
}

Findings::~Findings() = default;

// ---- what comes

Findings::Connection &Findings::connectionOf(const Event &event)
{
    if (m_current && m_current->context.connection == event.connection)
        return *m_current;
    auto [place, isNew] = m_connections.try_emplace(
        event.connection, FindingContext{*this, m_capture, m_seenTools, m_lateDeparture, m_checker, m_outputs,
                                         event.connection, ConversationFacts(m_capture)});
    m_current = &place->second;
    if (isNew && m_byTransition.empty())
        sortRules(*m_current);
    return *m_current;
}

void Findings::sortRules(const Connection &connection)
{
    m_byTransition.resize(TransitionKinds);
    m_byEvent.resize(EventKinds);
    for (size_t number = 0; number < connection.rules.size(); ++number) {
        const FindingRule::Wants &wants = connection.rules[number]->wants();
        for (size_t kind = 0; kind < TransitionKinds; ++kind) {
            if (wants.transitions >> kind & 1)
                m_byTransition[kind].push_back(quint8(number));
        }
        for (size_t kind = 0; kind < EventKinds; ++kind) {
            if (wants.events >> kind & 1)
                m_byEvent[kind].push_back(quint8(number));
        }
        for (const auto &[messages, rules] :
             {std::pair{FindingRule::CancelNotifications, &m_byCancel},
              std::pair{FindingRule::Notifications, &m_byNotification}, std::pair{FindingRule::Batches, &m_byBatch},
              std::pair{FindingRule::Flawed, &m_byFlaw}}) {
            if (wants.messages & messages)
                rules->push_back(quint8(number));
        }
    }
}

void Findings::tell(Connection &connection, const RuleNumbers &rules, const FindingStep &step)
{
    for (const quint8 number : rules) {
        FindingRule &rule = *connection.rules[number];
        if (step.transition)
            rule.onTransition(step);
        else
            rule.onEvent(step);
    }
}

void Findings::learn(FindingContext &context, qsizetype eventIndex, const auto &feed)
{
    const std::optional<qint64> roundTrip = context.facts.roundTrip();
    feed(context.facts);
    context.noteRevision(eventIndex);
    if (context.facts.roundTrip() != roundTrip)
        judgeAgain(context);
}

void Findings::onTransition(qsizetype eventIndex, qsizetype row, const Transition &transition, const Event &event)
{
    passTo(event.time);
    Connection &connection = connectionOf(event);
    if (connection.hasEnded)
        return;
    const RequestRecord *record = row < 0 ? nullptr : m_log->recent(row);
    m_place = eventIndex < 0 ? m_place : eventIndex;
    const FindingStep step{event, eventIndex, transition.message, &transition, row, record};
    hear(connection, step);
    if (record && transition.kind == Transition::Kind::UnknownAnswer && record->state != RequestState::Lost)
        hearAmiss(connection, step);
}

void Findings::hear(Connection &connection, const FindingStep &step)
{
    if (step.record)
        learn(connection.context, step.index,
              [&](ConversationFacts &facts) { facts.feed(*step.transition, *step.record, step.event); });
    if (step.record && !connection.context.facts.isOverHttp())
        learnOrder(connection.context, step);
    const RuleNumbers &rules = m_byTransition[size_t(step.transition->kind)];
    if (rules.empty())
        return;
    connection.context.byHand =
        step.event.details.value("injected"_L1).toBool() ? step.event.direction : Direction::None;
    tell(connection, rules, step);
}

/// A response to a message behind a cancel limits which messages may have crossed the cancel.
void Findings::learnOrder(FindingContext &context, const FindingStep &step)
{
    const QList<qint64> read = context.order.feed(step, context.facts);
    for (const qint64 row : read)
        judgeAgain(context, row);
}

/// The sender has responded, if under a wrong id. So the rules get the transition of the intended response too.
void Findings::hearAmiss(Connection &connection, const FindingStep &step)
{
    FindingContext &context = connection.context;
    if (context.amiss.size() < FindingContext::MostAmiss)
        context.amiss.emplace_back(step.index, step.row);
    RequestRecord record = *step.record;
    Transition meant = *step.transition;
    meant.kind = Transition::Kind::SecondAnswer;
    if (record.amiss.count == 1) {
        record.amiss = {};
        meant.kind = RequestTracker::take(record, step.event, step.message, step.index, context.facts.dialect());
    }
    hear(connection, {step.event, step.index, step.message, &meant, step.row, &record});
}

void Findings::onEvent(qsizetype eventIndex, const Event &event)
{
    passTo(event.time);
    if (eventIndex >= 0) {
        m_place = eventIndex;
        m_heard = eventIndex + 1;
    }
    Connection &connection = connectionOf(event);
    if (connection.hasEnded)
        return;
    connection.context.lastTime = event.time;
    learn(connection.context, eventIndex, [&](ConversationFacts &facts) { facts.feed(event, eventIndex); });
    if (event.kind == EventKind::Message) {
        onMessage(connection, {event, eventIndex, event.envelope});
        return;
    }
    connection.context.byHand = Direction::None;
    tell(connection, m_byEvent[size_t(event.kind)], {event, eventIndex, event.envelope});
    if (event.kind == EventKind::Closed)
        end(connection, event.time);
}

/// Keep it cheap: floods of messages pass through here.
void Findings::onMessage(Connection &connection, const FindingStep &step)
{
    const Envelope &message = step.message;
    if (message.kind == MessageKind::Notification && message.problems == NoProblem) {
        connection.context.byHand =
            step.event.details.value("injected"_L1).toBool() ? step.event.direction : Direction::None;
        if (message.hasMethod(step.event.bytes, FindingRule::CancelMethod)) {
            tell(connection, m_byCancel, step);
            return;
        }
        for (const quint8 number : m_byNotification) {
            if (FindingRule &rule = *connection.rules[number]; rule.isListening())
                rule.onEvent(step);
        }
        return;
    }
    if (message.problems == NoProblem && message.kind != MessageKind::Batch)
        return;
    connection.context.byHand =
        step.event.details.value("injected"_L1).toBool() ? step.event.direction : Direction::None;
    if (message.problems != NoProblem)
        tell(connection, m_byFlaw, step);
    if (message.kind != MessageKind::Batch)
        return;
    tell(connection, m_byBatch, step);
    for (const Envelope &item : Envelope::batchItems(step.event.bytes)) {
        if (item.kind != MessageKind::Batch)
            onMessage(connection, {step.event, step.index, item});
    }
}

// ---- time

void Findings::wakeAt(qint64 time, quint32 connection, FindingRule *rule)
{
    m_due.insert({time, m_nextOrder++, connection, rule});
}

void Findings::passTo(qint64 time)
{
    while (!m_due.empty() && m_due.begin()->time < time) {
        const Due due = *m_due.begin();
        m_due.erase(m_due.begin());
        m_connections.at(due.connection).context.byHand = Direction::None;
        due.rule->onDue(due.time);
    }
}

void Findings::advance(qint64 now)
{
    passTo(now);
}

void Findings::finish()
{
    for (auto &[number, connection] : m_connections) {
        if (!connection.hasEnded)
            end(connection, connection.context.lastTime);
    }
    m_hasFinished = true;
    if (m_checked < m_heard)
        return;
    checkWaiting();
    emit checkedOn();
}

void Findings::end(Connection &connection, qint64 time)
{
    connection.hasEnded = true;
    for (const auto &rule : connection.rules)
        rule->onEnd(time);
    std::erase_if(m_due, [&](const Due &due) { return due.connection == connection.context.connection; });
    connection.rules.clear();
}

// ---- what is looked at later

bool Findings::checkOn(std::chrono::nanoseconds budget)
{
    if (m_checked == m_heard)
        return false;
    QElapsedTimer timer;
    timer.start();
    while (m_checked < m_heard) {
        check(m_checked++);
        if (timer.nsecsElapsed() >= budget.count())
            break;
    }
    if (m_hasFinished && m_checked == m_heard)
        checkWaiting();
    emit checkedOn();
    return m_checked < m_heard;
}

/// Works in the order of the capture, so that the time of the call makes no difference.
void Findings::check(qsizetype index)
{
    const CaptureEntry &entry = m_capture.entry(index);
    const bool isMessage = entry.kind == EventKind::Message && entry.message != MessageKind::None;
    if (m_schemas == Schemas::Ignored || !(isMessage || entry.kind == EventKind::Closed))
        return;
    Connection &connection = m_connections.at(entry.connection);
    const std::optional<Revision> revision = connection.context.revisionAt(index);
    if (revision || !isMessage || connection.waiting.size() == MostWaiting)
        checkWaiting(connection, revision);
    if (isMessage && !revision && connection.waiting.size() < MostWaiting)
        connection.waiting.push_back(index);
    else if (isMessage)
        checkMessage(connection, index, revision);
}

/// No revision will be agreed on any more.
void Findings::checkWaiting()
{
    for (auto &[number, connection] : m_connections)
        checkWaiting(connection, {});
}

void Findings::checkWaiting(Connection &connection, std::optional<Revision> revision)
{
    for (const qsizetype index : std::exchange(connection.waiting, {}))
        checkMessage(connection, index, revision);
}

void Findings::checkMessage(Connection &connection, qsizetype index, std::optional<Revision> revision)
{
    FindingContext &context = connection.context;
    const CaptureEntry &entry = m_capture.entry(index);
    if (entry.size > SchemaVerdict::Longest) {
        ++context.unchecked.tooLong;
        return;
    }
    Event event = m_capture.eventAt(index);
    const qsizetype place = std::exchange(m_place, index);
    m_isLater = true;
    context.agreed = revision;
    context.byHand = event.details.value("injected"_L1).toBool() ? event.direction : Direction::None;
    if (event.envelope.kind != MessageKind::Batch) {
        checkOne(connection,
                 {event, index, event.envelope, nullptr, std::max(qint64(entry.row), context.amissRow(index))});
    } else {
        const QByteArray batch = event.bytes;
        for (const JsonMember &item : JsonValue(batch)) {
            event.bytes = item.value.raw().toByteArray();
            event.envelope = Envelope::of(event.bytes);
            qint64 row = Finding::NoRow;
            if (event.envelope.isResponse())
                row =
                    m_log->newestOf(event.connection, opposite(event.direction), event.envelope.requestId(event.bytes));
            checkOne(connection, {event, index, event.envelope, nullptr, row});
        }
    }
    context.byHand = Direction::None;
    m_isLater = false;
    m_place = place;
}

void Findings::checkOne(Connection &connection, const FindingStep &step)
{
    std::optional<RequestRecord> record;
    if (step.row >= 0)
        record = m_log->record(step.row);
    FindingStep whole{step.event, step.index, step.message, nullptr, step.row, record ? &*record : nullptr};
    for (const auto &rule : connection.laterRules)
        rule->onEvent(whole);
}

UncheckedMessages Findings::unchecked() const
{
    UncheckedMessages all;
    for (const auto &[number, connection] : m_connections)
        all += connection.context.unchecked;
    return all;
}

} // namespace Pullcord
