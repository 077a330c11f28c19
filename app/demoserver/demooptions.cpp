// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demooptions.h"

#include "app/demoserver/tools.h"
#include "pullcord_version.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

struct Switch
{
    QLatin1StringView name;
    bool DemoOptions::*member;
    QLatin1StringView description;
};

struct Number
{
    QLatin1StringView name;
    QLatin1StringView valueName;
    int DemoOptions::*member;
    int least;
    QLatin1StringView description;
};

constexpr Switch Switches[] = {
    {"banner"_L1, &DemoOptions::banner, "Print a line of text on standard output before anything else."_L1},
    {"garbage"_L1, &DemoOptions::garbage,
     "Print garbage on standard output before anything else (like the tool garbage)."_L1},
    {"single-threaded"_L1, &DemoOptions::singleThreaded, "Read nothing while a tool works, not even cancellations."_L1},
    {"blind-to-zero"_L1, &DemoOptions::blindToZero, "Ignore a cancellation for the id 0."_L1},
    {"string-ids"_L1, &DemoOptions::stringIds,
     "Accept a cancellation only if its id is a string, even for a call with a number."_L1},
    {"ignore-eof"_L1, &DemoOptions::ignoreEof, "Keep running when standard input ends."_L1},
    {"ignore-term"_L1, &DemoOptions::ignoreTerm, "Keep running on SIGTERM."_L1},
    {"no-discover-answer"_L1, &DemoOptions::noDiscoverAnswer, "Never respond to server/discover."_L1},
    {"legacy-only"_L1, &DemoOptions::legacyOnly, "Support only the revisions up to 2025-11-25."_L1},
    {"modern-only"_L1, &DemoOptions::modernOnly, "Support only 2026-07-28."_L1},
    {"http"_L1, &DemoOptions::http,
     "Serve over HTTP on this machine's loopback, at PORT or any free port: Streamable HTTP at /mcp, HTTP+SSE at /sse. "
     "Prints \"listening on URL\" on standard output."_L1},
    {"http-json"_L1, &DemoOptions::httpJson, "HTTP: respond with JSON, never with a stream of events."_L1},
    {"http-no-session"_L1, &DemoOptions::httpNoSession,
     "HTTP, up to 2025-11-25: issue no session id and keep no state; cancellations do not reach their calls."_L1},
    {"http-polling"_L1, &DemoOptions::httpPolling,
     "HTTP, up to 2025-11-25: number the events and close streams early, so that the client has to resume with "
     "Last-Event-ID."_L1},
    {"http-leave-open"_L1, &DemoOptions::httpLeaveOpen,
     "HTTP, up to 2025-11-25: never end the stream of a cancelled request."_L1},
};

constexpr Number Numbers[] = {
    {"tools"_L1, "N"_L1, &DemoOptions::tools, 0, "Have N more tools: tool_0001 and so on."_L1},
    {"page-size"_L1, "N"_L1, &DemoOptions::pageSize, 1, "List N tools at a time (100)."_L1},
    {"exit-after"_L1, "N"_L1, &DemoOptions::exitAfter, 1, "Exit with code 3 after N messages."_L1},
    {"stderr"_L1, "N"_L1, &DemoOptions::stderrLines, 0, "Print N lines on standard error at the start."_L1},
    {"slow-start"_L1, "MS"_L1, &DemoOptions::slowStartMs, 0, "Read and write nothing for MS milliseconds."_L1},
    {"http-slow-head"_L1, "MS"_L1, &DemoOptions::httpSlowHeadMs, 0,
     "HTTP: delay the start of each response by MS milliseconds."_L1},
};

QString describeTools()
{
    QString text;
    for (const DemoTool &tool : allTools(0)) {
        text += u"  %1\n      %2\n"_s.arg(QString::fromUtf8(tool.name), QString::fromUtf8(tool.description));
        for (const ToolParameter &parameter : tool.parameters) {
            const QString standard =
                parameter.standard.isEmpty() ? u"required"_s : QString::fromUtf8(parameter.standard);
            text += u"      - %1: %2 (%3)\n"_s.arg(QString::fromUtf8(parameter.name),
                                                   QString::fromUtf8(parameter.description), standard);
        }
    }
    return text;
}

/// Reads the only argument that is not a switch. Returns the fault.
QString takePort(const QStringList &arguments, DemoOptions &options)
{
    if (arguments.isEmpty())
        return {};
    bool ok = false;
    options.httpPort = arguments.constFirst().toUShort(&ok);
    if (options.http && ok && arguments.size() == 1)
        return {};
    return options.http && !ok ? u"\"%1\" is not a port."_s.arg(arguments.constFirst())
                               : u"Unexpected argument \"%1\"."_s.arg(arguments.constLast());
}

} // namespace

Result<DemoOptions> DemoOptions::parse(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"A small MCP server, on standard input and output or over HTTP, that misbehaves on demand.\n"
        "It supports the revisions 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 and 2026-07-28;\n"
        "the first request of the client decides."_s);
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Print this help."_s);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Print the version."_s);
    parser.addOptions({help, version});
    for (const Switch &known : Switches)
        parser.addOption({known.name, known.description});
    for (const Number &known : Numbers)
        parser.addOption({known.name, known.description, known.valueName});
    parser.addPositionalArgument(u"port"_s, u"With --http: the port to listen on."_s, u"[PORT]"_s);

    const auto usageError = [](const QString &text) { return Error{ErrorKind::Usage, text, 0, {}}; };
    if (!parser.parse(QStringList{u"pullcord-demo-server"_s} + arguments))
        return usageError(parser.errorText());
    if (parser.isSet(help))
        return Error{ErrorKind::Cancelled, parser.helpText() + u"\nTools:\n"_s + describeTools(), 0, {}};
    if (parser.isSet(version))
        return Error{ErrorKind::Cancelled, u"pullcord-demo-server %1\n"_s.arg(QStringLiteral(PULLCORD_VERSION)), 0, {}};
    DemoOptions options;
    for (const Switch &known : Switches)
        options.*known.member = parser.isSet(known.name);
    for (const Number &known : Numbers) {
        if (!parser.isSet(known.name))
            continue;
        bool ok = false;
        const int value = parser.value(known.name).toInt(&ok);
        if (!ok || value < known.least)
            return usageError(u"--%1 needs a number from %2."_s.arg(known.name).arg(known.least));
        options.*known.member = value;
    }
    if (options.legacyOnly && options.modernOnly)
        return usageError(u"--legacy-only and --modern-only exclude each other."_s);
    if (!options.http) {
        const auto ofHttp = [&](QLatin1StringView name) { return name.startsWith("http-"_L1) && parser.isSet(name); };
        for (const Switch &known : Switches) {
            if (ofHttp(known.name))
                return usageError(u"--%1 requires --http."_s.arg(known.name));
        }
        for (const Number &known : Numbers) {
            if (ofHttp(known.name))
                return usageError(u"--%1 requires --http."_s.arg(known.name));
        }
    }
    if (const QString complaint = takePort(parser.positionalArguments(), options); !complaint.isEmpty())
        return usageError(complaint);
    return options;
}

} // namespace Pullcord
