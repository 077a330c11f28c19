// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"
#include "core/doctor/trialconnection.h"

#include <chrono>

/// Judges the results of a TrialConnection, stage by stage. Pure functions.
namespace Pullcord::ConnectionStages {

using Facts = TrialConnection::Facts;

/// Stdio: the process, from its start to the end of the handshake. `where`: the environment, if it is not the one that
/// was chosen; else empty.
[[nodiscard]] DoctorStage start(const Facts &facts, const Words &where);
/// Stdio: lines that are not messages.
[[nodiscard]] DoctorStage output(const Facts &facts);
[[nodiscard]] DoctorStage handshake(const Facts &facts, const QList<TrialConnection::Step> &steps, bool isStdio);
[[nodiscard]] DoctorStage lists(const Facts &facts);
[[nodiscard]] DoctorStage roundTrip(const Facts &facts);
/// Stdio: did the process end when its input was closed, and did it leave processes behind. HTTP: did the session end.
[[nodiscard]] DoctorStage end(const Facts &facts, bool isStdio);
/// Stdio: a second start, beside the first.
[[nodiscard]] DoctorStage secondStart(const Facts &first, const Facts &second);

/// A stage that could not be tried.
[[nodiscard]] DoctorStage skipped(DoctorStage::Id id, const Words &why);

} // namespace Pullcord::ConnectionStages
