// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demotool.h"

namespace Pullcord {

[[nodiscard]] QList<DemoTool> workTools();     ///< tools_work.cpp: well-behaved, some of them slow, large or noisy
[[nodiscard]] QList<DemoTool> cancelTools();   ///< tools_cancel.cpp: every way to mishandle a cancel
[[nodiscard]] QList<DemoTool> askingTools();   ///< tools_ask.cpp: requests to the client, and cancels from the server
[[nodiscard]] QList<DemoTool> breakingTools(); ///< tools_break.cpp: violations of the protocol, and crashes
[[nodiscard]] QList<DemoTool> changeTools();   ///< tools_change.cpp: changes, subscriptions, log messages
[[nodiscard]] QList<DemoTool> contentTools();  ///< tools_content.cpp: every kind of content, good and broken
[[nodiscard]] QList<DemoTool> taskTools();     ///< tools_tasks.cpp: calls that become tasks

/// Returns all tools, and `extra` small ones named tool_0001 and so on.
[[nodiscard]] QList<DemoTool> allTools(int extra);

} // namespace Pullcord
