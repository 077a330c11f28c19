// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QHash>
#include <QStringList>

namespace Pullcord {

/// P09 and P13 for change notifications of 2026-07-28. They may only come in a subscription (`subscriptions/listen`)
/// that asks for them, is acknowledged, and is named in the notification. A server may send changes that it did not
/// acknowledge, as nothing forbids it.
///
/// Notifications for a cancelled subscription are C07 (AfterCancelRule).
/// Specification: patterns "Subscriptions".
class SubscriptionRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Created, Transition::Kind::Left,
                                                      Transition::Kind::Answered, Transition::Kind::Lost,
                                                      Transition::Kind::Refused, Transition::Kind::CancelRequested,
                                                      Transition::Kind::CancelSignalled),
                                  .messages = Notifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &facts);

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    enum class State : quint8 { Open, Cancelled, Ended };
    struct Subscription
    {
        quint32 wants = 0;   ///< bits of the wanted notifications
        qint64 exchange = 0; ///< HTTP exchange
        bool isAcknowledged = false;
        State state = State::Open;
        QStringList resources = {}; ///< its URIs; empty: any
    };

    void onRequest(const FindingStep &step);
    [[nodiscard]] static bool isWanted(int notice, const Subscription &subscription, const FindingStep &step);
    void judgeNamed(int notice, qint64 row, Subscription &subscription, const FindingStep &step);
    void judgeNameless(int notice, const FindingStep &step);
    [[nodiscard]] TranslatableText faultOfName(int notice, qint64 row, const FindingStep &step) const;
    void report(FindingCode code, qint64 row, const FindingStep &step, const TranslatableText &sentence);

    static constexpr qsizetype MostResources = 256; ///< a subscription with more URIs counts as one to any

    RecentRows<Subscription, 256> m_subscriptions;
    QHash<QString, quint64> m_found; ///< keys of findings, by sentence
};

} // namespace Pullcord
