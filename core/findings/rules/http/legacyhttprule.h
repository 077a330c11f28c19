// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// H01 to H04 and H10 to H13: exchanges of Streamable HTTP before 2026-07-28, by status, content type and headers.
///
/// An exchange is judged at its response, since its message is known by then; whatever depends on the body, at its end.
/// If the capture lacks the headers, or an export masked their names, nothing is raised about them.
/// Specification: transports "Sending Messages to the Server", "Listening for Messages from the Server", "Session
/// Management", "Protocol Version Header".
class LegacyHttpRule final : public FindingRule
{
public:
    explicit LegacyHttpRule(FindingContext &context);
    static constexpr Wants Wanted{.events = bits(EventKind::Http, EventKind::Malformed)};

    void onEvent(const FindingStep &step) override;

private:
    /// Message in a POST.
    struct Posted
    {
        qint64 event = Finding::NoRow;
        QByteArray method;  ///< empty for responses and batches
        QList<qint64> rows; ///< its requests
        bool hasRequest = false;
        bool hasNotification = false;
        bool hasResponse = false;
        bool isBatch = false;
        bool isModern = false; ///< it names revision 2026-07-28 or later

        [[nodiscard]] TranslatableText name() const;
    };
    struct Exchange
    {
        QJsonObject request; ///< details of the request step
        QJsonObject response;
        qint64 event = 0; ///< index of the request step
        qint64 responseEvent = Finding::NoRow;
        bool isAgreed = false;          ///< it was sent after the response to `initialize`
        std::optional<Revision> agreed; ///< revision in that response
        bool isSeen = false;            ///< the client was judged
        bool isTold = false;            ///< the response was judged

        [[nodiscard]] QString method() const;
        [[nodiscard]] int status() const;
    };

    [[nodiscard]] Posted posted(const Exchange &exchange, const FindingStep &step);
    void onResponse(Exchange &exchange, const FindingStep &step);
    void onExchangeEnd(Exchange &exchange, const FindingStep &step);
    void onBody(const FindingStep &step);

    [[nodiscard]] bool mayBeHttpSse(const Exchange &exchange);
    [[nodiscard]] bool mayHaveEvents(const Exchange &exchange, const FindingStep &step) const;

    bool judgeClient(Exchange &exchange, const Posted &posted, const FindingStep &step);
    bool judgeAccept(const Exchange &exchange, const FindingStep &step);
    bool judgeVersion(const Exchange &exchange, const FindingStep &step);
    bool judgeSession(const Exchange &exchange, const FindingStep &step);
    void judgeNotification(Exchange &exchange, const Posted &posted, const FindingStep &step);
    void judgeRequest(Exchange &exchange, const Posted &posted, const FindingStep &step);
    void judgeGet(const Exchange &exchange, bool isClients, const FindingStep &step);
    void judgeRefusedGet(const Exchange &exchange, const FindingStep &step);
    void reportGet(const Exchange &exchange, const FindingStep &step);
    void takeSession(const Exchange &exchange, const Posted &posted, const FindingStep &step);
    void endSession(const FindingStep &step);

    void report(FindingCode code, FindingSeverity severity, const Exchange &exchange, const QList<qint64> &rows,
                const TranslatableText &sentence, const FindingStep &step);

    RecentRows<Exchange, 64> m_exchanges; ///< by number
    QHash<QByteArray, quint64> m_found;   ///< keys of findings, by code and sentence
    qint64 m_session =
        Finding::NoRow;   ///< event of the response that assigned the session id; NoRow while there is no session
    QString m_sessionUrl; ///< endpoint of that response
    qint64 m_sessionEnd = Finding::NoRow; ///< event in which the last session ended
    /// A GET in a session that got 404: a later POST in it shows whether the session was lost.
    std::optional<Exchange> m_refusedGet;
    const bool m_isImported;     ///< another program recorded the conversation
    bool m_isStreamable = false; ///< the transport is certainly Streamable HTTP
};

} // namespace Pullcord
