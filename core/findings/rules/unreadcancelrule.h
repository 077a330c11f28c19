// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C10: the cancel was not read before the work had ended, as a ping behind it shows. Over HTTP a ping proves no order.
///
/// A peer that reads while it works may write its result first where the machine is busy. So the wait of the ping, counted from
/// when it left, must be longer than a scheduler lets a program wait, and long beside the time that the ping takes once the
/// result is there; or the peer must have written more than once meanwhile. A response to anything else behind the cancel shows
/// that it was read.
class UnreadCancelRule final : public FindingRule
{
public:
    static constexpr qint64 LongestTurn = 200'000'000; ///< ns that a busy machine may keep a program from running
    /// ns: the same for a peer that has read while it worked before.
    static constexpr qint64 LongestTurnOfReader = 1'000'000'000;

    explicit UnreadCancelRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;

private:
    /// The last cancel, while nothing shows that it was read.
    struct Watched
    {
        qint64 row = Finding::NoRow; ///< that was cancelled
        qint64 event = Finding::NoRow;
        qint64 ping = Finding::NoRow; ///< the row of the ping behind it, once that has left
        qint64 pingTime = 0;
        qint64 pingEvent = Finding::NoRow;
        qint64 firstSign = 0; ///< when the peer wrote something else after it could have read the ping; 0: it did not
        qint64 lastSign = 0;
    };
    /// The last that was reported, while its ping has no response.
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
    bool m_readsAtWork = false; ///< it has done so
};

} // namespace Pullcord
