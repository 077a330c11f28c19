// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/clioptions.h"

#include "app/cli/clitable.h"
#include "app/cli/commandwords.h"
#include "app/cli/optionvalues.h"
#include "app/cli/servers/savedservers.h"
#include "app/cli/servers/serveroptions.h"
#include "core/logging.h"
#include "core/secrets/secrets.h"

#include <QCommandLineParser>
#include <QRegularExpression>

namespace Pullcord {

using namespace Qt::StringLiterals;

Result<CheckOptions> CheckOptions::read(const QCommandLineParser &parser)
{
    CheckOptions options;
    int forms = 0;
    for (const auto &[name, form] :
         {std::pair{u"json"_s, Form::Json}, {u"sarif"_s, Form::Sarif}, {u"junit"_s, Form::Junit}}) {
        if (parser.isSet(name)) {
            options.form = form;
            ++forms;
        }
    }
    if (forms > 1)
        return usage(u"check: --json, --sarif and --junit exclude each other"_s);
    if (parser.isSet(u"fail-on"_s)) {
        const QString name = parser.value(u"fail-on"_s);
        options.failOn = findingSeverityFromName(name);
        if (!options.failOn && name != "never"_L1)
            return usage(u"--fail-on takes error, warning, info or never, not \"%1\""_s.arg(name));
    }
    options.baselinePath = parser.value(u"baseline"_s);
    options.writesBaseline = parser.isSet(u"write-baseline"_s);
    if (options.writesBaseline && options.baselinePath.isEmpty())
        return usage(u"--write-baseline requires --baseline with the file"_s);
    options.isVerbose = parser.isSet(u"verbose"_s);
    options.lists = parser.isSet(u"list"_s);
    if (options.lists && (options.form == Form::Sarif || options.form == Form::Junit))
        return usage(u"check: --list requires --json, and excludes --sarif and --junit"_s);
    options.tool = parser.value(u"tool"_s);
    options.mayChange = parser.isSet(u"yes"_s);
    return options;
}

namespace {

constexpr std::chrono::seconds DoctorCommandTimeout{30}; ///< for each request of `doctor`

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

QStringList optionNames()
{
    QStringList names;
    for (const QCommandLineOption &option : allOptions())
        names << u"--"_s + option.names().constLast();
    return names;
}

/// Reads the options about changes, log messages and duration.
Outcome readNews(CliOptions &options, const QCommandLineParser &parser)
{
    options.wanted = {.tools = parser.isSet(u"tools"_s),
                      .prompts = parser.isSet(u"prompts"_s),
                      .resources = parser.isSet(u"resources"_s),
                      .uris = parser.values(u"resource"_s)};
    options.ofMessages = parser.isSet(u"messages"_s);
    options.fromStart = parser.isSet(u"from-start"_s);
    const bool callsTool = options.command == CliOptions::Command::Call || options.command == CliOptions::Command::Lab;
    if (!callsTool && parser.isSet(u"no-check"_s) && !parser.isSet(u"answer"_s))
        return usage(u"--no-check requires call or lab, or --answer"_s);
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
                u"--log-level expects debug, info, notice, warning, error, critical, alert or emergency, not \"%1\""_s
                    .arg(name));
    }
    return std::monostate();
}

/// Reads the arguments of --tool.
Outcome readArgs(CliOptions &options, const QCommandLineParser &parser)
{
    if (!parser.isSet(u"args"_s))
        return std::monostate();
    if (!options.arguments.isEmpty())
        return usage(u"--args: --tool already has arguments"_s);
    const auto arguments = objectFrom(parser.value(u"args"_s), u"--args: the arguments of --tool"_s);
    if (!arguments)
        return arguments.error();
    options.arguments = *arguments;
    return std::monostate();
}

/// Reads the option groups of single commands.
Outcome readGroups(CliOptions &options, const QCommandLineParser &parser)
{
    if (const Outcome read = readArgs(options, parser); !read)
        return read;
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
    if (parser.isSet(u"behind"_s)) {
        if (options.files.size() != 1)
            return usage(u"--behind requires exactly one capture before it: that of the hop in front of the gateway"_s);
        options.files << parser.value(u"behind"_s);
        options.checking.hasBehind = true;
    }
    const auto lab = LabOptions::read(parser);
    if (!lab)
        return lab.error();
    options.lab = *lab;
    if (options.command == CliOptions::Command::Lab && options.lab.plan.tool.isEmpty())
        return usage(u"lab: --tool is missing (the tool to call and cancel)"_s);
    if (options.checking.tool.isEmpty() && options.command == CliOptions::Command::CheckServer &&
        (options.cancelAfter || !options.arguments.isEmpty()))
        return usage(u"check: arguments and --cancel-after require --tool"_s);
    if (options.command == CliOptions::Command::Control) {
        if (const Outcome read = options.control.read(parser); !read)
            return read;
    }
    if (options.command != CliOptions::Command::Filter)
        options.filter = exporting->requests;
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
        return usage(u"capture: --capture would be a second file to record in"_s);
    if (parser.value(u"capture"_s) == "-"_L1)
        return usage(
            u"--capture: standard output is used for the results; the command capture can write a capture to it"_s);
    if (parser.isSet(u"capture"_s))
        options.capturePath = parser.value(u"capture"_s);
    options.json = parser.isSet(u"json"_s);
    options.quiet = parser.isSet(u"quiet"_s);
    options.noToken = parser.isSet(u"no-token"_s);
    options.captureName = parser.value(u"name"_s);
    if (parser.isSet(u"keep"_s)) {
        bool isSize = false;
        options.keptSize = parser.value(u"keep"_s).toInt(&isSize);
        if (!isSize || *options.keptSize < 1)
            return usage(u"--keep expects a size in MiB, not \"%1\""_s.arg(parser.value(u"keep"_s)));
    }
    options.isDryRun = parser.isSet(u"dry-run"_s);
    options.isAgreed = parser.isSet(u"yes"_s);
    if (parser.isSet(u"listen"_s)) {
        bool isPort = false;
        options.listenPort = parser.value(u"listen"_s).toUShort(&isPort);
        if (!isPort)
            return usage(u"--listen expects a port from 0 to 65535, not \"%1\""_s.arg(parser.value(u"listen"_s)));
    } else if (options.noToken) {
        return usage(u"--no-token requires --listen"_s);
    } else if (options.command == CliOptions::Command::Proxy && options.capturesToOutput) {
        return usage(u"proxy: standard output belongs to the client, so that - requires --listen; record in a file, "
                     "which can be followed while it grows"_s);
    }
    options.rulesPath = parser.value(u"rules"_s);
    options.settingsPath = parser.value(u"settings"_s);
    options.configPath = parser.value(u"config"_s);
    if (parser.isSet(u"config"_s) && parser.isSet(u"settings"_s))
        return usage(u"give either --config or --settings, not both"_s);
    if (parser.isSet(u"config"_s) && !parser.isSet(u"server"_s) && !options.listsServers)
        return usage(u"--config: choose a server with --server; list servers prints them"_s);
    if (parser.isSet(u"settings"_s) &&
        options.command != CliOptions::Command::Completion) { // completion lists existing names only
        if (const Outcome checked = SavedServers::check(options.settingsPath); !checked)
            return checked.error();
    }
    options.timeoutFixed = parser.isSet(u"timeout-fixed"_s);
    options.task = parser.isSet(u"task"_s);
    if (parser.isSet(u"check"_s) || parser.isSet(u"no-check"_s))
        options.check = !parser.isSet(u"no-check"_s);
    options.reason = parser.isSet(u"reason"_s) ? parser.value(u"reason"_s) : QString();
    options.outputPath = parser.value(u"output"_s);
    options.markdownPath = parser.value(u"markdown"_s);
    if (options.command == CliOptions::Command::Doctor && options.json && options.markdownPath == "-"_L1)
        return usage(u"--json and --markdown - would both write to standard output: give --markdown a file"_s);
    if (parser.isSet(u"environment"_s)) {
        const auto environment = doctorEnvironmentFromName(parser.value(u"environment"_s));
        if (!environment)
            return usage(u"--environment expects this, login-shell or desktop-host, not \"%1\""_s.arg(
                parser.value(u"environment"_s)));
        options.environment = *environment;
    }
    if (options.command == CliOptions::Command::Export &&
        QStringList{u"-"_s, u"/dev/stdout"_s}.contains(options.outputPath))
        options.outputPath.clear(); // standard output cannot be replaced by a file
    if (parser.isSet(u"context"_s)) {
        const auto context = stringsFrom(parser.value(u"context"_s), u"--context: the arguments"_s);
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
    if (options.command == CliOptions::Command::Doctor && !parser.isSet(u"timeout"_s))
        options.timeout = DoctorCommandTimeout;
    if (parser.isSet(u"cancel-after"_s)) {
        const auto value = milliseconds(parser, u"cancel-after"_s);
        if (!value)
            return value.error();
        options.cancelAfter = *value;
    }
    return readGroups(options, parser);
}

/// Refuses empty values, which scripts pass by mistake. Some texts may be empty, and `--inherit=` means no variable.
Outcome refuseEmpty(const QCommandLineParser &parser)
{
    static const QStringList MayBeEmpty{u"reason"_s, u"filter"_s, u"filter-messages"_s, u"inherit"_s};
    for (const CliTable::Group &group : CliTable::groups()) {
        for (const CliTable::Option &option : group.options) {
            if (!option.value.isEmpty() && !MayBeEmpty.contains(option.name()) &&
                parser.values(option.name()).contains(QString()))
                return usage(u"--%1: %2 is empty"_s.arg(option.name(), option.value));
        }
    }
    return std::monostate();
}

/// Refuses options of other commands.
Outcome refuseOtherOptions(const CliOptions &options, const QCommandLineParser &parser)
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
                return usage(u"--%1 cannot be used with %2%3"_s.arg(option.name(), entry.name, kind));
        }
    }
    return std::monostate();
}

/// Returns the value of an option with masked secrets. References to variables stay: `Authorization: Bearer $TOKEN`.
QString shownValue(const QString &option, const QString &value)
{
    static const QRegularExpression reference(uR"(\A[^:=]+[:=]\s*([A-Za-z]+\s+)?\$(\w+|\{\w+\})\s*\z)"_s);
    if (reference.match(value).hasMatch())
        return value;
    if (option == "input"_L1)
        return value.section(u'=', 0, 0) + u'=' + Secrets::Mask;
    return Secrets::maskedArguments({u"--"_s + option, value}).last();
}

/// Returns the options that a command for the same server needs, too.
QStringList connectingOptions(const QCommandLineParser &parser)
{
    QStringList words;
    const QList<CliTable::Option> options = CliTable::optionsOf({CliOptions::Command::Doctor});
    for (const CliTable::Option &option : options) {
        const QString &name = option.name();
        if (name == "url"_L1 || name == "server"_L1 || name == "json"_L1 || name == "log"_L1 || !parser.isSet(name))
            continue;
        if (option.value.isEmpty())
            words << u"--"_s + name;
        const QStringList values = parser.values(name);
        for (const QString &value : values)
            words << u"--"_s + name << shownValue(name, value);
    }
    return words;
}

} // namespace

Result<CliOptions> CliOptions::parse(const QStringList &arguments)
{
    CliOptions options;
    // Everything after -- belongs to the server.
    const qsizetype dashes = arguments.indexOf(u"--"_s);
    const QStringList server = dashes < 0 ? QStringList() : arguments.mid(dashes + 1);

    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    parser.addOptions(allOptions());
    if (!parser.parse(QStringList(u"pullcord-cli"_s) + (dashes < 0 ? arguments : arguments.first(dashes))))
        return usage(parser.errorText() + suggestion(u"--"_s + parser.unknownOptionNames().value(0), optionNames()));
    if (parser.isSet(u"help"_s)) {
        if (const CliTable::CommandEntry *entry = CliTable::named(parser.positionalArguments().value(0)))
            options.helpOf = entry->command;
        return options;
    }
    if (parser.isSet(u"version"_s)) {
        options.command = Command::Version;
        return options;
    }
    if (parser.isSet(u"log"_s)) {
        const auto rules = Log::rulesFrom(parser.values(u"log"_s).join(u','));
        if (!rules)
            return usage(u"--log: %1"_s.arg(rules.error().detail));
        options.logRules = *rules;
    }
    const bool namesServer = dashes >= 0 || parser.isSet(u"url"_s) || parser.isSet(u"server"_s);
    if (const Outcome read = readWords(options, parser.positionalArguments(), namesServer); !read)
        return read.error();
    if (const Outcome refused = refuseEmpty(parser); !refused)
        return refused.error();
    if (const Outcome read = readValues(options, parser); !read)
        return read.error();
    if (const Outcome read = readNews(options, parser); !read)
        return read.error();
    const auto behind = dashes < 0 ? std::nullopt : std::optional(server);
    if (const Outcome read = readServer(options, behind, parser); !read)
        return read.error();
    if (const Outcome refused = refuseOtherOptions(options, parser); !refused)
        return refused.error();
    options.connecting = connectingOptions(parser);
    return options;
}

} // namespace Pullcord
