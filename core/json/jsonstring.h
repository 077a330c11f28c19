// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

/// Decodes raw JSON strings (with their quotes). All functions accept any bytes safely.
namespace Pullcord::JsonString {

/// Treatment of an unpaired escape like \ud800, for which UTF-8 has no bytes.
enum class LoneSurrogate : quint8 {
    Replace, ///< U+FFFD
    /// The three bytes that it would have, so that different strings stay different; only for comparing.
    Keep,
};

[[nodiscard]] QByteArray decodedUtf8(QByteArrayView raw, LoneSurrogate lone = LoneSurrogate::Replace);
/// Decoded string; never null.
[[nodiscard]] QString decoded(QByteArrayView raw);
/// Like QString::fromUtf8(), but keeps a leading U+FEFF, which is an ordinary character here. Never null.
[[nodiscard]] QString fromUtf8(QByteArrayView utf8);
/// True if `raw` decodes to `utf8`.
[[nodiscard]] bool equals(QByteArrayView raw, QByteArrayView utf8);

} // namespace Pullcord::JsonString
