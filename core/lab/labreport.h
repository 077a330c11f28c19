// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {

class CancellationLab;

/// What the lab has found out, to be read and passed on. English; `program` is the name and version of who writes it.
namespace LabReport {

/// Lines for a terminal, with what strangers have said as it is: to be made printable.
[[nodiscard]] QString text(const CancellationLab &lab);
[[nodiscard]] QByteArray markdown(const CancellationLab &lab, const QString &program);
/// An object on one line; app/cli/README.md lists its members.
[[nodiscard]] QByteArray json(const CancellationLab &lab, const QString &program);

} // namespace LabReport

} // namespace Pullcord
