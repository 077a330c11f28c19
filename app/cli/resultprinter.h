// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace Pullcord {
struct CliOptions;
}

/// Results of call, read, prompt and complete, for people.
namespace Pullcord::ResultPrinter {

/// Prints the result (raw JSON) to standard output, or writes it where --output says; with --json only the latter. Returns the
/// exit code that it stands for.
[[nodiscard]] int print(const CliOptions &options, const QByteArray &result);

} // namespace Pullcord::ResultPrinter
