// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemachecks.h"
#include "core/json/schema/schemamessage.h"
#include "core/json/schema/schemavalidator.h"

#include <algorithm>
#include <tuple>

namespace Pullcord::SchemaCheck {

using namespace Qt::StringLiterals;

namespace {

using Verdict = SchemaValidator::Verdict;

constexpr qsizetype MaxExplained = 8; // alternatives that a message explains; it counts the others

struct Alternatives
{
    QList<qsizetype> fitting;
    SchemaValidator::Doubts doubts; ///< doubts of alternatives that may fit
};

/// Tries all alternatives.
Alternatives tryAlternatives(SchemaValidator &validator, const SchemaRule &rule)
{
    Alternatives tried;
    for (qsizetype i = 0; i < rule.schemas.size(); ++i) {
        const SchemaValidator::Probe probe = validator.probe(rule.schemas[i], validator.instance(), rule);
        if (probe.verdict == Verdict::Yes)
            tried.fitting.append(i);
        tried.doubts.append(probe.doubts);
    }
    return tried;
}

/// Returns the errors of each alternative. They are rarely needed and slow to collect, so the first attempt does
/// without.
QList<SchemaValidator::Errors> errorsOfAlternatives(SchemaValidator &validator, const SchemaRule &rule)
{
    QList<SchemaValidator::Errors> all;
    for (const int schema : rule.schemas) {
        SchemaValidator::Errors errors;
        std::ignore = validator.probe(schema, validator.instance(), rule, &errors);
        all.append(errors);
    }
    return all;
}

/// Types that the schema itself requires with `type`; all if it does not.
quint32 typesAskedBy(const SchemaNode &node)
{
    for (const SchemaRule &rule : node.rules) {
        if (rule.keyword->name == "type")
            return rule.types;
    }
    return ~0U;
}

/// True if an alternative is impossible, because the value, or a member that distinguishes alternatives, differs.
bool isRuledOut(const SchemaValidator::Errors &errors, const QString &location)
{
    return std::any_of(errors.cbegin(), errors.cend(), [&](const JsonSchemaError &error) {
        const bool isHere = error.instanceLocation == location;
        const bool isMember = error.instanceLocation.lastIndexOf(u'/') == location.size();
        return (isHere && (error.keyword == "type"_L1 || error.keyword == "enum"_L1)) ||
               ((isHere || isMember) && error.keyword == "const"_L1);
    });
}

/// Reports the most helpful error for a value that no alternative fits.
bool failNoneFits(SchemaValidator &validator, const SchemaRule &rule)
{
    if (!validator.isCollecting())
        return false;
    const QList<SchemaValidator::Errors> tried = errorsOfAlternatives(validator, rule);
    const QString location = validator.instance().location();
    quint32 types = 0;
    QList<qsizetype> possible;
    for (qsizetype i = 0; i < rule.schemas.size(); ++i) {
        types |= typesAskedBy(validator.node(rule.schemas[i]));
        if (!isRuledOut(tried[i], location))
            possible.append(i);
    }
    const auto isOfType = [](const SchemaValidator::Errors &errors) {
        return !errors.isEmpty() && errors.front().keyword == "type"_L1;
    };
    if (possible.isEmpty() && types != ~0U && std::all_of(tried.cbegin(), tried.cend(), isOfType)) {
        const TranslatableText actual = SchemaMessage::typeName(validator.instance().type());
        return validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be %1, not %2"),
                                                         SchemaMessage::typeNames(types), actual));
    }
    if (possible.size() == 1 && !tried[possible.front()].isEmpty()) {
        validator.report(tried[possible.front()]);
        return false;
    }
    QList<TranslatableText> reasons;
    qsizetype unlisted = 0;
    for (qsizetype i = 0; i < tried.size(); ++i) {
        if (tried[i].isEmpty())
            continue;
        if (reasons.size() == MaxExplained) {
            ++unlisted;
            continue;
        }
        const JsonSchemaError &first = tried[i].front();
        const QString where = first.instanceLocation.sliced(location.size());
        reasons.append(where.isEmpty() ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "(%1) %2"), i + 1,
                                                              first.message)
                                       : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "(%1) %2 %3"),
                                                              i + 1, where, first.message));
    }
    if (unlisted > 0)
        reasons.append(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "and %1 more"), QString::number(unlisted)));
    return validator.fail(
        rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "matches none of the %1 allowed forms: %2"),
                                   QString::number(rule.schemas.size()),
                                   TranslatableText::joined(reasons, QT_TRANSLATE_NOOP("TranslatableText", "%1; %2"))));
}

} // namespace

bool reference(SchemaValidator &validator, const SchemaRule &rule)
{
    return validator.apply(rule.schemas.front(), validator.instance(), rule);
}

bool dynamicReference(SchemaValidator &validator, const SchemaRule &rule)
{
    const int node = validator.dynamicTarget(rule.names.front(), rule.schemas.front());
    return validator.apply(node, validator.instance(), rule);
}

bool allOf(SchemaValidator &validator, const SchemaRule &rule)
{
    bool holds = true;
    for (const int node : rule.schemas) {
        holds = validator.apply(node, validator.instance(), rule) && holds;
        if (!holds && !validator.isCollecting())
            break;
    }
    return holds;
}

// Tries all alternatives even after one fits, since each may evaluate other members.
bool anyOf(SchemaValidator &validator, const SchemaRule &rule)
{
    const Alternatives tried = tryAlternatives(validator, rule);
    if (!tried.fitting.isEmpty())
        return true;
    return tried.doubts.isEmpty() ? failNoneFits(validator, rule) : validator.doubt(tried.doubts);
}

bool oneOf(SchemaValidator &validator, const SchemaRule &rule)
{
    const Alternatives tried = tryAlternatives(validator, rule);
    if (tried.fitting.size() < 2 && !tried.doubts.isEmpty())
        return validator.doubt(tried.doubts);
    if (tried.fitting.size() == 1)
        return true;
    if (tried.fitting.isEmpty())
        return failNoneFits(validator, rule);
    QList<TranslatableText> numbers;
    for (const qsizetype index : tried.fitting)
        numbers.append(QString::number(index + 1));
    return validator.fail(
        rule,
        TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "must match exactly one of the %1 allowed forms, but matches %2"),
            QString::number(rule.schemas.size()),
            SchemaMessage::alternatives(numbers, QT_TRANSLATE_NOOP("TranslatableText", "%1 and %2"))));
}

bool negation(SchemaValidator &validator, const SchemaRule &rule)
{
    const SchemaValidator::Probe probe = validator.probe(rule.schemas.front(), validator.instance(), rule);
    if (probe.verdict == Verdict::Yes)
        return validator.fail(
            rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "has a form that is not allowed")));
    return validator.doubt(probe.doubts);
}

bool condition(SchemaValidator &validator, const SchemaRule &rule)
{
    const SchemaValidator::Probe probe = validator.probe(rule.schemas.front(), validator.instance(), rule);
    if (probe.verdict == Verdict::Unknown) {
        validator.markAll();
        return validator.doubt(probe.doubts);
    }
    const auto branch = rule.schemaByName.constFind(probe.verdict == Verdict::Yes ? "then" : "else");
    return branch == rule.schemaByName.cend() || validator.apply(*branch, validator.instance(), rule);
}

bool dependencies(SchemaValidator &validator, const SchemaRule &rule)
{
    bool holds = true;
    for (auto it = rule.namesByName.cbegin(); it != rule.namesByName.cend(); ++it) {
        if (!validator.instance().member(it.key(), validator.budget()))
            continue;
        for (const QByteArray &name : it.value()) {
            if (!validator.instance().member(name, validator.budget()))
                holds = validator.fail(
                    rule,
                    TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "is required with \"%1\""),
                                         QString::fromUtf8(it.key())),
                    name);
        }
    }
    for (auto it = rule.schemaByName.cbegin(); it != rule.schemaByName.cend(); ++it) {
        if (validator.instance().member(it.key(), validator.budget()))
            holds = validator.apply(it.value(), validator.instance(), rule) && holds;
    }
    return holds;
}

} // namespace Pullcord::SchemaCheck
