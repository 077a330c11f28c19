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
          {u"servers"_s,
           u"list the servers that were saved in the window, or those of --config; --server takes their names"_s, true},
          {u"logs [NAME]"_s,
           u"list the logs that hosts (Claude Desktop, Claude Code, Cursor, VS Code and others) keep of their servers "
           u"on this "
           u"machine, or of the server NAME, the newest first; filter and check open them"_s,
           true}},
         u"A server that declares no such capability is not asked. An entry that is not as MCP wants it is marked with "
         u"the "
         "reason, and the exit code is 7; with --json it has the reason as the member _problem (what is no object "
         "stands in "
         "_entry beside it). So are tools that no client may call, and names that come twice."_s,
         Takes::Choice,
         {u"tools"_s, u"prompts"_s, u"resources"_s, u"templates"_s, u"tasks"_s, u"servers"_s, u"logs"_s}},
        {Command::Call,
         u"call"_s,
         {},
         {{u"TOOL [JSON]"_s, u"call a tool with a JSON object of arguments"_s}},
         u"The server is asked for its tools before: arguments that the tool's input schema does not allow are not "
         u"sent, and "
         "what is wrong with them is told. Structured content of the result is held against the tool's output schema. "
         "Progress that breaks the rules is told."_s},
        {Command::Read,
         u"read"_s,
         {},
         {{u"URI"_s, u"read a resource: text to standard output, bytes to --output FILE"_s}},
         u"Of bytes only what they are is told, unless --output says where they go."_s},
        {Command::Prompt,
         u"prompt"_s,
         {},
         {{u"NAME [JSON]"_s, u"get a prompt, filled in with a JSON object of arguments"_s}},
         u"Its messages are printed, one a line, with the role of each."_s},
        {Command::Complete,
         u"complete"_s,
         {},
         {{u"prompt NAME ARGUMENT VALUE"_s, {}},
          {u"template URITEMPLATE ARGUMENT VALUE"_s, u"how an argument that begins with VALUE may go on"_s}},
         u"The values that the server offers for the argument of a prompt, or for the variable of a resource template, "
         u"are "
         "printed one a line."_s,
         Takes::Choice,
         {u"prompt"_s, u"template"_s}},
        {Command::Listen,
         u"listen"_s,
         u"subscribe"_s,
         {{{}, u"print the changes that the server tells of, until Ctrl+C"_s}},
         u"It is told on standard error what of it the server agreed to tell. With --json each change is a line "
         u"{method, "
         "params}. The command may also be written subscribe."_s},
        {Command::Raw,
         u"raw"_s,
         {},
         {{u"[MESSAGE…]"_s,
           u"send messages as they are, right or wrong (without any: each line of standard input), and print "
           "what the server says"_s}},
         u"What is wrong with what is sent, as JSON, as JSON-RPC or by the schema of the revision, is told on standard "
         u"error "
         "and keeps nothing from being sent. In revision 2026-07-28 each message has to bring its own _meta. In the "
         "capture "
         "such messages are marked (injected). When all is sent it waits for the answers that are owed: as long as "
         "--timeout "
         "and --timeout-cap say, else until the server ends or Ctrl+C."_s},
        {Command::Tasks,
         u"tasks"_s,
         {},
         {{u"[list]"_s, u"list the tasks that the server keeps (2025-11-25)"_s},
          {u"get|result|cancel ID"_s, u"tell how one is, wait for its result, or cancel it"_s}},
         u"Whoever began the task. Ctrl+C stops waiting for a result, and cancels no task."_s,
         Takes::Choice,
         {u"list"_s, u"get"_s, u"result"_s, u"cancel"_s}},
        {Command::Capture,
         u"capture"_s,
         {},
         {{u"FILE|-"_s, u"connect, and record in FILE and print what crosses the wire, until Ctrl+C"_s}},
         u"FILE must not exist yet. With - the lines of the capture go to standard output as they are recorded, so "
         u"that it "
         u"can "
         u"be followed through a pipe or ssh, and what is printed for people to standard error (with --json nothing "
         u"is). It "
         u"ends with Ctrl+C, --for, or the server. What the server asks is answered by the "
         u"rules "
         "given. With --json the lines of the file are printed."_s,
         Takes::File},
        {Command::Proxy,
         u"proxy"_s,
         {},
         {{u"FILE|FOLDER"_s,
           u"stand between a client and its server on stdio, and record in FILE, or in a new file in FOLDER, what they say"_s}},
         u"A client starts this in the place of the server's command, which stands behind --. What the two write "
         u"passes "
         u"unchanged, byte for byte; nothing is added. A FILE that exists is not touched: the next is FILE_2, with the "
         u"number "
         u"before the suffix. The window and check show the file, also while it grows. Standard error has what the "
         u"server "
         u"writes there, which file it is, and, at the end, how much was found. It ends when the server does. "
         u"When the "
         u"client closes its end or does not read any more, or with Ctrl+C, SIGTERM or SIGHUP, the server's standard "
         u"input is "
         u"closed; 2 s later it gets SIGTERM, and 2 s after that it is killed, or at once with a second signal. What a "
         u"client does not read for 2 s after the end of the server does not reach it any more: the file tells how "
         u"much "
         u"that was."_s,
         Takes::File},
        {Command::Export,
         u"export"_s,
         {},
         {{u"FILE"_s, u"write a capture in another form"_s}},
         u"Secrets in command lines, environments and headers are masked. A file is there only when all has gone well."_s,
         Takes::File},
        {Command::Filter,
         u"filter"_s,
         {},
         {{u"FILE [FILTER]"_s, u"print the requests of a capture that pass"_s}},
         u"The language of FILTER is that of the filter fields in pullcord(1); pullcord-cli(1) describes it under "
         u"FILTERS. Its "
         "words may stand apart. With --json a request is an object on a line, and a message the line of the file."_s,
         Takes::File},
        {Command::Follow,
         u"follow"_s,
         {},
         {{u"FILE"_s, u"print what is added to a capture, line by line, while it is recorded"_s}},
         u"The output is a capture itself: its first line is that of the file; without --from-start it is marked as "
         u"an excerpt. In the window, File > Follow Command shows the output of a command such as "
         u"ssh HOST pullcord-cli follow --from-start FILE while it grows. It ends when the program that records FILE "
         u"closes it (exit code 0), or with Ctrl+C; without a recording program it waits. A FILE that does not exist, "
         u"or is removed, moved, replaced or shortened, and an output without a reader are errors (exit code 6)."_s,
         Takes::File},
        {Command::Stats,
         u"stats"_s,
         {},
         {{u"FILE"_s, u"print figures of the requests of a capture, by method and tool"_s}},
         u"How many there are, how they ended, how long they took, how many bytes went and came, and how long after a "
         u"cancel "
         "something was heard of them."_s,
         Takes::File},
        {Command::Diff,
         u"diff"_s,
         {},
         {{u"FILE FILE"_s, u"print how the requests of two captures differ"_s}},
         u"Which requests only one of them has, and of those that both have how what was asked, how it ended, the "
         u"reason "
         "of a cancel, what was answered and what answers came after that one differs, place by place. Requests go "
         "together that ask for the same. "
         "Neither times, ids nor _meta are compared. The exit code is 1 where there are differences. With --json each is an object on a line."_s,
         Takes::File},
        {Command::Lab,
         u"lab"_s,
         {},
         {{u"--tool TOOL [JSON]"_s,
           u"try out how the server takes cancels: over the whole of a call, and the ugly ones"_s}},
         u"The tool is called to its end, to see how long it takes (unless --from and --to are times), and then once "
         u"for each cancel. After those come "
         u"the "
         u"cancels that nobody should send: right behind the request, twice, with the id as another type, as a "
         u"request, "
         u"after the answer, of an unknown id, malformed, and of initialize, for which it connects anew. It prints "
         u"what "
         u"became of each, with the gap from the cancel to the last that came of the call, and which rules held. What "
         u"makes no sense with the server is told too, with the reason. The exit code is 1 where a rule was broken "
         u"that "
         u"--fail-on asks for. A tool that is not marked readOnlyHint is not called without --yes."_s},
        {Command::Check,
         u"check"_s,
         {},
         {{u"FILE…"_s, u"print what the two sides did against the protocol, above all about cancelling"_s, true},
          {u"[--tool TOOL [JSON]]"_s,
           u"the same of a server: talk to it, cancel a call of the tool, and print what it did"_s},
          {u"--list"_s, u"print what is looked for"_s, true}},
         u"A line each: how bad it is, a code, when, of which request, and what. Which rules hold follows from the "
         u"revision and the transport of the conversation. What came no later than the shortest round trip that was "
         u"measured, or than 3 ms, may have crossed it, and is an info. The exit code is 1 where something is found "
         u"that --fail-on asks for. With --json each finding is an object on a line. A server is asked for its lists, "
         u"pinged (before "
         u"2026-07-28), and sent a cancel of a request that never was. A tool is called twice: to its end, to see how "
         u"long it takes, and to be cancelled after half of that time. A tool that is not marked readOnlyHint is not "
         u"called without --yes. What the server does not answer within 60 s is given up, unless --timeout says "
         u"otherwise."_s,
         Takes::File,
         {},
         Command::CheckServer},
        {Command::Doctor,
         u"doctor"_s,
         {},
         {{{}, u"find out why a server does not start or connect: stage by stage, with what to do next"_s}},
         u"Of a command: whether it is found, and in which PATH (of this program, of the login shell, of a host that "
         u"was "
         u"started from the desktop), how it starts, the handshake, its lists, a round trip, what else it writes on "
         u"standard output, how it ends when its input is closed, and a second start. Of a URL: proxy, host name, TCP, "
         u"TLS, HTTP responses, authorization, and then the same. Each stage has a verdict (ok, warning, failed, "
         u"skipped), what was seen, and, behind an arrow, what to do next; secrets are masked. No tool is called. Each "
         u"request is given up after 30 s, unless --timeout says otherwise. The exit code is 0 where no stage failed, "
         u"3 "
         u"where the server cannot be connected to, and 1 where another stage failed."_s},
        {Command::Demo,
         u"demo"_s,
         {},
         {{{}, u"cancel requests on the demo server and print what happened"_s}},
         u"It calls a slow tool, cancels it, meets a late answer, and keeps the conversation in a file."_s},
        {Command::Completion,
         u"completion"_s,
         {},
         {{u"bash|zsh|fish"_s, u"print what a shell needs to complete commands and options"_s}},
         u"Packages install it where the shells look for it; without one, bash takes it with: source <(pullcord-cli "
         u"completion "
         "bash)."_s,
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
         u"the server answered with an error, or the tool reported one; of diff: there are differences; of "
         "check and lab: something was found; of doctor: it connects, but a stage failed"_s},
        {QString::number(ExitUsage),
         u"the command line makes no sense, or what the schema of a tool or a form does not allow"_s},
        {QString::number(ExitNoConnection),
         u"no connection, or it was lost; of listen: the server offers no stream for changes"_s},
        {QString::number(ExitCancelled),
         u"cancelled: by --cancel-after, at a question that is refused or that no rule is for, or, a task, by the server"_s},
        {QString::number(ExitTimeout), u"timed out"_s},
        {QString::number(ExitFile),
         u"a file or standard output could not be read or written; whatever else happened"_s},
        {QString::number(ExitMismatch),
         u"the structured content does not match the tool's output schema, or an entry of a list or a part of a "
         "result is not as MCP wants it"_s},
        {QString::number(ExitInterrupted), u"interrupted by Ctrl+C, SIGTERM or SIGHUP"_s},
    };
    return all;
}

/// To its client, the exit code is the server's.
const ExitCodes &exitCodesOf(const CommandEntry &command)
{
    static const ExitCodes ofProxy{
        {u"N"_s, u"the server ended with it, whatever it is; where signal S ended the server, N is 128 + S"_s},
        {QString::number(ExitUsage), u"the command line makes no sense: nothing was started"_s},
        {QString::number(ExitNoConnection), u"the server could not be started"_s},
        {QString::number(ExitFile), u"the file to record in could not be made: nothing was started"_s},
        {QString::number(ExitInterrupted), u"interrupted by Ctrl+C, SIGTERM or SIGHUP"_s},
    };
    return command.command == Command::Proxy ? ofProxy : exitCodes();
}

} // namespace Pullcord::CliTable
