// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancelharmrule.h"

#include "core/capture/humantext.h"
#include "core/findings/cancelwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

} // namespace

CancelHarmRule::CancelHarmRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Kind::CancelRequested, Kind::CancelSignalled, Kind::IgnoredCancel,
                                                Kind::Answered, Kind::TimedOut, Kind::Lost),
                            .events = bits(EventKind::Stderr, EventKind::Exited, EventKind::Note, EventKind::Failed)})
{}

void CancelHarmRule::onTransition(const FindingStep &step)
{
    const Kind kind = step.transition->kind;
    if (kind == Kind::Answered || kind == Kind::TimedOut || kind == Kind::Lost) {
        if (!m_cancels.empty() && step.record->direction == Direction::ClientToServer && !step.record->cancellation)
            onOther(step);
        return;
    }
    const bool isIgnored = kind == Kind::IgnoredCancel;
    const bool isTold =
        isIgnored || (step.record->direction == Direction::ClientToServer && step.record->cancellation &&
                      step.record->cancellation->signalTime != 0 && !step.record->cancellation->byPeer);
    if (!isTold || (isIgnored && step.event.direction != Direction::ClientToServer))
        return;
    m_cancels.push_back({step.row, step.event.time, step.index, isIgnored});
    if (m_cancels.size() > MostCancels)
        m_cancels.pop_front();
}

/// Another request ended: with an error that tells of a cancel, or without an answer, and its progress ended with the cancel.
void CancelHarmRule::onOther(const FindingStep &step)
{
    constexpr qint64 Patience = 2'000'000'000;
    const RequestRecord &record = *step.record;
    const RequestRecord::Progress &progress = record.progress;
    const bool isAnswered = step.transition->kind == Kind::Answered;
    const auto cancel = std::find_if(m_cancels.begin(), m_cancels.end(), [&](const Cancel &each) {
        if (each.isBad || each.time < record.start)
            return false;
        if (isAnswered)
            return step.event.time - each.time <= Patience;
        const qint64 pause = progress.count < 2 ? 0 : (progress.lastTime - record.start) / progress.count;
        return progress.count >= 2 && progress.lastTime <= each.time &&
               step.event.time - each.time >= std::max(Patience, 3 * pause);
    });
    if (cancel == m_cancels.end() || (isAnswered && !CancelWords::isAnswerToCancel(step)))
        return;
    Finding found = finding(FindingCode::C17, Direction::ServerToClient, step);
    found.gap = step.event.time - cancel->time;
    found.sentence =
        isAnswered ? Words::of(QT_TRANSLATE_NOOP("Words", "%1, which nobody had cancelled, was answered as cancelled, "
                                                          "perhaps because of the cancel of another request"),
                               record.id.display())
                   : Words::of(QT_TRANSLATE_NOOP("Words", "The progress of %1 ended with the cancel of another "
                                                          "request, perhaps because of it, and no answer came"),
                               record.id.display());
    for (const qint64 event : {record.requestEvent, cancel->event, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

void CancelHarmRule::onEvent(const FindingStep &step)
{
    if (m_cancels.empty() || facts().isClosing())
        return;
    const Cancel &last = m_cancels.back();
    switch (step.event.kind) {
    case EventKind::Stderr: {
        const QByteArray line = step.event.bytes.left(4096).toLower();
        const bool isError = line.contains("error") || line.contains("exception") || line.contains("traceback") ||
                             line.contains("panic");
        if (!last.isBad || !isError || step.event.time - last.time > Complaint)
            return;
        Finding found = finding(FindingCode::C14, Direction::ServerToClient, step);
        found.sentence = Words::of(
            QT_TRANSLATE_NOOP("Words", "The server logged an error %1 after a cancel that it should have ignored: %2"),
            HumanText::duration(step.event.time - last.time),
            HumanText::visible(QString::fromUtf8(step.event.bytes.left(CancelWords::MostQuoted))));
        for (const qint64 event : {last.event, step.index})
            found.addEvent(event);
        m_cancels.pop_back(); // once
        raise(std::move(found));
        return;
    }
    case EventKind::Exited:
    case EventKind::Failed:
        onDeath(step, Words::of(QT_TRANSLATE_NOOP("Words", "The server ended %1 after a cancel"),
                                HumanText::duration(step.event.time - last.time)));
        return;
    default:
        if (step.event.details.value(Event::SessionEnded).toBool())
            onDeath(step, Words::of(QT_TRANSLATE_NOOP("Words", "The server forgot the session %1 after a cancel"),
                                    HumanText::duration(step.event.time - last.time)));
    }
}

void CancelHarmRule::onDeath(const FindingStep &step, const Words &what)
{
    const Cancel last = m_cancels.back();
    m_cancels.clear();
    if (step.event.time - last.time > Death)
        return;
    Finding found = finding(last.isBad ? FindingCode::C14 : FindingCode::C15, Direction::ServerToClient, step);
    found.row = last.row;
    found.gap = step.event.time - last.time;
    found.sentence = what;
    for (const qint64 event : {last.event, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

} // namespace Pullcord
