// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requesttracker.h"

#include <QList>

namespace Pullcord {

/// When the server waited for answers to what it had asked itself: so long nobody can expect its own of it.
///
/// Plain class, a part of ConversationFacts; it remembers the last Most questions. Specification: client features.
class QuestionTimes
{
public:
    static constexpr qsizetype Most = 256;

    /// `record` is of the request that it concerns.
    void feed(const Transition &transition, const RequestRecord &record, qint64 time);
    /// How long, in ns, of the time from the begin of the client's request until `time` at least one question was open that is
    /// for its sake, or may be, as no stream tells.
    [[nodiscard]] qint64 waitedFor(const RequestRecord &record, qint64 time) const;

private:
    struct Question
    {
        quint64 serial;
        quint64 cause; ///< serial of the request that it is for; NoSerial where nothing tells
        qint64 start;
        qint64 end; ///< Open as long as it is
    };
    static constexpr qint64 Open = -1;

    QList<Question> m_questions; ///< in the order in which they came
};

} // namespace Pullcord
