// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/labcommand.h"

#include "app/cli/output.h"
#include "core/capture/formatting.h"
#include "core/lab/labreport.h"
#include "core/lab/labverdict.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

LabCommand::LabCommand(CliOptions options)
    : ServerCommand(std::move(options))
{}

LabCommand::~LabCommand() = default;

void LabCommand::prepare()
{
    m_findings = std::make_unique<Findings>(conversation().capture(), conversation().log());
    m_lab = std::make_unique<CancellationLab>(conversation(), *m_findings);
    connect(m_lab.get(), &CancellationLab::measured, this, [this](qint64 duration) {
        Output::remark(u"%1 %2 %3"_s.arg(Output::printable(options().lab.plan.tool),
                                         m_lab->duration() ? u"took"_s : u"did not end within"_s,
                                         Formatting::duration(duration)));
    });
    connect(m_lab.get(), &CancellationLab::trialChanged, this, &LabCommand::printTrial);
    connect(m_lab.get(), &CancellationLab::finished, this, &LabCommand::onFinished);
}

/// Requests the list of tools, which states whether the tool may change something.
void LabCommand::work()
{
    ToolList *tools = conversation().tools();
    connect(tools, &CatalogList::changed, this, &LabCommand::begin, Qt::SingleShotConnection);
    if (!tools->refresh()) {
        tools->disconnect(this);
        begin();
    }
}

void LabCommand::begin()
{
    if (conversation().client()->isLeaving() || conversation().rpc()->state() != Transport::State::Open)
        return;
    if (!mayCall(options().lab.plan.tool)) {
        leave(ExitUsage);
        return;
    }
    if (!options().check.value_or(true)) {
        tryOut();
        return;
    }
    auto *checks = new CallChecks(conversation(), this);
    connect(checks, &CallChecks::argumentsChecked, this, [this](bool areRight) {
        if (areRight)
            tryOut();
        else
            leave(ExitUsage);
    });
    checks->checkArguments(options().lab.plan.tool, options().arguments);
}

void LabCommand::tryOut()
{
    if (conversation().rpc()->state() != Transport::State::Open)
        return; // the connection ended in the meantime
    LabPlan plan = options().lab.plan;
    plan.arguments = options().arguments;
    if (const Outcome started = m_lab->start(plan); !started) {
        Output::remark(u"pullcord-cli: %1"_s.arg(sentenceOf(started.error())));
        leave(exitCodeOf(started.error()));
        return;
    }
    m_hasRun = true;
}

/// Prints a trial that has ended; the final report repeats all of them.
void LabCommand::printTrial(qsizetype index)
{
    const LabTrial &trial = m_lab->trials().at(index);
    if (!m_lab->isRunning() || !trial.ended)
        return;
    const QString gap = trial.gap ? u", gap %1"_s.arg(Formatting::duration(*trial.gap)) : QString();
    const QString note = trial.note.isEmpty() ? QString() : u" (%1)"_s.arg(Output::printable(trial.note));
    Output::progress(u"%1 of %2: %3: %4%5%6"_s.arg(QString::number(index + 1), QString::number(m_lab->trials().size()),
                                                   QLatin1StringView(LabCaseKind::of(trial.testCase).title),
                                                   QLatin1StringView(LabOutcomeKind::of(trial.outcome).title), gap,
                                                   note));
}

void LabCommand::onFinished()
{
    const Transport::State state = conversation().rpc()->state();
    if (!m_lab->failure().isEmpty())
        m_code = state == Transport::State::Open ? ExitPeerError : ExitNoConnection;
    if (state == Transport::State::Idle)
        conclude();
    else
        conversation().client()->disconnectFromServer();
}

/// True while the lab runs: it reconnects to cancel initialize, and handles any other end of the connection.
bool LabCommand::connectsAgain() const
{
    return m_lab && m_lab->isRunning();
}

void LabCommand::onConnectionFailed(int exitCode)
{
    if (!m_hasRun)
        leave(exitCode); // otherwise the lab handles it
}

void LabCommand::interrupt()
{
    if (m_lab) {
        m_lab->stop();
        if (m_lab->isRunning()) // it would reconnect
            m_lab.reset();
    }
    ServerCommand::interrupt();
}

void LabCommand::onDisconnected(const QString &how)
{
    if (!m_hasRun || !m_lab)
        return;
    if (!how.isEmpty() && !m_lab->failure().isEmpty())
        Output::remark(u"The connection ended before all trials were run: %1"_s.arg(how));
    if (options().json)
        Output::resultBytes(LabReport::json(*m_lab, program()));
    else
        Output::result(Output::printable(LabReport::text(*m_lab).trimmed()));
    const Outcome written = options().markdownPath.isEmpty()
                                ? Outcome(std::monostate())
                                : Output::save(options().markdownPath, LabReport::markdown(*m_lab, program()));
    if (!written)
        Output::remark(u"pullcord-cli: %1"_s.arg(written.error().detail));
    leave(written ? exitCode() : exitCodeOf(written.error()));
}

int LabCommand::exitCode() const
{
    const std::optional<FindingSeverity> failOn = options().checking.failOn;
    const QList<LabVerdict> verdicts = LabVerdict::of(*m_lab);
    const bool fails = std::any_of(verdicts.begin(), verdicts.end(), [&](const LabVerdict &verdict) {
        return verdict.count > 0 && failOn && verdict.worst >= *failOn;
    });
    return fails ? int(ExitFindings) : m_code;
}

} // namespace Pullcord
