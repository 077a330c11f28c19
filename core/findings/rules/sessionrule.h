// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// H05, H06, S1 and S2: the session of Streamable HTTP before 2026-07-28, its id and its end.
///
/// Session ids are masked in a capture. The transport, which sees them, says of a response whether its id is "invalid" or
/// "changed" (member `session` of the response step).
/// Specification: transports "Session Management".
class SessionRule final : public FindingRule
{
public:
    explicit SessionRule(FindingContext &context);
    static constexpr qint64 Patience = 5'000'000'000; ///< ns from a 404 to the initialize that has to follow

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;

private:
    struct Exchange
    {
        QString method;
        qint64 event = 0;
        qint64 time = 0;
        int status = 0;
        qint64 responseEvent = Finding::NoRow;
        bool isInSession = false; ///< it named a session
        bool isInitialize = false;
        bool isByOthers = false; ///< something before the server refused it
    };

    void onResponse(Exchange &exchange, const FindingStep &step);
    void onExchangeEnd(const Exchange &exchange, const FindingStep &step);
    void onLost(const Exchange &exchange, const FindingStep &step);
    void judgeId(const Exchange &exchange, const FindingStep &step);
    [[nodiscard]] QString refusalIn(const Exchange &exchange, const FindingStep &step) const;
    void reportUnknown(const Exchange &exchange, const FindingStep &step, const Words &sentence);
    void reportStaying(const FindingStep &step);
    [[nodiscard]] QByteArray methodIn(const Exchange &exchange, const FindingStep &step) const;

    RecentRows<Exchange, 64> m_exchanges; ///< by number
    std::optional<Exchange> m_lost;       ///< the first that was answered with 404 in the session
    qint64 m_begun = Finding::NoRow;      ///< event of the last initialize
    bool m_hasGoneOn = false;             ///< the client used the lost session again
    qint64 m_ended = Finding::NoRow;      ///< event of the response by which the server let the client end the session
    quint64 m_staying = 0;                ///< keys of findings: S1
    quint64 m_unknown = 0;                ///< S2
    quint64 m_invalid = 0;                ///< H05
    quint64 m_changed = 0;                ///< H06
};

} // namespace Pullcord
