// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"

namespace Pullcord {

/// P18: a request never got a response. Either it was open for long (RequestRule::isOverdue), or the process of the
/// server is gone, or the server ended or broke the stream of the response.
///
/// A side that closed the stream itself has given up the request (C31). A server that ended a call without a response
/// does not wait for its own requests on behalf of that call. A probe of the era may stay open, and so may an
/// initialize after it on the same connection: see ConversationFacts::isProbing(). A question to the user that is open
/// when the client ends the conversation is Info.
///
/// Up to 2025-11-25 an event stream with ids may be resumed, so the finding waits for the same time.
class UnansweredRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Transition::Kind::Created, Transition::Kind::Lost, Transition::Kind::UnknownResponse),
        .events = bits(EventKind::Exited)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return !step.transition || step.transition->kind != Transition::Kind::Created ||
               step.record->direction == Direction::ServerToClient;
    }
    static constexpr qsizetype MostQuestions = 64;      ///< per stream
    static constexpr qint64 Resumption = 2'000'000'000; ///< ns within which a broken stream may be resumed

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    [[nodiscard]] bool isBodyOfOtherType(const FindingStep &step) const;
    void onLost(const FindingStep &step);
    void noteQuestion(const FindingStep &step);
    void settleQuestions(const RequestRecord &record);
    [[nodiscard]] TranslatableText whyUnanswered(const FindingStep &step) const;

    RecentRows<QList<qint64>> m_questions; ///< rows of the server's requests, by exchange of the stream
    PostponedFindings m_resumable;         ///< requests whose stream may be resumed
    qint64 m_exited = Finding::NoRow;      ///< event in which the server's process ended unexpectedly
};

} // namespace Pullcord
