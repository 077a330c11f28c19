// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// One argument of a tool, as far as a form can ask for it.
struct SchemaField
{
    enum class Kind : quint8 {
        Text,
        Integer,
        Number,
        Boolean,
        Choice, ///< one of `choices`
        Json,   ///< anything a form has no better field for: arrays, objects, unions
    };
    struct Option
    {
        QString label;
        QByteArray raw; ///< JSON
    };

    QString name;
    QString title; ///< the name where there is none
    QString description;
    Kind kind = Kind::Json;
    bool required = false;
    QByteArray defaultValue; ///< raw JSON; empty if there is none
    QList<Option> choices;

    /// The JSON for what was typed: empty text gives nothing for an argument that may be absent.
    /// Text that is no value of this kind gives the text itself, so that the check of the whole
    /// says what is wrong with it.
    [[nodiscard]] std::optional<QByteArray> toJson(const QString &text) const;
    /// What a field shows for a value.
    [[nodiscard]] QString toText(const JsonValue &value) const;
    /// Whether the value is of this field's kind.
    [[nodiscard]] bool accepts(const JsonValue &value) const;
    /// A value to begin with: the default, else the plainest of its kind.
    [[nodiscard]] QByteArray plainest() const;
};

/// The members of an object's schema, for a form. Only the outermost level is read.
/// Specification: server "Tools" (inputSchema); client "Elicitation" (requestedSchema).
class FlatSchema
{
public:
    FlatSchema() = default;
    /// From a raw JSON Schema; what it cannot read gives no fields.
    explicit FlatSchema(const QByteArray &schema);

    [[nodiscard]] const QList<SchemaField> &fields() const { return m_fields; }

    /// Arguments to begin with: what has a default and what is required, indented.
    [[nodiscard]] QByteArray initial() const;
    /// What the schema would not like about `arguments`, which must be a well-formed object: hints,
    /// for people.
    [[nodiscard]] QStringList complaints(const QByteArray &arguments) const;

private:
    QList<SchemaField> m_fields;
};

} // namespace Pullcord
