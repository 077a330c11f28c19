// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/questiontimes.h"

#include <algorithm>

namespace Pullcord {

void QuestionTimes::feed(const Transition &transition, const RequestRecord &record, qint64 time)
{
    if (record.direction != Direction::ServerToClient || record.method == "ping")
        return;
    if (transition.kind == Transition::Kind::Created) {
        m_questions.push_back(
            {record.serial, record.causeIsGuess ? RequestRecord::NoSerial : record.cause, record.start, Open});
        if (m_questions.size() > Most)
            m_questions.pop_front();
        return;
    }
    if (record.isOpen())
        return;
    const auto known = std::find_if(m_questions.rbegin(), m_questions.rend(),
                                    [&record](const Question &each) { return each.serial == record.serial; });
    if (known != m_questions.rend() && known->end == Open)
        known->end = time;
}

qint64 QuestionTimes::waitedFor(const RequestRecord &record, qint64 time) const
{
    const quint64 asked = record.leg.number > 0 ? record.leg.first : record.serial;
    qint64 waited = 0;
    qint64 until = record.start; // end of the time that is counted already
    for (const Question &question : m_questions) {
        if (question.cause != RequestRecord::NoSerial && question.cause != asked)
            continue;
        const qint64 begin = std::max(until, question.start);
        const qint64 end = question.end == Open ? time : std::min(question.end, time);
        waited += std::max<qint64>(end - begin, 0);
        until = std::max(until, end);
    }
    return waited;
}

} // namespace Pullcord
