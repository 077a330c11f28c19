// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QString>

namespace Pullcord {

/// Returns a filter term for messages with this value at this JSON Pointer. For anything but a short scalar, the term
/// only requires the place to exist. Empty for the whole text (an empty pointer).
[[nodiscard]] QString filterTermOf(const QString &pointer, const JsonValue &value);

} // namespace Pullcord
