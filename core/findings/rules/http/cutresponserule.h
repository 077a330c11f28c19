// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// H20: a response whose body ended before the announced length, and was accepted because it was complete JSON. A
/// response that is lost that way is P18.
class CutResponseRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.events = bits(EventKind::Http)};
    void onEvent(const FindingStep &step) override;

private:
    [[nodiscard]] qint64 messageBefore(const FindingStep &step) const;
};

} // namespace Pullcord
