// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/noisefilter.h"
#include "ui/models/filter/colorrule.h"
#include "ui/views/filter/filterbar.h"

#include <optional>

namespace Pullcord {

class Conversation;
class GrowingTableView;

/// Filters and colors of a conversation's table, by its filter bar; shared by requests and messages.
namespace RowFilters {

/// Returns the filter of the bar; none if it is empty.
[[nodiscard]] std::optional<FilterPredicate> filter(const Conversation &conversation, const FilterBar &bar);
/// Returns the noise to hide; none if the bar hides none.
[[nodiscard]] std::optional<NoiseFilter> noise(const Conversation &conversation, const FilterBar &bar);
[[nodiscard]] RuleColors colors(const Conversation &conversation, const QList<ColorRule> &rules);
/// Shows the number of hidden rows on the bar and in an empty table; `otherwise` is the text if none are hidden.
void sayHidden(qsizetype hidden, FilterBar &bar, GrowingTableView &table, const QString &otherwise);

} // namespace RowFilters

} // namespace Pullcord
