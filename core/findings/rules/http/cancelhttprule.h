// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C11 and C13: over HTTP up to 2025-11-25, the stream of a cancelled request was left open, or a cancel was not
/// accepted. ResponseWithoutIdRule raises C13 for an error message. A cancel that was refused as unauthorized and sent
/// again withdraws its C13.
class CancelHttpRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::StreamClosed, Transition::Kind::CancelRequested,
                                                      Transition::Kind::CancelSignalled, Transition::Kind::LateResponse,
                                                      Transition::Kind::CancelRefused),
                                  .events = bits(EventKind::Http, EventKind::Closing),
                                  .messages = CancelNotifications};
    static constexpr qint64 Patience = 1'000'000'000; ///< ns that a stream may take to end
    /// The same if nothing but the end of the connection closed it.
    static constexpr qint64 LongPatience = 5'000'000'000;

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onEnd(qint64 time) override;

private:
    void onClosed(const FindingStep &step);
    void onHttp(const FindingStep &step);
    void onCancel(const FindingStep &step);
    void tellRefusal(const FindingStep &step);
    void tellOpen(qint64 time, qint64 event);

    RecentRows<qint64, 64> m_open;         ///< cancelled requests, and the exchanges that are still open
    RecentRows<bool, 1024> m_ended;        ///< exchanges
    RecentRows<bool, 64> m_unauthorized;   ///< exchanges that were refused as unauthorized
    RecentRows<quint64, 64> m_refused;     ///< keys of their C13, by row of the request
    RecentRows<qint64, 64> m_cancels;      ///< cancels of the client: exchange and event
    bool m_hasEnds = false;                ///< the capture records ends of exchanges
    qint64 m_cancelEvent = Finding::NoRow; ///< the last cancel of the client
};

} // namespace Pullcord
