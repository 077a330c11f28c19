// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/followedcommand.h"

#include "core/capture/file/captureheader.h"
#include "core/capture/formatting.h"
#include "core/transport/guardedprocess.h"

#include <QDir>
#include <QFile>
#include <QPointer>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MostQuoted = 80;                  ///< bytes of an output that is not a capture
constexpr qsizetype MostDrained = qsizetype(1) << 20; ///< bytes read after the end of the command; a pipe holds less

QString beginning(const QByteArray &output)
{
    return Formatting::visible(QString::fromUtf8(output.first(qMin(output.size(), MostQuoted))).trimmed());
}

} // namespace

FollowedCommand::FollowedCommand(StdioCommand command, QString path, QObject *parent)
    : QObject(parent)
    , m_command(std::move(command))
    , m_path(std::move(path))
{
    m_stopTimer.setSingleShot(true);
    connect(&m_stopTimer, &QTimer::timeout, this, [this] {
        if (m_process)
            m_process->cutLifeline();
    });
}

FollowedCommand::~FollowedCommand()
{
    GuardedProcess::abandon(std::move(m_process));
}

void FollowedCommand::start()
{
    const Result<QString> program = m_command.executable();
    if (!program)
        return failToStart(program.error());
    m_process = std::make_unique<GuardedProcess>();
    GuardedProcess *const process = m_process.get();
    connect(process, &GuardedProcess::launched, this, [this] {
        m_process->output()->setReading(true);
        m_process->errors()->setReading(true);
    });
    connect(process, &GuardedProcess::launchFailed, this, [this](const QString &reason) {
        failToStart(
            {ErrorKind::Io,
             TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the program \"%1\" could not be started: %2"),
                                  m_command.program, reason)});
    });
    connect(process, &QProcess::finished, this,
            [this](int exitCode, QProcess::ExitStatus status) { onFinished(exitCode, status == QProcess::CrashExit); });
    process->setProcessEnvironment(m_command.environment());
    process->setWorkingDirectory(m_command.workingDirectory);
    process->launch(*program, m_command.arguments);
    if (!process->output())
        return; // it could not be launched
    connect(process->output(), &PipeReader::arrived, this, &FollowedCommand::onOutput);
    connect(process->errors(), &PipeReader::arrived, this, &FollowedCommand::onErrors);
}

void FollowedCommand::failToStart(const Error &error)
{
    m_failure = error;
    QMetaObject::invokeMethod(
        this, [this] { conclude(*m_failure); }, Qt::QueuedConnection);
}

void FollowedCommand::stop()
{
    m_isStopped = true;
    if (!m_process || m_stopTimer.isActive())
        return;
    m_process->input()->close();
    m_process->terminate();
    m_stopTimer.start(StopWait);
}

void FollowedCommand::onOutput(const QByteArray &bytes)
{
    if (m_isStopped)
        return;
    if (m_began)
        return writeOut(bytes);
    m_head += bytes;
    takeHead();
}

/// Checks the first line of the output, which must be that of a capture.
void FollowedCommand::takeHead()
{
    const qsizetype end = m_head.indexOf('\n');
    if (end < 0 && m_head.size() <= CaptureHeader::MaxLength)
        return;
    if (const auto header = CaptureHeader::fromLine(m_head.first(end < 0 ? m_head.size() : end)); !header) {
        return fail(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "the output of the command is not a capture (%1). It begins with \"%2\""),
            header.error().detail, beginning(m_head)));
    }
    Result<CaptureFile> file = m_path.isEmpty() ? CaptureFile::createUnnamed() : CaptureFile::create(m_path);
    if (!file)
        return fail(file.error().detail);
    m_file = *std::move(file);
    writeOut(std::exchange(m_head, {}));
    if (m_failure) {
        if (!m_path.isEmpty())
            QFile::remove(m_path);
        return;
    }
    m_began = true;
    emit began();
}

void FollowedCommand::writeOut(QByteArrayView bytes)
{
    const QString problem = m_file->write(bytes).error;
    if (problem.isEmpty())
        return;
    const QString where = m_path.isEmpty() ? u"a temporary file in "_s + QDir::tempPath() : m_path;
    fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: %2"), where, problem));
}

void FollowedCommand::onErrors(const QByteArray &bytes)
{
    m_errors += bytes;
    if (m_errors.size() > 2 * MostOfErrors)
        m_errors = m_errors.last(MostOfErrors);
}

void FollowedCommand::fail(const TranslatableText &reason)
{
    m_failure = Error{ErrorKind::Io, reason};
    stop();
}

void FollowedCommand::onFinished(int exitCode, bool isCrash)
{
    const QPointer<FollowedCommand> alive(this);
    m_process->output()->drain(MostDrained);
    if (alive && m_process)
        m_process->errors()->drain(MostDrained);
    if (!alive || !m_process)
        return;
    if (m_failure)
        return conclude(Error{ErrorKind::Io, withErrors(m_failure->detail)});
    if (m_isStopped || (m_began && !isCrash && exitCode == 0))
        return conclude(std::monostate());
    TranslatableText how =
        isCrash ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the command was terminated by %1"),
                                       GuardedProcess::signalName(exitCode))
                : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the command ended with exit code %1"),
                                       exitCode);
    if (!m_began) {
        how = m_head.isEmpty()
                  ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 and printed nothing"), how)
                  : TranslatableText::of(
                        QT_TRANSLATE_NOOP("TranslatableText", "%1; its output is not a capture. It begins with \"%2\""),
                        how, beginning(m_head));
    }
    conclude(Error{ErrorKind::Io, withErrors(how)});
}

TranslatableText FollowedCommand::withErrors(const TranslatableText &sentence) const
{
    QByteArray last = m_errors.last(qMin(m_errors.size(), MostOfErrors)).trimmed();
    if (m_errors.size() > MostOfErrors) // drop the incomplete first line
        last.remove(0, last.indexOf('\n') + 1);
    return last.isEmpty()
               ? sentence
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1. Its standard error ends with: %2"),
                                      sentence, QString::fromUtf8(last));
}

void FollowedCommand::conclude(const Outcome &how)
{
    if (std::exchange(m_hasEnded, true))
        return; // a failed start has been reported
    m_stopTimer.stop();
    GuardedProcess::abandon(std::move(m_process));
    m_file.reset(); // readers see that nothing more comes
    emit ended(how);
}

} // namespace Pullcord
