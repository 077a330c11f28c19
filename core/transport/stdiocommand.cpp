// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/stdiocommand.h"

#include "core/transport/secrets.h"
#include "core/transport/shellwords.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

/// Programs that run another, which is the one that matters.
bool isRunner(const QString &program)
{
    static const QStringList names{u"node"_s, u"nodejs"_s, u"npx"_s,  u"npm"_s,     u"pnpm"_s, u"bun"_s,
                                   u"bunx"_s, u"deno"_s,   u"tsx"_s,  u"ts-node"_s, u"uv"_s,   u"uvx"_s,
                                   u"pipx"_s, u"ruby"_s,   u"perl"_s, u"php"_s};
    return names.contains(program) || program.startsWith("python"_L1);
}

/// Words between a runner and what it runs.
bool isSubcommand(const QString &argument)
{
    static const QStringList words{u"run"_s, u"exec"_s, u"tool"_s, u"x"_s, u"dlx"_s};
    return words.contains(argument);
}

} // namespace

Result<StdioCommand> StdioCommand::fromLine(const QString &line)
{
    Result<QStringList> words = ShellWords::split(line);
    if (!words)
        return words.error();
    StdioCommand command;
    command.arguments = *std::move(words);
    if (!command.arguments.isEmpty())
        command.program = command.arguments.takeFirst();
    return command;
}

QString StdioCommand::toLine() const
{
    return ShellWords::join(QStringList{program} + arguments);
}

QString StdioCommand::title() const
{
    static const QStringList evaluating{u"-c"_s, u"-e"_s, u"-p"_s, u"--eval"_s, u"--print"_s};
    const QString name = QFileInfo(program).fileName();
    if (!isRunner(name))
        return name;
    const QStringList masked = Secrets::maskedArguments(arguments);
    for (const QString &argument : masked) {
        if (evaluating.contains(argument))
            break; // what follows is no name
        if (argument.startsWith(u'-') || argument == Secrets::Mask || isSubcommand(argument))
            continue;
        const QString script = QFileInfo(argument).fileName();
        return script.isEmpty() ? name : script;
    }
    return name;
}

QProcessEnvironment StdioCommand::environment() const
{
    QProcessEnvironment result;
    if (inheritEnvironment) {
        result = QProcessEnvironment::systemEnvironment();
    } else {
        // QProcess takes an environment that was never touched for "the same as ours".
        result.insert(u"PATH"_s, {});
        result.remove(u"PATH"_s);
    }
    for (const QString &name : unsetVariables)
        result.remove(name);
    for (auto it = setVariables.begin(); it != setVariables.end(); ++it)
        result.insert(it.key(), it.value());
    return result;
}

Result<QString> StdioCommand::executable() const
{
    if (program.trimmed().isEmpty())
        return Error{ErrorKind::Usage, Words::of(QT_TRANSLATE_NOOP("Words", "no program was given")), 0, {}};
    if (!workingDirectory.isEmpty() && !QFileInfo(workingDirectory).isDir()) {
        return Error{
            ErrorKind::Transport, u"the working directory \"%1\" does not exist"_s.arg(workingDirectory), 0, {}};
    }
    if (program.contains(u'/'))
        return program;
    const QStringList path = environment().value(u"PATH"_s, u"/usr/local/bin:/usr/bin:/bin"_s).split(u':');
    const QString found = QStandardPaths::findExecutable(program, path);
    if (found.isEmpty()) {
        return Error{ErrorKind::Transport,
                     Words::of(QT_TRANSLATE_NOOP("Words", "the program \"%1\" was not found in PATH"), program),
                     0,
                     {}};
    }
    return found;
}

QJsonObject StdioCommand::describe() const
{
    QJsonObject details{
        {u"program"_s, program},
        {u"arguments"_s, QJsonArray::fromStringList(Secrets::maskedArguments(arguments))},
    };
    if (!workingDirectory.isEmpty())
        details.insert(u"workingDirectory"_s, workingDirectory);
    if (!inheritEnvironment)
        details.insert(u"inheritEnvironment"_s, false);
    QStringList set;
    for (const QString &name : sorted(setVariables.keys()))
        set.append(name + u'=' + Secrets::Mask);
    if (!set.isEmpty())
        details.insert(u"environment"_s, QJsonArray::fromStringList(set));
    if (!unsetVariables.isEmpty())
        details.insert(u"unset"_s, QJsonArray::fromStringList(sorted(unsetVariables)));
    return details;
}

QString StdioCommand::lineOf(const QJsonObject &details)
{
    return ShellWords::join(QStringList{details.value("program"_L1).toString()} +
                            details.value("arguments"_L1).toVariant().toStringList());
}

} // namespace Pullcord
