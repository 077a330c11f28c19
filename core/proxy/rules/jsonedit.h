// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace Pullcord {

/// A change of a JSON text at a JSON Pointer (RFC 6901). A value.
struct JsonEdit
{
    QByteArray pointer;
    std::optional<QByteArray> value; ///< raw JSON; none: the value is removed

    /// Returns the changed text; the rest keeps its bytes, except for the white space around a removed value. A value
    /// is replaced, or added to an object, or to the end of an array (`-`). None if the text has no such place. `json`
    /// must have passed JsonChecker.
    [[nodiscard]] std::optional<QByteArray> appliedTo(const QByteArray &json) const;
};

} // namespace Pullcord
