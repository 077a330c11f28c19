// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// Raises nothing. Of a request that gets no answer it sees where it got one in a way: an error without an id that may have been
/// meant for it, what is no answer as it says nothing (P03), or a cancel of the side that was to answer (C21, C28).
class HalfAnswerRule final : public FindingRule
{
public:
    explicit HalfAnswerRule(FindingContext &context);
    static constexpr qint64 Patience = 2'000'000'000; ///< ns in which one request of several is refused

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    void onNameless(const FindingStep &step);
    [[nodiscard]] bool isOpen(qint64 row) const;
    void settleIfOpen(qint64 row);
};

} // namespace Pullcord
