// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Pullcord {

class JsonValue;

/// What a resource holds: of an answer to resources/read, or embedded in a content block. A value.
///
/// What may be large is decoded when it is asked for. Specification: server "Resources"; spec digest 4.2.
struct ResourceContents
{
    QString uri; ///< may be that of a part of what was asked for
    QString mimeType;
    bool isBlob = false; ///< bytes in base64, no text
    QByteArray raw;      ///< the whole object, verbatim

    [[nodiscard]] static ResourceContents from(const JsonValue &value);
    /// Those in a result of resources/read: any number. An error of kind Protocol if it has no list of them.
    [[nodiscard]] static Result<QList<ResourceContents>> in(const QByteArray &result);

    /// Empty for a blob.
    [[nodiscard]] QString text() const;
    /// Of a text its UTF-8. An error of kind Protocol if there is neither text nor blob, or the blob is no base64.
    [[nodiscard]] Result<QByteArray> bytes() const;
    /// For a line: what it is, and how large.
    [[nodiscard]] QString summary() const;
};

/// The bytes that a JSON string says in base64 (RFC 4648, section 4). An error of kind Protocol if it does not; `what` names it.
[[nodiscard]] Result<QByteArray> bytesFromBase64(const JsonValue &string, const QString &what);

} // namespace Pullcord
