// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C16: nothing more came for a cancelled request. Withdrawn if something comes later, or another finding covers the
/// request (C08, C15).
class SilenceRule final : public FindingRule
{
public:
    static constexpr qint64 Patience = 2'000'000'000; ///< ns without activity
    static constexpr qint64 Shortest = 1'000'000'000; ///< least ns of observation if the connection ends earlier

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::CancelRequested,
                                                      Transition::Kind::CancelSignalled, Transition::Kind::LateResponse,
                                                      Transition::Kind::LateProgress, Transition::Kind::CancelRefused),
                                  .events = bits(EventKind::Process)};
    /// The others only end what a cancel began.
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return isCancel(step); }
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onSignOf(qint64 row) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    struct Found
    {
        quint64 key;
        qint64 cancelTime;
        Finding finding; ///< without the process load
    };
    void report(Finding found, qint64 time, bool atEnd);

    PostponedFindings m_waiting; ///< without a sentence; their time is that of the cancel
    RecentRows<Found> m_found;
};

} // namespace Pullcord
