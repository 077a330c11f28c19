// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/contentblock.h"
#include "core/rpc/event.h"
#include "core/rpc/requestrecord.h"

namespace Pullcord {

/// Returns the message of an event that belongs to the request; an event with a batch has several.
[[nodiscard]] Envelope messageOf(const RequestRecord &record, const Event &event);

/// Viewable content of a message: that of a tool result, a resource, a prompt, or a sampling request or response. A
/// value.
struct ResultContent
{
    enum class Kind : quint8 { None, Tool, Resource, Prompt, Sampling };

    Kind kind = Kind::None;
    bool isError = false;              ///< isError of a tool result
    QString introduction;              ///< description of a prompt, or system prompt of a sampling request
    QList<PromptMessage> messages;     ///< messages of a tool result have no role
    QList<ResourceContents> resources; ///< contents of a Resource
    QByteArray structured;             ///< raw JSON; empty if there is none
    QString keeping;                   ///< time to live of a Resource, as text; empty if undeclared
    QString problem;                   ///< reason why the content is unreadable; else empty

    /// Returns the kind of content in an event of the request's story, without reading all of it.
    [[nodiscard]] static Kind kindOf(const RequestRecord &record, const Event &event);
    [[nodiscard]] static ResultContent of(const RequestRecord &record, const Event &event);
};

} // namespace Pullcord
