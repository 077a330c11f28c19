// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/catalogitem.h"
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

/// A piece of content in a tool's result, a prompt's message or a sampling message. A value.
///
/// A block of unknown type is Other; `raw` contains all of it. Large members are decoded on request.
/// Specification: server "Tools", "Prompts", client "Sampling"; spec digest 4.1, 4.3, 4.6.
struct ContentBlock
{
    enum class Type : quint8 { Text, Image, Audio, ResourceLink, Resource, Other };

    Type type = Type::Other;
    QString typeName;       ///< as received
    QString mimeType;       ///< for an image, audio, a link or an embedded resource
    QByteArray annotations; ///< raw JSON, or empty
    QByteArray raw;         ///< the whole object, verbatim

    [[nodiscard]] static ContentBlock from(const JsonValue &value);
    /// Blocks in a member `content`, which is an array of blocks or a single one; empty if it is neither.
    [[nodiscard]] static QList<ContentBlock> in(const JsonValue &content);

    /// Text of a Text block; else empty.
    [[nodiscard]] QString text() const;
    /// Bytes of an image or audio. The error (Protocol) reports invalid base64, or a block of another type.
    [[nodiscard]] Result<QByteArray> data() const;
    /// Resource named by a ResourceLink; it need not be in the server's list.
    [[nodiscard]] CatalogItem link() const;
    /// Contents of an embedded Resource.
    [[nodiscard]] ResourceContents resource() const;
    /// Text for text-only display: the text itself (an embedded one too), or the kind and size in brackets.
    [[nodiscard]] QString summary() const;
};

/// A message of a prompt or of a sampling request: its role and its content. A value.
///
/// Specification: server "Prompts", client "Sampling"; spec digest 4.3, 4.6.
struct PromptMessage
{
    QString role;                ///< "user" or "assistant"
    QList<ContentBlock> content; ///< one block; sampling may have more
    QByteArray raw;              ///< the whole object, verbatim

    [[nodiscard]] static PromptMessage from(const JsonValue &value);
    /// Messages in a result of prompts/get. The error (Protocol) reports a result without a list of messages.
    [[nodiscard]] static Result<QList<PromptMessage>> in(const QByteArray &result);
};

} // namespace Pullcord
