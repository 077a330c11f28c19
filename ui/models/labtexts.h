// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"
#include "core/lab/labverdict.h"
#include "ui/models/texts.h"

/// What the cancellation lab says, as words for people.
namespace Pullcord::Texts {

[[nodiscard]] QString title(LabCase kase);       ///< "Cancel during the call"
[[nodiscard]] QString wanted(LabCase kase);      ///< what a server should do
[[nodiscard]] QString title(LabOutcome outcome); ///< "Late result"
/// Of a trial; while it is still to come, or runs, it has none.
[[nodiscard]] QString outcome(const LabTrial &trial);
/// Since the call was sent: when the cancel left, else when it was to leave, in brackets; empty if it has no such time.
[[nodiscard]] QString cancelTime(const LabTrial &trial);
/// From the cancel to the last that came; empty if nothing came.
[[nodiscard]] QString gap(const LabTrial &trial);
/// "C01, C05".
[[nodiscard]] QString rules(const LabTrial &trial);
/// A line for each: "C01: Result after the cancel".
[[nodiscard]] QString rulesAndTitles(const LabTrial &trial);
/// "broken".
[[nodiscard]] QString title(const LabVerdict &verdict);

} // namespace Pullcord::Texts
