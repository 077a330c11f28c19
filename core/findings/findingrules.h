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

} // namespace FindingRules

} // namespace Pullcord
