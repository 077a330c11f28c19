// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/recentrows.h"
#include "core/rpc/event.h"

#include <QByteArray>
#include <QList>

#include <array>

namespace Pullcord {

class ConversationFacts;
struct FindingStep;

/// Up to when a message may have crossed a cancel, by the order of the messages: each side of a connection reads one stream, so
/// the first response to anything sent behind a cancel is the first sign that the cancel was read. What comes while that is
/// awaited may have left before.
///
/// Owner: FindingContext. Plain class; it remembers the last cancels. Over HTTP each message is a POST of its own, and no order
/// holds: do not feed it there. Specification: basic/utilities/cancellation "Timing Considerations".
class CancelOrder
{
public:
    static constexpr qsizetype Most = 256; ///< cancels of a side behind which nothing was answered
    /// ns: a request that is sent later behind the cancel is no excuse for what came before its response, nor, in 2026-07-28, is
    /// one that takes longer and may be at work.
    static constexpr qint64 Longest = 1'000'000'000;

    /// The first response to a request that was sent behind a cancel.
    struct Response
    {
        qint64 request = -1;   ///< event in which that was sent
        qint64 event = -1;     ///< of the response
        QByteArray method;     ///< of the request
        bool isQuick = false;  ///< that takes no work: ConversationFacts::isQuick()
        bool isExcuse = false; ///< what came between the two may have crossed the cancel
    };

    /// Takes a transition that concerns a request. Returns the rows of the cancelled requests that it shows to be read.
    [[nodiscard]] QList<qint64> feed(const FindingStep &step, const ConversationFacts &facts);
    /// Null if nothing behind the cancel of that row was answered, or that is long ago.
    [[nodiscard]] const Response *responseBehind(qint64 row) { return m_responses.find(row); }

private:
    struct Cancel
    {
        qint64 row;
        qint64 event;
        qint64 time;
    };
    void addCancel(const FindingStep &step);
    [[nodiscard]] QList<Cancel> &unread(Direction sender) { return m_unread[sender == Direction::ClientToServer]; }

    std::array<QList<Cancel>, 2> m_unread; ///< by sender: cancels without a response behind them, oldest first
    RecentRows<Response> m_responses;      ///< by the rows of the cancelled requests
};

} // namespace Pullcord
