// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/tomlnodes.h"

#include "core/json/jsonvalue.h"

#include <algorithm>
#include <utility>

namespace Pullcord::TomlNodes {

namespace {

/// A part of a dotted key.
struct KeyPart
{
    QByteArray name;
    ConfigNode::Range range;
};

/// Finds tables, keys and values. The text is valid, so that it need not be checked; on any other text the result is
/// meaningless.
class Reader
{
public:
    explicit Reader(QByteArrayView text)
        : m_text(text)
    {}

    [[nodiscard]] ConfigNode run();

private:
    [[nodiscard]] char current() const { return m_at < m_text.size() ? m_text.at(m_at) : '\0'; }
    void skipBlanks() { m_at = ConfigNode::skipBlanks(m_text, m_at, ConfigText::Format::Toml); }
    void skipSpaces();
    [[nodiscard]] QList<KeyPart> readKey();
    void readHeader();
    void readMember(ConfigNode &table);
    void readValue(ConfigNode &node);
    void readItems(ConfigNode &node, char closing);
    /// Returns the table at that key, which is made if it is missing; the last one of an array of tables.
    static ConfigNode &tableAt(ConfigNode &from, const QList<KeyPart> &parts, qsizetype begin, bool isArray = false);
    void extend(const QList<KeyPart> &parts, qsizetype end);

    QByteArrayView m_text;
    qsizetype m_at = 0;
    ConfigNode m_root{.kind = ConfigNode::Kind::Object, .isBlock = true};
    QList<KeyPart> m_header; ///< of the current table
};

void Reader::skipSpaces()
{
    while (current() == ' ' || current() == '\t')
        ++m_at;
}

QList<KeyPart> Reader::readKey()
{
    QList<KeyPart> parts;
    while (m_at < m_text.size()) {
        skipSpaces();
        const qsizetype begin = m_at;
        const char quote = current();
        if (quote == '"' || quote == '\'') {
            m_at = endOfString(m_text, m_at);
        } else {
            while (m_at < m_text.size() && !QByteArrayView(" \t\r\n.=]").contains(current()))
                ++m_at;
        }
        const QByteArrayView raw = m_text.sliced(begin, m_at - begin);
        const bool isLiteral = quote == '\'' && raw.size() > 1;
        parts.append(
            {quote == '"' ? JsonValue(raw).toUtf8() : (isLiteral ? raw.sliced(1, raw.size() - 2) : raw).toByteArray(),
             {begin, m_at}});
        skipSpaces();
        if (current() != '.')
            break;
        ++m_at;
    }
    return parts;
}

ConfigNode &Reader::tableAt(ConfigNode &from, const QList<KeyPart> &parts, qsizetype begin, bool isArray)
{
    ConfigNode *table = &from;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const KeyPart &part = parts.at(i);
        const bool isLast = i == parts.size() - 1;
        auto found = std::ranges::find(table->children, part.name, &ConfigNode::name);
        if (found == table->children.end()) {
            ConfigNode made{.kind = ConfigNode::Kind::Object, .isBlock = true, .name = part.name, .begin = begin};
            made.value = {begin, part.range.end};
            if (isLast && isArray)
                made.kind = ConfigNode::Kind::Array;
            table->children.append(made);
            found = table->children.end() - 1;
        }
        if (isLast && !isArray)
            found->key = part.range;
        if (isLast && isArray)
            found->children.append(ConfigNode{.kind = ConfigNode::Kind::Object, .isBlock = true, .begin = begin});
        table =
            found->kind == ConfigNode::Kind::Array && !found->children.isEmpty() ? &found->children.last() : &*found;
    }
    return *table;
}

void Reader::readHeader()
{
    const qsizetype begin = m_at;
    const bool isArray = m_text.sliced(m_at).startsWith("[[");
    m_at += isArray ? 2 : 1;
    m_header = readKey();
    while (current() == ']')
        ++m_at;
    ConfigNode &table = tableAt(m_root, m_header, begin, isArray);
    if (table.children.isEmpty()) { // also if a table of its own came first
        table.begin = begin;
        table.value = {m_at, m_at};
    }
}

void Reader::readMember(ConfigNode &table)
{
    const qsizetype begin = m_at;
    QList<KeyPart> parts = readKey();
    const KeyPart last = parts.takeLast();
    if (current() == '=')
        ++m_at;
    skipSpaces();
    ConfigNode member{.name = last.name, .key = last.range, .begin = begin};
    member.keyPrefix = m_text.sliced(begin, last.range.begin - begin).toByteArray();
    readValue(member);
    ConfigNode &holder = tableAt(table, parts, begin);
    holder.children.append(member);
    for (ConfigNode *each = &table;;) { // tables of a dotted key reach to its value
        each->value.end = std::max(each->value.end, m_at);
        if (parts.isEmpty())
            break;
        const QByteArray name = parts.takeFirst().name;
        each = &*std::ranges::find(each->children, name, &ConfigNode::name);
    }
}

void Reader::readValue(ConfigNode &node)
{
    node.value.begin = m_at;
    const char first = current();
    if (first == '"' || first == '\'') {
        m_at = endOfString(m_text, m_at);
    } else if (first == '[' || first == '{') {
        node.kind = first == '[' ? ConfigNode::Kind::Array : ConfigNode::Kind::Object;
        ++m_at;
        readItems(node, first == '[' ? ']' : '}');
    } else {
        while (m_at < m_text.size() && !QByteArrayView(",]}#\r\n").contains(current()))
            ++m_at;
        while (m_at > node.value.begin && (m_text.at(m_at - 1) == ' ' || m_text.at(m_at - 1) == '\t'))
            --m_at;
    }
    node.value.end = m_at;
}

/// Reads the elements of an array, or the members of an inline table.
void Reader::readItems(ConfigNode &node, char closing)
{
    skipBlanks();
    while (m_at < m_text.size() && current() != closing) {
        const qsizetype before = m_at;
        if (node.kind == ConfigNode::Kind::Object) {
            readMember(node);
        } else {
            ConfigNode element{.begin = m_at};
            readValue(element);
            node.children.append(element);
        }
        skipBlanks();
        if (current() == ',') {
            if (!node.children.isEmpty())
                node.children.last().comma = m_at;
            ++m_at;
            skipBlanks();
        }
        if (m_at == before)
            break;
    }
    if (m_at < m_text.size())
        ++m_at;
}

/// The tables of the current header reach to `end`.
void Reader::extend(const QList<KeyPart> &parts, qsizetype end)
{
    ConfigNode *table = &m_root;
    for (const KeyPart &part : parts) {
        table = &*std::ranges::find(table->children, part.name, &ConfigNode::name);
        table->value.end = std::max(table->value.end, end);
        if (table->kind == ConfigNode::Kind::Array && !table->children.isEmpty()) {
            table = &table->children.last();
            table->value.end = std::max(table->value.end, end);
        }
    }
}

ConfigNode Reader::run()
{
    if (m_text.startsWith("\xEF\xBB\xBF"))
        m_at = 3;
    for (skipBlanks(); m_at < m_text.size(); skipBlanks()) {
        const qsizetype before = m_at;
        if (current() == '[') {
            readHeader();
        } else {
            ConfigNode *table = &m_root;
            for (const KeyPart &part : std::as_const(m_header)) {
                table = &*std::ranges::find(table->children, part.name, &ConfigNode::name);
                if (table->kind == ConfigNode::Kind::Array && !table->children.isEmpty())
                    table = &table->children.last();
            }
            readMember(*table);
        }
        extend(m_header, m_at);
        if (m_at == before)
            break;
    }
    m_root.value = {0, m_text.size()};
    return m_root;
}

} // namespace

qsizetype endOfString(QByteArrayView text, qsizetype at)
{
    const char quote = text.at(at);
    const QByteArray quotes(3, quote);
    const bool isMultiline = text.sliced(at).startsWith(quotes);
    qsizetype i = at + (isMultiline ? 3 : 1);
    for (; i < text.size(); ++i) {
        if (text.at(i) == '\\' && quote == '"')
            ++i;
        else if (isMultiline && text.sliced(i).startsWith(quotes))
            return i + 3;
        else if (!isMultiline && (text.at(i) == quote || text.at(i) == '\n'))
            return text.at(i) == quote ? i + 1 : i;
    }
    return text.size();
}

ConfigNode read(QByteArrayView text)
{
    return Reader(text).run();
}

} // namespace Pullcord::TomlNodes
