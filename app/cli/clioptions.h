// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/calls/answerrules.h"
#include "app/cli/files/exportoptions.h"
#include "app/cli/servers/controloptions.h"
#include "app/cli/servers/laboptions.h"
#include "core/doctor/doctorenvironment.h"
#include "core/findings/findingkind.h"
#include "core/mcp/catalog/cataloglist.h"
#include "core/mcp/loglevel.h"
#include "core/mcp/requests/completion.h"
#include "core/mcp/requests/subscriptionfilter.h"
#include "core/mcp/revision.h"
#include "core/result.h"
#include "core/transport/http/httpoptions.h"
#include "core/transport/stdiocommand.h"

#include <QHash>
#include <QStringList>

#include <chrono>
#include <optional>

class QCommandLineParser;

namespace Pullcord {

/// The options of `check`.
struct CheckOptions
{
    enum class Form : quint8 { Text, Json, Sarif, Junit };

    Form form = Form::Text;
    std::optional<FindingSeverity> failOn = FindingSeverity::Error; ///< least severity; none: never
    QString baselinePath;                                           ///< empty: nothing is accepted
    bool writesBaseline = false;                                    ///< instead of reading it
    bool isVerbose = false;
    bool hasBehind = false; ///< the second file is the hop behind a gateway
    bool lists = false;     ///< print the list of rules instead
    QString tool;           ///< tool of the server to call and cancel; empty: none
    bool mayChange = false; ///< call the tool even if it may change something

    /// Timeout of each request without --timeout.
    static constexpr std::chrono::milliseconds UsualTimeout{60'000};

    [[nodiscard]] static Result<CheckOptions> read(const QCommandLineParser &parser);
};

/// Exit codes of the process. Documented in --help, the man page and the README of this folder.
enum ExitCode : int {
    ExitOk = 0,
    ExitPeerError = 1,    ///< error response, or tool result with isError
    ExitDifferent = 1,    ///< diff: the captures differ, like diff(1)
    ExitFindings = 1,     ///< check: a finding of at least --fail-on
    ExitStageFailed = 1,  ///< doctor: the server connects, but a stage failed
    ExitUsage = 2,        ///< invalid command line
    ExitNoConnection = 3, ///< the server could not be started or reached, or was lost
    ExitCancelled = 4,    ///< cancelled by the client, or a task cancelled by the server
    ExitTimeout = 5,
    ExitFile = 6,          ///< a file could not be read or written
    ExitMismatch = 7,      ///< a result or an entry of a list is not as MCP or the output schema of the tool requires
    ExitInterrupted = 130, ///< Ctrl+C
};

/// The parsed and checked command line. A value.
struct CliOptions
{
    enum class Command : quint8 {
        List,
        Call,
        Read,
        Prompt,
        Complete,
        Listen,
        Raw,
        Tasks,
        Lab,
        CheckServer, ///< `check` with a server; Check is `check` with files
        Doctor,
        Capture,
        Proxy,
        Proxies,
        Control,
        Export,
        Filter,
        Follow,
        Stats,
        Diff,
        Check,
        Hosts,
        Wrap,
        Unwrap,
        Demo,
        Completion,
        Manual,
        Help,
        Version
    };
    /// Subcommand of `tasks`.
    enum class TaskVerb : quint8 { List, Get, Result, Cancel };

    Command command = Command::Help;
    std::optional<Command> helpOf;     ///< command to explain; none: all
    StdioCommand server;               ///< command after --
    HttpOptions http;                  ///< for a server behind a URL, which it contains
    std::optional<Revision> revision;  ///< none: automatic
    QString settingsPath;              ///< file of the saved servers; empty: the usual one
    QString configPath;                ///< configuration of another tool with the servers; empty: the saved ones
    QString serverName;                ///< value of --server; empty: a command or a URL
    QStringList connecting;            ///< options about the connection as given, without --url and --server; secrets
                                       ///< masked, unless given by reference
    QHash<QString, QString> inputs;    ///< values of `${input:NAME}` in the server's configuration, by name
    QString logRules;                  ///< of the log of Pullcord itself, for QLoggingCategory; empty: none
    QStringList notes;                 ///< remarks on the command line, printed before the command runs
    QString capturePath;               ///< empty: no capture; proxy: file or folder
    bool capturesToOutput = false;     ///< capture, proxy: write to standard output, without a file
    QString rulesPath;                 ///< proxy: file of rules; empty: none
    bool quiet = false;                ///< proxy: print no remarks
    std::optional<quint16> listenPort; ///< proxy: take the place of a server over HTTP at this port; 0: any
    bool noToken = false;              ///< the same: with an address without a random path
    QString captureName;               ///< proxy: of the conversation and its file; empty: that of the server
    std::optional<int> keptSize;       ///< proxy: of all captures in the folder, in MiB
    bool isDryRun = false;             ///< wrap, unwrap: only print the difference
    bool isAgreed = false;             ///< wrap, unwrap: write without a question
    bool json = false;
    std::chrono::milliseconds timeout{0};
    bool isTimeoutUsual = false;             ///< the default of the command, since none was given
    std::chrono::milliseconds timeoutCap{0}; ///< limit that progress cannot extend
    bool timeoutFixed = false;               ///< progress does not extend `timeout`
    std::optional<LogLevel> logLevel;        ///< none: no log messages

    AnswerRules rules; ///< for requests of the server

    CatalogList::Kind list = CatalogList::Kind::Tools;
    bool listsTasks = false;   ///< instead of `list`
    bool listsServers = false; ///< the same: the saved servers, without a connection
    bool listsLogs = false;    ///< the same: logs of hosts, of the server `subject` or of all

    QString
        subject; ///< call: tool; read: URI; prompt: name; complete: name; tasks: id; control: proxy; completion: shell; manual: command
    QByteArray arguments;       ///< call, prompt, check, lab: a raw JSON object, or empty
    CompletionQuery completion; ///< complete
    std::optional<std::chrono::milliseconds> cancelAfter;
    QString reason;
    std::chrono::milliseconds linger{0};
    bool task = false; ///< call: as a task
    /// call: check the result against the output schema; none: if it has structured content.
    std::optional<bool> check;

    QList<QByteArray> messages; ///< raw; empty: read them from standard input

    SubscriptionFilter wanted;                      ///< listen; empty: all lists
    std::optional<std::chrono::milliseconds> lasts; ///< listen, capture

    TaskVerb taskVerb = TaskVerb::List; ///< of tasks; the task id is `subject`

    QString host;            ///< wrap, unwrap: name of a host, or the path of its configuration
    QStringList chosen;      ///< wrap, unwrap: names of servers; empty: all
    QStringList files;       ///< export, filter, stats: one; diff: two; check: any number
    Filter filter;           ///< filter, stats, diff
    bool fromStart = false;  ///< follow: also print the present content of the file
    bool ofMessages = false; ///< filter: messages instead of requests
    ExportOptions exporting;
    CheckOptions checking;
    ControlOptions control; ///< the proxy is `subject`
    LabOptions lab;         ///< the arguments of its tool are `arguments`
    QString markdownPath;   ///< lab, doctor: file of the report; empty: none; doctor: "-" is standard output
    DoctorEnvironment::Kind environment = DoctorEnvironment::Kind::ThisProgram; ///< doctor
    QString outputPath; ///< export, read: empty for standard output

    /// True if the command connects to a server, or lets another program do so.
    [[nodiscard]] bool needsServer() const { return command <= Command::Proxy && !listsServers && !listsLogs; }

    /// `arguments` excludes the program's name. Errors are of kind Usage.
    [[nodiscard]] static Result<CliOptions> parse(const QStringList &arguments);
};

} // namespace Pullcord
