// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// T1: the client gave up a request after a timeout although progress came, or because progress was missing that it had
/// not asked for.
///
/// A timeout is a Timeout event of ours, or the reason of the cancel. A client may have a maximum that progress cannot
/// extend. If progress resets its clock, the last silence is the longest, and nothing is raised.
/// Specification: lifecycle "Timeouts", progress.
class FixedTimeoutRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Progressed, Transition::Kind::TimedOut,
                                                      Transition::Kind::CancelRequested)};

    void onTransition(const FindingStep &step) override;

private:
    /// Silences of a request between its progress messages.
    struct Silences
    {
        qint64 last = 0;    ///< time of the last progress
        qint64 longest = 0; ///< ns; includes the time from the request to the first progress
    };

    void report(const FindingStep &step, const TranslatableText &sentence);
    void takeProgress(const FindingStep &step);

    RecentRows<Silences> m_silences;
};

} // namespace Pullcord
