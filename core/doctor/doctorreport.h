// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"

#include <QByteArray>

namespace Pullcord {

class Doctor;

/// The stages of a Doctor, to be read and passed on. English, secrets masked; `program` is the name and version of the
/// program that writes it.
namespace DoctorReport {

/// One stage as lines for a terminal, with peer texts as they are: to be made printable.
[[nodiscard]] QString text(const DoctorStage &stage);
/// The last line: how many stages were ok, and how many were not.
[[nodiscard]] QString summary(const Doctor &doctor);
[[nodiscard]] QByteArray markdown(const Doctor &doctor, const QString &program);
/// An object on one line; app/cli/README.md lists its members.
[[nodiscard]] QByteArray json(const Doctor &doctor, const QString &program);

} // namespace DoctorReport

} // namespace Pullcord
