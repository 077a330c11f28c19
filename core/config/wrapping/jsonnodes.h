// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/wrapping/confignode.h"

namespace Pullcord::JsonNodes {

/// Finds the value at a JSON Pointer in JSON with comments; see ConfigNode::at().
[[nodiscard]] Result<ConfigNode> at(QByteArrayView text, const QString &pointer);

} // namespace Pullcord::JsonNodes
