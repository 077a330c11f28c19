// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

/// JSON with comments, and with commas behind the last member, as in many configurations.
namespace Pullcord::JsonComments {

/// Returns the text with blanks in place of `//` and `/* */` comments and of commas before a closing bracket, and
/// without a byte order mark. Lines and columns (in characters) stay the same, so that errors are located in the
/// original. An unclosed comment stays, and makes the JSON invalid.
[[nodiscard]] QByteArray blanked(QByteArrayView text);

} // namespace Pullcord::JsonComments
