// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/tools.h"

#include "app/demoserver/toolcall.h"

namespace Pullcord {

QList<DemoTool> allTools(int extra)
{
    QList<DemoTool> tools =
        workTools() + cancelTools() + askingTools() + breakingTools() + changeTools() + contentTools() + taskTools();
    for (int number = 1; number <= extra; ++number) {
        tools.append({.name = "tool_" + QByteArray::number(number).rightJustified(4, '0'),
                      .description = "One of many: returns its own name.",
                      .parameters = {},
                      .run = [](ToolCall &call) { call.answer(QString::fromUtf8(call.tool().name)); }});
    }
    return tools;
}

} // namespace Pullcord
