// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/result.h"
#include "core/translatabletext.h"

#include <QStringList>

/// Reads the `data` of MCP errors. Specification: versioning, "Error Handling"; spec digest section 1.
namespace Pullcord::McpError {

/// Versions that a refusal (-32022, or of initialize) offers; empty if it names none.
[[nodiscard]] QStringList versionsNamedBy(const Error &refusal);
/// Known revisions anywhere in the message or the data of a refusal, newest first, including the refused one. Few
/// servers name them in the specified place.
[[nodiscard]] QList<Revision> revisionsNamedBy(const Error &refusal);
/// True if the peer's error has a code, as it must.
[[nodiscard]] bool hasCode(const Error &refusal);
/// Detail of an error for display, with additions from its data: versions that would be accepted, or missing
/// capabilities (-32021). Only the detail if there is nothing to add.
[[nodiscard]] TranslatableText explained(const Error &error);

} // namespace Pullcord::McpError
