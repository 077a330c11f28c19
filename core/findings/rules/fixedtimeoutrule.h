// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// T1: the client gave a request up for a timeout although progress came, or for want of progress that it had not asked for.
///
/// A timeout is known by a Timeout event of ours, or by the reason of the cancel. A cap that progress cannot move is the
/// client's right. Where progress resets the clock, no earlier silence was longer than the last one, which ended with the
/// timeout: then nothing is found.
/// Specification: lifecycle "Timeouts", progress.
class FixedTimeoutRule final : public FindingRule
{
public:
    explicit FixedTimeoutRule(FindingContext &context);

    void onTransition(const FindingStep &step) override;

private:
    /// The silences of a request before its progress messages.
    struct Silences
    {
        qint64 last = 0;    ///< when progress came last
        qint64 longest = 0; ///< ns, from the request to the first one included
    };

    void report(const FindingStep &step, const Words &sentence);
    void takeProgress(const FindingStep &step);

    RecentRows<Silences> m_silences;
};

} // namespace Pullcord
