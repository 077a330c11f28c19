// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"
#include "core/transport/http/mcpheaders.h"

#include <QJsonArray>

namespace Pullcord {

/// P14: over Streamable HTTP in 2026-07-28, headers (Mcp-Param-* too) that do not say what the body says, and what only older revisions have.
class HttpHeaderRule final : public FindingRule
{
public:
    explicit HttpHeaderRule(FindingContext &context);
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
    void report(Sort sort, Direction accused, FindingSeverity severity, const FindingStep &step, const Words &sentence);

    McpHeaders m_headers;                 ///< knows which arguments tools want in headers
    RecentRows<Exchange, 64> m_exchanges; ///< by their numbers
    quint64 m_found[Sorts] = {};          ///< keys of findings
};

} // namespace Pullcord
