// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/contentblock.h"

namespace Pullcord {

/// A message of a prompt or of a sampling request: its role and its content. A value.
///
/// Specification: server "Prompts", client "Sampling"; spec digest 4.3, 4.6.
struct PromptMessage
{
    QString role;                ///< "user" or "assistant"
    QList<ContentBlock> content; ///< one block; sampling may have more
    QByteArray raw;              ///< the whole object, verbatim

    [[nodiscard]] static PromptMessage from(const JsonValue &value);
    /// Messages in a result of prompts/get. The error (Protocol) reports a result without a list of messages.
    [[nodiscard]] static Result<QList<PromptMessage>> in(const QByteArray &result);
};

} // namespace Pullcord
