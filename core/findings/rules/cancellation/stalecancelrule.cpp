// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/stalecancelrule.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/findings/rules/messages/requestrule.h"

#include <utility>

namespace Pullcord {

namespace {

using Kind = Transition::Kind;
using Problem = Transition::CancelProblem;

QByteArray keyOf(Direction direction, const RequestId &id)
{
    return nameOf(direction).toByteArray() + id.toJson();
}

} // namespace

void StaleCancelRule::onTransition(const FindingStep &step)
{
    const Kind kind = step.transition->kind;
    if (kind == Kind::IgnoredCancel) {
        const Problem problem = step.transition->problem;
        if (problem != Problem::Finished && problem != Problem::Unknown && problem != Problem::Twice)
            return;
        if (m_stale.size() >= MostIds)
            m_stale.clear();
        const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
        m_stale.insert(keyOf(step.event.direction, id), step.index);
        return;
    }
    const RequestRecord &record = *step.record;
    if (kind == Kind::CancelSignalled && record.late.answered())
        m_stale.insert(keyOf(record.direction, record.id), step.index); // its response had come late
    if (kind == Kind::Created) {
        if (record.cause != RequestRecord::NoSerial && !m_reused.isEmpty())
            m_reused.remove(log().rowOf(record.connection, record.cause)); // the server works on it
        if (m_stale.isEmpty())
            return;
        const auto cancel = m_stale.constFind(keyOf(record.direction, record.id));
        if (cancel != m_stale.constEnd()) {
            m_reused.insert(step.row, *cancel);
            m_stale.erase(cancel);
        }
        return;
    }
    const qint64 *cancel = m_reused.isEmpty() ? nullptr : m_reused.find(step.row);
    if (!cancel)
        return;
    // A cancel of its own, or the end of the connection, explains the silence of a request that is not overdue.
    // Progress shows that it was not hit.
    const bool isGivenUp = kind == Kind::CancelRequested || kind == Kind::CancelSignalled;
    const bool isEnd = kind == Kind::Lost || facts().isClosing();
    const bool isEarly = (isEnd || isGivenUp) && step.event.time - record.start < RequestRule::Patience;
    if (kind != Kind::Answered && !isEarly && record.progress.count == 0 && !record.neverSent && !isSettled(step.row)) {
        Finding found = finding(FindingCode::C18, opposite(record.direction), step);
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The request %1 got no response: an earlier cancellation for that id may have swallowed it"),
            record.id.display());
        for (const qint64 event : {*cancel, record.requestEvent, step.index})
            found.addEvent(event);
        raise(ifUnanswered(std::move(found), record));
        settle(step.row);
    }
    m_reused.remove(step.row);
}

} // namespace Pullcord
