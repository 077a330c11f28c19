// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/tool.h"

namespace Pullcord {

[[nodiscard]] QList<Tool> workTools();     ///< tools_work.cpp: well-behaved, some of them slow, large or noisy
[[nodiscard]] QList<Tool> cancelTools();   ///< tools_cancel.cpp: every way to receive a cancel badly
[[nodiscard]] QList<Tool> askingTools();   ///< tools_ask.cpp: requests to the client, and cancels from the server
[[nodiscard]] QList<Tool> breakingTools(); ///< tools_break.cpp: what breaks the protocol, or the server

/// All of them, and `extra` small ones named tool_0001 and so on.
[[nodiscard]] QList<Tool> allTools(int extra);

} // namespace Pullcord
