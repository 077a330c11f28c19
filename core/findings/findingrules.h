// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <memory>
#include <vector>

namespace Pullcord {

/// All rules, in the order in which they get an event.
namespace FindingRules {

struct Kind
{
    FindingRule::Wants wants;
    /// False for a step that changes nothing while a connection has no such rule; null if each may.
    bool (*begins)(const FindingStep &step, const ConversationFacts &facts);
    /// Creates the rule for a connection; `context` must outlive it.
    std::unique_ptr<FindingRule> (*make)(FindingContext &context);
};
[[nodiscard]] const std::vector<Kind> &kinds();
/// Creates the rules that check each message some time after it came: see Findings::continueChecking(). They get it in
/// onEvent(), with its request.
[[nodiscard]] std::vector<std::unique_ptr<FindingRule>> makeLater(FindingContext &context);

} // namespace FindingRules

} // namespace Pullcord
