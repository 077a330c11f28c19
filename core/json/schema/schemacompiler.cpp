// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemacompiler.h"

#include "core/json/jsonstring.h"

#include <map>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

TranslatableText noSchema()
{
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a schema must be an object, true or false"));
}

bool isSchema(const JsonValue &value)
{
    return value.isObject() || value.toBool().has_value();
}

} // namespace

SchemaCompiler::SchemaCompiler(const JsonSchemaOptions &options)
    : m_program(std::make_shared<SchemaProgram>(SchemaProgram{.options = options}))
    , m_library(m_program->options)
{}

Result<std::shared_ptr<const SchemaProgram>> SchemaCompiler::compile(const QByteArray &schema)
{
    const Result<SchemaLibrary::Place> root = m_library.open(schema);
    if (!root)
        return root.error();
    if (!isSchema(root->schema))
        return schemaError(root->location, noSchema());
    m_program->root = nodeFor(*root);
    do
        buildAll();
    while (addDynamicTargets());
    m_program->options.documents.clear();
    return std::shared_ptr<const SchemaProgram>(m_program);
}

/// Returns the node of a schema, which may still have to be built.
int SchemaCompiler::nodeFor(const SchemaLibrary::Place &place)
{
    const char *key = place.schema.raw().data();
    if (const auto known = m_nodes.constFind(key); known != m_nodes.cend())
        return *known;
    const int index = int(m_program->nodes.size());
    m_nodes.insert(key, index);
    m_program->nodes.emplace_back();
    m_places.push_back(place);
    return index;
}

void SchemaCompiler::buildAll()
{
    while (m_built < m_places.size())
        build(int(m_built++));
}

void SchemaCompiler::build(int index)
{
    const SchemaLibrary::Place place = m_places[size_t(index)];
    SchemaNode node; // a local object: reading it adds nodes, which moves the existing ones
    node.resource = place.resource;
    node.location = QString::fromUtf8(place.location);
    if (const auto boolean = place.schema.toBool())
        node.kind = *boolean ? SchemaNode::Kind::Always : SchemaNode::Kind::Never;
    else if (!place.schema.isObject())
        node.rules.push_back({.keyword = &SchemaKeyword::reference(), .gap = addGap(place.location, noSchema())});
    const SchemaDialect &dialect = m_library.dialect(place);
    const bool onlyRef = dialect.refStandsAlone && place.schema.member("$ref").isString();
    std::map<const SchemaKeyword *, JsonValue> keywords; // in the order of the table, which is the order of the checks
    for (const JsonMember &member : place.schema) {
        const QByteArray name = JsonString::decodedUtf8(member.rawKey);
        const SchemaKeyword *keyword = SchemaKeyword::find(name, dialect);
        if (keyword && keyword->read && (!onlyRef || name == "$ref"))
            keywords[keyword] = member.value;
        else if (!keyword && place.schema.isObject() && SchemaKeyword::isCheckedElsewhere(name))
            addGap(place.location + pointerToken(name),
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText", "it has no meaning in the draft of the schema")));
    }
    for (const auto &[keyword, value] : keywords) {
        SchemaReader reader(*this, place, *keyword, value);
        addRule(reader, node);
    }
    m_program->nodes[size_t(index)] = std::move(node);
}

void SchemaCompiler::addRule(SchemaReader &reader, SchemaNode &node)
{
    SchemaRule rule;
    rule.keyword = &reader.keyword();
    rule.check = rule.keyword->check;
    if (!rule.keyword->read(reader, rule))
        rule.check = nullptr;
    rule.gap = reader.gap();
    if (!rule.check && rule.gap.isEmpty())
        return;
    node.needsMarks = node.needsMarks || rule.keyword->needsMarks;
    node.rules.push_back(std::move(rule));
}

TranslatableText SchemaCompiler::addGap(const QByteArray &location, const TranslatableText &problem)
{
    const TranslatableText gap = schemaError(location, problem).detail;
    if (m_program->gaps.size() < m_program->options.limits.maxErrors && !m_program->gaps.contains(gap))
        m_program->gaps.append(gap);
    return gap;
}

/// Adds a node for each anchor that a `$dynamicRef` may lead to, in any resource. Returns true if there is more to
/// build.
bool SchemaCompiler::addDynamicTargets()
{
    for (int i = 0; i < m_library.resourceCount(); ++i) {
        const auto &anchors = m_library.resource(i).dynamicAnchors;
        for (auto anchor = anchors.cbegin(); anchor != anchors.cend(); ++anchor)
            m_program->dynamicAnchors[anchor.key()][i] = nodeFor(*anchor);
    }
    return m_built < m_places.size();
}

SchemaReader::SchemaReader(SchemaCompiler &compiler, const SchemaLibrary::Place &place, const SchemaKeyword &keyword,
                           const JsonValue &value)
    : m_compiler(compiler)
    , m_place(place)
    , m_keyword(keyword)
    , m_value(value)
{}

int SchemaReader::node(const JsonValue &schema, const QByteArray &pointer)
{
    const QByteArray fromPlace = pointerToken(m_keyword.name) + pointer;
    return m_compiler.nodeFor(m_compiler.m_library.placeOf(schema, m_place, fromPlace));
}

int SchemaReader::siblingNode(QByteArrayView name)
{
    return m_compiler.nodeFor(m_compiler.m_library.placeOf(sibling(name), m_place, pointerToken(name)));
}

std::optional<int> SchemaReader::referencedNode()
{
    const Result<SchemaLibrary::Place> target = m_compiler.m_library.resolve(m_value.toUtf8(), m_place.resource);
    if (!target) {
        fail(target.error().detail);
        return {};
    }
    return m_compiler.nodeFor(*target);
}

QByteArray SchemaReader::dynamicAnchor() const
{
    const Result<SchemaLibrary::Place> target = m_compiler.m_library.resolve(m_value.toUtf8(), m_place.resource);
    if (!target)
        return {};
    const auto &anchors = m_compiler.m_library.resource(target->resource).dynamicAnchors;
    const QByteArray name = QByteArray::fromPercentEncoding(m_value.toUtf8().split('#').value(1));
    const auto anchor = anchors.constFind(name);
    const bool pointsToTarget = anchor != anchors.cend() && anchor->schema.raw().data() == target->schema.raw().data();
    return pointsToTarget ? (name.isNull() ? QByteArray("") : name) : QByteArray();
}

bool SchemaReader::fail(const TranslatableText &problem)
{
    const TranslatableText gap = m_compiler.addGap(m_place.location + pointerToken(m_keyword.name), problem);
    if (m_gap.isEmpty())
        m_gap = gap;
    return false;
}

} // namespace Pullcord
