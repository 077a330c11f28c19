// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QHash>

#include <vector>

namespace Pullcord {

class SchemaBudget;

/// A value being checked, with its path. Its children are read once, at first use; release() frees them. The text must
/// outlive it. The last of several members with one name counts, at the position of the first.
class SchemaInstance
{
public:
    /// Makes the instance of a whole value.
    explicit SchemaInstance(const JsonValue &value);
    /// Makes the instance of a member's name, for `propertyNames`.
    static SchemaInstance nameOf(const SchemaInstance &member);

    [[nodiscard]] const JsonValue &value() const { return m_value; }
    [[nodiscard]] JsonType type() const { return m_type; }
    [[nodiscard]] const QByteArray &name() const { return m_name; } ///< name of a member as UTF-8; empty for others

    /// Children; empty if the budget is spent.
    [[nodiscard]] std::vector<SchemaInstance> &children(SchemaBudget &budget);
    /// Member with that name; null if there is none.
    [[nodiscard]] SchemaInstance *member(const QByteArray &name, SchemaBudget &budget);
    void release();

    /// JSON Pointer to the value; for a member's name, to the member.
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
    QHash<QByteArray, qsizetype> m_byName; ///< index of many members; empty for few
    JsonType m_type;
    bool m_read = false;
};

} // namespace Pullcord
