// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringView>

namespace Pullcord {

/// True for member names defined by MCP, in any revision (schema/<revision>/schema.json), or by JSON Schema. Such a
/// name was not chosen by a user, though a user may have chosen the same.
[[nodiscard]] bool isProtocolName(QStringView name);

} // namespace Pullcord
