// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QtGlobal>

#include <optional>
#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;

/// One connection of a proxied conversation: its capture, read to the end. A value; both must outlive it.
struct Hop
{
    const Capture &capture;
    const RequestLog &log;
};

/// Pairs the requests that a gateway has passed on, across their ids.
///
/// The hop in front of the gateway leads to the client, the hop behind it to the server. Requests are paired by
/// direction, method, name and parameters without _meta, in order, and by time if both captures have the same clock.
/// Requests whose parameters the gateway has changed are paired by method and name. Plain class; the captures must
/// outlive it. Times are in ns since the start of a capture.
class HopPairs
{
public:
    /// The same request on both hops.
    struct Pair
    {
        qsizetype front;  ///< row in the log of the hop in front
        qsizetype behind; ///< row in the log of the hop behind
        bool isGuess;     ///< another request fits as well, or the parameters differ
    };

    HopPairs(const Hop &front, const Hop &behind);

    /// Returns the pairs: requests of the client first, then those of the server, each in the order of its sender.
    [[nodiscard]] const std::vector<Pair> &pairs() const { return m_pairs; }
    /// Converts a time of the capture behind to the capture in front. Without a common clock, assumes that the requests
    /// of the pair start at the same time.
    [[nodiscard]] qint64 toFront(qint64 timeBehind, const Pair &pair) const;

private:
    struct Request;
    [[nodiscard]] std::vector<Request> requestsOf(const Hop &hop, Direction direction, qint64 offset) const;
    void pairUp(Direction direction);
    void setClock();

    Hop m_front;
    Hop m_behind;
    std::optional<qint64> m_offset; ///< time in front of time 0 behind; none without a common clock
    std::vector<Pair> m_pairs;
};

} // namespace Pullcord
