// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"

namespace Pullcord {

class Findings;
class RequestLog;
struct RequestRecord;

/// Judges trials from the log and the findings alone; nothing is read from the wire.
namespace LabJudge {

/// Sets `cancelled`, `gap`, `findings` and `outcome` of a trial with a valid cancel, sent or planned.
void judgeCancelled(LabTrial &trial, const RequestLog &log, const Findings &findings);

/// Judges a cancel that must have no effect: by the findings since its start, of its row or without a row. The outcome
/// is Ignored or Trouble.
void judgeBad(LabTrial &trial, const Findings &findings);

/// Judges a trial during which the server died, by the same findings. The outcome is ServerDied.
void judgeDeath(LabTrial &trial, const Findings &findings);

/// Rule broken by a trial without a finding for it: for requests sent by hand, or given up by the lab.
[[nodiscard]] std::optional<FindingCode> brokenBy(const LabTrial &trial);

/// Sets the outcome unless the trial has a worse one, and adds the rule that it breaks.
void worsen(LabTrial &trial, LabOutcome outcome);

} // namespace LabJudge

} // namespace Pullcord
