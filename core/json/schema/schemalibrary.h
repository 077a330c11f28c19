// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "core/json/schema/schemakeyword.h"

#include <deque>
#include <optional>

namespace Pullcord {

/// The documents of a schema, and the search in them: resources by `$id`, anchors, pointers. Documents are loaded when
/// a reference first leads to them. Lives during the compilation; its values are views.
class SchemaLibrary
{
public:
    /// A schema somewhere in a document.
    struct Place
    {
        JsonValue schema;
        int resource = 0;
        QByteArray location; ///< JSON Pointer in the document, preceded by the document's URI unless it is the root
    };

    /// A schema with a URI of its own.
    struct Resource
    {
        QByteArray uri; ///< absolute, without fragment
        SchemaDialect dialect;
        Place root;
        QHash<QByteArray, Place> anchors;        ///< including dynamic ones
        QHash<QByteArray, Place> dynamicAnchors; ///< the empty name is `$recursiveAnchor`
    };

    explicit SchemaLibrary(const JsonSchemaOptions &options);

    /// Opens the root document; call it first, once.
    [[nodiscard]] Result<Place> open(const QByteArray &schema);
    /// Finds the target of a `$ref` in that resource.
    [[nodiscard]] Result<Place> resolve(const QByteArray &reference, int fromResource);
    /// Place of the value at `pointer` within a place from this library.
    [[nodiscard]] Place placeOf(const JsonValue &schema, const Place &within, const QByteArray &pointer) const;

    /// True if `$schema` with that URI selects a known dialect.
    [[nodiscard]] bool knowsDialect(const QByteArray &uri) const
    {
        return SchemaDialect::named(uri) || m_options.documents.contains(uri);
    }
    [[nodiscard]] const Resource &resource(int index) const { return m_resources[size_t(index)]; }
    [[nodiscard]] int resourceCount() const { return int(m_resources.size()); }
    [[nodiscard]] const SchemaDialect &dialect(const Place &place) const { return resource(place.resource).dialect; }

private:
    Result<Place> load(const QByteArray &uri, const QByteArray &text, const QByteArray &location);
    [[nodiscard]] Result<SchemaDialect> dialectFor(const JsonValue &schema, const SchemaDialect &otherwise);
    Outcome scan(Place place, const QByteArray &documentUri = {});
    Outcome scanChildren(const Place &place);
    Outcome addIdentity(Place &place, const QByteArray &documentUri);
    void addAnchors(const Place &place);
    [[nodiscard]] Result<Place> find(int resource, const QByteArray &fragment);
    [[nodiscard]] Result<Place> follow(int resource, QByteArrayView pointer);
    [[nodiscard]] JsonValue child(const JsonValue &container, QByteArrayView token);

    const JsonSchemaOptions &m_options;
    SchemaDialect m_defaultDialect;
    std::deque<QByteArray> m_documents; ///< owns the bytes of the views
    std::deque<Resource> m_resources;
    QHash<QByteArray, int> m_byUri;
    QHash<const char *, Place> m_places;                          ///< by first byte of the schema
    QHash<const char *, QHash<QByteArray, JsonValue>> m_children; ///< by first byte, then by pointer token
};

/// Error for a schema that cannot be used because of a problem at `location`.
[[nodiscard]] Error schemaError(const QByteArray &location, const TranslatableText &problem);

/// Encodes `token` as a part of a JSON Pointer, with its slash.
[[nodiscard]] QByteArray pointerToken(QByteArrayView token);

} // namespace Pullcord
