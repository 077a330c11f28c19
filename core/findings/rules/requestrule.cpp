// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/requestrule.h"

#include "core/capture/humantext.h"

#include <utility>

namespace Pullcord {

RequestRule::RequestRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::Created, Transition::Kind::Answered,
                                                Transition::Kind::Lost, Transition::Kind::IgnoredCancel),
                            .messages = Notifications})
{}

bool RequestRule::isOverdue(const RequestRecord &record, qint64 time)
{
    return record.lostAtQuestions == 0 && time - record.start >= Patience;
}

void RequestRule::report(FindingCode code, Direction accused, const FindingStep &step, const Words &sentence)
{
    Finding found = finding(code, accused, step);
    found.sentence = sentence;
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

void RequestRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::IgnoredCancel) {
        onIgnoredCancel(step);
        return;
    }
    const RequestRecord &record = *step.record;
    if (step.transition->kind == Transition::Kind::Created) {
        onCreated(step);
        return;
    }
    if (step.transition->kind == Transition::Kind::Answered) {
        if (m_posted.isEmpty())
            return;
        if (std::optional<Finding> posted = m_posted.take(step.row))
            raiseUntold(*std::move(posted)); // it was read before
        return;
    }
    if (record.neverSent || !isOverdue(record, step.event.time) || record.method == "subscriptions/listen" ||
        m_takenBack.find(step.row) || record.amiss.count != 0 || isSettled(step.row))
        return;
    Finding found = finding(FindingCode::P18, opposite(record.direction), step);
    found.sentence = Words::of(QT_TRANSLATE_NOOP("Words", "The request %1 was never answered, in %2"),
                               record.id.display(), HumanText::duration(step.event.time - record.start));
    for (const qint64 event : {record.requestEvent, step.index})
        found.addEvent(event);
    raise(ifUnanswered(std::move(found), record));
}

/// It cancels nothing that may be cancelled; who takes it for one that does owes no answer.
void RequestRule::onIgnoredCancel(const FindingStep &step)
{
    using Problem = Transition::CancelProblem;
    const Problem problem = step.transition->problem;
    if (step.record && (problem == Problem::NotCancellable || problem == Problem::OtherType))
        m_takenBack.insert(step.row, true);
}

void RequestRule::onCreated(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.duplicateId)
        report(FindingCode::P05, record.direction, step,
               Words::of(QT_TRANSLATE_NOOP("Words", "The id %1 was used again while its request was open"),
                         record.id.display()));
    if (facts().isModern() || !facts().isMcp() || record.method == "ping")
        return;
    const ConversationFacts::Handshake handshake = facts().handshake();
    if (record.direction == Direction::ServerToClient) {
        if (handshake == ConversationFacts::Handshake::Asked || handshake == ConversationFacts::Handshake::Agreed)
            report(FindingCode::P08, record.direction, step,
                   Words::of(
                       QT_TRANSLATE_NOOP("Words", "The server asked %1 before it was told notifications/initialized"),
                       QString::fromUtf8(record.method)));
    } else if (record.method != "initialize" && record.method != "server/discover") {
        if (handshake == ConversationFacts::Handshake::Asked)
            report(FindingCode::P08, record.direction, step,
                   Words::of(QT_TRANSLATE_NOOP("Words", "The client asked %1 before initialize was answered"),
                             QString::fromUtf8(record.method)));
        else if (handshake == ConversationFacts::Handshake::Agreed)
            onAskedUntold(step);
        else if (handshake == ConversationFacts::Handshake::Refused)
            report(FindingCode::P08, record.direction, step,
                   Words::of(QT_TRANSLATE_NOOP("Words", "The client asked %1 though initialize was refused"),
                             QString::fromUtf8(record.method)));
    }
}

/// Over HTTP each is a POST of its own, and of two that leave together either may be the first to arrive.
void RequestRule::onAskedUntold(const FindingStep &step)
{
    Finding found = finding(FindingCode::P08, step.record->direction, step);
    found.sentence =
        Words::of(QT_TRANSLATE_NOOP("Words", "The client asked %1 before it said notifications/initialized"),
                  QString::fromUtf8(step.record->method));
    found.addEvent(step.index);
    if (!facts().isOverHttp()) {
        raiseUntold(std::move(found));
        return;
    }
    m_posted.add(found, step.event.time + Together);
    wakeAt(step.event.time + Together);
    listen(true);
}

void RequestRule::onEvent(const FindingStep &step)
{
    if (step.event.direction != Direction::ClientToServer ||
        !step.message.hasMethod(step.event.bytes, "notifications/initialized"))
        return;
    m_posted = {};
    listen(false);
}

void RequestRule::onDue(qint64 time)
{
    for (Finding &found : m_posted.takeDue(time))
        raiseUntold(std::move(found));
}

void RequestRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    if (!facts().isClosed())
        return;
    for (Finding &found : m_posted.takeAll())
        raiseUntold(std::move(found));
}

/// All of one conversation are one finding: who never says it asks everything so.
void RequestRule::raiseUntold(Finding finding)
{
    if (const Finding *known = raised(m_untold)) {
        Finding found = *known;
        ++found.count;
        found.addEvent(finding.events.first());
        change(m_untold, std::move(found));
        return;
    }
    m_untold = raise(std::move(finding));
}

} // namespace Pullcord
