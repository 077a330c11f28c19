// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C37, P04 and P06: an answer to nothing that was asked, be it only for the type of its id, and one to a notification.
class UnknownAnswerRule final : public FindingRule
{
public:
    explicit UnknownAnswerRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;

private:
    void onNameless(const FindingStep &step);
};

} // namespace Pullcord
