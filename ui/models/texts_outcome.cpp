// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Texts for outcomes and reasons of requests; continues texts.cpp.
#include "ui/models/texts.h"

#include "core/capture/humantext.h"

#include <QCoreApplication>

namespace Pullcord::Texts {
using namespace Qt::StringLiterals;

namespace {

/// Gives tr() the context of texts.cpp.
struct OutcomeTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::Texts)
};

QString withReason(const QString &what, const QString &why)
{
    return why.isEmpty() ? what : OutcomeTexts::tr("%1: %2", "what happened, and why").arg(what, why);
}

/// Describes a request of the server that ended with our request it belonged to.
QString cancelledWithParent(const RequestRecord::Cancellation &cancellation)
{
    const QString id = cancellation.parent.display();
    const QString text =
        cancellation.reason.isEmpty()
            ? OutcomeTexts::tr("Abandoned with request %1, which it was for; no answer was sent").arg(id)
            : OutcomeTexts::tr("Abandoned with request %1, which it was for: %2; no answer was sent")
                  .arg(id, cancellation.reason);
    return cancellation.signalTime == 0
               ? OutcomeTexts::tr("%1. The server has not withdrawn it").arg(text)
               : OutcomeTexts::tr("%1. The server withdrew it +%2")
                     .arg(text, HumanText::duration(cancellation.signalTime - cancellation.time));
}

QString cancelled(const RequestRecord &record)
{
    const RequestRecord::Cancellation cancellation = record.cancellation.value_or(RequestRecord::Cancellation());
    if (cancellation.detached) {
        return cancellation.signalTime == 0
                   ? OutcomeTexts::tr(
                         "Detached: the client stopped waiting. The other side was not notified and may continue")
                   : OutcomeTexts::tr(
                         "Detached: the client stopped waiting. The other side was notified later, by a cancellation");
    }
    if (cancellation.parent.isLegal())
        return cancelledWithParent(cancellation);
    const QString who =
        cancellation.answered
            ? OutcomeTexts::tr("%1 at the questions in its response", "cancelled by whom").arg(cancelledBy(record))
            : cancelledBy(record);
    const QString text = cancellation.reason.isEmpty()
                             ? OutcomeTexts::tr("%1, no reason given", "cancelled by whom").arg(who)
                             : OutcomeTexts::tr("%1: %2", "cancelled by whom, why").arg(who, cancellation.reason);
    if (!record.cancelledByClosing())
        return text;
    return cancellation.reason.isEmpty()
               ? OutcomeTexts::tr("%1. The stream was closed").arg(text)
               : OutcomeTexts::tr("%1. The stream was closed; the reason was not sent").arg(text);
}

/// Describes a refusal: a result for an elicitation, an error for other questions.
QString refusedAs(const RequestRecord &record)
{
    const QString by = record.errorCode && record.dismissal ? OutcomeTexts::tr("error %1").arg(*record.errorCode)
                       : record.errorCode
                           ? OutcomeTexts::tr("error %1: %2").arg(*record.errorCode).arg(record.errorMessage)
                           : (record.said == RequestRecord::Said::Decline ? u"decline"_s : u"cancel"_s);
    const QString what = record.said == RequestRecord::Said::Decline
                             ? OutcomeTexts::tr("Refused (%1)", "how that was said").arg(by)
                             : OutcomeTexts::tr("Dismissed without an answer (%1)", "how that was said").arg(by);
    const QString why = dismissal(record);
    return why.isEmpty() ? what : u"%1 · %2"_s.arg(what, why);
}

QString lost(const RequestRecord &record)
{
    if (record.endUnknown)
        return OutcomeTexts::tr("The recording ended before a response came: its end is not recorded");
    if (record.neverSent)
        return withReason(OutcomeTexts::tr("Never sent"), record.errorMessage);
    return withReason(record.lostAtQuestions != 0
                          ? OutcomeTexts::tr("The connection ended at the questions in its response")
                          : OutcomeTexts::tr("The connection ended before a response came"),
                      record.errorMessage);
}

} // namespace

QString dismissal(const RequestRecord &record)
{
    if (!record.dismissal)
        return {};
    const RequestRecord::Dismissal &dismissal = *record.dismissal;
    if (!dismissal.task.isEmpty())
        return OutcomeTexts::tr("Dismissed by Pullcord: its task %1 was cancelled").arg(dismissal.task);
    return withReason(dismissal.all ? OutcomeTexts::tr("Dismissed by Pullcord: its request was abandoned")
                                    : OutcomeTexts::tr("Dismissed by Pullcord: no request is left that it can be for"),
                      dismissal.reason);
}

QString cancelledBy(const RequestRecord &record)
{
    if (record.cancellation && record.cancellation->detached)
        return state(record);
    return record.cancelledByServer() ? OutcomeTexts::tr("Cancelled by the server")
                                      : OutcomeTexts::tr("Cancelled by the client");
}

QString reason(const RequestRecord &record)
{
    if (record.cancellation && record.cancellation->parent.isLegal()) {
        const QString with = OutcomeTexts::tr("with request %1").arg(record.cancellation->parent.display());
        return record.cancellation->reason.isEmpty() ? with : u"%1: %2"_s.arg(with, record.cancellation->reason);
    }
    if (record.cancellation)
        return record.cancellation->reason;
    if (record.forbidden)
        return OutcomeTexts::tr("Since 2026-07-28 MCP has no requests from servers; it gets no response");
    if (record.isRefused() && record.cause == RequestRecord::NoSerial && record.dismissal)
        return dismissal(record);
    if (record.leftOpen && (record.isOpen() || (record.asksFirst && record.state == RequestState::Succeeded)))
        return OutcomeTexts::tr("Left open by a rule: never answered");
    if (record.state == RequestState::Lost && record.endUnknown)
        return OutcomeTexts::tr("the recording ended", "why nobody knows what became of a request");
    if (record.state == RequestState::Failed && record.errorCode)
        return u"%1 (%2)"_s.arg(record.errorMessage).arg(*record.errorCode);
    return record.errorMessage;
}

QString outcome(const RequestRecord &record)
{
    switch (record.state) {
    case RequestState::Queued:
        return OutcomeTexts::tr("Waiting to be sent");
    case RequestState::InFlight:
        return record.leftOpen ? OutcomeTexts::tr("Waiting for an answer; a rule leaves it open")
                               : OutcomeTexts::tr("Waiting for a response");
    case RequestState::Cancelling:
        return OutcomeTexts::tr("Cancelled; the response that is still due has not come");
    case RequestState::Succeeded:
        if (record.asksFirst)
            return record.leftOpen
                       ? OutcomeTexts::tr("Response with questions (input_required); a rule leaves them open")
                       : OutcomeTexts::tr("Response with questions (input_required): the result needs another request");
        if (record.isRefused())
            return refusedAs(record);
        return record.toolError ? OutcomeTexts::tr("Response received: the tool reports an error")
                                : OutcomeTexts::tr("Response received");
    case RequestState::Failed:
        if (record.forbidden)
            return reason(record);
        if (record.isRefused())
            return refusedAs(record);
        if (HumanText::isRefusedProbe(record))
            return OutcomeTexts::tr("server/discover was refused, which identifies a server of the legacy era: %1")
                .arg(reason(record));
        if (!record.errorCode && record.responseEvent != RequestRecord::NoEvent)
            return record.errorMessage; // the response is invalid
        return record.errorCode ? OutcomeTexts::tr("Error %1: %2").arg(*record.errorCode).arg(record.errorMessage)
                                : OutcomeTexts::tr("Refused: %1").arg(record.errorMessage); // by HTTP, not by JSON-RPC
    case RequestState::Cancelled:
        return cancelled(record);
    case RequestState::TimedOut:
        return OutcomeTexts::tr("No response within the time allowed");
    case RequestState::Lost:
        return lost(record);
    }
    return {};
}

} // namespace Pullcord::Texts
