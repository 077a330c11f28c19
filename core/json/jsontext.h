// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringView>

/// Functions from JSON text to JSON text. They move white space and members and change nothing
/// else: numbers, escapes, key order and duplicate keys come out as they went in. Every `json`
/// argument must have passed JsonChecker.
namespace Pullcord::JsonText {

/// Past this depth lines are indented no further; else deep nesting would make a short text
/// gigabytes long.
constexpr qsizetype MaxIndentedDepth = 64;

/// Re-indented: a line a member or element, `indent` spaces a level; empty containers become `{}`
/// and `[]`.
[[nodiscard]] QByteArray indented(QByteArrayView json, int indent = 2);

/// On one line: all white space between tokens removed.
[[nodiscard]] QByteArray compact(QByteArrayView json);

/// `text` as a JSON string with its quotes; `/` and non-ASCII characters stay as they are, and
/// U+FFFD stands for what is not valid UTF-8 or UTF-16.
[[nodiscard]] QByteArray quoted(QByteArrayView utf8);
[[nodiscard]] QByteArray quoted(QStringView text);

/// The object with that member: in its place if there is one of that name (the last, of several), else at the end.
/// `name` is the plain name; `object` must be an object, or empty for `{}`.
[[nodiscard]] QByteArray withMember(QByteArrayView object, QByteArrayView name, QByteArrayView value);
/// The same in place.
void setMember(QByteArray &object, QByteArrayView name, QByteArrayView value);

} // namespace Pullcord::JsonText
