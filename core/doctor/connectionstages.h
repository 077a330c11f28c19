// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"
#include "core/doctor/trialconnection.h"

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
[[nodiscard]] DoctorStage end(const Facts &facts, bool isStdio);
/// Stdio: a second start, beside the running one.
[[nodiscard]] DoctorStage secondStart(const Facts &first, const Facts &second);

/// Returns a stage that could not be tried.
[[nodiscard]] DoctorStage skipped(DoctorStage::Id id, const TranslatableText &why);

} // namespace Pullcord::ConnectionStages
