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

/// How the requests of two captures differ: which ones only one of them has, and of those that both have what was asked, how it
/// ended, why it was cancelled, what was answered, be it late, and what answers came after that one. Times are not compared, nor
/// ids, nor what stands in _meta.
///
/// A request goes with the one of the same direction, method and name that has the same parameters, else with the next that
/// none goes with yet. Plain class; captures and logs must outlive it.
class CaptureDiff
{
public:
    /// The requests of one of them that count.
    struct Side
    {
        const Capture &capture;
        const RequestLog &log;
        std::vector<qsizetype> rows; ///< in order
    };
    struct Pair
    {
        static constexpr qsizetype None = -1;
        qsizetype left = None; ///< rows of the logs
        qsizetype right = None;
    };
    /// The parameters, the reasons of the cancels, the answers (a result or an error), or a list of those after them, of the two.
    struct Part
    {
        QByteArray left; ///< raw JSON; empty for none
        QByteArray right;
        JsonDiff diff = {}; ///< points into both

        [[nodiscard]] bool isSame() const { return diff.differences.isEmpty() && left.isEmpty() == right.isEmpty(); }
    };
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

    /// Each request of both, in the order of the first; what only the second has stands behind what was before it there.
    [[nodiscard]] const QList<Pair> &pairs() const { return m_pairs; }
    /// Of a pair that has both.
    [[nodiscard]] Difference compare(const Pair &pair) const;

private:
    /// Indices of the answers, in order, of those rows that were answered after their end.
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
