// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringView>

namespace Pullcord {

/// Whether members of messages are called so by MCP, in any revision (schema/<revision>/schema.json), or by JSON Schema: nobody has
/// chosen such a name, though another may have the same.
[[nodiscard]] bool isProtocolName(QStringView name);

} // namespace Pullcord
