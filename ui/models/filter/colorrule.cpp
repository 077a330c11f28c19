// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/colorrule.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

QString ColorRule::toSetting() const
{
    const QJsonObject object{
        {u"name"_s, name}, {u"filter"_s, filter}, {u"color"_s, QString(nameOf(color))}, {u"on"_s, isOn}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<ColorRule> ColorRule::fromSetting(const QString &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    const auto color = markColorFromName(object.value("color"_L1).toString());
    if (!color || *color == MarkColor::None)
        return {};
    return ColorRule{.name = object.value("name"_L1).toString(),
                     .filter = object.value("filter"_L1).toString(),
                     .color = *color,
                     .isOn = object.value("on"_L1).toBool(true)};
}

RuleColors::RuleColors(const QList<ColorRule> &rules, const Capture &capture, const RequestLog &log,
                       const FilterPredicate::Clock &now, const FilterPredicate::Reasons &reasons)
{
    for (const ColorRule &rule : rules) {
        const auto parsed = Filter::parse(rule.filter);
        const auto *filter = std::get_if<Filter>(&parsed);
        if (rule.isOn && filter && !filter->isEmpty())
            m_rules.push_back({rule, FilterPredicate(*filter, capture, log, now, reasons)});
    }
}

template<typename Passes>
const ColorRule *RuleColors::find(qsizetype row, bool mayKeep, const Passes &passes) const
{
    if (m_rules.empty())
        return nullptr;
    if (const auto known = m_known.constFind(row); known != m_known.constEnd())
        return *known < 0 ? nullptr : &m_rules[size_t(*known)].rule;
    const auto found = std::find_if(m_rules.begin(), m_rules.end(), passes);
    if (m_known.size() >= MostKnown)
        m_known.clear();
    if (mayKeep)
        m_known.insert(row, found == m_rules.end() ? qint16(-1) : qint16(found - m_rules.begin()));
    return found == m_rules.end() ? nullptr : &found->rule;
}

const ColorRule *RuleColors::ofRequest(qsizetype row, bool isOpen) const
{
    const bool changes = isOpen && std::any_of(m_rules.begin(), m_rules.end(),
                                               [](const Rule &rule) { return rule.test.changesWithTime(); });
    return find(row, !changes, [row](const Rule &rule) { return rule.test.passesRequest(row); });
}

const ColorRule *RuleColors::ofEvent(qsizetype index) const
{
    return find(index, true, [index](const Rule &rule) { return rule.test.passesEvent(index); });
}

bool RuleColors::changesWithRequests() const
{
    return std::any_of(m_rules.begin(), m_rules.end(),
                       [](const Rule &rule) { return rule.test.changesWithRequests(); });
}

} // namespace Pullcord
