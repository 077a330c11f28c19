// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findings.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingrules.h"
#include "core/mcp/validation/schemaverdict.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr size_t TransitionKinds = 32; // bits of FindingRule::Wants
constexpr size_t EventKinds = 32;

/// True for findings about messages for a request after its cancel.
bool isAboutReceiver(const Finding &finding)
{
    return finding.code <= FindingCode::C08 || finding.code == FindingCode::C12;
}

} // namespace

Findings::Connection::Connection(FindingContext its)
    : context(std::move(its))
    , rules(FindingRules::kinds().size())
{}

Findings::Findings(Capture &capture, const RequestLog &log, Schemas schemas, QObject *parent)
    : QObject(parent)
    , m_capture(capture)
    , m_outputs(capture, log)
    , m_log(&log)
    , m_schemas(schemas)
    , m_hasTimes(capture.hasTimes())
    , m_hasGuessedWays(capture.hasGuessedDirections())
    , m_tick(capture.resolution())
{
    sortRules();
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
    const auto known = m_connections.find(event.connection);
    const auto place = known != m_connections.end()
                           ? known
                           : m_connections
                                 .try_emplace(event.connection,
                                              FindingContext{*this, m_capture, m_seenTools, m_lateDeparture, m_checker,
                                                             m_outputs, event.connection, ConversationFacts(m_capture)})
                                 .first;
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

void Findings::tell(Connection &connection, const RuleNumbers &rules, const FindingStep &step)
{
    for (const quint8 number : rules)
        tell(connection, number, step);
}

void Findings::tell(Connection &connection, quint8 number, const FindingStep &step)
{
    std::unique_ptr<FindingRule> &rule = connection.rules[number];
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
    if (record && transition.kind == Transition::Kind::UnknownResponse && record->state != RequestState::Lost)
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
    if (context.mismatched.size() < FindingContext::MostAmiss)
        context.mismatched.emplace_back(step.index, step.row);
    RequestRecord record = *step.record;
    Transition meant = *step.transition;
    meant.kind = Transition::Kind::SecondResponse;
    if (record.mismatched.count == 1) {
        record.mismatched = {};
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
            const FindingRule *rule = connection.rules[number].get();
            const bool isAwaited = FindingRules::kinds()[number].wants.messages & FindingRule::AwaitedNotifications;
            if (!isAwaited || (rule && rule->isListening()))
                tell(connection, number, step);
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
    for (const auto &rule : connection.rules) {
        if (rule)
            rule->onEnd(time);
    }
    std::erase_if(m_due, [&](const Due &due) { return due.connection == connection.context.connection; });
    connection.rules.clear();
}

// ---- what is looked at later

bool Findings::continueChecking(std::chrono::nanoseconds budget)
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

quint64 Findings::raise(FindingContext &context, Finding finding, Judged judgement)
{
    FindingContext::Raised &known = context.raised[finding.code];
    if (known.count >= MostOfAKind && raised(known.last)) {
        Finding last = *raised(known.last);
        last.count += finding.count;
        change(known.last, std::move(last));
        return known.last;
    }
    finding.connection = context.connection;
    if (const auto revision = context.facts.revision(); revision && finding.revision.isEmpty())
        finding.revision = nameOf(*revision);
    // The user sent it by hand, to see what happens.
    if (finding.accused != Direction::None && finding.accused == context.byHand)
        finding.severity = FindingSeverity::Info;
    finding = withoutTimes(std::move(finding));
    ++known.count;
    known.last = keyNow();
    Entry entry{known.last, std::move(finding)};
    if (judgement != Judged::AsItIs) {
        Q_ASSERT_X(entry.finding.kind().time != FindingTime::Unneeded, entry.finding.kind().name.data(),
                   "is judged by a gap, so its row in findingkind.cpp has a FindingTime");
        entry.uncrossed = {entry.finding.severity, entry.finding.sentence, m_place, judgement};
        entry.finding = judged(std::move(entry.finding), *entry.uncrossed, context);
        if (isAboutReceiver(entry.finding) && entry.finding.row >= 0) {
            const QList<quint64> *others = context.byGap.find(entry.finding.row);
            QList<quint64> keys = others ? *others : QList<quint64>();
            keys.append(entry.key);
            context.byGap.insert(entry.finding.row, keys);
        }
    }
    entry.finding = withDoubt(std::move(entry.finding));
    const auto place = m_findings.insert(placeOf(known.last), std::move(entry));
    emit added(place - m_findings.begin());
    return known.last;
}

/// Sorts by event, then by immediate or later check, then by order of arrival.
quint64 Findings::keyNow()
{
    constexpr int CountBits = 27;
    constexpr quint64 CountMask = (quint64(1) << CountBits) - 1;
    return (quint64(m_place) + 1) << (CountBits + 1) | quint64(m_isLater) << CountBits | (++m_nextKey & CountMask);
}

std::deque<Findings::Entry>::const_iterator Findings::placeOf(quint64 key) const
{
    return std::lower_bound(m_findings.begin(), m_findings.end(), key,
                            [](const Entry &entry, quint64 wanted) { return entry.key < wanted; });
}

qsizetype Findings::indexOf(quint64 key) const
{
    const auto place = placeOf(key);
    return place != m_findings.end() && place->key == key ? place - m_findings.begin() : -1;
}

const Finding *Findings::raised(quint64 key) const
{
    const qsizetype index = indexOf(key);
    return index < 0 ? nullptr : &at(index);
}

void Findings::change(quint64 key, Finding finding)
{
    finding = withDoubt(withoutTimes(std::move(finding)));
    const qsizetype index = indexOf(key);
    if (index < 0 || at(index) == finding)
        return;
    m_findings[size_t(index)].finding = std::move(finding);
    emit changed(index);
}

void Findings::changeByGap(FindingContext &context, quint64 key, Finding finding)
{
    const qsizetype index = indexOf(key);
    if (index < 0)
        return;
    finding = withoutTimes(std::move(finding));
    const Uncrossed uncrossed{finding.severity, finding.sentence, m_place, Judged::ByGap};
    m_findings[size_t(index)].uncrossed = uncrossed;
    change(key, judged(std::move(finding), uncrossed, context));
}

/// If the times are unknown, or coarser than the gap, the sentence must not state a duration.
Finding Findings::withoutTimes(Finding finding) const
{
    if (!finding.gap || (m_hasTimes && *finding.gap >= m_tick))
        return finding;
    finding.gap.reset();
    finding.sentence = TranslatableText::of(finding.kind().title);
    return finding;
}

/// The accused side follows from the direction of the messages; if that is a guess, the finding is Info.
Finding Findings::withDoubt(Finding finding) const
{
    const bool isGuess = m_hasGuessedWays && finding.severity > FindingSeverity::Info &&
                         std::any_of(finding.events.begin(), finding.events.end(), [this](qint64 index) {
                             return m_capture.eventAt(index).details.contains("way"_L1);
                         });
    if (!isGuess)
        return finding;
    finding.severity = FindingSeverity::Info;
    finding.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "%1; but the file does not give the direction of these messages"),
        finding.sentence);
    return finding;
}

/// The round trip has changed.
void Findings::judgeAgain(FindingContext &context)
{
    for (qsizetype index = 0; index < count(); ++index) {
        const Entry &entry = m_findings[size_t(index)];
        if (entry.uncrossed && entry.finding.connection == context.connection)
            change(entry.key, judged(entry.finding, *entry.uncrossed, context));
    }
}

/// The latest time at which the peer read the cancel of that request is known now.
void Findings::judgeAgain(FindingContext &context, qint64 row)
{
    const QList<quint64> *known = context.byGap.find(row);
    const QList<quint64> keys = known ? *known : QList<quint64>();
    for (const quint64 key : keys) {
        if (const qsizetype index = indexOf(key); index >= 0) {
            const Entry &entry = m_findings[size_t(index)];
            change(key, judged(entry.finding, *entry.uncrossed, context));
        }
    }
}

TranslatableText Findings::crossed(const TranslatableText &sentence, qint64 gap, const ConversationFacts &facts)
{
    const qint64 roundTrip = facts.roundTrip().value_or(0);
    if (facts.tick() > std::max(roundTrip, ConversationFacts::LeastCrossing))
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1; the two may have crossed: the times of the file have a resolution of %2"),
            sentence, Formatting::duration(facts.tick()));
    if (gap <= roundTrip)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; the two crossed on the wire (round trip: %2)"), sentence,
            Formatting::duration(roundTrip));
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "%1; the two may have crossed: a program may have to wait %2 until it is scheduled"),
        sentence, Formatting::duration(ConversationFacts::LeastCrossing));
}

/// A peer that names the cancel has read it, unless the cancel cannot have arrived by then.
bool Findings::isCrossing(qint64 gap, Judged judgement, const ConversationFacts &facts)
{
    return judgement == Judged::ByTrip ? gap + ConversationFacts::LeastCrossing < facts.roundTrip().value_or(0)
                                       : gap <= facts.crossing();
}

Finding Findings::judged(Finding finding, const Uncrossed &uncrossed, FindingContext &context)
{
    const ConversationFacts &facts = context.facts;
    const qint64 gap = finding.gap.value_or(0);
    const CancelOrder::Response *behind =
        isAboutReceiver(finding) ? context.order.responseBehind(finding.row) : nullptr;
    const bool isByGap = uncrossed.judgement == Judged::ByGap;
    // Over stdio the call of a log message is a guess, and the other request may be that very call.
    const bool isExcused =
        isByGap && behind && behind->isExcuse && (behind->isQuick || finding.code != FindingCode::C07);
    const bool isBefore = isExcused && uncrossed.place > behind->request && uncrossed.place < behind->event;
    const bool isCrossed = isCrossing(gap, uncrossed.judgement, facts);
    finding.raced = isCrossed || isBefore;
    finding.severity = finding.raced ? FindingSeverity::Info : uncrossed.severity;
    finding.sentence = uncrossed.sentence;
    if (!facts.hasTimes()) {
        if (isByGap)
            finding.sentence = TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "%1; the two may have crossed: the file does not give their times"),
                uncrossed.sentence);
        return finding;
    }
    if (isCrossed) {
        finding.sentence = crossed(uncrossed.sentence, gap, facts);
    } else if (isBefore) {
        finding.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "%1; the two may have crossed: %2, sent after the cancellation, got its response only after that"),
            uncrossed.sentence, QString::fromUtf8(behind->method));
        finding.addEvent(behind->event);
    }
    return finding;
}

void Findings::withdraw(FindingContext &context, quint64 key)
{
    const qsizetype index = indexOf(key);
    if (index < 0)
        return;
    --context.raised[at(index).code].count;
    m_findings.erase(m_findings.begin() + index);
    emit withdrawn(index);
}

void Findings::withdrawUnread(FindingContext &context, qint64 row)
{
    for (qsizetype index = count() - 1; index >= 0; --index) {
        const Entry &entry = m_findings[size_t(index)];
        const bool isOfReceiver = entry.finding.code <= FindingCode::C12;
        if (isOfReceiver && entry.finding.raced && entry.finding.row == row)
            withdraw(context, entry.key);
    }
}

} // namespace Pullcord
