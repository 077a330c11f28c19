// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/connectionstages.h"

#include "core/capture/formatting.h"
#include "core/doctor/networkstages.h"
#include "core/mcp/mcperror.h"
#include "core/rpc/errorcodes.h"
#include "core/transport/stdiotransport.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using namespace std::chrono_literals;
using Facts = TrialConnection::Facts;
using Setting = DoctorStage::Setting;
using Verdict = DoctorStage::Verdict;

/// Beyond these, hosts are known to refuse, cut or slow down.
constexpr qsizetype MostTools = 128;
constexpr qint64 MostListBytes = 100'000;
constexpr std::chrono::nanoseconds LongestHandshake = 30s;
constexpr qsizetype MaxNamedEntries = 5;
constexpr qint64 BytesPerToken = 4; ///< of English and JSON, roughly

/// A message on standard error with a known cause.
struct KnownWords
{
    const char *pattern;
    const char *advice;
};

constexpr KnownWords AllKnownWords[] = {
    {"is not a TTY|not a terminal",
     QT_TRANSLATE_NOOP(
         "TranslatableText",
         "Start docker run with -i alone, without -t: MCP uses standard input and output, not a terminal")},
    {"ModuleNotFoundError|No module named",
     QT_TRANSLATE_NOOP("TranslatableText", "A Python module is missing: install the server with its dependencies, or "
                                           "start it with uvx or uv run, which install them")},
    {"Cannot find module|ERR_MODULE_NOT_FOUND",
     QT_TRANSLATE_NOOP("TranslatableText",
                       "A Node.js module or script is missing: check the path of the script, and run npm "
                       "install in its folder")},
    {"\\bE404\\b|404 Not Found.*registry|is not in this registry",
     QT_TRANSLATE_NOOP("TranslatableText", "The package registry has no such package: check its name and version")},
    {"No solution found when resolving|not found in the package registry",
     QT_TRANSLATE_NOOP("TranslatableText", "The package registry has no such package: check its name and version")},
    {"ENOTFOUND|EAI_AGAIN|Temporary failure in name resolution|dns error",
     QT_TRANSLATE_NOOP("TranslatableText",
                       "A host name could not be resolved: check the network connection and the proxy "
                       "variables of the server")},
    {"self.signed certificate|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY|CERTIFICATE_VERIFY_FAILED",
     QT_TRANSLATE_NOOP("TranslatableText", "A certificate was refused: set NODE_EXTRA_CA_CERTS (Node.js) or "
                                           "SSL_CERT_FILE (Python, uv) to your organization's CA file")},
    {"Unsupported engine|EBADENGINE|SyntaxError: Unexpected token|Unexpected token '\\?'|does not provide an export",
     QT_TRANSLATE_NOOP("TranslatableText",
                       "The version of Node.js may be too old for this server: compare node --version with "
                       "what the server requires")},
    {"env: .*No such file or directory|command not found|: not found$",
     QT_TRANSLATE_NOOP("TranslatableText",
                       "It starts another program, which is not in its PATH: set the variable PATH for the server")},
    {"can't open file|ENOENT|No such file or directory",
     QT_TRANSLATE_NOOP(
         "TranslatableText",
         "A file is missing: check the paths in the arguments; relative paths start at the working folder")},
    {"EADDRINUSE|[Aa]ddress already in use",
     QT_TRANSLATE_NOOP("TranslatableText",
                       "A port is in use: stop the other instance of the server, or let it use another port")},
    {"Cannot connect to the Docker daemon|docker daemon",
     QT_TRANSLATE_NOOP("TranslatableText",
                       "Docker is not running, or you lack the permission to use it: start it, and try docker ps")},
    {"Unable to find image|manifest unknown|pull access denied",
     QT_TRANSLATE_NOOP("TranslatableText", "Docker has no such image: check its name, and try docker pull")},
    {"EACCES|Permission denied|PermissionError",
     QT_TRANSLATE_NOOP(
         "TranslatableText",
         "It lacks the permission to read or write a file: check the permissions of the file that it names")},
    {"KeyError: '[A-Z][A-Z0-9_]+'|Field required \\[type=missing|\\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\\b.*(field required|is "
     "not "
     "defined|undefined|not provided)|\\b([Ss]et|export) [A-Z][A-Z0-9_]+=",
     QT_TRANSLATE_NOOP("TranslatableText",
                       "A setting is missing. Set the environment variable named above for this server")},
    {"(environment variable|API[_ ]?KEY|TOKEN|SECRET|credentials?).*(required|missing|not set|must be set|not found)|"
     "([Mm]issing|[Rr]equired|[Pp]lease (set|provide)).*(environment variable|API[_ ]?[Kk][Ee][Yy]|TOKEN|credential)",
     QT_TRANSLATE_NOOP("TranslatableText",
                       "A setting is missing. Set the environment variable named above for this server")},
    {"^\\s*([Uu]sage|USAGE)\\b|unrecognized arguments|unknown option|[Mm]issing required argument|error: the following",
     QT_TRANSLATE_NOOP("TranslatableText", "It prints its usage: arguments are missing or wrong")},
    {"ENOSPC|No space left on device", QT_TRANSLATE_NOOP("TranslatableText", "The disk is full")},
};

void adviseByWords(DoctorStage &stage, const Facts &facts)
{
    const QStringList words = facts.firstWords + facts.lastWords + facts.before.lines;
    for (const KnownWords &known : AllKnownWords) {
        const QRegularExpression pattern(QString::fromLatin1(known.pattern));
        if (std::ranges::any_of(words, [&](const QString &line) { return pattern.match(line).hasMatch(); })) {
            stage.advise(TranslatableText::of(known.advice));
            return; // the table begins with the most specific messages
        }
    }
}

/// The server may print the URL that it serves instead of using stdio.
void adviseUrl(DoctorStage &stage, const Facts &facts)
{
    static const QRegularExpression address(
        u"https?://(localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1?\\])(:\\d+)?(/[\\w/.-]*)?"_s);
    for (const QString &line : facts.firstWords + facts.lastWords + facts.before.lines) {
        if (const auto match = address.match(line); match.hasMatch()) {
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "It seems to serve HTTP: connect to %1 instead, or look for its option for stdio"),
                match.captured()));
            return;
        }
    }
}

void seeLastWords(DoctorStage &stage, const Facts &facts)
{
    const qint64 omitted = facts.errorLines - facts.firstWords.size() - facts.lastWords.size();
    if (facts.errorLines > 0)
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Lines on standard error: %1"),
                                       facts.errorLines));
    for (const QString &line : facts.firstWords)
        stage.see(TranslatableText(u"    "_s + line));
    if (omitted > 0)
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "    … (%1 more)"), omitted));
    for (const QString &line : facts.lastWords)
        stage.see(TranslatableText(u"    "_s + line));
}

void seeStrayOutput(DoctorStage &stage, const char *sentence, const TrialConnection::StrayOutput &stray)
{
    if (stray.count == 0)
        return;
    stage.see(TranslatableText::of(sentence, stray.count));
    for (const QString &line : stray.lines)
        stage.see(line.trimmed().isEmpty()
                      ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "    (a blank line)"))
                      : TranslatableText(u"    "_s + Formatting::visibleLines(line)));
}

TranslatableText exitOf(const QJsonObject &exit)
{
    if (exit.isEmpty()) // killed, and still in the kernel
        return TranslatableText(u"SIGKILL"_s);
    const QString signal = exit.value("signal"_L1).toString();
    return signal.isEmpty() ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "exit code %1"),
                                                   exit.value("exitCode"_L1).toInt())
                            : TranslatableText(signal);
}

bool endedByItself(const Facts &facts)
{
    return facts.exited != 0 && (facts.closing == 0 || facts.exited < facts.closing);
}

QString shortly(qint64 ns)
{
    return Formatting::duration(std::max<qint64>(ns, 0));
}

void adviseForExit(DoctorStage &stage, const Facts &facts)
{
    const QString signal = facts.exit.value("signal"_L1).toString();
    const int code = facts.exit.value("exitCode"_L1).toInt();
    adviseByWords(stage, facts);
    adviseUrl(stage, facts);
    if (signal == "SIGKILL"_L1)
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "It was killed from outside: check whether memory ran out (journalctl -k)")));
    else if (!signal.isEmpty())
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "It crashed: report the signal and its last output to its "
                                                            "author")));
    else if (code == 127 && stage.advice.isEmpty())
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "A shell exits with code 127 if it does not find a program: set the variable PATH for the server")));
    else if (code == 0)
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "It ended as if its work were done: check that the arguments start an MCP server on stdio")));
    if (stage.advice.isEmpty() && (facts.errorLines > 0 || facts.before.count > 0))
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Fix the problem that its last output names; the same command in a "
                                                  "terminal shows all of it")));
    if (stage.advice.isEmpty())
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "Start the same command in a terminal, and read its "
                                                            "output")));
}

/// Advises for a fault of the framing, or else for what the lines look like.
void adviseForStrayOutput(DoctorStage &stage, const FramingFault &framing, const QStringList &lines)
{
    if (framing.kind != FramingFault::Kind::None) {
        stage.advise(framing.advice());
        return;
    }
    const auto begins = [&lines](const QString &pattern) {
        const QRegularExpression beginning(pattern);
        return std::ranges::any_of(lines, [&](const QString &line) { return beginning.match(line).hasMatch(); });
    };
    if (begins(u"^> .+@"_s))
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "npm prints its banner there: use npm --silent run, or start "
                                                  "the program itself")));
    const auto isMark = [](const QString &line) { return line == QString(QChar(QChar::ByteOrderMark)); };
    if (begins(u"^\\x{feff}"_s))
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "It writes a byte order mark: write UTF-8 without one (Python: the "
                                "encoding utf-8 instead of utf-8-sig; .NET: new UTF8Encoding(false))")));
    if (!std::ranges::all_of(lines, isMark))
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Logs belong on standard error: print(…, file=sys.stderr) in "
                                                  "Python, console.error in Node.js")));
}

TranslatableText stateOf(const TrialConnection::Step &step)
{
    const QString method = QString::fromUtf8(step.method);
    const QString span = shortly(step.duration);
    switch (step.state) {
    case RequestState::Succeeded:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: response after %2"), method, span);
    case RequestState::Failed:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: refused after %2"), method, span);
    case RequestState::Lost:
        if (step.duration <= 0)
            return TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "%1: no response, since the connection had already ended"),
                method);
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: the connection ended after %2"), method,
                                    span);
    default:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: no response within %2"), method, span);
    }
}

QString methodOf(CatalogList::Kind kind)
{
    switch (kind) {
    case CatalogList::Kind::Tools:
        return u"tools"_s;
    case CatalogList::Kind::Prompts:
        return u"prompts"_s;
    case CatalogList::Kind::Resources:
        return u"resources"_s;
    case CatalogList::Kind::ResourceTemplates:
        break;
    }
    return u"resources/templates"_s;
}

/// `hasEnded`: the server has ended by itself.
void seeList(DoctorStage &stage, const TrialConnection::List &list, bool hasEnded)
{
    const QString what = methodOf(list.kind);
    if (!list.isDeclared) {
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: not offered"), what));
        return;
    }
    // Servers with resources need not have templates.
    if (list.error && list.kind == CatalogList::Kind::ResourceTemplates &&
        list.error->code == ErrorCode::MethodNotFound) {
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: not offered"), what));
        return;
    }
    if (list.error) {
        stage.raise(Verdict::Failed);
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: could not be loaded: %2"), what,
                                       McpError::explained(*list.error)));
        if (hasEnded && list.error->kind == ErrorKind::Transport)
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "The server ended before it responded: see the stage End")));
        else if (list.error->kind == ErrorKind::Timeout)
            stage.advise(TranslatableText::of(
                             QT_TRANSLATE_NOOP("TranslatableText",
                                               "The server does not respond to %1/list: check its log, or wait longer"),
                             what),
                         Setting::Timeout);
        else
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "Report the response to %1/list to the author of the server"),
                what));
        return;
    }
    stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2 in %3, %4"), what, list.count,
                                   shortly(list.duration), Formatting::byteCount(list.bytes)));
    if (!list.problems.isEmpty()) {
        stage.raise(Verdict::Warning);
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 that are not as MCP requires: %2"),
                                       what, list.problems.size()));
        for (const QString &problem : list.problems.first(std::min(list.problems.size(), MaxNamedEntries)))
            stage.see(TranslatableText(u"    "_s + problem));
        if (list.problems.size() > MaxNamedEntries)
            stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "    and %1 more"),
                                           list.problems.size() - MaxNamedEntries));
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "Hosts omit such entries, or the whole list: report them to the author of the server")));
    }
    if (list.kind == CatalogList::Kind::Tools && list.count > MostTools) {
        stage.raise(Verdict::Warning);
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "Several hosts and model providers take at most %1 tools: "
                                                            "let the server offer fewer"),
                                          MostTools));
    }
    if (list.kind == CatalogList::Kind::Tools && list.bytes > MostListBytes) {
        stage.raise(Verdict::Warning);
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The tools take about %1 tokens of each conversation with a "
                                                  "model: let the server offer fewer, or shorter descriptions"),
            list.bytes / BytesPerToken));
    }
}

} // namespace

DoctorStage ConnectionStages::skipped(DoctorStage::Id id, const TranslatableText &why)
{
    DoctorStage stage{id, Verdict::Skipped, {}, {}, {}};
    stage.see(why);
    return stage;
}

DoctorStage ConnectionStages::start(const Facts &facts, const TranslatableText &where)
{
    DoctorStage stage{DoctorStage::Id::Start, Verdict::Ok, {}, {}, {}};
    if (!where.isEmpty())
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Started in the environment of %1, which finds the command"), where));
    if (facts.starts == 0) {
        stage.raise(Verdict::Failed);
        stage.see(facts.failure ? facts.failure->detail : TranslatableText(facts.failedReason));
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "Start the same command in a terminal, and read its "
                                                            "output")));
        return stage;
    }
    stage.duration = facts.opened - facts.opening;
    if (facts.starts > 1) {
        stage.raise(Verdict::Warning);
        stage.see(
            facts.firstExit.isEmpty()
                ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                         "It did not respond to server/discover or initialize, so "
                                                         "it was started again with initialize"))
                : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                         "It exited (%1) after server/discover, so it was started "
                                                         "again with initialize"),
                                       exitOf(facts.firstExit)));
        if (facts.isReady()) // otherwise another fault comes first
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "Hosts that try 2026-07-28 first may not reach it: the server "
                                                      "should return error -32601 for unknown methods")));
    }
    if (facts.isReady() || !endedByItself(facts)) {
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Started as process %1 and is still running"), facts.pid));
        if (!facts.isReady())
            seeLastWords(stage, facts);
        return stage;
    }
    stage.raise(Verdict::Failed);
    stage.see(TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "It ended after %1, before the handshake was complete: %2"),
        shortly(facts.exited - facts.opened), exitOf(facts.exit)));
    seeLastWords(stage, facts);
    if (facts.errorLines == 0) // the words of a program that ended may be there, for example its usage
        seeStrayOutput(stage, QT_TRANSLATE_NOOP("TranslatableText", "Lines on standard output: %1"), facts.before);
    adviseForExit(stage, facts);
    return stage;
}

DoctorStage ConnectionStages::output(const Facts &facts)
{
    DoctorStage stage{DoctorStage::Id::Output, Verdict::Ok, {}, {}, {}};
    if (facts.before.count + facts.after.count == 0) {
        stage.see(facts.isReady() ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Only messages"))
                                  : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "No other output")));
        return stage;
    }
    stage.raise(facts.isReady() ? Verdict::Warning : Verdict::Failed);
    seeStrayOutput(
        stage, QT_TRANSLATE_NOOP("TranslatableText", "Lines that are not messages, before the handshake was done: %1"),
        facts.before);
    seeStrayOutput(stage, QT_TRANSLATE_NOOP("TranslatableText", "Lines that are not messages, after the handshake: %1"),
                   facts.after);
    adviseUrl(stage, facts);
    const bool isBefore = facts.before.framing.kind != FramingFault::Kind::None;
    adviseForStrayOutput(stage, isBefore ? facts.before.framing : facts.after.framing,
                         facts.before.lines + facts.after.lines);
    if (facts.isReady())
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Some hosts ignore such lines, others report them as errors or "
                                                  "end the connection")));
    return stage;
}

DoctorStage ConnectionStages::handshake(const Facts &facts, const QList<TrialConnection::Step> &steps, bool isStdio)
{
    DoctorStage stage{DoctorStage::Id::Handshake, Verdict::Ok, {}, {}, {}};
    if (facts.isReady()) {
        const QString name = (facts.server.name + u' ' + facts.server.version).trimmed();
        const bool isModern = eraOf(facts.revision) == Era::Modern;
        stage.see(TranslatableText::of(
            isModern ? QT_TRANSLATE_NOOP("TranslatableText", "%1 uses MCP %2 (modern era, no handshake needed)")
                     : QT_TRANSLATE_NOOP("TranslatableText", "%1 uses MCP %2 (legacy era, initialize)"),
            name.isEmpty() ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "A server without a name"))
                           : name,
            nameOf(facts.revision)));
        stage.duration = facts.ready - (isStdio ? facts.opened : facts.opening);
    }
    if (facts.transport == "HTTP+SSE"_L1)
        stage.see(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Over HTTP+SSE, the transport of 2024-11-05")));
    for (const TrialConnection::Step &step : steps)
        stage.see(stateOf(step));
    const bool ignoresProbe = std::ranges::any_of(steps, [](const TrialConnection::Step &step) {
        return step.method == "server/discover" && step.state != RequestState::Succeeded &&
               step.state != RequestState::Failed && step.state != RequestState::Lost;
    });
    if (facts.isReady()) {
        if (ignoresProbe) {
            stage.raise(Verdict::Warning);
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "It does not respond to unknown methods, so hosts that try 2026-07-28 first wait "
                                    "in vain: the server should return error -32601")));
        }
        if (stage.duration.value_or(0) > LongestHandshake.count()) {
            stage.raise(Verdict::Warning);
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "Many hosts time out after 30 to 60 s: install the server "
                                                      "beforehand instead of downloading it at each start")));
        }
        return stage;
    }
    stage.raise(Verdict::Failed);
    const bool hasEnded = isStdio && endedByItself(facts); // explained by the stage Start
    if (facts.failure && !hasEnded)
        stage.see(McpError::explained(*facts.failure));
    if (hasEnded) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Fix the start of the server first: see the stage Start")));
    } else if (!facts.cause.isEmpty()) {
        stage.advise(facts.cause);
    } else if (facts.before.count > 0 && isStdio) {
        adviseUrl(stage, facts);
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "It writes lines that are not messages: see the stage Standard "
                                                  "output")));
    } else if (facts.failure && facts.failure->kind == ErrorKind::Timeout) {
        if (isStdio)
            adviseUrl(stage, facts);
        adviseByWords(stage, facts);
        if (isStdio) {
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "It runs but does not respond: check that its arguments select stdio, and "
                                    "that it does not wait for a login or another program")));
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                             "TranslatableText", "If it downloads something at its first start, wait longer")),
                         Setting::Timeout);
        }
    } else if (facts.failure && facts.failure->kind == ErrorKind::Protocol) {
        stage.advise(
            TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText",
                "Check that this starts an MCP server. If it does, update the server, or choose a fixed revision")),
            Setting::Revision);
    } else if (facts.failure && facts.failure->kind == ErrorKind::Peer) {
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The server refuses the handshake: fix the problem that its message names")));
    } else if (isStdio) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Fix the start of the server first: see the stage Start")));
    }
    if (!isStdio && !facts.responses.isEmpty() && stage.advice.isEmpty()) {
        const TrialConnection::HttpResponse &last = facts.responses.constLast();
        if (NetworkStages::refusalOf(facts))
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "See the stage Authorization for the cause")));
        else if (facts.failure && facts.failure->kind == ErrorKind::Timeout && last.status / 100 == 2 &&
                 !last.misplaced)
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                             "TranslatableText",
                             "The server accepts the request, but does not respond to it in time: check its log, or "
                             "wait longer")),
                         Setting::Timeout);
        else
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "See the stage HTTP responses for the cause")));
    }
    return stage;
}

void ConnectionStages::warn(DoctorStage &stage, const QList<Finding> &faults)
{
    for (const Finding &fault : faults) {
        stage.raise(Verdict::Warning);
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), QString(fault.kind().name),
                                       fault.sentence));
    }
    if (!faults.isEmpty())
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The connection works here, but stricter hosts may refuse it: "
                                                  "correct the violations of the protocol listed above")));
}

DoctorStage ConnectionStages::lists(const Facts &facts)
{
    DoctorStage stage{DoctorStage::Id::Lists, Verdict::Ok, {}, {}, {}};
    qint64 longest = 0;
    for (const TrialConnection::List &list : facts.lists) {
        seeList(stage, list, endedByItself(facts));
        longest = std::max(longest, list.duration);
    }
    stage.duration = longest;
    if (std::ranges::none_of(facts.lists, &TrialConnection::List::isDeclared)) {
        stage.raise(Verdict::Warning);
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "It declares no tools, prompts or resources: hosts cannot use it")));
    }
    return stage;
}

DoctorStage ConnectionStages::roundTrip(const Facts &facts)
{
    DoctorStage stage{DoctorStage::Id::RoundTrip, Verdict::Ok, {}, {}, {}};
    const QString method = QString::fromUtf8(facts.roundTripMethod);
    if (facts.roundTrip) {
        stage.duration = facts.roundTrip;
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: response after %2"), method,
                                       shortly(*facts.roundTrip)));
        return stage;
    }
    if (facts.roundTripError) {
        const bool isRefused = facts.roundTripError->kind == ErrorKind::Peer;
        stage.raise(isRefused ? Verdict::Warning : Verdict::Failed);
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), method,
                                       McpError::explained(*facts.roundTripError)));
        stage.advise(
            isRefused ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                               "Every MCP server must respond to %1: hosts that check "
                                                               "connections with it will drop this one"),
                                             method)
                      : TranslatableText::of(QT_TRANSLATE_NOOP(
                            "TranslatableText",
                            "It responded to the handshake, but to no later request: check its log, or try again")));
    }
    return stage;
}

DoctorStage ConnectionStages::end(const Facts &facts, bool isStdio, const QString &runner)
{
    DoctorStage stage{DoctorStage::Id::End, Verdict::Ok, {}, {}, {}};
    if (!isStdio) {
        stage.duration = facts.ended - facts.closing;
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The connection was closed within %1"),
                                       shortly(*stage.duration)));
        return stage;
    }
    if (facts.starts == 0)
        return skipped(stage.id, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "It was not started")));
    if (endedByItself(facts)) {
        if (!facts.isReady())
            return skipped(
                stage.id, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server had already exited")));
        stage.raise(Verdict::Failed);
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "It ended by itself while it was being examined: %1"),
            exitOf(facts.exit)));
        seeLastWords(stage, facts);
        adviseForExit(stage, facts);
        return stage;
    }
    const qint64 lasted = (facts.exited ? facts.exited : facts.ended) - facts.closing;
    stage.duration = lasted;
    const std::chrono::nanoseconds patience = StdioTransport::Options().closeWait;
    const QString signal = facts.exit.value("signal"_L1).toString();
    if (facts.exited == 0 || facts.exit.contains("afterInput"_L1)) {
        stage.raise(Verdict::Warning);
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "It was still running %1 after its standard input was closed, and had to be terminated: %2"),
            shortly(patience.count()), exitOf(facts.exit)));
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "The server should end when its standard input ends. Hosts that do not kill it leave it running")));
    } else {
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "It ended %1 after its standard input was closed: %2"),
            shortly(lasted), exitOf(facts.exit)));
        const int code = facts.exit.value("exitCode"_L1).toInt();
        if (code != 0 || !signal.isEmpty()) {
            stage.raise(Verdict::Warning);
            seeLastWords(stage, facts);
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The end of standard input is not an error, so the server should end with exit code 0")));
        }
    }
    if (const int left = facts.exit.value("leftBehind"_L1).toInt(); left > 0) {
        stage.raise(Verdict::Warning);
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Processes that it started and left running: %1"), left));
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "The server should stop the processes that it started: with other hosts they keep running")));
    } else if (!runner.isEmpty()) {
        for (const QString &note : facts.closingNotes) {
            stage.raise(Verdict::Warning);
            stage.see(TranslatableText(note));
        }
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Processes that run through %1 cannot be seen from here"), runner));
    } else if (facts.exited != 0) {
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "It left no processes running")));
    }
    return stage;
}

DoctorStage ConnectionStages::secondStart(const Facts &first, const Facts &second)
{
    DoctorStage stage{DoctorStage::Id::SecondStart, Verdict::Ok, {}, {}, {}};
    if (second.isReady()) {
        stage.duration = second.ready - second.opening;
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Ready after %1; the first start took %2"),
                                       shortly(*stage.duration), shortly(first.ready - first.opening)));
        return stage;
    }
    stage.raise(Verdict::Failed);
    if (second.failure)
        stage.see(McpError::explained(*second.failure));
    seeLastWords(stage, second);
    stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
        "TranslatableText",
        "The first start worked: check whether it left a lock, a port or a file that blocks the next start")));
    return stage;
}

} // namespace Pullcord
