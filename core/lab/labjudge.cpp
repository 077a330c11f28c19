// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labjudge.h"

#include "core/capture/requestlog.h"
#include "core/findings/findings.h"

#include <algorithm>

namespace Pullcord {

namespace {

/// Outcome for a cancelled request according to a finding; Silent if the finding is about something else.
LabOutcome outcomeOf(FindingCode code)
{
    switch (code) {
    case FindingCode::C01:
    case FindingCode::C12:
        return LabOutcome::Late;
    case FindingCode::C02:
        return LabOutcome::CancelError;
    case FindingCode::C03:
    case FindingCode::C04:
    case FindingCode::C05:
        return LabOutcome::LateError;
    case FindingCode::C06:
    case FindingCode::C07:
    case FindingCode::C08:
        return LabOutcome::ProgressAfter;
    case FindingCode::C13:
    case FindingCode::C14:
        return LabOutcome::Trouble;
    case FindingCode::C15:
        return LabOutcome::ServerDied;
    default:
        return LabOutcome::Silent;
    }
}

/// Outcome according to the log, if no finding covers it, for example beyond FindingList::MostOfAKind.
LabOutcome outcomeOf(const RequestRecord::Late &late)
{
    return late.results > 0  ? LabOutcome::Late
           : late.errors > 0 ? LabOutcome::LateError
           : late.any()      ? LabOutcome::ProgressAfter
                             : LabOutcome::Silent;
}

/// True if the finding accuses the server. C16 (silence) is not an accusation.
bool accusesServer(const Finding &finding)
{
    return finding.accused == Direction::ServerToClient && finding.code != FindingCode::C16;
}

/// True if the finding is about the trial. One without a request may belong to any of several trials in flight.
bool concerns(const Finding &finding, const LabTrial &trial)
{
    const bool isAlone = trial.testCase != LabCase::Sweep;
    return finding.time >= trial.began && (!trial.ended || finding.time <= *trial.ended || finding.row >= 0) &&
           (finding.row == Finding::NoRow ? isAlone : finding.row == trial.row);
}

void take(LabTrial &trial, FindingCode code)
{
    const auto place = std::lower_bound(trial.findings.begin(), trial.findings.end(), code);
    if (place == trial.findings.end() || *place != code)
        trial.findings.insert(place, code);
}

void takeTimes(LabTrial &trial, const RequestRecord &record)
{
    if (!record.cancellation || record.cancellation->signalTime == 0)
        return;
    trial.cancelled = record.cancellation->signalTime - record.start;
    if (record.late.any())
        // Messages that arrived before the cancel had left count as immediate.
        trial.gap = std::max(record.late.lastTime - record.cancellation->signalTime, qint64(0));
}

} // namespace

std::optional<FindingCode> LabJudge::brokenBy(const LabTrial &trial)
{
    if (trial.testCase == LabCase::Initialize)
        return {}; // such a cancel is forbidden, so no rule covers its effect
    const bool isInvalid = !LabCaseKind::isInFlight(trial.testCase);
    switch (trial.outcome) {
    case LabOutcome::BystanderHurt:
        return FindingCode::C17;
    case LabOutcome::Unanswered:
        return trial.testCase == LabCase::UnknownId ? FindingCode::C18
               : isInvalid                          ? FindingCode::C14
                                                    : FindingCode::C17;
    case LabOutcome::ServerDied: {
        // A valid cancel may be followed by an invalid one, such as a second: then the invalid one is named.
        const bool isByInvalidCancel = isInvalid || trial.findings.contains(FindingCode::C14);
        return isByInvalidCancel ? FindingCode::C14 : FindingCode::C15;
    }
    default:
        return {};
    }
}

void LabJudge::worsen(LabTrial &trial, LabOutcome outcome)
{
    trial.outcome = std::max(trial.outcome, outcome);
    if (const auto broken = brokenBy(trial))
        take(trial, *broken);
}

void LabJudge::judgeDeath(LabTrial &trial, const Findings &findings)
{
    trial.findings.clear();
    trial.outcome = LabOutcome::ServerDied;
    for (qsizetype index = 0; index < findings.count(); ++index) {
        if (concerns(findings.at(index), trial) && accusesServer(findings.at(index)))
            take(trial, findings.at(index).code);
    }
}

void LabJudge::judgeCancelled(LabTrial &trial, const RequestLog &log, const Findings &findings)
{
    trial.findings.clear();
    if (trial.row < 0) { // it never left
        trial.outcome = LabOutcome::NotTried;
        return;
    }
    const RequestRecord record = log.record(trial.row);
    takeTimes(trial, record);
    if (!trial.cancelled) {
        trial.outcome = record.state == RequestState::Lost ? LabOutcome::ServerDied : LabOutcome::AnsweredBefore;
        return;
    }
    trial.outcome = LabOutcome::Silent;
    bool isCovered = false;
    for (qsizetype index = 0; index < findings.count(); ++index) {
        const Finding &finding = findings.at(index);
        if (!concerns(finding, trial) || !accusesServer(finding))
            continue;
        take(trial, finding.code);
        const LabOutcome outcome = outcomeOf(finding.code);
        isCovered = isCovered || outcome != LabOutcome::Silent;
        worsen(trial, finding.raced && outcome != LabOutcome::Silent ? LabOutcome::Raced : outcome);
    }
    // Messages that arrived before the cancel had left crossed it, and no rule covers them.
    if (!isCovered)
        trial.outcome = trial.gap && *trial.gap <= 0 ? LabOutcome::Raced : outcomeOf(record.late);
}

void LabJudge::judgeBad(LabTrial &trial, const Findings &findings)
{
    trial.findings.clear();
    trial.outcome = LabOutcome::Ignored;
    for (qsizetype index = 0; index < findings.count(); ++index) {
        const Finding &finding = findings.at(index);
        if (!concerns(finding, trial) || !accusesServer(finding))
            continue;
        take(trial, finding.code);
        if (finding.severity > FindingSeverity::Info)
            worsen(trial, LabOutcome::Trouble);
    }
}

} // namespace Pullcord
