// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/noise.h"
#include "ui/models/colorrule.h"
#include "ui/views/filterbar.h"

#include <optional>

namespace Pullcord {

class Conversation;
class LogTable;

/// Filters and colours of a conversation's table, by its filter bar; shared by requests and messages.
namespace RowTests {

/// Returns the filter of the bar; none if it is empty.
[[nodiscard]] std::optional<FilterTest> filter(const Conversation &conversation, const FilterBar &bar);
/// Returns the noise to hide; none if the bar hides none.
[[nodiscard]] std::optional<Noise> noise(const Conversation &conversation, const FilterBar &bar);
[[nodiscard]] RuleColors colors(const Conversation &conversation, const QList<ColorRule> &rules);
/// Shows the number of hidden rows on the bar and in an empty table; `otherwise` is the text if none are hidden.
void sayHidden(qsizetype hidden, FilterBar &bar, LogTable &table, const QString &otherwise);

} // namespace RowTests

} // namespace Pullcord
