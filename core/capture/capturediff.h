// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsondiff.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;
struct RequestRecord;

/// Compares the requests of two captures: requests that only one side has, and for the others parameters, final state,
/// reason of the cancel, response (even if late), and further responses. Ignores times, ids and _meta.
///
/// Requests are paired by direction, method and name: first those with equal parameters, then the others in order.
/// Plain class; captures and logs must outlive it.
class CaptureDiff
{
public:
    /// The requests of one capture to compare.
    struct Side
    {
        const Capture &capture;
        const RequestLog &log;
        std::vector<qsizetype> rows; ///< in order
    };
    /// A request on both sides, or on one.
    struct Pair
    {
        static constexpr qsizetype None = -1;
        qsizetype left = None; ///< row in the log of that side; None if it has no such request
        qsizetype right = None;
    };
    /// One aspect of both sides: parameters, reasons of the cancels, responses, or lists of further responses.
    struct Part
    {
        QByteArray left; ///< raw JSON; empty if there is none
        QByteArray right;
        JsonDiff diff = {}; ///< points into both

        [[nodiscard]] bool isSame() const { return diff.differences.isEmpty() && left.isEmpty() == right.isEmpty(); }
    };
    /// Differences between the two requests of a pair.
    struct Difference
    {
        bool inState = false;
        Part request;
        Part reason;
        Part answer;
        Part laterAnswers;

        [[nodiscard]] bool isNone() const
        {
            return !inState && request.isSame() && reason.isSame() && answer.isSame() && laterAnswers.isSame();
        }
    };

    CaptureDiff(Side left, Side right);

    /// Returns all requests of both sides, in the order of the left one. A request that only the right side has follows
    /// its predecessor there.
    [[nodiscard]] const QList<Pair> &pairs() const { return m_pairs; }
    /// The pair must have both sides.
    [[nodiscard]] Difference compare(const Pair &pair) const;

private:
    /// Events of responses after the end of a request, in order, by row.
    using Answers = QHash<qsizetype, QList<qsizetype>>;

    void pairUp();
    [[nodiscard]] static Answers answersOf(const Side &side);

    Side m_left;
    Side m_right;
    Answers m_leftAnswers;
    Answers m_rightAnswers;
    QList<Pair> m_pairs;
};

} // namespace Pullcord
