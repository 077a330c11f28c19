// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "ui/models/catalog/formfield.h"

#include <QHash>
#include <QStringList>

#include <memory>
#include <optional>

namespace Pullcord {

/// A JSON Schema, read for a form. Fields are read when they are opened, so that recursive or large schemas cost only
/// as much as their visible part. A `$ref` is resolved within the schema only.
///
/// A value; copies share the data read so far. A place that has no editor becomes a field for raw JSON.
/// Specification: server "Tools" (inputSchema); client "Elicitation" (requestedSchema); spec digest 4.1, 4.7.
class FormSchema
{
public:
    /// An unreadable schema gives a form for an object without known members.
    explicit FormSchema(const QByteArray &schema = {});

    /// Returns the root field, an object unless the schema says otherwise.
    [[nodiscard]] FormField root() const;
    /// Returns the members named by the schema, in its order.
    [[nodiscard]] QList<FormField> members(const FormField &group) const;
    /// Returns a field for a member not named by the schema.
    [[nodiscard]] FormField extraMember(const FormField &group, const QString &name) const;
    /// True if the form should offer to add members.
    [[nodiscard]] static bool canAddMembers(const FormField &group);
    [[nodiscard]] FormField element(const FormField &list, qsizetype index) const;
    /// Returns the alternatives for a value, each at the same place.
    [[nodiscard]] QList<FormField> branches(const FormField &field) const;
    /// Returns the index of the branch that a value matches: `current` if it still fits, else the first that fits, else
    /// the nearest. Returns -1 without a value, or if no branch allows its type.
    [[nodiscard]] int branchOf(const QList<FormField> &branches, const JsonValue &value, int current) const;

    /// Returns an initial value, indented: the default, else the simplest one, with members that are required or have a
    /// default.
    [[nodiscard]] QByteArray initial(const FormField &field) const;

    /// Validates the root value. Errors that could not be decided are left out.
    [[nodiscard]] QList<JsonSchemaError> check(const JsonValue &whole) const;
    /// Explains why validation is impossible; empty if it is possible.
    [[nodiscard]] QString whyUnchecked() const;
    /// Returns the constraints that are not checked: JsonSchema::gaps().
    [[nodiscard]] QStringList gaps() const;

private:
    /// Data read from the schema on demand; shared by all copies.
    struct Knowledge
    {
        std::optional<JsonSchema> whole;
        QString whyNot;
        QHash<qsizetype, std::optional<JsonSchema>> alternatives; ///< by offset in the text
        QHash<qsizetype, QHash<QByteArray, JsonValue>> members; ///< by offset of a container on the way of a reference
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
