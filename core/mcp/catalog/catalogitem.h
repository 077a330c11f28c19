// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

class JsonValue;

/// A picture offered by a server for itself or for an item. A value. Untrusted: nothing has been checked or fetched.
/// Specification: basic "Icons"; spec digest 4.14.
struct Icon
{
    QString src; ///< a URL or a `data:` URI
    QString mimeType;
    QStringList sizes; ///< "48x48" or "any"; empty: any
    QString theme;     ///< "light", "dark" or empty
};

/// An entry of one of a server's lists: a tool, a prompt, a resource or a resource template. A value. Members that the
/// server left out, or sent with another type than in the schema, are empty.
///
/// Tool and PromptArgument read the members that only some kinds have; everything else is in `raw`.
/// Specification: server "Tools", "Prompts", "Resources"; spec digest 4.1 to 4.3.
struct CatalogItem
{
    QString name;
    QString title; ///< for display: title, else annotations.title, else the name
    QString description;
    QString uri; ///< `uri` of a resource, `uriTemplate` of a template; else empty
    QString mimeType;
    std::optional<qint64> size; ///< in bytes, as the server claims
    QList<Icon> icons;
    QByteArray annotations;   ///< raw JSON, or empty
    QByteArray raw;           ///< the whole entry, verbatim, whatever its type
    TranslatableText problem; ///< violation of the schema, as a clause ("it has no name"); empty if there is none
    bool isUsable = true;     ///< requests can name it

    [[nodiscard]] static CatalogItem from(const JsonValue &value);
    /// Returns the fault of the `uri` or `uriTemplate` of an entry, as a clause; empty if there is none.
    [[nodiscard]] static TranslatableText addressProblem(const QString &uri, bool isTemplate);
    /// Name of the entry in requests, which identifies it in its list.
    [[nodiscard]] const QString &key() const { return uri.isEmpty() ? name : uri; }
};

/// A tool, with the members that a call needs.
struct Tool : CatalogItem
{
    QByteArray inputSchema;      ///< raw JSON
    QByteArray outputSchema;     ///< raw JSON, or empty
    bool readOnlyHint = false;   // the defaults of the four are the specification's
    bool destructiveHint = true; ///< only meaningful if readOnlyHint is false, like the next one
    bool idempotentHint = false;
    bool openWorldHint = true;

    [[nodiscard]] static Tool from(const CatalogItem &item);
};

/// A tool that must not be called, with the reason.
struct ExcludedTool
{
    Tool tool;
    TranslatableText reason;
};

/// An argument of a prompt. Its value is always sent as a string.
struct PromptArgument
{
    QString name;
    QString title; ///< for display: title, else the name
    QString description;
    bool isRequired = false;

    /// Arguments of a prompt, in order.
    [[nodiscard]] static QList<PromptArgument> of(const CatalogItem &prompt);
};

} // namespace Pullcord
