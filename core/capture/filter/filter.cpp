// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filter.h"

#include "core/capture/filter/filterparser.h"

#include <algorithm>

namespace Pullcord {

namespace {

bool asksForAny(const Filter::Node &node, std::initializer_list<FilterField::Id> fields)
{
    if (node.kind == Filter::Node::Kind::Term)
        return std::ranges::find(fields, node.term.field) != fields.end();
    return std::ranges::any_of(node.parts, [fields](const Filter::Node &part) { return asksForAny(part, fields); });
}

} // namespace

Filter::Filter(QString text, Node root)
    : m_text(std::move(text))
    , m_root(std::make_shared<const Node>(std::move(root)))
{}

std::variant<Filter, Filter::Problem> Filter::parse(const QString &text)
{
    return FilterParser(text).parse();
}

QString Filter::quoted(QStringView text)
{
    QString quoted(u'"');
    for (const QChar c : text) {
        if (c == u'"' || c == u'\\')
            quoted += u'\\';
        quoted += c;
    }
    return quoted + u'"';
}

bool Filter::includes(const Filter &other) const
{
    const auto conditions = [](const Filter &filter) {
        const bool several = filter.m_root && filter.m_root->kind == Node::Kind::And;
        return several ? filter.m_root->parts : filter.m_root ? std::vector{*filter.m_root} : std::vector<Node>();
    };
    const std::vector<Node> ours = conditions(*this);
    return std::ranges::all_of(conditions(other),
                               [&ours](const Node &node) { return std::ranges::find(ours, node) != ours.end(); });
}

bool Filter::asksFor(std::initializer_list<FilterField::Id> fields) const
{
    return m_root && asksForAny(*m_root, fields);
}

bool Filter::asksForTime() const
{
    return asksFor({FilterField::Id::Time, FilterField::Id::During});
}

bool Filter::asksForRequests() const
{
    using enum FilterField::Id;
    return asksFor({Reason, Error, Code, State, Time, Cancelled, ToolError, Pinned, Color, Note});
}

} // namespace Pullcord
