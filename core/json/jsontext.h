// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringView>

/// Functions from JSON text to JSON text. They move white space and members and change nothing else: numbers, escapes,
/// key order and duplicate keys are kept. Every `json` argument must have passed JsonChecker.
namespace Pullcord::JsonText {

/// Deeper lines are not indented further; otherwise deep nesting would make a short text gigabytes long.
constexpr qsizetype MaxIndentedDepth = 64;

/// Indents the text: one member or element per line, `indent` spaces per level; empty containers become `{}` and `[]`.
[[nodiscard]] QByteArray indented(QByteArrayView json, int indent = 2);

/// Removes all white space between tokens, so that the text has one line.
[[nodiscard]] QByteArray compact(QByteArrayView json);

/// Returns a text as a JSON string with quotes. `/` and non-ASCII characters are kept; invalid UTF-8 or UTF-16 becomes
/// U+FFFD.
[[nodiscard]] QByteArray quoted(QByteArrayView utf8);
[[nodiscard]] QByteArray quoted(QStringView text);

/// Returns the object with that member: replaces the last one with that name, or appends. `name` is the decoded name;
/// `object` must be an object, or empty for `{}`.
[[nodiscard]] QByteArray withMember(QByteArrayView object, QByteArrayView name, QByteArrayView value);
/// Sets a member in place.
void setMember(QByteArray &object, QByteArrayView name, QByteArrayView value);

} // namespace Pullcord::JsonText
