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
    JsonType type = JsonType::Number; ///< Number stands for an integer that is not negative
    QByteArrayView standard;          ///< raw JSON, used when the argument is not given; empty: it must be given
    QByteArrayView description;
    QByteArrayView header = {}; ///< over HTTP the argument is repeated in `Mcp-Param-` and this; empty: it is not
};

/// A tool as a row of data: what the list says of it, and what it does.
struct DemoTool
{
    QByteArray name;
    QByteArrayView description;
    QList<ToolParameter> parameters;
    void (*run)(ToolCall &call) = nullptr;
    bool readOnly = true;            ///< it changes nothing that outlives the call
    QByteArrayView taskSupport = {}; ///< "optional" or "required" where it can be a task
    std::optional<DemoTask::Kind> task = {};
    QByteArrayView outputSchema = {}; ///< raw JSON; empty: it says nothing of it
    QByteArrayView icons = {};        ///< raw JSON array; empty: none
    bool hidden = false;              ///< listed only while DemoWorld::showsHiddenTools()

    /// The object in the result of tools/list.
    [[nodiscard]] QByteArray definition() const;
    /// What is wrong with the arguments; empty if nothing is.
    [[nodiscard]] QString complaint(const JsonValue &arguments) const;
    /// The argument, or what stands for it.
    [[nodiscard]] JsonValue argument(const JsonValue &arguments, QByteArrayView parameter) const;
};

} // namespace Pullcord
