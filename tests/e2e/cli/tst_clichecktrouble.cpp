// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/checkfixture.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// A server of 2025-11-25 whose tool is `x`. It responds with the id as a string to messages that match its argument.
constexpr const char *StringIds = "while read -r line; do\n"
                                  "id=$(printf %s \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
                                  "[ -z \"$id\" ] && continue\n"
                                  "r='{}'\n"
                                  "case $line in\n"
                                  "*'\"initialize\"'*) "
                                  "r='{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                  "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;\n"
                                  "*tools/list*) "
                                  "r='{\"tools\":[{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"},"
                                  "\"annotations\":{\"readOnlyHint\":true}}]}';;\n"
                                  "*tools/call*) r='{\"content\":[]}';;\n"
                                  "esac\n"
                                  "case $line in $1) id=\"\\\"$id\\\"\";; esac\n"
                                  "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$r\"\n"
                                  "done\n";

/// A server of 2025-11-25 that breaks on a cancellation. It prints the error to stderr before ($1) or after its next
/// response.
constexpr const char *Complains =
    "while read -r line; do\n"
    "id=$(printf %s \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "case $line in *notifications/cancelled*) broken=1; [ \"$1\" = before ] && echo 'KeyError: 7' >&2;; esac\n"
    "[ -z \"$id\" ] && continue\n"
    "r='{}'\n"
    "case $line in *'\"initialize\"'*) r='{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
    "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';; esac\n"
    "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$r\"\n"
    "[ -n \"$broken\" ] && [ \"$1\" = behind ] && echo 'KeyError: 7' >&2\n"
    "done\n";

} // namespace

/// `pullcord-cli check -- SERVER` if a part cannot be checked: rejected, timed out, or failed.
class TestCliCheckTrouble : public QObject, private CheckFixture
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void refusesToolsThatMayChange()
    {
        const QStringList dies{u"--tool"_s, u"die_on_cancel"_s, u"--cancel-after"_s, u"50"_s, u"--capture"_s};
        const CliRun refused = check(dies + QStringList{u"refused.pullcord"_s});
        QCOMPARE(refused.exitCode, 2);
        QCOMPARE(refused.out, ""_ba);
        QVERIFY2(refused.err.contains("die_on_cancel is not marked readOnlyHint: it may change something. It was not "
                                      "called; --yes calls it"),
                 refused.err.constData());
        QVERIFY(sent(u"refused.pullcord"_s).contains("tools/list"));
        QVERIFY(!sent(u"refused.pullcord"_s).contains("tools/call"));
        const CliRun unknown = check({u"--tool"_s, u"none"_s});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY2(unknown.err.contains("does not list a tool named none"), unknown.err.constData());

        const CliRun warned = check(dies + QStringList{u"warned.pullcord"_s, u"--yes"_s});
        QVERIFY2(warned.err.contains("it may change something, but is called anyway"), warned.err.constData());
        QVERIFY2(warned.exitCode == 1 && warned.out.startsWith("error   C15"), warned.out.constData());
    }

    void reportsUnreachableServers()
    {
        const CliRun none = run({u"check"_s, u"--junit"_s, u"--"_s, u"./no-such-server"_s});
        QCOMPARE(none.exitCode, 3);
        QCOMPARE(none.out, ""_ba);
        const CliRun silent = run({u"check"_s, u"--timeout"_s, u"300"_s, u"--"_s, u"sleep"_s, u"60"_s});
        QCOMPARE(silent.exitCode, 5);
        // There is no finding, but the check is incomplete.
        const CliRun lost = check({u"--tool"_s, u"slow"_s}, {u"--exit-after"_s, u"4"_s});
        QVERIFY2(lost.exitCode == 3, (lost.out + lost.err).constData());
    }

    /// A server whose responses match no request, because their ids are strings: all of them, or that of the call only.
    /// The request times out, with a report.
    void reportsUnmatchedResponses()
    {
        const auto served = [this](const QByteArray &pattern) {
            QFile script(path(u"strings.sh"_s));
            if (!script.open(QIODevice::WriteOnly))
                return CliRun();
            script.write(StringIds);
            script.close();
            return run({u"check"_s, u"--tool"_s, u"x"_s, u"--revision"_s, u"2025-11-25"_s, u"--timeout"_s, u"1500"_s,
                        u"--linger"_s, u"100"_s, u"--"_s, u"sh"_s, script.fileName(), QString::fromUtf8(pattern)});
        };
        const CliRun call = served("*tools/call*");
        QCOMPARE(call.exitCode, 5);
        QVERIFY2(call.out.startsWith("warning C37 "), (call.out + call.err).constData());
        QVERIFY2(call.err.contains("ms, but not with the id of the call: "), call.err.constData());
        const CliRun all = served("*");
        QCOMPARE(all.exitCode, 5);
        QVERIFY2(all.out.startsWith("warning C37 "), (all.out + all.err).constData());
        const CliRun none = served("nothing");
        QVERIFY2(none.exitCode == 2 || none.exitCode == 0, none.err.constData());
        QVERIFY2(!none.out.contains("C37"), none.out.constData());
    }

    /// The complaint is found whether it comes before or after the last response, and whichever pipe is read first.
    void findsComplaintsOnEveryRun_data()
    {
        QTest::addColumn<QString>("when");
        QTest::newRow("before the response") << u"before"_s;
        QTest::newRow("behind the response") << u"behind"_s;
    }
    void findsComplaintsOnEveryRun()
    {
        QFETCH(const QString, when);
        QFile script(path(u"complains.sh"_s));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(Complains);
        script.close();
        for (int round = 0; round < 3; ++round) {
            const CliRun checked = run({u"check"_s, u"--fail-on"_s, u"warning"_s, u"--revision"_s, u"2025-11-25"_s,
                                        u"--"_s, u"sh"_s, script.fileName(), when});
            QVERIFY2(checked.exitCode == 1 && checked.out.startsWith("warning C14"),
                     (checked.out + checked.err).constData());
        }
    }

    /// Even without --timeout there is a limit, which is reported in advance.
    void isLimitedInTime()
    {
        QVERIFY(run({u"check"_s, u"--help"_s}).out.simplified().contains("for check 60000"));
        const auto waiting = [this](const QString &command, const QStringList &more) {
            QProcess process;
            process.setWorkingDirectory(path({}));
            process.start(Peers::program(u"pullcord-cli"_s),
                          QStringList{command} + more + QStringList{u"--"_s, u"sleep"_s, u"60"_s});
            QByteArray said;
            const auto isTold = [&] { return (said += process.readAllStandardError()).contains("(Ctrl+C to stop"); };
            const bool isSaid = QTest::qWaitFor(isTold, 20'000);
            process.kill();
            process.waitForFinished();
            return isSaid ? said : "nothing";
        };
        const QByteArray check = waiting(u"check"_s, {});
        QVERIFY2(check.contains("(Ctrl+C to stop, times out after 1 min 00 s unless --timeout MS says otherwise)"),
                 check.constData());
        const QByteArray zero = waiting(u"check"_s, {u"--timeout"_s, u"0"_s});
        QVERIFY2(zero.contains("(Ctrl+C to stop, --timeout MS limits it)"), zero.constData());
        const QByteArray list = waiting(u"list"_s, {u"tools"_s});
        QVERIFY2(list.contains("(Ctrl+C to stop, --timeout MS limits it)"), list.constData());
    }

    /// There is no finding, but the cancellation was not tested as planned; later requests get responses. The timeout
    /// includes the start of the server.
    void reportsFailedCalls_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("why");
        QTest::addColumn<int>("calls");
        QTest::newRow("no answer") << QStringList{u"deaf"_s, u"--yes"_s, u"--timeout"_s, u"2000"_s} << 5
                                   << "deaf failed after "_ba << 2;
        QTest::newRow("no answer until the cancel")
            << QStringList{u"deaf"_s, u"--yes"_s, u"--timeout"_s, u"2000"_s, u"--cancel-after"_s, u"60000"_s} << 5
            << "deaf had ended before it could be cancelled"_ba << 1;
        QTest::newRow("isError before the cancel")
            << QStringList{u"late"_s, u"{\"ms\":\"x\"}"_s, u"--yes"_s, u"--cancel-after"_s, u"5000"_s} << 1
            << "before it could be cancelled (the tool reports an error: "_ba << 1;
        QTest::newRow("result before the cancel")
            << QStringList{u"echo"_s, u"{\"text\":\"a\"}"_s, u"--cancel-after"_s, u"5000"_s} << 2
            << "echo had ended before it could be cancelled: no cancellation was sent."_ba << 1;
        QTest::newRow("isError") << QStringList{u"late"_s, u"{\"ms\":\"x\"}"_s, u"--yes"_s} << 1
                                 << ", so it is not cancelled: the tool reports an error: "_ba << 1;
    }
    void reportsFailedCalls()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exitCode);
        QFETCH(const QByteArray, why);
        const QString file = u"%1.pullcord"_s.arg(QLatin1StringView(QTest::currentDataTag()));
        const CliRun failed =
            check(QStringList{u"--tool"_s} + arguments +
                  QStringList{u"--linger"_s, u"100"_s, u"--revision"_s, u"2025-11-25"_s, u"--capture"_s, file});
        QVERIFY2(failed.exitCode == exitCode, (failed.out + failed.err).constData());
        QVERIFY2(failed.err.contains(why), failed.err.constData());
        QVERIFY2(!failed.err.contains(" took "), failed.err.constData());
        const QByteArrayList methods = sent(file);
        QTEST(int(methods.count("tools/call")), "calls");
        QCOMPARE(methods.constLast(), "ping");
    }

    void refusesInvalidArguments_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("why");
        const QStringList server{u"--"_s, u"./no-such-server"_s};
        QTest::newRow("arguments of nothing") << QStringList{u"{}"_s} + server << "require --tool"_ba;
        const QStringList tool{u"--tool"_s, u"echo"_s};
        QTest::newRow("arguments twice") << tool + QStringList{u"{}"_s, u"--args"_s, u"{}"_s} + server
                                         << "--args: --tool already has arguments"_ba;
        QTest::newRow("no JSON") << tool + QStringList{u"--args"_s, u"{"_s} + server
                                 << "--args: the arguments of --tool are not JSON"_ba;
        QTest::newRow("arguments of nothing, by name")
            << QStringList{u"--args"_s, u"{}"_s} + server << "require --tool"_ba;
        QTest::newRow("cancel of nothing") << QStringList{u"--cancel-after"_s, u"5"_s} + server << "require --tool"_ba;
        QTest::newRow("no arguments") << QStringList{u"--tool"_s, u"a"_s, u"[]"_s} + server
                                      << "must be a JSON object"_ba;
        QTest::newRow("a file and a server")
            << QStringList{u"--tool"_s, u"a"_s, u"a.pullcord"_s} + server << "are not JSON"_ba;
        QTest::newRow("--list") << QStringList{u"--list"_s} + server
                                << "--list cannot be used with check of a server"_ba;
        QTest::newRow("--tool of a file")
            << QStringList{u"a.pullcord"_s, u"--tool"_s, u"a"_s} << "--tool cannot be used with check of files"_ba;
        QTest::newRow("--timeout of a file") << QStringList{u"a.pullcord"_s, u"--timeout"_s, u"5"_s}
                                             << "--timeout cannot be used with check of files"_ba;
    }
    void refusesInvalidArguments()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, why);
        const CliRun refused = run(QStringList{u"check"_s} + arguments);
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(why), refused.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliCheckTrouble)
#include "tst_clichecktrouble.moc"
