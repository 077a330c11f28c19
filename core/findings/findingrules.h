// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <memory>
#include <vector>

namespace Pullcord {

/// All rules, in families. A family observes one subject; its rules are local to one file in `rules/`.
namespace FindingRules {

/// Description of a rule, from which it is created when a connection needs it.
struct Kind
{
    FindingRule::Wants wants;
    /// False for a step that changes nothing while a connection has no such rule; null if each may.
    bool (*begins)(const FindingStep &step, const ConversationFacts &facts);
    /// Creates the rule for a connection; `context` must outlive it.
    std::unique_ptr<FindingRule> (*make)(RuleContext &context);
};

/// Returns every rule that gets its steps at once, in the order in which they get a step. Findings about one event are
/// in that order.
[[nodiscard]] const std::vector<Kind> &kinds();
/// Creates the rules that check each message when the event loop is idle: see Findings::continueChecking(). They get it
/// in onEvent(), with its request.
[[nodiscard]] std::vector<std::unique_ptr<FindingRule>> makeLater(RuleContext &context);

// The families. Each is defined in the file of its name.
[[nodiscard]] std::vector<Kind> cancelled();
[[nodiscard]] std::vector<Kind> cancelHttp();
[[nodiscard]] std::vector<Kind> cancelHarm();
[[nodiscard]] std::vector<Kind> responses();
[[nodiscard]] std::vector<Kind> cancelSender();
[[nodiscard]] std::vector<Kind> messages();
[[nodiscard]] std::vector<Kind> lifecycle();
[[nodiscard]] std::vector<Kind> capabilities();
[[nodiscard]] std::vector<Kind> modern();
[[nodiscard]] std::vector<Kind> lists();
[[nodiscard]] std::vector<Kind> http();

/// Returns the kinds of these rules.
template<typename... Rules>
[[nodiscard]] std::vector<Kind> kindsOf()
{
    const auto kindOf = []<typename Rule>(const Rule *) {
        bool (*begins)(const FindingStep &, const ConversationFacts &) = nullptr;
        if constexpr (requires { &Rule::begins; })
            begins = &Rule::begins;
        return Kind{Rule::Wanted, begins, [](RuleContext &context) -> std::unique_ptr<FindingRule> {
                        return std::make_unique<Rule>(context);
                    }};
    };
    return {kindOf(static_cast<const Rules *>(nullptr))...};
}

} // namespace FindingRules

} // namespace Pullcord
