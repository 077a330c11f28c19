// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commandwords.h"

#include "app/cli/clioptions.h"
#include "app/cli/clitable.h"
#include "app/cli/optionvalues.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

Outcome readList(CliOptions &options, QStringList &words)
{
    using Kind = CatalogList::Kind;
    static const QHash<QString, Kind> kinds{{u"tools"_s, Kind::Tools},
                                            {u"prompts"_s, Kind::Prompts},
                                            {u"resources"_s, Kind::Resources},
                                            {u"templates"_s, Kind::ResourceTemplates}};
    const auto kind = kinds.constFind(words.value(0));
    options.listsTasks = words.value(0) == "tasks"_L1;
    options.listsServers = words.value(0) == "servers"_L1;
    options.listsLogs = words.value(0) == "logs"_L1;
    const bool isOther = options.listsTasks || options.listsServers || options.listsLogs;
    if (kind == kinds.constEnd() && !isOther) {
        return usage(
            u"list: specify what to list: tools, prompts, resources, templates, tasks, servers (saved) or logs (of "
            "hosts)."_s +
            suggestion(words.value(0), CliTable::of(CliOptions::Command::List).choices));
    }
    if (!isOther)
        options.list = *kind;
    words.removeFirst();
    if (options.listsLogs && !words.isEmpty())
        options.subject = words.takeFirst();
    return std::monostate();
}

/// Reads a name and optional arguments.
Outcome readCall(CliOptions &options, QStringList &words)
{
    const bool isTool = options.command == CliOptions::Command::Call;
    if (words.isEmpty())
        return usage(isTool ? u"call: the name of a tool is missing"_s : u"prompt: the name of a prompt is missing"_s);
    options.subject = words.takeFirst();
    if (words.isEmpty())
        return std::monostate();
    const auto arguments =
        objectFrom(words.takeFirst(), isTool ? u"call: the arguments"_s : u"prompt: the arguments"_s);
    if (!arguments)
        return arguments.error();
    options.arguments = *arguments;
    return std::monostate();
}

Outcome readUri(CliOptions &options, QStringList &words)
{
    if (words.isEmpty())
        return usage(u"read: the URI of a resource is missing"_s);
    options.subject = words.takeFirst();
    return std::monostate();
}

Outcome readComplete(CliOptions &options, QStringList &words)
{
    const QString of = words.value(0);
    if (of != "prompt"_L1 && of != "template"_L1)
        return usage(u"complete: specify what to complete, prompt or template"_s);
    if (words.size() < 4)
        return usage(u"complete %1: specify %2, the argument, and the beginning of its value"_s.arg(
            of, of == "prompt"_L1 ? u"the prompt's name"_s : u"the URI template"_s));
    options.completion.of = of == "prompt"_L1 ? CompletionQuery::Of::Prompt : CompletionQuery::Of::Template;
    options.completion.name = words.at(1);
    options.completion.argument = words.at(2);
    options.completion.value = words.at(3);
    options.subject = words.at(2);
    words.remove(0, 4);
    return std::monostate();
}

Outcome readFile(CliOptions &options, QStringList &words)
{
    if (words.isEmpty())
        return usage(u"the capture file is missing"_s);
    options.files = {words.takeFirst()};
    return std::monostate();
}

Outcome readFiles(CliOptions &options, QStringList &words)
{
    if (words.size() < 2)
        return usage(u"diff: specify two capture files"_s);
    options.files = words.first(2);
    words.remove(0, 2);
    return std::monostate();
}

Outcome readAllFiles(CliOptions &options, QStringList &words)
{
    options.files = std::exchange(words, {});
    return std::monostate();
}

/// Reads a file and a filter, whose words need no quotes.
Outcome readFilter(CliOptions &options, QStringList &words)
{
    if (const Outcome read = readFile(options, words); !read)
        return read;
    const auto filter = ExportOptions::filterFrom(words.join(u' '), u"the filter"_s);
    if (!filter)
        return filter.error();
    options.filter = *filter;
    words.clear();
    return std::monostate();
}

/// Reads the arguments of --tool.
Outcome readToolArguments(CliOptions &options, QStringList &words)
{
    options.linger = std::chrono::milliseconds(2500); // after the cancel of check: the longest observation of any rule
    if (words.isEmpty())
        return std::monostate();
    const auto arguments =
        objectFrom(words.takeFirst(), u"%1: the arguments of --tool"_s.arg(CliTable::of(options.command).name));
    if (!arguments)
        return arguments.error();
    options.arguments = *arguments;
    return std::monostate();
}

Outcome readCapture(CliOptions &options, QStringList &words)
{
    if (words.isEmpty())
        return usage(u"%1: the file to record in is missing"_s.arg(CliTable::of(options.command).name));
    options.capturePath = words.takeFirst();
    if (options.capturePath == "-"_L1) {
        options.capturePath.clear();
        options.capturesToOutput = true;
    }
    return std::monostate();
}

Outcome readTasks(CliOptions &options, QStringList &words)
{
    using Verb = CliOptions::TaskVerb;
    static const QHash<QString, Verb> verbs{
        {u"list"_s, Verb::List}, {u"get"_s, Verb::Get}, {u"result"_s, Verb::Result}, {u"cancel"_s, Verb::Cancel}};
    const QString name = words.isEmpty() ? u"list"_s : words.takeFirst();
    const auto verb = verbs.constFind(name);
    if (verb == verbs.constEnd())
        return usage(u"tasks: \"%1\" is not one of list, get, result and cancel"_s.arg(name));
    options.taskVerb = *verb;
    if (*verb == Verb::List)
        return std::monostate();
    if (words.isEmpty())
        return usage(u"tasks %1: the id of a task is missing"_s.arg(name));
    options.subject = words.takeFirst();
    return std::monostate();
}

/// Reads the name of a rule, and for `enable` a number of matches.
Outcome readRule(ControlOptions &control, const QString &verb, QStringList &words)
{
    if (words.isEmpty())
        return usage(u"control %1: the name of a rule is missing"_s.arg(verb));
    control.rule = words.takeFirst();
    if (control.verb == ControlOptions::Verb::Disable || words.isEmpty())
        return std::monostate();
    bool isNumber = false;
    const QString word = words.takeFirst();
    control.next = word.toLongLong(&isNumber);
    if (!isNumber || *control.next < 1)
        return usage(u"control enable: the number of matches must be at least 1, not \"%1\""_s.arg(word));
    return std::monostate();
}

/// Reads the number of a held message, or `all`; `held` needs none.
Outcome readHeld(ControlOptions &control, const QString &verb, QStringList &words)
{
    if (words.isEmpty() && control.verb == ControlOptions::Verb::Held)
        return std::monostate();
    if (words.isEmpty())
        return usage(u"control %1: the number of a held message, or all, is missing"_s.arg(verb));
    const QString word = words.takeFirst();
    if (word == "all"_L1)
        return std::monostate();
    bool isNumber = false;
    control.number = word.toLongLong(&isNumber);
    if (!isNumber)
        return usage(u"control %1 expects the number of a held message, or all, not \"%2\""_s.arg(verb, word));
    return std::monostate();
}

Outcome readControl(CliOptions &options, QStringList &words)
{
    using Verb = ControlOptions::Verb;
    static const QHash<QString, Verb> verbs{{u"describe"_s, Verb::Describe},
                                            {u"cancel"_s, Verb::Cancel},
                                            {u"cancel-after"_s, Verb::CancelAfter},
                                            {u"cancel-all"_s, Verb::CancelAll},
                                            {u"rules"_s, Verb::Rules},
                                            {u"enable"_s, Verb::Enable},
                                            {u"disable"_s, Verb::Disable},
                                            {u"held"_s, Verb::Held},
                                            {u"release"_s, Verb::Release},
                                            {u"drop"_s, Verb::Drop}};
    if (words.isEmpty())
        return usage(u"control: the name of a proxy is missing; pullcord-cli proxies prints them"_s);
    options.subject = words.takeFirst();
    const QString name = words.isEmpty() ? u"describe"_s : words.takeFirst();
    const auto verb = verbs.constFind(name);
    if (verb == verbs.constEnd())
        return usage(
            u"control: \"%1\" is not one of describe, cancel, cancel-after, cancel-all, rules, enable, disable, held, "
            "release and drop"_s.arg(name));
    options.control.verb = *verb;
    if (*verb == Verb::Enable || *verb == Verb::Disable)
        return readRule(options.control, name, words);
    if (*verb == Verb::Held || *verb == Verb::Release || *verb == Verb::Drop)
        return readHeld(options.control, name, words);
    if (*verb != Verb::Cancel && *verb != Verb::CancelAfter)
        return std::monostate();
    if (*verb == Verb::CancelAfter) {
        bool isNumber = false;
        options.control.after = words.isEmpty() ? -1 : words.takeFirst().toLongLong(&isNumber);
        if (!isNumber || options.control.after < 0)
            return usage(u"control cancel-after expects a number of milliseconds, and the id of a request"_s);
    }
    if (words.isEmpty())
        return usage(u"control %1: the id of a request is missing"_s.arg(name));
    options.control.cancel.id = ControlOptions::idFrom(words.takeFirst());
    return std::monostate();
}

Outcome readMessages(CliOptions &options, QStringList &words)
{
    for (const QString &word : std::as_const(words))
        options.messages << word.toUtf8();
    words.clear();
    options.linger = std::chrono::seconds(1); // for messages without a response
    return std::monostate();
}

Outcome readNothing(CliOptions &, QStringList &)
{
    return std::monostate();
}

Outcome readShell(CliOptions &options, QStringList &words)
{
    options.subject = words.isEmpty() ? QString() : words.takeFirst();
    const QStringList &shells = CliTable::of(CliOptions::Command::Completion).choices;
    if (!shells.contains(options.subject) && options.subject != "servers"_L1)
        return usage(u"completion: specify the shell, one of %1"_s.arg(shells.join(u", "_s)));
    return std::monostate();
}

Outcome readManual(CliOptions &options, QStringList &words)
{
    options.subject = words.isEmpty() ? QString() : words.takeFirst();
    if (!options.subject.isEmpty() && !CliTable::named(options.subject))
        return usage(u"manual: \"%1\" is not a command"_s.arg(options.subject));
    return std::monostate();
}

/// Reads a host or file, and names of servers.
Outcome readHost(CliOptions &options, QStringList &words)
{
    if (words.isEmpty())
        return usage(u"%1: name a host, or the file of its configuration; hosts lists them"_s.arg(
            CliTable::of(options.command).name));
    options.host = words.takeFirst();
    options.chosen = std::exchange(words, {});
    return std::monostate();
}

QStringList commandNames()
{
    QStringList names;
    for (const CliTable::CommandEntry &entry : CliTable::commands())
        names << entry.name;
    return names;
}

/// Returns the command line as intended if its words from `first` on are the server.
QString separated(const QStringList &words, qsizetype first)
{
    const StdioCommand own{.program = u"pullcord-cli"_s, .arguments = words.first(first)};
    const StdioCommand server{.program = words.at(first), .arguments = words.mid(first + 1)};
    return HttpOptions::isAddress(server.program)
               ? u"put --url before the server's address: %1 --url %2"_s.arg(own.toLine(), server.toLine())
               : u"put -- before the server's command: %1 -- %2"_s.arg(own.toLine(), server.toLine());
}

using Reader = Outcome (*)(CliOptions &, QStringList &);

/// Returns the reader for the words after a command.
Reader readerOf(CliOptions::Command command)
{
    using Command = CliOptions::Command;
    static const QHash<Command, Reader> readers{
        {Command::List, readList},
        {Command::Call, readCall},
        {Command::Read, readUri},
        {Command::Prompt, readCall},
        {Command::Complete, readComplete},
        {Command::Raw, readMessages},
        {Command::Tasks, readTasks},
        {Command::Capture, readCapture},
        {Command::Export, readFile},
        {Command::Filter, readFilter},
        {Command::Stats, readFile},
        {Command::Diff, readFiles},
        {Command::Follow, readFile},
        {Command::Manual, readManual},
        {Command::Completion, readShell},
        {Command::Check, readAllFiles},
        {Command::CheckServer, readToolArguments},
        {Command::Lab, readToolArguments},
        {Command::Proxy, readCapture},
        {Command::Wrap, readHost},
        {Command::Unwrap, readHost},
        {Command::Control, readControl},
    };
    return readers.value(command, readNothing);
}

} // namespace

Outcome readWords(CliOptions &options, QStringList words, bool namesServer)
{
    if (words.isEmpty())
        return usage(u"a command is missing: "_s + commandNames().join(u", "_s));
    const QStringList all = words;
    const QString name = words.takeFirst();
    const CliTable::CommandEntry *entry = CliTable::named(name);
    if (!entry)
        return usage(u"unknown command \"%1\"."_s.arg(name) + suggestion(name, commandNames()));
    options.command = namesServer ? entry->onServer.value_or(entry->command) : entry->command;
    if (const Outcome read = readerOf(options.command)(options, words); !read)
        return read;
    const bool isToFile =
        options.command == CliOptions::Command::Capture || options.command == CliOptions::Command::Proxy;
    if (options.files.contains(QString()) || (isToFile && options.capturePath.isEmpty() && !options.capturesToOutput))
        return usage(u"%1: the name of a file is empty"_s.arg(name));
    if (words.isEmpty())
        return std::monostate();
    if (options.needsServer() && !namesServer)
        return usage(separated(all, all.size() - words.size()));
    return usage(u"%1: unexpected word \"%2\""_s.arg(name, words.first()));
}

} // namespace Pullcord
