// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/facts/recentrows.h"
#include "core/rpc/event.h"

#include <QByteArray>
#include <QList>

#include <array>

namespace Pullcord {

class ConversationFacts;
struct FindingStep;

/// Finds which messages may have crossed a cancel, by the order of the messages. Each side of a connection reads one
/// stream, so the first response to anything sent after a cancel is the first sign that the cancel was read. Whatever
/// comes before that response may have left before the cancel was read.
///
/// Owner: RuleContext. Plain class; remembers the last cancels. Do not feed it over HTTP: each message is a POST of
/// its own there, and no order holds. Specification: basic/utilities/cancellation "Timing Considerations".
class CancelOrder
{
public:
    static constexpr qsizetype Most = 256; ///< cancels per side without a response to anything sent after them
    /// Limit in ns. A request sent later than this after the cancel does not excuse messages before its response. In
    /// 2026-07-28, neither does a request that takes longer than this, since it may involve work.
    static constexpr qint64 Longest = 1'000'000'000;

    /// First response to a request that was sent after a cancel.
    struct Response
    {
        qint64 request = -1;   ///< event in which the request was sent
        qint64 event = -1;     ///< event of the response
        QByteArray method;     ///< method of the request
        bool isQuick = false;  ///< the request takes no work: ConversationFacts::isQuick()
        bool isExcuse = false; ///< messages between the two events may have crossed the cancel
    };

    /// Processes a transition of a request. Returns the rows of the cancelled requests whose cancel it proves to be
    /// read.
    [[nodiscard]] QList<qint64> feed(const FindingStep &step, const ConversationFacts &facts);
    /// Returns the first response after the cancel of that row; null if there is none, or it was forgotten.
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

    std::array<QList<Cancel>, 2> m_unread; ///< per sender: cancels without a response after them, oldest first
    RecentRows<Response> m_responses;      ///< by row of the cancelled request
};

} // namespace Pullcord
