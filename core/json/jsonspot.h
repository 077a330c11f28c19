// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

namespace Pullcord {

/// The value at a byte of a JSON text. A value; it points into the text.
struct JsonSpot
{
    QString pointer;       ///< JSON Pointer (RFC 6901)
    QByteArrayView rawKey; ///< with its quotes; empty for an element and for the whole text
    JsonValue value;

    /// Finds the innermost value that contains the byte at `offset`, in itself or in its key; the whole text if there
    /// is none. The text should have passed JsonChecker; of a text that was cut off, the part before the cut counts.
    [[nodiscard]] static JsonSpot at(QByteArrayView json, qsizetype offset);
    /// Encodes a decoded member name as a step of a JSON Pointer.
    [[nodiscard]] static QString step(QString name);
};

} // namespace Pullcord
