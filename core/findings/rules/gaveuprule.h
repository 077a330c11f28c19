// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"

#include <array>

namespace Pullcord {

/// C32 and C35: the client gave up a request and did not say so, or took a late answer for the end of the conversation.
class GaveUpRule final : public FindingRule
{
public:
    explicit GaveUpRule(FindingContext &context);
    static constexpr qint64 Patience = 1'000'000'000; ///< ns
    static constexpr qint64 Fright = 500'000'000;     ///< from a late answer to when the client leaves because of it

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
    [[nodiscard]] Finding about(const FindingStep &step, const Words &sentence) const;

    PostponedFindings m_waiting;
    /// The keys of the findings about what was open when the client left: what it had asked for, and what somebody by hand.
    std::array<quint64, 2> m_left = {};
    quint64 m_fatal = 0; ///< the key of the finding that it left, and gave up what was open, for a late answer
    qint64 m_lateRow = Finding::NoRow;
    qint64 m_lateTime = 0;
    qint64 m_lateEvent = Finding::NoRow;
    bool m_hasAsked = false;  ///< for anything on this connection
    bool m_hasGoneOn = false; ///< it has asked for something after the late answer
    qint64 m_leaveTime = 0;
    qint64 m_leaveEvent = Finding::NoRow;
};

} // namespace Pullcord
