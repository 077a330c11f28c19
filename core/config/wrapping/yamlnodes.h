// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/wrapping/confignode.h"

namespace Pullcord::YamlNodes {

/// Returns the whole configuration. The positions come from yaml-cpp, whose exceptions end here; the ends of values are
/// found in the text. Values behind an alias have the place of the alias, and no children.
[[nodiscard]] Result<ConfigNode> read(QByteArrayView text);

} // namespace Pullcord::YamlNodes
