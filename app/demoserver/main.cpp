// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// pullcord-demo-server: a small MCP server that misbehaves on demand. See README.md and --help.

#include "app/demoserver/demohttpserver.h"
#include "app/demoserver/demoserver.h"
#include "core/transport/stdiostreamtransport.h"

#include <QCoreApplication>
#include <QTimer>

#include <csignal>
#include <cstdio>

using namespace Pullcord;

namespace {

int serveStdio(const DemoOptions &options)
{
    auto transport = std::make_unique<StdioStreamTransport>();
    StdioStreamTransport *stdio = transport.get(); // owned by the server
    DemoWorld world;
    DemoServer server(options, world, std::move(transport), Dialect::mcpModernStdio());
    QObject::connect(&server, &DemoServer::readingWished, stdio, &StdioStreamTransport::setReading);
    QObject::connect(stdio, &StdioStreamTransport::drained, &server, [&server] { emit server.drained({}); });
    QObject::connect(&server, &DemoServer::finished, qApp, [&options] {
        if (!options.ignoreEof)
            QCoreApplication::quit();
    });
    QTimer::singleShot(options.slowStartMs, &server, &DemoServer::start);
    return QCoreApplication::exec();
}

int serveHttp(const DemoOptions &options)
{
    DemoHttpServer server(options);
    QTimer::singleShot(options.slowStartMs, &server, [&server] {
        const Outcome outcome = server.listen();
        const QByteArray text = outcome ? "listening on " + server.url().toEncoded() : outcome.error().detail.toUtf8();
        std::fprintf(outcome ? stdout : stderr, "%s\n", text.constData());
        std::fflush(stdout);
        if (!outcome)
            QCoreApplication::exit(1);
    });
    return QCoreApplication::exec();
}

} // namespace

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

    if (options->http)
        return serveHttp(*options);
    return serveStdio(*options);
}
