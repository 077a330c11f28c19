// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

class JsonValue;

/// A picture that a server offers for itself or for an item. Untrusted: nothing of it has been checked or fetched.
/// Specification: basic "Icons"; spec digest 4.14.
struct Icon
{
    QString src; ///< a URL or a `data:` URI
    QString mimeType;
    QStringList sizes; ///< "48x48" or "any"; none: any
    QString theme;     ///< "light", "dark" or empty
};

/// An entry of one of a server's lists, whatever the list: a tool, a prompt, a resource or a resource template. A value; what
/// the server did not say, or said with another type than the schema has, is empty.
///
/// What only some kinds have is read from it by Tool and PromptArgument; everything else is in `raw`.
/// Specification: server "Tools", "Prompts", "Resources"; spec digest 4.1 to 4.3.
struct CatalogItem
{
    QString name;
    QString title; ///< for display: title, else annotations.title, else the name
    QString description;
    QString uri; ///< of a resource its `uri`, of a template its `uriTemplate`; else empty
    QString mimeType;
    std::optional<qint64> size; ///< in bytes, as the server claims
    QList<Icon> icons;
    QByteArray annotations; ///< raw JSON, or empty
    QByteArray raw;         ///< the whole entry, verbatim, whatever it is
    Words problem;        ///< what the schema does not allow about it, as a clause ("it has no name"); empty if nothing
    bool isUsable = true; ///< there is something to name it by in a request

    [[nodiscard]] static CatalogItem from(const JsonValue &value);
    /// What requests name it by, and what tells it from the others of its list.
    [[nodiscard]] const QString &key() const { return uri.isEmpty() ? name : uri; }
};

/// A tool, with what a call needs.
struct Tool : CatalogItem
{
    QByteArray inputSchema;      ///< raw JSON
    QByteArray outputSchema;     ///< raw JSON, or empty
    bool readOnlyHint = false;   // the defaults of the four are the specification's
    bool destructiveHint = true; ///< means something only where readOnlyHint is false, as does the next
    bool idempotentHint = false;
    bool openWorldHint = true;

    [[nodiscard]] static Tool from(const CatalogItem &item);
};

/// A tool that must not be called, and why.
struct ExcludedTool
{
    Tool tool;
    Words reason;
};

/// What a prompt wants to be filled in with. The value that is sent is always a string.
struct PromptArgument
{
    QString name;
    QString title; ///< for display: title, else the name
    QString description;
    bool isRequired = false;

    /// Those of a prompt, in its order.
    [[nodiscard]] static QList<PromptArgument> of(const CatalogItem &prompt);
};

} // namespace Pullcord
