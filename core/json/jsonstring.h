// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

/// What a raw JSON string (with its quotes) says. Every function takes any bytes without harm.
namespace Pullcord::JsonString {

/// What becomes of an escape like \ud800 that has no partner, for which UTF-8 has no bytes.
enum class LoneSurrogate : quint8 {
    Replace, ///< U+FFFD
    Keep,    ///< the three bytes it would have, so that different strings stay different; for
             ///< comparing only
};

[[nodiscard]] QByteArray decodedUtf8(QByteArrayView raw, LoneSurrogate lone = LoneSurrogate::Replace);
/// Never null.
[[nodiscard]] QString decoded(QByteArrayView raw);
/// As QString::fromUtf8(), but a leading U+FEFF stays, since it is a character like any other here.
/// Never null.
[[nodiscard]] QString fromUtf8(QByteArrayView utf8);
/// True if `raw` says `utf8`.
[[nodiscard]] bool equals(QByteArrayView raw, QByteArrayView utf8);

} // namespace Pullcord::JsonString
