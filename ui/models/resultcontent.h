// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/promptmessage.h"
#include "core/mcp/resourcecontents.h"
#include "core/rpc/event.h"
#include "core/rpc/requestrecord.h"

namespace Pullcord {

/// The message of an event that belongs to that request: in a batch, one of several.
[[nodiscard]] Envelope messageOf(const RequestRecord &record, const Event &event);

/// What a message brings for people to look at: the content of a tool's result, of a resource, of a prompt, of what a model is
/// asked or says. A value.
struct ResultContent
{
    enum class Kind : quint8 { None, Tool, Resource, Prompt, Sampling };

    Kind kind = Kind::None;
    bool isError = false;              ///< of a tool that says so
    QString introduction;              ///< the description of a prompt; what a model is told beforehand
    QList<PromptMessage> messages;     ///< those of a tool have no role
    QList<ResourceContents> resources; ///< of a Resource
    QByteArray structured;             ///< raw JSON; empty if there is none
    QString keeping;                   ///< for how long the server says that a Resource holds; empty if it says nothing
    QString problem;                   ///< why it cannot be read; else empty

    /// What of() would find in an event of the story of that request, without looking at all of it.
    [[nodiscard]] static Kind kindOf(const RequestRecord &record, const Event &event);
    [[nodiscard]] static ResultContent of(const RequestRecord &record, const Event &event);
};

} // namespace Pullcord
