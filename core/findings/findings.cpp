// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findings.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingrules.h"
#include "core/mcp/validation/mcpschema.h"
#include "core/rpc/refusedmessage.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr size_t TransitionKinds = 32; // bits of FindingRule::Wants
constexpr size_t EventKinds = 32;

} // namespace

Findings::Findings(Capture &capture, const RequestLog &log, Schemas schemas, QObject *parent)
    : QObject(parent)
    , m_shared(capture, log)
    , m_schemas(schemas)
{
    connect(&m_shared.list, &FindingList::added, this, &Findings::added);
    connect(&m_shared.list, &FindingList::changed, this, &Findings::changed);
    connect(&m_shared.list, &FindingList::removed, this, &Findings::withdrawn);
    sortRules();
    if (capture.count() > 0)
        replay(capture);
    listenTo(log);
}

void Findings::listenTo(const RequestLog &log)
{
    m_shared.log = &log;
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

// ---- events

Findings::Connection &Findings::connectionOf(const Event &event)
{
    if (m_current && m_current->context.connection == event.connection)
        return *m_current;
    const auto place = m_connections.try_emplace(event.connection, m_shared, event.connection).first;
    m_current = &place->second;
    return *m_current;
}

void Findings::sortRules()
{
    const std::vector<FindingRules::Kind> &kinds = FindingRules::kinds();
    m_byTransition.resize(TransitionKinds);
    m_byEvent.resize(EventKinds);
    for (size_t number = 0; number < kinds.size(); ++number) {
        const FindingRule::Wants &wants = kinds[number].wants;
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
              std::pair{FindingRule::Notifications, &m_byNotification},
              std::pair{FindingRule::AwaitedNotifications, &m_byNotification},
              std::pair{FindingRule::Batches, &m_byBatch}, std::pair{FindingRule::Flawed, &m_byFlaw}}) {
            if (wants.messages & messages)
                rules->push_back(quint8(number));
        }
    }
}

void Findings::dispatch(Connection &connection, const RuleNumbers &rules, const FindingStep &step)
{
    for (const quint8 number : rules)
        dispatch(connection, number, step);
}

void Findings::dispatch(Connection &connection, quint8 number, const FindingStep &step)
{
    std::unique_ptr<FindingRule> &rule = connection.context.rules[number];
    if (!rule) {
        const FindingRules::Kind &kind = FindingRules::kinds()[number];
        if (kind.begins && !kind.begins(step, connection.context.facts))
            return;
        rule = kind.make(connection.context);
    }
    if (step.transition)
        rule->onTransition(step);
    else
        rule->onEvent(step);
}

void Findings::updateFacts(RuleContext &context, qsizetype eventIndex, const auto &feed)
{
    const std::optional<qint64> roundTrip = context.facts.roundTrip();
    feed(context.facts);
    context.noteRevision(eventIndex);
    if (context.facts.roundTrip() != roundTrip)
        context.judgeAgain();
}

void Findings::onTransition(qsizetype eventIndex, qsizetype row, const Transition &transition, const Event &event)
{
    passTo(event.time);
    Connection &connection = connectionOf(event);
    if (connection.hasEnded)
        return;
    const RequestRecord *record = row < 0 ? nullptr : m_shared.log->recent(row);
    if (eventIndex >= 0)
        m_shared.list.setPlace(eventIndex, false);
    const FindingStep step{event, eventIndex, transition.message, &transition, row, record};
    notify(connection, step);
    if (record && transition.kind == Transition::Kind::UnknownResponse && record->state != RequestState::Lost)
        notifyMismatched(connection, step);
}

void Findings::notify(Connection &connection, const FindingStep &step)
{
    connection.context.noteRule(step.event, step.record);
    if (step.record)
        updateFacts(connection.context, step.index,
                    [&](ConversationFacts &facts) { facts.feed(*step.transition, *step.record, step.event); });
    if (step.record && !connection.context.facts.isOverHttp())
        updateOrder(connection.context, step);
    const RuleNumbers &rules = m_byTransition[size_t(step.transition->kind)];
    if (rules.empty())
        return;
    if (step.event.isByOperator() && step.transition->kind == Transition::Kind::IgnoredCancel)
        return;
    connection.context.noteSender(&step.event);
    dispatch(connection, rules, step);
}

/// Updates CancelOrder, and judges findings again when a response shows that a cancel has been read.
void Findings::updateOrder(RuleContext &context, const FindingStep &step)
{
    const QList<qint64> read = context.order.feed(step, context.facts);
    for (const qint64 row : read)
        context.judgeAgain(row);
}

/// Passes a response under an id of another type to the rules as the response that its sender intended.
void Findings::notifyMismatched(Connection &connection, const FindingStep &step)
{
    RuleContext &context = connection.context;
    if (context.mismatched.size() < RuleContext::MostAmiss)
        context.mismatched.emplace_back(step.index, step.row);
    RequestRecord record = *step.record;
    Transition meant = *step.transition;
    meant.kind = Transition::Kind::SecondResponse;
    if (record.mismatched.count == 1) {
        record.mismatched = {};
        meant.kind = RequestTracker::take(record, step.event, step.message, step.index, context.facts.dialect());
    }
    notify(connection, {step.event, step.index, step.message, &meant, step.row, &record});
}

void Findings::onEvent(qsizetype eventIndex, const Event &event)
{
    passTo(event.time);
    if (eventIndex >= 0) {
        m_shared.list.setPlace(eventIndex, false);
        m_received = eventIndex + 1;
    }
    Connection &connection = connectionOf(event);
    if (connection.hasEnded || RefusedMessage::statusOf(event) != 0)
        return;
    connection.context.lastTime = event.time;
    connection.context.noteRule(event, nullptr);
    updateFacts(connection.context, eventIndex, [&](ConversationFacts &facts) { facts.feed(event, eventIndex); });
    if (event.kind == EventKind::Message) {
        onMessage(connection, {event, eventIndex, event.envelope});
        return;
    }
    connection.context.noteSender(nullptr);
    dispatch(connection, m_byEvent[size_t(event.kind)], {event, eventIndex, event.envelope});
    if (event.kind == EventKind::Closed)
        end(connection, event.time);
}

/// Passes a message to the rules that want it. Must be cheap, since floods of messages pass through here.
void Findings::onMessage(Connection &connection, const FindingStep &step)
{
    const Envelope &message = step.message;
    if (message.kind == MessageKind::Notification && message.problems == NoProblem) {
        connection.context.noteSender(&step.event);
        if (step.event.isByOperator())
            return;
        if (message.hasMethod(step.event.bytes, FindingRule::CancelMethod)) {
            dispatch(connection, m_byCancel, step);
            return;
        }
        for (const quint8 number : m_byNotification) {
            const FindingRule *rule = connection.context.rules[number].get();
            const bool isAwaited = FindingRules::kinds()[number].wants.messages & FindingRule::AwaitedNotifications;
            if (!isAwaited || (rule && rule->isListening()))
                dispatch(connection, number, step);
        }
        return;
    }
    if (message.problems == NoProblem && message.kind != MessageKind::Batch)
        return;
    connection.context.noteSender(&step.event);
    if (message.problems != NoProblem)
        dispatch(connection, m_byFlaw, step);
    if (message.kind != MessageKind::Batch)
        return;
    dispatch(connection, m_byBatch, step);
    for (const Envelope &item : Envelope::batchItems(step.event.bytes)) {
        if (item.kind != MessageKind::Batch)
            onMessage(connection, {step.event, step.index, item});
    }
}

// ---- time

void Findings::passTo(qint64 time)
{
    while (!m_shared.due.empty() && m_shared.due.begin()->time < time) {
        const SharedContext::Due due = *m_shared.due.begin();
        m_shared.due.erase(m_shared.due.begin());
        m_connections.at(due.connection).context.noteSender(nullptr);
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
    if (m_checked < m_received)
        return;
    checkWaiting();
    emit checkedOn();
}

void Findings::end(Connection &connection, qint64 time)
{
    connection.hasEnded = true;
    for (const auto &rule : connection.context.rules) {
        if (rule)
            rule->onEnd(time);
    }
    std::erase_if(m_shared.due,
                  [&](const SharedContext::Due &due) { return due.connection == connection.context.connection; });
    connection.context.rules.clear();
}

// ---- later checks

bool Findings::continueChecking(std::chrono::nanoseconds budget)
{
    if (m_checked == m_received)
        return false;
    QElapsedTimer timer;
    timer.start();
    while (m_checked < m_received) {
        if (m_first.isEmpty())
            check(m_checked++);
        else
            checkAhead(m_first.takeLast()); // the row that came into view last
        if (timer.nsecsElapsed() >= budget.count())
            break;
    }
    m_ahead.erase(m_ahead.begin(), m_ahead.lower_bound(m_checked));
    if (m_hasFinished && m_checked == m_received)
        checkWaiting();
    emit checkedOn();
    return m_checked < m_received;
}

qint64 Findings::rowOf(qint64 captureIndex) const
{
    return m_shared.capture.entry(captureIndex).row;
}

void Findings::judgeFirst(qsizetype captureIndex)
{
    const bool isSoon = captureIndex < m_checked + NearEnough;
    if (isSoon || captureIndex >= m_received || m_ahead.contains(captureIndex) || m_first.contains(captureIndex))
        return;
    m_first.append(captureIndex);
    if (m_first.size() > MostAhead)
        m_first.removeFirst();
}

/// Judges a message ahead of its turn, without changing the list, whose order must not depend on the view.
void Findings::checkAhead(qsizetype index)
{
    const CaptureEntry &entry = m_shared.capture.entry(index);
    QList<Finding> &found = m_ahead[index];
    const bool isMessage = entry.kind == EventKind::Message && entry.message != MessageKind::None;
    if (index < m_checked || !isMessage || m_schemas == Schemas::Ignored)
        return;
    Connection &connection = m_connections.at(entry.connection);
    const std::optional<Revision> revision = connection.context.revisionAt(index);
    if (!revision)
        return; // it waits for one in its turn
    const UncheckedMessages counted = connection.context.unchecked;
    m_shared.list.setAside(&found);
    checkMessage(connection, index, revision);
    m_shared.list.setAside(nullptr);
    connection.context.unchecked = counted;
    if (!found.isEmpty())
        emit judgedAhead(index);
}

/// Checks the next event. Always in the order of the capture, so that the findings do not depend on the time of the
/// call.
void Findings::check(qsizetype index)
{
    const CaptureEntry &entry = m_shared.capture.entry(index);
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

/// Checks the messages that waited for a revision, since none will be agreed on any more.
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
    RuleContext &context = connection.context;
    const CaptureEntry &entry = m_shared.capture.entry(index);
    if (entry.size > SchemaVerdict::Longest) {
        ++context.unchecked.tooLong;
        return;
    }
    Event event = m_shared.capture.eventAt(index);
    if (event.isByOperator() || RefusedMessage::statusOf(event) != 0)
        return;
    const qsizetype place = m_shared.list.place();
    m_shared.list.setPlace(index, true);
    context.agreed = revision;
    context.noteSender(&event);
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
                row = m_shared.log->newestOf(event.connection, opposite(event.direction),
                                             event.envelope.requestId(event.bytes));
            checkOne(connection, {event, index, event.envelope, nullptr, row});
        }
    }
    context.noteSender(nullptr);
    m_shared.list.setPlace(place, false);
}

void Findings::checkOne(Connection &connection, const FindingStep &step)
{
    std::optional<RequestRecord> record;
    if (step.row >= 0)
        record = m_shared.log->record(step.row);
    FindingStep whole{step.event, step.index, step.message, nullptr, step.row, record ? &*record : nullptr};
    if (connection.laterRules.empty())
        connection.laterRules = FindingRules::makeLater(connection.context);
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
