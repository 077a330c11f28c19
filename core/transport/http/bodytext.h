// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

/// Short descriptions of bytes that came instead of a message, for the reasons in a record. Secrets are masked, hidden
/// characters are shown, and length is bounded.
namespace Pullcord::BodyText {

/// `text` of a peer in one line.
[[nodiscard]] QString shown(const QString &text);
/// The beginning: `"hello"`; for binary data `the bytes 1f 8b 08`.
[[nodiscard]] QString beginning(QByteArrayView bytes);
/// "JSON", "HTML" or "an event stream", judged by the bytes; empty for anything else.
[[nodiscard]] QString nature(QByteArrayView bytes);

/// The message in the body of a refusal: the first line of a text, the title of an HTML page, the usual members (detail,
/// error, message …) of JSON. Empty if there is none.
[[nodiscard]] QString messageIn(QByteArrayView body);

} // namespace Pullcord::BodyText
