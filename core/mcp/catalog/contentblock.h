// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/catalogitem.h"
#include "core/mcp/catalog/resourcecontents.h"

#include <QList>

namespace Pullcord {

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

} // namespace Pullcord
