// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

/// Edits JSON text that the user is typing, and keeps the layout of the rest. The text must have passed JsonChecker;
/// places are JSON Pointers.
namespace Pullcord::JsonEdit {

/// Sets the value at a pointer to raw JSON, or removes it. A new member is laid out like its neighbors: on its own
/// line, or after a comma. Missing objects on the way are created.
[[nodiscard]] QByteArray withValue(const QByteArray &text, const QByteArray &pointer,
                                   const std::optional<QByteArray> &value);

/// Appends an element to an array; creates the array if it is missing.
[[nodiscard]] QByteArray withElement(const QByteArray &text, const QByteArray &array, const QByteArray &value);

/// Swaps two elements of an array; returns `text` itself if one does not exist.
[[nodiscard]] QByteArray withSwapped(const QByteArray &text, const QByteArray &array, qsizetype one, qsizetype other);

/// Returns the pointer to the member `name` of the object at `pointer`.
[[nodiscard]] QByteArray pointerTo(const QByteArray &pointer, const QByteArray &name);

} // namespace Pullcord::JsonEdit
