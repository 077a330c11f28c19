// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/clitable.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::CliTable {

const QList<CommandEntry> &commands()
{
    static const QList<CommandEntry> all{
        {Command::List,
         u"list"_s,
         {},
         {{u"WHAT"_s, u"list the server's tools, prompts, resources, templates or tasks (2025-11-25), all pages"_s},
          {u"servers"_s, u"list the servers saved in the window, or those of --config; --server takes their names"_s,
           true},
          {u"logs [NAME]"_s,
           u"list the logs that hosts (Claude Desktop, Claude Code, Cursor, VS Code and others) keep of their "
           "servers on this machine, or of the server NAME, newest first; filter and check open them"_s,
           true}},
         u"If the server does not declare the capability, it is not asked. Entries that MCP does not allow are "
         "marked with the reason, and the exit code is 7; with --json they have the reason in the member "
         "_problem (an entry that is not an object is in _entry beside it). The same applies to tools that no "
         "client may call, and to duplicate names."_s,
         Takes::Choice,
         {u"tools"_s, u"prompts"_s, u"resources"_s, u"templates"_s, u"tasks"_s, u"servers"_s, u"logs"_s}},
        {Command::Call,
         u"call"_s,
         {},
         {{u"TOOL [JSON]"_s, u"call a tool with a JSON object of arguments"_s}},
         u"The tools are requested first: arguments that the input schema of the tool does not allow are not "
         "sent, and the violations are printed. Structured content of the result is validated against the "
         "output schema of the tool. Invalid progress is reported."_s},
        {Command::Read,
         u"read"_s,
         {},
         {{u"URI"_s, u"read a resource: text to standard output, bytes to --output FILE"_s}},
         u"For binary contents only a summary is printed, unless --output names a file for them."_s},
        {Command::Prompt,
         u"prompt"_s,
         {},
         {{u"NAME [JSON]"_s, u"get a prompt, filled in with a JSON object of arguments"_s}},
         u"Its messages are printed, one per line, with the role of each."_s},
        {Command::Complete,
         u"complete"_s,
         {},
         {{u"prompt NAME ARGUMENT VALUE"_s, {}},
          {u"template URITEMPLATE ARGUMENT VALUE"_s, u"complete an argument that begins with VALUE"_s}},
         u"The values that the server suggests for the argument of a prompt, or for the variable of a resource "
         "template, are printed one per line."_s,
         Takes::Choice,
         {u"prompt"_s, u"template"_s}},
        {Command::Listen,
         u"listen"_s,
         u"subscribe"_s,
         {{{}, u"print the changes that the server reports, until Ctrl+C"_s}},
         u"Standard error shows which kinds of changes the server agreed to report. With --json each change is a "
         "line {method, params}. The command can also be written subscribe."_s},
        {Command::Raw,
         u"raw"_s,
         {},
         {{u"[MESSAGE…]"_s,
           u"send messages unchanged, valid or not (default: each line of standard input), and print what the "
           "server sends"_s}},
         u"Errors in the messages (JSON, JSON-RPC, or the schema of the revision) are printed on standard error, "
         "but the messages are sent anyway. In revision 2026-07-28 each message needs its own _meta. In the "
         "capture such messages are marked (injected). When all messages are sent, the command waits for the "
         "missing responses: as long as --timeout and --timeout-cap allow, or else until the server ends or "
         "Ctrl+C."_s},
        {Command::Tasks,
         u"tasks"_s,
         {},
         {{u"[list]"_s, u"list the tasks that the server keeps (2025-11-25)"_s},
          {u"get|result|cancel ID"_s, u"print the state of a task, wait for its result, or cancel it"_s}},
         u"Tasks started by other clients are included. Ctrl+C stops waiting for a result, but cancels no task."_s,
         Takes::Choice,
         {u"list"_s, u"get"_s, u"result"_s, u"cancel"_s}},
        {Command::Capture,
         u"capture"_s,
         {},
         {{u"FILE|-"_s, u"connect, record in FILE and print all traffic, until Ctrl+C"_s}},
         u"FILE must not exist yet. With - the lines of the capture go to standard output while they are "
         "recorded, so that it can be followed through a pipe or ssh; the human-readable output then goes to "
         "standard error (with --json it is omitted). It ends with Ctrl+C, --for, or the server. Questions of "
         "the server are answered by the given rules. With --json the lines of the file are printed."_s,
         Takes::File},
        {Command::Proxy,
         u"proxy"_s,
         {},
         {{u"FILE|FOLDER"_s,
           u"run between a client and its server on stdio, and record their conversation in FILE, or in a new file in FOLDER"_s}},
         u"A client starts this instead of the server's "
         "command, which follows --. All data passes "
         "unchanged, byte for byte; nothing is added. An "
         "existing FILE is not overwritten: the next one is "
         "FILE_2, with the number before the suffix. The "
         "window and check can show the file while it "
         "grows. Standard error carries what the server "
         "writes there, the name of the file and, at the "
         "end, the number of findings. The proxy ends when "
         "the server does. When the client closes its end "
         "or stops reading, or on Ctrl+C, SIGTERM or "
         "SIGHUP, the standard input of the server is "
         "closed; 2 s later the server gets SIGTERM, and 2 "
         "s after that it is killed, or at once on a second "
         "signal. Output that the client does not read "
         "within 2 s after the end of the server is lost; "
         "the file contains its size."_s,
         Takes::File},
        {Command::Export,
         u"export"_s,
         {},
         {{u"FILE"_s, u"write a capture in another format"_s}},
         u"Secrets in command lines, environments and headers are masked. The file is only created if the export "
         "succeeds."_s,
         Takes::File},
        {Command::Filter,
         u"filter"_s,
         {},
         {{u"FILE [FILTER]"_s, u"print the requests of a capture that match"_s}},
         u"The language of FILTER is that of the filter fields in pullcord(1); pullcord-cli(1) describes it "
         "under FILTERS. Its words may be separate arguments. With --json a request is an object on a line, and "
         "a message the line of the file."_s,
         Takes::File},
        {Command::Follow,
         u"follow"_s,
         {},
         {{u"FILE"_s, u"print new lines of a capture while it is recorded"_s}},
         u"The output is a capture itself: its first line is that of the file; without --from-start it is marked "
         u"as "
         u"an excerpt. In the window, File > Follow Command shows the output of a command such as "
         u"ssh HOST pullcord-cli follow --from-start FILE while it grows. It ends when the program that records "
         u"FILE "
         u"closes it (exit code 0), or with Ctrl+C; without a recording program it waits. A FILE that does not "
         u"exist, "
         u"or is removed, moved, replaced or shortened, and an output without a reader are errors (exit code 6)."_s,
         Takes::File},
        {Command::Stats,
         u"stats"_s,
         {},
         {{u"FILE"_s, u"print statistics of the requests of a capture, by method and tool"_s}},
         u"Number of requests, how they ended, duration, bytes sent and received, and the time from a "
         "cancellation to the last message of its request."_s,
         Takes::File},
        {Command::Diff,
         u"diff"_s,
         {},
         {{u"FILE FILE"_s, u"print the differences between the requests of two captures"_s}},
         u"Lists requests that only one capture has, and, for those that both have, differences in the request, "
         "how it ended, the reason of the cancellation, the response and later responses, one by one. Requests "
         "with the same content are compared with each other. Times, ids and _meta are ignored. The exit code "
         "is 1 if there are differences. With --json each is an object on a line."_s,
         Takes::File},
        {Command::Lab,
         u"lab"_s,
         {},
         {{u"--tool TOOL [JSON]"_s,
           u"test how the server handles cancellations: at different moments of a call, and invalid ones"_s}},
         u"The tool is called once to the end, to measure how long it takes (unless --from and --to are times), "
         "and then once for each cancellation. Then it sends cancellations that clients must not send: right "
         "after the request, twice, with the id as another type, as a request, after the response, for an "
         "unknown id, malformed, and for initialize, which takes a new connection. It prints the outcome of "
         "each, with the gap from the cancellation to the last message of the call, and the verdict for each "
         "rule. Tests that do not apply to the server are listed with the reason. The exit code is 1 if a rule "
         "failed that --fail-on selects. A tool that is not marked readOnlyHint is not called without --yes."_s},
        {Command::Check,
         u"check"_s,
         {},
         {{u"FILE…"_s, u"print protocol violations by either side, above all about cancelling"_s, true},
          {u"[--tool TOOL [JSON]]"_s,
           u"check a server: connect to it, cancel a call of the tool, and print the findings"_s},
          {u"--list"_s, u"print the list of rules"_s, true}},
         u"One line per finding: severity, code, time, request and description. The rules depend on the revision "
         "and the transport of the conversation. A message that came within the shortest measured round trip, "
         "or within 3 ms, may have crossed the cancellation and is reported as info. The exit code is 1 if "
         "something is found that --fail-on selects. With --json each finding is an object on a line. When a "
         "server is checked, its lists are requested, it is pinged (before 2026-07-28), and it gets a "
         "cancellation of a request that never existed. A tool is called twice: once to the end, to measure how "
         "long it takes, and once to cancel it after half of that time. A tool that is not marked readOnlyHint "
         "is not called without --yes. Requests time out after 60 s, unless --timeout says otherwise."_s,
         Takes::File,
         {},
         Command::CheckServer},
        {Command::Doctor,
         u"doctor"_s,
         {},
         {{{}, u"find out stage by stage why a server does not start or connect, and what to do"_s}},
         u"For a command: whether it is found, and in which PATH (of this program, of the login shell, of a host "
         "that was started from the desktop), how it starts, the handshake, its lists, a round trip, other "
         "output on standard output, how it ends when its input is closed, and a second start. For a URL: "
         "proxy, host name, TCP, TLS, HTTP responses, authorization, and then the same. Each stage has a "
         "verdict (ok, warning, failed, skipped), what was found and, after an arrow, what to do next; secrets "
         "are masked. No tool is called. Each request times out after 30 s, unless --timeout says otherwise. "
         "The exit code is 0 if no stage failed, 3 if the server cannot be connected to, and 1 if another stage "
         "failed."_s},
        {Command::Demo,
         u"demo"_s,
         {},
         {{{}, u"cancel requests on the demo server and print what happened"_s}},
         u"It calls a slow tool, cancels it, receives a late response, and keeps the conversation in a file."_s},
        {Command::Completion,
         u"completion"_s,
         {},
         {{u"bash|zsh|fish"_s, u"print a script that completes commands and options in a shell"_s}},
         u"Packages install it where the shells look for it; otherwise, bash loads it with: source "
         "<(pullcord-cli completion bash)."_s,
         Takes::Choice,
         {u"bash"_s, u"zsh"_s, u"fish"_s}},
        {Command::Manual,
         u"manual"_s,
         {},
         {{u"COMMAND"_s, u"print the man page of a command, for man -l -"_s}},
         u"Packages install it as pullcord-cli-COMMAND(1)."_s},
    };
    return all;
}

const CommandEntry *named(const QString &name)
{
    const auto &all = commands();
    const auto found = std::find_if(all.begin(), all.end(), [&](const CommandEntry &entry) {
        return entry.name == name || (!entry.alias.isEmpty() && entry.alias == name);
    });
    return found == all.end() ? nullptr : &*found;
}

const CommandEntry &of(Command command)
{
    const auto &all = commands();
    const auto found = std::find_if(all.begin(), all.end(), [&](const CommandEntry &entry) {
        return entry.command == command || entry.onServer == command;
    });
    Q_ASSERT(found != all.end());
    return *found;
}

QList<Option> optionsOf(Commands commands)
{
    QList<Option> options;
    for (const Group &group : groups()) {
        for (const Option &option : group.options) {
            if (option.commands.meets(commands))
                options << option;
        }
    }
    return options;
}

Commands commandsOf(const CommandEntry &command)
{
    return {command.command, command.onServer.value_or(command.command)};
}

bool takesServer(const CommandEntry &command)
{
    return command.onServer || command.command <= Command::Capture;
}

QString serverWords(const CommandEntry &command)
{
    if (command.command == Command::Proxy)
        return u" -- COMMAND ARGUMENTS…"_s;
    return takesServer(command) ? u" -- COMMAND ARGUMENTS… | --url URL | --server NAME"_s : QString();
}

const ExitCodes &exitCodes()
{
    static const ExitCodes all{
        {QString::number(ExitOk), u"done"_s},
        {QString::number(ExitPeerError),
         u"the server returned an error, or the tool reported one; of diff: there are differences; of check and "
         "lab: something was found; of doctor: it connects, but a stage failed"_s},
        {QString::number(ExitUsage),
         u"invalid command line, or arguments that the schema of a tool or a form does not allow"_s},
        {QString::number(ExitNoConnection),
         u"no connection, or it was lost; of listen: the server offers no stream for changes"_s},
        {QString::number(ExitCancelled),
         u"cancelled: by --cancel-after, at a question that is refused or has no rule, or, for a task, by the "
         "server"_s},
        {QString::number(ExitTimeout), u"timed out"_s},
        {QString::number(ExitFile),
         u"a file or standard output could not be read or written (takes precedence over the others)"_s},
        {QString::number(ExitMismatch),
         u"the structured content does not match the tool's output schema, or MCP does not allow an entry of a "
         "list or a part of a result"_s},
        {QString::number(ExitInterrupted), u"interrupted by Ctrl+C, SIGTERM or SIGHUP"_s},
    };
    return all;
}

/// To its client, the exit code is the server's.
const ExitCodes &exitCodesOf(const CommandEntry &command)
{
    static const ExitCodes ofProxy{
        {u"N"_s, u"the exit code of the server; if signal S ended the server, N is 128 + S"_s},
        {QString::number(ExitUsage), u"invalid command line: nothing was started"_s},
        {QString::number(ExitNoConnection), u"the server could not be started"_s},
        {QString::number(ExitFile), u"the file to record in could not be created: nothing was started"_s},
        {QString::number(ExitInterrupted), u"interrupted by Ctrl+C, SIGTERM or SIGHUP"_s},
    };
    return command.command == Command::Proxy ? ofProxy : exitCodes();
}

} // namespace Pullcord::CliTable
