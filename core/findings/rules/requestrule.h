// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"
#include "core/findings/recentrows.h"
#include "core/findings/usedids.h"

namespace Pullcord {

/// P05 and P08: an id that was used before, and a request before its time.
class RequestRule final : public FindingRule
{
public:
    explicit RequestRule(FindingContext &context);
    static constexpr qint64 Patience = 10'000'000'000; ///< ns that an answer may take when the conversation ends
    static constexpr qint64 Together = 1'000'000'000;  ///< ns between two POSTs of which either may be the first

    /// Whether it has been open for so long at that time that who owes its answer is to blame, and not who leaves. As long as a
    /// server waits for answers of the client's, that has to wait for it.
    [[nodiscard]] static bool isOverdue(const RequestRecord &record, qint64 time, const ConversationFacts &facts);

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

    static constexpr qsizetype MostEarly = 64; ///< requests before the handshake that are remembered

private:
    struct Early
    {
        qint64 row;
        qint64 event;
        qint64 time;
        Direction direction;
        QByteArray method;
        bool byHand;
    };
    void onCreated(const FindingStep &step);
    void checkId(const FindingStep &step);
    void onRefused(const FindingStep &step);
    [[nodiscard]] bool isSentAgain(const FindingStep &step);
    void onAskedBefore(const FindingStep &step);
    void onInitialize(const FindingStep &step);
    void tellEarly(Direction accused, const char *sentence, qint64 event);
    [[nodiscard]] bool isOfSession(const FindingStep &step) const;
    void onAskedUntold(const FindingStep &step);
    void raiseUntold(Finding finding);
    void onIgnoredCancel(const FindingStep &step);
    void report(FindingCode code, Direction accused, const FindingStep &step, const Words &sentence);

    UsedIds m_used;                   ///< in this session
    UsedIds m_unanswered;             ///< of requests that have ended without a response
    RecentRows<qint64, 64> m_refused; ///< by row: events of requests that something before the server refused
    quint64 m_untold = 0;             ///< the key of what the client asked before it said notifications/initialized
    PostponedFindings m_posted;       ///< the same, where notifications/initialized may be on its way beside it
    QList<Early> m_early;             ///< what was asked before initialize
    bool m_isEraTold = false;         ///< by an event: who records that has made his handshake
};

} // namespace Pullcord
