// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/texts.h"

#include "core/capture/formatting.h"
#include "core/mcp/mcperror.h"
#include "core/transport/transportreason.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace Pullcord::Texts {

using namespace Qt::StringLiterals;

namespace {

constexpr double NsPerSecond = 1e9;

/// Gives tr() its own context.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::Texts)
};

QString number(double value)
{
    constexpr double ExactBelow = 1e15; // whole numbers below this are exact
    if (std::abs(value) < ExactBelow && value == std::floor(value))
        return QString::number(qint64(value));
    return QString::number(value, 'g', 6);
}

bool isDetached(const RequestRecord &record)
{
    return record.cancellation && record.cancellation->detached;
}

QString refused(const RequestRecord &record)
{
    return record.said == RequestRecord::Said::Decline ? Texts::tr("Declined", "a question")
                                                       : Texts::tr("Dismissed", "a question");
}

/// True if the late message followed a valid response.
bool wasAnswered(const RequestRecord &record)
{
    return record.state == RequestState::Succeeded || record.state == RequestState::Failed;
}

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
                     .arg(text, Formatting::duration(cancellation.signalTime - cancellation.time));
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
    const QString who = cancellation.answered
                            ? OutcomeTexts::tr("%1 while the questions in its response were open", "cancelled by whom")
                                  .arg(cancelledBy(record))
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
        return OutcomeTexts::tr("The recording ended before the response, so the end of the request is unknown");
    if (record.neverSent)
        return withReason(OutcomeTexts::tr("Never sent"), translatedReason(record.errorMessage));
    return withReason(record.lostAtQuestions != 0
                          ? OutcomeTexts::tr("The connection ended while the questions in its response were open")
                          : OutcomeTexts::tr("The connection ended before the response"),
                      translatedReason(record.errorMessage));
}

} // namespace

qint64 lateFrom(const RequestRecord &record)
{
    return record.cancellation ? record.cancellation->time : record.end;
}

QString clock(qint64 ns)
{
    return QLocale().toString(double(ns) / NsPerSecond, 'f', 3);
}

QString noTimes()
{
    return Texts::tr("the file does not give the time of each message");
}

QString taskStatus(const TaskInfo &task)
{
    switch (task.status) {
    case TaskStatus::Working:
        return Texts::tr("working");
    case TaskStatus::InputRequired:
        return Texts::tr("asks");
    case TaskStatus::Completed:
        return Texts::tr("completed");
    case TaskStatus::Failed:
        return Texts::tr("failed");
    case TaskStatus::Cancelled:
        return Texts::tr("cancelled");
    case TaskStatus::Unknown:
        break;
    }
    return task.statusText;
}

QString state(const TaskLog::Entry &task)
{
    if (task.isLost)
        return Texts::tr("Task: %1").arg(Texts::tr("lost", "a task"));
    const bool isCancelling = task.cancelRequested && !task.info.isFinal();
    return Texts::tr("Task: %1").arg(isCancelling ? Texts::tr("cancel sent") : taskStatus(task.info));
}

QString taskCancel(const TaskLog::Entry &task, const RequestRecord &call)
{
    if (!task.cancelRequested)
        return {};
    const QString sent = Texts::tr("tasks/cancel sent +%1").arg(shortDuration(task.cancelTime - call.start));
    switch (task.info.status) {
    case TaskStatus::Completed:
        return Texts::tr("%1, completed anyway", "a task; when tasks/cancel was sent").arg(sent);
    case TaskStatus::Failed:
        return Texts::tr("%1, failed anyway", "a task; when tasks/cancel was sent").arg(sent);
    default:
        return sent;
    }
}

RequestState look(const TaskLog::Entry &task)
{
    if (task.isLost)
        return RequestState::Lost;
    if (task.cancelRequested && !task.info.isFinal())
        return RequestState::Cancelling;
    switch (task.info.status) {
    case TaskStatus::Completed:
        return RequestState::Succeeded;
    case TaskStatus::Failed:
        return RequestState::Failed;
    case TaskStatus::Cancelled:
        return RequestState::Cancelled;
    case TaskStatus::Working:
    case TaskStatus::InputRequired:
    case TaskStatus::Unknown:
        break;
    }
    return RequestState::InFlight;
}

bool hasTravelled(EventKind kind)
{
    return kind == EventKind::Message || kind == EventKind::Malformed;
}

QString direction(Direction direction)
{
    switch (direction) {
    case Direction::ClientToServer:
        return Texts::tr("to server");
    case Direction::ServerToClient:
        return Texts::tr("from server");
    case Direction::None:
        break;
    }
    return {};
}

QString state(const RequestRecord &record)
{
    switch (record.state) {
    case RequestState::Queued:
        return Texts::tr("Queued");
    case RequestState::InFlight:
        return Texts::tr("In flight");
    case RequestState::Cancelling:
        return Texts::tr("Cancelling…");
    case RequestState::Succeeded:
        return record.isRefused() ? refused(record)
               : record.asksFirst ? Texts::tr("Input required")
               : record.toolError ? Texts::tr("Tool error")
                                  : Texts::tr("Succeeded");
    case RequestState::Failed:
        if (record.forbidden)
            return Texts::tr("Not allowed", "a request of the server's");
        return record.isRefused()                   ? refused(record)
               : Formatting::isRefusedProbe(record) ? Texts::tr("Not supported")
                                                    : Texts::tr("Failed");
    case RequestState::Cancelled:
        return isDetached(record)           ? Texts::tr("Detached")
               : record.cancelledByServer() ? Texts::tr("Cancelled by server", "a request; a short state")
                                            : Texts::tr("Cancelled");
    case RequestState::TimedOut:
        return Texts::tr("Timed out");
    case RequestState::Lost:
        return record.neverSent ? Texts::tr("Never sent") : Texts::tr("Lost");
    }
    return {};
}

QString progressAmount(const RequestRecord &record)
{
    const RequestRecord::Progress &progress = record.progress;
    if (progress.count == 0)
        return {};
    if (!progress.total)
        return number(progress.value);
    return (progress.value > *progress.total ? Texts::tr("%1 of %2 (beyond its total)") : Texts::tr("%1 of %2"))
        .arg(number(progress.value), number(*progress.total));
}

QString progress(const RequestRecord &record)
{
    const RequestRecord::Progress &progress = record.progress;
    const QString amount = progressAmount(record);
    return progress.message.isEmpty() ? amount : u"%1 · %2"_s.arg(amount, progress.message);
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

QString untimedLateness(const RequestRecord &record)
{
    if (!record.late.any())
        return {};
    if (!record.late.answered())
        return Texts::tr("late progress");
    return wasAnswered(record) ? Texts::tr("2nd response", "a second response came, at an unknown time")
                               : Texts::tr("late response");
}

} // namespace

QString latenessWord(const RequestRecord &record)
{
    if (record.late.answered())
        return wasAnswered(record) ? Texts::tr("again", "a second response came") : QString();
    if (record.late.any())
        return Texts::tr("progress", "came late, without a response");
    return record.streamClosed != 0  ? Texts::tr("closed", "the stream of a cancelled request")
           : record.streamBroke      ? Texts::tr("broke off", "the stream of a cancelled request")
           : record.streamEnded != 0 ? Texts::tr("ended", "the stream of a cancelled request")
                                     : QString();
}

QString shortLateness(const RequestRecord &record, bool hasTimes)
{
    if (!hasTimes)
        return untimedLateness(record);
    const RequestRecord::Late &late = record.late;
    if (late.any() && !late.answered())
        return u"%1 +%2"_s.arg(latenessWord(record), shortDuration(late.lastTime - lateFrom(record)));
    if (late.any() && wasAnswered(record))
        return Texts::tr("2nd response +%1", "time since the first response")
            .arg(shortDuration(late.responseTime - record.end));
    return lateness(record);
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

QString lateness(const RequestRecord &record, bool hasTimes)
{
    if (!hasTimes)
        return untimedLateness(record);
    const RequestRecord::Late &late = record.late;
    const qint64 end = lateFrom(record);
    if (!late.any()) {
        if (!record.cancellation || (record.streamClosed == 0 && record.streamEnded == 0))
            return {};
        return u"%1 +%2"_s.arg(latenessWord(record),
                               Formatting::duration(std::max(record.streamClosed, record.streamEnded) - end));
    }
    const qint64 gap = (late.answered() ? late.responseTime : late.lastTime) - end;
    if (wasAnswered(record)) {
        return (late.answered() ? Texts::tr("Second response, +%1 after the first")
                                : Texts::tr("Progress arrived +%1 after the response"))
            .arg(Formatting::duration(gap));
    }
    const QString gapText = shortDuration(gap);
    const QString since = record.state == RequestState::TimedOut ? Texts::tr("+%1 after timeout")
                          : isDetached(record)                   ? Texts::tr("+%1 after detach")
                                                                 : Texts::tr("+%1 after cancel");
    return late.answered() ? since.arg(gapText) : Texts::tr("%1 (progress)").arg(since.arg(gapText));
}

QString translated(const TranslatableText &words)
{
    if (!words.sentence())
        return words;
    return TranslatableText::filled(QCoreApplication::translate(TranslatableText::Context, words.sentence()),
                                    translated(words.arguments()));
}

QStringList translated(const QList<TranslatableText> &all)
{
    QStringList texts;
    for (const TranslatableText &words : all)
        texts.append(translated(words));
    return texts;
}

QString translatedReason(const QString &reason)
{
    return translated(TransportReason::recognized(reason));
}

QString listed(const QStringList &items)
{
    return items.join(Texts::tr(", ", "between things that are enumerated"));
}

QString plain(const QString &text)
{
    static const QRegularExpression Bracketed(u"\\s*\\(&[^&\\s]\\)"_s); // form of mnemonics in non-Latin languages
    QString shown;
    const QString bare = QString(text).remove(Bracketed);
    for (qsizetype i = 0; i < bare.size(); ++i) {
        if (bare[i] == u'&' && i + 1 < bare.size())
            ++i;
        shown += bare[i];
    }
    return shown;
}

QString sentence(const Error &error)
{
    const QString detail = translated(error.detail);
    switch (error.kind) {
    case ErrorKind::Json:
        return Texts::tr("This is not JSON: %1").arg(detail);
    case ErrorKind::Protocol:
        return Texts::tr("The server does not follow the protocol: %1").arg(detail);
    case ErrorKind::Peer:
        return McpError::hasCode(error) ? Texts::tr("The server returned error %1: %2").arg(error.code).arg(detail)
                                        : detail;
    case ErrorKind::Transport:
        return Texts::tr("Cannot connect: %1").arg(detail);
    case ErrorKind::Timeout:
        return Texts::tr("Timed out: %1").arg(detail);
    case ErrorKind::Cancelled:
        return Texts::tr("Cancelled: %1").arg(detail);
    case ErrorKind::Io:
        return Texts::tr("Cannot use the file: %1").arg(detail);
    case ErrorKind::Usage:
        break;
    }
    return detail;
}

QString dismissal(const RequestRecord &record)
{
    if (!record.dismissal)
        return {};
    const RequestRecord::Dismissal &dismissal = *record.dismissal;
    if (!dismissal.task.isEmpty())
        return OutcomeTexts::tr("Dismissed by Pullcord: its task %1 was cancelled").arg(dismissal.task);
    return withReason(dismissal.all
                          ? OutcomeTexts::tr("Dismissed by Pullcord: its request was abandoned")
                          : OutcomeTexts::tr("Dismissed by Pullcord: every request that may have caused it has ended"),
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
        return OutcomeTexts::tr("MCP 2026-07-28 has no requests from servers, so this one gets no response");
    if (record.isRefused() && record.cause == RequestRecord::NoSerial && record.dismissal)
        return dismissal(record);
    if (record.leftOpen && (record.isOpen() || (record.asksFirst && record.state == RequestState::Succeeded)))
        return OutcomeTexts::tr("Left open by a rule: never answered");
    if (record.state == RequestState::Lost && record.endUnknown)
        return OutcomeTexts::tr("the recording ended", "reason why the end of a request is unknown");
    if (record.state == RequestState::Failed && record.errorCode)
        return u"%1 (%2)"_s.arg(record.errorMessage).arg(*record.errorCode);
    return record.state == RequestState::Lost ? translatedReason(record.errorMessage) : record.errorMessage;
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
        return OutcomeTexts::tr("Cancelled; the response that the protocol still requires has not arrived");
    case RequestState::Succeeded:
        if (record.asksFirst)
            return record.leftOpen
                       ? OutcomeTexts::tr("Response with questions (input_required); a rule leaves them open")
                       : OutcomeTexts::tr(
                             "Response with questions (input_required): the call continues with another request");
        if (record.isRefused())
            return refusedAs(record);
        return record.toolError ? OutcomeTexts::tr("Response received: the tool reports an error")
                                : OutcomeTexts::tr("Response received");
    case RequestState::Failed:
        if (record.forbidden)
            return reason(record);
        if (record.isRefused())
            return refusedAs(record);
        if (Formatting::isRefusedProbe(record))
            return OutcomeTexts::tr(
                       "server/discover was refused, which identifies a legacy server (2025-11-25 or earlier): %1")
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
