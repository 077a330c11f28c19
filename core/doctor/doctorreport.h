// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"

#include <QByteArray>

namespace Pullcord {

class Doctor;

/// Formats the stages of a Doctor as a report. English, with masked secrets; `program` is the name and version of the
/// writing program.
namespace DoctorReport {

/// Returns one stage as lines for a terminal. Texts of peers are unchanged, so the caller must make them printable.
[[nodiscard]] QString text(const DoctorStage &stage);
/// Returns the last line: the number of stages by verdict.
[[nodiscard]] QString summary(const Doctor &doctor);
[[nodiscard]] QByteArray markdown(const Doctor &doctor, const QString &program);
/// Returns an object on one line; app/cli/README.md lists its members.
[[nodiscard]] QByteArray json(const Doctor &doctor, const QString &program);

} // namespace DoctorReport

} // namespace Pullcord
