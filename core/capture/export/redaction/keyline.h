// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

/// Recognizes lines of private keys.
namespace Pullcord::KeyLine {

/// Returns the line without terminal colours, and without surrounding blanks.
[[nodiscard]] QByteArray plain(const QByteArray &line);
/// True if the text may contain the first line of a key.
[[nodiscard]] bool mayOpen(const QByteArray &text);
/// True if the line begins a key and does not end it; for several lines, judges the last beginning.
[[nodiscard]] bool opens(const QByteArray &line);
[[nodiscard]] bool ends(const QByteArray &line);
/// True if the line may be part of a key: Base64, a header, or empty.
[[nodiscard]] bool mayBeOne(const QByteArray &line);
/// True if it is longer than a word in Base64 letters; for use after unrelated lines.
[[nodiscard]] bool isSurelyOne(const QByteArray &line);

} // namespace Pullcord::KeyLine
