// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QList>
#include <QSet>

#include <optional>

namespace Pullcord {

/// C17: a cancel also stopped another request, which got a response as cancelled, or none.
class BystanderRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions =
            bits(Transition::Kind::CancelRequested, Transition::Kind::CancelSignalled, Transition::Kind::IgnoredCancel,
                 Transition::Kind::Answered, Transition::Kind::TimedOut, Transition::Kind::Lost),
        .events = bits(EventKind::Exited, EventKind::Note, EventKind::Failed, EventKind::Http)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &facts);
    static constexpr qint64 Patience = 2'000'000'000; ///< ns without activity of the other request
    static constexpr qsizetype MostCancels = 32;
    static constexpr int MostLooks = 64; ///< per cancel, since thousands of requests may end at once
    static constexpr qsizetype MostUsual = 256;
    static constexpr qint64 MostEarlier = 256; ///< requests searched for an equal one

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    struct Cancel
    {
        qint64 row = Finding::NoRow;
        qint64 time = 0;
        qint64 event = Finding::NoRow;
        qint64 exchange = 0; ///< exchange that carried it (HTTP)
        int looked = 0;      ///< number of searches for equal requests
    };
    void onOther(const FindingStep &step);
    [[nodiscard]] static size_t failureOf(const FindingStep &step);
    [[nodiscard]] bool isUsual(const FindingStep &step) const { return m_usual.contains(failureOf(step)); }
    void rememberUsual(const FindingStep &step);
    [[nodiscard]] std::optional<qint64> usualPause(const FindingStep &step) const;
    [[nodiscard]] bool wasAsking(const FindingStep &step, qint64 patience) const;
    void report(const FindingStep &step, const Cancel &cancel, std::optional<qint64> usual);

    QList<Cancel> m_cancels;   ///< of the client, newest last
    RecentRows<bool> m_harmed; ///< requests that were reported
    QSet<size_t> m_usual;      ///< hashes of failures before any cancel; MostUsual at most
};

} // namespace Pullcord
