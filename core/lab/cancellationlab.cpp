// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/cancellationlab.h"

#include "core/findings/findings.h"
#include "core/lab/labjudge.h"
#include "core/lab/labsteps.h"
#include "core/transport/transportreason.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

namespace {

Error usageError(const TranslatableText &why)
{
    return {ErrorKind::Usage, why};
}

TranslatableText disconnectedReason()
{
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The client has disconnected"));
}

/// True if a later request that takes no work got no response. After a cancel of an unknown id only that id may be
/// affected; initialize had a connection of its own.
bool showsSilence(const LabTrial &trial)
{
    return trial.outcome == LabOutcome::Unanswered && trial.testCase != LabCase::UnknownId &&
           trial.testCase != LabCase::Initialize;
}

Outcome problemOf(const LabPlan &plan)
{
    if (plan.tool.isEmpty())
        return usageError(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The tool name is missing")));
    if (plan.count < 0 || plan.count > LabPlan::MostTrials)
        return usageError(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The number of cancellations must be between 0 and %1"),
            LabPlan::MostTrials));
    if (plan.concurrent < 1 || plan.concurrent > LabPlan::MostAtOnce || plan.bystanders < 0 ||
        plan.bystanders > LabPlan::MostAtOnce)
        return usageError(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "At most %1 calls, and as many bystanders, can be in flight at once"),
            LabPlan::MostAtOnce));
    return std::monostate();
}

} // namespace

CancellationLab::CancellationLab(Conversation &conversation, Findings &findings, QObject *parent)
    : QObject(parent)
    , m_bench(conversation, findings)
{
    connect(conversation.rpc(), &RpcConnection::stateChanged, this, &CancellationLab::onState);
}

CancellationLab::~CancellationLab() = default;

TranslatableText CancellationLab::doubtOf(const QList<Tool> &tools, const QString &name)
{
    const auto tool = std::find_if(tools.begin(), tools.end(), [&](const Tool &each) { return each.name == name; });
    if (tool == tools.end())
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The server does not list a tool named %1, so it may change something"),
            name);
    return tool->readOnlyHint
               ? TranslatableText()
               : TranslatableText::of(
                     QT_TRANSLATE_NOOP("TranslatableText", "%1 is not marked readOnlyHint: it may change something"),
                     name);
}

std::optional<qint64> CancellationLab::duration() const
{
    return m_bench.duration && m_bench.endsByItself ? std::optional(m_bench.duration->count()) : std::nullopt;
}

// ---- from beginning to end

Outcome CancellationLab::start(const LabPlan &plan)
{
    if (m_isRunning)
        return usageError(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The lab is running")));
    if (m_bench.conversation.client()->state() != Client::State::Ready)
        return usageError(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "There is no connection")));
    if (const Outcome sound = problemOf(plan); !sound)
        return sound;
    m_bench.plan = plan;
    m_bench.duration.reset();
    m_bench.endsByItself = true;
    m_bench.measuredRow = LabTrial::NoRow;
    m_bench.rows.clear();
    m_isStopped = false;
    m_failure = {};
    m_next = 0;
    m_tried = 0;
    m_hadBystanders = false;
    m_hasFallenSilent = false;
    m_began = m_bench.conversation.now();
    m_isRunning = true;
    makeTrials();
    emit started();
    measureRoundTrip();
    return std::monostate();
}

void CancellationLab::makeTrials()
{
    m_trials.clear();
    for (int n = 0; n < plan().count; ++n)
        m_trials.append(LabTrial());
    for (const LabCase testCase : LabCaseKind::edgeCases()) {
        if (plan().edgeCases.contains(testCase))
            m_trials.append({.testCase = testCase});
    }
}

/// Measures the round trip: messages that come within it after a cancel have crossed it.
void CancellationLab::measureRoundTrip()
{
    OutgoingRequest *probe = m_bench.probe(m_bench.probeLimit());
    m_measuring = probe;
    connect(probe, &OutgoingRequest::finished, this, [this, probe] {
        if (!m_isRunning)
            return;
        if (probe->state() == RequestState::TimedOut)
            conclude(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server does not respond to %1"),
                                          QString::fromUtf8(probe->method())));
        else if (plan().needsDuration())
            measure();
        else
            planMoments();
    });
}

void CancellationLab::measure()
{
    OutgoingRequest *call = m_bench.call(plan().limit);
    m_measuring = call;
    connect(call, &OutgoingRequest::finished, this, [this, call] {
        if (m_isRunning)
            onMeasured(call);
    });
}

void CancellationLab::onMeasured(OutgoingRequest *call)
{
    const qint64 row = m_bench.rowOf(*call);
    const RequestRecord record = row < 0 ? RequestRecord() : m_bench.conversation.log().record(row);
    if (call->state() == RequestState::TimedOut) {
        m_bench.endsByItself = false;
        m_bench.duration = plan().limit;
    } else if (call->state() == RequestState::Succeeded && !record.asksFirst) {
        m_bench.duration = std::chrono::nanoseconds(record.end - record.start);
        m_bench.measuredRow = row;
    } else if (call->state() == RequestState::Succeeded) {
        conclude(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1 responds with a question first, so there is no call in flight to cancel"),
            plan().tool));
        return;
    } else if (m_bench.conversation.client()->isLeaving()) {
        conclude(disconnectedReason());
        return;
    } else {
        conclude(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The call to %1 failed: %2"), plan().tool,
                                      call->outcome().error().detail));
        return;
    }
    emit measured(m_bench.duration->count());
    planMoments();
}

void CancellationLab::planMoments()
{
    const std::chrono::nanoseconds duration = m_bench.duration.value_or(std::chrono::nanoseconds(0));
    for (int n = 0; n < plan().count; ++n)
        m_trials[n].planned = plan().moment(n, duration).count();
    for (qsizetype index = 0; index < m_trials.size(); ++index) {
        LabTrial &trial = m_trials[index];
        if (const TranslatableText reason = m_bench.reasonAgainst(trial.testCase); !reason.isEmpty()) {
            trial.outcome = LabOutcome::NotApplicable;
            trial.note = reason;
        } else if (trial.testCase == LabCase::Twice) {
            trial.planned = m_bench.duration ? m_bench.duration->count() / 2 : plan().from.at({}).count();
        }
        emit trialChanged(index);
    }
    next();
}

void CancellationLab::next()
{
    if (!m_isRunning || m_bench.conversation.rpc()->state() != Transport::State::Open)
        return; // onState() concludes
    if (m_bench.conversation.client()->isLeaving()) {
        conclude(disconnectedReason());
        return;
    }
    while (m_next < m_trials.size() && m_trials.at(m_next).outcome == LabOutcome::NotApplicable) {
        ++m_next;
        ++m_tried;
    }
    if (m_next >= m_trials.size())
        conclude({});
    else if (m_hasFallenSilent)
        conclude(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server no longer responds")));
    else
        beginGroup();
}

void CancellationLab::beginGroup()
{
    const bool isSweep = m_trials.at(m_next).testCase == LabCase::Sweep;
    const qsizetype count = isSweep ? std::min<qsizetype>(plan().concurrent, plan().count - m_next) : 1;
    m_bystanderFailure = {};
    m_group.clear();
    m_bystanders.clear();
    const qsizetype first = std::exchange(m_next, m_next + count);
    if (isSweep) {
        for (int n = 0; n < plan().bystanders; ++n)
            beginBystander();
    }
    for (qsizetype index = first; index < first + count; ++index)
        beginStep(index);
}

void CancellationLab::beginStep(qsizetype index)
{
    const LabTrial &trial = m_trials.at(index);
    LabStep *step = nullptr;
    switch (trial.testCase) {
    case LabCase::Sweep:
    case LabCase::AtOnce:
    case LabCase::Twice:
        step = new LabCancelStep(m_bench, trial, this);
        break;
    case LabCase::Initialize:
        step = new LabInitializeStep(m_bench, trial, this);
        break;
    default:
        step = new LabBadCancelStep(m_bench, trial, this);
        break;
    }
    m_group.push_back({index, step, false});
    connect(step, &LabStep::ended, this, [this, index] {
        const auto own =
            std::find_if(m_group.begin(), m_group.end(), [index](const Running &each) { return each.index == index; });
        own->hasEnded = true;
        onGroupEnded();
    });
    step->start();
}

void CancellationLab::beginBystander()
{
    OutgoingRequest *call = m_bench.call(m_bench.longest(plan().concurrent + plan().bystanders));
    m_bystanders.append(call);
    connect(call, &OutgoingRequest::finished, this, [this, call] { onBystanderEnded(call); });
}

void CancellationLab::onBystanderEnded(OutgoingRequest *call)
{
    m_bystanders.removeAll(call);
    if (!m_isRunning)
        return;
    const bool hasSucceeded = call->state() == RequestState::Succeeded;
    const bool isExcused = call->state() == RequestState::Lost || m_bench.conversation.client()->isLeaving();
    const bool isHurt = !hasSucceeded && !isExcused && m_bench.endsByItself;
    m_hadBystanders = m_hadBystanders || hasSucceeded || isHurt;
    if (isHurt) {
        m_bystanderFailure = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The call %1 was not cancelled, but got no response: %2"),
            call->id().display(), call->outcome().error().detail);
    }
    onGroupEnded();
}

/// Continues from the event loop, since the caller is emitting a signal.
void CancellationLab::onGroupEnded()
{
    const bool isOver = std::all_of(m_group.begin(), m_group.end(), [](const Running &each) { return each.hasEnded; });
    if (!isOver || m_group.empty() || !m_bystanders.isEmpty())
        return;
    for (const Running &running : std::exchange(m_group, {})) {
        LabTrial trial = running.step->trial();
        if (!m_bystanderFailure.isEmpty() && trial.cancelled) {
            LabJudge::worsen(trial, LabOutcome::BystanderHurt);
            trial.note = m_bystanderFailure;
        }
        m_hasFallenSilent = m_hasFallenSilent || showsSilence(trial);
        m_trials[running.index] = trial;
        ++m_tried;
        running.step->deleteLater();
        emit trialChanged(running.index);
    }
    QMetaObject::invokeMethod(this, &CancellationLab::next, Qt::QueuedConnection);
}

bool CancellationLab::isOwn(qint64 row) const
{
    const RequestLog &log = m_bench.conversation.log();
    const qint64 head = log.headOf(row);
    const RequestRecord record = log.record(head);
    // The served request is unknown if the server does not name it.
    return record.direction == Direction::ServerToClient || m_bench.rows.contains(head) ||
           record.method == m_bench.dialect().cancelMethod ||
           std::any_of(m_trials.begin(), m_trials.end(), [head](const LabTrial &trial) { return trial.row == head; });
}

void CancellationLab::onState()
{
    const RpcConnection &rpc = *m_bench.conversation.rpc();
    if (!m_isRunning || isReconnecting() || rpc.state() == Transport::State::Open)
        return;
    if (m_bench.conversation.client()->isLeaving()) {
        conclude(disconnectedReason());
        return;
    }
    const TranslatableText reason = TransportReason::recognized(rpc.endReason());
    conclude(reason.isEmpty()
                 ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The connection ended"))
                 : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The connection ended: %1"), reason));
}

bool CancellationLab::isReconnecting() const
{
    return m_group.size() == 1 && m_group.front().step->makesConnections();
}

void CancellationLab::stop()
{
    if (!m_isRunning)
        return;
    m_isStopped = true;
    conclude(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The lab was stopped")));
}

/// Ends everything that runs.
void CancellationLab::conclude(const TranslatableText &failure)
{
    m_isRunning = false;
    m_failure = failure;
    const bool isLost = !m_isStopped && !m_bench.conversation.client()->isLeaving() &&
                        m_bench.conversation.rpc()->state() != Transport::State::Open;
    for (const Running &running : std::exchange(m_group, {})) {
        running.step->abandon();
        LabTrial trial = running.step->trial();
        if (isLost)
            LabJudge::judgeDeath(trial, m_bench.findings);
        else
            trial.outcome = LabOutcome::NotFinished;
        m_trials[running.index] = trial;
        running.step->deleteLater();
    }
    const QList<QPointer<OutgoingRequest>> calls = std::exchange(m_bystanders, {}) + QList{m_measuring};
    for (const QPointer<OutgoingRequest> &call : calls) {
        if (call && !call->isFinished())
            call->cancel(plan().reason);
    }
    for (LabTrial &trial : m_trials) {
        if (trial.outcome == LabOutcome::NotTried || trial.outcome == LabOutcome::NotFinished)
            trial.note = failure;
    }
    m_bench.findings.advance(m_bench.conversation.now());
    m_ended = m_bench.conversation.now();
    judgeAgain();
    for (qsizetype index = 0; index < m_trials.size(); ++index)
        emit trialChanged(index);
    emit finished();
}

/// Judges finished trials again, with messages that came after their watch was over.
void CancellationLab::judgeAgain()
{
    for (LabTrial &trial : m_trials) {
        if (!LabCaseKind::isInFlight(trial.testCase) || trial.outcome >= LabOutcome::Trouble || !trial.cancelled)
            continue;
        LabJudge::judgeCancelled(trial, m_bench.conversation.log(), m_bench.findings);
    }
}

} // namespace Pullcord
