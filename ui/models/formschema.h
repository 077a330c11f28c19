// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "ui/models/formfield.h"

#include <QHash>
#include <QStringList>

#include <memory>
#include <optional>

namespace Pullcord {

/// A JSON Schema, read for a form: field by field as they are opened, so that neither a recursive schema nor one of
/// thousands of properties costs more than what is looked at. A `$ref` is followed within the schema only.
///
/// A value; copies share what they read. What a form cannot show becomes a field for raw JSON.
/// Specification: server "Tools" (inputSchema); client "Elicitation" (requestedSchema); spec digest 4.1, 4.7.
class FormSchema
{
public:
    /// Of something that cannot be read nothing is known: a form of an object without members.
    explicit FormSchema(const QByteArray &schema = {});

    /// The whole, which is an object where the schema does not say otherwise.
    [[nodiscard]] FormField root() const;
    /// The members that the schema names, in its order.
    [[nodiscard]] QList<FormField> members(const FormField &group) const;
    /// A member that it does not name.
    [[nodiscard]] FormField extraMember(const FormField &group, const QString &name) const;
    /// Whether the form should offer to add such a member.
    [[nodiscard]] static bool canAddMembers(const FormField &group);
    [[nodiscard]] FormField element(const FormField &list, qsizetype index) const;
    /// The forms that a value may have, for the same place.
    [[nodiscard]] QList<FormField> branches(const FormField &field) const;
    /// Which of `branches` a value has: `current` if it still fits, the first that does, or else the nearest.
    /// -1: there is no value, or no branch is of its type.
    [[nodiscard]] int branchOf(const QList<FormField> &branches, const JsonValue &value, int current) const;

    /// A value to begin with, indented: the default, else the plainest, with the members that are required or have a
    /// default.
    [[nodiscard]] QByteArray initial(const FormField &field) const;

    /// What is wrong with a value of the whole. Undecided errors are left out: they claim nothing.
    [[nodiscard]] QList<JsonSchemaError> check(const JsonValue &whole) const;
    /// Why nothing can be checked; empty if something can.
    [[nodiscard]] QString whyUnchecked() const;
    /// What is not checked though the rest is: JsonSchema::gaps().
    [[nodiscard]] QStringList gaps() const;

private:
    /// What was found out about the schema; shared by all copies, and filled when it is asked for.
    struct Knowledge
    {
        std::optional<JsonSchema> whole;
        QString whyNot;
        QHash<qsizetype, std::optional<JsonSchema>> alternatives; ///< by where they stand in the text
        QHash<qsizetype, QHash<QByteArray, JsonValue>> members;   ///< the same, of what references go through
    };

    [[nodiscard]] FormField fieldFor(FormField field, const QList<JsonValue> &sources) const;
    [[nodiscard]] bool open(const JsonValue &schema, QList<JsonValue> &opened) const;
    [[nodiscard]] JsonValue target(const QByteArray &reference) const;
    [[nodiscard]] JsonValue memberOf(const JsonValue &container, const QByteArray &name) const;
    void findKind(FormField &field) const;
    void findKindByType(FormField &field) const;
    bool findKindByAlternatives(FormField &field) const;
    [[nodiscard]] bool fits(const FormField &branch, const JsonValue &value) const;
    [[nodiscard]] bool contradicts(const FormField &branch, const JsonValue &value) const;
    [[nodiscard]] QByteArray pointerTo(const JsonValue &schema) const;
    [[nodiscard]] QByteArray initial(const FormField &field, int &left) const;
    [[nodiscard]] QByteArray initialMembers(const FormField &group, int &left) const;

    QByteArray m_text;
    std::shared_ptr<Knowledge> m_known;
};

} // namespace Pullcord
