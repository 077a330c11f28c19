// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QHash>
#include <QStringList>

namespace Pullcord {

/// P09 and P13 of what a server tells of changes in 2026-07-28: in a subscription (`subscriptions/listen`) that asks for it,
/// which it has acknowledged and names, and nowhere else. That it tells what it has not agreed to (what it acknowledged is less
/// than was asked for) is forbidden nowhere.
///
/// What comes for a subscription that the client has cancelled is C07 (AfterCancelRule).
/// Specification: patterns "Subscriptions".
class SubscriptionRule final : public FindingRule
{
public:
    explicit SubscriptionRule(FindingContext &context);

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    enum class State : quint8 { Open, Cancelled, Ended };
    struct Subscription
    {
        quint32 wants = 0;   ///< as bits: which notices
        qint64 exchange = 0; ///< over HTTP
        bool isAcknowledged = false;
        State state = State::Open;
        QStringList resources = {}; ///< the URIs that it is about; empty: any
    };

    void onRequest(const FindingStep &step);
    [[nodiscard]] static bool isWanted(int notice, const Subscription &subscription, const FindingStep &step);
    void judgeNamed(int notice, qint64 row, Subscription &subscription, const FindingStep &step);
    void judgeNameless(int notice, const FindingStep &step);
    [[nodiscard]] Words faultOfName(int notice, qint64 row, const FindingStep &step) const;
    void report(FindingCode code, qint64 row, const FindingStep &step, const Words &sentence);

    static constexpr qsizetype MostResources = 256; ///< of a subscription to more any is taken for one of them

    RecentRows<Subscription, 256> m_subscriptions;
    QHash<QString, quint64> m_found; ///< keys of findings, by sentence
};

} // namespace Pullcord
