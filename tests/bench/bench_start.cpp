// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/probe.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>

/// Start of programs: time to a painted window, idle memory, and a whole command.
/// Usage: bench_start

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// Starts a program with a window. Qt logs when a window is painted.
class Start
{
public:
    explicit Start(const QString &program)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_LOGGING_RULES"_s, u"qt.widgets.painting.info=true"_s);
        for (const char *folder :
             {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
            environment.insert(QLatin1StringView(folder), m_home.path());
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_clock.start();
        m_process.start(program, {});
    }
    ~Start()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    /// Negative if no window appears.
    [[nodiscard]] double msToPainted()
    {
        const auto isPainted = [this] {
            return m_said.contains("Flushing") || m_process.state() == QProcess::NotRunning;
        };
        QObject::connect(&m_process, &QProcess::readyRead, &m_process, [this] {
            m_said += m_process.readAll();
            if (m_painted < 0 && m_said.contains("Flushing"))
                m_painted = double(m_clock.nsecsElapsed()) / 1e6;
        });
        static_cast<void>(Probe::waitUntil(isPainted));
        return m_painted;
    }
    /// Measured when painting has ended.
    [[nodiscard]] double megabytesIdle()
    {
        qsizetype said = -1;
        QElapsedTimer quiet;
        static_cast<void>(Probe::waitUntil([&] {
            if (said != m_said.size()) {
                said = m_said.size();
                quiet.start();
            }
            return quiet.elapsed() > 1000;
        }));
        return double(Probe::memoryOf(m_process.processId()).proportional) / 1e6;
    }

private:
    QTemporaryDir m_home;
    QProcess m_process;
    QElapsedTimer m_clock;
    QByteArray m_said;
    double m_painted = -1;
};

/// Measures a script that only lists a server's tools.
double bareList(const QString &emitter)
{
    const QByteArray messages =
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"script","version":"1"}}})"
        "\n"
        R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
        "\n"
        R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})"
        "\n";
    return Probe::drained(u"/bin/sh"_s, {u"-c"_s, u"printf %s \"$1\" | \"$2\" serve 100"_s, u"sh"_s,
                                         QString::fromLatin1(messages), emitter});
}

bool startOf(const QString &program, const char *painted, const char *idle)
{
    Start start(program);
    const double ms = start.msToPainted();
    if (ms < 0) {
        std::fprintf(stderr, "bench_start: %s paints nothing\n", qPrintable(program));
        return false;
    }
    Probe::report(painted, ms);
    Probe::report(idle, start.megabytesIdle());
    return true;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const QString emitter = Probe::program(u"bench_emitter"_s);
    if (!startOf(Probe::program(u"bench_empty"_s), "empty.painted", "empty.idle"))
        return 1;
    if (!startOf(Probe::program(u"pullcord"_s), "pullcord.painted", "pullcord.idle"))
        return 1;
    Probe::report("script.list", 1000 * bareList(emitter));
    const double listed = Probe::drained(Probe::program(u"pullcord-cli"_s),
                                         {u"list"_s, u"tools"_s, u"--"_s, emitter, u"serve"_s, u"100"_s});
    Probe::report("cli.list", 1000 * listed);
    return 0;
}
