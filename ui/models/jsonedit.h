// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

/// Changes to a JSON text that a person is writing: everything but the place that changes stays as
/// it was typed.
namespace Pullcord::JsonEdit {

/// `object` with that member set to the raw JSON `value`, or without it. The text must have passed
/// JsonChecker and be an object. A new member takes over how its neighbours are set: on a line of
/// its own, or behind a comma.
[[nodiscard]] QByteArray withMember(const QByteArray &object, QByteArrayView name,
                                    const std::optional<QByteArray> &value);

} // namespace Pullcord::JsonEdit
