// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/schema/schemalibrary.h"
#include "core/json/schema/schemaprogram.h"

namespace Pullcord {

class SchemaReader;

/// Compiles a schema and everything that it refers to into a SchemaProgram. For one schema.
class SchemaCompiler
{
public:
    explicit SchemaCompiler(const JsonSchemaOptions &options);

    [[nodiscard]] Result<std::shared_ptr<const SchemaProgram>> compile(const QByteArray &schema);

private:
    friend class SchemaReader;

    int nodeFor(const SchemaLibrary::Place &place);
    void buildAll();
    void build(int index);
    void addRule(SchemaReader &reader, SchemaNode &node);
    TranslatableText addGap(const QByteArray &location, const TranslatableText &problem);
    bool addDynamicTargets();

    std::shared_ptr<SchemaProgram> m_program;
    SchemaLibrary m_library;
    QHash<const char *, int> m_nodes;           ///< by first byte of the schema
    std::vector<SchemaLibrary::Place> m_places; ///< places of the nodes, which are built in this order
    size_t m_built = 0;
};

/// Access to the value of a keyword for SchemaKeyword::Read.
class SchemaReader
{
public:
    SchemaReader(SchemaCompiler &compiler, const SchemaLibrary::Place &place, const SchemaKeyword &keyword,
                 const JsonValue &value);

    [[nodiscard]] const SchemaKeyword &keyword() const { return m_keyword; }
    [[nodiscard]] const JsonValue &value() const { return m_value; }
    [[nodiscard]] JsonValue sibling(QByteArrayView name) const { return m_place.schema.member(name); }
    [[nodiscard]] const SchemaDialect &dialect() const { return m_compiler.m_library.dialect(m_place); }
    [[nodiscard]] const JsonSchemaOptions &options() const { return m_compiler.m_program->options; }
    [[nodiscard]] bool knowsDialect(const QByteArray &uri) const { return m_compiler.m_library.knowsDialect(uri); }
    /// True if the dialect of the place has that keyword in its vocabularies.
    [[nodiscard]] bool hasKeyword(QByteArrayView name) const { return SchemaKeyword::find(name, dialect()); }

    /// Node of the schema that is the keyword's value, or an element or member of it.
    int node(const JsonValue &schema, const QByteArray &pointer = {});
    /// Node of a schema in a sibling keyword.
    int siblingNode(QByteArrayView name);
    /// Node that the value, a reference, leads to; none after fail().
    std::optional<int> referencedNode();
    /// Name of the `$dynamicAnchor` that the value leads to; null if there is none.
    [[nodiscard]] QByteArray dynamicAnchor() const;

    /// Notes that the keyword is not checked, or not completely. Always returns false.
    bool fail(const TranslatableText &problem);
    /// The reason; empty if everything is checked.
    [[nodiscard]] const TranslatableText &gap() const { return m_gap; }

private:
    SchemaCompiler &m_compiler;
    const SchemaLibrary::Place m_place;
    const SchemaKeyword &m_keyword;
    JsonValue m_value;
    TranslatableText m_gap;
};

} // namespace Pullcord
