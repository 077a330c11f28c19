// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demotask.h"
#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace Pullcord {

class ToolCall;

/// One argument of a tool.
struct ToolParameter
{
    QByteArrayView name;
    JsonType type = JsonType::Number; ///< Number means a non-negative integer
    QByteArrayView standard;          ///< raw JSON default; empty: the argument is required
    QByteArrayView description;
    QByteArrayView header = {}; ///< over HTTP, repeated in the header `Mcp-Param-` plus this; empty: not repeated
};

/// A tool as a row of data: its definition and its function.
struct DemoTool
{
    QByteArray name;
    QByteArrayView description;
    QList<ToolParameter> parameters;
    void (*run)(ToolCall &call) = nullptr;
    bool readOnly = true;            ///< changes nothing that outlives the call
    QByteArrayView taskSupport = {}; ///< "optional" or "required" if it can be a task
    std::optional<DemoTask::Kind> task = {};
    QByteArrayView outputSchema = {}; ///< raw JSON; empty: none
    QByteArrayView icons = {};        ///< raw JSON array; empty: none
    bool hidden = false;              ///< listed only while DemoWorld::showsHiddenTools()

    /// Returns the object in the result of tools/list.
    [[nodiscard]] QByteArray definition() const;
    /// Returns the fault of the arguments; empty if they are valid.
    [[nodiscard]] QString complaint(const JsonValue &arguments) const;
    /// Returns the argument, or its default.
    [[nodiscard]] JsonValue argument(const JsonValue &arguments, QByteArrayView parameter) const;
};

} // namespace Pullcord
