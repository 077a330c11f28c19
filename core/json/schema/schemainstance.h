// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QHash>

#include <vector>

namespace Pullcord {

class SchemaBudget;

/// A value under check, with the way to it. Its children are read when they are first asked for, once; release() lets
/// them go. The text must outlive it. Of members with one name the last counts, in the place of the first.
class SchemaInstance
{
public:
    /// The value as a whole.
    explicit SchemaInstance(const JsonValue &value);
    /// A name of a member, as `propertyNames` sees it.
    static SchemaInstance nameOf(const SchemaInstance &member);

    [[nodiscard]] const JsonValue &value() const { return m_value; }
    [[nodiscard]] JsonType type() const { return m_type; }
    [[nodiscard]] const QByteArray &name() const { return m_name; } ///< of a member, as UTF-8; empty for others

    /// Empty where the budget did not suffice.
    [[nodiscard]] std::vector<SchemaInstance> &children(SchemaBudget &budget);
    /// Null if there is no such member.
    [[nodiscard]] SchemaInstance *member(const QByteArray &name, SchemaBudget &budget);
    void release();

    /// A JSON Pointer; for a name, that of the member.
    [[nodiscard]] QString location() const;

private:
    SchemaInstance(const JsonValue &value, const SchemaInstance *parent, qsizetype index);
    void readMember(const JsonMember &member);
    [[nodiscard]] qsizetype indexOf(const QByteArray &name) const;

    JsonValue m_value;
    const SchemaInstance *m_parent = nullptr;
    qsizetype m_index = 0; ///< in an array
    QByteArrayView m_rawName;
    QByteArray m_name;
    std::vector<SchemaInstance> m_children;
    QHash<QByteArray, qsizetype> m_byName; ///< of many members; empty for few
    JsonType m_type;
    bool m_read = false;
};

} // namespace Pullcord
