// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"

namespace Pullcord {

/// C09: a request was cancelled, but a request that the server sent on its behalf stays open: no cancel, no response.
class OrphanRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Created, Transition::Kind::CancelRequested,
                                                      Transition::Kind::CancelSignalled, Transition::Kind::Answered)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return isCancel(step) || step.record->direction == Direction::ServerToClient || exchangeOf(step.event) != 0;
    }
    static constexpr qint64 Patience = 2'000'000'000; ///< ns

    void onTransition(const FindingStep &step) override;
    void onDue(qint64 time) override;

private:
    /// Request that an open request of the server belongs to.
    struct Cause
    {
        quint64 serial = RequestRecord::NoSerial; ///< of the client's request
        bool isGuess = false;                     ///< not stated by a stream
    };
    [[nodiscard]] Cause causeOf(const FindingStep &step);

    RecentRows<Cause> m_questions;
    RecentRows<qint64> m_exchanges; ///< rows of the client's requests, by the exchanges that carried them
    PostponedFindings m_waiting;
};

} // namespace Pullcord
