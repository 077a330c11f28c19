// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// Raises nothing; settles requests that got a response in some form. Such a form is an error without an id, an invalid
/// response without content (P03), or a cancel by the side that was to respond (C21, C28).
class PartialResponseObserver final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Transition::Kind::UnknownResponse, Transition::Kind::IgnoredCancel), .messages = Flawed};
    static constexpr qint64 Patience = 2'000'000'000; ///< ns within which one of several requests is refused

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    void onNameless(const FindingStep &step);
    [[nodiscard]] bool isOpen(qint64 row) const;
    void settleIfOpen(qint64 row);
};

} // namespace Pullcord
