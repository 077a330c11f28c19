// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QByteArray>
#include <QList>

namespace Pullcord::ServerExport {

/// `{"mcpServers": {…}}`, as other tools read it, in the order of the list. For each value of a variable or a header stands
/// `${NAME}`, never the value; arguments stand as they are. What those tools have no word for is left out: groups, the
/// revision, times, removed variables.
[[nodiscard]] QByteArray toJson(const QList<ServerTarget> &servers);

} // namespace Pullcord::ServerExport
