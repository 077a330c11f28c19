// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/texts.h"

#include "core/capture/describe.h"
#include "core/mcp/mcperror.h"
#include "core/transport/transportreason.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

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

} // namespace

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
    if (task.isLost)
        return Texts::tr("Task: %1").arg(Texts::tr("lost", "a task"));
    const bool isCancelling = task.cancelRequested && !task.info.isFinal();
    return Texts::tr("Task: %1").arg(isCancelling ? Texts::tr("cancel sent") : taskStatus(task.info));
}

QString taskCancel(const TaskLog::Entry &task, const RequestRecord &call)
{
    if (!task.cancelRequested)
        return {};
    const QString sent = Texts::tr("tasks/cancel sent +%1").arg(Describe::shortDuration(task.cancelTime - call.start));
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
        return Texts::tr("The request failed: %1").arg(detail);
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

QString connectionFailure(const Error &error)
{
    return error.kind == ErrorKind::Transport ? Texts::tr("Cannot connect: %1").arg(translated(error.detail))
                                              : sentence(error);
}

} // namespace Pullcord::Texts
