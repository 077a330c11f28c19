// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"
#include "core/doctor/trialconnection.h"
#include "core/findings/finding.h"

#include <chrono>

/// Judges the results of a TrialConnection, stage by stage. Pure functions.
namespace Pullcord::ConnectionStages {

using Facts = TrialConnection::Facts;

/// Stdio: the process, from its start to the end of the handshake. `where` is the environment if it is not the chosen
/// one; else empty.
[[nodiscard]] DoctorStage start(const Facts &facts, const TranslatableText &where);
/// Stdio: lines that are not messages.
[[nodiscard]] DoctorStage output(const Facts &facts);
[[nodiscard]] DoctorStage handshake(const Facts &facts, const QList<TrialConnection::Step> &steps, bool isStdio);
[[nodiscard]] DoctorStage lists(const Facts &facts);
[[nodiscard]] DoctorStage roundTrip(const Facts &facts);
/// Stdio: the end of the process after its input was closed, and processes left behind. HTTP: the end of the session.
/// `runner` is the program that runs the server elsewhere ("docker"), where its processes cannot be seen; else empty.
[[nodiscard]] DoctorStage end(const Facts &facts, bool isStdio, const QString &runner = {});
/// Stdio: a second start, beside the running one.
[[nodiscard]] DoctorStage secondStart(const Facts &first, const Facts &second);

/// Adds the faults of a server that has connected as warnings: stricter hosts may refuse it.
void warn(DoctorStage &stage, const QList<Finding> &faults);

/// Returns a stage that could not be tried.
[[nodiscard]] DoctorStage skipped(DoctorStage::Id id, const TranslatableText &why);

} // namespace Pullcord::ConnectionStages
