// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// One field of a form: a requested value and its constraints. FormSchema creates it. The views in `schemas` are valid
/// as long as the FormSchema or a copy of it.
struct FormField
{
    enum class Kind : quint8 {
        Text,
        Integer,
        Number,
        Choice,    ///< one of `options`
        CheckList, ///< an array of some `options`
        Group,     ///< an object
        List,      ///< an array
        Branches,  ///< one of several alternative schemas
        Json,      ///< any value without a better field
    };
    /// Format of a text, as far as the editor differs.
    enum class Format : quint8 { Plain, Email, Uri, Date, DateTime, Time };
    /// JSON types as bits; an integer is a number, too.
    enum TypeBit : quint8 {
        Null = 1,
        Boolean = 2,
        WholeNumber = 4,
        OtherNumber = 8,
        String = 16,
        Array = 32,
        Object = 64,
        AnyType = 127,
    };
    struct Option
    {
        QString label;
        QByteArray raw; ///< raw JSON
    };

    QByteArray pointer; ///< JSON Pointer to the value; empty for the root
    QString name;       ///< name of the member; empty for the root and for elements
    QString title;      ///< title, or the name if there is none
    QString description;
    QString hint; ///< expected input, in a few words
    Kind kind = Kind::Json;
    Format format = Format::Plain;
    bool required = false;
    bool nullable = false;      ///< null is allowed, too
    bool isBranch = false;      ///< one alternative of a Branches field, shown below the choice
    bool isConditional = false; ///< member that matters only for some values of others
    bool isExtra = false;       ///< member not named by the schema
    QByteArray defaultValue;    ///< raw JSON; empty if there is none
    QList<Option> options;
    int depth = 0;               ///< number of enclosing values
    QList<JsonValue> schemas;    ///< all schemas that apply, with `$ref` and `allOf` resolved
    quint8 types = AnyType;      ///< bits of TypeBit that the schemas allow
    QList<const char *> decided; ///< resolved alternative lists in `schemas`, by their first byte
    JsonValue alternative;       ///< the chosen alternative of the last one in `decided`

    /// True if it is edited in a line edit.
    [[nodiscard]] bool isLine() const { return kind == Kind::Text || isNumber(); }
    [[nodiscard]] bool isNumber() const { return kind == Kind::Integer || kind == Kind::Number; }
    /// Returns the value of a keyword in the first schema that has it.
    [[nodiscard]] JsonValue keyword(QByteArrayView word) const;

    /// Returns the JSON for typed text. Empty text gives none for an optional value. Text that is not a value of this
    /// kind is returned as it is, so that validation reports it.
    [[nodiscard]] std::optional<QByteArray> toJson(const QString &text) const;
    /// Returns the text of a value for a line edit; a number keeps its spelling.
    [[nodiscard]] static QString toText(const JsonValue &value);
    /// True if the schemas allow the type of this value.
    [[nodiscard]] bool isOfType(const JsonValue &value) const;
    /// Returns the index of the option with this value; -1 if there is none.
    [[nodiscard]] int optionOf(const JsonValue &value) const;
    /// Returns the array of chosen options. Elements of `current` that are kept stay in place; those that are not
    /// options are preserved.
    [[nodiscard]] QByteArray checked(const JsonValue &current, const QList<bool> &chosen) const;
};

} // namespace Pullcord
