// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace Pullcord {
struct CliOptions;
}

/// Prints results of call, read, prompt and complete in readable form.
namespace Pullcord::ResultPrinter {

/// Prints the result (raw JSON) to standard output, or writes it to the file of --output; with --json only the latter.
/// Returns the exit code.
[[nodiscard]] int print(const CliOptions &options, const QByteArray &result);

} // namespace Pullcord::ResultPrinter
