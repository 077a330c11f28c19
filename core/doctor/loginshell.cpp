// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/loginshell.h"

#include "core/transport/guardedprocess.h"

#include <QFileInfo>

#include <pwd.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Printed before and after the variables, since start-up files may print anything.
constexpr QByteArrayView EnvironmentMark = "=pullcord-environment=";
constexpr qsizetype MaxShellOutput = qsizetype(4) << 20;

/// Returns the text between the two marks; none if one is missing.
std::optional<QByteArray> betweenMarks(const QByteArray &output)
{
    const qsizetype begin = output.indexOf(EnvironmentMark);
    const qsizetype end = output.lastIndexOf(EnvironmentMark);
    if (begin < 0 || end == begin)
        return std::nullopt;
    const qsizetype from = begin + EnvironmentMark.size();
    return output.sliced(from, end - from);
}

} // namespace

LoginShell::LoginShell(QObject *parent)
    : QObject(parent)
{
    m_limit.setSingleShot(true);
    m_limit.callOnTimeout(this, [this] {
        answer(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1 did not finish its start-up files within %2 ms"), m_program,
            m_limit.interval()));
    });
}

LoginShell::~LoginShell()
{
    GuardedProcess::abandon(std::move(m_process));
}

QString LoginShell::program()
{
    if (const QString named = qEnvironmentVariable("SHELL"); QFileInfo(named).isExecutable())
        return named;
    const passwd *const user = getpwuid(getuid());
    const QString known = user ? QFile::decodeName(user->pw_shell) : QString();
    return QFileInfo(known).isExecutable() ? known : u"/bin/sh"_s;
}

void LoginShell::ask(std::chrono::milliseconds limit)
{
    m_program = program();
    m_process = std::make_unique<GuardedProcess>();
    QProcessEnvironment environment = DoctorEnvironment::desktopHost().variables;
    environment.insert(u"TERM"_s, u"dumb"_s); // keeps prompts from querying the terminal
    environment.insert(u"SHELL"_s, m_program);
    m_process->setProcessEnvironment(environment);
    connect(m_process.get(), &QProcess::finished, this, &LoginShell::onFinished);
    connect(m_process.get(), &GuardedProcess::launchFailed, this, [this](const QString &reason) {
        answer(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 could not be started: %2"), m_program,
                                    reason));
    });
    m_limit.start(limit);
    const QString mark = QString::fromLatin1(EnvironmentMark);
    const QString script = u"printf '%s' '%1'; /usr/bin/env -0; printf '%s' '%1'"_s.replace("%1"_L1, mark);
    QStringList arguments{u"-l"_s, u"-i"_s, u"-c"_s};
    if (QFileInfo(m_program).fileName() == "bash"_L1) // like each terminal, it reads ~/.bashrc only without -l
        arguments += {u"exec \"$0\" -i -c \"$1\""_s, m_program, script};
    else
        arguments += script;
    m_process->launch(m_program, arguments);
    if (!m_process || !m_process->output())
        return;
    connect(m_process->output(), &PipeReader::arrived, this, [this](const QByteArray &bytes) {
        if (m_output.size() < MaxShellOutput)
            m_output += bytes;
    });
    m_process->input()->closeWhenWritten();
    m_process->output()->setReading(true);
    m_process->errors()->setReading(true);
}

void LoginShell::onFinished()
{
    m_process->output()->drain();
    const bool isComplete = betweenMarks(m_output).has_value();
    answer(isComplete
               ? TranslatableText()
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 ended before it printed its variables"),
                                      m_program));
}

void LoginShell::answer(const TranslatableText &problem)
{
    if (m_answered)
        return;
    m_answered = true;
    m_limit.stop();
    DoctorEnvironment environment{DoctorEnvironment::Kind::LoginShell, {}, problem};
    if (problem.isEmpty()) {
        const QByteArrayList variables = betweenMarks(m_output).value_or(QByteArray()).split('\0');
        for (const QByteArray &variable : variables) {
            if (const qsizetype equals = variable.indexOf('='); equals > 0)
                environment.variables.insert(QString::fromLocal8Bit(variable.first(equals)),
                                             QString::fromLocal8Bit(variable.sliced(equals + 1)));
        }
        environment.variables.remove(u"_"_s);
        environment.variables.remove(u"SHLVL"_s);
    }
    GuardedProcess::abandon(std::move(m_process));
    QMetaObject::invokeMethod(
        this, [this, environment] { emit answered(environment); }, Qt::QueuedConnection);
}

} // namespace Pullcord
