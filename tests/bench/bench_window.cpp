// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "windowfixture.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <cstdio>

/// A flood of 235-byte notifications through the real window: captured to disk, tracked, shown; beside the emitter on a
/// pipe that is only drained. Usage: bench_window [MESSAGES]

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// The longest time in which the event loop did not come back to us, which is as long as nothing could be painted.
class GapMeter
{
public:
    GapMeter()
    {
        m_clock.start();
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_longest = std::max(m_longest, m_clock.nsecsElapsed());
            m_clock.start();
        });
        m_timer.start(1);
    }
    [[nodiscard]] double longestMs() const { return double(m_longest) / 1e6; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

QByteArray requestLines(qsizetype messages)
{
    return R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
           R"("clientInfo":{"name":"bench","version":"1"}}})"
           "\n"
           R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
           "\n"
           R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"flood","arguments":{"count":)" +
           QByteArray::number(messages) + "}}}\n";
}

/// Seconds that the demo server takes when nobody looks at what it writes.
double drained(qsizetype messages)
{
    QProcess server;
    server.setStandardOutputFile(QProcess::nullDevice());
    QElapsedTimer clock;
    clock.start();
    server.start(WindowFixture::demoServer().command.program, {});
    server.write(requestLines(messages));
    server.closeWriteChannel();
    server.waitForFinished(120'000);
    return double(clock.nsecsElapsed()) / 1e9;
}

} // namespace

int main(int argc, char *argv[])
{
    const QApplication app(argc, argv);
    const qsizetype messages = argc > 1 ? QByteArray(argv[1]).toLongLong() : 1'000'000;
    const double alone = drained(messages);
    WindowFixture fixture;
    if (!fixture.connectToDemo({u"--legacy-only"_s})) {
        std::fprintf(stderr, "bench_window: the demo server does not answer\n");
        return 1;
    }
    const GapMeter gaps;
    QElapsedTimer clock;
    clock.start();
    const qsizetype row = fixture.call(u"flood"_s, R"({"count": )" + QByteArray::number(messages) + "}");
    const bool all = QTest::qWaitFor([&] { return !fixture.record(row).isOpen(); }, 300'000);
    const double seconds = double(clock.nsecsElapsed()) / 1e9;
    std::printf("window:  %.0f messages/s (%s)\n", double(messages) / seconds, all ? "all came" : "not all came");
    std::printf("drained: %.0f messages/s; the window reaches %.0f %% of it\n", double(messages) / alone,
                100 * alone / seconds);
    std::printf("longest time without a turn of the event loop: %.1f ms\n", gaps.longestMs());
    return all ? 0 : 1;
}
