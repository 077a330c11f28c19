// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/mcp/conversation.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>

#include <unistd.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli proxy` between a client and the demo server.
class TestCliProxy : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = CliRun::Limit;

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    static QString program() { return Peers::program(u"pullcord-cli"_s); }
    static QStringList proxying(const QString &path, const QStringList &server)
    {
        return QStringList{u"proxy"_s, path, u"--"_s} + server;
    }
    static QStringList shell(const QString &script) { return {u"sh"_s, u"-c"_s, script}; }
    /// Returns the messages of a capture with their directions, in order.
    static QByteArrayList messages(const QString &path)
    {
        QByteArrayList all;
        const auto conversation = Conversation::fromFile(path);
        for (qsizetype i = 0; conversation && i < (*conversation)->capture().count(); ++i) {
            const Event event = (*conversation)->capture().eventAt(i);
            if (event.isMessage())
                all << nameOf(event.direction).toByteArray() + ' ' + event.bytes;
        }
        return all;
    }
    /// Returns the process id of the server from the capture; 0 while unknown.
    static qint64 serverIn(const QString &path)
    {
        const auto conversation = Conversation::fromFile(path);
        for (qsizetype i = 0; conversation && i < (*conversation)->capture().count(); ++i) {
            const Event event = (*conversation)->capture().eventAt(i);
            if (event.kind == EventKind::Opened)
                return event.details.value("pid"_L1).toInteger();
        }
        return 0;
    }
    static QList<EventKind> kindsIn(const QString &path)
    {
        QList<EventKind> kinds;
        const auto conversation = Conversation::fromFile(path);
        for (qsizetype i = 0; conversation && i < (*conversation)->capture().count(); ++i)
            kinds << (*conversation)->capture().entry(i).kind;
        return kinds;
    }
    static bool isGone(qint64 pid) { return ::kill(pid_t(pid), 0) != 0 && errno == ESRCH; }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    /// pullcord-cli gets the same messages as without the proxy. Both captures have the same messages.
    void cancelPassesThrough_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::newRow("legacy") << u"2025-11-25"_s;
        QTest::newRow("modern") << u"2026-07-28"_s;
    }
    void cancelPassesThrough()
    {
        QFETCH(const QString, revision);
        const QString client = path(u"client-%1.pullcord"_s.arg(revision));
        const QString between = path(u"between-%1.pullcord"_s.arg(revision));
        const StdioCommand demo = Peers::demoServer();
        const CliRun run =
            CliRun::of(QStringList{u"call"_s, u"late"_s, uR"({"ms":1500})"_s, u"--cancel-after"_s, u"100"_s,
                                   u"--reason"_s, u"tired"_s, u"--linger"_s, u"3000"_s, u"--revision"_s, revision,
                                   u"--capture"_s, client, u"--"_s, program()} +
                       proxying(between, {demo.program}));
        QVERIFY2(run.exitCode == 4, run.err.constData());
        const QByteArrayList said = messages(client);
        QVERIFY(said.size() > 4);
        QCOMPARE(messages(between), said);

        const auto reopened = Conversation::fromFile(between);
        QVERIFY(reopened);
        const RequestLog &log = (*reopened)->log();
        const RequestRecord call = log.record(log.count() - 1);
        QCOMPARE(call.method, "tools/call");
        QCOMPARE(call.state, RequestState::Cancelled);
        QCOMPARE(call.cancellation->reason, u"tired"_s);
        QVERIFY(call.late.answered());
        QVERIFY((*reopened)->capture().header().connection.value("proxied"_L1).toBool());
        const CliRun checked = CliRun::of({u"check"_s, between});
        QVERIFY2(checked.out.contains("C01"), checked.out.constData());
    }

    /// The last line has the same counts as check on the file.
    void reportsTheNumberOfFindings()
    {
        const QString file = path(u"found.pullcord"_s);
        const CliRun run = CliRun::of(proxying(file, shell(u"echo oops; printf '{\"half\":'"_s)));
        const QByteArray all = CliRun::of({u"check"_s, file, u"--json"_s}).out;
        const auto count = [&](const char *severity) {
            return QByteArray::number(all.count("\"severity\":\"" + QByteArray(severity) + '"'));
        };
        QVERIFY(count("error") != "0");
        const QByteArray found = ": found " + count("error") + (count("error") == "1" ? " error, " : " errors, ") +
                                 count("warning") + (count("warning") == "1" ? " warning, " : " warnings, ") +
                                 count("info") + " info. To see the findings: pullcord-cli check " + file.toUtf8() +
                                 '\n';
        QVERIFY2(run.err.endsWith(found), (run.err + found).constData());
    }

    void namesItsFiles()
    {
        const QString file = path(u"names.pullcord"_s);
        const QStringList server = shell(u"echo '{}'; echo complaint >&2; exit 3"_s);
        for (const QString &name : {u"names.pullcord"_s, u"names_2.pullcord"_s, u"names_3.pullcord"_s}) {
            const CliRun run = CliRun::of(proxying(file, server));
            QCOMPARE(run.exitCode, 3);
            QCOMPARE(run.out, "{}\n");
            QVERIFY2(run.err.startsWith("pullcord-cli: recording in " + path(name).toUtf8() + '\n'),
                     run.err.constData());
            QVERIFY2(run.err.contains("\ncomplaint\n"), run.err.constData());
            QCOMPARE(QFile::permissions(path(name)) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        }
        const QString folder = path(u"folder"_s);
        for (int runs = 1; runs <= 2; ++runs) {
            QCOMPARE(CliRun::of(proxying(folder + u'/', server)).exitCode, 3);
            const QStringList kept = QDir(folder).entryList({u"*_sh*.pullcord"_s}, QDir::Files);
            QCOMPARE(kept.size(), runs);
        }
    }

    void quietPrintsNothing()
    {
        QStringList words = proxying(path(u"quiet.pullcord"_s), shell(u"echo '{}'; printf complaint >&2"_s));
        words.insert(1, u"--quiet"_s);
        const CliRun run = CliRun::of(words);
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out, "{}\n");
        QCOMPARE(run.err, "complaint");
    }

    void cannotStart_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("says");
        const QStringList none;
        QTest::newRow("no such program") << proxying(path(u"none.pullcord"_s), {u"/no/such/program"_s}) << 3
                                         << "\"/no/such/program\" could not be started: the file does not exist"_ba;
        QTest::newRow("no such folder") << proxying(u"/no/such/folder/a.pullcord"_s, shell(u"touch started"_s)) << 6
                                        << "/no/such/folder/a.pullcord"_ba;
        QTest::newRow("no server") << QStringList{u"proxy"_s, u"a.pullcord"_s} << 2 << "the server is missing"_ba;
        QTest::newRow("no file") << QStringList{u"proxy"_s, u"--"_s, u"cat"_s} << 2 << "the file to record in"_ba;
        QTest::newRow("an option of another command")
            << QStringList{u"proxy"_s, u"a.pullcord"_s, u"--timeout"_s, u"1"_s, u"--"_s, u"cat"_s} << 2
            << "--timeout cannot be used with proxy"_ba;
    }
    void cannotStart()
    {
        QFETCH(const QStringList, words);
        QFETCH(const QByteArray, says);
        const CliRun run = CliRun::of(words, m_folder.path());
        QTEST(run.exitCode, "exitCode");
        QVERIFY2(run.err.contains(says), run.err.constData());
        QCOMPARE(run.out, QByteArray());
        QVERIFY(!QFile::exists(path(u"started"_s)));
    }

    void signalsEndIt_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("SIGTERM") << SIGTERM << 130;
        QTest::newRow("SIGINT") << SIGINT << 130;
        QTest::newRow("SIGHUP") << SIGHUP << 130;
        QTest::newRow("SIGKILL") << SIGKILL << int(SIGKILL); // QProcess then reports the signal number
    }
    /// The server does not outlive the proxy.
    void signalsEndIt()
    {
        QFETCH(const int, signal);
        const QString file = path(u"signal%1.pullcord"_s.arg(signal));
        QProcess process;
        process.setChildProcessModifier([] { // a parent may leave them ignored for background jobs
            for (const int usual : {SIGINT, SIGHUP, SIGTERM})
                std::signal(usual, SIG_DFL);
        });
        process.start(program(), proxying(file, shell(u"echo '{}'; exec cat"_s)));
        QTRY_VERIFY_WITH_TIMEOUT(process.bytesAvailable() == 3, Limit);
        const qint64 server = serverIn(file);
        QVERIFY(server > 0 && !isGone(server));
        ::kill(pid_t(process.processId()), signal);
        const CliRun run = CliRun::finish(process);
        QTEST(run.exitCode, "exitCode");
        QTRY_VERIFY_WITH_TIMEOUT(isGone(server), Limit);
    }

    void secondSignalHurriesIt_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    /// A second signal while waiting for the server: the same exit code, and the file still has its end.
    void secondSignalHurriesIt()
    {
        QFETCH(const int, signal);
        const QString file = path(u"twice%1.pullcord"_s.arg(signal));
        QProcess process;
        process.setChildProcessModifier([] {
            for (const int usual : {SIGINT, SIGHUP, SIGTERM})
                std::signal(usual, SIG_DFL);
        });
        process.start(program(),
                      proxying(file, shell(u"trap '' TERM INT HUP; echo '{}'; while :; do sleep 1; done"_s)));
        QTRY_VERIFY_WITH_TIMEOUT(process.bytesAvailable() == 3, Limit);
        const qint64 server = serverIn(file);
        QVERIFY(server > 0 && !isGone(server));
        ::kill(pid_t(process.processId()), signal);
        QTRY_VERIFY_WITH_TIMEOUT(kindsIn(file).endsWith(EventKind::Closing), Limit);
        ::kill(pid_t(process.processId()), signal);
        const CliRun run = CliRun::finish(process);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(run.exitCode, 130);
        QVERIFY(kindsIn(file).endsWith(EventKind::Closed));
        QVERIFY(isGone(server));
        QVERIFY2(run.err.contains("pullcord-cli: found "), run.err.constData());
    }

    /// The exit code of a server that failed passes; without one, the loss of the capture is the failure.
    void captureThatIsLost_data()
    {
        QTest::addColumn<QString>("end");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("the server succeeds") << u"exit 0"_s << 6;
        QTest::newRow("the server fails") << u"exit 4"_s << 4;
        QTest::newRow("the server is killed") << u"kill -9 $$"_s << 137;
    }

    void captureThatIsLost()
    {
        QFETCH(const QString, end);
        const QString file = path(u"lost.pullcord"_s);
        QProcess process;
        process.start(program(), proxying(file, shell(u"echo '{}'; read -r line; "_s + end)));
        QTRY_VERIFY_WITH_TIMEOUT(process.bytesAvailable() == 3, Limit);
        QVERIFY(QFile::remove(file));
        process.write("{}\n");
        const CliRun run = CliRun::finish(process);
        QTEST(run.exitCode, "exitCode");
        QVERIFY2(run.err.contains("lost.pullcord is lost"), run.err.constData());
    }

    void isFollowed()
    {
        const QString file = path(u"followed.pullcord"_s);
        QProcess process;
        process.start(program(), proxying(file, {Peers::demoServer().program}));
        process.write(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
            "\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}\n");
        QTRY_VERIFY_WITH_TIMEOUT(process.bytesAvailable() > 0, Limit);
        const auto conversation = Conversation::followFile(file);
        QVERIFY(conversation);
        const RequestLog &log = (*conversation)->log();
        QTRY_VERIFY_WITH_TIMEOUT(log.count() == 1 && log.record(0).state == RequestState::Succeeded, Limit);
        QVERIFY((*conversation)->isGrowing());
        process.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/"
                      "call\",\"params\":{\"name\":\"slow\",\"arguments\":{\"ms\":60000}}}\n");
        QTRY_VERIFY_WITH_TIMEOUT(log.count() == 2, Limit);
        QCOMPARE(log.record(1).state, RequestState::InFlight);
        process.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}\n");
        QTRY_COMPARE_WITH_TIMEOUT(log.record(1).state, RequestState::Cancelled, Limit);
        process.closeWriteChannel();
        QCOMPARE(CliRun::finish(process).exitCode, 0);
        QTRY_VERIFY_WITH_TIMEOUT(!(*conversation)->isGrowing(), Limit);
    }

    /// The parent may have closed stderr.
    void hasNoStderr()
    {
        const CliRun run = CliRun::of(proxying(path(u"closed.pullcord"_s), shell(u"echo '{}'; echo complaint >&2"_s)),
                                      {}, [] { ::close(STDERR_FILENO); });
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out, "{}\n");
    }
};

QTEST_GUILESS_MAIN(TestCliProxy)
#include "tst_cliproxy.moc"
