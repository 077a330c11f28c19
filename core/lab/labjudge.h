// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"

namespace Pullcord {

class Findings;
class RequestLog;
struct RequestRecord;

/// What became of a trial, as the log and the findings tell it: nothing is read from the wire for it.
namespace LabJudge {

/// Fills in `cancelled`, `gap`, `findings` and `outcome` of a trial whose call was cancelled, or was to be.
void judgeCancelled(LabTrial &trial, const RequestLog &log, const Findings &findings);

/// Of one whose cancel was to change nothing: the findings since it began, of its row and of none. The outcome is Ignored or
/// Trouble.
void judgeBad(LabTrial &trial, const Findings &findings);

/// Of one during which the server died: the findings likewise. The outcome is ServerDied.
void judgeDeath(LabTrial &trial, const Findings &findings);

/// The rule that a trial has shown to be broken where no finding says so: what was asked by hand, or given up by us.
[[nodiscard]] std::optional<FindingCode> brokenBy(const LabTrial &trial);

/// Takes the outcome unless it has a worse one, and the rule that it breaks.
void worsen(LabTrial &trial, LabOutcome outcome);

} // namespace LabJudge

} // namespace Pullcord
