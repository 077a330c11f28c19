// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

/// JSON as people write it into configurations: with comments, and commas behind the last member.
namespace Pullcord::JsonComments {

/// The text with blanks in the place of `//` and `/* */` comments, of commas before a closing bracket, and without a byte
/// order mark. Lines and columns (in characters) stay what they were, so that an error in the rest is found in the original.
/// A comment that is not closed stays, for whoever checks the text to complain about.
[[nodiscard]] QByteArray blanked(QByteArrayView text);

} // namespace Pullcord::JsonComments
