// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

namespace Pullcord {

/// H01 to H04 and H10 to H13: one exchange of Streamable HTTP before 2026-07-28, by status, content type and headers.
///
/// A rule looks at an exchange when its response comes, since its message is known by then; at what depends on the body, when
/// the exchange ends. Where a capture has no headers, or an export has masked their names, nothing is said about them.
/// Specification: transports "Sending Messages to the Server", "Listening for Messages from the Server", "Session
/// Management", "Protocol Version Header".
class LegacyHttpRule final : public FindingRule
{
public:
    explicit LegacyHttpRule(FindingContext &context);

    void onEvent(const FindingStep &step) override;

private:
    /// The message that a POST carried.
    struct Posted
    {
        qint64 event = Finding::NoRow;
        QByteArray method;  ///< empty for responses and batches
        QList<qint64> rows; ///< of its requests
        bool hasRequest = false;
        bool hasNotification = false;
        bool hasResponse = false;
        bool isBatch = false;
        bool isModern = false; ///< it names its revision, which is 2026-07-28 or later

        [[nodiscard]] Words name() const;
    };
    struct Exchange
    {
        QJsonObject request; ///< details of its steps
        QJsonObject response;
        qint64 event = 0; ///< index of the request step
        qint64 responseEvent = Finding::NoRow;
        bool isAgreed = false;          ///< it was sent after the response to `initialize`
        std::optional<Revision> agreed; ///< the revision of that response
        bool isSeen = false;            ///< its client was judged
        bool isTold = false;            ///< its response was judged

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
                const Words &sentence, const FindingStep &step);

    RecentRows<Exchange, 64> m_exchanges; ///< by number
    QHash<QByteArray, quint64> m_found;   ///< keys of findings, by code and sentence
    qint64 m_session =
        Finding::NoRow;   ///< event of the response that gave a session id; NoRow while there is no session
    QString m_sessionUrl; ///< the endpoint that gave it
    qint64 m_sessionEnd = Finding::NoRow; ///< event with which the last session ended
    /// A GET that was refused with 404 in a session: a later POST in it shows whether the session was lost.
    std::optional<Exchange> m_refusedGet;
    const bool m_isImported;     ///< another program wrote the conversation
    bool m_isStreamable = false; ///< the transport is Streamable HTTP for certain
};

} // namespace Pullcord
