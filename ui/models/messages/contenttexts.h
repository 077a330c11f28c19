// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QString>

/// Texts and file names for content of messages.
namespace Pullcord::ContentTexts {

/// Returns "image/png · 1.20 kB · for: user · priority: 0.5", without empty parts. `annotations` is raw JSON; `size` is
/// text.
[[nodiscard]] QString facts(const QString &mimeType, const QString &size, const QByteArray &annotations);
/// Returns a file name for a content: the last part of the URI, else `base`, with the suffix of the type. It never
/// contains a folder.
[[nodiscard]] QString fileName(const QString &uri, const QString &mimeType, const QString &base);
/// Returns the type without parameters, in lower case.
[[nodiscard]] QString essence(const QString &mimeType);
/// True if a player may open these bytes in a file named after their type. The type must be a sound format without
/// external references, and the bytes must begin like that format.
[[nodiscard]] bool isPlayable(const QString &mimeType, const QByteArray &bytes);

/// Decodes the first `bytes` bytes of a JSON string, in constant time.
[[nodiscard]] QString head(const JsonValue &string, qsizetype bytes);
/// Decodes at most that many bytes of UTF-8, without an incomplete character at the end.
[[nodiscard]] QString head(QByteArrayView utf8, qsizetype bytes);

/// Returns a hex dump with offsets and ASCII text, `perLine` bytes per line.
[[nodiscard]] QString hexDump(QByteArrayView bytes, int perLine);

} // namespace Pullcord::ContentTexts
