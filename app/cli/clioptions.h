// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/answerrules.h"
#include "app/cli/checkoptions.h"
#include "app/cli/exportoptions.h"
#include "app/cli/laboptions.h"
#include "core/doctor/doctorenvironment.h"
#include "core/mcp/cataloglist.h"
#include "core/mcp/completionquery.h"
#include "core/mcp/loglevel.h"
#include "core/mcp/revision.h"
#include "core/mcp/subscriptionfilter.h"
#include "core/result.h"
#include "core/transport/http/httpoptions.h"
#include "core/transport/stdiocommand.h"

#include <QHash>
#include <QStringList>

#include <chrono>
#include <optional>

namespace Pullcord {

/// What the process tells its caller. Documented in --help, the man page and the README beside this file.
enum ExitCode : int {
    ExitOk = 0,
    ExitPeerError = 1,    ///< the server answered with an error, or the tool said isError
    ExitDifferent = 1,    ///< diff: the captures differ, as diff(1) says it
    ExitFindings = 1,     ///< check: something was found that --fail-on asks for
    ExitStageFailed = 1,  ///< doctor: the server connects, but a stage failed
    ExitUsage = 2,        ///< the command line makes no sense
    ExitNoConnection = 3, ///< the server could not be started or talked to, or was lost
    ExitCancelled = 4,    ///< cancelled: by us, or a task by the server
    ExitTimeout = 5,
    ExitFile = 6,          ///< a file could not be read or written
    ExitMismatch = 7,      ///< the structured content does not match the tool's output schema
    ExitInterrupted = 130, ///< Ctrl+C
};

/// The command line, parsed and checked.
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
        CheckServer, ///< `check` of a server; Check is that of files
        Doctor,
        Capture,
        Proxy,
        Export,
        Filter,
        Follow,
        Stats,
        Diff,
        Check,
        Demo,
        Completion,
        Manual,
        Help,
        Version
    };
    /// What `tasks` does.
    enum class TaskVerb : quint8 { List, Get, Result, Cancel };

    Command command = Command::Help;
    std::optional<Command> helpOf;    ///< Help: of one command
    StdioCommand server;              ///< a command behind --
    HttpOptions http;                 ///< of a server behind a URL, which has one in here
    std::optional<Revision> revision; ///< none: automatic
    QString settingsPath;             ///< of the saved servers; empty: the usual file
    QString configPath;               ///< a configuration of another tool to take servers from; empty: the saved ones
    QString serverName;               ///< of --server; empty: a command or a URL
    QHash<QString, QString> inputs;   ///< values of `${input:NAME}` in the server's configuration, by name
    QStringList notes;                ///< remarks on what was given, printed before the command runs
    QString capturePath;              ///< empty: none is kept; proxy: perhaps a folder
    bool capturesToOutput = false;    ///< capture: to standard output, and no file is kept
    bool quiet = false;               ///< proxy: no remarks
    bool json = false;
    std::chrono::milliseconds timeout{0};
    bool isTimeoutUsual = false;             ///< nobody has given it, and the command has one all the same
    std::chrono::milliseconds timeoutCap{0}; ///< which progress cannot move
    bool timeoutFixed = false;               ///< nor `timeout`
    std::optional<LogLevel> logLevel;        ///< none: no log messages

    AnswerRules rules; ///< for what the server asks

    CatalogList::Kind list = CatalogList::Kind::Tools;
    bool listsTasks = false;   ///< in the place of `list`
    bool listsServers = false; ///< the same: those that were saved, and no server is talked to
    bool listsLogs = false;    ///< the same: logs of hosts, of the server `subject` or of all

    QString
        subject; ///< call: the tool; read: the URI; prompt: its name; complete: the argument; tasks: an id; completion: the shell; manual: the command
    QByteArray arguments;       ///< call, prompt, check, lab: a raw JSON object, or empty
    CompletionQuery completion; ///< complete
    std::optional<std::chrono::milliseconds> cancelAfter;
    QString reason;
    std::chrono::milliseconds linger{0};
    bool task = false; ///< call: as a task
    /// call: hold the result against the tool's output schema; none: if it has structured content.
    std::optional<bool> check;

    QList<QByteArray> messages; ///< raw; empty: those on standard input

    SubscriptionFilter wanted;                      ///< listen; empty: all lists
    std::optional<std::chrono::milliseconds> lasts; ///< listen, capture

    TaskVerb taskVerb = TaskVerb::List; ///< tasks; the id of one is `subject`

    QStringList files;       ///< export, filter, stats: one; diff: two; check: as many as there are
    Filter filter;           ///< filter, stats, diff
    bool fromStart = false;  ///< follow: print what the file already holds
    bool ofMessages = false; ///< filter: messages in the place of requests
    ExportOptions exporting;
    CheckOptions checking;
    LabOptions lab;       ///< `arguments` go with its tool
    QString markdownPath; ///< lab, doctor: file of the report; empty: none; doctor: "-" is standard output
    DoctorEnvironment::Kind environment = DoctorEnvironment::Kind::ThisProgram; ///< doctor
    QString outputPath; ///< export, read: empty is standard output

    /// The command talks to a server, or lets others talk to it.
    [[nodiscard]] bool needsServer() const { return command <= Command::Proxy && !listsServers && !listsLogs; }

    /// `arguments` without the program's name. An Error of kind Usage says what is wrong.
    [[nodiscard]] static Result<CliOptions> parse(const QStringList &arguments);
};

} // namespace Pullcord
