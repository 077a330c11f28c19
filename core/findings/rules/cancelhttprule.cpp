// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancelhttprule.h"

#include "core/capture/humantext.h"
#include "core/findings/findingcontext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

CancelHttpRule::CancelHttpRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::StreamClosed, Transition::Kind::CancelRefused),
                            .events = bits(EventKind::Http),
                            .messages = CancelNotifications})
{}

void CancelHttpRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::CancelRefused) {
        withdrawUnread(step.row); // who would not have the cancel has answered in good faith
        return;
    }
    const RequestRecord &record = *step.record;
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    if (record.cancellation->signalTime == 0 || gap < Patience || facts().isClosing())
        return;
    Finding found = finding(FindingCode::C11, Direction::ServerToClient, step);
    found.gap = gap;
    found.sentence = Words::of(
        QT_TRANSLATE_NOOP(
            "Words",
            "The server left the stream of the cancelled request open, until it was closed %1 after the cancel"),
        HumanText::duration(gap));
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

void CancelHttpRule::onEvent(const FindingStep &step)
{
    if (step.event.isMessage()) {
        if (step.event.direction == Direction::ClientToServer)
            m_cancelEvent = step.index;
        return;
    }
    const QJsonObject &details = step.event.details;
    const bool isTold = context().refusedIn != 0 && context().refusedIn == exchangeOf(step.event);
    if (details.value("notAccepted"_L1) != QLatin1StringView(CancelMethod) || isTold)
        return;
    Finding found = finding(FindingCode::C13, Direction::ServerToClient, step);
    const RequestId id = RequestId::fromJson(details.value("cancels"_L1).toString().toUtf8());
    found.row = rowOf(Direction::ClientToServer, id);
    found.sentence = Words::of(QT_TRANSLATE_NOOP("Words", "The server did not accept the cancel: %1"),
                               HumanText::visible(details.value("reason"_L1).toString()));
    for (const qint64 event : {m_cancelEvent, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

} // namespace Pullcord
