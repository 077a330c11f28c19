// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"
#include "core/mcp/loglevel.h"

#include <QHash>

#include <array>
#include <optional>

namespace Pullcord {

/// C07 and P09 for log messages of 2026-07-28, where each request states whether it wants log messages, and from which
/// level.
///
/// Over HTTP a log message belongs to the request of its stream. Over stdio nothing relates them. A message is then
/// explained by an open request that wants it, or by a cancelled request that wanted it. If neither exists, it was
/// unsolicited.
/// Specification: server utilities "Logging", "Per-request log level".
class UnsolicitedLogRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Transition::Kind::Created, Transition::Kind::Left, Transition::Kind::Answered,
                            Transition::Kind::LateResponse, Transition::Kind::Lost, Transition::Kind::Refused,
                            Transition::Kind::CancelRequested, Transition::Kind::CancelSignalled),
        .messages = Notifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &facts);
    static constexpr qsizetype MostAsking = 4096; ///< requests; with more of them nothing can be proved
    static constexpr qsizetype MostSorts = 64;    ///< kinds of faults; each is one finding with a count

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    /// Response stream of one request (HTTP).
    struct Stream
    {
        qint64 row = Finding::NoRow;
        std::optional<LogLevel> asked; ///< least level that it wants; none: no log messages
        bool isAnswered = false;
        bool isSubscription = false;
    };
    using Asked = std::optional<LogLevel>;

    void onRequest(const FindingStep &step);
    void forget(qint64 row);
    [[nodiscard]] Asked leastAsked() const;
    void judgeInStream(const FindingStep &step, LogLevel level);
    void judge(const FindingStep &step, LogLevel level);
    void reportLate(qint64 row, const FindingStep &step);
    void report(qint64 row, const FindingStep &step, const TranslatableText &sentence);

    QHash<qint64, LogLevel> m_asking; ///< by row: requests that want log messages and have not ended for the server
    std::array<int, 8> m_askedFor{};  ///< number of those requests, by level
    bool m_isFull = false;
    RecentRows<LogLevel, 64> m_cancelled; ///< cancelled ones of those
    RecentRows<Stream> m_streams;         ///< by exchange
    RecentRows<quint64, 64> m_late;       ///< keys of findings, by row
    QHash<QString, quint64> m_found;      ///< keys of the others, by sentence
};

} // namespace Pullcord
