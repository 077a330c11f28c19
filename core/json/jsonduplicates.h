// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace Pullcord {

/// A member name that occurs twice in one object. A value. Specification: RFC 8259 section 4 (names should be unique).
struct JsonDuplicate
{
    QString pointer; ///< JSON Pointer of the object; empty for the whole text
    QString name;

    /// Returns the first one, in the order in which the objects end; none if there is none. Reads the text once, without
    /// recursion. `json` must have passed JsonChecker; on any other text the result is meaningless.
    [[nodiscard]] static std::optional<JsonDuplicate> firstIn(QByteArrayView json);
};

} // namespace Pullcord
