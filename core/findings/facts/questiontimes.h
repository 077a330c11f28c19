// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requesttracker.h"

#include <QList>

namespace Pullcord {

/// Times at which the server waited for responses to its own requests, so that its response to the client may be later.
///
/// Plain class, a part of ConversationFacts; remembers the last Most requests of the server. Specification: client
/// features.
class QuestionTimes
{
public:
    static constexpr qsizetype Most = 256;

    /// `record` is the request of the transition.
    void feed(const Transition &transition, const RequestRecord &record, qint64 time);
    /// Returns the time, in ns, in which at least one request of the server was open between the start of `record` and
    /// `time`. Counts the requests that belong to `record`, or may belong to it if no stream proves which.
    [[nodiscard]] qint64 waitedFor(const RequestRecord &record, qint64 time) const;

private:
    struct Question
    {
        quint64 serial;
        quint64 cause; ///< serial of the request that caused it; NoSerial if unknown
        qint64 start;
        qint64 end; ///< Open until it ends
    };
    static constexpr qint64 Open = -1;

    QList<Question> m_questions; ///< in order of arrival
};

} // namespace Pullcord
