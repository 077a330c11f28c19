// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rowfilters.h"

#include "core/mcp/conversation.h"
#include "ui/views/tables/growingtableview.h"

#include <QCoreApplication>

namespace Pullcord {

std::optional<FilterPredicate> RowFilters::filter(const Conversation &conversation, const FilterBar &bar)
{
    if (bar.filter().isEmpty())
        return {};
    return std::optional<FilterPredicate>(
        std::in_place, bar.filter(), conversation.capture(), conversation.log(),
        [&conversation] { return conversation.now(); },
        [&conversation](qsizetype row) { return conversation.reasonOfTask(row); });
}

std::optional<NoiseFilter> RowFilters::noise(const Conversation &conversation, const FilterBar &bar)
{
    if (bar.hiddenKinds() == 0)
        return {};
    return std::optional<NoiseFilter>(std::in_place, conversation.capture(), conversation.log(), bar.hiddenKinds());
}

RuleColors RowFilters::colors(const Conversation &conversation, const QList<ColorRule> &rules)
{
    return RuleColors(
        rules, conversation.capture(), conversation.log(), [&conversation] { return conversation.now(); },
        [&conversation](qsizetype row) { return conversation.reasonOfTask(row); });
}

void RowFilters::sayHidden(qsizetype hidden, FilterBar &bar, GrowingTableView &table, const QString &otherwise)
{
    bar.setHiddenCount(hidden);
    table.setEmptyText(hidden > 0
                           ? QCoreApplication::translate(
                                 "Pullcord::RowFilters",
                                 "All rows here are hidden as noise. Click the button beside the filter to show them.")
                           : otherwise);
    const bool isFiltered = hidden == 0 && !bar.filter().isEmpty();
    table.setEmptyButton(isFiltered ? QCoreApplication::translate("Pullcord::RowFilters", "Clear the Filter")
                                    : QString());
}

} // namespace Pullcord
