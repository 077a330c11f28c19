// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"
#include "core/result.h"

#include <QString>
#include <QStringList>

/// Servers that somebody else has written down, as words for people who decide whether to run them.
namespace Pullcord::ServerTexts {

/// The whole command line or URL, with nothing left out or masked, and every character visible.
[[nodiscard]] QString address(const ServerTarget &target);
/// Where it runs, the names of its variables or headers, what of the environment it does not get: a line each.
[[nodiscard]] QStringList circumstances(const ServerTarget &target);
[[nodiscard]] QString sentence(const ImportRemark &remark);
/// Why nothing was found in a text.
[[nodiscard]] QString whyNothing(const Error &error);

} // namespace Pullcord::ServerTexts
