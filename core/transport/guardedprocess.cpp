// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/guardedprocess.h"

#include "core/transport/guardreport.h"
#include "core/transport/programfile.h"
#include "core/transport/transportreason.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// Moves a descriptor meant for a child above 0, 1 and 2, which become the child's pipes. If one of those was closed in
/// this process, a new descriptor may have got its number.
int movedUp(int descriptor)
{
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    ::close(descriptor);
    return moved;
}

/// Reason why the system reports that an existing program does not exist: what starts it is missing. That may have an
/// interpreter of its own.
TranslatableText missingInterpreterOf(const QString &program)
{
    constexpr int MostInterpreters = 5; // as the kernel
    QString file = program;
    for (int i = 0; i < MostInterpreters; ++i) {
        const ProgramFile read = ProgramFile::read(file);
        const QString next = read.interpreter.value(0);
        if (next.isEmpty())
            break;
        if (QFileInfo::exists(next)) {
            file = next;
            continue;
        }
        return read.kind == ProgramFile::Kind::Elf ? TranslatableText::of(TransportReason::MissingLoader, next)
               : next.endsWith(u'\r')              ? TranslatableText::of(TransportReason::WindowsLines)
                                                   : TranslatableText::of(TransportReason::MissingInterpreter, next);
    }
    return TranslatableText::of(TransportReason::NoInterpreter);
}

QString reasonOf(int error, const QFileInfo &program)
{
    switch (error) {
    case ENOENT:
        return program.exists() ? missingInterpreterOf(program.filePath())
                                : TranslatableText::of(TransportReason::NoSuchFile);
    case EACCES:
    case EPERM:
        return TranslatableText::of(program.isDir() ? TransportReason::IsFolder : TransportReason::NoPermission);
    case ENOEXEC:
        return TranslatableText::of(ProgramFile::read(program.filePath()).kind == ProgramFile::Kind::Elf
                                        ? TransportReason::OtherMachine
                                        : TransportReason::NoExecutable);
    default:
        return QString::fromUtf8(strerrordesc_np(error));
    }
}

} // namespace

GuardedProcess::GuardedProcess(QObject *parent)
    : QProcess(parent)
{
    // Connected before any receiver of finished(), so that launched() comes first and leftBehind() is known.
    connect(this, &QProcess::finished, this, &GuardedProcess::onGuardEnded);
}

GuardedProcess::~GuardedProcess()
{
    cutLifeline();
    // ~QProcess would kill the guard before it has cleaned up, and wait for it.
    const QSignalBlocker silence(this);
    setProcessState(NotRunning);
}

void GuardedProcess::abandon(std::unique_ptr<GuardedProcess> process)
{
    QCoreApplication *application = QCoreApplication::instance();
    if (!process || !application)
        return;
    GuardedProcess *const abandoned = process.release();
    abandoned->disconnect();
    for (PipeReader *const reader : {abandoned->m_output, abandoned->m_errors}) {
        if (reader)
            reader->close();
    }
    abandoned->cutLifeline();
    // The application object deletes it if the event loop never runs again.
    abandoned->setParent(application);
    if (abandoned->state() == NotRunning)
        abandoned->deleteLater();
    else
        connect(abandoned, &QProcess::finished, abandoned, &QObject::deleteLater);
}

QString GuardedProcess::guardPath()
{
    const QDir here(QCoreApplication::applicationDirPath());
    for (const QString &place : {u"."_s, u"../bin"_s, QStringLiteral(PULLCORD_GUARD_DIR)}) {
        const QFileInfo file(here.filePath(place + "/pullcord-guard"_L1));
        if (file.isExecutable())
            return file.canonicalFilePath();
    }
    return {};
}

QString GuardedProcess::signalName(int signal)
{
    const char *const name = sigabbrev_np(signal);
    return name ? u"SIG"_s + QLatin1StringView(name) : u"signal %1"_s.arg(signal);
}

void GuardedProcess::launch(const QString &program, const QStringList &arguments)
{
    const QString guard = guardPath();
    if (guard.isEmpty()) {
        emit launchFailed(TranslatableText::of(TransportReason::NoGuard));
        return;
    }
    int lifeline[2] = {-1, -1};
    int input[2] = {-1, -1};
    int output[2] = {-1, -1};
    int errors[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, lifeline) != 0 ||
        pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0) {
        const int error = errno;
        for (const int descriptor : {lifeline[0], lifeline[1], input[0], input[1], output[0], output[1]})
            ::close(descriptor);
        emit launchFailed(QString::fromUtf8(strerrordesc_np(error)));
        return;
    }
    m_lifeline = lifeline[0];
    m_input = new PipeWriter(input[1], this);
    m_output = new PipeReader(output[0], this);
    m_errors = new PipeReader(errors[0], this);
    const std::array<int, 4> given{movedUp(lifeline[1]), movedUp(input[0]), movedUp(output[1]), movedUp(errors[1])};
    m_reportNotifier = new QSocketNotifier(m_lifeline, QSocketNotifier::Read, this);
    connect(m_reportNotifier, &QSocketNotifier::activated, this, &GuardedProcess::readReport);
    connect(this, &QProcess::errorOccurred, this, [this](ProcessError error) {
        if (error == FailedToStart)
            emit launchFailed(errorString());
    });

    setProgram(guard);
    setArguments(QStringList{QString::number(given[0]), program} + arguments);
    // Prevents QProcess from creating pipes.
    setInputChannelMode(ForwardedInputChannel);
    setProcessChannelMode(ForwardedChannels);
    // Runs in the child, which shares our memory but not our descriptors. Only the guard inherits its end.
    setChildProcessModifier([given] {
        fcntl(given[0], F_SETFD, 0);
        dup2(given[1], STDIN_FILENO);
        dup2(given[2], STDOUT_FILENO);
        dup2(given[3], STDERR_FILENO);
    });
    start(ReadOnly);
    for (const int descriptor : given)
        ::close(descriptor);
}

void GuardedProcess::readReport()
{
    if (!m_reportNotifier || !m_reportNotifier->isEnabled())
        return;
    GuardReport report;
    const ssize_t got = recv(m_lifeline, &report, sizeof report, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    m_reportNotifier->setEnabled(false); // onGuardEnded() reads the rest of the report
    if (got != ssize_t(sizeof report))
        return; // the guard is gone: finished() follows
    if (report.error == 0) {
        m_serverPid = report.pid;
        m_serverParent = report.guard;
        emit launched();
    } else {
        const QFileInfo program(QDir(workingDirectory()), arguments().at(1));
        emit launchFailed(reasonOf(report.error, program));
    }
}

void GuardedProcess::onGuardEnded()
{
    readReport();
    if (m_lifeline < 0 || m_serverPid <= 0 || recv(m_lifeline, &m_leftBehind, 1, 0) == 1)
        return;
    // The outer guard was killed. The inner one kills the tree, unless it was killed too. For that case, kill at least
    // the server. Its id cannot have been reused: the system keeps the id of a process group while any member lives,
    // and reuses a free id as late as possible.
    ::kill(-pid_t(m_serverPid), SIGKILL);
}

void GuardedProcess::cutLifeline()
{
    if (m_reportNotifier)
        m_reportNotifier->setEnabled(false);
    if (m_input)
        m_input->disconnect(); // it stays open: a server that ends with its input could do so before the guard kills it
    if (m_lifeline >= 0)
        ::close(m_lifeline);
    m_lifeline = -1;
}

} // namespace Pullcord
