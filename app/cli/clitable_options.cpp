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
        u"Options for all commands that connect to a server"_s,
        {
            {{u"server"_s},
             u"NAME"_s,
             Connects,
             u"the server saved as NAME in the window, instead of a command; the values of its variables are "
             "taken from the environment, those of its headers from --header or --header-file"_s,
             Takes::Server},
            {{u"inherit"_s},
             u"all|NAMES"_s,
             Connects,
             u"the variables of this environment that a command gets: all (default, unless the saved server says "
             "otherwise), or names separated by commas; --inherit= for none"_s},
            {{u"config"_s},
             u"FILE"_s,
             Connects,
             u"take --server from FILE, a configuration of another tool in JSON, TOML or YAML: Claude Desktop, "
             "Claude Code, Cursor, VS Code, Codex, opencode and others; placeholders get their values from the "
             "environment, or their defaults; with list servers, list its servers"_s,
             Takes::File},
            {{u"input"_s},
             u"NAME=VALUE"_s,
             Connects,
             u"the value of ${input:NAME} in the configuration of --server; without it, the default in the "
             "configuration; $NAME in VALUE is the value of an environment variable, as in --header; may be "
             "given several times"_s},
            {{u"settings"_s},
             u"FILE"_s,
             Connects | Commands{Command::Completion},
             u"the settings file of the window with the saved servers, if it is not the default one"_s,
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
            flag({u"json"_s}, Connects | Commands{Command::Filter, Command::Stats, Command::Diff, Command::Check},
                 u"machine-readable output; also for filter, stats, diff and check"_s),
            {{u"answer"_s},
             u"WHAT=JSON"_s,
             OnServer,
             u"answer questions of the server with this result; WHAT is sampling, elicitation or roots. A result "
             "that does not match the form is not sent, unless --no-check is given"_s,
             Takes::Choice,
             {u"sampling="_s, u"elicitation="_s, u"roots="_s}},
            {{u"refuse"_s}, u"WHAT"_s, OnServer, u"refuse such questions"_s, Takes::Choice, asked},
            {{u"never-answer"_s},
             u"WHAT"_s,
             OnServer,
             u"leave such questions without an answer, to test the server"_s,
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
            {{u"url"_s}, u"URL"_s, Connects, u"the URL of the server; it can also follow --"_s},
            {{u"header"_s},
             u"'N: VALUE'"_s,
             Connects,
             u"send this header with each request; $NAME and ${NAME} become the values of environment variables, $$ a "
             "dollar sign; may be given several times"_s},
            {{u"header-file"_s},
             u"FILE"_s,
             Connects,
             u"send the headers in FILE, one per line, with each request; empty lines and lines that begin with "
             "# are ignored"_s,
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
             u"trust the server's certificate with this digest, whatever its faults"_s},
            {{u"ca"_s},
             u"FILE"_s,
             Connects,
             u"trust the authorities in this PEM file in addition to those of the system"_s,
             Takes::File},
            {{u"cert"_s},
             u"FILE"_s,
             Connects,
             u"the client certificate (PEM), if the server requires one"_s,
             Takes::File},
            {{u"key"_s},
             u"FILE"_s,
             Connects,
             u"its private key (PEM), if that is in another file; the passphrase is taken from the environment "
             "variable PULLCORD_KEY_PASSPHRASE"_s,
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
                 u"follow redirects to another origin too, with everything except the headers; never from https "
                 "to http, and never from elsewhere to this machine"_s),
            {{u"connect-timeout"_s},
             u"MS"_s,
             Connects,
             u"stop connecting, including TLS, after MS milliseconds (default 15000; 0: never)"_s},
            {{u"idle-timeout"_s},
             u"MS"_s,
             Connects,
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
                  u"request the tools, validate the arguments against the tool's input schema (they are not sent "
                  "if they do not match) and the result against its output schema, and report missing structured "
                  "content, which is not reported otherwise"_s),
             flag({u"no-check"_s}, OnServer,
                  u"send any arguments (also for lab), do not check the result, and do not request the tools; "
                  "with --answer: send it even if it does not match the form"_s),
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
           u"the other arguments that are known, a JSON object of strings (2025-06-18 and later)"_s}}},
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
         {flag({u"quiet"_s}, {Command::Proxy},
               u"print only errors on standard error, and do not check the conversation: check does"_s)}},
    };
}

QList<Group> forFiles()
{
    return {
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
              u"exit with code 1 if something of at least this severity is found: error (default), warning, info "
              "or never; also for lab"_s,
              Takes::Choice,
              {u"error"_s, u"warning"_s, u"info"_s, u"never"_s}},
             {{u"baseline"_s},
              u"FILE"_s,
              Checks,
              u"omit what FILE accepts: by code, side, method and name"_s,
              Takes::File},
             flag({u"write-baseline"_s}, Checks, u"write --baseline: accept everything that is found now"_s),
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
              u"the arguments of --tool, instead of a word; also for lab"_s},
             {{u"cancel-after"_s},
              u"MS"_s,
              ChecksServer,
              u"cancel the call MS milliseconds after sending it; it is not called to the end first"_s},
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
              u"cancel N calls, spread evenly from --from to --to (default 10; 0: only invalid cancellations, "
              "some of which come during a call, so it is measured anyway)"_s},
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
              u"keep N calls beside them that are not cancelled and must get their result (default 0)"_s},
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
              u"also write the report to FILE, to be passed on; also for doctor, where - is standard output (not "
              "with --json)"_s,
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
          flag({u"version"_s}, Anywhere, u"print the version"_s)}},
    };
}

} // namespace

const QList<Group> &groups()
{
    static const QList<Group> all = QList<Group>{forServers(), forUrls()} + forRequests() + forFiles();
    return all;
}

} // namespace Pullcord::CliTable
