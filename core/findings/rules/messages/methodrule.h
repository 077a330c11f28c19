// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <QByteArrayView>

namespace Pullcord {

/// P09 and P10: a method whose capability was not declared, or that the revision does not define.
class MethodRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Created, Transition::Kind::Answered)};
    void onTransition(const FindingStep &step) override;

private:
    void checkCapability(const FindingStep &step);
    void checkUse(const FindingStep &step, const QByteArray &declared);
    void checkQuestions(const FindingStep &step);
    void checkTask(const FindingStep &step);
    void report(FindingCode code, const FindingStep &step, const TranslatableText &sentence);
};

} // namespace Pullcord
