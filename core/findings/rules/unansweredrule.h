// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"

namespace Pullcord {

/// P18: a request that was never answered: for long (RequestRule::isOverdue), or since the server's process is gone, or has ended
/// or broken the stream in which the answer would have come.
///
/// Who closed the stream himself has given up the request (C31), and who ended a call without an answer waits for none to what he
/// had asked for its sake. A probe of the era, and an initialize behind it in the same connection, may stay unanswered: see
/// ConversationFacts::isProbing(). A question to a person that the client leaves open as it ends the conversation is Info.
///
/// Up to 2025-11-25 a stream of events with ids may be taken up again: there it is told when that has not been for as long.
class UnansweredRule final : public FindingRule
{
public:
    explicit UnansweredRule(FindingContext &context);
    static constexpr qsizetype MostQuestions = 64;      ///< of a stream
    static constexpr qint64 Resumption = 2'000'000'000; ///< ns in which a stream that broke may be taken up again

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    [[nodiscard]] bool isBodyOfOtherType(const FindingStep &step) const;
    void onLost(const FindingStep &step);
    void noteQuestion(const FindingStep &step);
    void settleQuestions(const RequestRecord &record);
    [[nodiscard]] Words whyUnanswered(const FindingStep &step) const;

    RecentRows<QList<qint64>> m_questions; ///< rows of the server's questions, by the exchange of the stream
    PostponedFindings m_resumable;         ///< of those whose stream may be taken up again
    qint64 m_exited = Finding::NoRow; ///< the event in which the server's process ended, of which nobody had asked it
};

} // namespace Pullcord
