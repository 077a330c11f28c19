// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/json/schema/schemabudget.h"

namespace Pullcord {

/// Canonical bytes: equal for two values exactly if JSON Schema calls them equal. Numbers compare by value, strings by
/// content, objects without regard to order (the last member of a name counts). Not JSON; for comparing and hashing.
/// Incomplete if `budget` has run out, which also happens for nesting beyond the default of JsonLimits.
[[nodiscard]] QByteArray canonicalJson(const JsonValue &value, SchemaBudget &budget);

} // namespace Pullcord
