// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// T1: the client gave a request up for a timeout although progress came, or for want of progress that it had not asked for.
///
/// A timeout is known by a Timeout event of ours, or by the reason of the cancel. A cap that progress cannot move is the
/// client's right. Where progress moves the clock, the last one is as old as the timeout, and nothing is found.
/// Specification: lifecycle "Timeouts", progress.
class FixedTimeoutRule final : public FindingRule
{
public:
    explicit FixedTimeoutRule(FindingContext &context);

    void onTransition(const FindingStep &step) override;

private:
    void report(const FindingStep &step, const Words &sentence);
};

} // namespace Pullcord
