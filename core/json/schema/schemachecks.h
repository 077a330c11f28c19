// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace Pullcord {

class SchemaValidator;
struct SchemaRule;

/// Checks of the keywords on an instance (SchemaKeyword::Check), named after the keywords.
namespace SchemaCheck {

// On the value itself: schemavaluechecks.cpp
bool type(SchemaValidator &validator, const SchemaRule &rule);
bool enumeration(SchemaValidator &validator, const SchemaRule &rule);
bool multipleOf(SchemaValidator &validator, const SchemaRule &rule);
bool maximum(SchemaValidator &validator, const SchemaRule &rule);
bool exclusiveMaximum(SchemaValidator &validator, const SchemaRule &rule);
bool minimum(SchemaValidator &validator, const SchemaRule &rule);
bool exclusiveMinimum(SchemaValidator &validator, const SchemaRule &rule);
bool length(SchemaValidator &validator, const SchemaRule &rule);
bool pattern(SchemaValidator &validator, const SchemaRule &rule);
bool format(SchemaValidator &validator, const SchemaRule &rule);
bool itemCount(SchemaValidator &validator, const SchemaRule &rule);
bool uniqueItems(SchemaValidator &validator, const SchemaRule &rule);
bool propertyCount(SchemaValidator &validator, const SchemaRule &rule);
bool required(SchemaValidator &validator, const SchemaRule &rule);

// Other schemas on the same value: schemacombiningchecks.cpp
bool reference(SchemaValidator &validator, const SchemaRule &rule);
bool dynamicReference(SchemaValidator &validator, const SchemaRule &rule);
bool allOf(SchemaValidator &validator, const SchemaRule &rule);
bool anyOf(SchemaValidator &validator, const SchemaRule &rule);
bool oneOf(SchemaValidator &validator, const SchemaRule &rule);
bool negation(SchemaValidator &validator, const SchemaRule &rule);
bool condition(SchemaValidator &validator, const SchemaRule &rule);
bool dependencies(SchemaValidator &validator, const SchemaRule &rule);

// Schemas on its children: schemachildchecks.cpp
bool properties(SchemaValidator &validator, const SchemaRule &rule);
bool patternProperties(SchemaValidator &validator, const SchemaRule &rule);
bool additionalProperties(SchemaValidator &validator, const SchemaRule &rule);
bool propertyNames(SchemaValidator &validator, const SchemaRule &rule);
bool prefixItems(SchemaValidator &validator, const SchemaRule &rule);
bool items(SchemaValidator &validator, const SchemaRule &rule);
bool contains(SchemaValidator &validator, const SchemaRule &rule);
bool unevaluated(SchemaValidator &validator, const SchemaRule &rule);

} // namespace SchemaCheck
} // namespace Pullcord
