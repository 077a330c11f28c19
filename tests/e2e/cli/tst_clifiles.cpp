// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsonvalue.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The commands that record and read captures: capture, filter, stats and diff, with the demo server.
class TestCliFiles : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    CliRun run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }
    CliRun onDemo(const QStringList &arguments)
    {
        const StdioCommand demo = Peers::demoServer();
        return run(arguments + QStringList{u"--"_s, demo.program} + demo.arguments);
    }

private slots:
    void initTestCase()
    {
        QCOMPARE(onDemo({u"call"_s, u"slow"_s, u"{\"ms\":60000}"_s, u"--cancel-after"_s, u"100"_s, u"--reason"_s,
                         u"tired"_s, u"--capture"_s, path(u"cancelled.pullcord"_s)})
                     .exitCode,
                 4);
        QCOMPARE(onDemo({u"call"_s, u"slow"_s, u"{\"ms\":50}"_s, u"--capture"_s, path(u"done.pullcord"_s)}).exitCode,
                 0);
        QCOMPARE(
            onDemo({u"call"_s, u"echo"_s, u"{\"text\":\"a\"}"_s, u"--capture"_s, path(u"other.pullcord"_s)}).exitCode,
            0);
    }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void captures()
    {
        const CliRun plain = onDemo({u"capture"_s, u"kept.pullcord"_s, u"--for"_s, u"100"_s});
        QVERIFY2(plain.exitCode == 0, plain.err.constData());
        QVERIFY2(plain.out.contains("server/discover"), plain.out.constData());
        QVERIFY2(plain.err.contains(" in kept.pullcord"), plain.err.constData());
        QFile kept(path(u"kept.pullcord"_s));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(CliRun::lines(kept.readAll()).size() - 1, CliRun::lines(plain.out).size()); // without the header
        QCOMPARE(onDemo({u"capture"_s, u"kept.pullcord"_s}).exitCode, 6);                    // the file exists
        const CliRun folder = run({u"stats"_s, u"."_s});
        QCOMPARE(folder.exitCode, 6);
        QVERIFY2(folder.err.contains("cannot open .: it is a folder"), folder.err.constData());
    }

    void capturesAsLinesOfTheFile()
    {
        const CliRun json = onDemo({u"capture"_s, u"json.pullcord"_s, u"--for"_s, u"100"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        QFile kept(path(u"json.pullcord"_s));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(CliRun::lines(json.out), CliRun::lines(kept.readAll()).sliced(1));
    }

    void capturesToTheEnd()
    {
        const CliRun ended = run({u"capture"_s, u"ended.pullcord"_s, u"--revision"_s, u"2025-11-25"_s, u"--"_s, u"sh"_s,
                                  u"-c"_s, u"read line; exit 3"_s});
        QCOMPARE(ended.exitCode, 3);
        QVERIFY2(ended.out.contains("initialize") && ended.out.contains("exited"), ended.out.constData());
    }

    /// An imported log without times has no zeros either.
    void missingTimesAreNotZero()
    {
        QFile log(path(u"log.jsonl"_s));
        QVERIFY(log.open(QIODevice::WriteOnly));
        log.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"
                  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n"
                  "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
        log.close();
        const CliRun rows = run({u"filter"_s, u"log.jsonl"_s, u"late"_s});
        QVERIFY2(rows.out.contains("A response arrived after the request had ended."), rows.out.constData());
        QVERIFY2(!rows.out.contains(" ns") && !rows.out.contains("0.000"), rows.out.constData());
        const CliRun json = run({u"filter"_s, u"log.jsonl"_s, u"--json"_s});
        QVERIFY2(json.out.contains("\"late\":{") && !json.out.contains("Ms\"") && !json.out.contains("\"ms\""),
                 json.out.constData());
        const CliRun messages = run({u"filter"_s, u"log.jsonl"_s, u"--messages"_s});
        QVERIFY2(messages.out.contains("LATE, after cancel\n"), messages.out.constData());
        QVERIFY2(!messages.out.contains("0.0000"), messages.out.constData());
        const CliRun figures = run({u"stats"_s, u"log.jsonl"_s});
        QVERIFY2(figures.out.contains("ping") && !figures.out.contains(" ns"), figures.out.constData());
    }

    void showsHttpExchanges()
    {
        QFile file(path(u"http.pullcord"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            R"({"pullcord":"1.1","program":"Pullcord","started":"2026-07-28T12:34:56.789Z"})"
            "\n"
            R"({"t":1,"k":"opening","transport":"http","url":"http://localhost:1/mcp"})"
            "\n"
            R"({"t":2,"d":"c2s","k":"http","exchange":7,"step":"request","method":"POST","url":"http://localhost:1/mcp","headers":[],"size":2})"
            "\n"
            R"({"t":3,"d":"s2c","k":"http","exchange":7,"step":"response","status":404,"text":"Not Found","headers":[{"name":"Content-Type","value":"text/html"}]})"
            "\n"
            R"({"t":4,"d":"s2c","k":"stream","exchange":7,"what":"event","type":"endpoint","s":"/messages"})"
            "\n"
            R"({"t":5,"k":"http","exchange":7,"step":"end","how":"broken","reason":"reset by peer"})"
            "\n");
        file.close();
        const CliRun shown = run({u"filter"_s, u"http.pullcord"_s, u"--messages"_s});
        for (const char *line :
             {"opening transport=http url=http://localhost:1/mcp", "http #7 request POST http://localhost:1/mcp",
              "http #7 response 404 Not Found text/html", "stream what=event type=endpoint /messages",
              "http #7 end broken reset by peer"})
            QVERIFY2(shown.out.contains(line), shown.out.constData());
    }

    void filters_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<qsizetype>("count"); // number of lines
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::newRow("all") << QStringList{} << 0 << qsizetype(4) << "slow"_ba
                             << "3 of 3 requests"_ba;
        QTest::newRow("some") << QStringList{u"state:cancelled"_s, u"reason~TIRED"_s} << 0 << qsizetype(2) << "tired"_ba
                              << "1 of 3 requests"_ba;
        QTest::newRow("none") << QStringList{u"name:nobody"_s} << 0 << qsizetype(0) << ""_ba
                              << "0 of 3 requests"_ba;
        QTest::newRow("messages") << QStringList{u"/params/reason"_s, u"--messages"_s} << 0 << qsizetype(1)
                                  << "notifications/cancelled"_ba
                                  << "1 of "_ba;
        QTest::newRow("no filter") << QStringList{u"late"_s, u"colour:red"_s} << 2 << qsizetype(0) << ""_ba
                                   << "the filter, column 6: There is no field"_ba;
        QTest::newRow("twice") << QStringList{u"late"_s, u"--filter"_s, u"late"_s} << 2 << qsizetype(0) << ""_ba
                               << "--filter cannot be used with filter"_ba;
    }
    void filters()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, out);
        QFETCH(const QByteArray, err);
        const CliRun result = run(QStringList{u"filter"_s, u"cancelled.pullcord"_s} + arguments);
        QTEST(result.exitCode, "exitCode");
        QTEST(CliRun::lines(result.out).size(), "count");
        QVERIFY2(result.out.contains(out), result.out.constData());
        QVERIFY2(result.err.contains(err), result.err.constData());
    }

    void filtersForMachines()
    {
        const CliRun requests = run({u"filter"_s, u"cancelled.pullcord"_s, u"name:slow"_s, u"--json"_s});
        const JsonValue request(requests.out);
        QCOMPARE(request.member("state").toUtf8(), "cancelled");
        QCOMPARE(request.pointer("/cancelled/reason").toUtf8(), "tired");
        QVERIFY(request.member("ms").toDouble().value_or(0) >= 100);
        const CliRun messages =
            run({u"filter"_s, u"cancelled.pullcord"_s, u"/params/reason"_s, u"--messages"_s, u"--json"_s});
        QCOMPARE(JsonValue(messages.out).pointer("/m/params/reason").toUtf8(), "tired"); // the line of the file
    }

    void showsCancellationsOfTheServer()
    {
        QFile any(path(u"done.pullcord"_s));
        QVERIFY(any.open(QIODevice::ReadOnly));
        QFile file(path(u"withdrawn.pullcord"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(any.readLine()); // header
        file.write(
            "{\"t\":1000,\"d\":\"s2c\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}\n"
            "{\"t\":2000,\"d\":\"s2c\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"method\":"
            "\"notifications/cancelled\",\"params\":{\"requestId\":1,\"reason\":\"never mind\"}}}\n");
        file.close();
        const CliRun plain = run({u"filter"_s, u"withdrawn.pullcord"_s});
        QVERIFY2(plain.out.contains("Cancelled by server"), plain.out.constData());
        const CliRun json = run({u"filter"_s, u"withdrawn.pullcord"_s, u"--json"_s});
        QCOMPARE(JsonValue(json.out).pointer("/cancelled/by").toUtf8(), "server");
        QVERIFY(!run({u"filter"_s, u"cancelled.pullcord"_s}).out.contains("by server"));
    }

    void statistics()
    {
        const CliRun plain = run({u"stats"_s, u"cancelled.pullcord"_s});
        QCOMPARE(plain.exitCode, 0);
        QCOMPARE(CliRun::lines(plain.out).size(), 4); // includes the titles
        const CliRun json = run({u"stats"_s, u"cancelled.pullcord"_s, u"--filter"_s, u"name:slow"_s, u"--json"_s});
        const JsonValue groups(json.out);
        QVERIFY(!groups.element(1).isValid());
        QCOMPARE(groups.element(0).member("name").toUtf8(), "slow");
        QCOMPARE(groups.element(0).member("cancelled").toInteger(), 1);
        QVERIFY(!groups.element(0).member("p50Ms").isValid()); // no response came
        QVERIFY(JsonValue(run({u"stats"_s, u"done.pullcord"_s, u"--filter"_s, u"name:slow"_s, u"--json"_s}).out)
                    .element(0)
                    .member("p50Ms")
                    .isValid());
    }

    void differences()
    {
        const CliRun same = run({u"diff"_s, u"done.pullcord"_s, u"done.pullcord"_s});
        QCOMPARE(same.exitCode, 0);
        QCOMPARE(same.out, QByteArray());
        const CliRun changed = run({u"diff"_s, u"cancelled.pullcord"_s, u"done.pullcord"_s});
        QCOMPARE(changed.exitCode, 1);
        QVERIFY2(
            changed.out.contains("→ tools/call slow: Cancelled → Succeeded\n    params ~ /arguments/ms: 60000 → 50"),
            changed.out.constData());
        const CliRun other = run(
            {u"diff"_s, u"done.pullcord"_s, u"other.pullcord"_s, u"--filter"_s, u"method:tools/call"_s, u"--json"_s});
        QCOMPARE(other.exitCode, 1);
        const QByteArrayList found = CliRun::lines(other.out);
        QCOMPARE(found.size(), 2);
        QCOMPARE(JsonValue(found.at(0)).member("kind").toUtf8(), "added"); // nothing that both have comes before
        QCOMPARE(JsonValue(found.at(0)).pointer("/request/name").toUtf8(), "echo");
        QCOMPARE(JsonValue(found.at(1)).member("kind").toUtf8(), "removed");
        QCOMPARE(JsonValue(found.at(1)).pointer("/request/name").toUtf8(), "slow");
    }

    void usage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("capture where") << QStringList{u"capture"_s, u"--"_s, u"true"_s} << 2;
        QTest::newRow("capture twice") << QStringList{u"capture"_s, u"a"_s, u"--capture"_s, u"b"_s, u"--"_s, u"true"_s}
                                       << 2;
        QTest::newRow("capture what") << QStringList{u"capture"_s, u"a"_s} << 2;
        QTest::newRow("filter what") << QStringList{u"filter"_s} << 2;
        QTest::newRow("stats of none") << QStringList{u"stats"_s, u"none.pullcord"_s} << 6;
        QTest::newRow("diff of one") << QStringList{u"diff"_s, u"done.pullcord"_s} << 2;
        QTest::newRow("diff with none") << QStringList{u"diff"_s, u"done.pullcord"_s, u"none.pullcord"_s} << 6;
        QTest::newRow("messages elsewhere") << QStringList{u"stats"_s, u"done.pullcord"_s, u"--messages"_s} << 2;
    }
    void usage()
    {
        QFETCH(const QStringList, arguments);
        const CliRun result = run(arguments);
        QTEST(result.exitCode, "exitCode");
        QVERIFY(!result.err.isEmpty());
    }

    /// Empty variables of a script must not look like success.
    void emptyValues_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const QByteArray file = "the name of a file is empty";
        for (const QString &command : {u"export"_s, u"filter"_s, u"stats"_s, u"check"_s})
            QTest::addRow("%s", qPrintable(command)) << QStringList{command, u""_s} << file;
        QTest::newRow("diff") << QStringList{u"diff"_s, u"done.pullcord"_s, u""_s} << file;
        QTest::newRow("check of two") << QStringList{u"check"_s, u""_s, u"done.pullcord"_s} << file;
        QTest::newRow("capture") << QStringList{u"capture"_s, u""_s, u"--for"_s, u"1"_s, u"--"_s, u"true"_s} << file;
        QTest::newRow("tool") << QStringList{u"check"_s, u"--tool"_s, u""_s, u"--"_s, u"true"_s} << "--tool: TOOL"_ba;
        QTest::newRow("kept") << QStringList{u"call"_s, u"a"_s, u"--capture"_s, u""_s, u"--"_s, u"true"_s}
                              << "--capture: FILE"_ba;
        QTest::newRow("rule") << QStringList{u"export"_s, u"done.pullcord"_s, u"--redact"_s, u""_s}
                              << "--redact: RULE"_ba;
        QTest::newRow("baseline") << QStringList{u"check"_s, u"done.pullcord"_s, u"--baseline"_s, u""_s}
                                  << "--baseline: FILE"_ba;
        QTest::newRow("output") << QStringList{u"export"_s, u"done.pullcord"_s, u"-o"_s, u""_s} << "--output: FILE"_ba;
        QTest::newRow("settings") << QStringList{u"list"_s, u"servers"_s, u"--settings="_s} << "--settings: FILE"_ba;
    }
    void emptyValues()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, says);
        const CliRun result = run(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(says) && result.err.contains("is empty"), result.err.constData());
        QVERIFY2(result.out.isEmpty(), result.out.constData());
    }
    /// An empty filter passes everything.
    void emptyFilters()
    {
        QVERIFY(run({u"filter"_s, u"done.pullcord"_s, u""_s}).out.contains("slow"));
        QCOMPARE(run({u"stats"_s, u"done.pullcord"_s, u"--filter"_s, u""_s}).exitCode, 0);
    }

    /// Every command that reads a capture also reads logs of other programs.
    void readsLogsOfOtherPrograms_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("filter") << QStringList{u"filter"_s, u"FILE"_s, u"name:echo"_s} << "tools/call"_ba;
        QTest::newRow("stats") << QStringList{u"stats"_s, u"FILE"_s} << "echo"_ba;
        QTest::newRow("export") << QStringList{u"export"_s, u"FILE"_s} << "tools/call"_ba;
        QTest::newRow("diff") << QStringList{u"diff"_s, u"FILE"_s, u"FILE"_s} << ""_ba;
    }
    void readsLogsOfOtherPrograms()
    {
        QFETCH(QStringList, command);
        QFETCH(const QByteArray, says);
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"mcp-server-x.log"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("2026-03-10T15:18:27.783Z [x] [info] Message from client: {\"method\":\"tools/call\",\"params\":"
                   "{\"name\":\"echo\"},\"jsonrpc\":\"2.0\",\"id\":0} { metadata: undefined }\n"
                   "2026-03-10T15:18:28.783Z [x] [info] Message from server: {\"jsonrpc\":\"2.0\",\"id\":0,\"resu\n");
        file.close();
        command.replaceInStrings(u"FILE"_s, path);
        const CliRun run = CliRun::of(command);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.contains(says), run.out.constData());
        QVERIFY2(run.err.contains("Read as Claude Desktop log, messages: 1; unreadable lines, kept unchanged: 1"),
                 run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliFiles)
#include "tst_clifiles.moc"
