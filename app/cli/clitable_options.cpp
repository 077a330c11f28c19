// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The options of the table; clitable.cpp has the commands.
#include "app/cli/clitable.h"

#include "core/capture/export/exportformat.h"

using namespace Qt::StringLiterals;

namespace Pullcord::CliTable {

namespace {

constexpr Commands AsksOnce{Command::Call, Command::Read, Command::Prompt, Command::Complete};
constexpr Commands Checks{Command::Check, Command::CheckServer};
constexpr Commands ChecksServer{Command::CheckServer};
constexpr Commands Tries{Command::Lab};
constexpr Commands OnServer = AsksOnce | ChecksServer | Tries |
                              Commands{Command::List, Command::Listen, Command::Raw, Command::Tasks, Command::Capture};
constexpr Commands Examines{Command::Doctor};
constexpr Commands Connects = OnServer | Examines;
constexpr Commands OnFiles{Command::Export, Command::Filter, Command::Stats, Command::Diff, Command::Check};
constexpr Commands Anywhere =
    Connects | OnFiles | Commands{Command::Proxy, Command::Follow, Command::Demo, Command::Completion, Command::Manual};

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
        u"Options for all that talk to a server"_s,
        {
            {{u"server"_s},
             u"NAME"_s,
             Connects,
             u"the server that was saved under NAME in the window, in the place of a command; values of its variables "
             u"are "
             "taken from the environment, those of its headers are given by --header or --header-file"_s,
             Takes::Server},
            {{u"inherit"_s},
             u"all|NAMES"_s,
             Connects,
             u"the variables of this environment that a command gets: all (default, unless the saved server says "
             "otherwise), or names with commas between; --inherit= for none"_s},
            {{u"config"_s},
             u"FILE"_s,
             Connects,
             u"take --server from FILE, a configuration of another tool in JSON, TOML or YAML: Claude Desktop, Claude "
             u"Code, "
             u"Cursor, VS Code, Codex, opencode and others; placeholders have the values of the environment, or their "
             u"defaults; with list servers, list what is in it"_s,
             Takes::File},
            {{u"input"_s},
             u"NAME=VALUE"_s,
             Connects,
             u"the value of ${input:NAME} in the configuration of --server; without it, the default that the "
             u"configuration declares; $NAME in VALUE is the value of an environment variable, as in --header; may be "
             u"given several times"_s},
            {{u"settings"_s},
             u"FILE"_s,
             Connects | Commands{Command::Completion},
             u"the window's settings with the saved servers, where they are not the usual ones"_s,
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
             u"give up a request after MS milliseconds without a response or progress; MS can also be a time with a "
             u"unit: 1500ms, 2s, 3min (0: never; default never, for check 60000, for doctor 30000)"_s},
            flag({u"timeout-fixed"_s}, OnServer, u"progress does not start --timeout anew"_s),
            {{u"timeout-cap"_s},
             u"MS"_s,
             OnServer,
             u"give up a request after MS milliseconds, whatever progress there is"_s},
            {{u"capture"_s},
             u"FILE"_s,
             OnServer | Commands{Command::Demo},
             u"keep the whole conversation in FILE, which must not exist yet (also for demo)"_s,
             Takes::File},
            flag({u"json"_s}, Connects | Commands{Command::Filter, Command::Stats, Command::Diff, Command::Check},
                 u"machine-readable output; also for filter, stats, diff and check"_s),
            {{u"answer"_s},
             u"WHAT=JSON"_s,
             OnServer,
             u"answer what the server asks with this result; WHAT is sampling, elicitation or roots. What does not fit "
             u"its "
             "form is not sent, unless there is --no-check"_s,
             Takes::Choice,
             {u"sampling="_s, u"elicitation="_s, u"roots="_s}},
            {{u"refuse"_s}, u"WHAT"_s, OnServer, u"refuse it"_s, Takes::Choice, asked},
            {{u"never-answer"_s},
             u"WHAT"_s,
             OnServer,
             u"leave it without an answer, to see what the server does"_s,
             Takes::Choice,
             asked},
            {{u"log-level"_s},
             u"LEVEL"_s,
             OnServer,
             u"ask for the server's log messages from LEVEL on, and print them on standard error: debug, info, notice, "
             "warning, error, critical, alert or emergency"_s,
             Takes::Choice,
             {u"debug"_s, u"info"_s, u"notice"_s, u"warning"_s, u"error"_s, u"critical"_s, u"alert"_s, u"emergency"_s}},
        }};
}

Group forUrls()
{
    return {
        u"The same on a URL"_s,
        {
            {{u"url"_s}, u"URL"_s, Connects, u"the server's address; it may stand behind -- instead"_s},
            {{u"header"_s},
             u"'N: VALUE'"_s,
             Connects,
             u"send this header with each request; $NAME and ${NAME} become the values of environment variables, $$ a "
             "dollar sign; may be given several times"_s},
            {{u"header-file"_s},
             u"FILE"_s,
             Connects,
             u"send the headers in FILE, one per line, with each request; empty lines and those that begin with # are "
             "left out"_s,
             Takes::File},
            {{u"transport"_s},
             u"KIND"_s,
             Connects,
             u"auto (default), streamable-http or http+sse (of 2024-11-05)"_s,
             Takes::Choice,
             {u"auto"_s, u"streamable-http"_s, u"http+sse"_s}},
            {{u"trust-certificate"_s},
             u"SHA256"_s,
             Connects,
             u"trust the server's certificate with this digest, whatever is wrong with it"_s},
            {{u"ca"_s},
             u"FILE"_s,
             Connects,
             u"trust the authorities in this PEM file beside those of the system"_s,
             Takes::File},
            {{u"cert"_s},
             u"FILE"_s,
             Connects,
             u"the client's certificate (PEM), where the server asks for one"_s,
             Takes::File},
            {{u"key"_s},
             u"FILE"_s,
             Connects,
             u"its private key (PEM), if that is in another file; its passphrase is taken from the environment "
             u"variable "
             "PULLCORD_KEY_PASSPHRASE"_s,
             Takes::File},
            {{u"proxy"_s},
             u"URL|none|system"_s,
             Connects,
             u"http://[USER@]HOST:PORT or socks5://[USER@]HOST:PORT, none, or that of the system (default); the "
             u"password of "
             "USER is taken from the environment variable PULLCORD_PROXY_PASSWORD"_s,
             Takes::Choice,
             {u"none"_s, u"system"_s}},
            flag({u"follow-redirects"_s}, Connects,
                 u"follow redirects to another origin, too, with all that is sent but the headers; never from https to "
                 "http, nor from elsewhere to this machine"_s),
            {{u"connect-timeout"_s},
             u"MS"_s,
             Connects,
             u"give up a connection that is not established after MS milliseconds, with TLS (default 15000; 0: never)"_s},
            {{u"idle-timeout"_s},
             u"MS"_s,
             Connects,
             u"give up a connection that brings no byte for MS milliseconds (default 0: never)"_s},
            {{u"cancel-grace"_s},
             u"MS"_s,
             OnServer,
             u"leave the stream of a cancelled request open for MS milliseconds, before 2026-07-28 (default 5000)"_s},
        }};
}

QList<Group> forRequests()
{
    constexpr Commands Call{Command::Call};
    return {
        {u"Options for call, read, prompt and complete"_s,
         {
             {{u"cancel-after"_s}, u"MS"_s, AsksOnce, u"cancel it MS milliseconds after it was sent"_s},
             {{u"reason"_s},
              u"TEXT"_s,
              AsksOnce | ChecksServer | Tries,
              u"the reason that goes with the cancellation"_s},
             {{u"linger"_s},
              u"MS"_s,
              AsksOnce,
              u"stay connected for MS milliseconds after its end, to see what still comes"_s},
         }},
        {u"The same for raw"_s,
         {{{u"linger"_s},
           u"MS"_s,
           {Command::Raw},
           u"stay connected for MS milliseconds after the last answer that is owed (default 1000)"_s}}},
        {u"Options for call"_s,
         {
             flag({u"task"_s}, Call,
                  u"ask for a task (2025-11-25), or declare to understand tasks (2026-07-28); follow it to its end; "
                  "--cancel-after then sends tasks/cancel"_s),
             flag({u"check"_s}, Call,
                  u"ask for the tools, hold the arguments against the tool's input schema (they are not sent if they "
                  u"do not "
                  "match) and the result against its output schema, and tell where structured content is missing; "
                  "without "
                  "it, the last is not told"_s),
             flag(
                 {u"no-check"_s}, OnServer,
                 u"send any arguments (also for lab) and check no result, and ask for no tools; with --answer: send it "
                 u"whatever the server's form says"_s),
         }},
        {u"Options for read"_s,
         {{{u"o"_s, u"output"_s},
           u"FILE"_s,
           {Command::Read},
           u"write the contents to FILE; of several, the next to FILE.2 and so on"_s,
           Takes::File}}},
        {u"Options for complete"_s,
         {{{u"context"_s},
           u"JSON"_s,
           {Command::Complete},
           u"the other arguments that are known, a JSON object of strings (from 2025-06-18 on)"_s}}},
        {u"Options for listen (without any: all lists)"_s,
         {
             flag({u"tools"_s}, {Command::Listen}, u"tell when the list of tools changes"_s),
             flag({u"prompts"_s}, {Command::Listen}, u"tell when the list of prompts changes"_s),
             flag({u"resources"_s}, {Command::Listen}, u"tell when the list of resources changes"_s),
             {{u"resource"_s},
              u"URI"_s,
              {Command::Listen},
              u"tell when that resource changes; may be given several times"_s},
             {{u"for"_s},
              u"MS"_s,
              {Command::Listen, Command::Capture},
              u"stop after MS milliseconds; also for capture"_s},
         }},
        {u"Options for proxy"_s,
         {flag({u"quiet"_s}, {Command::Proxy},
               u"tell nothing on standard error, but what goes wrong, and look for nothing: check does"_s)}},
    };
}

QList<Group> forFiles()
{
    return {
        {u"Options for filter"_s,
         {flag({u"messages"_s}, {Command::Filter}, u"print messages and other events in the place of requests"_s)}},
        {u"Options for follow"_s,
         {flag({u"from-start"_s}, {Command::Follow}, u"first print what the file already holds"_s)}},
        {u"Options for stats and diff"_s,
         {{{u"filter"_s}, u"FILTER"_s, {Command::Stats, Command::Diff}, u"only the requests that pass"_s}}},
        {u"Options for check"_s,
         {
             {{u"fail-on"_s},
              u"SEVERITY"_s,
              Checks | Tries,
              u"end with exit code 1 where something is found that is at least so bad: error (default), warning, info "
              u"or never; also for lab"_s,
              Takes::Choice,
              {u"error"_s, u"warning"_s, u"info"_s, u"never"_s}},
             {{u"baseline"_s},
              u"FILE"_s,
              Checks,
              u"leave out what FILE accepts: by code, side, method and name"_s,
              Takes::File},
             flag({u"write-baseline"_s}, Checks, u"write --baseline: accept all that is found now"_s),
             flag({u"sarif"_s}, Checks, u"print SARIF 2.1.0, for code scanning and editors"_s),
             flag({u"junit"_s}, Checks, u"print JUnit XML, a test case for each code"_s),
             flag({u"verbose"_s}, Checks,
                  u"print the rule, and the events that each finding rests on, with the begin of their bytes"_s),
             flag({u"list"_s}, {Command::Check}, u"print what is looked for"_s),
         }},
        {u"Options for check of a server"_s,
         {
             {{u"tool"_s},
              u"TOOL"_s,
              ChecksServer | Tries,
              u"call it, with JSON as arguments, and cancel the call; also for lab"_s},
             {{u"args"_s},
              u"JSON"_s,
              ChecksServer | Tries,
              u"the arguments of --tool, instead of a word; also for lab"_s},
             {{u"cancel-after"_s},
              u"MS"_s,
              ChecksServer,
              u"cancel the call MS milliseconds after it was sent; it is not called to its end before then"_s},
             {{u"linger"_s},
              u"MS"_s,
              ChecksServer,
              u"stay for MS milliseconds after the cancel (default 2500), and as long as the call would still have taken"_s},
             flag({u"yes"_s}, ChecksServer | Tries,
                  u"call the tool although it may change something: it is not marked "
                  u"readOnlyHint; also for lab"_s),
         }},
        {u"Options for lab"_s,
         {
             {{u"count"_s},
              u"N"_s,
              Tries,
              u"cancel N calls, spread evenly from --from to --to (default 10; 0: only the ugly cancels, some of which "
              u"fall into a call: so it is measured all the same)"_s},
             {{u"from"_s},
              u"WHEN"_s,
              Tries,
              u"the first cancel: a share of how long the call takes, such as 25%, or MS after it was sent (default 0%)"_s},
             {{u"to"_s}, u"WHEN"_s, Tries, u"the last cancel (default 100%)"_s},
             {{u"concurrent"_s}, u"N"_s, Tries, u"have N calls to be cancelled in flight together (default 1)"_s},
             {{u"bystanders"_s},
              u"N"_s,
              Tries,
              u"have N calls beside them that nobody cancels, and that are to be answered (default 0)"_s},
             {{u"patience"_s},
              u"MS"_s,
              Tries,
              u"watch for MS milliseconds after a cancel, and as long as the call would still have taken (default 1000)"_s},
             {{u"limit"_s}, u"MS"_s, Tries, u"how long a call may take to end by itself (default 60000)"_s},
             flag({u"no-ugly"_s}, Tries, u"cancel calls in flight only: leave out what nobody should send"_s),
             {{u"markdown"_s},
              u"FILE"_s,
              Tries | Examines,
              u"write the report to FILE too, to be passed on; also for doctor, where - is standard output (not with --json)"_s,
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
              u"only the requests that pass, with all that belongs to them: 'state:cancelled late', 'time>2s', "
              "'method:tools/call name:echo', '/params/name = \"echo\"', words; and, or, not, ( )"_s},
             {{u"redact"_s},
              u"RULE"_s,
              {Command::Export},
              u"leave out, also of messages, what RULE says beside known secrets: header:NAME, env:NAME, "
              "pointer:/PATH (* is any step) or pattern:REGEX; known: those alone, the default; may be given several times"_s,
              Takes::Choice,
              {u"known"_s, u"header:"_s, u"env:"_s, u"pointer:"_s, u"pattern:"_s}},
             flag({u"no-redact"_s}, {Command::Export},
                  u"leave nothing out of messages: by default known secrets are"_s),
             flag({u"preview-redaction"_s}, {Command::Export}, u"print what would be left out, and export nothing"_s),
             {{u"filter-messages"_s}, u"FILTER"_s, {Command::Export}, u"only the messages that pass"_s},
             {{u"o"_s, u"output"_s},
              u"FILE"_s,
              {Command::Export},
              u"write to FILE instead of standard output, which - stands for"_s,
              Takes::File},
         }},
        {u"Other options"_s,
         {flag({u"h"_s, u"help"_s}, Anywhere, u"tell all this, or what goes with the command before it"_s),
          flag({u"version"_s}, Anywhere, u"tell the version"_s)}},
    };
}

} // namespace

const QList<Group> &groups()
{
    static const QList<Group> all = QList<Group>{forServers(), forUrls()} + forRequests() + forFiles();
    return all;
}

} // namespace Pullcord::CliTable
