// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/describe.h"

#include "core/capture/formatting.h"
#include "core/transport/transportreason.h"

#include <algorithm>

namespace Pullcord::Describe {

using namespace Qt::StringLiterals;

namespace {

bool isByOperator(const RequestRecord &record)
{
    return record.cancellation && record.cancellation->byOperator;
}

bool isDetached(const RequestRecord &record)
{
    return record.cancellation && record.cancellation->detached;
}

const char *refused(const RequestRecord &record)
{
    return record.said == RequestRecord::Said::Decline ? QT_TRANSLATE_NOOP("TranslatableText", "Declined")
                                                       : QT_TRANSLATE_NOOP("TranslatableText", "Dismissed");
}

/// True if the late message followed a valid response.
bool wasAnswered(const RequestRecord &record)
{
    return record.state == RequestState::Succeeded || record.state == RequestState::Failed;
}

TranslatableText withReason(const TranslatableText &what, const TranslatableText &why)
{
    return why.isEmpty() ? what : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), what, why);
}

/// Describes a request of the server that ended with our request it belonged to.
TranslatableText cancelledWithParent(const RequestRecord::Cancellation &cancellation)
{
    const QString id = cancellation.parent.display();
    const TranslatableText text =
        cancellation.reason.isEmpty()
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "Abandoned with request %1, which it was for; no answer was sent"),
                                   id)
            : TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "Abandoned with request %1, which it was for: %2; no answer was sent"),
                  id, cancellation.reason);
    return cancellation.signalTime == 0
               ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1. The server has not withdrawn it"),
                                      text)
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1. The server withdrew it +%2"), text,
                                      Formatting::duration(cancellation.signalTime - cancellation.time));
}

TranslatableText cancelled(const RequestRecord &record)
{
    const RequestRecord::Cancellation cancellation = record.cancellation.value_or(RequestRecord::Cancellation());
    if (cancellation.detached) {
        return cancellation.signalTime == 0
                   ? TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText",
                         "Detached: the client stopped waiting. The other side was not notified and may continue"))
                   : TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText",
                         "Detached: the client stopped waiting. The other side was notified later, by a cancellation"));
    }
    if (cancellation.parent.isLegal())
        return cancelledWithParent(cancellation);
    const TranslatableText who =
        cancellation.answered
            ? TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText", "%1 while the questions in its response were open"),
                  cancelledBy(record))
            : cancelledBy(record);
    const TranslatableText text =
        cancellation.reason.isEmpty()
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1, no reason given"), who)
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), who, cancellation.reason);
    if (!record.cancelledByClosing())
        return text;
    return cancellation.reason.isEmpty()
               ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1. The stream was closed"), text)
               : TranslatableText::of(
                     QT_TRANSLATE_NOOP("TranslatableText", "%1. The stream was closed; the reason was not sent"), text);
}

/// Describes a refusal: a result for an elicitation, an error for other questions.
TranslatableText refusedAs(const RequestRecord &record)
{
    const TranslatableText by =
        record.errorCode && record.dismissal
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "error %1"), *record.errorCode)
        : record.errorCode ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "error %1: %2"),
                                                  *record.errorCode, record.errorMessage)
                           : TranslatableText(record.said == RequestRecord::Said::Decline ? u"decline"_s : u"cancel"_s);
    const TranslatableText what =
        record.said == RequestRecord::Said::Decline
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Refused (%1)"), by)
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Dismissed without an answer (%1)"), by);
    const TranslatableText why = dismissal(record);
    return why.isEmpty() ? what : TranslatableText::of("%1 · %2", what, why);
}

TranslatableText lost(const RequestRecord &record)
{
    if (record.endUnknown)
        return TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The recording ended before the response, so the end of the request is unknown"));
    if (record.neverSent)
        return withReason(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Never sent")),
                          TransportReason::recognized(record.errorMessage));
    return withReason(
        record.lostAtQuestions != 0
            ? TranslatableText::of(QT_TRANSLATE_NOOP(
                  "TranslatableText", "The connection ended while the questions in its response were open"))
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The connection ended before the response")),
        TransportReason::recognized(record.errorMessage));
}

const char *stateText(const RequestRecord &record)
{
    switch (record.state) {
    case RequestState::Queued:
        return QT_TRANSLATE_NOOP("TranslatableText", "Queued");
    case RequestState::InFlight:
        return QT_TRANSLATE_NOOP("TranslatableText", "In flight");
    case RequestState::Cancelling:
        return QT_TRANSLATE_NOOP("TranslatableText", "Cancelling…");
    case RequestState::Succeeded:
        return record.isRefused() ? refused(record)
               : record.asksFirst ? QT_TRANSLATE_NOOP("TranslatableText", "Input required")
               : record.toolError ? QT_TRANSLATE_NOOP("TranslatableText", "Tool error")
                                  : QT_TRANSLATE_NOOP("TranslatableText", "Succeeded");
    case RequestState::Failed:
        if (record.forbidden)
            return QT_TRANSLATE_NOOP("TranslatableText", "Not allowed");
        return record.isRefused()                   ? refused(record)
               : Formatting::isRefusedProbe(record) ? QT_TRANSLATE_NOOP("TranslatableText", "Not supported")
                                                    : QT_TRANSLATE_NOOP("TranslatableText", "Failed");
    case RequestState::Cancelled:
        return isDetached(record)           ? QT_TRANSLATE_NOOP("TranslatableText", "Detached")
               : isByOperator(record)       ? QT_TRANSLATE_NOOP("TranslatableText", "Cancelled by operator")
               : record.cancelledByServer() ? QT_TRANSLATE_NOOP("TranslatableText", "Cancelled by server")
                                            : QT_TRANSLATE_NOOP("TranslatableText", "Cancelled");
    case RequestState::TimedOut:
        return QT_TRANSLATE_NOOP("TranslatableText", "Timed out");
    case RequestState::Lost:
        return record.neverSent ? QT_TRANSLATE_NOOP("TranslatableText", "Never sent")
                                : QT_TRANSLATE_NOOP("TranslatableText", "Lost");
    }
    return "";
}

} // namespace

qint64 lateFrom(const RequestRecord &record)
{
    return record.cancellation ? record.cancellation->time : record.end;
}

TranslatableText state(const RequestRecord &record)
{
    return TranslatableText::of(stateText(record));
}

QString shortDuration(qint64 ns)
{
    constexpr qint64 NsPerWholeSecond = 1'000'000'000;
    if (ns < 59'950'000'000)
        return Formatting::duration(ns);
    const qint64 seconds = ns / NsPerWholeSecond + (ns % NsPerWholeSecond >= NsPerWholeSecond / 2 ? 1 : 0);
    const auto two = [](qint64 number) { return u"%1"_s.arg(number, 2, 10, QLatin1Char('0')); };
    if (seconds < 3600)
        return u"%1:%2"_s.arg(seconds / 60).arg(two(seconds % 60));
    return u"%1:%2:%3"_s.arg(seconds / 3600).arg(two(seconds / 60 % 60), two(seconds % 60));
}

namespace {

TranslatableText untimedLateness(const RequestRecord &record)
{
    if (!record.late.any())
        return {};
    if (!record.late.answered())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "late progress"));
    return wasAnswered(record) ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "2nd response"))
                               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "late response"));
}

} // namespace

TranslatableText latenessWord(const RequestRecord &record)
{
    if (record.late.answered())
        return wasAnswered(record) ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "again"))
                                   : TranslatableText();
    if (record.late.any())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "progress"));
    return record.streamClosed != 0  ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "closed"))
           : record.streamBroke      ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "broke off"))
           : record.streamEnded != 0 ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "ended"))
                                     : TranslatableText();
}

TranslatableText shortLateness(const RequestRecord &record, bool hasTimes)
{
    if (!hasTimes)
        return untimedLateness(record);
    const RequestRecord::Late &late = record.late;
    if (late.any() && !late.answered())
        return TranslatableText::of("%1 +%2", latenessWord(record), shortDuration(late.lastTime - lateFrom(record)));
    if (late.any() && wasAnswered(record))
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "2nd response +%1"),
                                    shortDuration(late.responseTime - record.end));
    return lateness(record, true);
}

std::optional<qint64> latenessOf(const RequestRecord &record)
{
    const RequestRecord::Late &late = record.late;
    const qint64 end = lateFrom(record);
    const qint64 stream = std::max(record.streamClosed, record.streamEnded);
    if (!late.any())
        return record.cancellation && stream != 0 ? std::optional(stream - end) : std::nullopt;
    return (late.answered() ? late.responseTime : late.lastTime) - end;
}

TranslatableText lateness(const RequestRecord &record, bool hasTimes)
{
    if (!hasTimes)
        return untimedLateness(record);
    const RequestRecord::Late &late = record.late;
    const qint64 end = lateFrom(record);
    if (!late.any()) {
        if (!record.cancellation || (record.streamClosed == 0 && record.streamEnded == 0))
            return {};
        return TranslatableText::of("%1 +%2", latenessWord(record),
                                    Formatting::duration(std::max(record.streamClosed, record.streamEnded) - end));
    }
    const qint64 gap = (late.answered() ? late.responseTime : late.lastTime) - end;
    if (wasAnswered(record)) {
        return TranslatableText::of(
            late.answered() ? QT_TRANSLATE_NOOP("TranslatableText", "Second response, +%1 after the first")
                            : QT_TRANSLATE_NOOP("TranslatableText", "Progress arrived +%1 after the response"),
            Formatting::duration(gap));
    }
    const TranslatableText since = latenessAt(record, end + gap, true);
    return late.answered() ? since
                           : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 (progress)"), since);
}

TranslatableText latenessAt(const RequestRecord &record, qint64 time, bool hasTimes)
{
    // Whole sentences, since other languages put the time elsewhere.
    static constexpr const char *Texts[][2] = {
        {QT_TRANSLATE_NOOP("TranslatableText", "after timeout"),
         QT_TRANSLATE_NOOP("TranslatableText", "+%1 after timeout")},
        {QT_TRANSLATE_NOOP("TranslatableText", "after detach"),
         QT_TRANSLATE_NOOP("TranslatableText", "+%1 after detach")},
        {QT_TRANSLATE_NOOP("TranslatableText", "after cancel"),
         QT_TRANSLATE_NOOP("TranslatableText", "+%1 after cancel")},
        {QT_TRANSLATE_NOOP("TranslatableText", "after the response"),
         QT_TRANSLATE_NOOP("TranslatableText", "+%1 after the response")},
        {QT_TRANSLATE_NOOP("TranslatableText", "after the end"),
         QT_TRANSLATE_NOOP("TranslatableText", "+%1 after the end")},
    };
    const int what = record.state == RequestState::TimedOut                           ? 0
                     : isDetached(record)                                             ? 1
                     : wasAnswered(record)                                            ? 3
                     : record.state == RequestState::Cancelled || record.cancellation ? 2
                                                                                      : 4;
    if (!hasTimes)
        return TranslatableText::of(Texts[what][0]);
    return TranslatableText::of(Texts[what][1], shortDuration(time - lateFrom(record)));
}

TranslatableText dismissal(const RequestRecord &record)
{
    if (!record.dismissal)
        return {};
    const RequestRecord::Dismissal &dismissal = *record.dismissal;
    if (!dismissal.task.isEmpty())
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Dismissed by Pullcord: its task %1 was cancelled"), dismissal.task);
    return withReason(dismissal.all ? TranslatableText::of(QT_TRANSLATE_NOOP(
                                          "TranslatableText", "Dismissed by Pullcord: its request was abandoned"))
                                    : TranslatableText::of(QT_TRANSLATE_NOOP(
                                          "TranslatableText",
                                          "Dismissed by Pullcord: every request that may have caused it has ended")),
                      dismissal.reason);
}

TranslatableText cancelledBy(const RequestRecord &record)
{
    if (record.cancellation && record.cancellation->detached)
        return state(record);
    if (isByOperator(record))
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Cancelled by the operator of the proxy"));
    return record.cancelledByServer()
               ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Cancelled by the server"))
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Cancelled by the client"));
}

TranslatableText reason(const RequestRecord &record)
{
    if (record.cancellation && record.cancellation->parent.isLegal()) {
        const TranslatableText with = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "with request %1"),
                                                           record.cancellation->parent.display());
        return withReason(with, record.cancellation->reason);
    }
    if (record.cancellation)
        return record.cancellation->reason;
    if (record.forbidden)
        return TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "MCP 2026-07-28 has no requests from servers, so this one gets no response"));
    if (record.isRefused() && record.cause == RequestRecord::NoSerial && record.dismissal)
        return dismissal(record);
    if (record.leftOpen && (record.isOpen() || (record.asksFirst && record.state == RequestState::Succeeded)))
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Left open by a rule: never answered"));
    if (record.state == RequestState::Lost && record.endUnknown)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the recording ended"));
    if (record.state == RequestState::Failed && record.errorCode)
        return u"%1 (%2)"_s.arg(record.errorMessage).arg(*record.errorCode);
    return record.state == RequestState::Lost ? TransportReason::recognized(record.errorMessage) : record.errorMessage;
}

namespace {

TranslatableText end(const RequestRecord &record)
{
    switch (record.state) {
    case RequestState::Queued:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Waiting to be sent"));
    case RequestState::InFlight:
        return record.leftOpen ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                        "Waiting for an answer; a rule leaves it open"))
                               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Waiting for a response"));
    case RequestState::Cancelling:
        return TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "Cancelled; the response that the protocol still requires has not arrived"));
    case RequestState::Succeeded:
        if (record.asksFirst)
            return record.leftOpen
                       ? TranslatableText::of(QT_TRANSLATE_NOOP(
                             "TranslatableText", "Response with questions (input_required); a rule leaves them open"))
                       : TranslatableText::of(QT_TRANSLATE_NOOP(
                             "TranslatableText",
                             "Response with questions (input_required): the call continues with another request"));
        if (record.isRefused())
            return refusedAs(record);
        return record.toolError ? TranslatableText::of(QT_TRANSLATE_NOOP(
                                      "TranslatableText", "Response received: the tool reports an error"))
                                : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Response received"));
    case RequestState::Failed:
        if (record.forbidden)
            return reason(record);
        if (record.isRefused())
            return refusedAs(record);
        if (Formatting::isRefusedProbe(record))
            return TranslatableText::of(
                QT_TRANSLATE_NOOP(
                    "TranslatableText",
                    "server/discover was refused, which identifies a legacy server (2025-11-25 or earlier): %1"),
                reason(record));
        if (!record.errorCode && record.responseEvent != RequestRecord::NoEvent)
            return record.errorMessage; // the response is invalid
        return record.errorCode ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Error %1: %2"),
                                                       *record.errorCode, record.errorMessage)
                                : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Refused: %1"),
                                                       record.errorMessage); // by HTTP, not by JSON-RPC
    case RequestState::Cancelled:
        return cancelled(record);
    case RequestState::TimedOut:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "No response within the time allowed"));
    case RequestState::Lost:
        return lost(record);
    }
    return {};
}

} // namespace

TranslatableText outcome(const RequestRecord &record)
{
    return record.rule.isEmpty() ? end(record) : TranslatableText::of("%1 · %2", end(record), rule(record));
}

TranslatableText rule(const RequestRecord &record)
{
    return record.rule.isEmpty()
               ? TranslatableText()
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "changed by the rule \"%1\" of the proxy"),
                                      record.rule);
}

TranslatableText operatorWait(const RequestRecord &record, std::optional<qint64> now, bool hasEnded)
{
    using WaitEnd = RequestRecord::Cancellation::WaitEnd;
    if (!isByOperator(record))
        return {};
    const RequestRecord::Cancellation &cancellation = *record.cancellation;
    const bool isClient = record.direction == Direction::ClientToServer;
    switch (cancellation.waitEnd) {
    case WaitEnd::Waits:
        break;
    case WaitEnd::Error:
        return TranslatableText::of(
            isClient ? QT_TRANSLATE_NOOP("TranslatableText", "the client got an error from the operator")
                     : QT_TRANSLATE_NOOP("TranslatableText", "the server got an error from the operator"));
    case WaitEnd::Response:
        return TranslatableText::of(isClient
                                        ? QT_TRANSLATE_NOOP("TranslatableText", "the client got the late response")
                                        : QT_TRANSLATE_NOOP("TranslatableText", "the server got the late response"));
    case WaitEnd::Cancelled:
        return TranslatableText::of(isClient ? QT_TRANSLATE_NOOP("TranslatableText", "the client then cancelled, too")
                                             : QT_TRANSLATE_NOOP("TranslatableText", "the server then cancelled, too"));
    case WaitEnd::Closed:
        return TranslatableText::of(
            isClient ? QT_TRANSLATE_NOOP("TranslatableText", "the connection closed while the client waited")
                     : QT_TRANSLATE_NOOP("TranslatableText", "the connection closed while the server waited"));
    }
    if (hasEnded)
        return TranslatableText::of(isClient
                                        ? QT_TRANSLATE_NOOP("TranslatableText", "the client waited until the end")
                                        : QT_TRANSLATE_NOOP("TranslatableText", "the server waited until the end"));
    if (!now)
        return TranslatableText::of(isClient ? QT_TRANSLATE_NOOP("TranslatableText", "the client still waits")
                                             : QT_TRANSLATE_NOOP("TranslatableText", "the server still waits"));
    return TranslatableText::of(isClient ? QT_TRANSLATE_NOOP("TranslatableText", "the client still waits (%1)")
                                         : QT_TRANSLATE_NOOP("TranslatableText", "the server still waits (%1)"),
                                Formatting::duration(*now - cancellation.time));
}

TranslatableText operatorCancel(const RequestRecord &record, std::optional<qint64> now, bool hasEnded)
{
    if (!isByOperator(record))
        return {};
    const RequestRecord::Cancellation &cancellation = *record.cancellation;
    const bool isClient = record.direction == Direction::ClientToServer;
    const RequestRecord::Late &late = record.late;
    TranslatableText since;
    if (cancellation.signalTime == 0)
        since = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the cancellation has not left yet"));
    else if (late.withheld)
        since = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the late response was withheld"));
    else if (late.answered())
        since = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a late response came"));
    else if (late.any())
        since = TranslatableText::of(
            isClient ? QT_TRANSLATE_NOOP("TranslatableText", "only progress came from the server since")
                     : QT_TRANSLATE_NOOP("TranslatableText", "only progress came from the client since"));
    else
        since = TranslatableText::of(isClient
                                         ? QT_TRANSLATE_NOOP("TranslatableText", "nothing came from the server since")
                                         : QT_TRANSLATE_NOOP("TranslatableText", "nothing came from the client since"));
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the operator cancelled; %1; %2"), since,
                                operatorWait(record, now, hasEnded));
}

TranslatableText lateSummary(const RequestRecord &record, bool hasTimes)
{
    const RequestRecord::Late &late = record.late;
    TranslatableText response;
    if (late.answered() && !hasTimes) {
        response = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "A response arrived after the request had ended."));
    } else if (late.answered()) {
        response = TranslatableText::of(
            isDetached(record)
                ? QT_TRANSLATE_NOOP("TranslatableText", "A response arrived +%1 after the client had stopped waiting.")
            : record.cancellation
                ? QT_TRANSLATE_NOOP("TranslatableText", "A response arrived +%1 after the cancellation.")
            : record.state == RequestState::TimedOut
                ? QT_TRANSLATE_NOOP("TranslatableText", "A response arrived +%1 after the timeout.")
            : wasAnswered(record)
                ? QT_TRANSLATE_NOOP("TranslatableText", "A second response arrived +%1 after the first.")
                : QT_TRANSLATE_NOOP("TranslatableText", "A response arrived +%1 after the request had ended."),
            Formatting::duration(late.responseTime - lateFrom(record)));
    }
    if (late.progress == 0)
        return response;
    const TranslatableText progress = TranslatableText::of(
        record.cancellation
            ? QT_TRANSLATE_NOOP("TranslatableText", "Progress notifications after the cancellation: %1.")
            : QT_TRANSLATE_NOOP("TranslatableText", "Progress notifications after the end: %1."),
        late.progress);
    return response.isEmpty() ? progress : TranslatableText::of("%1 %2", response, progress);
}

TranslatableText noTimes()
{
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "the file does not give the time of each message"));
}

TranslatableText closingCancels()
{
    return TranslatableText::of(QT_TRANSLATE_NOOP(
        "TranslatableText",
        "closing the stream cancels the request: no message and no reason was sent, and nothing more can arrive"));
}

TranslatableText streamEnd(const RequestRecord &record, bool hasTimes)
{
    if (record.cancelledByClosing())
        return closingCancels();
    const qint64 time = record.streamEnded != 0 ? record.streamEnded : record.streamClosed;
    if (time == 0)
        return {};
    const TranslatableText when = latenessAt(record, time, hasTimes);
    return TranslatableText::of(
        record.streamBroke
            ? QT_TRANSLATE_NOOP("TranslatableText",
                                "its stream broke off %1: nothing more can arrive, and the server may have exited")
        : record.streamEnded != 0
            ? QT_TRANSLATE_NOOP("TranslatableText", "the server ended its stream %1, without a response")
            : QT_TRANSLATE_NOOP("TranslatableText", "the client closed its stream %1: later messages are unknown"),
        when);
}

} // namespace Pullcord::Describe
