// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

/// Changes to a JSON text that a person is writing: everything but the place that changes stays as
/// it was typed. The text must have passed JsonChecker; places are named by JSON Pointers.
namespace Pullcord::JsonEdit {

/// `text` with the raw JSON `value` at that place, or without what is there. A new member takes over how its neighbours
/// are set: on a line of its own, or behind a comma. Objects that are missing on the way are made.
[[nodiscard]] QByteArray withValue(const QByteArray &text, const QByteArray &pointer,
                                   const std::optional<QByteArray> &value);

/// With one more element at the end of the array at that place, which is made if it is not there.
[[nodiscard]] QByteArray withElement(const QByteArray &text, const QByteArray &array, const QByteArray &value);

/// With two elements of an array in each other's place; the text itself where there is no such element.
[[nodiscard]] QByteArray withSwapped(const QByteArray &text, const QByteArray &array, qsizetype one, qsizetype other);

/// The pointer to a member of what is at `pointer`.
[[nodiscard]] QByteArray pointerTo(const QByteArray &pointer, const QByteArray &name);

} // namespace Pullcord::JsonEdit
