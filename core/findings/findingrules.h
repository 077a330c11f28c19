// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

namespace Pullcord {

struct FindingContext;
class FindingRule;

/// All rules, in the order in which they get an event.
namespace FindingRules {

/// Creates one of each for a connection; `context` must outlive them.
[[nodiscard]] std::vector<std::unique_ptr<FindingRule>> make(FindingContext &context);
/// Creates the rules that check each message some time after it came: see Findings::continueChecking(). They get it in
/// onEvent(), with its request.
[[nodiscard]] std::vector<std::unique_ptr<FindingRule>> makeLater(FindingContext &context);

} // namespace FindingRules

} // namespace Pullcord
