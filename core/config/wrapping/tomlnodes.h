// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/wrapping/confignode.h"

namespace Pullcord::TomlNodes {

/// Returns the whole configuration, which must be valid TOML.
[[nodiscard]] ConfigNode read(QByteArrayView text);
/// Returns the end of the string that begins with a quote at `at`: behind its closing quotes, else the end of its line
/// or of the text.
[[nodiscard]] qsizetype endOfString(QByteArrayView text, qsizetype at);

} // namespace Pullcord::TomlNodes
