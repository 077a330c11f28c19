// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// C11 and C13: over HTTP up to 2025-11-25 the stream of a cancelled request was left open; a cancel was not accepted. C13 of an
/// error in a message is NamelessAnswerRule's. Who was refused for want of authorization, and sends it again, has not cancelled
/// before: then C13 is withdrawn.
class CancelHttpRule final : public FindingRule
{
public:
    explicit CancelHttpRule(FindingContext &context);
    static constexpr qint64 Patience = 1'000'000'000;     ///< ns that a stream may take to end
    static constexpr qint64 LongPatience = 5'000'000'000; ///< the same where nobody has closed it but by leaving

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onEnd(qint64 time) override;

private:
    void onClosed(const FindingStep &step);
    void onHttp(const FindingStep &step);
    void onCancel(const FindingStep &step);
    void tellRefusal(const FindingStep &step);
    void tellOpen(qint64 time, qint64 event);

    RecentRows<qint64, 64> m_open;         ///< cancelled requests of which the exchange, by its number, goes on
    RecentRows<bool, 1024> m_ended;        ///< exchanges
    RecentRows<bool, 64> m_unauthorized;   ///< exchanges that were refused for want of authorization
    RecentRows<quint64, 64> m_refused;     ///< the keys of C13 for that, by the rows of the requests
    RecentRows<qint64, 64> m_cancels;      ///< of the client, by their exchanges: the events
    bool m_hasEnds = false;                ///< it is recorded how exchanges end
    qint64 m_cancelEvent = Finding::NoRow; ///< the client's last
};

} // namespace Pullcord
