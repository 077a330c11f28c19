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

/// What a table of a conversation shows, by its filter bar, and how it colours it: the same for requests and messages.
namespace RowTests {

/// None where nothing is typed.
[[nodiscard]] std::optional<FilterTest> filter(const Conversation &conversation, const FilterBar &bar);
/// None where none is hidden.
[[nodiscard]] std::optional<Noise> noise(const Conversation &conversation, const FilterBar &bar);
[[nodiscard]] RuleColors colors(const Conversation &conversation, const QList<ColorRule> &rules);
/// On the bar, and in an empty table: `otherwise` where no noise is hidden.
void sayHidden(qsizetype hidden, FilterBar &bar, LogTable &table, const QString &otherwise);

} // namespace RowTests

} // namespace Pullcord
