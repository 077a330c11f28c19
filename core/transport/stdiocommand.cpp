// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/stdiocommand.h"

#include "core/secrets/secrets.h"
#include "core/transport/innercommand.h"
#include "core/transport/shellwords.h"
#include "core/transport/transportreason.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

/// True for programs that run another program, which names the server.
bool isRunner(const QString &program)
{
    static const QStringList names{u"node"_s, u"nodejs"_s, u"npx"_s,  u"npm"_s,     u"pnpm"_s, u"bun"_s,
                                   u"bunx"_s, u"deno"_s,   u"tsx"_s,  u"ts-node"_s, u"uv"_s,   u"uvx"_s,
                                   u"pipx"_s, u"ruby"_s,   u"perl"_s, u"php"_s};
    return names.contains(program) || program.startsWith("python"_L1);
}

/// Words between a runner and its program.
bool isSubcommand(const QString &argument)
{
    static const QStringList words{u"run"_s, u"exec"_s, u"tool"_s, u"x"_s, u"dlx"_s};
    return words.contains(argument);
}

/// Options of runners that take the next word as their value, so that it is not the program.
bool takesWord(const QString &option)
{
    static const QStringList options{u"--directory"_s, u"--project"_s, u"--with"_s,    u"--with-requirements"_s,
                                     u"--from"_s,      u"--spec"_s,    u"--package"_s, u"--python"_s,
                                     u"--env-file"_s,  u"--import"_s,  u"--require"_s, u"-r"_s,
                                     u"--loader"_s,    u"--prefix"_s,  u"--filter"_s};
    return options.contains(option);
}

bool isShell(const QString &program)
{
    static const QStringList names{u"sh"_s, u"bash"_s, u"dash"_s, u"zsh"_s, u"ksh"_s, u"fish"_s};
    return names.contains(program);
}

/// True for a shell builtin or keyword, or a word that cannot be the name of a program.
bool isOfShell(const QString &word)
{
    static const QStringList words{u"."_s,      u":"_s,    u"case"_s,  u"cd"_s,    u"done"_s,   u"echo"_s, u"esac"_s,
                                   u"eval"_s,   u"exit"_s, u"false"_s, u"fi"_s,    u"for"_s,    u"if"_s,   u"kill"_s,
                                   u"printf"_s, u"read"_s, u"set"_s,   u"sleep"_s, u"source"_s, u"test"_s, u"trap"_s,
                                   u"true"_s,   u"wait"_s, u"while"_s, u"until"_s};
    static const QRegularExpression name(u"^[\\w@.+/-]+$"_s);
    return words.contains(word) || !name.match(word).hasMatch();
}

/// Options of env that take the next word as their value.
bool takesWordOfEnv(const QString &option)
{
    static const QStringList options{u"-u"_s, u"--unset"_s, u"-C"_s, u"--chdir"_s};
    return options.contains(option);
}

/// True for programs that change how another one runs: its priority, its session, its buffers.
bool isWrapper(const QString &program)
{
    static const QStringList names{u"nice"_s,   u"ionice"_s,   u"nohup"_s,   u"setsid"_s,
                                   u"stdbuf"_s, u"unbuffer"_s, u"timeout"_s, u"time"_s};
    return names.contains(program);
}

/// Words after a wrapper, its options and their values.
QStringList wrappedBy(const QString &wrapper, QStringList words)
{
    static const QStringList valued{u"-n"_s, u"--adjustment"_s, u"-c"_s, u"-p"_s, u"-i"_s,
                                    u"-o"_s, u"-e"_s,           u"-k"_s, u"-s"_s};
    while (!words.isEmpty() && words.first().startsWith(u'-')) {
        const bool isPair = valued.contains(words.first()) && words.size() > 1 && wrapper != "setsid"_L1;
        words.remove(0, isPair ? 2 : 1);
    }
    if (wrapper == "timeout"_L1 && !words.isEmpty())
        words.removeFirst(); // the duration
    return words;
}

/// Words of the final command, without assignments and programs that only start another one (env, exec).
QStringList wrappedCommand(QStringList words)
{
    static const QRegularExpression assignment(u"^[A-Za-z_][A-Za-z_0-9]*="_s);
    bool isEnv = false;
    while (!words.isEmpty()) {
        const QString &word = words.first();
        const bool isNowEnv = QFileInfo(word).fileName() == "env"_L1;
        if (!isNowEnv && word != "exec"_L1 && !assignment.match(word).hasMatch() && !(isEnv && word.startsWith(u'-')))
            break;
        isEnv = isEnv || isNowEnv;
        const bool isPair = isEnv && takesWordOfEnv(word) && words.size() > 1;
        words.remove(0, isPair ? 2 : 1);
    }
    return words;
}

/// Images that contain only a runner or a system: their command is the interesting part.
bool isBaseImage(const QString &name)
{
    static const QStringList names{u"alpine"_s, u"debian"_s, u"ubuntu"_s, u"fedora"_s, u"busybox"_s, u"golang"_s};
    return isRunner(name) || isShell(name) || names.contains(name);
}

/// Words of the last command of a shell line, after && or ;, which is usually the server. Empty if it is not a program.
QStringList shellCommand(const QString &line)
{
    const Result<QStringList> all = ShellWords::split(line);
    if (!all)
        return {};
    const auto isEnd = [](const QString &word) { return word == "&&"_L1 || word.endsWith(u';'); };
    const auto end = std::find_if(all->rbegin(), all->rend(), isEnd);
    const QStringList words = wrappedCommand(QStringList(end.base(), all->end()));
    return words.isEmpty() || isOfShell(words.first()) ? QStringList() : words;
}

QString titleOf(const QStringList &command);

QString titleInShell(const QString &shell, const QStringList &arguments)
{
    static const QRegularExpression evaluating(u"^-[a-z]*c$"_s);
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (evaluating.match(arguments.at(i)).hasMatch()) {
            const QStringList command = shellCommand(arguments.value(i + 1));
            return command.isEmpty() ? shell : titleOf(command);
        }
        if (arguments.at(i) == "-o"_L1)
            ++i; // name of the option
        else if (!arguments.at(i).startsWith(u'-'))
            return QFileInfo(arguments.at(i)).fileName();
    }
    return shell;
}

QString titleInRunner(const QString &runner, const QStringList &arguments)
{
    static const QStringList evaluating{u"-c"_s, u"-e"_s, u"-p"_s, u"--eval"_s, u"--print"_s};
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &argument = arguments.at(i);
        if (evaluating.contains(argument))
            break; // code follows, not a name
        if (takesWord(argument))
            ++i;
        else if (!argument.startsWith(u'-') && argument != Secrets::Mask && !isSubcommand(argument))
            return QFileInfo(argument).fileName();
    }
    return runner;
}

/// Returns the title of the inner command; empty if nothing names the server.
QString titleInside(const InnerCommand &inner)
{
    const QStringList command = inner.isShellLine ? shellCommand(inner.words.join(u' ')) : inner.words;
    if (!inner.makesContainer)
        return command.isEmpty() ? inner.place.section(u'@', -1) : titleOf(command);
    // Usually they are arguments of the image's own program.
    const QString image = inner.imageName();
    const QString program = QFileInfo(command.value(0)).fileName();
    const bool isCommand = isRunner(program) || isShell(program) || program == "env"_L1 || isBaseImage(image);
    return isCommand && !command.isEmpty() ? titleOf(command) : image;
}

QString titleOf(const QStringList &command)
{
    const QString name = QFileInfo(command.first()).fileName();
    const QStringList arguments = command.sliced(1);
    QString title;
    if (const std::optional<InnerCommand> inner = InnerCommand::in(command))
        title = titleInside(*inner);
    else if (isShell(name))
        title = titleInShell(name, arguments);
    else if (isRunner(name))
        title = titleInRunner(name, arguments);
    else if (const QStringList behind = wrappedCommand(command); name == "env"_L1 && !behind.isEmpty())
        title = titleOf(behind);
    else if (const QStringList wrapped = wrappedBy(name, arguments); isWrapper(name) && !wrapped.isEmpty())
        title = titleOf(wrapped);
    return title.isEmpty() ? name : title;
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

StdioCommand StdioCommand::shown() const
{
    StdioCommand command = *this;
    if (!unfilledWords.isEmpty()) {
        command.arguments = unfilledWords;
        command.program = command.arguments.takeFirst();
        command.workingDirectory = unfilledDirectory;
    }
    return command;
}

QString StdioCommand::title() const
{
    const StdioCommand command = shown();
    return titleOf(QStringList{command.program} + Secrets::maskedArguments(command.arguments));
}

QProcessEnvironment StdioCommand::environment() const
{
    QProcessEnvironment result;
    if (inheritEnvironment) {
        result = QProcessEnvironment::systemEnvironment();
    } else {
        // QProcess treats a never modified environment as "the same as ours".
        result.insert(u"PATH"_s, {});
        result.remove(u"PATH"_s);
        const QProcessEnvironment ours = QProcessEnvironment::systemEnvironment();
        for (const QString &name : inheritedVariables) {
            if (ours.contains(name))
                result.insert(name, ours.value(name));
        }
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
        return Error{ErrorKind::Usage, TranslatableText::of(TransportReason::NoProgram), 0, {}};
    if (!workingDirectory.isEmpty() && !QFileInfo(workingDirectory).isDir()) {
        return Error{
            ErrorKind::Transport, TranslatableText::of(TransportReason::NoFolder, shown().workingDirectory), 0, {}};
    }
    if (program.contains(u'/'))
        return program;
    const QStringList path = environment().value(u"PATH"_s, u"/usr/local/bin:/usr/bin:/bin"_s).split(u':');
    const QString found = QStandardPaths::findExecutable(program, path);
    if (found.isEmpty()) {
        return Error{ErrorKind::Transport, TranslatableText::of(TransportReason::NotFound, shown().program)};
    }
    return found;
}

QJsonObject StdioCommand::describe() const
{
    const StdioCommand command = shown();
    QJsonObject details{
        {u"program"_s, command.program},
        {u"arguments"_s, QJsonArray::fromStringList(Secrets::maskedArguments(command.arguments))},
    };
    if (!command.workingDirectory.isEmpty())
        details.insert(u"workingDirectory"_s, command.workingDirectory);
    if (!inheritEnvironment)
        details.insert(u"inheritEnvironment"_s, false);
    if (!inheritEnvironment && !inheritedVariables.isEmpty())
        details.insert(u"inherited"_s, QJsonArray::fromStringList(sorted(inheritedVariables)));
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
