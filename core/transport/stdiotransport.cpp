// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/stdiotransport.h"

#include "core/logging.h"
#include "core/transport/commandhint.h"
#include "core/transport/guardedprocess.h"
#include "core/transport/innercommand.h"
#include "core/transport/shellwords.h"
#include "core/transport/transportreason.h"

#include <QDir>
#include <QFile>
#include <QPointer>

#include <cstring>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr qsizetype StderrLineLimit = qsizetype(1) << 20;
constexpr qsizetype MostDrained = qsizetype(1) << 20;
constexpr qsizetype FirstWordsLimit = 300;
constexpr qsizetype LastWordsLimit = 2000; ///< bytes of stderr kept for the text of an error

constexpr int SignalBase = 128; ///< shells add it to the number of the signal that ended a process

/// Longest wait for a killed process, which may hang in the kernel.
constexpr std::chrono::milliseconds KillWait{2000};

} // namespace

struct StdioTransport::Errors
{
    LineFramer framer{StderrLineLimit};
    QByteArray firstWords; ///< first line with visible text
    QByteArray lastWords;
    bool isCut = false; ///< output between the two was dropped

    void remember(QByteArrayView line)
    {
        if (firstWords.isEmpty())
            firstWords = line.trimmed().first(std::min(line.trimmed().size(), FirstWordsLimit)).toByteArray();
        lastWords += line.last(std::min(line.size(), LastWordsLimit));
        lastWords += '\n';
        if (lastWords.size() > 2 * LastWordsLimit)
            forget();
    }
    /// Drops all but the last whole lines.
    void forget()
    {
        if (lastWords.size() <= LastWordsLimit)
            return;
        isCut = true;
        lastWords = lastWords.last(LastWordsLimit);
        lastWords.remove(0, lastWords.indexOf('\n') + 1);
    }
};

StdioTransport::StdioTransport(StdioCommand command, QObject *parent)
    : StdioTransport(std::move(command), Options(), parent)
{}

StdioTransport::StdioTransport(StdioCommand command, const Options &options, QObject *parent)
    : LineTransport(Direction::ClientToServer, options.json, parent)
    , m_command(std::move(command))
    , m_inner(InnerCommand::in(QStringList{m_command.program} + m_command.arguments))
    , m_options(options)
{
    m_stopTimer.setSingleShot(true);
    m_stopTimer.setTimerType(Qt::PreciseTimer); // a server gets its full time
    connect(&m_stopTimer, &QTimer::timeout, this, &StdioTransport::onStopTimer);
    connect(&m_sampler, &ProcessSampler::sampled, this, &StdioTransport::reportUsage);
}

StdioTransport::~StdioTransport()
{
    if (m_process && m_process->serverPid() > 0)
        (void)startContainerKill();
    GuardedProcess::abandon(std::move(m_process));
}

QJsonObject StdioTransport::description() const
{
    QJsonObject details = m_command.describe();
    details.insert(u"transport"_s, u"stdio"_s);
    return details;
}

QString StdioTransport::origin() const
{
    return m_command.toLine() + u'\n' + m_command.workingDirectory;
}

bool StdioTransport::hasTakenInput() const
{
    return m_hasTakenInput || (m_process && m_process->input() && m_process->input()->isRead());
}

void StdioTransport::open()
{
    if (state() != State::Idle)
        return;
    reset();
    m_hasTakenInput = false;
    m_errors = std::make_shared<Errors>();
    m_launched = false;
    m_inputClosed = 0;
    m_exitStatus.reset();
    m_reason.clear();
    // Queued before the signal: start() checks the state that receivers leave behind.
    QMetaObject::invokeMethod(this, &StdioTransport::start, Qt::QueuedConnection);
    [[maybe_unused]] const bool opening = enter(State::Opening, Event::ofKind(EventKind::Opening, description()));
}

void StdioTransport::start()
{
    if (state() == State::Closing)
        return conclude({});
    const Result<QString> program = m_command.executable();
    if (!program)
        return fail(CommandHint::appended(program.error().detail, m_command));
    m_process = std::make_unique<GuardedProcess>();
    GuardedProcess *const process = m_process.get();
    connect(process, &GuardedProcess::launched, this, &StdioTransport::onLaunched);
    connect(process, &GuardedProcess::launchFailed, this, [this](const QString &reason) {
        qCDebug(Log::transport) << "the server process could not be started";
        const auto failure = TranslatableText::of(TransportReason::NotStarted, m_command.shown().program, reason);
        fail(QFileInfo::exists(m_command.program) ? failure : CommandHint::appended(failure, m_command));
    });
    connect(process, &QProcess::finished, this, &StdioTransport::onFinished);
    process->setProcessEnvironment(m_command.environment());
    process->setWorkingDirectory(m_command.workingDirectory);
    process->launch(*program, m_command.arguments);
}

void StdioTransport::onLaunched()
{
    m_launched = true;
    qCDebug(Log::transport) << "server process" << m_process->serverPid() << "started";
    connect(m_process->input(), &PipeWriter::left, this, &StdioTransport::onLeft);
    connect(m_process->input(), &PipeWriter::failed, this,
            [this] { dropOutput(TranslatableText::of(TransportReason::InputClosed)); });
    connect(m_process->output(), &PipeReader::arrived, this, &StdioTransport::bytesArrived);
    connect(m_process->output(), &PipeReader::ended, this, &StdioTransport::onOutputEnded);
    m_process->output()->setReading(m_reading);
    connect(m_process->errors(), &PipeReader::arrived, this, &StdioTransport::onErrors);
    m_process->errors()->setReading(m_readingErrors);
    if (state() == State::Closing) { // close() was called meanwhile; the stop ladder is running
        m_process->input()->closeWhenWritten();
        return;
    }
    const Event opened = Event::ofKind(EventKind::Opened, {{u"pid"_s, m_process->serverPid()}});
    if (enter(State::Open, opened))
        openOutput();
}

void StdioTransport::setReading(bool reading)
{
    m_reading = reading;
    if (m_process && m_process->output())
        m_process->output()->setReading(reading && m_launched);
}

void StdioTransport::setReadingErrors(bool reading)
{
    m_readingErrors = reading;
    if (m_process && m_process->errors())
        m_process->errors()->setReading(reading && m_launched);
}

void StdioTransport::write(const QByteArray &bytes)
{
    m_process->input()->write(bytes);
}

qsizetype StdioTransport::pendingBytes() const
{
    return m_process && m_process->input() ? m_process->input()->pendingBytes() : 0;
}

void StdioTransport::onLeft(qint64 count)
{
    bytesWritten(count);
    if (m_rung == Rung::CloseInput && m_stopTimer.isActive())
        waitForExit(); // the server still reads what was sent before the end
    emit left();
}

/// Waits for the end of the process, which usually follows: onFinished() then reports its status.
void StdioTransport::onOutputEnded()
{
    const QPointer<StdioTransport> alive(this);
    inputEnded();
    if (!alive || state() != State::Open)
        return;
    m_rung = Rung::AwaitExit;
    m_stopTimer.start(AwaitExit);
}

void StdioTransport::onErrors(const QByteArray &bytes)
{
    const std::shared_ptr<Errors> errors = m_errors;
    const QPointer<StdioTransport> alive(this);
    m_isReportingErrors = true;
    emit errorsReceived(bytes);
    if (alive)
        reportSent();
    if (!alive)
        return;
    errors->framer.feed(bytes, [&](const LineFramer::Line &line) {
        errors->remember(line.bytes);
        if (alive)
            emitStderr(line);
    });
    if (alive)
        m_isReportingErrors = false;
}

/// Reads the rest of stderr. Its lines may still be in the pipe although they were written before the last message.
void StdioTransport::drainErrors()
{
    if (m_launched && m_process && m_process->errors() && m_readingErrors && !m_isReportingErrors)
        m_process->errors()->drain(MostDrained);
}

void StdioTransport::emitStderr(const LineFramer::Line &line)
{
    Event event = Event::ofKind(EventKind::Stderr);
    event.bytes = line.bytes.toByteArray();
    describeLine(event, line);
    emit eventOccurred(event);
}

void StdioTransport::watchUsage()
{
    if (state() == State::Open && m_process && m_process->serverParent() > 0)
        m_sampler.watch(m_process->serverParent());
}

void StdioTransport::reportUsage(ProcessUsage usage)
{
    if (m_inner)
        usage.runner = m_inner->runner;
    const Event event = Event::ofKind(EventKind::Process, usage.toDetails());
    // Messages that were written before come first.
    const QPointer<StdioTransport> alive(this);
    reportSent();
    if (alive && state() == State::Open)
        emit eventOccurred(event);
}

void StdioTransport::close()
{
    if (state() == State::Idle || state() == State::Closing)
        return;
    leave({});
}

void StdioTransport::kill()
{
    const QPointer<StdioTransport> alive(this);
    if (state() != State::Idle && state() != State::Closing)
        leave({}, Rung::Terminate);
    if (!alive || state() != State::Closing || !m_process || m_rung == Rung::Kill)
        return;
    m_rung = Rung::Terminate;
    onStopTimer();
}

void StdioTransport::leave(const QString &reason, Rung first)
{
    m_sampler.stop();
    // Written messages, and errors that were printed, come first.
    const QPointer<StdioTransport> alive(this);
    reportSent();
    if (alive)
        drainErrors();
    if (!alive || state() == State::Idle || state() == State::Closing)
        return;
    m_reason = reason;
    closeOutput(reason.isEmpty() ? QString(TranslatableText::of(TransportReason::Closing)) : reason);
    const QJsonObject details = reason.isEmpty() ? QJsonObject() : QJsonObject{{u"reason"_s, reason}};
    if (!enter(State::Closing, Event::ofKind(EventKind::Closing, details)) || !m_process)
        return;
    if (m_launched && first == Rung::CloseInput)
        m_process->input()->closeWhenWritten();
    m_rung = first;
    waitForExit();
}

void StdioTransport::waitForExit()
{
    m_inputClosed = monotonicNow();
    m_stopTimer.start(m_options.closeWait);
}

void StdioTransport::onStopTimer()
{
    switch (m_rung) {
    case Rung::AwaitExit: {
        const auto reason = TranslatableText::of(TransportReason::OutputClosed);
        const QPointer<StdioTransport> alive(this);
        emit eventOccurred(Event::ofKind(EventKind::Failed, {{u"reason"_s, reason}}));
        if (alive && state() == State::Open)
            leave(reason);
        return;
    }
    case Rung::CloseInput:
        m_rung = Rung::Terminate;
        qCDebug(Log::transport) << "the server process is asked to end";
        m_stopTimer.start(m_options.terminateWait);
        m_process->terminate();
        return;
    case Rung::Terminate: {
        m_rung = Rung::Kill;
        qCDebug(Log::transport) << "the server process is killed";
        m_stopTimer.start(KillWait);
        const QPointer<StdioTransport> alive(this);
        endContainer();
        if (alive && m_process && m_rung == Rung::Kill)
            m_process->cutLifeline();
        return;
    }
    case Rung::Kill:
        conclude(TranslatableText::of(TransportReason::StillRunning));
        return;
    }
}

/// Command that kills the server's container, if it is known which one that is; else empty. `ownsName` is true once the
/// container runs: until then its name may belong to another container, whose presence keeps this one from starting.
static QStringList containerKill(const InnerCommand &inner, const QString &folder, bool ownsName)
{
    constexpr qint64 LongestId = 100;
    QString id = ownsName ? inner.name : QString();
    if (!inner.cidFile.isEmpty()) {
        QFile file(QDir(folder).filePath(inner.cidFile));
        id = file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.read(LongestId)).trimmed() : QString();
    }
    return inner.makesContainer && !id.isEmpty() ? inner.engine + QStringList{u"kill"_s, id} : QStringList();
}

/// Returns true if the command was started. It runs detached, since closing must not wait for it.
bool StdioTransport::startContainerKill() const
{
    const QStringList words =
        m_inner ? containerKill(*m_inner, m_command.workingDirectory, hasHeardMessage()) : QStringList();
    if (words.isEmpty())
        return false;
    StdioCommand command = m_command;
    command.program = words.first();
    const Result<QString> program = command.executable();
    if (!program)
        return false;
    QProcess process;
    process.setProgram(*program);
    process.setArguments(words.sliced(1));
    process.setProcessEnvironment(command.environment());
    process.setWorkingDirectory(command.workingDirectory);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    return process.startDetached();
}

/// Ends the container before its command is killed, which would leave the container running.
void StdioTransport::endContainer()
{
    if (!m_inner || m_inner->where != InnerCommand::Where::Container)
        return;
    const StdioCommand command = m_command.shown();
    InnerCommand inner = InnerCommand::in(QStringList{command.program} + command.arguments).value_or(*m_inner);
    inner.cidFile = m_inner->cidFile; // the real path, since the file is read
    QString text;
    if (startContainerKill())
        text = u"the container did not end, so it is killed: %1"_s.arg(
            ShellWords::join(containerKill(inner, m_command.workingDirectory, true)));
    else if (m_inner->makesContainer && !m_inner->name.isEmpty() && !hasHeardMessage())
        text =
            u"%1 is killed before its server sent a message; the container %2 is left running, since it may belong to "
            "another command"_s.arg(inner.runner, inner.name);
    else if (m_inner->makesContainer)
        text = u"%1 is killed, but its container may keep running. With --rm --init it ends by itself; with --name or "
               "--cidfile Pullcord kills it"_s.arg(inner.runner);
    else
        text = u"%1 is killed, but the processes that it started in %2 may keep running"_s.arg(
            inner.runner, inner.place.isEmpty() ? u"the container"_s : inner.place);
    emit eventOccurred(Event::ofKind(EventKind::Note, {{u"text"_s, text}}));
}

void StdioTransport::onFinished(int exitCode, QProcess::ExitStatus status)
{
    qCDebug(Log::transport) << "the server process ended with"
                            << (status == QProcess::CrashExit ? "signal" : "exit code") << exitCode;
    const QPointer<StdioTransport> alive(this);
    m_sampler.stop();
    // QProcess may report the end before the output is read. Read everything first, so that Exited is the last event.
    m_launched = true;
    m_process->output()->drain();
    if (alive && m_process)
        inputEnded();
    if (alive && m_process)
        m_process->errors()->drain();
    if (alive) {
        const std::shared_ptr<Errors> errors = m_errors;
        errors->framer.finish([&](const LineFramer::Line &line) {
            errors->remember(line.bytes);
            if (alive)
                emitStderr(line);
        });
    }
    if (!alive)
        return;

    m_exitStatus = status == QProcess::CrashExit ? SignalBase + exitCode : exitCode;
    const bool asked = state() == State::Closing;
    const QString end = endOf(exitCode, status);
    dropOutput(!asked               ? end
               : m_reason.isEmpty() ? QString(TranslatableText::of(TransportReason::WasClosed))
                                    : m_reason);
    if (alive) {
        Event exited =
            Event::ofKind(EventKind::Exited, status == QProcess::CrashExit
                                                 ? QJsonObject{{u"signal"_s, GuardedProcess::signalName(exitCode)}}
                                                 : QJsonObject{{u"exitCode"_s, exitCode}});
        if (m_process->leftBehind() > 0)
            exited.details.insert(u"leftBehind"_s, m_process->leftBehind());
        if (asked && m_inputClosed != 0 && m_rung != Rung::CloseInput) // the server did not end by itself
            exited.details.insert(u"afterInput"_s, exited.time - m_inputClosed);
        emit eventOccurred(exited);
    }
    if (alive && !asked && !hasHeardMessage())
        emit eventOccurred(Event::ofKind(EventKind::Failed, {{u"reason"_s, end}}));
    if (alive)
        conclude(asked ? m_reason : end);
}

QString StdioTransport::endOf(int exitCode, QProcess::ExitStatus status) const
{
    const StdioCommand shown = m_command.shown();
    const auto inner = InnerCommand::in(QStringList{shown.program} + shown.arguments);
    const QString title = inner ? u"\"%1\" (%2)"_s.arg(shown.title(), inner->runner) : shown.title();
    const bool isEarly = !hasHeardMessage();
    TranslatableText text =
        status == QProcess::CrashExit
            ? TranslatableText::of(isEarly ? TransportReason::KilledEarly : TransportReason::Killed, title,
                                   GuardedProcess::signalName(exitCode))
            : TranslatableText::of(isEarly ? TransportReason::ExitedEarly : TransportReason::Exited, title, exitCode);
    m_errors->forget();
    // An error at startup comes before the usage text, so show the first line too.
    if (m_errors->isCut && isEarly)
        text = TranslatableText::of(TransportReason::FirstOutput, text, QString::fromUtf8(m_errors->firstWords));
    const QByteArray lastWords = m_errors->lastWords.trimmed();
    return lastWords.isEmpty() ? text
                               : TranslatableText::of(TransportReason::LastOutput, text, QString::fromUtf8(lastWords));
}

void StdioTransport::fail(const QString &reason)
{
    if (state() == State::Closing)
        return conclude({});
    const QPointer<StdioTransport> alive(this);
    emit eventOccurred(Event::ofKind(EventKind::Failed, {{u"reason"_s, reason}}));
    if (alive)
        conclude(reason);
}

void StdioTransport::conclude(const QString &reason)
{
    const QPointer<StdioTransport> alive(this);
    m_stopTimer.stop();
    m_sampler.stop();
    m_hasTakenInput = hasTakenInput();
    GuardedProcess::abandon(std::move(m_process));
    dropOutput(reason.isEmpty() ? QString(TranslatableText::of(TransportReason::WasClosed)) : reason);
    if (alive) {
        [[maybe_unused]] const bool idle =
            enter(State::Idle, Event::ofKind(EventKind::Closed, {{u"reason"_s, reason}}));
    }
}

} // namespace Pullcord
