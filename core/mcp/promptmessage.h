// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/contentblock.h"

namespace Pullcord {

/// A message of a prompt, or of a sampling request: who says it, and what. A value.
///
/// Specification: server "Prompts", client "Sampling"; spec digest 4.3, 4.6.
struct PromptMessage
{
    QString role;                ///< "user" or "assistant"
    QList<ContentBlock> content; ///< one; sampling may have more
    QByteArray raw;              ///< the whole object, verbatim

    [[nodiscard]] static PromptMessage from(const JsonValue &value);
    /// Those in a result of prompts/get. An error of kind Protocol if it has no list of them.
    [[nodiscard]] static Result<QList<PromptMessage>> in(const QByteArray &result);
};

} // namespace Pullcord
