// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/json/schema/schemabudget.h"

namespace Pullcord {

/// Bytes that are the same for two values exactly if JSON Schema calls them equal: numbers by value, strings by what
/// they say, objects whatever their order (of members of one name, the last). Not JSON; for comparing and hashing.
/// Incomplete once `budget` has stopped, which it also does for nesting past JsonLimits' default.
[[nodiscard]] QByteArray canonicalJson(const JsonValue &value, SchemaBudget &budget);

} // namespace Pullcord
