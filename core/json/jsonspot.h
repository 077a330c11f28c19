// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

namespace Pullcord {

/// Which value of a JSON text a byte belongs to. A value; it points into the text.
struct JsonSpot
{
    QString pointer;       ///< JSON Pointer (RFC 6901)
    QByteArrayView rawKey; ///< with its quotes; empty for an element and for the whole
    JsonValue value;

    /// Of all values around that byte, or whose key it is in, the innermost; the whole where there is none. The text should
    /// have passed JsonChecker; of one that was cut, what stands before the cut is told all the same.
    [[nodiscard]] static JsonSpot at(QByteArrayView json, qsizetype offset);
    /// A decoded member name as a step of a JSON Pointer.
    [[nodiscard]] static QString step(QString name);
};

} // namespace Pullcord
