// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Pullcord {

class JsonValue;

/// Contents of a resource, from a response to resources/read or embedded in a content block. A value.
///
/// Large members are decoded on request. Specification: server "Resources"; spec digest 4.2.
struct ResourceContents
{
    QString uri; ///< may be that of a part of the requested resource
    QString mimeType;
    bool isBlob = false; ///< bytes in base64 instead of text
    QByteArray raw;      ///< the whole object, verbatim

    [[nodiscard]] static ResourceContents from(const JsonValue &value);
    /// Contents in a result of resources/read: any number. The error (Protocol) reports a result without a list of
    /// contents.
    [[nodiscard]] static Result<QList<ResourceContents>> in(const QByteArray &result);

    /// Text; empty for a blob.
    [[nodiscard]] QString text() const;
    /// Bytes of a blob, or the UTF-8 of a text. The error (Protocol) reports contents without text and blob, or invalid
    /// base64.
    [[nodiscard]] Result<QByteArray> bytes() const;
    /// One-line description: kind and size.
    [[nodiscard]] QString summary() const;
};

/// Decodes a JSON string in base64 (RFC 4648, section 4). The error (Protocol) reports invalid base64; `what` names the
/// string.
[[nodiscard]] Result<QByteArray> bytesFromBase64(const JsonValue &string, const QString &what);

} // namespace Pullcord
