// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/yamlnodes.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace Pullcord::YamlNodes {

namespace {

constexpr int MaxDepth = 100;

class Reader
{
public:
    Reader(QByteArrayView text, qsizetype mark)
        : m_text(text)
        , m_mark(mark)
    {}

    /// Fills in kind, value and children. The value begins at or behind `from` and ends before `limit`.
    void readValue(ConfigNode &node, const YAML::Node &value, qsizetype from, qsizetype limit, bool isFlow,
                   int depth = 0);

private:
    /// Position of a node in the text; -1 if it has none.
    [[nodiscard]] qsizetype placeOf(const YAML::Node &node) const;
    void readMembers(ConfigNode &node, const YAML::Node &value, qsizetype limit, bool isFlow, int depth);
    void readElements(ConfigNode &node, const YAML::Node &value, qsizetype limit, bool isFlow, int depth);
    [[nodiscard]] qsizetype endOfQuoted(qsizetype at) const;
    [[nodiscard]] qsizetype endOfPlain(qsizetype at, qsizetype limit, bool isFlow) const;
    [[nodiscard]] qsizetype endOfScalar(qsizetype at, qsizetype limit, bool isFlow) const;
    [[nodiscard]] qsizetype endOfFlow(qsizetype at) const;
    [[nodiscard]] qsizetype withoutBlanks(qsizetype begin, qsizetype end) const;
    /// True for the dash of an element.
    [[nodiscard]] bool isDash(qsizetype at) const
    {
        return m_text.sliced(at).startsWith('-') &&
               (at + 1 == m_text.size() || QByteArrayView(" \t\r\n").contains(m_text.at(at + 1)));
    }

    QByteArrayView m_text;
    qsizetype m_mark; ///< size of the byte order mark, which positions of yaml-cpp ignore
};

qsizetype Reader::placeOf(const YAML::Node &node) const
{
    const YAML::Mark mark = node.Mark();
    return mark.is_null() ? -1 : std::min<qsizetype>(mark.pos + m_mark, m_text.size());
}

qsizetype Reader::withoutBlanks(qsizetype begin, qsizetype end) const
{
    while (end > begin && QByteArrayView(" \t\r\n").contains(m_text.at(end - 1)))
        --end;
    return end;
}

qsizetype Reader::endOfQuoted(qsizetype at) const
{
    const char quote = m_text.at(at);
    for (qsizetype i = at + 1; i < m_text.size(); ++i) {
        if (quote == '"' && m_text.at(i) == '\\')
            ++i;
        else if (m_text.at(i) == quote && quote == '\'' && m_text.sliced(i).startsWith("''"))
            ++i;
        else if (m_text.at(i) == quote)
            return i + 1;
    }
    return m_text.size();
}

/// A plain scalar may continue on further lines; a comment ends it.
qsizetype Reader::endOfPlain(qsizetype at, qsizetype limit, bool isFlow) const
{
    qsizetype end = at;
    for (; end < limit; ++end) {
        const char c = m_text.at(end);
        const char before = end > at ? m_text.at(end - 1) : '\0';
        const char next = end + 1 < limit ? m_text.at(end + 1) : '\n';
        if (c == '#' && QByteArrayView(" \t\r\n").contains(before))
            break;
        if (isFlow && QByteArrayView(",[]{}").contains(c))
            break;
        if (c == ':' && QByteArrayView(" \t\r\n,").contains(next))
            break;
    }
    return withoutBlanks(at, end);
}

qsizetype Reader::endOfScalar(qsizetype at, qsizetype limit, bool isFlow) const
{
    if (at >= limit)
        return at;
    switch (m_text.at(at)) {
    case '"':
    case '\'':
        return endOfQuoted(at);
    case '|':
    case '>':
        return isFlow ? endOfPlain(at, limit, isFlow) : withoutBlanks(at, limit);
    default:
        return endOfPlain(at, limit, isFlow);
    }
}

/// Returns the end of a collection in brackets.
qsizetype Reader::endOfFlow(qsizetype at) const
{
    int depth = 0;
    for (qsizetype i = at; i < m_text.size(); ++i) {
        const char c = m_text.at(i);
        const bool isAtStart = i > at && QByteArrayView(" \t\r\n,[{:").contains(m_text.at(i - 1));
        if ((c == '"' || c == '\'') && isAtStart) {
            i = endOfQuoted(i) - 1;
        } else if (c == '#' && QByteArrayView(" \t\r\n").contains(m_text.at(i - 1))) {
            const qsizetype end = m_text.indexOf('\n', i);
            i = end < 0 ? m_text.size() : end;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == '}') && --depth == 0) {
            return i + 1;
        }
    }
    return m_text.size();
}

void Reader::readMembers(ConfigNode &node, const YAML::Node &value, qsizetype limit, bool isFlow, int depth)
{
    QList<std::pair<YAML::Node, YAML::Node>> members;
    for (const auto &member : value)
        members.append({member.first, member.second});
    for (qsizetype i = 0; i < members.size(); ++i) {
        const auto &[key, content] = members.at(i);
        const qsizetype next = i + 1 < members.size() ? placeOf(members.at(i + 1).first) : limit;
        ConfigNode child{.begin = placeOf(key)};
        if (!key.IsScalar() || child.begin < node.value.begin || next <= child.begin || next > limit)
            return; // a complex key, or an alias
        child.name = QByteArray::fromStdString(key.Scalar());
        child.key = {child.begin, endOfScalar(child.begin, next, isFlow)};
        const qsizetype colon = m_text.indexOf(':', child.key.end);
        const qsizetype from = colon < 0 || colon >= next ? child.key.end : colon + 1;
        readValue(child, content, from, next, isFlow, depth + 1);
        node.children.append(child);
    }
}

void Reader::readElements(ConfigNode &node, const YAML::Node &value, qsizetype limit, bool isFlow, int depth)
{
    QList<std::pair<qsizetype, YAML::Node>> elements; // with the place of the dash, or of the element
    for (const YAML::Node &element : value) {
        qsizetype begin = placeOf(element);
        if (!isFlow && begin > 0) {
            const qsizetype from = elements.isEmpty() ? node.value.begin : elements.constLast().first + 1;
            while (begin > from && !isDash(begin))
                --begin;
        }
        elements.append({begin, element});
    }
    for (qsizetype i = 0; i < elements.size(); ++i) {
        const auto &[begin, element] = elements.at(i);
        const qsizetype next = i + 1 < elements.size() ? elements.at(i + 1).first : limit;
        if (begin < node.value.begin || next <= begin || next > limit)
            return; // an alias
        ConfigNode child{.begin = begin};
        readValue(child, element, isFlow ? begin : begin + 1, next, isFlow, depth + 1);
        node.children.append(child);
    }
}

void Reader::readValue(ConfigNode &node, const YAML::Node &value, qsizetype from, qsizetype limit, bool isFlow,
                       int depth)
{
    const qsizetype place = placeOf(value);
    const bool isPlaced = place >= from && place < limit;
    node.value = {from, from};
    if (!isPlaced || depth > MaxDepth)
        return; // null, or an alias
    node.value.begin = place;
    const bool isCollection = value.IsMap() || value.IsSequence();
    if (!isCollection) {
        const bool isBlank = value.IsNull() && QByteArrayView("#\r\n").contains(m_text.at(place));
        node.value.end = isBlank ? place : endOfScalar(place, limit, isFlow);
    } else {
        node.kind = value.IsMap() ? ConfigNode::Kind::Object : ConfigNode::Kind::Array;
        const bool isInBrackets = isFlow || value.Style() == YAML::EmitterStyle::Flow;
        node.isBlock = !isInBrackets;
        const qsizetype end = isInBrackets ? endOfFlow(place) : limit;
        const qsizetype inside = isInBrackets ? std::max(place, end - 1) : limit;
        node.value.end = end;
        if (value.IsMap())
            readMembers(node, value, inside, isInBrackets, depth);
        else
            readElements(node, value, inside, isInBrackets, depth);
        if (node.isBlock)
            node.value.end = node.children.isEmpty() ? withoutBlanks(place, limit) : node.children.last().value.end;
    }
    if (isFlow)
        node.comma = ConfigNode::commaBehind(m_text, node.value.end, ConfigText::Format::Yaml);
}

} // namespace

Result<ConfigNode> read(QByteArrayView text)
{
    const qsizetype mark = text.startsWith("\xEF\xBB\xBF") ? 3 : 0;
    try {
        ConfigNode root;
        Reader(text, mark)
            .readValue(root, YAML::Load(std::string(text.data() + mark, size_t(text.size() - mark))), 0, text.size(),
                       false);
        return root;
    } catch (const std::exception &error) {
        return Error{.kind = ErrorKind::Json, .detail = QString::fromStdString(error.what())};
    }
}

} // namespace Pullcord::YamlNodes
