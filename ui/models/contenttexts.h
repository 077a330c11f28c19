// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QString>

/// Content of messages, as words and as names of files.
namespace Pullcord::ContentTexts {

/// "image/png · 1.20 kB · for: user · priority: 0.5"; what is empty is left out. `annotations` is raw JSON; `size` is text.
[[nodiscard]] QString facts(const QString &mimeType, const QString &size, const QByteArray &annotations);
/// What a file with it may be called: the last part of the URI if that has one, else `base`, with the suffix of the type.
/// It never has a folder in it.
[[nodiscard]] QString fileName(const QString &uri, const QString &mimeType, const QString &base);
/// The type without its parameters, in lower case.
[[nodiscard]] QString essence(const QString &mimeType);
/// Whether a program that plays sounds may be handed these bytes, in a file named after their type alone: the type says that
/// it is a sound of a format that names nothing to fetch, and the bytes begin like one.
[[nodiscard]] bool isPlayable(const QString &mimeType, const QByteArray &bytes);

/// What a JSON string says, of its first `bytes` bytes; takes no longer for a longer one.
[[nodiscard]] QString head(const JsonValue &string, qsizetype bytes);
/// UTF-8 as text, up to that many bytes, and no half character at the end.
[[nodiscard]] QString head(QByteArrayView utf8, qsizetype bytes);

/// Bytes in hexadecimal digits, with the offset in front and what is ASCII behind; a line each `perLine`.
[[nodiscard]] QString hexDump(QByteArrayView bytes, int perLine);

} // namespace Pullcord::ContentTexts
