// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"

#include <array>

namespace Pullcord {

/// C32 and C35: the client gave up a request without a cancel, or treated a late response as fatal.
class GaveUpRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::TimedOut, Transition::Kind::Lost,
                                                      Transition::Kind::CancelRequested,
                                                      Transition::Kind::CancelSignalled, Transition::Kind::LateResponse,
                                                      Transition::Kind::Created, Transition::Kind::Answered),
                                  .events = bits(EventKind::Closing, EventKind::Closed, EventKind::Malformed)};
    static constexpr qint64 Patience = 1'000'000'000; ///< ns
    static constexpr qint64 Fright = 500'000'000;     ///< ns from a late response to the end that it caused

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    void goOn();
    void onCreated(const FindingStep &step);
    void reportReturn(const FindingStep &step);
    void onLeft(const FindingStep &step);
    quint64 reportFatal(const FindingStep &step, qint64 gap, const char *sentence);
    [[nodiscard]] Finding about(const FindingStep &step, const TranslatableText &sentence) const;

    PostponedFindings m_waiting;
    /// Keys of the findings about requests that were open at the end: those of the client, and those sent by hand.
    std::array<quint64, 2> m_left = {};
    /// Key of the finding that the client ended the connection, and gave up open requests, for a late response.
    quint64 m_fatal = 0;
    qint64 m_lateRow = Finding::NoRow;
    qint64 m_lateTime = 0;
    qint64 m_lateEvent = Finding::NoRow;
    bool m_hasAsked = false;  ///< a request was sent on this connection
    bool m_hasGoneOn = false; ///< a request was sent after the late response
    qint64 m_leaveTime = 0;
    qint64 m_leaveEvent = Finding::NoRow;
};

} // namespace Pullcord
