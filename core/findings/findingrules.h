// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

namespace Pullcord {

struct FindingContext;
class FindingRule;

/// All rules that there are, in the order in which they hear of an event.
namespace FindingRules {

/// One of each, for a connection; `context` must outlive them.
[[nodiscard]] std::vector<std::unique_ptr<FindingRule>> make(FindingContext &context);
/// Those that look at each message some time after it came, see Findings::checkOn(): in onEvent(), with its request.
[[nodiscard]] std::vector<std::unique_ptr<FindingRule>> makeLater(FindingContext &context);

} // namespace FindingRules

} // namespace Pullcord
