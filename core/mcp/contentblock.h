// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalogitem.h"
#include "core/mcp/resourcecontents.h"

#include <QList>

namespace Pullcord {

/// A piece of content: of a tool's result, a prompt's message or a sampling message. A value.
///
/// A type that is not known here is Other, and `raw` has it all. What may be large is decoded when it is asked for.
/// Specification: server "Tools", "Prompts", client "Sampling"; spec digest 4.1, 4.3, 4.6.
struct ContentBlock
{
    enum class Type : quint8 { Text, Image, Audio, ResourceLink, Resource, Other };

    Type type = Type::Other;
    QString typeName;       ///< as it came
    QString mimeType;       ///< of an image, a sound, a link or an embedded resource
    QByteArray annotations; ///< raw JSON, or empty
    QByteArray raw;         ///< the whole object, verbatim

    [[nodiscard]] static ContentBlock from(const JsonValue &value);
    /// Those in a member `content`: an array of blocks, or one; nothing if it is neither.
    [[nodiscard]] static QList<ContentBlock> in(const JsonValue &content);

    /// Of a text; else empty.
    [[nodiscard]] QString text() const;
    /// Of an image or a sound. An error of kind Protocol if it is no base64, or the block is of another type.
    [[nodiscard]] Result<QByteArray> data() const;
    /// Of a ResourceLink: the resource that it names, which need not be in the server's list.
    [[nodiscard]] CatalogItem link() const;
    /// Of a Resource: what is embedded.
    [[nodiscard]] ResourceContents resource() const;
    /// For people who see text only: the text itself (an embedded one too), or in brackets what it is and how large.
    [[nodiscard]] QString summary() const;
};

} // namespace Pullcord
