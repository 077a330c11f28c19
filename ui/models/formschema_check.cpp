// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Validation of values, and choice of the matching branch.

#include "core/json/jsonchecker.h"
#include "ui/models/formschema.h"
#include "ui/models/jsonedit.h"
#include "ui/models/texts.h"

namespace Pullcord {
using namespace std::chrono_literals;

namespace {

constexpr QByteArrayView Here = "pullcord:form"; // base URI of the schema

JsonSchemaOptions checkOptions()
{
    JsonSchemaOptions options;
    options.assertFormats = true;   // only to inform the user; nothing is refused
    options.limits.maxTime = 150ms; // it runs while the user types
    return options;
}

/// Returns the errors that were decided.
QList<JsonSchemaError> violations(const JsonSchema &schema, const JsonValue &value)
{
    QList<JsonSchemaError> errors = schema.validate(value);
    errors.removeIf([](const JsonSchemaError &error) { return error.kind != JsonSchemaError::Kind::Violation; });
    return errors;
}

} // namespace

FormSchema::FormSchema(const QByteArray &schema)
    : m_text(JsonChecker().check(schema) || !JsonValue(schema).isObject() ? QByteArray("{}") : schema)
    , m_known(std::make_shared<Knowledge>())
{
    auto compiled = JsonSchema::compile(m_text, checkOptions());
    if (compiled)
        m_known->whole = *compiled;
    else
        m_known->whyNot = Texts::translated(compiled.error().detail);
}

QList<JsonSchemaError> FormSchema::check(const JsonValue &whole) const
{
    return m_known->whole ? violations(*m_known->whole, whole) : QList<JsonSchemaError>();
}

QString FormSchema::whyUnchecked() const
{
    return m_known->whyNot;
}

QStringList FormSchema::gaps() const
{
    return m_known->whole ? Texts::translated(m_known->whole->gaps()) : QStringList();
}

int FormSchema::branchOf(const QList<FormField> &branches, const JsonValue &value, int current) const
{
    if (!value.isValid())
        return -1;
    QList<int> order;
    if (current >= 0)
        order << current;
    for (int i = 0; i < int(branches.size()); ++i) {
        if (i != current)
            order << i;
    }
    for (const int i : std::as_const(order)) {
        if (fits(branches.at(i), value))
            return i;
    }
    // A value that does not fit yet may be incomplete: choose the branch that its distinctive members do not
    // contradict.
    for (const int i : std::as_const(order)) {
        if (branches.at(i).isOfType(value) && !contradicts(branches.at(i), value))
            return i;
    }
    const auto any = std::find_if(order.cbegin(), order.cend(), [&](int i) { return branches.at(i).isOfType(value); });
    return any == order.cend() ? -1 : *any;
}

bool FormSchema::fits(const FormField &branch, const JsonValue &value) const
{
    if (!branch.isOfType(value))
        return false;
    if (!branch.alternative.isValid())
        return true;
    const qsizetype place = branch.alternative.raw().data() - m_text.constData();
    auto found = m_known->alternatives.constFind(place);
    if (found == m_known->alternatives.constEnd()) {
        JsonSchemaOptions options = checkOptions();
        options.documents.insert(Here.toByteArray(), m_text);
        const QByteArray pointer = pointerTo(branch.alternative).toPercentEncoding("/~!$&'()*+,;=:@");
        const QByteArray reference = R"({"$ref":")" + Here.toByteArray() + '#' + pointer + R"("})";
        auto compiled = JsonSchema::compile(reference, options);
        found = m_known->alternatives.insert(place, compiled ? std::optional(*compiled) : std::nullopt);
    }
    return found->has_value() && violations(**found, value).isEmpty();
}

bool FormSchema::contradicts(const FormField &branch, const JsonValue &value) const
{
    if (branch.kind != FormField::Kind::Group)
        return false;
    const QList<FormField> fields = members(branch);
    return std::any_of(fields.cbegin(), fields.cend(), [&](const FormField &field) {
        const JsonValue member = value.member(field.name.toUtf8());
        return field.options.size() == 1 && member.isValid() && field.optionOf(member) < 0;
    });
}

QByteArray FormSchema::pointerTo(const JsonValue &schema) const
{
    QByteArray pointer;
    JsonValue at(m_text);
    const auto holds = [&](const JsonValue &value) {
        return value.raw().data() <= schema.raw().data() && schema.raw().end() <= value.raw().end();
    };
    while (at.raw().data() != schema.raw().data()) {
        qsizetype index = 0;
        JsonValue next;
        for (const JsonMember &child : at) {
            if (holds(child.value)) {
                const QByteArray name =
                    child.rawKey.isEmpty() ? QByteArray::number(index) : JsonValue(child.rawKey).toUtf8();
                pointer = JsonEdit::pointerTo(pointer, name);
                next = child.value;
                break;
            }
            ++index;
        }
        if (!next.isValid())
            return {};
        at = next;
    }
    return pointer;
}

} // namespace Pullcord
