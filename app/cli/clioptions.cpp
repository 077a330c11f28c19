// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/clioptions.h"

#include "app/cli/clitable.h"
#include "app/cli/optionvalues.h"
#include "app/cli/serveroptions.h"

#include <QCommandLineParser>

#include <QHash>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

QList<QCommandLineOption> allOptions()
{
    QList<QCommandLineOption> all;
    QStringList seen;
    for (const CliTable::Group &group : CliTable::groups()) {
        for (const CliTable::Option &option : group.options) {
            if (!seen.contains(option.name()))
                all << QCommandLineOption(option.names, QString(), option.value);
            seen << option.name();
        }
    }
    return all;
}

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
    const bool isOther = options.listsTasks || options.listsServers;
    if (kind == kinds.constEnd() && !isOther)
        return usage(u"list: what? It can list tools, prompts, resources, templates and tasks, and saved servers"_s);
    if (!isOther)
        options.list = *kind;
    words.removeFirst();
    return std::monostate();
}

/// A name, and arguments that may be left out.
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
        return usage(u"complete: what? It can complete arguments of a prompt or a template"_s);
    if (words.size() < 4)
        return usage(u"complete %1: wanted are %2, the argument, and what it begins with"_s.arg(
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
        return usage(u"diff: it takes two capture files"_s);
    options.files = words.first(2);
    words.remove(0, 2);
    return std::monostate();
}

Outcome readAllFiles(CliOptions &options, QStringList &words)
{
    options.files = std::exchange(words, {});
    return std::monostate();
}

/// The words of a filter may stand apart.
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

/// Arguments for --tool.
Outcome readToolArguments(CliOptions &options, QStringList &words)
{
    options.linger = std::chrono::milliseconds(2500); // after a cancel of check: as long as any rule watches
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
        return usage(u"capture: the file to record in is missing"_s);
    options.capturePath = words.takeFirst();
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
        return usage(u"tasks: \"%1\" is none of list, get, result and cancel"_s.arg(name));
    options.taskVerb = *verb;
    if (*verb == Verb::List)
        return std::monostate();
    if (words.isEmpty())
        return usage(u"tasks %1: the id of a task is missing"_s.arg(name));
    options.subject = words.takeFirst();
    return std::monostate();
}

Outcome readMessages(CliOptions &options, QStringList &words)
{
    for (const QString &word : std::as_const(words))
        options.messages << word.toUtf8();
    words.clear();
    options.linger = std::chrono::seconds(1); // what is no request gets no answer to wait for
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
        return usage(u"completion: for which shell? It is one of %1"_s.arg(shells.join(u", "_s)));
    return std::monostate();
}

Outcome readManual(CliOptions &options, QStringList &words)
{
    options.subject = words.isEmpty() ? QString() : words.takeFirst();
    if (!CliTable::named(options.subject))
        return usage(u"manual: \"%1\" is no command"_s.arg(options.subject));
    return std::monostate();
}

using Reader = Outcome (*)(CliOptions &, QStringList &);

/// Of the words behind a command.
Reader readerOf(CliOptions::Command command)
{
    using Command = CliOptions::Command;
    static const QHash<Command, Reader> readers{
        {Command::List, readList},         {Command::Call, readCall},
        {Command::Read, readUri},          {Command::Prompt, readCall},
        {Command::Complete, readComplete}, {Command::Raw, readMessages},
        {Command::Tasks, readTasks},       {Command::Capture, readCapture},
        {Command::Export, readFile},       {Command::Filter, readFilter},
        {Command::Stats, readFile},        {Command::Diff, readFiles},
        {Command::Manual, readManual},     {Command::Completion, readShell},
        {Command::Check, readAllFiles},    {Command::CheckServer, readToolArguments},
        {Command::Lab, readToolArguments},
    };
    return readers.value(command, readNothing);
}

Outcome readWords(CliOptions &options, QStringList words, bool namesServer)
{
    if (words.isEmpty()) {
        QStringList names;
        for (const CliTable::CommandEntry &entry : CliTable::commands())
            names << entry.name;
        return usage(u"a command is missing: "_s + names.join(u", "_s));
    }
    const QString name = words.takeFirst();
    const CliTable::CommandEntry *entry = CliTable::named(name);
    if (!entry)
        return usage(u"unknown command \"%1\""_s.arg(name));
    options.command = namesServer ? entry->onServer.value_or(entry->command) : entry->command;
    if (const Outcome read = readerOf(options.command)(options, words); !read)
        return read;
    if (!words.isEmpty())
        return usage(u"%1: \"%2\" is one word too many"_s.arg(name, words.first()));
    return std::monostate();
}

/// What changes are wanted, for how long, and which log messages.
Outcome readNews(CliOptions &options, const QCommandLineParser &parser)
{
    options.wanted = {.tools = parser.isSet(u"tools"_s),
                      .prompts = parser.isSet(u"prompts"_s),
                      .resources = parser.isSet(u"resources"_s),
                      .uris = parser.values(u"resource"_s)};
    options.ofMessages = parser.isSet(u"messages"_s);
    const bool callsTool = options.command == CliOptions::Command::Call || options.command == CliOptions::Command::Lab;
    if (!callsTool && parser.isSet(u"no-check"_s) && !parser.isSet(u"answer"_s))
        return usage(u"--no-check goes with call and lab, or with --answer"_s);
    if (parser.isSet(u"for"_s)) {
        const auto value = milliseconds(parser, u"for"_s);
        if (!value)
            return value.error();
        options.lasts = *value;
    }
    if (parser.isSet(u"log-level"_s)) {
        const QString name = parser.value(u"log-level"_s);
        options.logLevel = logLevelFromName(name);
        if (!options.logLevel)
            return usage(
                u"--log-level takes debug, info, notice, warning, error, critical, alert or emergency, not \"%1\""_s
                    .arg(name));
    }
    return std::monostate();
}

Outcome readValues(CliOptions &options, const QCommandLineParser &parser)
{
    if (parser.isSet(u"revision"_s) && parser.value(u"revision"_s) != "auto"_L1) {
        options.revision = revisionFromName(parser.value(u"revision"_s));
        if (!options.revision)
            return usage(
                u"--revision: \"%1\" is neither auto nor a revision of MCP"_s.arg(parser.value(u"revision"_s)));
    }
    if (parser.isSet(u"capture"_s) && options.command == CliOptions::Command::Capture)
        return usage(u"capture: --capture would be a second file"_s);
    if (parser.isSet(u"capture"_s))
        options.capturePath = parser.value(u"capture"_s);
    options.json = parser.isSet(u"json"_s);
    options.settingsPath = parser.value(u"settings"_s);
    options.timeoutFixed = parser.isSet(u"timeout-fixed"_s);
    options.task = parser.isSet(u"task"_s);
    if (parser.isSet(u"check"_s) || parser.isSet(u"no-check"_s))
        options.check = !parser.isSet(u"no-check"_s);
    options.reason = parser.isSet(u"reason"_s) ? parser.value(u"reason"_s) : QString();
    options.outputPath = parser.value(u"output"_s);
    if (parser.isSet(u"context"_s)) {
        const auto context = objectFrom(parser.value(u"context"_s), u"--context: the arguments"_s);
        if (!context)
            return context.error();
        options.completion.context = *context;
    }
    const auto rules = AnswerRules::parse(parser.values(u"answer"_s), parser.values(u"refuse"_s),
                                          parser.values(u"never-answer"_s), options.check.value_or(true));
    if (!rules)
        return rules.error();
    options.rules = *rules;
    if (const Outcome read = readTimes(parser, {{u"timeout"_s, &options.timeout},
                                                {u"timeout-cap"_s, &options.timeoutCap},
                                                {u"linger"_s, &options.linger}});
        !read)
        return read;
    if (options.command == CliOptions::Command::CheckServer && !parser.isSet(u"timeout"_s)) {
        options.timeout = CheckOptions::UsualTimeout;
        options.isTimeoutUsual = true;
    }
    if (parser.isSet(u"cancel-after"_s)) {
        const auto value = milliseconds(parser, u"cancel-after"_s);
        if (!value)
            return value.error();
        options.cancelAfter = *value;
    }
    const auto exporting = ExportOptions::read(parser);
    if (!exporting)
        return exporting.error();
    options.exporting = *exporting;
    const auto checking = CheckOptions::read(parser);
    if (!checking)
        return checking.error();
    options.checking = *checking;
    if (options.command == CliOptions::Command::Check && options.files.isEmpty() != options.checking.lists)
        return usage(options.checking.lists ? u"check: --list takes no file"_s
                                            : u"check: a capture file or a server is missing"_s);
    const auto lab = LabOptions::read(parser);
    if (!lab)
        return lab.error();
    options.lab = *lab;
    if (options.command == CliOptions::Command::Lab && options.lab.plan.tool.isEmpty())
        return usage(u"lab: --tool is missing: the tool to call and to cancel"_s);
    if (options.checking.tool.isEmpty() && options.command == CliOptions::Command::CheckServer &&
        (options.cancelAfter || !options.arguments.isEmpty()))
        return usage(u"check: arguments and --cancel-after go with --tool"_s);
    if (options.command != CliOptions::Command::Filter)
        options.filter = exporting->requests;
    return std::monostate();
}

/// What is given and goes with other commands.
Outcome refuseStrangers(const CliOptions &options, const QCommandLineParser &parser)
{
    QStringList own;
    const CliTable::CommandEntry &entry = CliTable::of(options.command);
    const QString kind = !entry.onServer                      ? QString()
                         : *entry.onServer == options.command ? u" of a server"_s
                                                              : u" of files"_s;
    const QList<CliTable::Option> mine = CliTable::optionsOf({options.command});
    for (const CliTable::Option &option : mine)
        own << option.name();
    for (const CliTable::Group &group : CliTable::groups()) {
        for (const CliTable::Option &option : group.options) {
            if (parser.isSet(option.name()) && !own.contains(option.name()))
                return usage(u"--%1 does not go with %2%3"_s.arg(option.name(), entry.name, kind));
        }
    }
    return std::monostate();
}

} // namespace

Result<CliOptions> CliOptions::parse(const QStringList &arguments)
{
    CliOptions options;
    // What stands behind -- is the server's alone.
    const qsizetype dashes = arguments.indexOf(u"--"_s);
    const QStringList server = dashes < 0 ? QStringList() : arguments.mid(dashes + 1);

    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    parser.addOptions(allOptions());
    if (!parser.parse(QStringList(u"pullcord-cli"_s) + (dashes < 0 ? arguments : arguments.first(dashes))))
        return usage(parser.errorText());
    if (parser.isSet(u"help"_s)) {
        if (const CliTable::CommandEntry *entry = CliTable::named(parser.positionalArguments().value(0)))
            options.helpOf = entry->command;
        return options;
    }
    if (parser.isSet(u"version"_s)) {
        options.command = Command::Version;
        return options;
    }
    const bool namesServer = dashes >= 0 || parser.isSet(u"url"_s) || parser.isSet(u"server"_s);
    if (const Outcome read = readWords(options, parser.positionalArguments(), namesServer); !read)
        return read.error();
    if (const Outcome read = readValues(options, parser); !read)
        return read.error();
    if (const Outcome read = readNews(options, parser); !read)
        return read.error();
    const auto behind = dashes < 0 ? std::nullopt : std::optional(server);
    if (const Outcome read = readServer(options, behind, parser); !read)
        return read.error();
    if (const Outcome refused = refuseStrangers(options, parser); !refused)
        return refused.error();
    return options;
}

} // namespace Pullcord
