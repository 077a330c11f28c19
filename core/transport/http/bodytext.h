// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

/// Short descriptions of bytes that came instead of a message, for the reasons in a record. Secrets are masked, hidden
/// characters are made visible, and the length is bounded.
namespace Pullcord::BodyText {

/// Text of a peer as one line.
[[nodiscard]] QString shown(const QString &text);
/// Beginning of the bytes: `"hello"`; for binary data `the bytes 1f 8b 08`.
[[nodiscard]] QString beginning(QByteArrayView bytes);
/// Kind of the bytes, judged by content: "JSON", "HTML" or "an event stream"; empty for anything else.
[[nodiscard]] QString nature(QByteArrayView bytes);
/// First field of an event stream if only its upper case makes it unreadable, with the colon: "Data:"; else empty.
[[nodiscard]] QString miscasedField(QByteArrayView bytes);

/// Message in the body of an error response: the first line of a text, the title of an HTML page, or the usual members
/// of JSON (detail, error, message …). Empty if there is none.
[[nodiscard]] QString messageIn(QByteArrayView body);

} // namespace Pullcord::BodyText
