// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace Pullcord {

class SchemaReader;
struct SchemaRule;

/// Readers of the values of keywords (SchemaKeyword::Read). Keywords of one shape share a reader.
namespace SchemaRead {

// Values of the standard's simple kinds: schemavaluereaders.cpp
bool type(SchemaReader &reader, SchemaRule &rule);
bool enumeration(SchemaReader &reader, SchemaRule &rule);
bool constant(SchemaReader &reader, SchemaRule &rule);
bool number(SchemaReader &reader, SchemaRule &rule);
bool divisor(SchemaReader &reader, SchemaRule &rule);
/// Draft-04's boolean exclusiveMaximum and exclusiveMinimum, which modify a sibling.
bool exclusiveOfMaximum(SchemaReader &reader, SchemaRule &rule);
bool exclusiveOfMinimum(SchemaReader &reader, SchemaRule &rule);
bool lowerBound(SchemaReader &reader, SchemaRule &rule);
bool upperBound(SchemaReader &reader, SchemaRule &rule);
bool pattern(SchemaReader &reader, SchemaRule &rule);
bool format(SchemaReader &reader, SchemaRule &rule);
bool uniqueItems(SchemaReader &reader, SchemaRule &rule);
bool required(SchemaReader &reader, SchemaRule &rule);

// Values with schemas in them: schemaschemareaders.cpp
/// `$schema`: fails if the dialect is unknown; there is nothing else to check.
bool dialect(SchemaReader &reader, SchemaRule &rule);
bool reference(SchemaReader &reader, SchemaRule &rule);
bool dynamicReference(SchemaReader &reader, SchemaRule &rule);
bool schema(SchemaReader &reader, SchemaRule &rule);
bool schemaList(SchemaReader &reader, SchemaRule &rule);
bool schemaMap(SchemaReader &reader, SchemaRule &rule);
bool dependencies(SchemaReader &reader, SchemaRule &rule);
bool condition(SchemaReader &reader, SchemaRule &rule);
bool patternProperties(SchemaReader &reader, SchemaRule &rule);
bool additionalProperties(SchemaReader &reader, SchemaRule &rule);
bool items(SchemaReader &reader, SchemaRule &rule);
/// Before 2020-12: a schema, or an array of schemas with the meaning of today's prefixItems.
bool itemsOrTuple(SchemaReader &reader, SchemaRule &rule);
bool additionalItems(SchemaReader &reader, SchemaRule &rule);
bool contains(SchemaReader &reader, SchemaRule &rule);

} // namespace SchemaRead
} // namespace Pullcord
