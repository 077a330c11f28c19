// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"

#include <QStringList>

#include <optional>

class QCommandLineParser;

namespace Pullcord {

/// Reads the server: the words after `--`, a URL, or the name of a saved server. `behind`: none without `--`.
[[nodiscard]] Outcome readServer(CliOptions &options, const std::optional<QStringList> &behind,
                                 const QCommandLineParser &parser);

} // namespace Pullcord
