// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C20 to C28 but C27, and C33: a cancel notification that cancels what it must not, or nothing.
class CancelSenderRule final : public FindingRule
{
public:
    explicit CancelSenderRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;

private:
    void onIgnored(const FindingStep &step);
    void onMalformed(const FindingStep &step);
    void onFinished(const FindingStep &step);
    [[nodiscard]] bool isTask(const RequestRecord &record) const;
    void report(FindingCode code, const FindingStep &step, const Words &sentence);
    [[nodiscard]] Finding about(FindingCode code, const FindingStep &step, const Words &sentence) const;
};

} // namespace Pullcord
