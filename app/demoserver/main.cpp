// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// pullcord-demo-server: a small MCP server that misbehaves on request. See README.md and --help.

#include "app/demoserver/demoserver.h"

#include <QCoreApplication>
#include <QTimer>

#include <csignal>
#include <cstdio>

using namespace Pullcord;

// NOLINTNEXTLINE(bugprone-exception-escape): the options are asked for their value only where they have one
int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const Result<DemoOptions> options = DemoOptions::parse(QCoreApplication::arguments().sliced(1));
    if (!options) {
        const bool asked = options.error().kind == ErrorKind::Cancelled;
        const QByteArray text = options.error().detail.toUtf8();
        std::fputs(text.constData(), asked ? stdout : stderr);
        if (!asked) {
            std::fputs("\nTry pullcord-demo-server --help\n", stderr);
            return 2;
        }
        return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : 1;
    }
    if (options->ignoreTerm)
        std::signal(SIGTERM, SIG_IGN);
    for (int line = 1; line <= options->stderrLines; ++line)
        std::fprintf(stderr, "stderr line %d\n", line);

    DemoServer server(*options);
    QObject::connect(&server, &DemoServer::finished, &application, [&options] {
        if (!options->ignoreEof)
            QCoreApplication::quit();
    });
    QTimer::singleShot(options->slowStartMs, &server, &DemoServer::start);
    return QCoreApplication::exec();
}
