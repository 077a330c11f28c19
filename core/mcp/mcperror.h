// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/result.h"
#include "core/words.h"

#include <QStringList>

/// What MCP says in the `data` of an error beside its message. Specification: versioning, "Error Handling"; spec digest
/// section 1.
namespace Pullcord::McpError {

/// The versions that a refusal (-32022, or of initialize) says would do; empty if it names none.
[[nodiscard]] QStringList versionsNamedBy(const Error &refusal);
/// The known revisions that stand anywhere in the message or the data of a refusal, newest first: few servers name them where
/// the specification wants them. Also the one that was refused.
[[nodiscard]] QList<Revision> revisionsNamedBy(const Error &refusal);
/// The peer's error has a code, as it must.
[[nodiscard]] bool hasCode(const Error &refusal);
/// The detail of an error, with what its data adds for people: versions that would do, capabilities that are missing
/// (-32021). Just the detail where there is nothing to add.
[[nodiscard]] Words explained(const Error &error);

} // namespace Pullcord::McpError
