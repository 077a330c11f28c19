// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QStringList>

namespace Pullcord {

struct CliOptions;

/// The command, and what stands behind it: files, names, arguments. `namesServer`: the command line says of a server, which some
/// commands take in the place of files.
[[nodiscard]] Outcome readWords(CliOptions &options, QStringList words, bool namesServer);

} // namespace Pullcord
