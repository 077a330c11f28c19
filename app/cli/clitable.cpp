// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/clitable.h"

#include "core/capture/export/exportformat.h"

#include <algorithm>

namespace Pullcord::CliTable {

using namespace Qt::StringLiterals;

namespace {

constexpr Commands AsksOnce{Command::Call, Command::Read, Command::Prompt, Command::Complete};
constexpr Commands Checks{Command::Check, Command::CheckServer};
constexpr Commands ChecksServer{Command::CheckServer};
constexpr Commands Tries{Command::Lab};
constexpr Commands OnServer = AsksOnce | ChecksServer | Tries |
                              Commands{Command::List, Command::Listen, Command::Raw, Command::Tasks, Command::Capture};
constexpr Commands Examines{Command::Doctor};
constexpr Commands Connects = OnServer | Examines;
constexpr Commands Reaches = Connects | Commands{Command::Proxy}; ///< also for another program
constexpr Commands Controls{Command::Control};
constexpr Commands Manages{Command::Proxies, Command::Control};
constexpr Commands OnFiles{Command::Export, Command::Filter, Command::Stats, Command::Diff, Command::Check};
constexpr Commands Wraps{Command::Wrap, Command::Unwrap};
constexpr Commands Anywhere =
    Reaches | OnFiles | Wraps | Manages |
    Commands{Command::Hosts, Command::Follow, Command::Demo, Command::Completion, Command::Manual};

Option flag(const QStringList &names, Commands commands, const QString &text)
{
    return {names, {}, commands, text, Takes::Flag};
}

QStringList formats()
{
    QStringList names;
    for (const ExportFormat format : ExportFormats::all())
        names << ExportFormats::nameOf(format);
    return names;
}

Group forServers()
{
    const QStringList asked{u"sampling"_s, u"elicitation"_s, u"roots"_s};
    return {
        u"Options for all commands that connect to a server"_s,
        {
            {{u"server"_s},
             u"NAME"_s,
             Reaches,
             u"use the server saved as NAME in the window instead of a command; the values of its variables come from "
             "the environment, those of its headers from --header or --header-file"_s,
             Takes::Server},
            {{u"inherit"_s},
             u"all|NAMES"_s,
             Reaches,
             u"pass these variables of this environment to the command: all (default, unless the saved server says "
             "otherwise), or names separated by commas; --inherit= for none"_s},
            {{u"config"_s},
             u"FILE"_s,
             Reaches,
             u"read the server of --server from FILE, the configuration of another tool (Claude Desktop, Claude Code, "
             "Cursor, VS Code, Codex, opencode and others) in JSON, TOML or YAML; placeholders get their values from "
             "the environment, or their defaults; with list servers: list the servers in FILE"_s,
             Takes::File},
            {{u"input"_s},
             u"NAME=VALUE"_s,
             Reaches,
             u"set ${input:NAME} in the configuration of --server; without this option, its default applies; $NAME in "
             "VALUE is the value of an environment variable, as in --header; may be given several times"_s},
            {{u"settings"_s},
             u"FILE"_s,
             Reaches | Commands{Command::Completion},
             u"read the saved servers from this settings file of the window instead of the default one"_s,
             Takes::File},
            {{u"revision"_s},
             u"auto|DATE"_s,
             Connects | Commands{Command::Demo},
             u"protocol revision: auto (default), 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 or 2026-07-28"_s,
             Takes::Choice,
             {u"auto"_s, u"2024-11-05"_s, u"2025-03-26"_s, u"2025-06-18"_s, u"2025-11-25"_s, u"2026-07-28"_s}},
            {{u"timeout"_s},
             u"MS"_s,
             Connects | Commands{Command::Demo},
             u"time out a request after MS milliseconds without a response or progress; MS can also be a time "
             "with a unit: 1500ms, 2s, 3min (0: never; default never, for check 60000, for doctor 30000)"_s},
            flag({u"timeout-fixed"_s}, OnServer, u"progress does not reset --timeout"_s),
            {{u"timeout-cap"_s},
             u"MS"_s,
             OnServer,
             u"time out a request after MS milliseconds, whatever its progress"_s},
            {{u"capture"_s},
             u"FILE"_s,
             OnServer | Commands{Command::Demo},
             u"save the whole conversation in FILE, which must not exist yet (also for demo)"_s,
             Takes::File},
            flag({u"json"_s},
                 Connects | Manages |
                     Commands{Command::Filter, Command::Stats, Command::Diff, Command::Check, Command::Hosts},
                 u"machine-readable output; also for filter, stats, diff, check, hosts, proxies and control"_s),
            {{u"answer"_s},
             u"WHAT=JSON"_s,
             OnServer,
             u"answer questions from the server with this result; WHAT is sampling, elicitation or roots. A result "
             "that does not match the form is not sent, unless --no-check is given"_s,
             Takes::Choice,
             {u"sampling="_s, u"elicitation="_s, u"roots="_s}},
            {{u"refuse"_s}, u"WHAT"_s, OnServer, u"refuse such questions"_s, Takes::Choice, asked},
            {{u"never-answer"_s},
             u"WHAT"_s,
             OnServer,
             u"never answer such questions, to test the server"_s,
             Takes::Choice,
             asked},
            {{u"log-level"_s},
             u"LEVEL"_s,
             OnServer,
             u"request log messages of LEVEL and above, and print them on standard error: debug, info, notice, "
             "warning, error, critical, alert or emergency"_s,
             Takes::Choice,
             {u"debug"_s, u"info"_s, u"notice"_s, u"warning"_s, u"error"_s, u"critical"_s, u"alert"_s, u"emergency"_s}},
        }};
}

Group forUrls()
{
    return {
        u"Options for a URL"_s,
        {
            {{u"url"_s},
             u"URL"_s,
             Reaches,
             u"the URL of the server; it can also follow --; $NAME is the value of an environment variable"_s},
            {{u"header"_s},
             u"'N: VALUE'"_s,
             Reaches,
             u"send this header with each request; $NAME and ${NAME} become the values of environment variables, $$ a "
             "dollar sign; may be given several times"_s},
            {{u"header-file"_s},
             u"FILE"_s,
             Reaches,
             u"send the headers in FILE, one per line, with each request; empty lines and lines that begin with "
             "# are ignored"_s,
             Takes::File},
            {{u"transport"_s},
             u"KIND"_s,
             Reaches,
             u"auto (default), streamable-http or http+sse (of 2024-11-05)"_s,
             Takes::Choice,
             {u"auto"_s, u"streamable-http"_s, u"http+sse"_s}},
            {{u"trust-certificate"_s},
             u"SHA256"_s,
             Reaches,
             u"trust the server's certificate with this digest, whatever its faults"_s},
            {{u"ca"_s},
             u"FILE"_s,
             Reaches,
             u"trust the authorities in this PEM file in addition to those of the system"_s,
             Takes::File},
            {{u"cert"_s},
             u"FILE"_s,
             Reaches,
             u"the client certificate (PEM), if the server requires one"_s,
             Takes::File},
            {{u"key"_s},
             u"FILE"_s,
             Reaches,
             u"its private key (PEM), if that is in another file; the passphrase is taken from the environment "
             "variable PULLCORD_KEY_PASSPHRASE"_s,
             Takes::File},
            {{u"proxy"_s},
             u"URL|none|system"_s,
             Reaches,
             u"connect through http://[USER@]HOST:PORT or socks5://[USER@]HOST:PORT, directly (none), or through the "
             "proxy of the system (default); the password of USER is taken from the environment variable "
             "PULLCORD_PROXY_PASSWORD"_s,
             Takes::Choice,
             {u"none"_s, u"system"_s}},
            flag({u"follow-redirects"_s}, Reaches,
                 u"also follow redirects to another origin, with everything except the headers; never from https to "
                 "http, and never from another machine to this one"_s),
            {{u"connect-timeout"_s},
             u"MS"_s,
             Reaches,
             u"stop connecting, including TLS, after MS milliseconds (default 15000, or --timeout if that is shorter; "
             u"0: "
             "never)"_s},
            {{u"idle-timeout"_s},
             u"MS"_s,
             Reaches,
             u"close a connection that receives no data for MS milliseconds (default 0: never)"_s},
            {{u"cancel-grace"_s},
             u"MS"_s,
             OnServer,
             u"keep the stream of a cancelled request open for MS milliseconds, before 2026-07-28 (default 5000)"_s},
        }};
}

QList<Group> forRequests()
{
    constexpr Commands Call{Command::Call};
    return {
        {u"Options for call, read, prompt and complete"_s,
         {
             {{u"cancel-after"_s}, u"MS"_s, AsksOnce, u"cancel the request MS milliseconds after sending it"_s},
             {{u"reason"_s},
              u"TEXT"_s,
              AsksOnce | ChecksServer | Tries,
              u"the reason that is sent with the cancellation"_s},
             {{u"linger"_s},
              u"MS"_s,
              AsksOnce,
              u"stay connected for MS milliseconds after the end, to see late messages"_s},
         }},
        {u"Options for raw"_s,
         {{{u"linger"_s},
           u"MS"_s,
           {Command::Raw},
           u"stay connected for MS milliseconds after the last missing response (default 1000)"_s}}},
        {u"Options for call"_s,
         {
             flag({u"task"_s}, Call,
                  u"request a task (2025-11-25), or declare support for tasks (2026-07-28); follow it to the end; "
                  "--cancel-after then sends tasks/cancel"_s),
             flag({u"check"_s}, Call,
                  u"request the tools; validate the arguments against the tool's input schema (invalid arguments are "
                  "not sent) and the result against its output schema; report missing structured content, which is "
                  "otherwise not reported"_s),
             flag({u"no-check"_s}, OnServer,
                  u"do not request the tools, send any arguments (also for lab), and do not check the result; with "
                  "--answer: send the answer even if it does not match the form"_s),
         }},
        {u"Options for read"_s,
         {{{u"o"_s, u"output"_s},
           u"FILE"_s,
           {Command::Read},
           u"write the contents to FILE; if there are several, the next to FILE.2 and so on"_s,
           Takes::File}}},
        {u"Options for complete"_s,
         {{{u"context"_s},
           u"JSON"_s,
           {Command::Complete},
           u"the values of the other arguments, as a JSON object of strings (2025-06-18 and later)"_s}}},
        {u"Options for listen (without any: all lists)"_s,
         {
             flag({u"tools"_s}, {Command::Listen}, u"report changes of the list of tools"_s),
             flag({u"prompts"_s}, {Command::Listen}, u"report changes of the list of prompts"_s),
             flag({u"resources"_s}, {Command::Listen}, u"report changes of the list of resources"_s),
             {{u"resource"_s},
              u"URI"_s,
              {Command::Listen},
              u"report changes of that resource; may be given several times"_s},
             {{u"for"_s},
              u"MS"_s,
              {Command::Listen, Command::Capture},
              u"stop after MS milliseconds; also for capture"_s},
         }},
        {u"Options for proxy"_s,
         {{{u"listen"_s},
           u"PORT"_s,
           {Command::Proxy},
           u"stand in for a server over HTTP: listen on PORT of this machine (0: any free port) for clients that "
           "connect to a URL; the address is printed and has a random path"_s},
          flag({u"no-token"_s}, {Command::Proxy},
               u"with --listen: use no random path, so that every program on this machine can use the proxy"_s),
          {{u"name"_s},
           u"NAME"_s,
           {Command::Proxy},
           u"the name of the conversation, which is part of the name of the file in FOLDER, instead of that of the "
           "server"_s},
          {{u"keep"_s},
           u"MB"_s,
           {Command::Proxy},
           u"keep at most MB MiB of captures in FOLDER: once the server runs, the oldest are deleted, but none with "
           "marks, and none that a program has open"_s},
          {{u"rules"_s},
           u"FILE"_s,
           {Command::Proxy, Command::Wrap},
           u"apply the rules in FILE to what passes: hold, delay, drop, duplicate, reorder or edit messages, respond "
           u"to requests, cancel them, close the connection, or kill the server; for wrap, each time the host starts "
           "the servers"_s,
           Takes::File},
          flag({u"quiet"_s}, {Command::Proxy},
               u"print only errors on standard error, and do not check the conversation; use check for that"_s)}},
    };
}

QList<Group> forFiles()
{
    return {
        {u"Options for wrap and unwrap"_s,
         {flag({u"dry-run"_s}, Wraps, u"only print the difference"_s),
          flag({u"yes"_s}, Wraps, u"write the file without a question"_s)}},
        {u"Options for filter"_s,
         {flag({u"messages"_s}, {Command::Filter}, u"print messages and other events instead of requests"_s)}},
        {u"Options for follow"_s,
         {flag({u"from-start"_s}, {Command::Follow}, u"first print the lines already in the file"_s)}},
        {u"Options for stats and diff"_s,
         {{{u"filter"_s}, u"FILTER"_s, {Command::Stats, Command::Diff}, u"only the requests that match"_s}}},
        {u"Options for check"_s,
         {
             {{u"fail-on"_s},
              u"SEVERITY"_s,
              Checks | Tries,
              u"exit with code 1 if there is a finding of at least this severity: error (default), warning, info or "
              "never; also for lab"_s,
              Takes::Choice,
              {u"error"_s, u"warning"_s, u"info"_s, u"never"_s}},
             {{u"baseline"_s},
              u"FILE"_s,
              Checks,
              u"omit the findings that FILE accepts, by code, side, method and name"_s,
              Takes::File},
             flag({u"write-baseline"_s}, Checks,
                  u"write the file of --baseline, so that it accepts all current findings"_s),
             {{u"behind"_s},
              u"BACK"_s,
              {Command::Check},
              u"also check the gateway between the two connections: FILE is the capture in front of it, BACK the one "
              "behind it; requests are paired across their ids"_s,
              Takes::File},
             flag({u"sarif"_s}, Checks, u"print SARIF 2.1.0, for code scanning and editors"_s),
             flag({u"junit"_s}, Checks, u"print JUnit XML, one test case per code"_s),
             flag({u"verbose"_s}, Checks,
                  u"print the rule and the events behind each finding, with the first bytes of each"_s),
             flag({u"list"_s}, {Command::Check}, u"print the list of rules"_s),
         }},
        {u"Options for check with a server"_s,
         {
             {{u"tool"_s},
              u"TOOL"_s,
              ChecksServer | Tries,
              u"call the tool with JSON as arguments, and cancel the call; also for lab"_s},
             {{u"args"_s},
              u"JSON"_s,
              ChecksServer | Tries,
              u"the arguments of --tool, given as an option instead of a word; also for lab"_s},
             {{u"cancel-after"_s},
              u"MS"_s,
              ChecksServer,
              u"cancel the call MS milliseconds after sending it, without first measuring a whole call"_s},
             {{u"linger"_s},
              u"MS"_s,
              ChecksServer,
              u"wait for MS milliseconds after the cancellation (default 2500), and as long as the call would "
              "still have taken"_s},
             flag({u"yes"_s}, ChecksServer | Tries,
                  u"call the tool even if it may change something, that is, if it is not marked readOnlyHint; "
                  "also for lab"_s),
         }},
        {u"Options for lab"_s,
         {
             {{u"count"_s},
              u"N"_s,
              Tries,
              u"cancel N calls, spread evenly from --from to --to (default 10; 0: send only invalid cancellations; a "
              "call is measured anyway, since some of them are sent during one)"_s},
             {{u"from"_s},
              u"WHEN"_s,
              Tries,
              u"the first cancellation: a share of the duration of the call, such as 25%, or MS after sending it "
              "(default 0%)"_s},
             {{u"to"_s}, u"WHEN"_s, Tries, u"the last cancellation (default 100%)"_s},
             {{u"concurrent"_s},
              u"N"_s,
              Tries,
              u"keep N calls that will be cancelled in flight at the same time (default 1)"_s},
             {{u"bystanders"_s},
              u"N"_s,
              Tries,
              u"keep N additional calls in flight that are not cancelled and must get their result (default 0)"_s},
             {{u"patience"_s},
              u"MS"_s,
              Tries,
              u"wait for MS milliseconds after a cancellation, and as long as the call would still have taken "
              "(default 1000)"_s},
             {{u"limit"_s}, u"MS"_s, Tries, u"the time that a call may take to end by itself (default 60000)"_s},
             flag({u"no-ugly"_s}, Tries, u"cancel calls in flight only: omit invalid cancellations"_s),
             {{u"markdown"_s},
              u"FILE"_s,
              Tries | Examines,
              u"also write the report to FILE, to share it; also for doctor, where - is standard output (not with "
              "--json)"_s,
              Takes::File},
         }},
        {u"Options for doctor"_s,
         {
             {{u"environment"_s},
              u"ENVIRONMENT"_s,
              Examines,
              u"start the server in the environment of this program (this, the default), of a new terminal "
              u"(login-shell), or of a host that was started from the desktop (desktop-host)"_s,
              Takes::Choice,
              {u"this"_s, u"login-shell"_s, u"desktop-host"_s}},
         }},
        {u"Options for control"_s,
         {
             {{u"direction"_s},
              u"SIDE"_s,
              Controls,
              u"the side that has sent the request: client (default) or server; the other side gets the cancellation"_s,
              Takes::Choice,
              {u"client"_s, u"server"_s}},
             {{u"connection"_s},
              u"N"_s,
              Controls,
              u"the client, by the number of its connection in the capture; needed if several clients have a request "
              "with that id in flight"_s},
             {{u"request"_s},
              u"N"_s,
              Controls,
              u"the request, by its number in its connection; needed if two clients of one connection use that id"_s},
             {{u"reason"_s}, u"TEXT"_s, Controls, u"the reason that is sent with the cancellation"_s},
             {{u"waiting"_s},
              u"WHAT"_s,
              Controls,
              u"what the side that waits for the response gets: keep (default): nothing, so it goes on waiting, and a "
              "late response passes; late: the same; error, error:CODE or error:CODE:TEXT: this error at once (CODE is "
              "-32800 by default), and the response that comes later is withheld"_s,
              Takes::Choice,
              {u"keep"_s, u"late"_s, u"error"_s}},
             {{u"message"_s},
              u"JSON"_s,
              Controls,
              u"release: the message that passes instead of the held one; - reads it from standard input"_s},
         }},
        {u"Options for export"_s,
         {
             {{u"format"_s},
              u"FORMAT"_s,
              {Command::Export},
              u"markdown (default), html, jsonl, csv (the requests), har (HTTP exchanges), otlp (OpenTelemetry spans), "
              u"script (repeats what the client sent, with sh and curl) "
              u"or "
              "pullcord"_s,
              Takes::Choice,
              formats()},
             {{u"filter"_s},
              u"FILTER"_s,
              {Command::Export},
              u"only the requests that match, with all their messages: 'state:cancelled late', 'time>2s', "
              "'method:tools/call name:echo', '/params/name = \"echo\"', words; and, or, not, ( )"_s},
             {{u"redact"_s},
              u"RULE"_s,
              {Command::Export},
              u"redact in messages, in addition to known secrets, what RULE matches: header:NAME, env:NAME, "
              "pointer:/PATH (* is any step) or pattern:REGEX; known: only known secrets, the default; may be "
              "given several times"_s,
              Takes::Choice,
              {u"known"_s, u"header:"_s, u"env:"_s, u"pointer:"_s, u"pattern:"_s}},
             flag({u"no-redact"_s}, {Command::Export},
                  u"redact nothing in messages: by default known secrets are redacted"_s),
             flag({u"preview-redaction"_s}, {Command::Export}, u"print what would be redacted, and export nothing"_s),
             {{u"filter-messages"_s}, u"FILTER"_s, {Command::Export}, u"only the messages that match"_s},
             {{u"o"_s, u"output"_s},
              u"FILE"_s,
              {Command::Export},
              u"write to FILE instead of standard output (-)"_s,
              Takes::File},
         }},
        {u"Other options"_s,
         {flag({u"h"_s, u"help"_s}, Anywhere, u"print this help, or the help of the command before it"_s),
          flag({u"version"_s}, Anywhere, u"print the version"_s),
          {{u"log"_s},
           u"RULES"_s,
           Anywhere,
           u"print the log of pullcord-cli itself to standard error, for bug reports; RULES such as pullcord.* or "
           "pullcord.transport,pullcord.mcp=true (--log-level is for log messages of the server)"_s}}},
    };
}

} // namespace

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
         u"A list is requested only if the server declares the capability. Entries that MCP does not allow are marked "
         "with the reason, and the exit code is 7; with --json the reason is in the member _problem (an entry that is "
         "not an object is in _entry beside it). The same applies to tools that no client may call, and to duplicate "
         "names."_s,
         Takes::Choice,
         {u"tools"_s, u"prompts"_s, u"resources"_s, u"templates"_s, u"tasks"_s, u"servers"_s, u"logs"_s}},
        {Command::Call,
         u"call"_s,
         {},
         {{u"TOOL [JSON]"_s, u"call a tool with a JSON object of arguments"_s}},
         u"The list of tools is requested first. Arguments that violate the input schema of the tool are not sent; "
         "the violations are printed. Structured content of the result is validated against the output schema. "
         "Invalid progress is reported."_s},
        {Command::Read,
         u"read"_s,
         {},
         {{u"URI"_s, u"read a resource: text to standard output, bytes to --output FILE"_s}},
         u"Binary contents are only summarized, unless --output names a file for them."_s},
        {Command::Prompt,
         u"prompt"_s,
         {},
         {{u"NAME [JSON]"_s, u"get a prompt, filled in with a JSON object of arguments"_s}},
         u"The messages of the prompt are printed, one per line, with their roles."_s},
        {Command::Complete,
         u"complete"_s,
         {},
         {{u"prompt NAME ARGUMENT VALUE"_s, {}},
          {u"template URITEMPLATE ARGUMENT VALUE"_s, u"complete an argument that begins with VALUE"_s}},
         u"The command prints the values that the server suggests for the argument of a prompt, or for the variable "
         "of a resource template, one per line."_s,
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
         u"FILE must not exist yet. With - the capture goes to standard output line by line, so that it can be "
         "followed through a pipe or ssh; the human-readable output then goes to standard error (with --json it is "
         "omitted). The recording ends with Ctrl+C, after --for, or when the server ends. Questions from the server "
         "are answered by the given rules. With --json the lines of the file are printed."_s,
         Takes::File},
        {Command::Proxy,
         u"proxy"_s,
         {},
         {{u"FILE|FOLDER"_s,
           u"run between a client and its server, and record their conversation in FILE, or in a new file in FOLDER"_s}},
         u"The client starts the proxy instead of the server's command, which follows --. All data passes unchanged, "
         "byte for byte, and nothing is added, unless a rule of --rules matches. With --url the server is behind a "
         "URL: each message of the client is "
         "sent in a request of its own, a cancellation takes the form that the revision requires, and a request "
         "without a response gets an error. With --listen, clients connect to the printed URL, until Ctrl+C. With "
         "--url the proxy forwards their requests to the server, and each response part by part. With a command, each "
         "session has a server of its own, which ends with the session; clients of 2026-07-28 have no session, and "
         "share one server. An existing FILE is not overwritten: the next one is FILE_2, with the number before the "
         "suffix. With --listen, - as FILE writes the capture to standard output as it grows; a reader that is slow "
         "holds up both sides. The window and check can read the file while it grows. Standard error carries what the "
         "server writes there, the name of the file and, at the end, the number of findings. The proxy ends when the "
         "server "
         "does. When the client closes its end or stops reading, or on Ctrl+C, SIGTERM or SIGHUP, the proxy closes "
         "the standard input of the server. It sends SIGTERM 2 s later, and kills the server after 2 more, or at once "
         "on a second signal. For a server behind a URL it closes the streams and ends the session. Output that the "
         "client does not read within 2 s after the end of the server is lost; the file records its size."_s,
         Takes::File},
        {Command::Proxies,
         u"proxies"_s,
         {},
         {{{}, u"list the proxies of this user that run"_s, true}},
         u"For each: its name, since when it runs, its transports to client and server, the requests in flight and in "
         "all, the server, and the file that it records in. With --json the list is an array of objects, which also "
         "hold the requests in flight."_s},
        {Command::Control,
         u"control"_s,
         {},
         {{u"NAME [describe]"_s, u"print what a running proxy does, and its requests in flight"_s, true},
          {u"NAME cancel ID"_s, u"cancel a request that passes the proxy, although its sender did not"_s, true},
          {u"NAME cancel-after MS ID"_s, u"cancel it in MS milliseconds, if it has no response by then"_s, true},
          {u"NAME cancel-all"_s, u"cancel all requests of one side"_s, true},
          {u"NAME rules"_s, u"print the rules of a proxy that was started with --rules, and their matches so far"_s,
           true},
          {u"NAME enable RULE [N]"_s, u"switch a rule on, for the next N matches"_s, true},
          {u"NAME disable RULE"_s, u"switch a rule off"_s, true},
          {u"NAME held"_s, u"print the messages that rules hold"_s, true},
          {u"NAME held NUMBER"_s, u"print the text of a held message"_s, true},
          {u"NAME release NUMBER|all"_s, u"let held messages pass"_s, true},
          {u"NAME drop NUMBER|all"_s, u"drop held messages"_s, true}},
         u"NAME is that of proxies, its beginning, the title of the server, or the number of the process, if only one "
         "proxy matches. ID is the id of the request as JSON: 5 is not \"5\", which a shell needs in quotes: '\"5\"'. "
         "If several clients have such a request in flight, nothing is cancelled, and the requests are printed with "
         "the "
         "numbers for --connection and --request. "
         "The side that works on the request gets the cancellation of the protocol, between two of its messages; "
         "--waiting says what the side that waits for the response gets. The capture marks what was injected or "
         "withheld. release NUMBER --message lets another message pass instead of the held one; both are in the "
         "capture. "
         "A message over 1 MB cannot be replaced, and held NUMBER prints its beginning. The exit code is 1 if the "
         "proxy refuses, because there is no such request (those in flight are "
         "printed), it has ended, or the protocol forbids to cancel it, or because there is no such rule or held "
         "message; "
         "and 3 if there is no such proxy."_s},
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
         u"FILTER uses the language of the filter fields in pullcord(1), which pullcord-cli(1) describes under "
         "FILTERS. The words of FILTER may be separate arguments. With --json each request is printed as an object on "
         "a line, and each message as its line in the file."_s,
         Takes::File},
        {Command::Follow,
         u"follow"_s,
         {},
         {{u"FILE"_s, u"print new lines of a capture while it is recorded"_s}},
         u"The output is itself a capture, with the first line of the file; without --from-start it is marked as an "
         "excerpt. In the window, File > Follow Command shows the growing output of a command such as ssh HOST "
         "pullcord-cli follow --from-start FILE. The command ends with exit code 0 when the program that records FILE "
         "closes it, or with Ctrl+C. If no program is recording, it waits. It is an error (exit code 6) if FILE does "
         "not exist, or is removed, moved, replaced or shortened, or if the output has no reader."_s,
         Takes::File},
        {Command::Stats,
         u"stats"_s,
         {},
         {{u"FILE"_s, u"print statistics of the requests of a capture, by method and tool"_s}},
         u"The statistics are: number of requests, how they ended, duration, bytes sent and received, and the time "
         "from a cancellation to the last message of its request."_s,
         Takes::File},
        {Command::Diff,
         u"diff"_s,
         {},
         {{u"FILE FILE"_s, u"print the differences between the requests of two captures"_s}},
         u"Lists requests that only one capture has, and, for those that both have, differences in the request, how "
         "it ended, the reason of the cancellation, the response and later responses, one by one. Requests with the "
         "same content are compared with each other. Times, ids and _meta are ignored. The exit code is 1 if there "
         "are differences. With --json each difference is an object on a line."_s,
         Takes::File},
        {Command::Lab,
         u"lab"_s,
         {},
         {{u"--tool TOOL [JSON]"_s,
           u"test how the server handles cancellations: at different moments of a call, and invalid ones"_s}},
         u"The lab calls the tool once to the end, to measure how long it takes (unless --from and --to are times), "
         "and then once for each cancellation. Then it sends cancellations that clients must not send: right after "
         "the request, twice, with the id as another type, as a request, after the response, for an unknown id, "
         "malformed, and for initialize, which needs a new connection. The lab prints the outcome of each, with the "
         "gap from the cancellation to the last message of the call, and the verdict for each rule. Tests that do not "
         "apply to the server are listed with the reason. The exit code is 1 if a rule failed that --fail-on covers. "
         "A tool that is not marked readOnlyHint is not called without --yes."_s},
        {Command::Check,
         u"check"_s,
         {},
         {{u"FILE…"_s, u"print protocol violations by either side, especially about cancelling"_s, true},
          {u"[--tool TOOL [JSON]]"_s,
           u"check a server: connect to it, cancel a call of the tool, and print the findings"_s},
          {u"--list"_s, u"print the list of rules"_s, true}},
         u"One line per finding: severity, code, time, request and description. The rules depend on the revision and "
         "the transport of the conversation. A message that arrived within the shortest measured round trip, or "
         "within 3 ms, may have crossed the cancellation and is reported as info. The exit code is 1 if there is a "
         "finding that --fail-on covers. With --json each finding is an object on a line. To check a server, the "
         "command requests its lists, pings it (before 2026-07-28), and sends a cancellation of a request that never "
         "existed. It calls the tool twice: once to the end, to measure how long it takes, and once to cancel it "
         "after half of that time. A tool that is not marked readOnlyHint is not called without --yes. Requests time "
         "out after 60 s, unless --timeout says otherwise."_s,
         Takes::File,
         {},
         Command::CheckServer},
        {Command::Doctor,
         u"doctor"_s,
         {},
         {{{}, u"find out stage by stage why a server does not start or connect, and what to do"_s}},
         u"The stages for a command are: whether it is found, and in which PATH (of this program, of the login shell, "
         "of a host that was started from the desktop), how it starts, the handshake, its lists, a round trip, other "
         "output on standard output, how it ends when its input is closed, and a second start. The stages for a URL "
         "are: proxy, host name, TCP, TLS, HTTP responses and authorization, and then the same from the handshake on. "
         "Each stage has a verdict (ok, warning, failed, skipped), what was found and, after an arrow, what to do "
         "next. Secrets are masked. No tool is called. Each request times out after 30 s, unless --timeout says "
         "otherwise. The exit code is 0 if no stage failed, 3 if the server cannot be connected to, and 1 if another "
         "stage failed."_s},
        {Command::Hosts,
         u"hosts"_s,
         {},
         {{{}, u"list the hosts on this machine, the files of their configurations, and their servers"_s}},
         u"Hosts are Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini CLI, Copilot CLI, Codex, opencode, "
         "Zed, goose, Continue and Amp; configurations of the project in the working directory are listed, too. "
         "Each server is marked as watched if it runs through the proxy. Secrets are masked. Nothing is started."_s},
        {Command::Wrap,
         u"wrap"_s,
         {},
         {{u"HOST|FILE [SERVER…]"_s,
           u"change the configuration of a host so that the servers, or all of them, run through the proxy"_s}},
         u"HOST is a name that hosts prints, such as claude-desktop; FILE is any configuration in JSON, TOML or YAML. "
         "The difference is printed with masked secrets; then the command asks on a terminal, and requires --yes "
         "elsewhere. Only the members that change are replaced: comments, order, indentation and line ends stay. The "
         "command of the server follows pullcord-cli proxy; a server behind a URL becomes such a command, too, "
         "and the values of its headers become variables of its entry. The host starts the new command when it reads "
         "its configuration again, usually after a restart. Each start records a file in the folder wrapped of "
         "Pullcord's data (~/.local/share/pullcord/wrapped), with the host, the server and the time in its name; "
         "at most 1 GiB is kept there. With --rules each start reads that file; for another one, unwrap the server "
         "first. The file as it was and the changed entries are kept in the folder wrapping "
         "beside it, readable by you only, until the servers are unwrapped."_s,
         Takes::File},
        {Command::Unwrap,
         u"unwrap"_s,
         {},
         {{u"HOST|FILE [SERVER…]"_s, u"take the proxy out of the configuration of a host"_s}},
         u"If nothing else has changed in the file, it is restored byte for byte; otherwise only the entries of the "
         "servers are, so that changes by the host stay. It also works without the kept file."_s,
         Takes::File},
        {Command::Demo,
         u"demo"_s,
         {},
         {{{}, u"cancel requests on the demo server and print what happened"_s}},
         u"The demo calls a slow tool, cancels it, receives a late response, and keeps the conversation in a file."_s},
        {Command::Completion,
         u"completion"_s,
         {},
         {{u"bash|zsh|fish"_s, u"print a script for the completion of commands and options in a shell"_s}},
         u"Packages install the script where the shell looks for it. Otherwise, load it in bash with: source "
         "<(pullcord-cli completion bash)."_s,
         Takes::Choice,
         {u"bash"_s, u"zsh"_s, u"fish"_s}},
        {Command::Manual,
         u"manual"_s,
         {},
         {{u"[COMMAND]"_s,
           u"print the man page of a command, for man -l -; or the lists of commands and options for pullcord-cli(1)"_s}},
         u"Packages install the page as pullcord-cli-COMMAND(1)."_s},
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
    return command.onServer || command.command <= Command::Proxy;
}

QString serverWords(const CommandEntry &command)
{
    return takesServer(command) ? u" -- COMMAND ARGUMENTS… | --url URL | --server NAME"_s : QString();
}

const ExitCodes &exitCodes()
{
    static const ExitCodes all{
        {QString::number(ExitOk), u"done"_s},
        {QString::number(ExitPeerError),
         u"the server returned an error, or the tool reported one; diff: there are differences; check and lab: there "
         "is a finding that --fail-on covers; doctor: the server can be connected to, but a stage failed; control: the proxy refuses"_s},
        {QString::number(ExitUsage),
         u"invalid command line, or arguments that the schema of a tool or a form does not allow"_s},
        {QString::number(ExitNoConnection), u"there was no connection, or it was lost; listen: the server offers no "
                                            u"stream for changes, it could not be opened, or the server reports none; "
                                            "control: no such proxy runs"_s},
        {QString::number(ExitCancelled),
         u"cancelled: by --cancel-after, by a question that is refused or has no rule, or, for a task, by the server; "
         "of wrap and unwrap: not confirmed"_s},
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

// The proxy exits with the code of the server, as its client expects.
const ExitCodes &exitCodesOf(const CommandEntry &command)
{
    static const ExitCodes ofProxy{
        {u"N"_s,
         u"the exit code of the server; if signal S ended the server, N is 128 + S; 0 for a server behind a URL, or "
         u"with --listen"_s},
        {QString::number(ExitUsage), u"invalid command line, or invalid rules: nothing was started"_s},
        {QString::number(ExitNoConnection), u"the server could not be started or reached, or PORT is not free"_s},
        {QString::number(ExitFile),
         u"the file to record in could not be created: nothing was started; or it was not kept whole, unless N is the "
         u"exit code of the server"_s},
        {QString::number(ExitInterrupted), u"interrupted by Ctrl+C, SIGTERM or SIGHUP"_s},
    };
    return command.command == Command::Proxy ? ofProxy : exitCodes();
}

const QList<Group> &groups()
{
    static const QList<Group> all = QList<Group>{forServers(), forUrls()} + forRequests() + forFiles();
    return all;
}

} // namespace Pullcord::CliTable
