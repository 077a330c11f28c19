// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringView>

/// Functions from JSON text to JSON text. They move white space and members and change nothing else:
/// numbers, escapes, key order and duplicate keys come out as they went in.
/// Every `json` argument must have passed JsonChecker.
namespace Pullcord::JsonText {

/// Re-indented: a line a member or element, `indent` spaces a level; empty containers stay `{}` and `[]`.
[[nodiscard]] QByteArray indented(QByteArrayView json, int indent = 2);

/// On one line: all white space between tokens removed.
[[nodiscard]] QByteArray compact(QByteArrayView json);

/// `text` as a JSON string with its quotes; `/` and non-ASCII characters stay as they are.
[[nodiscard]] QByteArray quoted(QByteArrayView utf8);
[[nodiscard]] QByteArray quoted(QStringView text);

/// The object with one more member at its end. `object` must be an object, or empty for `{}`.
[[nodiscard]] QByteArray withMember(QByteArrayView object, QByteArrayView name, QByteArrayView value);

} // namespace Pullcord::JsonText
