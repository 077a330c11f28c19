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

/// C07 and P09 of log messages in 2026-07-28, where each request says whether it wants any, and from which level on.
///
/// Over HTTP a message stands in the stream of the request that it is for. Over stdio nothing tells: there, what is open and
/// asks explains it; else a request that asked and was cancelled; only what neither explains was asked for by nobody.
/// Specification: server utilities "Logging", "Per-request log level".
class UnaskedLogRule final : public FindingRule
{
public:
    explicit UnaskedLogRule(FindingContext &context);
    static constexpr qsizetype MostAsking = 4096; ///< requests; of more nothing is proved
    static constexpr qsizetype MostSorts = 64;    ///< of what is wrong: of those each is one finding, which grows

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    /// The response to one request, over HTTP.
    struct Stream
    {
        qint64 row = Finding::NoRow;
        std::optional<LogLevel> asked; ///< the least that it wants; none: no log messages
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
    void report(qint64 row, const FindingStep &step, const Words &sentence);

    QHash<qint64, LogLevel> m_asking; ///< by row: requests that want some, and that the server does not know to be over
    std::array<int, 8> m_askedFor{};  ///< how many of them, by level
    bool m_isFull = false;
    RecentRows<LogLevel, 64> m_cancelled; ///< those of them that were cancelled
    RecentRows<Stream> m_streams;         ///< by exchange
    RecentRows<quint64, 64> m_late;       ///< keys of findings, by row
    QHash<QString, quint64> m_found;      ///< the others, by sentence
};

} // namespace Pullcord
