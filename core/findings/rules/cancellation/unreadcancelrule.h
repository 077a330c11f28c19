// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C10: the cancel was not read before the work had ended, as a ping behind it shows. Not for HTTP, where a ping proves
/// no order.
///
/// A peer that reads while it works may still write its result first on a busy machine. The wait for the ping response
/// must therefore be longer than a scheduler keeps a program waiting, and long compared to a ping without work.
/// Alternatively, the peer must have written several times in between. A response to anything else behind the cancel
/// shows that the cancel was read.
class UnreadCancelRule final : public FindingRule
{
public:
    static constexpr qint64 LongestTurn = 200'000'000; ///< ns that a busy machine may keep a program waiting
    /// ns: the same for a peer that was seen to read while it works.
    static constexpr qint64 LongestTurnOfReader = 1'000'000'000;

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Transition::Kind::Created, Transition::Kind::Left,
                                           Transition::Kind::CancelRequested, Transition::Kind::CancelSignalled,
                                           Transition::Kind::Progressed, Transition::Kind::LateProgress,
                                           Transition::Kind::Answered, Transition::Kind::LateResponse)};
    /// Before a cancel, nothing is watched.
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return isCancel(step); }
    void onTransition(const FindingStep &step) override;

private:
    /// The last cancel, until it is known to be read.
    struct Watched
    {
        qint64 row = Finding::NoRow; ///< cancelled request
        qint64 event = Finding::NoRow;
        qint64 ping = Finding::NoRow; ///< row of the ping behind the cancel, once it has been sent
        qint64 pingTime = 0;
        qint64 pingEvent = Finding::NoRow;
        qint64 firstSign = 0; ///< first time the peer wrote something else after it could have read the ping; 0: never
        qint64 lastSign = 0;
    };
    /// The last finding, until its ping gets a response.
    struct Reported
    {
        quint64 key = 0;
        qint64 ping = Finding::NoRow;
        qint64 gap = 0;
        qint64 time = 0; ///< of the result
    };

    void onAnswer(const FindingStep &step);
    void judge(const FindingStep &step);
    void onSign(qint64 time);
    void wasRead();
    [[nodiscard]] qint64 usualWait() const;

    Watched m_last;
    Reported m_reported;
    bool m_readsAtWork = false; ///< the peer was seen to do so
};

} // namespace Pullcord
