// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/texts.h"

#include "core/capture/humantext.h"
#include "core/mcp/mcperror.h"
#include "core/rpc/errorcodes.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace Pullcord::Texts {
using namespace Qt::StringLiterals;

namespace {

constexpr double NsPerSecond = 1e9;

/// Gives tr() a context of its own.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::Texts)
};

QString number(double value)
{
    constexpr double ExactBelow = 1e15; // whole numbers are written whole as long as they are exact
    if (std::abs(value) < ExactBelow && value == std::floor(value))
        return QString::number(qint64(value));
    return QString::number(value, 'g', 6);
}

bool isDetached(const RequestRecord &record)
{
    return record.cancellation && record.cancellation->detached;
}

/// A question of the server's, given up with our request that it was for.
QString cancelledWithParent(const RequestRecord::Cancellation &cancellation)
{
    const QString id = cancellation.parent.display();
    const QString text = cancellation.reason.isEmpty()
                             ? Texts::tr("Given up with our request %1, which it was for; no answer was sent").arg(id)
                             : Texts::tr("Given up with our request %1, which it was for: %2; no answer was sent")
                                   .arg(id, cancellation.reason);
    return cancellation.signalTime == 0
               ? Texts::tr("%1. The server has not withdrawn it").arg(text)
               : Texts::tr("%1. The server withdrew it +%2")
                     .arg(text, HumanText::duration(cancellation.signalTime - cancellation.time));
}

QString cancelled(const RequestRecord &record)
{
    const RequestRecord::Cancellation cancellation = record.cancellation.value_or(RequestRecord::Cancellation());
    if (cancellation.detached) {
        return cancellation.signalTime == 0
                   ? Texts::tr("Detached: we stopped waiting. The other side was not told and may work on")
                   : Texts::tr("Detached: we stopped waiting. The other side was told later, by a cancellation");
    }
    if (cancellation.parent.isLegal())
        return cancelledWithParent(cancellation);
    const QString who =
        cancellation.answered
            ? Texts::tr("%1 at the questions that it was answered with", "cancelled by whom").arg(cancelledBy(record))
            : cancelledBy(record);
    const QString text = cancellation.reason.isEmpty()
                             ? Texts::tr("%1, no reason given", "cancelled by whom").arg(who)
                             : Texts::tr("%1: %2", "cancelled by whom, why").arg(who, cancellation.reason);
    if (!record.cancelledByClosing())
        return text;
    return cancellation.reason.isEmpty() ? Texts::tr("%1. The stream was closed").arg(text)
                                         : Texts::tr("%1. The stream was closed; the reason stays here").arg(text);
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
        return Texts::tr("%1, completed all the same", "a task; when tasks/cancel was sent").arg(sent);
    case TaskStatus::Failed:
        return Texts::tr("%1, failed all the same", "a task; when tasks/cancel was sent").arg(sent);
    default:
        return sent;
    }
}

RequestState look(const TaskLog::Entry &task)
{
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

bool isRefusedProbe(const RequestRecord &record)
{
    return record.state == RequestState::Failed && record.direction == Direction::ClientToServer &&
           record.method == "server/discover" && !ErrorCode::isModern(record.errorCode.value_or(0));
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
        return record.asksFirst                              ? Texts::tr("Input required")
               : record.said == RequestRecord::Said::Decline ? Texts::tr("Declined", "a question")
               : record.said == RequestRecord::Said::Cancel  ? Texts::tr("Dismissed", "a question")
               : record.toolError                            ? Texts::tr("Tool error")
                                                             : Texts::tr("Succeeded");
    case RequestState::Failed:
        if (record.forbidden)
            return Texts::tr("Not allowed", "a request of the server's");
        return isRefusedProbe(record) ? Texts::tr("Not supported") : Texts::tr("Failed");
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
        return HumanText::duration(ns);
    const qint64 seconds = ns / NsPerWholeSecond + (ns % NsPerWholeSecond >= NsPerWholeSecond / 2 ? 1 : 0);
    const auto two = [](qint64 number) { return u"%1"_s.arg(number, 2, 10, QLatin1Char('0')); };
    if (seconds < 3600)
        return u"%1:%2"_s.arg(seconds / 60).arg(two(seconds % 60));
    return u"%1:%2:%3"_s.arg(seconds / 3600).arg(two(seconds / 60 % 60), two(seconds % 60));
}

QString shortLateness(const RequestRecord &record)
{
    const RequestRecord::Late &late = record.late;
    if (late.any() && (record.state == RequestState::Succeeded || record.state == RequestState::Failed))
        return Texts::tr("again +%1", "an answer, how long after the first")
            .arg(shortDuration(late.firstTime - record.end));
    if (late.any() && !late.answered())
        return Texts::tr("progress +%1", "how late it was").arg(shortDuration(late.lastTime - lateFrom(record)));
    return lateness(record);
}

std::optional<qint64> latenessOf(const RequestRecord &record)
{
    const RequestRecord::Late &late = record.late;
    const qint64 end = lateFrom(record);
    const qint64 stream = std::max(record.streamClosed, record.streamEnded);
    if (!late.any())
        return record.cancellation && stream != 0 ? std::optional(stream - end) : std::nullopt;
    if (record.state == RequestState::Succeeded || record.state == RequestState::Failed)
        return late.firstTime - end;
    return (late.answered() ? late.answerTime : late.lastTime) - end;
}

QString lateness(const RequestRecord &record)
{
    const RequestRecord::Late &late = record.late;
    const qint64 end = lateFrom(record);
    if (!late.any()) {
        if (!record.cancellation || (record.streamClosed == 0 && record.streamEnded == 0))
            return {};
        const QString how =
            record.streamClosed != 0 ? Texts::tr("closed +%1", "the stream of a cancelled request, how long after it")
            : record.streamBroke ? Texts::tr("broke off +%1", "the stream of a cancelled request, how long after it")
                                 : Texts::tr("ended +%1", "the stream of a cancelled request, how long after it");
        return how.arg(HumanText::duration(std::max(record.streamClosed, record.streamEnded) - end));
    }
    if (record.state == RequestState::Succeeded || record.state == RequestState::Failed)
        return Texts::tr("Answered again, +%1 after the first answer").arg(HumanText::duration(late.firstTime - end));
    const qint64 gap = (late.answered() ? late.answerTime : late.lastTime) - end;
    const QString gapText = shortDuration(gap);
    const QString since = record.state == RequestState::TimedOut ? Texts::tr("+%1 after timeout")
                          : isDetached(record)                   ? Texts::tr("+%1 after detach")
                                                                 : Texts::tr("+%1 after cancel");
    return late.answered() ? since.arg(gapText) : Texts::tr("%1 (progress)").arg(since.arg(gapText));
}

QString cancelledBy(const RequestRecord &record)
{
    if (isDetached(record))
        return state(record);
    return record.cancelledByServer() ? Texts::tr("Cancelled by the server") : Texts::tr("Cancelled by us");
}

QString reason(const RequestRecord &record)
{
    if (record.cancellation && record.cancellation->parent.isLegal()) {
        const QString with = Texts::tr("with request %1").arg(record.cancellation->parent.display());
        return record.cancellation->reason.isEmpty() ? with : u"%1: %2"_s.arg(with, record.cancellation->reason);
    }
    if (record.cancellation)
        return record.cancellation->reason;
    if (record.forbidden)
        return Texts::tr("MCP has no requests of servers since 2026-07-28; nobody answers it");
    if (record.state == RequestState::Failed && record.errorCode)
        return u"%1 (%2)"_s.arg(record.errorMessage).arg(*record.errorCode);
    return record.errorMessage;
}

QString outcome(const RequestRecord &record)
{
    switch (record.state) {
    case RequestState::Queued:
        return Texts::tr("Waits to be sent");
    case RequestState::InFlight:
        return Texts::tr("Waits for an answer");
    case RequestState::Cancelling:
        return Texts::tr("Cancelled; the answer that is still owed has not come");
    case RequestState::Succeeded:
        if (record.asksFirst)
            return Texts::tr("Answered with questions (input_required): what was asked for needs another request");
        if (record.said == RequestRecord::Said::Decline)
            return Texts::tr("Answered with no (decline)");
        if (record.said == RequestRecord::Said::Cancel)
            return Texts::tr("Answered that nobody answers (cancel)");
        return record.toolError ? Texts::tr("Answered: the tool reports an error") : Texts::tr("Answered");
    case RequestState::Failed:
        if (record.forbidden)
            return reason(record);
        if (isRefusedProbe(record))
            return Texts::tr("server/discover was refused, by which a server of the legacy era is known: %1")
                .arg(reason(record));
        if (!record.errorCode && record.responseEvent != RequestRecord::NoEvent)
            return record.errorMessage; // the answer is none
        return record.errorCode ? Texts::tr("Error %1: %2").arg(*record.errorCode).arg(record.errorMessage)
                                : Texts::tr("Refused: %1").arg(record.errorMessage); // by HTTP, not by JSON-RPC
    case RequestState::Cancelled:
        return cancelled(record);
    case RequestState::TimedOut:
        return Texts::tr("No answer within the time allowed");
    case RequestState::Lost:
        return Texts::tr("The connection ended before an answer came");
    }
    return {};
}

QString translated(const Words &words)
{
    if (!words.sentence())
        return words;
    return Words::filled(QCoreApplication::translate(Words::Context, words.sentence()), translated(words.arguments()));
}

QStringList translated(const QList<Words> &all)
{
    QStringList texts;
    for (const Words &words : all)
        texts.append(translated(words));
    return texts;
}

QString listed(const QStringList &items)
{
    return items.join(Texts::tr(", ", "between things that are enumerated"));
}

QString plain(const QString &text)
{
    static const QRegularExpression Bracketed(u"\\s*\\(&[^&\\s]\\)"_s); // as in languages of other letters
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
        return McpError::hasCode(error) ? Texts::tr("The server answered with error %1: %2").arg(error.code).arg(detail)
                                        : detail;
    case ErrorKind::Transport:
        return Texts::tr("No connection: %1").arg(detail);
    case ErrorKind::Timeout:
        return Texts::tr("No answer in time: %1").arg(detail);
    case ErrorKind::Cancelled:
        return Texts::tr("Cancelled: %1").arg(detail);
    case ErrorKind::Io:
        return Texts::tr("The file cannot be used: %1").arg(detail);
    case ErrorKind::Usage:
        break;
    }
    return detail;
}

} // namespace Pullcord::Texts
