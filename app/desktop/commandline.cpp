// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/commandline.h"

#include "core/logging.h"
#include "ui/models/languages.h"
#include "ui/models/texts.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

[[noreturn]] void complain(const QString &text)
{
    const QString advice = QCoreApplication::translate("main", "Try pullcord --help.");
    std::fputs(qPrintable(u"pullcord: %1\n%2\n"_s.arg(text, advice)), stderr);
    std::exit(2);
}

std::optional<Revision> readRevision(const QString &name)
{
    const std::optional<Revision> revision = revisionFromName(name);
    if (!revision && name != "auto"_L1)
        complain(QCoreApplication::translate("main", "%1 is not a revision of MCP").arg(name));
    return revision;
}

QString readLanguage(const QString &code)
{
    if (!code.isEmpty() && !Languages::isKnown(code))
        complain(QCoreApplication::translate("main", "%1 is not a language of the window").arg(code));
    return code;
}

QString readLogRules(const QStringList &texts)
{
    if (texts.isEmpty())
        return {};
    const auto rules = Log::rulesFrom(texts.join(u','));
    if (!rules)
        complain(u"--log: %1"_s.arg(Texts::translated(rules.error().detail)));
    return *rules;
}

/// Removes the URL from `words`, if there is one, and applies its options.
std::optional<ServerTarget> takeUrl(QStringList &words, const QStringList &headers, const QString &transport)
{
    const auto url = std::find_if(words.cbegin(), words.cend(), &HttpOptions::isAddress);
    if (url == words.cend()) {
        if (!headers.isEmpty())
            complain(QCoreApplication::translate("main", "a header requires a URL"));
        return {};
    }
    ServerTarget target;
    const auto address = HttpOptions::urlFrom(*url);
    if (!address)
        complain(address.error().detail); // with secrets masked
    target.http.url = *address;
    words.erase(url);
    if (std::any_of(words.begin(), words.end(), &HttpOptions::isAddress))
        complain(QCoreApplication::translate("main", "give only one URL"));
    const std::optional<HttpOptions::Kind> kind = httpKindFromName(transport);
    if (!kind)
        complain(QCoreApplication::translate("main", "%1 is not a transport").arg(transport));
    target.http.kind = *kind;
    for (const QString &header : headers) {
        const auto field = HttpHeader::fromLine(header);
        if (!field) // its value may be a secret
            complain(QCoreApplication::translate("main", "a header must have the form \"Name: value\""));
        target.http.headers.add(*field);
    }
    return target;
}

/// The options before the "--", and their evaluation.
struct Options
{
    QCommandLineOption demo{u"demo"_s, QCoreApplication::translate("main", "Connect to the demo server.")};
    QCommandLineOption revision{
        u"revision"_s,
        QCoreApplication::translate("main", "Use this revision with the server: auto, or a date such as 2025-11-25."),
        u"REVISION"_s, u"auto"_s};
    QCommandLineOption settings{u"settings"_s, QCoreApplication::translate("main", "Use this settings file."),
                                u"FILE"_s};
    QCommandLineOption language{u"language"_s, QCoreApplication::translate("main", "Use this language: en or zh_CN."),
                                u"LANGUAGE"_s};
    QCommandLineOption header{
        u"header"_s, QCoreApplication::translate("main", "Send this header to the URL; may be given several times."),
        u"NAME: VALUE"_s};
    QCommandLineOption transport{
        u"transport"_s,
        QCoreApplication::translate("main", "Transport of the URL: auto, streamable-http or http+sse (2024-11-05)."),
        u"KIND"_s, u"auto"_s};
    QCommandLineOption saved{
        u"server"_s, QCoreApplication::translate("main", "Connect to the saved server with this name."), u"NAME"_s};
    QCommandLineOption log{
        u"log"_s,
        QCoreApplication::translate(
            "main",
            "Print the log of Pullcord itself to standard error: pullcord.*, or rules such as pullcord.mcp=true."),
        u"RULES"_s};
    QCommandLineOption newWindow{u"new-window"_s,
                                 QCoreApplication::translate("main", "Open a new window in the running Pullcord.")};
    QCommandLineOption newInstance{
        u"new-instance"_s,
        QCoreApplication::translate("main", "Start another Pullcord, even if one is already running.")};

    QCommandLineParser parser;

    explicit Options(const QStringList &arguments)
    {
        parser.setApplicationDescription(
            QCoreApplication::translate("main", "Desktop inspector for the Model Context Protocol."));
        parser.addHelpOption();
        parser.addVersionOption();
        parser.addOptions({demo, saved, revision, settings, language, header, transport, newWindow, newInstance, log});
        parser.addPositionalArgument(
            u"FILE"_s,
            QCoreApplication::translate(
                "main", "Captures to open, each in its own tab; or a configuration to import servers from."),
            u"[FILE…]"_s);
        parser.addPositionalArgument(u"URL"_s, QCoreApplication::translate("main", "URL of a server."), u"[URL]"_s);
        parser.addPositionalArgument(u"COMMAND"_s,
                                     QCoreApplication::translate("main", "A server to start and connect to."),
                                     u"[-- COMMAND ARGUMENT…]"_s);
        parser.process(arguments);
    }
    [[nodiscard]] bool has(const QCommandLineOption &option) const { return parser.isSet(option); }
    [[nodiscard]] QString value(const QCommandLineOption &option) const { return parser.value(option); }
};

} // namespace

CommandLine CommandLine::parse(const QStringList &arguments)
{
    // Everything after the first "--" is a command with its own options.
    const qsizetype divider = arguments.indexOf(u"--"_s);
    const QStringList command = divider < 0 ? QStringList() : arguments.mid(divider + 1);

    const Options options(divider < 0 ? arguments : arguments.first(divider));
    CommandLine line;
    Opening &opening = line.opening;
    opening.files = options.parser.positionalArguments();
    opening.demo = options.has(options.demo);
    opening.saved = options.value(options.saved);
    opening.newWindow = options.has(options.newWindow);
    line.settings = options.value(options.settings);
    line.logRules = readLogRules(options.parser.values(options.log));
    line.language = readLanguage(options.value(options.language));
    opening.revision = readRevision(options.value(options.revision));
    opening.server = takeUrl(opening.files, options.parser.values(options.header), options.value(options.transport));
    if (opening.server) {
        if (divider >= 0)
            complain(QCoreApplication::translate("main", "give either a URL or a command, not both"));
        opening.server->revision = opening.revision;
    } else if (!command.isEmpty()) {
        ServerTarget target;
        target.command.program = command.first();
        target.command.arguments = command.mid(1);
        target.revision = opening.revision;
        opening.server = target;
    } else if (divider >= 0) {
        complain(QCoreApplication::translate("main", "no command follows --"));
    }
    // A command depends on the folder and environment in which it was typed; a language and a log apply to a whole
    // process.
    line.ownProcess = options.has(options.newInstance) || opening.hasCommand() || !line.language.isEmpty() ||
                      !line.logRules.isEmpty();
    return line;
}

} // namespace Pullcord
