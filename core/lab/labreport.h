// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {

class CancellationLab;

/// Report of the lab, to be read and passed on. English. `program` is the name and version of the reporting program.
namespace LabReport {

/// Lines for a terminal. Foreign text is included verbatim, and has to be made printable.
[[nodiscard]] QString text(const CancellationLab &lab);
[[nodiscard]] QByteArray markdown(const CancellationLab &lab, const QString &program);
/// An object on one line; app/cli/README.md lists its members.
[[nodiscard]] QByteArray json(const CancellationLab &lab, const QString &program);

} // namespace LabReport

} // namespace Pullcord
