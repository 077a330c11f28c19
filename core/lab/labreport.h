// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {

class CancellationLab;

/// Formats the report of the lab, in English. `program` is the name and version of the reporting program.
namespace LabReport {

/// Lines for a terminal. Text from the server is included verbatim; the caller makes it printable.
[[nodiscard]] QString text(const CancellationLab &lab);
[[nodiscard]] QByteArray markdown(const CancellationLab &lab, const QString &program);
/// An object on one line; app/cli/README.md lists its members.
[[nodiscard]] QByteArray json(const CancellationLab &lab, const QString &program);

} // namespace LabReport

} // namespace Pullcord
