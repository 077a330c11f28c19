// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"
#include "core/findings/recentrows.h"
#include "core/findings/usedids.h"

namespace Pullcord {

/// P05 and P08: a reused id, and a request before the handshake.
class RequestRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Transition::Kind::Created, Transition::Kind::Answered, Transition::Kind::IgnoredCancel,
                            Transition::Kind::CancelRequested, Transition::Kind::TimedOut, Transition::Kind::Lost,
                            Transition::Kind::LateResponse, Transition::Kind::Refused),
        .events = bits(EventKind::Dialect),
        .messages = AwaitedNotifications};
    static constexpr qint64 Patience = 10'000'000'000; ///< ns that a response may take when the conversation ends
    static constexpr qint64 Together = 1'000'000'000;  ///< ns between two POSTs that may arrive in any order

    /// True if the request has been open at `time` for so long that the receiver is to blame, not the side that ends
    /// the connection. Time in which the server waited for responses of the client does not count.
    [[nodiscard]] static bool isOverdue(const RequestRecord &record, qint64 time, const ConversationFacts &facts);

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

    static constexpr qsizetype MostEarly = 64; ///< remembered requests before the handshake

private:
    struct Early
    {
        qint64 row;
        qint64 event;
        qint64 time;
        Direction direction;
        QByteArray method;
        bool byHand;
    };
    void onCreated(const FindingStep &step);
    void checkId(const FindingStep &step);
    void onRefused(const FindingStep &step);
    [[nodiscard]] bool isSentAgain(const FindingStep &step);
    void onAskedBefore(const FindingStep &step);
    void onInitialize(const FindingStep &step);
    void tellEarly(Direction accused, const char *sentence, qint64 event);
    [[nodiscard]] bool isOfSession(const FindingStep &step) const;
    void onAskedUntold(const FindingStep &step);
    void raiseUntold(Finding finding);
    void onIgnoredCancel(const FindingStep &step);
    void report(FindingCode code, Direction accused, const FindingStep &step, const TranslatableText &sentence);

    UsedIds m_used;                   ///< in this session
    UsedIds m_unanswered;             ///< requests that ended without a response
    RecentRows<qint64, 64> m_refused; ///< requests that a gateway refused: row and request event
    quint64 m_unreported = 0;         ///< key of the finding about requests before notifications/initialized
    PostponedFindings m_posted;       ///< the same, while notifications/initialized may be on its way in another POST
    QList<Early> m_early;             ///< requests before initialize
    bool m_isEraTold = false;         ///< an event named the dialect: the recording program did the handshake
};

} // namespace Pullcord
