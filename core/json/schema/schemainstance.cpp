// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemainstance.h"

#include "core/json/jsonstring.h"
#include "core/json/schema/schemabudget.h"
#include "core/json/schema/schemalibrary.h"

#include <QVarLengthArray>

#include <algorithm>

namespace Pullcord {

namespace {

constexpr qsizetype FewMembers = 8;

/// Decodes a raw key; without a copy if it has no escape.
QByteArray nameFrom(QByteArrayView rawKey)
{
    if (rawKey.size() < 2 || rawKey.back() != '"' || rawKey.contains('\\'))
        return JsonString::decodedUtf8(rawKey, JsonString::LoneSurrogate::Keep);
    return QByteArray::fromRawData(rawKey.data() + 1, rawKey.size() - 2);
}

} // namespace

SchemaInstance::SchemaInstance(const JsonValue &value)
    : SchemaInstance(value, nullptr, 0)
{}

SchemaInstance::SchemaInstance(const JsonValue &value, const SchemaInstance *parent, qsizetype index)
    : m_value(value)
    , m_parent(parent)
    , m_index(index)
    , m_type(value.type())
{}

SchemaInstance SchemaInstance::nameOf(const SchemaInstance &member)
{
    SchemaInstance name(JsonValue(member.m_rawName), member.m_parent, 0);
    name.m_name = member.m_name;
    return name;
}

std::vector<SchemaInstance> &SchemaInstance::children(SchemaBudget &budget)
{
    if (m_read || !budget.spendBytes(m_value.raw().size()))
        return m_children;
    m_read = true;
    for (const JsonMember &child : m_value) {
        if (!budget.spend())
            break;
        if (m_type == JsonType::Object)
            readMember(child);
        else
            m_children.push_back({child.value, this, qsizetype(m_children.size())});
    }
    return m_children;
}

void SchemaInstance::readMember(const JsonMember &member)
{
    SchemaInstance child(member.value, this, 0);
    child.m_rawName = member.rawKey;
    child.m_name = nameFrom(member.rawKey);
    if (const qsizetype earlier = indexOf(child.m_name); earlier >= 0) {
        m_children[size_t(earlier)] = std::move(child);
        return;
    }
    m_children.push_back(std::move(child));
    const qsizetype count = qsizetype(m_children.size());
    if (count <= FewMembers)
        return;
    for (qsizetype i = count == FewMembers + 1 ? 0 : count - 1; i < count; ++i)
        m_byName.insert(m_children[size_t(i)].m_name, i);
}

/// Index of the member, or -1. Few members are searched linearly, since most objects are small; many have an index.
qsizetype SchemaInstance::indexOf(const QByteArray &name) const
{
    if (!m_byName.isEmpty())
        return m_byName.value(name, -1);
    const auto child = std::find_if(m_children.cbegin(), m_children.cend(),
                                    [&](const SchemaInstance &member) { return member.m_name == name; });
    return child == m_children.cend() ? -1 : child - m_children.cbegin();
}

SchemaInstance *SchemaInstance::member(const QByteArray &name, SchemaBudget &budget)
{
    std::vector<SchemaInstance> &members = children(budget);
    const qsizetype index = indexOf(name);
    return index < 0 ? nullptr : &members[size_t(index)];
}

void SchemaInstance::release()
{
    m_children.clear();
    m_children.shrink_to_fit();
    m_byName.clear();
    m_read = false;
}

QString SchemaInstance::location() const
{
    QVarLengthArray<const SchemaInstance *, 32> way;
    for (const SchemaInstance *at = this; at->m_parent; at = at->m_parent)
        way.append(at);
    QByteArray pointer;
    for (auto it = way.crbegin(); it != way.crend(); ++it) {
        const bool isMember = (*it)->m_parent->m_type == JsonType::Object;
        pointer += pointerToken(isMember ? (*it)->m_name : QByteArray::number((*it)->m_index));
    }
    return JsonString::fromUtf8(pointer);
}

} // namespace Pullcord
