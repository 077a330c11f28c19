// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/commandsearch.h"

#include "core/transport/commandhint.h"
#include "core/transport/programfile.h"
#include "core/transport/transportreason.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Verdict = DoctorStage::Verdict;

/// A tool that installs programs outside the system's folders.
struct ProgramManager
{
    QLatin1StringView name;
    QLatin1StringView fragment; ///< part of the path of its folders
    QLatin1StringView folder;   ///< where it puts programs: absolute, or below HOME; one component may be *
};

constexpr ProgramManager ProgramManagers[] = {
    {"nvm"_L1, "/.nvm/versions/"_L1, ".nvm/versions/node/*/bin"_L1},
    {"fnm"_L1, "/fnm/node-versions/"_L1, ".local/share/fnm/node-versions/*/installation/bin"_L1},
    {"fnm"_L1, "/fnm_multishells/"_L1, {}},
    {"Volta"_L1, "/.volta/bin"_L1, ".volta/bin"_L1},
    {"asdf"_L1, "/.asdf/"_L1, ".asdf/shims"_L1},
    {"mise"_L1, "/mise/"_L1, ".local/share/mise/shims"_L1},
    {"nodenv"_L1, "/.nodenv/"_L1, ".nodenv/shims"_L1},
    {"pyenv"_L1, "/.pyenv/"_L1, ".pyenv/shims"_L1},
    {"rbenv"_L1, "/.rbenv/"_L1, ".rbenv/shims"_L1},
    {"uv or pipx"_L1, "/.local/bin"_L1, ".local/bin"_L1},
    {"Homebrew"_L1, "/.linuxbrew/"_L1, "/home/linuxbrew/.linuxbrew/bin"_L1},
    {"Homebrew"_L1, "/homebrew/"_L1, "/opt/homebrew/bin"_L1},
    {"Snap"_L1, "/snap/bin"_L1, "/snap/bin"_L1},
    {"Cargo"_L1, "/.cargo/bin"_L1, ".cargo/bin"_L1},
    {"Bun"_L1, "/.bun/bin"_L1, ".bun/bin"_L1},
    {"Deno"_L1, "/.deno/bin"_L1, ".deno/bin"_L1},
    {"Go"_L1, "/go/bin"_L1, "go/bin"_L1},
    {"Conda"_L1, "conda3/"_L1, "miniconda3/bin"_L1},
    {"Nix"_L1, "/.nix-profile/"_L1, ".nix-profile/bin"_L1},
};

/// Result of the search in one environment.
struct CommandFind
{
    DoctorEnvironment environment;
    QString path;             ///< the variable PATH
    QString file;             ///< empty: `problem` says why
    QString shownFile;        ///< the same with masked secrets
    TranslatableText problem; ///< reason why the file cannot run, or why there is none
    QString interpreter;      ///< named by the file's #! line, or its loader, if that is what is missing

    [[nodiscard]] bool isStartable() const { return !file.isEmpty() && problem.isEmpty(); }
    [[nodiscard]] QString folder() const { return QFileInfo(file).path(); }
};

QString pathOf(const StdioCommand &command)
{
    return command.environment().value(u"PATH"_s, u"/usr/local/bin:/usr/bin:/bin"_s);
}

/// Returns the program of a script's #! line, including that of env, or the loader of a program; empty if there is none.
QString interpreterOf(const ProgramFile &file)
{
    static const QRegularExpression betweenEnvAndName(u"^(-.*|[A-Za-z_][A-Za-z_0-9]*=.*)$"_s);
    QStringList words = file.interpreter;
    if (!words.isEmpty() && words.first().endsWith("/env"_L1)) {
        words.removeFirst();
        while (!words.isEmpty() && betweenEnvAndName.match(words.first()).hasMatch())
            words.removeFirst();
    }
    return words.value(0);
}

bool isInPath(const QString &program, const QString &path)
{
    return program.contains(u'/') ? QFileInfo::exists(program)
                                  : !QStandardPaths::findExecutable(program, path.split(u':')).isEmpty();
}

/// Returns the program that usually runs such a file; empty if unknown.
QString usualInterpreterOf(const QString &file)
{
    static const QHash<QString, QString> interpreters{
        {u"py"_s, u"python3"_s}, {u"js"_s, u"node"_s}, {u"mjs"_s, u"node"_s}, {u"cjs"_s, u"node"_s},
        {u"ts"_s, u"npx tsx"_s}, {u"rb"_s, u"ruby"_s}, {u"sh"_s, u"sh"_s},    {u"jar"_s, u"java -jar"_s}};
    return interpreters.value(QFileInfo(file).suffix());
}

TranslatableText problemOf(const QString &file, const QString &path, QString &interpreter)
{
    const QFileInfo info(file);
    if (!info.exists())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "there is no such file"));
    if (info.isDir())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it is a folder"));
    if (!info.isExecutable())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it is not executable"));
    const ProgramFile program = ProgramFile::read(file);
    interpreter = interpreterOf(program);
    if (program.kind == ProgramFile::Kind::Text)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "it is a text without a #! line, which names the interpreter"));
    if (interpreter.isEmpty() || isInPath(interpreter, path)) {
        interpreter.clear();
        return {};
    }
    if (program.kind == ProgramFile::Kind::Elf)
        return TranslatableText::of(TransportReason::MissingLoader, interpreter);
    if (interpreter.endsWith(u'\r'))
        return TranslatableText::of(TransportReason::WindowsLines);
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it is a script for %1, which was not found"),
                                interpreter);
}

CommandFind find(const StdioCommand &command, const DoctorEnvironment &environment)
{
    CommandFind find{environment, {}, {}, {}, environment.problem, {}};
    if (!environment.problem.isEmpty())
        return find;
    const StdioCommand applied = environment.applied(command);
    find.path = pathOf(applied);
    const Result<QString> file = applied.executable();
    if (!file) {
        find.problem = file.error().detail;
        return find;
    }
    find.file = QDir(command.workingDirectory).absoluteFilePath(*file);
    const StdioCommand shown = command.shown();
    const bool isNamedByPath = command.program.contains(u'/');
    find.shownFile = isNamedByPath ? QDir(shown.workingDirectory).absoluteFilePath(shown.program) : find.file;
    find.problem = problemOf(find.file, find.path, find.interpreter);
    return find;
}

/// Searches folders of managers that are in none of the paths.
QString foundByManager(const QString &program, const QString &home)
{
    for (const ProgramManager &manager : ProgramManagers) {
        if (manager.folder.isEmpty())
            continue;
        const QString folder = QDir(home).absoluteFilePath(manager.folder);
        QStringList places{folder};
        if (const qsizetype star = folder.indexOf(u'*'); star >= 0) {
            places.clear();
            const QDir versions(folder.first(star));
            const QStringList names =
                versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed);
            for (const QString &name : names)
                places << versions.filePath(name) + folder.sliced(star + 1);
        }
        // Without any places, Qt would search our own PATH.
        const QString found = places.isEmpty() ? QString() : QStandardPaths::findExecutable(program, places);
        if (!found.isEmpty())
            return found;
    }
    return {};
}

/// Returns the folder, and the tool that put the program there.
TranslatableText placeOf(const QString &file)
{
    const QString manager = CommandSearch::managerOf(QFileInfo(file).path());
    return manager.isEmpty()
               ? TranslatableText(file)
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 (from %2)"), file, manager);
}

TranslatableText rowOf(const CommandFind &find, bool showsPath)
{
    const TranslatableText title = find.environment.title();
    if (!find.environment.problem.isEmpty())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: unknown, because %2"), title,
                                    find.environment.problem);
    if (find.file.isEmpty())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2 (PATH: %3)"), title, find.problem,
                                    find.path);
    if (!find.problem.isEmpty())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2, but %3 (PATH: %4)"), title,
                                    placeOf(find.shownFile), find.problem, find.path);
    if (!showsPath)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), title, placeOf(find.shownFile));
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2 (PATH: %3)"), title,
                                placeOf(find.shownFile), find.path);
}

/// True if the command is a path, and nothing depends on PATH: then all environments give the same result.
bool areAlike(const QList<CommandFind> &finds, const StdioCommand &command)
{
    return command.program.contains(u'/') && std::ranges::all_of(finds, [&](const CommandFind &find) {
               return find.environment.problem.isEmpty() && find.interpreter.isEmpty() &&
                      find.problem == finds.first().problem;
           });
}

/// Advises how a command found in one environment can be found in another.
void adviseWholePath(DoctorStage &stage, const QString &file, const TranslatableText &whose)
{
    const QString folder = QFileInfo(file).path();
    stage.advise(
        TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Use the full path as the command: %1"), file));
    if (const QString interpreter = interpreterOf(ProgramFile::read(file));
        !interpreter.isEmpty() && !interpreter.contains(u'/')) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1 is a script for %2: set the variable PATH for the server too, to %3 and the "
                              "folders of the PATH of %4"),
            QFileInfo(file).fileName(), interpreter, folder, whose));
    } else {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Or set the variable PATH for the server, to %1 and the folders of "
                                                  "the PATH of %2"),
            folder, whose));
    }
}

/// Advises for a command line in a single word, if its first word is a program.
void adviseForLine(DoctorStage &stage, const StdioCommand &command, const DoctorEnvironment &environment)
{
    StdioCommand first = command;
    first.program = command.program.section(u' ', 0, 0, QString::SectionSkipEmpty);
    if (CommandSearch::isStartable(first, environment))
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "Command and arguments are one word: give %1 alone as the command, and the rest as its arguments"),
            first.program));
}

/// Advises for words that only a shell would split or expand, and programs of another system.
void adviseForSpelling(DoctorStage &stage, const StdioCommand &command, const DoctorEnvironment &environment)
{
    const QString shown = command.shown().program;
    switch (CommandHint::faultOf(command)) {
    case CommandHint::Fault::None:
        break;
    case CommandHint::Fault::Assignment:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1 sets a variable and is not a program: pass it to the server as a variable"),
            shown));
        break;
    case CommandHint::Fault::Home:
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "No shell expands ~ here: write %1"),
                                          environment.variables.value(u"HOME"_s, QDir::homePath()) + shown.sliced(1)));
        break;
    case CommandHint::Fault::Variable:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "No shell expands variables here: write the value instead of "
                                                  "the name in %1"),
            shown));
        break;
    case CommandHint::Fault::WholeLine:
        adviseForLine(stage, command, environment);
        break;
    case CommandHint::Fault::OfWindows:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1 exists only on Windows: use the command after it"), shown));
        break;
    case CommandHint::Fault::ForWindows:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1 is written as on Windows: use the name or the path on this system"),
            shown));
        break;
    case CommandHint::Fault::Quoted:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The quotes are part of the name here: leave them out")));
        break;
    case CommandHint::Fault::OfShell:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Only a shell knows %1: use sh as the command, with the arguments -c "
                                                  "and the whole line"),
            shown));
        break;
    }
}

/// True for a fault that leaves no name of a program to search for or to install.
bool isNoName(CommandHint::Fault fault)
{
    return fault == CommandHint::Fault::OfShell || fault == CommandHint::Fault::ForWindows ||
           fault == CommandHint::Fault::Quoted;
}

/// Advises how to install a program that was found nowhere.
void adviseInstalling(DoctorStage &stage, const StdioCommand &command, const CommandFind &chosen)
{
    const QString program = command.program;
    if (program == "python"_L1 && isInPath(u"python3"_s, chosen.path)) {
        stage.advise(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Use python3 as the command: it was found")));
        return;
    }
    static const QHash<QString, QString> packages{
        {u"node"_s, u"Node.js"_s},    {u"npm"_s, u"Node.js"_s},   {u"npx"_s, u"Node.js"_s},    {u"uv"_s, u"uv"_s},
        {u"uvx"_s, u"uv"_s},          {u"python"_s, u"Python"_s}, {u"python3"_s, u"Python"_s}, {u"pipx"_s, u"pipx"_s},
        {u"docker"_s, u"Docker"_s},   {u"bun"_s, u"Bun"_s},       {u"bunx"_s, u"Bun"_s},       {u"deno"_s, u"Deno"_s},
        {u"dotnet"_s, u".NET SDK"_s}, {u"java"_s, u"Java"_s}};
    if (const auto package = packages.constFind(program); package != packages.constEnd())
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Install %1, which provides %2"),
                                          *package, program));
    else
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "Check the name of the command, or install the package that provides it")));
}

void adviseForMissing(DoctorStage &stage, const StdioCommand &command, const CommandFind &chosen,
                      const QList<CommandFind> &finds)
{
    const auto elsewhere = std::ranges::find_if(finds, &CommandFind::isStartable);
    if (elsewhere != finds.end()) {
        const QString manager = CommandSearch::managerOf(elsewhere->folder());
        stage.advise(
            manager.isEmpty()
                ? TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText", "Found by %1 in %2; the PATH of %3 lacks that folder"),
                      elsewhere->environment.phrase(), elsewhere->folder(), chosen.environment.phrase())
                : TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText", "Found by %1 in %2, where %3 puts programs; the PATH of "
                                                            "%4 lacks that folder"),
                      elsewhere->environment.phrase(), elsewhere->folder(), manager, chosen.environment.phrase()));
        adviseWholePath(stage, elsewhere->file, chosen.environment.phrase());
        return;
    }
    const QString home = chosen.environment.variables.value(u"HOME"_s, QDir::homePath());
    if (const QString file = foundByManager(command.program, home); !file.isEmpty()) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "It is in %1, where %2 puts programs; no PATH has that folder"),
            QFileInfo(file).path(), CommandSearch::managerOf(QFileInfo(file).path())));
        adviseWholePath(stage, file, chosen.environment.phrase());
        return;
    }
    adviseInstalling(stage, command, chosen);
}

/// Advises for a command named by a path, or a script without its interpreter.
void adviseForUnusable(DoctorStage &stage, const CommandFind &find, const QList<CommandFind> &finds)
{
    const QFileInfo file(find.file);
    const ProgramFile::Kind kind = ProgramFile::read(find.file).kind;
    if (find.interpreter.endsWith(u'\r')) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Save %1 with LF line ends, for example: sed -i 's/\\r$//' %1"),
            find.shownFile));
    } else if (!find.interpreter.isEmpty() && kind == ProgramFile::Kind::Elf) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Install the package that provides %1 (for 32-bit programs or for musl, for example), or "
                              "use a build of the program for this system"),
            find.interpreter));
    } else if (!find.interpreter.isEmpty()) {
        const auto elsewhere = std::ranges::find_if(finds, [&](const CommandFind &other) {
            return other.environment.problem.isEmpty() && isInPath(find.interpreter, other.path);
        });
        if (elsewhere != finds.end()) {
            const QString found = find.interpreter.contains(u'/')
                                      ? find.interpreter
                                      : QStandardPaths::findExecutable(find.interpreter, elsewhere->path.split(u':'));
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "%2 is found by %1 as %3: set the variable PATH for the "
                                                      "server, to %4 and the folders of the PATH of %5"),
                elsewhere->environment.phrase(), find.interpreter, placeOf(found), QFileInfo(found).path(),
                find.environment.phrase()));
        } else {
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "Install %1, or correct the first line of %2"), find.interpreter,
                find.shownFile));
        }
    } else if (!file.exists()) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Check the path of the command; a relative path starts at the server's working folder")));
    } else if (file.isDir()) {
        stage.advise(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Specify the program inside that folder")));
    } else {
        const bool isBare = kind == ProgramFile::Kind::Text;
        if (const QString runner = usualInterpreterOf(find.file); isBare && !runner.isEmpty())
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "Start it with its interpreter: %1 %2"), runner, find.shownFile));
        else if (isBare)
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "If it is a script, start it with its interpreter (python3 %1, "
                                                      "for example), or name the interpreter in its first line "
                                                      "(#!/usr/bin/env python3)"),
                find.shownFile));
        if (!file.isExecutable() && !isBare)
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Make it executable: chmod +x %1"),
                                              find.shownFile));
    }
}

/// The command can be started here, but a desktop host finds none, or another.
void compareWithHost(DoctorStage &stage, const CommandFind &chosen, const QList<CommandFind> &finds)
{
    const auto host = std::ranges::find_if(
        finds, [](const CommandFind &find) { return find.environment.kind == DoctorEnvironment::Kind::DesktopHost; });
    if (host == finds.end() || host->environment.kind == chosen.environment.kind)
        return;
    if (host->file.isEmpty()) {
        stage.raise(Verdict::Warning);
        const QString manager = CommandSearch::managerOf(chosen.folder());
        stage.advise(manager.isEmpty()
                         ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                  "A host that was started from the desktop does not "
                                                                  "find it: its PATH lacks %1"),
                                                chosen.folder())
                         : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                  "A host that was started from the desktop does not "
                                                                  "find it: its PATH lacks %1, where %2 puts programs"),
                                                chosen.folder(), manager));
        adviseWholePath(stage, chosen.file, host->environment.phrase());
    } else if (!host->problem.isEmpty()) {
        stage.raise(Verdict::Warning);
        adviseForUnusable(stage, *host, finds);
    } else if (QFileInfo(host->file).canonicalFilePath() != QFileInfo(chosen.file).canonicalFilePath()) {
        stage.raise(Verdict::Warning);
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "A host that was started from the desktop uses a different one, %1. "
                                                  "Give the full path of the one that you want"),
            host->file));
    }
}

} // namespace

QString CommandSearch::managerOf(const QString &folder)
{
    const QString path = folder + u'/';
    for (const ProgramManager &manager : ProgramManagers) {
        if (path.contains(manager.fragment))
            return manager.name;
    }
    return {};
}

bool CommandSearch::isStartable(const StdioCommand &command, const DoctorEnvironment &environment)
{
    return find(command, environment).isStartable();
}

DoctorStage CommandSearch::examine(const StdioCommand &command, const QList<DoctorEnvironment> &environments,
                                   DoctorEnvironment::Kind chosen)
{
    DoctorStage stage{DoctorStage::Id::Command, Verdict::Ok, {}, {}, {}};
    QList<CommandFind> finds;
    for (const DoctorEnvironment &environment : environments)
        finds << find(command, environment);
    const auto own =
        std::ranges::find_if(finds, [chosen](const CommandFind &find) { return find.environment.kind == chosen; });
    Q_ASSERT(own != finds.end());
    const bool inheritsNothing = !command.inheritEnvironment && command.inheritedVariables.isEmpty();
    if (inheritsNothing) {
        finds = {*own};
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The server inherits no variables, so its environment is the same everywhere")));
    }
    if (areAlike(finds, command)) {
        const CommandFind &any = finds.first();
        stage.see(any.problem.isEmpty() ? placeOf(any.shownFile)
                                        : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"),
                                                               any.shownFile, any.problem));
    } else {
        const bool isMissing = !std::ranges::all_of(finds, &CommandFind::isStartable);
        for (const CommandFind &find : std::as_const(finds))
            stage.see(rowOf(find, isMissing));
    }
    const CommandFind tried = inheritsNothing ? finds.first() : *own;
    const QString &directory = command.workingDirectory;
    if (tried.isStartable()) {
        compareWithHost(stage, tried, finds);
        return stage;
    }
    stage.raise(Verdict::Failed);
    adviseForSpelling(stage, command, tried.environment);
    if (command.program.trimmed().isEmpty())
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Specify the program to start")));
    else if (!directory.isEmpty() && !QFileInfo(directory).isDir())
        stage.advise(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Correct the working folder, or create it: %1"),
                                 command.shown().workingDirectory));
    else if (isNoName(CommandHint::faultOf(command)))
        return stage;
    else if (tried.file.isEmpty() && tried.environment.problem.isEmpty())
        adviseForMissing(stage, command, tried, finds);
    else if (tried.file.isEmpty())
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "Try another environment, or check the start-up files of the shell")));
    else
        adviseForUnusable(stage, tried, finds);
    return stage;
}

} // namespace Pullcord
