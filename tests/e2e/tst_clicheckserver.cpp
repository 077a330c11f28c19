// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include "core/json/jsonvalue.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// A server of 2025-11-25 whose tool is `x`; what fits the pattern of its argument is answered under its id as a string.
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

} // namespace

/// `pullcord-cli check -- SERVER`: what is found in the demo server, and what is not asked of it.
class TestCliCheckServer : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    CliRun run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }
    /// `check` of the demo server.
    CliRun check(const QStringList &arguments, const QStringList &switches = {})
    {
        const StdioCommand demo = Peers::demoServer();
        return run(QStringList{u"check"_s} + arguments + QStringList{u"--"_s, demo.program} + demo.arguments +
                   switches);
    }
    static QByteArrayList lines(const QByteArray &text)
    {
        QByteArrayList lines = text.split('\n');
        lines.removeAll(QByteArray());
        return lines;
    }
    /// What the client sent, by method.
    QByteArrayList sent(const QString &file)
    {
        QByteArrayList methods;
        for (const QByteArray &line : lines(run({u"filter"_s, file, u"--messages"_s, u"--json"_s}).out)) {
            const JsonValue event(line);
            const JsonValue message = event.member("m");
            if (event.member("d").toUtf8() == "c2s" && message.member("method").isValid())
                methods << message.member("method").toUtf8();
        }
        return methods;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void finds_data();
    void finds();

    void saysNothingOfTheGood()
    {
        const CliRun good = check({u"--fail-on"_s, u"info"_s, u"--verbose"_s});
        QVERIFY2(good.exitCode == 0, (good.out + good.err).constData());
        QCOMPARE(good.out, ""_ba);
        QVERIFY2(good.err.endsWith("Errors: 0, warnings: 0, infos: 0\n"), good.err.constData());
    }

    /// To its end, to see how long it takes; then it is cancelled half way, with a ping behind.
    void callsTwice()
    {
        const CliRun twice = check({u"--tool"_s, u"slow"_s, u"{\"ms\":600,\"steps\":2}"_s, u"--linger"_s, u"1100"_s,
                                    u"--revision"_s, u"2025-11-25"_s, u"--capture"_s, u"twice.pullcord"_s});
        QVERIFY2(twice.exitCode == 0, (twice.out + twice.err).constData());
        QVERIFY2(twice.err.contains("slow took "), twice.err.constData());
        const QByteArrayList methods = sent(u"twice.pullcord"_s);
        const qsizetype first = methods.indexOf("tools/call");
        QVERIFY2(methods.indexOf("ping") > methods.indexOf("tools/list") && methods.indexOf("ping") < first,
                 methods.join(' ').constData());
        const QByteArrayList calls{"tools/call", "tools/call", "notifications/cancelled", "ping"};
        const QByteArrayList odd{"notifications/cancelled", "ping"};
        QCOMPARE(methods.mid(first), calls + odd);
        // It was cancelled half way, and is quiet for as long as it would still have worked.
        const CliRun later = run({u"check"_s, u"twice.pullcord"_s});
        QVERIFY2(later.out.contains("C16"), later.out.constData());
    }

    /// What is found live is found in the capture of it, and no more: the cancel of nothing was sent on purpose.
    void findsTheSameInItsCapture()
    {
        const CliRun live =
            check({u"--tool"_s, u"late"_s, u"{\"ms\":300}"_s, u"--cancel-after"_s, u"50"_s, u"--linger"_s, u"500"_s,
                   u"--revision"_s, u"2025-11-25"_s, u"--capture"_s, u"same.pullcord"_s, u"--verbose"_s});
        const CliRun file = run({u"check"_s, u"same.pullcord"_s, u"--verbose"_s});
        QVERIFY2(live.out.contains("C01"), (live.out + live.err).constData());
        QCOMPARE(file.out, live.out);
    }

    /// As long as the rule watches is long enough to see what it finds; where less was asked for, that is told.
    void lingersForTheOrphan()
    {
        const QStringList orphan{u"--tool"_s,   u"orphan"_s,     u"--yes"_s,      u"--never-answer"_s,
                                 u"sampling"_s, u"--revision"_s, u"2025-11-25"_s, u"--cancel-after"_s,
                                 u"200"_s,      u"--linger"_s};
        const CliRun found = check(orphan + QStringList{u"2000"_s});
        QVERIFY2(found.out.contains("C09"), (found.out + found.err).constData());
        QVERIFY2(!found.err.contains("Not tried"), found.err.constData());
        const CliRun tooShort = check(orphan + QStringList{u"500"_s});
        QVERIFY2(
            tooShort.err.contains("Not tried: C09, which shows only 2.00 s after the cancel; this stays for 500 ms"),
            tooShort.err.constData());
    }

    /// Over HTTP before 2026-07-28 the server has to end the stream: it is given the grace to do so, however short it lingers.
    void waitsForTheStream_data();
    void waitsForTheStream();

    /// Ours is left out, here and where the capture is read later.
    void blamesNobodyForTheOddCancel()
    {
        QCOMPARE(check({u"--revision"_s, u"2025-11-25"_s, u"--capture"_s, u"odd.pullcord"_s, u"--fail-on"_s, u"info"_s})
                     .exitCode,
                 0);
        const CliRun later = run({u"check"_s, u"odd.pullcord"_s, u"--fail-on"_s, u"info"_s});
        QCOMPARE(later.exitCode, 0);
        QCOMPARE(later.out, ""_ba);
    }

    void refusesWhatMayChange()
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
        QVERIFY2(unknown.err.contains("lists no tool none"), unknown.err.constData());

        const CliRun warned = check(dies + QStringList{u"warned.pullcord"_s, u"--yes"_s});
        QVERIFY2(warned.err.contains("it may change something, and is called all the same"), warned.err.constData());
        QVERIFY2(warned.exitCode == 1 && warned.out.startsWith("error   C15"), warned.out.constData());
    }

    void tellsOfTheUnreachable()
    {
        const CliRun none = run({u"check"_s, u"--junit"_s, u"--"_s, u"./no-such-server"_s});
        QCOMPARE(none.exitCode, 3);
        QCOMPARE(none.out, ""_ba);
        const CliRun silent = run({u"check"_s, u"--timeout"_s, u"300"_s, u"--"_s, u"sleep"_s, u"60"_s});
        QCOMPARE(silent.exitCode, 5);
        // Nothing is found, but not all was checked either.
        const CliRun lost = check({u"--tool"_s, u"slow"_s}, {u"--exit-after"_s, u"4"_s});
        QVERIFY2(lost.exitCode == 3, (lost.out + lost.err).constData());
    }

    /// A server whose answers nobody takes, as their ids are strings: of each, or of a call alone. It is given up, and told.
    void tellsOfAnswersThatNobodyTakes()
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
        QVERIFY2(call.err.contains("ms, but not under the id of the call: "), call.err.constData());
        const CliRun all = served("*");
        QCOMPARE(all.exitCode, 5);
        QVERIFY2(all.out.startsWith("warning C37 "), (all.out + all.err).constData());
        const CliRun none = served("nothing");
        QVERIFY2(none.exitCode == 2 || none.exitCode == 0, none.err.constData());
        QVERIFY2(!none.out.contains("C37"), none.out.constData());
    }

    /// Without --timeout there is an end too, and it is told before it comes.
    void isNotForEver()
    {
        QVERIFY(run({u"check"_s, u"--help"_s}).out.simplified().contains("for check 60000"));
        const auto waiting = [this](const QString &command, const QStringList &more) {
            QProcess process;
            process.setWorkingDirectory(m_folder.path());
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
        QVERIFY2(check.contains("(Ctrl+C to stop, given up after 1 min 00 s unless --timeout MS says otherwise)"),
                 check.constData());
        const QByteArray zero = waiting(u"check"_s, {u"--timeout"_s, u"0"_s});
        QVERIFY2(zero.contains("(Ctrl+C to stop, --timeout MS to limit)"), zero.constData());
        const QByteArray list = waiting(u"list"_s, {u"tools"_s});
        QVERIFY2(list.contains("(Ctrl+C to stop, --timeout MS to limit)"), list.constData());
    }

    /// Nothing is found, but the cancel was not put to the test as it should be; what is asked behind that is answered. The
    /// time is for the start of the server too.
    void tellsOfCallsThatFail_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("why");
        QTest::addColumn<int>("calls");
        QTest::newRow("no answer") << QStringList{u"deaf"_s, u"--yes"_s, u"--timeout"_s, u"2000"_s} << 5
                                   << "deaf failed after "_ba << 2;
        QTest::newRow("no answer until the cancel")
            << QStringList{u"deaf"_s, u"--yes"_s, u"--timeout"_s, u"2000"_s, u"--cancel-after"_s, u"60000"_s} << 5
            << "deaf had ended before it was to be cancelled"_ba << 1;
        QTest::newRow("isError before the cancel")
            << QStringList{u"late"_s, u"{\"ms\":\"x\"}"_s, u"--yes"_s, u"--cancel-after"_s, u"5000"_s} << 1
            << "before it was to be cancelled (the tool reports an error: "_ba << 1;
        QTest::newRow("result before the cancel")
            << QStringList{u"echo"_s, u"{\"text\":\"a\"}"_s, u"--cancel-after"_s, u"5000"_s} << 2
            << "echo had ended before it was to be cancelled: no cancel was tried."_ba << 1;
        QTest::newRow("isError") << QStringList{u"late"_s, u"{\"ms\":\"x\"}"_s, u"--yes"_s} << 1
                                 << ", and is not cancelled: the tool reports an error: "_ba << 1;
    }
    void tellsOfCallsThatFail()
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

    void reports()
    {
        const QStringList late{u"--tool"_s,   u"late"_s, u"{\"ms\":300}"_s, u"--cancel-after"_s, u"50"_s,
                               u"--linger"_s, u"500"_s,  u"--revision"_s,   u"2026-07-28"_s};
        const CliRun kept = check(late + QStringList{u"--sarif"_s, u"--capture"_s, u"kept.pullcord"_s});
        QCOMPARE(kept.exitCode, 1);
        const QByteArray place = "/runs/0/results/0/locations/0/physicalLocation/";
        QCOMPARE(JsonValue(kept.out).pointer("/runs/0/results/0/ruleId").toUtf8(), "C01");
        QCOMPARE(JsonValue(kept.out).pointer(place + "artifactLocation/uri").toUtf8(), "kept.pullcord");
        const CliRun sarif = check(late + QStringList{u"--sarif"_s});
        QCOMPARE(JsonValue(sarif.out).pointer("/runs/0/results/0/ruleId").toUtf8(), "C01");
        QVERIFY(!JsonValue(sarif.out).pointer("/runs/0/results/0/locations").isValid());

        const CliRun junit = check(late + QStringList{u"--junit"_s});
        QCOMPARE(junit.exitCode, 1);
        QVERIFY2(junit.out.contains("pullcord-demo-server\" tests=") && junit.out.count("<failure") == 1,
                 junit.out.constData());

        QCOMPARE(check(late + QStringList{u"--baseline"_s, u"known.json"_s, u"--write-baseline"_s}).exitCode, 0);
        const CliRun known = check(late + QStringList{u"--baseline"_s, u"known.json"_s});
        QCOMPARE(known.exitCode, 0);
        QVERIFY2(known.err.contains("accepted by the baseline: 1"), known.err.constData());
        QCOMPARE(check(late + QStringList{u"--baseline"_s, u"none.json"_s}).exitCode, 6);
    }

    void refusesNonsense_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("why");
        const QStringList server{u"--"_s, u"./no-such-server"_s};
        QTest::newRow("arguments of nothing") << QStringList{u"{}"_s} + server << "go with --tool"_ba;
        QTest::newRow("cancel of nothing") << QStringList{u"--cancel-after"_s, u"5"_s} + server << "go with --tool"_ba;
        QTest::newRow("no arguments") << QStringList{u"--tool"_s, u"a"_s, u"[]"_s} + server
                                      << "must be a JSON object"_ba;
        QTest::newRow("a file and a server")
            << QStringList{u"--tool"_s, u"a"_s, u"a.pullcord"_s} + server << "are not JSON"_ba;
        QTest::newRow("--list") << QStringList{u"--list"_s} + server << "--list does not go with check of a server"_ba;
        QTest::newRow("--tool of a file")
            << QStringList{u"a.pullcord"_s, u"--tool"_s, u"a"_s} << "--tool does not go with check of files"_ba;
        QTest::newRow("--timeout of a file")
            << QStringList{u"a.pullcord"_s, u"--timeout"_s, u"5"_s} << "--timeout does not go with check of files"_ba;
    }
    void refusesNonsense()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, why);
        const CliRun refused = run(QStringList{u"check"_s} + arguments);
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(why), refused.err.constData());
    }
};

void TestCliCheckServer::finds_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArrayList>("codes");
    const QString legacy = u"2025-11-25"_s;
    const QString modern = u"2026-07-28"_s;
    const auto row = [&](const char *name, const QStringList &tool, const QString &revision, int exitCode,
                         const QByteArrayList &codes) {
        QTest::newRow(name) << QStringList{u"--tool"_s} + tool +
                                   QStringList{u"--cancel-after"_s, u"50"_s, u"--linger"_s, u"1200"_s}
                            << revision << exitCode << codes;
    };
    const QStringList progress{u"progress_after_cancel"_s, u"{\"ms\":60000,\"count\":3,\"interval\":50}"_s};
    row("honours", {u"slow"_s, u"{\"ms\":60000}"_s}, legacy, 0, {"C16:info"});
    row("honours, modern", {u"slow"_s, u"{\"ms\":60000}"_s}, modern, 0, {"C16:info"});
    row("deaf", {u"deaf"_s}, legacy, 0, {"C16:info"});
    row("late", {u"late"_s, u"{\"ms\":300}"_s}, legacy, 0, {"C01:warning"});
    row("late, modern", {u"late"_s, u"{\"ms\":300}"_s}, modern, 1, {"C01:error"});
    row("isError", {u"is_error_after_cancel"_s}, legacy, 0, {"C04:"});
    row("progress", progress, legacy, 0, {"C06:warning"});
    row("progress, modern", progress, modern, 1, {"C06:error"});
    row("dies", {u"die_on_cancel"_s, u"--yes"_s}, legacy, 1, {"C15:error"});
}

void TestCliCheckServer::finds()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, revision);
    QFETCH(const QByteArrayList, codes);
    const CliRun found = check(arguments + QStringList{u"--revision"_s, revision, u"--json"_s});
    QTEST(found.exitCode, "exitCode");
    QByteArrayList all;
    for (const QByteArray &line : lines(found.out))
        all << JsonValue(line).member("code").toUtf8() + ':' + JsonValue(line).member("severity").toUtf8();
    QVERIFY2(all.size() == codes.size(), (all.join(' ') + found.err).constData());
    for (qsizetype i = 0; i < all.size(); ++i)
        QVERIFY2(all.at(i).startsWith(codes.at(i)), all.join(' ').constData());
}

void TestCliCheckServer::waitsForTheStream_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("left open") << QStringList{u"--http-leave-open"_s} << true;
    QTest::newRow("ended") << QStringList() << false;
}

void TestCliCheckServer::waitsForTheStream()
{
    QFETCH(const QStringList, switches);
    QFETCH(const bool, isFound);
    DemoHttp demo(switches);
    const QStringList call{u"check"_s, u"--tool"_s, u"slow"_s, u"{\"ms\":60000}"_s, u"--cancel-after"_s, u"50"_s};
    const QStringList waits{u"--linger"_s, u"100"_s, u"--cancel-grace"_s, u"2000"_s};
    const CliRun found =
        run(call + waits + QStringList{u"--revision"_s, u"2025-11-25"_s, u"--url"_s, demo.url().toString()});
    QCOMPARE(found.exitCode, 0);
    QVERIFY2(found.out.contains("C11") == isFound, (found.out + found.err).constData());
}

QTEST_GUILESS_MAIN(TestCliCheckServer)
#include "tst_clicheckserver.moc"
