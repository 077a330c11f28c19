// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/oneanswer.h"

#include "core/json/jsonvalue.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <sys/resource.h>
#include <unistd.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Output to terminals, and to files on a full disk.
class TestCliOutput : public QObject
{
    Q_OBJECT

private:
    using Run = CliRun;

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    static QStringList onDemo(QStringList arguments)
    {
        const StdioCommand demo = Peers::demoServer();
        return arguments << u"--"_s << demo.program << demo.arguments;
    }
    /// Limits the size of files, as a full disk does. Runs in the child.
    static void limitFiles(rlim_t bytes)
    {
        const rlimit limit{bytes, bytes};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::signal(SIGXFSZ, SIG_IGN);
    }
    Run run(const QStringList &arguments, const std::function<void()> &prepare = {})
    {
        return CliRun::of(arguments, m_folder.path(), prepare);
    }
    /// Returns the output to a terminal; `run` starts the program with the function that makes `descriptor` a terminal.
    static QByteArray shownOnTerminal(int descriptor, const std::function<void(const std::function<void()> &)> &run)
    {
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
        const auto closeIt = qScopeGuard([terminal] { ::close(terminal); });
        if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
            return {};
        // Kept open, so that the output is not lost. Not blocking, because there may be none.
        const int inner = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
        const auto closeInner = qScopeGuard([inner] { ::close(inner); });
        run([inner, descriptor] { ::dup2(inner, descriptor); });
        ::fcntl(terminal, F_SETFL, O_NONBLOCK);
        QByteArray shown(65536, '\0');
        shown.truncate(std::max<ssize_t>(::read(terminal, shown.data(), size_t(shown.size())), 0));
        return shown;
    }
    /// Runs with standard output on a terminal.
    Run runOnTerminal(const QStringList &arguments)
    {
        Run result;
        const QByteArray shown = shownOnTerminal(
            STDOUT_FILENO, [&](const std::function<void()> &prepare) { result = run(arguments, prepare); });
        result.out = shown;
        return result;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void escapeSequencesAreNotPrinted_data()
    {
        QTest::addColumn<QStringList>("switches");
        QTest::addColumn<QByteArray>("piped");
        QTest::addColumn<QByteArray>("onTerminal");
        QTest::newRow("text") << QStringList() << "\x1b[31mred\n\xc2\x9b"_ba
                              << "\\u001b[31mred\r\n\\u009b"_ba;
        QTest::newRow("json") << QStringList{u"--json"_s} << "red\\n\xc2\x9b"_ba
                              << "red\\n\\u009b"_ba;
    }
    void escapeSequencesAreNotPrinted()
    {
        QFETCH(const QStringList, switches);
        QFETCH(const QByteArray, piped);
        QFETCH(const QByteArray, onTerminal);
        const QStringList arguments =
            onDemo(QStringList{u"call"_s, u"echo"_s, u"{\"text\":\"\\u001b[31mred\\n\u009b\"}"_s} + switches);
        const Run toPipe = run(arguments);
        QVERIFY2(toPipe.out.contains(piped), toPipe.out.constData());

        const Run toTerminal = runOnTerminal(arguments);
        QCOMPARE(toTerminal.exitCode, 0);
        QVERIFY2(toTerminal.out.contains(onTerminal), toTerminal.out.constData());
        QVERIFY(!toTerminal.out.contains('\x1b') && !toTerminal.out.contains('\x9b'));
    }

    /// Text of a server is made safe in every line.
    void bidirectionalControlsAreNotPrinted()
    {
        const OneAnswer server;
        const QByteArray answer = "{\"jsonrpc\":\"2.0\",\"id\":@,\"error\":{\"code\":1,\"message\":\"a\u202eb\"}}";
        Run result;
        const QByteArray shown = shownOnTerminal(STDERR_FILENO, [&](const std::function<void()> &prepare) {
            result = server.call(answer, u"2025-11-25"_s, {}, prepare);
        });
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(shown.contains("Connected to one\u27e8U+202E\u27e9 1 (MCP 2025-11-25)"), shown.constData());
        QVERIFY2(shown.contains("a\u27e8U+202E\u27e9b"), shown.constData());
        QVERIFY(!shown.contains("\u202e"));
        const Run piped = server.call(answer, u"2025-11-25"_s);
        QVERIFY2(piped.err.contains("Connected to one\u202e 1 (MCP 2025-11-25)"), piped.err.constData());
    }

    void exportsTextFormatsToATerminal_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("markdown") << u"markdown"_s << 0;
        QTest::newRow("jsonl") << u"jsonl"_s << 0;
        QTest::newRow("pullcord") << u"pullcord"_s << 2;
    }
    void exportsTextFormatsToATerminal()
    {
        QFETCH(const QString, format);
        const QString capture = path(u"terminal-%1.pullcord"_s.arg(format));
        // Without the list of tools the output fits into the buffer of a terminal.
        QCOMPARE(
            run(onDemo({u"call"_s, u"echo"_s, u"{\"text\":\"\u009b\"}"_s, u"--no-check"_s, u"--capture"_s, capture}))
                .exitCode,
            0);
        const Run result = runOnTerminal({u"export"_s, capture, u"--format"_s, format});
        QTEST(result.exitCode, "exitCode");
        QCOMPARE(result.out.isEmpty(), result.exitCode != 0);
        QCOMPARE(result.err.contains("not written to a terminal"), result.exitCode != 0);
        QCOMPARE(result.out.contains("\\u009b"), result.exitCode == 0);
        QVERIFY(!result.out.contains('\x9b'));
    }

    void lateResponseIsReportedWhenTheDiskIsFull()
    {
        // The events of the call do not fit into the file, nor do later ones.
        const QString padding = QString(20000, u'x');
        const Run result =
            run(onDemo({u"call"_s, u"late"_s, u"{\"ms\":200,\"from_cancel\":true,\"padding\":\"%1\"}"_s.arg(padding),
                        u"--cancel-after"_s, u"100"_s, u"--linger"_s, u"1500"_s, u"--json"_s, u"--capture"_s,
                        path(u"full.pullcord"_s)}),
                [] { limitFiles(10000); });
        QVERIFY2(result.exitCode == 6, result.err.constData());
        QCOMPARE(result.err.count("the capture is incomplete"), 1);
        QVERIFY(result.err.contains("full.pullcord"));
        QVERIFY(result.err.contains("late response"));
        const JsonValue report(result.out);
        QCOMPARE(report.member("state").toString(), u"cancelled"_s);
        QCOMPARE(report.pointer("/late/results").toInteger(), 1);
        QVERIFY(report.pointer("/late/answer/result").isObject());
        QCOMPARE(report.member("exitCode").toInteger(), 6);
    }

    void captureFailureAtTheEndIsReported()
    {
        // Only the last events do not fit.
        const QString whole = path(u"whole.pullcord"_s);
        QCOMPARE(run(onDemo({u"list"_s, u"tools"_s, u"--capture"_s, whole})).exitCode, 0);
        const rlim_t room = rlim_t(QFileInfo(whole).size() - 20);
        const Run result =
            run(onDemo({u"list"_s, u"tools"_s, u"--capture"_s, path(u"cut.pullcord"_s)}), [room] { limitFiles(room); });
        QVERIFY2(result.exitCode == 6, result.err.constData());
        QCOMPARE(result.err.count("the capture is incomplete"), 1);
    }

    void changedCaptureIsReported_data()
    {
        QTest::addColumn<QString>("script"); // setup of the server before its start
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("removed") << u"rm \"$0\""_s << "is lost: the file was removed"_ba;
        QTest::newRow("moved") << u"mv \"$0\" \"$0.2\""_s << "is lost: the file was moved or renamed"_ba;
        QTest::newRow("replaced") << u"echo mine >\"$0.2\"; ln -f \"$0\" \"$0.3\"; mv \"$0.2\" \"$0\""_s
                                  << "is lost: it was replaced by another file"_ba;
        QTest::newRow("emptied") << u": >\"$0\""_s << "another program has changed the size of the file from"_ba;
    }
    void changedCaptureIsReported()
    {
        QFETCH(const QString, script);
        QFETCH(const QByteArray, says);
        const QString capture = path(u"touched.pullcord"_s);
        QFile::remove(capture);
        const StdioCommand demo = Peers::demoServer();
        const QStringList server{u"sh"_s, u"-c"_s, script + u"; exec \"$@\""_s, capture, demo.program};
        const Run listed =
            run(QStringList{u"list"_s, u"tools"_s, u"--capture"_s, capture, u"--"_s} + server + demo.arguments);
        QVERIFY2(listed.exitCode == 6, listed.err.constData());
        QVERIFY2(listed.err.count(says) == 1, listed.err.constData());
        QVERIFY(listed.out.contains("echo")); // the command itself succeeded

        // A client sees only the server's output.
        QFile::remove(capture);
        const Run proxied = run(QStringList{u"list"_s, u"tools"_s, u"--"_s, Peers::program(u"pullcord-cli"_s),
                                            u"proxy"_s, capture, u"--"_s} +
                                server + demo.arguments);
        QVERIFY2(proxied.exitCode == 0, proxied.err.constData());
        QVERIFY(proxied.out == listed.out);
    }

    /// A server that ends by itself after the handshake.
    static QStringList shortServer()
    {
        return {u"--revision"_s, u"2025-11-25"_s, u"--"_s, u"sh"_s, u"-c"_s, uR"(read a
                    echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}'
                    read b)"_s};
    }
    void captureIsWrittenToStandardOutput()
    {
        const Run written = run(QStringList{u"capture"_s, u"-"_s} + shortServer());
        QVERIFY2(written.err.contains("standard output"), written.err.constData());
        QVERIFY(written.err.contains("initialize")); // readable text
        const QByteArrayList lines = Run::lines(written.out);
        QVERIFY2(lines.size() > 5 && lines.first().startsWith("{\"pullcord\":"), written.out.constData());
        QVERIFY(!JsonValue(lines.last()).member("k").toString().isEmpty());

        const Run quiet = run(QStringList{u"capture"_s, u"-"_s, u"--json"_s} + shortServer());
        QCOMPARE(Run::lines(quiet.out).size(), lines.size());
        QVERIFY2(!quiet.err.contains("initialize"), quiet.err.constData());

        QFile kept(path(u"from-output.pullcord"_s));
        QVERIFY(kept.open(QIODevice::WriteOnly));
        kept.write(written.out);
        kept.close();
        const Run read = run({u"filter"_s, kept.fileName(), u"--messages"_s, u"--json"_s});
        QVERIFY2(read.exitCode == 0, read.err.constData());
        QCOMPARE(Run::lines(read.out), lines.sliced(1));
        QVERIFY(!QFileInfo::exists(path(u"-"_s)));
    }

    void unreadCaptureEnds()
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.setStandardOutputFile(u"/dev/full"_s);
        process.start(Peers::program(u"pullcord-cli"_s), onDemo({u"capture"_s, u"-"_s}));
        const Run result = Run::finish(process);
        QVERIFY2(result.exitCode == 6, result.err.constData());
        QVERIFY(result.err.contains("cannot write to standard output"));
    }

    void captureIsNotWrittenToTheOutputOfTheProxy_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("proxy") << onDemo({u"proxy"_s, u"-"_s});
        QTest::newRow("--capture") << onDemo({u"list"_s, u"tools"_s, u"--capture"_s, u"-"_s});
    }
    void captureIsNotWrittenToTheOutputOfTheProxy()
    {
        QFETCH(const QStringList, arguments);
        const Run result = run(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains("standard output"), result.err.constData());
        QVERIFY(!QFileInfo::exists(path(u"-"_s)));
    }

    void failedOutputIsReported_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString capture = path(u"to-print.pullcord"_s);
        QTest::newRow("list") << onDemo({u"list"_s, u"tools"_s});
        QTest::newRow("list --json") << onDemo({u"list"_s, u"tools"_s, u"--json"_s});
        QTest::newRow("call") << onDemo({u"call"_s, u"echo"_s, u"{\"text\":\"x\"}"_s, u"--capture"_s, capture});
        QTest::newRow("call of an unknown tool") << onDemo({u"call"_s, u"no_such_tool"_s, u"--json"_s});
        QTest::newRow("export") << QStringList{u"export"_s, capture};
        QTest::newRow("help") << QStringList{u"--help"_s};
        QTest::newRow("version") << QStringList{u"--version"_s};
    }
    void failedOutputIsReported()
    {
        QFETCH(const QStringList, arguments);
        const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
        if (full < 0)
            QSKIP("there is no /dev/full here");
        const auto closeIt = qScopeGuard([full] { ::close(full); });
        const Run result = run(arguments, [full] { ::dup2(full, STDOUT_FILENO); });
        QVERIFY2(result.exitCode == 6, result.err.constData());
        QVERIFY2(result.err.contains("cannot write to standard output: No space left"), result.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliOutput)
#include "tst_clioutput.moc"
