// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/mcp/conversation.h"

#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Interrupts and blocked output of the command line.
class TestCliSignals : public QObject
{
    Q_OBJECT

private:
    using Run = CliRun;
    static constexpr int Limit = CliRun::Limit;

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    static QStringList onDemo(QStringList arguments)
    {
        const StdioCommand demo = Peers::demoServer();
        return arguments << u"--"_s << demo.program << demo.arguments;
    }

private slots:
    /// A background job may have SIGINT ignored, and the programs would inherit that.
    void initTestCase() { std::signal(SIGINT, SIG_DFL); }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void reportsWhatItWaitsFor()
    {
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s),
                      {u"list"_s, u"tools"_s, u"--revision"_s, u"2025-06-18"_s, u"--"_s, u"sleep"_s, u"60"_s});
        QByteArray err;
        const auto told = [&] { return (err += process.readAllStandardError()).contains("Waiting for "); };
        QTRY_VERIFY_WITH_TIMEOUT(told(), Limit);
        ::kill(pid_t(process.processId()), SIGINT);
        QCOMPARE(CliRun::finish(process).exitCode, 130);
        QCOMPARE(err, "Waiting for sleep to respond to initialize (Ctrl+C to stop, --timeout MS limits it)\n");
    }

    void interruptLingers()
    {
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s),
                      onDemo({u"call"_s, u"late"_s, u"{\"ms\": 1000}"_s, u"--linger"_s, u"2500"_s}));
        QByteArray err;
        const auto connected = [&] { return (err += process.readAllStandardError()).contains("Connected"); };
        QTRY_VERIFY_WITH_TIMEOUT(connected(), Limit);
        ::kill(pid_t(process.processId()), SIGINT);
        const Run result = CliRun::finish(process);
        QCOMPARE(result.exitCode, 130);
        QVERIFY2(result.err.contains("late response +"), result.err.constData());
    }

    /// A signal that is ignored at the start, as with nohup, stays ignored.
    void ignoredSignalsStayIgnored()
    {
        QProcess process;
        process.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); });
        process.start(Peers::program(u"pullcord-cli"_s),
                      onDemo({u"call"_s, u"slow"_s, u"{\"ms\": 1500, \"steps\": 15}"_s}));
        QByteArray err;
        const auto progressSeen = [&] { return (err += process.readAllStandardError()).contains("progress"); };
        QTRY_VERIFY_WITH_TIMEOUT(progressSeen(), Limit);
        ::kill(pid_t(process.processId()), SIGHUP);
        QCOMPARE(CliRun::finish(process).exitCode, 0);
    }

    void interruptWhileConnectingIsReported()
    {
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s),
                      {u"list"_s, u"tools"_s, u"--"_s, u"sh"_s, u"-c"_s, u"echo started; exec cat >/dev/null"_s});
        QByteArray err;
        const auto started = [&] { return (err += process.readAllStandardError()).contains("started"); };
        QTRY_VERIFY_WITH_TIMEOUT(started(), Limit);
        ::kill(pid_t(process.processId()), SIGINT);
        const Run result = CliRun::finish(process);
        QCOMPARE(result.exitCode, 130);
        QVERIFY2(result.err.contains("Interrupted while connecting"), result.err.constData());
    }

    /// An interrupt stops any amount of output, also if the reader of the pipe is stuck.
    void interruptStopsPrinting()
    {
        constexpr int Requests = 10'000;
        QFile log(path(u"pings.jsonl"_s));
        QVERIFY(log.open(QIODevice::WriteOnly));
        for (int id = 0; id < Requests; ++id)
            log.write("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) + ",\"method\":\"ping\"}\n");
        log.close();
        const QByteArray fifo = path(u"fifo"_s).toLocal8Bit();
        QCOMPARE(::mkfifo(fifo.constData(), 0600), 0);
        const int out = ::open(fifo.constData(), O_RDONLY | O_NONBLOCK);
        QVERIFY(out >= 0);
        const auto closing = qScopeGuard([out] { ::close(out); });
        QProcess process;
        process.setStandardOutputFile(path(u"fifo"_s));
        process.start(Peers::program(u"pullcord-cli"_s), {u"filter"_s, log.fileName()});
        int waiting = 0;
        const auto isPrinting = [&] { return ::ioctl(out, FIONREAD, &waiting) == 0 && waiting > 0; };
        QTRY_VERIFY_WITH_TIMEOUT(isPrinting(), Limit);
        ::kill(pid_t(process.processId()), SIGINT);
        QByteArray printed;
        QByteArray piece(1 << 16, '\0');
        const auto hasEnded = [&] { // it may be inside a blocking write
            for (ssize_t size = 1; size > 0;) {
                size = ::read(out, piece.data(), size_t(piece.size()));
                printed.append(piece.constData(), std::max<ssize_t>(size, 0));
            }
            return process.state() == QProcess::NotRunning;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), Limit);
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(printed.count('\n') < Requests);
    }

    /// Anything printed is already in the capture, even if the program is killed while printing.
    void printedMessagesAreRecorded_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("sends");
        QTest::newRow("a log message")
            << QStringList{u"call"_s, u"x"_s, u"--log-level"_s, u"debug"_s}
            << R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"@"}})"_ba;
        QTest::newRow("progress")
            << QStringList{u"call"_s, u"x"_s}
            << R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1,"message":"@"}})"_ba;
        QTest::newRow("noise") << QStringList{u"call"_s, u"x"_s} << R"({"jsonrpc":"2.0","id":"@","result":{}})"_ba;
        QTest::newRow("a result") << QStringList{u"call"_s, u"x"_s, u"--no-check"_s}
                                  << R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"@"}]}})"_ba;
        QTest::newRow("a change")
            << QStringList{u"listen"_s}
            << R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:@"}})"_ba;
        QTest::newRow("an answer to raw")
            << QStringList{u"raw"_s, uR"({"jsonrpc":"2.0","id":2,"method":"tools/call"})"_s}
            << R"({"jsonrpc":"2.0","id":2,"result":{"a":"@"}})"_ba;
    }
    void printedMessagesAreRecorded()
    {
        QFETCH(const QStringList, command);
        QFETCH(QByteArray, sends);
        constexpr int Page = 4096;
        sends.replace('@', QByteArray(4 * Page, 'x'));
        QFile server(path(u"server.sh"_s));
        QVERIFY(server.open(QIODevice::WriteOnly | QIODevice::Truncate));
        server.write("while read -r line; do case $line in\n"
                     "*'\"initialize\"'*) echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
                     "\"2025-11-25\",\"capabilities\":{}}}';;\n"
                     "*tools/call*|*initialized*) [ -n \"$sent\" ] || echo '" +
                     sends + "'; case $line in *tools/call*) sent=1;; esac;;\nesac; done\n");
        server.close();
        // The pipe is too small for all output, so the program blocks there.
        int pipe[2] = {-1, -1};
        QCOMPARE(::pipe2(pipe, O_CLOEXEC), 0);
        const auto closing = qScopeGuard([&pipe] {
            ::close(pipe[0]);
            ::close(pipe[1]);
        });
        QCOMPARE(::fcntl(pipe[1], F_SETPIPE_SZ, 2 * Page), 2 * Page);
        const QString capture =
            path(u"shown-%1.pullcord"_s.arg(QLatin1StringView(QTest::currentDataTag())).replace(u' ', u'-'));
        QProcess process;
        process.setChildProcessModifier([&pipe] {
            ::dup2(pipe[1], STDOUT_FILENO);
            ::dup2(pipe[1], STDERR_FILENO);
        });
        process.start(Peers::program(u"pullcord-cli"_s),
                      command + QStringList{u"--revision"_s, u"2025-11-25"_s, u"--capture"_s, capture, u"--"_s, u"sh"_s,
                                            server.fileName()});
        int waiting = 0;
        QTRY_VERIFY_WITH_TIMEOUT(::ioctl(pipe[0], FIONREAD, &waiting) == 0 && waiting > Page, Limit);
        ::kill(pid_t(process.processId()), SIGKILL);
        CliRun::finish(process);
        QFile file(capture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains(QByteArray(4 * Page, 'x')));
    }

    /// An interrupt works while options are still being read.
    void interruptBeforeTheStart()
    {
        const QByteArray fifo = path(u"headers"_s).toLocal8Bit();
        QCOMPARE(::mkfifo(fifo.constData(), 0600), 0);
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s), {u"list"_s, u"tools"_s, u"--url"_s, u"http://127.0.0.1:9/"_s,
                                                          u"--header-file"_s, path(u"headers"_s)});
        int headers = -1;
        const auto isReading = [&] { // opening fails until there is a reader
            if (headers < 0)
                headers = ::open(fifo.constData(), O_WRONLY | O_NONBLOCK);
            return headers >= 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isReading(), Limit);
        ::kill(pid_t(process.processId()), SIGINT);
        ::close(headers);
        const Run run = CliRun::finish(process);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(run.exitCode, 130);
        QCOMPARE(run.err, "Interrupted before anything was started\n");
    }

    void interruptCancelsWithAReason_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("reason");
        QTest::newRow("Ctrl+C") << SIGINT << u"Interrupted by the user (Ctrl+C)"_s;
        QTest::newRow("SIGTERM") << SIGTERM << u"Interrupted by SIGTERM"_s;
    }

    void interruptCancelsWithAReason()
    {
        QFETCH(const int, signal);
        const QString capture = path(u"interrupted%1.pullcord"_s.arg(signal));
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s), onDemo({u"call"_s, u"slow"_s, u"--capture"_s, capture}));
        QByteArray err;
        const auto progressSeen = [&] { return (err += process.readAllStandardError()).contains("progress"); };
        QTRY_VERIFY_WITH_TIMEOUT(progressSeen(), Limit);
        ::kill(pid_t(process.processId()), signal);
        const Run result = CliRun::finish(process);
        QCOMPARE(result.exitCode, 130);
        const auto reopened = Conversation::fromFile(capture);
        QVERIFY(reopened);
        const RequestLog &log = (*reopened)->log();
        const RequestRecord record = log.record(log.count() - 1);
        QCOMPARE(record.state, RequestState::Cancelled);
        QTEST(record.cancellation->reason, "reason");
        QVERIFY(record.cancellation->signalTime > 0); // it was sent
        const Capture &kept = (*reopened)->capture();
        qsizetype closing = 0;
        while (closing < kept.count() && kept.eventAt(closing).kind != EventKind::Closing)
            ++closing;
        QVERIFY(record.cancellation->event < closing); // before the client disconnects
    }
};

QTEST_GUILESS_MAIN(TestCliSignals)
#include "tst_clisignals.moc"
