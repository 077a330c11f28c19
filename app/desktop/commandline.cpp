// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/commandline.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>
#include <cstdlib>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

[[noreturn]] void complain(const QString &text)
{
    std::fputs(qPrintable(u"pullcord: %1\nTry pullcord --help.\n"_s.arg(text)), stderr);
    std::exit(2);
}

std::optional<Revision> readRevision(const QString &name)
{
    const std::optional<Revision> revision = revisionFromName(name);
    if (!revision && name != "auto"_L1)
        complain(QCoreApplication::translate("main", "%1 is no revision of MCP").arg(name));
    return revision;
}

} // namespace

CommandLine CommandLine::parse(const QStringList &arguments)
{
    // Behind the first "--" stands a command of its own, with options that are not ours.
    const qsizetype divider = arguments.indexOf(u"--"_s);
    const QStringList command = divider < 0 ? QStringList() : arguments.mid(divider + 1);

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Desktop inspector for the Model Context Protocol."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption demo(u"demo"_s, QCoreApplication::translate("main", "Connect to the demo server."));
    const QCommandLineOption revision(
        u"revision"_s,
        QCoreApplication::translate("main", "Speak this revision with the server: auto, or a date such as 2025-11-25."),
        u"REVISION"_s, u"auto"_s);
    const QCommandLineOption settings(u"settings"_s, QCoreApplication::translate("main", "Use this settings file."),
                                      u"FILE"_s);
    parser.addOptions({demo, revision, settings});
    parser.addPositionalArgument(u"FILE"_s, QCoreApplication::translate("main", "Captures to open, a window each."),
                                 u"[FILE…]"_s);
    parser.addPositionalArgument(u"COMMAND"_s, QCoreApplication::translate("main", "A server to start and connect to."),
                                 u"[-- COMMAND ARGUMENT…]"_s);
    parser.process(divider < 0 ? arguments : arguments.first(divider));

    CommandLine line;
    line.files = parser.positionalArguments();
    line.demo = parser.isSet(demo);
    line.settings = parser.value(settings);
    line.revision = readRevision(parser.value(revision));
    if (!command.isEmpty()) {
        ServerTarget target;
        target.command.program = command.first();
        target.command.arguments = command.mid(1);
        target.revision = line.revision;
        line.server = target;
    } else if (divider >= 0) {
        complain(QCoreApplication::translate("main", "no command stands behind --"));
    }
    return line;
}

} // namespace Pullcord
