// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

/// JSON with comments, and with commas after the last member, as in many configurations.
namespace Pullcord::JsonComments {

/// Returns the text without a byte order mark, with blanks instead of `//` and `/* */` comments and of commas before a
/// closing bracket. Lines and columns (in characters) stay the same, so that the position of an error is valid in the
/// original. An unclosed comment stays, and makes the JSON invalid.
[[nodiscard]] QByteArray blanked(QByteArrayView text);

} // namespace Pullcord::JsonComments
