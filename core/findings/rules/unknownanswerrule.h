// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C37 and P04: an answer to nothing that was asked, be it only for the type of its id.
class UnknownAnswerRule final : public FindingRule
{
public:
    explicit UnknownAnswerRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;
};

} // namespace Pullcord
