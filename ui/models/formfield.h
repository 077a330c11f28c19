// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// One place of a form: a value that is asked for, and what is known of it. FormSchema makes them; the views in
/// `schemas` live as long as it, or a copy of it.
struct FormField
{
    enum class Kind : quint8 {
        Text,
        Integer,
        Number,
        Choice,    ///< one of `options`
        CheckList, ///< an array of some of `options`
        Group,     ///< an object
        List,      ///< an array
        Branches,  ///< one of several forms
        Json,      ///< anything that a form has no better field for
    };
    /// What a text is, as far as it makes a difference to whoever types it.
    enum class Format : quint8 { Plain, Email, Uri, Date, DateTime, Time };
    /// As bits; an integer is a number, too.
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
        QByteArray raw; ///< JSON
    };

    QByteArray pointer; ///< JSON Pointer to the value; empty for the whole
    QString name;       ///< of the member; empty for the whole and in arrays
    QString title;      ///< the name where there is none
    QString description;
    QString hint; ///< what is wanted, in a few words
    Kind kind = Kind::Json;
    Format format = Format::Plain;
    bool required = false;
    bool nullable = false;      ///< null will do as well
    bool isBranch = false;      ///< one of several forms of the value, which stands below the choice
    bool isConditional = false; ///< a member that only matters where another has some value
    bool isExtra = false;       ///< a member that the schema does not name
    QByteArray defaultValue;    ///< raw JSON; empty if there is none
    QList<Option> options;
    int depth = 0;               ///< values around it
    QList<JsonValue> schemas;    ///< all that hold for it, `$ref` and `allOf` opened
    quint8 types = AnyType;      ///< bits of TypeBit: what the schemas leave
    QList<const char *> decided; ///< lists of alternatives in `schemas` of which this is one, by their first byte
    JsonValue alternative;       ///< which one it is, for what was decided last

    /// A line to type in.
    [[nodiscard]] bool isLine() const { return kind == Kind::Text || isNumber(); }
    [[nodiscard]] bool isNumber() const { return kind == Kind::Integer || kind == Kind::Number; }
    /// The first of the schemas that has this keyword says it.
    [[nodiscard]] JsonValue keyword(QByteArrayView word) const;

    /// The JSON for what was typed in a line: empty text gives nothing for a value that may be absent. Text that is no
    /// value of this kind gives the text itself, so that the check of the whole says what is wrong with it.
    [[nodiscard]] std::optional<QByteArray> toJson(const QString &text) const;
    /// What a line shows for a value: a number as it stands in the text.
    [[nodiscard]] static QString toText(const JsonValue &value);
    /// Whether the value is of a type that the schemas leave.
    [[nodiscard]] bool isOfType(const JsonValue &value) const;
    /// The option that has this value; -1 if none has.
    [[nodiscard]] int optionOf(const JsonValue &value) const;
    /// The array with the chosen options, each in the place that it has in `current`, and what is no option left alone.
    [[nodiscard]] QByteArray checked(const JsonValue &current, const QList<bool> &chosen) const;
};

} // namespace Pullcord
