// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

/// JSON with comments, and with commas after the last member, as in many configurations.
namespace Pullcord::JsonComments {

/// Positions that stay the same in blanked().
enum class Keep : quint8 {
    Columns, ///< lines and columns in characters, so that errors are located in the original; drops a byte order mark
    Bytes,   ///< byte offsets
};

/// Returns the text with blanks instead of `//` and `/* */` comments and of commas before a closing bracket. An
/// unclosed comment stays, and makes the JSON invalid.
[[nodiscard]] QByteArray blanked(QByteArrayView text, Keep keep = Keep::Columns);

} // namespace Pullcord::JsonComments
