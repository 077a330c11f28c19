// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QString>

namespace Pullcord {

/// A term of the filter language that messages pass which have this value at this JSON Pointer. Of what is no short scalar
/// it asks only that something is there; for the whole text (an empty pointer) there is none.
[[nodiscard]] QString filterTermOf(const QString &pointer, const JsonValue &value);

} // namespace Pullcord
