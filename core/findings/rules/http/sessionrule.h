// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// H05, H06, S1 and S2: sessions of Streamable HTTP before 2026-07-28, their ids and their end.
///
/// Session ids are masked in a capture. The transport, which sees them, records whether the id of a response is
/// "invalid" or "changed" (member `session` of the response step).
/// Specification: transports "Session Management".
class SessionRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Created, Transition::Kind::Left),
                                  .events = bits(EventKind::Http)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &facts);
    static constexpr qint64 Patience = 5'000'000'000; ///< ns from a 404 to the initialize that must follow

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
        bool isInSession = false; ///< its request named a session
        bool isInitialize = false;
        bool isByOthers = false; ///< a gateway refused it
    };

    void onResponse(Exchange &exchange, const FindingStep &step);
    void onExchangeEnd(const Exchange &exchange, const FindingStep &step);
    void onLost(const Exchange &exchange, const FindingStep &step);
    void judgeId(const Exchange &exchange, const FindingStep &step);
    [[nodiscard]] QString refusalIn(const Exchange &exchange, const FindingStep &step) const;
    void reportUnknown(const Exchange &exchange, const FindingStep &step, const TranslatableText &sentence);
    void reportStaying(const FindingStep &step);
    [[nodiscard]] QByteArray methodIn(const Exchange &exchange, const FindingStep &step) const;

    RecentRows<Exchange, 64> m_exchanges; ///< by number
    std::optional<Exchange> m_lost;       ///< first exchange in the session with status 404
    qint64 m_begun = Finding::NoRow;      ///< event of the last initialize
    bool m_hasGoneOn = false;             ///< the client kept using the lost session
    /// Event of the response with which the server accepted the end of the session.
    qint64 m_ended = Finding::NoRow;
    quint64 m_staying = 0; ///< keys of findings: S1
    quint64 m_unknown = 0; ///< S2
    quint64 m_invalid = 0; ///< H05
    quint64 m_changed = 0; ///< H06
};

} // namespace Pullcord
