// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonstring.h"
#include "core/json/schema/schemachecks.h"
#include "core/json/schema/schemamessage.h"
#include "core/json/schema/schemavalidator.h"

#include <algorithm>

namespace Pullcord::SchemaCheck {

using namespace Qt::StringLiterals;

namespace {

/// Applies the nodes that `nodesOf(child, index, apply)` passes to `apply` to each child from `first` on. Marks those
/// children.
template<typename NodesOf>
bool applyToChildren(SchemaValidator &validator, const SchemaRule &rule, size_t first, NodesOf nodesOf)
{
    bool holds = true;
    std::vector<SchemaInstance> &children = validator.children();
    for (size_t i = first; i < children.size() && (holds || validator.isCollecting()); ++i) {
        nodesOf(children[i], i, [&](int node) {
            holds = validator.apply(node, children[i], rule) && holds;
            validator.mark(i);
        });
    }
    return holds;
}

bool matchesAny(SchemaValidator &validator, const SchemaRule &rule, const QByteArray &name)
{
    return std::any_of(rule.schemaByPattern.cbegin(), rule.schemaByPattern.cend(),
                       [&](const auto &entry) { return validator.matches(entry.first, JsonString::fromUtf8(name)); });
}

} // namespace

bool properties(SchemaValidator &validator, const SchemaRule &rule)
{
    return applyToChildren(validator, rule, 0, [&](const SchemaInstance &child, size_t, const auto &apply) {
        if (const auto node = rule.schemaByName.constFind(child.name()); node != rule.schemaByName.cend())
            apply(*node);
    });
}

bool patternProperties(SchemaValidator &validator, const SchemaRule &rule)
{
    return applyToChildren(validator, rule, 0, [&](const SchemaInstance &child, size_t, const auto &apply) {
        const QString name = JsonString::fromUtf8(child.name());
        for (const auto &[pattern, node] : rule.schemaByPattern) {
            if (validator.matches(pattern, name))
                apply(node);
        }
    });
}

bool additionalProperties(SchemaValidator &validator, const SchemaRule &rule)
{
    return applyToChildren(validator, rule, 0, [&](const SchemaInstance &child, size_t, const auto &apply) {
        if (!rule.values.contains(child.name()) && !matchesAny(validator, rule, child.name()))
            apply(rule.schemas.front());
    });
}

bool propertyNames(SchemaValidator &validator, const SchemaRule &rule)
{
    bool holds = true;
    for (const SchemaInstance &child : validator.children()) {
        SchemaInstance name = SchemaInstance::nameOf(child);
        SchemaValidator::Errors errors;
        const SchemaValidator::Probe probe =
            validator.probe(rule.schemas.front(), name, rule, validator.ifCollecting(errors));
        validator.doubt(probe.doubts);
        if (probe.verdict != SchemaValidator::Verdict::No)
            continue;
        holds = false;
        for (JsonSchemaError &error : errors)
            error.message = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the name of this member %1"),
                                                 error.message);
        validator.report(errors);
        if (!validator.isCollecting())
            break;
    }
    return holds;
}

bool prefixItems(SchemaValidator &validator, const SchemaRule &rule)
{
    return applyToChildren(validator, rule, 0, [&](const SchemaInstance &, size_t index, const auto &apply) {
        if (index < size_t(rule.schemas.size()))
            apply(rule.schemas[qsizetype(index)]);
    });
}

bool items(SchemaValidator &validator, const SchemaRule &rule)
{
    return applyToChildren(validator, rule, size_t(rule.least),
                           [&](const SchemaInstance &, size_t, const auto &apply) { apply(rule.schemas.front()); });
}

bool contains(SchemaValidator &validator, const SchemaRule &rule)
{
    qint64 count = 0; // number of certain matches
    qint64 possible = 0;
    SchemaValidator::Doubts doubts;
    std::vector<SchemaInstance> &children = validator.children();
    for (size_t i = 0; i < children.size(); ++i) {
        const SchemaValidator::Probe probe = validator.probe(rule.schemas.front(), children[i], rule);
        if (probe.verdict == SchemaValidator::Verdict::No)
            continue;
        validator.mark(i);
        if (probe.verdict == SchemaValidator::Verdict::Unknown) {
            ++possible;
            doubts = probe.doubts;
        } else {
            ++count;
        }
    }
    const bool tooFew = count + possible < rule.least;
    if (!tooFew && count <= rule.most)
        return count >= rule.least && count + possible <= rule.most ? true : validator.doubt(doubts);
    const TranslatableText bound = SchemaMessage::counted(tooFew ? rule.least : rule.most, SchemaMessage::Noun::Item);
    if (tooFew) {
        return validator.fail(
            rule, TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText", "must contain at least %1 of the required kind, not %2"),
                      bound, count + possible));
    }
    return validator.fail(
        rule, TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText", "must contain at most %1 of the required kind, not %2"), bound,
                  count));
}

bool unevaluated(SchemaValidator &validator, const SchemaRule &rule)
{
    return applyToChildren(validator, rule, 0, [&](const SchemaInstance &, size_t index, const auto &apply) {
        if (!validator.isMarked(index))
            apply(rule.schemas.front());
    });
}

} // namespace Pullcord::SchemaCheck
