// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QStringList>

namespace Pullcord {

struct CliOptions;

/// Reads the command and the words after it: files, names, arguments. `namesServer`: the command line gives a server,
/// which some commands accept instead of files.
[[nodiscard]] Outcome readWords(CliOptions &options, QStringList words, bool namesServer);

} // namespace Pullcord
