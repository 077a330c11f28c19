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
            ? OutcomeTexts::tr("Given up with our request %1, which it was for; no answer was sent").arg(id)
            : OutcomeTexts::tr("Given up with our request %1, which it was for: %2; no answer was sent")
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
                   ? OutcomeTexts::tr("Detached: we stopped waiting. The other side was not told and may work on")
                   : OutcomeTexts::tr("Detached: we stopped waiting. The other side was told later, by a cancellation");
    }
    if (cancellation.parent.isLegal())
        return cancelledWithParent(cancellation);
    const QString who = cancellation.answered
                            ? OutcomeTexts::tr("%1 at the questions that it was answered with", "cancelled by whom")
                                  .arg(cancelledBy(record))
                            : cancelledBy(record);
    const QString text = cancellation.reason.isEmpty()
                             ? OutcomeTexts::tr("%1, no reason given", "cancelled by whom").arg(who)
                             : OutcomeTexts::tr("%1: %2", "cancelled by whom, why").arg(who, cancellation.reason);
    if (!record.cancelledByClosing())
        return text;
    return cancellation.reason.isEmpty()
               ? OutcomeTexts::tr("%1. The stream was closed").arg(text)
               : OutcomeTexts::tr("%1. The stream was closed; the reason stays here").arg(text);
}

/// Describes a refusal: a result for an elicitation, an error for other questions.
QString refusedAs(const RequestRecord &record)
{
    const QString by = record.errorCode && record.dismissal ? OutcomeTexts::tr("error %1").arg(*record.errorCode)
                       : record.errorCode
                           ? OutcomeTexts::tr("error %1: %2").arg(*record.errorCode).arg(record.errorMessage)
                           : (record.said == RequestRecord::Said::Decline ? u"decline"_s : u"cancel"_s);
    const QString what = record.said == RequestRecord::Said::Decline
                             ? OutcomeTexts::tr("Answered with no (%1)", "how that was said").arg(by)
                             : OutcomeTexts::tr("Answered that nobody answers (%1)", "how that was said").arg(by);
    const QString why = dismissal(record);
    return why.isEmpty() ? what : u"%1 · %2"_s.arg(what, why);
}

QString lost(const RequestRecord &record)
{
    if (record.endUnknown)
        return OutcomeTexts::tr("The recording ended before an answer came: its end is not recorded");
    if (record.neverSent)
        return withReason(OutcomeTexts::tr("Never sent"), record.errorMessage);
    return withReason(record.lostAtQuestions != 0
                          ? OutcomeTexts::tr("The connection ended at the questions that it was answered with")
                          : OutcomeTexts::tr("The connection ended before an answer came"),
                      record.errorMessage);
}

} // namespace

QString dismissal(const RequestRecord &record)
{
    if (!record.dismissal)
        return {};
    const RequestRecord::Dismissal &dismissal = *record.dismissal;
    if (!dismissal.task.isEmpty())
        return OutcomeTexts::tr("Dismissed by Pullcord: the task %1, which it was for, was cancelled")
            .arg(dismissal.task);
    return withReason(dismissal.all ? OutcomeTexts::tr("Dismissed by Pullcord: what it was for was given up")
                                    : OutcomeTexts::tr("Dismissed by Pullcord: nothing is left that it can be for"),
                      dismissal.reason);
}

QString cancelledBy(const RequestRecord &record)
{
    if (record.cancellation && record.cancellation->detached)
        return state(record);
    return record.cancelledByServer() ? OutcomeTexts::tr("Cancelled by the server")
                                      : OutcomeTexts::tr("Cancelled by us");
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
        return OutcomeTexts::tr("MCP has no requests of servers since 2026-07-28; nobody answers it");
    if (record.isRefused() && record.cause == RequestRecord::NoSerial && record.dismissal)
        return dismissal(record);
    if (record.leftOpen && (record.isOpen() || (record.asksFirst && record.state == RequestState::Succeeded)))
        return OutcomeTexts::tr("Left open by a rule: it is never answered");
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
        return OutcomeTexts::tr("Waits to be sent");
    case RequestState::InFlight:
        return record.leftOpen ? OutcomeTexts::tr("Waits for an answer; a rule leaves it open")
                               : OutcomeTexts::tr("Waits for an answer");
    case RequestState::Cancelling:
        return OutcomeTexts::tr("Cancelled; the answer that is still owed has not come");
    case RequestState::Succeeded:
        if (record.asksFirst)
            return record.leftOpen
                       ? OutcomeTexts::tr("Answered with questions (input_required); a rule leaves them open")
                       : OutcomeTexts::tr(
                             "Answered with questions (input_required): what was asked for needs another request");
        if (record.isRefused())
            return refusedAs(record);
        return record.toolError ? OutcomeTexts::tr("Answered: the tool reports an error")
                                : OutcomeTexts::tr("Answered");
    case RequestState::Failed:
        if (record.forbidden)
            return reason(record);
        if (record.isRefused())
            return refusedAs(record);
        if (HumanText::isRefusedProbe(record))
            return OutcomeTexts::tr("server/discover was refused, by which a server of the legacy era is known: %1")
                .arg(reason(record));
        if (!record.errorCode && record.responseEvent != RequestRecord::NoEvent)
            return record.errorMessage; // the response is invalid
        return record.errorCode ? OutcomeTexts::tr("Error %1: %2").arg(*record.errorCode).arg(record.errorMessage)
                                : OutcomeTexts::tr("Refused: %1").arg(record.errorMessage); // by HTTP, not by JSON-RPC
    case RequestState::Cancelled:
        return cancelled(record);
    case RequestState::TimedOut:
        return OutcomeTexts::tr("No answer within the time allowed");
    case RequestState::Lost:
        return lost(record);
    }
    return {};
}

} // namespace Pullcord::Texts
