// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"
#include "core/transport/http/mcpheaders.h"

#include <QJsonArray>

namespace Pullcord {

/// P14: in Streamable HTTP of 2026-07-28, headers (including Mcp-Param-*) that contradict the body, or that only older
/// revisions have.
class HttpHeaderRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Transition::Kind::Created, Transition::Kind::Left, Transition::Kind::Answered),
        .events = bits(EventKind::Http)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return !step.transition; }
    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    struct Exchange
    {
        QJsonArray headers; ///< of the request
        qint64 event = -1;
    };
    enum Sort : quint8 { Method, ClientSession, ServerSession, Sorts };

    [[nodiscard]] bool checkAbsent(const Exchange &exchange, const FindingStep &step);
    void raiseAbout(Finding found, const QByteArray &header, const Exchange &exchange, const FindingStep &step);
    void report(Sort sort, Direction accused, FindingSeverity severity, const FindingStep &step,
                const TranslatableText &sentence);

    McpHeaders m_headers;                 ///< knows which arguments belong in headers, by tool
    RecentRows<Exchange, 64> m_exchanges; ///< by exchange number
    quint64 m_found[Sorts] = {};          ///< keys of findings
};

} // namespace Pullcord
