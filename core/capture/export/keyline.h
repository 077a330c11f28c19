// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

/// What a line of a private key looks like.
namespace Pullcord::KeyLine {

/// Without what colours it on a terminal, and without blanks around it.
[[nodiscard]] QByteArray plain(const QByteArray &line);
/// A line that begins one may be in there.
[[nodiscard]] bool mayOpen(const QByteArray &text);
/// It begins one, and does not end it; of a text of several lines the last that begins one.
[[nodiscard]] bool opens(const QByteArray &line);
[[nodiscard]] bool ends(const QByteArray &line);
/// Base64 or a header, as far as one can tell; an empty one too.
[[nodiscard]] bool mayBeOne(const QByteArray &line);
/// More than a word that is written in base64's letters: what stands behind lines of others.
[[nodiscard]] bool isSurelyOne(const QByteArray &line);

} // namespace Pullcord::KeyLine
