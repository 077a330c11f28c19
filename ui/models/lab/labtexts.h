// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"
#include "core/lab/labverdict.h"
#include "ui/models/texts.h"

/// Texts for the cancellation lab.
namespace Pullcord::Texts {

[[nodiscard]] QString title(LabCase testCase);   ///< "During the call"
[[nodiscard]] QString wanted(LabCase testCase);  ///< expected behavior of a server
[[nodiscard]] QString title(LabOutcome outcome); ///< "Late result"
/// Returns the outcome of a trial; empty while it is pending or running.
[[nodiscard]] QString outcome(const LabTrial &trial);
/// Returns the time from the call to the cancel: the measured one, else the planned one in brackets; empty if the trial
/// has none.
[[nodiscard]] QString cancelTime(const LabTrial &trial);
/// Returns the time from the cancel to the last message; empty if none came.
[[nodiscard]] QString gap(const LabTrial &trial);
/// Returns the finding codes: "C01, C05".
[[nodiscard]] QString rules(const LabTrial &trial);
/// Returns one line per finding: "C01: Result after cancellation".
[[nodiscard]] QString rulesAndTitles(const LabTrial &trial);
/// Returns the verdict in a word or two: "failed", "not tested".
[[nodiscard]] QString title(const LabVerdict &verdict);

} // namespace Pullcord::Texts
