// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C07 and C08: other messages for a cancelled request: notifications in its stream, and requests of the server on its
/// behalf. Reports any message in its stream as activity.
class AfterCancelRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Transition::Kind::CancelRequested, Transition::Kind::CancelSignalled,
                                           Transition::Kind::Created, Transition::Kind::UnknownResponse),
                                  .messages = AwaitedNotifications};
    /// Before a cancel, nothing can come after one.
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return isCancel(step); }
    /// Time in ns within which the order alone decides which request a server request belongs to.
    static constexpr qint64 Near = 1'000'000'000;

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    void watch(const FindingStep &step);
    void onQuestion(const FindingStep &step);
    [[nodiscard]] qint64 rowOfNotice(const FindingStep &step);
    [[nodiscard]] qint64 likelyParent(const FindingStep &step);

    RecentRows<bool, 64> m_cancelled; ///< cancelled requests; true if the server may send requests for them
    RecentRows<quint64> m_found;      ///< keys of findings
    qint64 m_lastAsked = 0;           ///< time of the last request of the client other than a ping
};

} // namespace Pullcord
