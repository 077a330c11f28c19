// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/words.h"

#include <QByteArray>

/// What is wrong with a message, of somebody who has typed it most of all, for people: as JSON, as JSON-RPC, and as a message of a revision.
/// It forbids nothing. Specification: JSON-RPC 2.0 sections 4 to 6; schema/<revision>/schema.json.
namespace Pullcord::MessageCheck {

/// A longer message is not held against the schema: it is looked at while somebody types.
constexpr qsizetype LongestForSchema = 256 * 1024;
/// More of what the schema says is left out.
constexpr qsizetype MaxRemarks = 5;

/// What flags of EnvelopeProblem mean, likewise.
[[nodiscard]] QList<Words> remarks(quint16 problems);
/// Sentences without a full stop; none if nothing is wrong.
[[nodiscard]] QList<Words> remarks(const QByteArray &message, Revision revision);

} // namespace Pullcord::MessageCheck
