// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// pullcord-cli as a process, with the demo server.
class TestCli : public QObject
{
    Q_OBJECT

private:
    using Run = CliRun;

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    static QStringList onDemo(QStringList arguments, const QStringList &switches = {})
    {
        const StdioCommand demo = Peers::demoServer(switches);
        return arguments << u"--"_s << demo.program << demo.arguments;
    }
    Run run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void exitCodes_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("says"); // part of standard error
        const auto row = [](const char *tag, const QStringList &arguments, int code, const char *says) {
            QTest::newRow(tag) << arguments << code << QByteArray(says);
        };
        row("help", {u"--help"_s}, 0, "");
        row("no command", {}, 2, "command is missing");
        row("unknown command", {u"dance"_s}, 2, "dance");
        row("misspelled command", {u"doctr"_s}, 2, "unknown command \"doctr\". Did you mean doctor?");
        row("misspelled option", {u"list"_s, u"tools"_s, u"--sevrer"_s, u"x"_s}, 2, "Did you mean --server?");
        row("misspelled list", {u"list"_s, u"tool"_s}, 2, "Did you mean tools?");
        row("a command without --", {u"doctor"_s, u"my-server"_s, u"a b"_s}, 2,
            "put -- before the server's command: pullcord-cli doctor -- my-server 'a b'");
        row("a command without -- behind words", {u"call"_s, u"echo"_s, u"{}"_s, u"my-server"_s}, 2,
            "pullcord-cli call echo '{}' -- my-server");
        row("a URL without --url", {u"list"_s, u"tools"_s, u"http://localhost:9/mcp"_s}, 2,
            "pullcord-cli list tools --url http://localhost:9/mcp");
        row("nothing inherited", {u"list"_s, u"tools"_s, u"--inherit="_s, u"--"_s, u"/no/such/program"_s}, 3,
            "/no/such/program");
        row("invalid rule of the log", {u"demo"_s, u"--log"_s, u"pullcord.mcp=maybe"_s}, 2,
            "--log: \"pullcord.mcp=maybe\" is not a rule");
        row("unknown category of the log", {u"demo"_s, u"--log"_s, u"pullcord.mpc"_s}, 2,
            "unknown category \"pullcord.mpc\"; the categories are pullcord.transport,");
        row("log", onDemo({u"list"_s, u"tools"_s, u"--log"_s, u"pullcord.mcp;pullcord.transport=true"_s}), 0,
            "pullcord.transport: server process");
        row("unknown option", {u"--dance"_s}, 2, "dance");
        row("no server", {u"list"_s, u"tools"_s}, 2, "server is missing");
        const QStringList list{u"list"_s, u"tools"_s};
        const QStringList onUrl = list + QStringList{u"--url"_s, u"http://localhost:9/mcp"_s};
        const QString digest(64, u'a');
        row("a URL and a command", onDemo(onUrl), 2, "not both");
        row("a word behind the URL", list + QStringList{u"--"_s, u"http://localhost:9/mcp"_s, u"x"_s}, 2,
            "unexpected word");
        row("no URL", list + QStringList{u"--url"_s, u"localhost:9/mcp"_s}, 2, "\"localhost:9/mcp\" is not an http");
        row("no host", list + QStringList{u"--url"_s, u"http:///mcp"_s}, 2, "is not an http or https URL");
        row("no header", onUrl + QStringList{u"--header"_s, u"hunter2"_s}, 2, "--header: not a valid header");
        row("header with a break", onUrl + QStringList{u"--header"_s, u"A: b\r\nC: d"_s}, 2, "not a valid header");
        row("header for a command", onDemo(list + QStringList{u"--header"_s, u"A: b"_s}), 2, "requires a URL");
        row("unknown transport", onUrl + QStringList{u"--transport"_s, u"pigeon"_s}, 2, "not \"pigeon\"");
        row("no digest", onUrl + QStringList{u"--trust-certificate"_s, u"abc"_s}, 2, "64 digits");
        row("a second digest that is none",
            onUrl + QStringList{u"--trust-certificate"_s, digest, u"--trust-certificate"_s, digest + u'g'}, 2,
            "64 digits");
        row("export from a URL", {u"export"_s, u"x"_s, u"--url"_s, u"http://localhost:9/mcp"_s}, 2, "takes no server");
        row("nobody listens", onUrl, 3, "cannot connect to http://localhost:9/mcp: ");
        row("nobody listens, what to do", onUrl, 3, "pullcord-cli doctor --url http://localhost:9/mcp");
        const QStringList secret{u"--header"_s, u"Authorization: Bearer $HOME"_s, u"--header"_s,
                                 u"X-Api-Key: hunter2"_s};
        row("nobody listens, with options", onUrl + secret + QStringList{u"--proxy"_s, u"http://localhost:9"_s}, 3,
            "doctor --header 'Authorization: Bearer $HOME' --header 'X-Api-Key: ***' --proxy http://localhost:9 --url");
        row("does not start, with options",
            {u"list"_s, u"tools"_s, u"--inherit"_s, u"PATH"_s, u"--"_s, u"/no/such/program"_s}, 3,
            "doctor --inherit PATH -- /no/such/program");
        row("URL without http", list + QStringList{u"--url"_s, u"localhost:9/mcp"_s}, 2, "Use http://localhost:9/mcp");
        row("list what", onDemo({u"list"_s}), 2, "tools");
        row("bad revision", onDemo({u"list"_s, u"tools"_s, u"--revision"_s, u"1999"_s}), 2, "1999");
        row("bad number", onDemo({u"call"_s, u"echo"_s, u"--cancel-after"_s, u"soon"_s}), 2, "soon");
        row("bad JSON", onDemo({u"call"_s, u"echo"_s, u"{\"a\":}"_s}), 2, "column 6");
        row("no object", onDemo({u"call"_s, u"echo"_s, u"[1]"_s}), 2, "object");
        row("one word too many", onDemo({u"call"_s, u"echo"_s, u"{}"_s, u"x"_s}), 2, "unexpected word");
        row("no such program", {u"list"_s, u"tools"_s, u"--"_s, u"no-such-program-here"_s}, 3, "no-such-program-here");
        row("ends at once", onDemo({u"list"_s, u"tools"_s}, {u"--exit-after"_s, u"1"_s}), 3, "");
        row("crash in the call", onDemo({u"call"_s, u"crash"_s}), 3, "");
        row("unknown tool", onDemo({u"call"_s, u"no_such_tool"_s}), 1, "no_such_tool");
        row("no common revision",
            onDemo({u"list"_s, u"tools"_s, u"--revision"_s, u"2025-11-25"_s}, {u"--modern-only"_s}), 3, "2026-07-28");
        row("fixed modern on a legacy server",
            onDemo({u"list"_s, u"tools"_s, u"--revision"_s, u"2026-07-28"_s}, {u"--legacy-only"_s}), 3,
            "does not support 2026-07-28");
        row("fixed modern on a silent server",
            onDemo({u"list"_s, u"tools"_s, u"--revision"_s, u"2026-07-28"_s, u"--timeout"_s, u"300"_s},
                   {u"--no-discover-answer"_s}),
            5, "no response to server/discover within 300 ms");
        row("no server at all", {u"list"_s, u"tools"_s, u"--"_s, u"echo"_s, u"Usage: echo"_s}, 3,
            "its output began: Usage: echo");
        row("timeout", onDemo({u"call"_s, u"deaf"_s, u"--timeout"_s, u"300"_s}), 5,
            "no response and no progress for 300 ms");
        const QStringList slow{u"call"_s, u"slow"_s, u"{\"ms\": 60000, \"steps\": 600}"_s};
        row("fixed timeout", onDemo(slow + QStringList{u"--timeout"_s, u"500"_s, u"--timeout-fixed"_s}), 5,
            "no response for 500 ms");
        row("cap", onDemo(slow + QStringList{u"--timeout"_s, u"10000"_s, u"--timeout-cap"_s, u"500"_s}), 5,
            "no response within 500 ms");
        row("cancel", onDemo({u"call"_s, u"slow"_s, u"--cancel-after"_s, u"100"_s, u"--reason"_s, u"why"_s}), 4,
            "ms: why");
        row("cancel without a reason", onDemo({u"call"_s, u"slow"_s, u"--cancel-after"_s, u"100"_s}), 4,
            "no reason given");
        row("dies on the cancel", onDemo({u"call"_s, u"die_on_cancel"_s, u"--cancel-after"_s, u"100"_s}), 4,
            "the server ended with exit code 1");
        row("dies on the cancel, and we linger",
            onDemo({u"call"_s, u"die_on_cancel"_s, u"--cancel-after"_s, u"100"_s, u"--linger"_s, u"5000"_s}), 4,
            "ended with exit code 1");
        row("banner", onDemo({u"list"_s, u"tools"_s}, {u"--banner"_s}), 0,
            "a line that is not a message: \"Pullcord demo server");
        row("garbage", onDemo({u"call"_s, u"garbage"_s}), 0, "The server wrote 4 more lines that are not messages\n");
        row("no such file", {u"export"_s, u"/no/such/file.pullcord"_s}, 6, "/no/such/file.pullcord");
    }

    void exitCodes()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exitCode);
        QFETCH(const QByteArray, says);
        const Run result = run(arguments);
        QVERIFY2(result.err.contains(says), result.err.constData());
        QVERIFY2(result.exitCode == exitCode, (result.err + result.out).constData());
    }

    void logNamesNoSecret()
    {
        const Run result = run({u"list"_s, u"tools"_s, u"--log"_s, u"pullcord.*"_s, u"--header"_s, u"X-Key: hunter1"_s,
                                u"--url"_s, u"http://user:hunter2@127.0.0.1:1/hunter3?key=hunter4"_s});
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.err.contains("pullcord.transport: HTTP exchange 1 POST http://127.0.0.1:1\n"),
                 result.err.constData());
        for (const QByteArray &line : result.err.split('\n'))
            QVERIFY2(!line.contains(" pullcord.") || !line.contains("hunter"), line.constData());
    }

    void printsStructuredContentBesideText()
    {
        const Run result = run(onDemo({u"call"_s, u"structured"_s, u"{\"valid\": true}"_s}));
        QCOMPARE(result.exitCode, 0);
        const qsizetype end = result.out.indexOf('\n');
        QCOMPARE(result.out.left(end), "It is warm in Lisbon."_ba);
        QVERIFY2(JsonValue(result.out.mid(end + 1).trimmed()).isObject(), result.out.constData());
    }

    void listsEveryPage()
    {
        const Run result =
            run(onDemo({u"list"_s, u"tools"_s, u"--json"_s}, {u"--tools"_s, u"250"_s, u"--page-size"_s, u"7"_s}));
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!JsonChecker().check(result.out));
        const JsonValue tools(result.out);
        QVERIFY(std::distance(tools.begin(), tools.end()) > 250);
        QCOMPARE(tools.element(0).member("name").toString(), u"echo"_s);
    }

    void supportsEveryRevision_data()
    {
        QTest::addColumn<QString>("revision");
        for (const Revision revision : allRevisions())
            QTest::newRow(nameOf(revision).data()) << QString(nameOf(revision));
    }
    void supportsEveryRevision()
    {
        QFETCH(const QString, revision);
        const Run result = run(onDemo({u"call"_s, u"echo"_s, u"{\"text\":\"ahoy\"}"_s, u"--revision"_s, revision}));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out, "ahoy\n"_ba);
        QVERIFY(result.err.contains(revision.toLatin1()));
    }

    void cancelIsSentAndTheLateResponseIsPrinted()
    {
        const QString capture = path(u"late.pullcord"_s);
        const Run result =
            run(onDemo({u"call"_s, u"late"_s, u"{\"ms\":300,\"from_cancel\":true}"_s, u"--cancel-after"_s, u"200"_s,
                        u"--reason"_s, u"too slow"_s, u"--linger"_s, u"1500"_s, u"--json"_s, u"--capture"_s, capture}));
        QCOMPARE(result.exitCode, 4);
        const JsonValue report(result.out);
        QCOMPARE(report.member("state").toString(), u"cancelled"_s);
        QCOMPARE(report.pointer("/cancelled/reason").toString(), u"too slow"_s);
        QCOMPARE(report.pointer("/late/results").toInteger(), 1);
        QVERIFY(report.pointer("/late/lastMs").toDouble().value_or(0) >= 299);
        QVERIFY(report.pointer("/late/answer/result").isObject());
        QVERIFY(result.err.contains("after cancel"));

        // The file has the same record.
        const auto reopened = Conversation::fromFile(capture);
        QVERIFY(reopened);
        const RequestLog &log = (*reopened)->log();
        const RequestRecord record = log.record(log.count() - 1);
        QCOMPARE(record.state, RequestState::Cancelled);
        QCOMPARE(record.cancellation->reason, u"too slow"_s);
        QCOMPARE(record.late.results, 1);
    }

    void reportsWhenTheServerDies_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("state");
        QTest::newRow("in the call") << QStringList{u"call"_s, u"crash"_s} << 3 << u"lost"_s;
        QTest::newRow("on the cancel") << QStringList{u"call"_s, u"die_on_cancel"_s, u"--cancel-after"_s,
                                                      u"200"_s,  u"--linger"_s,      u"1500"_s}
                                       << 4 << u"cancelled"_s;
    }
    void reportsWhenTheServerDies()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QString, state);
        const Run result = run(onDemo(arguments + QStringList{u"--json"_s}));
        QTEST(result.exitCode, "exitCode");
        QVERIFY2(!JsonChecker().check(result.out), result.out.constData());
        QCOMPARE(result.out.count('\n'), 1);
        const JsonValue report(result.out);
        QCOMPARE(report.member("state").toString(), state);
        QCOMPARE(report.member("exitCode").toInteger(), result.exitCode);
        QVERIFY(!result.err.contains("no response")); // the server could not respond
    }

    void silenceIsReported()
    {
        const Run result = run(onDemo({u"call"_s, u"slow"_s, u"--cancel-after"_s, u"200"_s, u"--linger"_s, u"300"_s}));
        QCOMPARE(result.exitCode, 4);
        QVERIFY(result.err.contains("no response"));
    }

    void floodIsCounted_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("one line") << u"echo hello"_s << "a line that is not a message: \"hello\""_ba << QByteArray();
        QTest::newRow("two lines") << u"seq -f 'line %g' 2"_s << "a line that is not a message: \"line 1\""_ba
                                   << "The server wrote 1 more line that is not a message\n"_ba;
        QTest::newRow("many lines") << u"seq -f 'line %.0f' 10000"_s << "a line that is not a message: \"line 1\""_ba
                                    << "The server wrote 9999 more lines that are not messages\n"_ba;
        QTest::newRow("JSON that is no message")
            << u"seq -f '{\"level\":%.0f}' 10000"_s << "a line that is not a message: \"{\"level\":1}\""_ba
            << "The server wrote 9999 more lines that are not messages\n"_ba;
        QTest::newRow("messages that break JSON-RPC")
            << uR"(seq -f '{"method":"m%.0f"}' 10000)"_s << "A message of the server violates JSON-RPC: "_ba
            << "9999 more messages of the server violate JSON-RPC\n"_ba;
    }

    /// The first line is quoted, the others are counted, and the capture has them all.
    void floodIsCounted()
    {
        QFETCH(const QString, script);
        QFETCH(const QByteArray, first);
        QFETCH(const QByteArray, rest);
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"a.pullcord"_s);
        const Run result = run({u"list"_s, u"tools"_s, u"--capture"_s, file, u"--"_s, u"sh"_s, u"-c"_s, script});
        QCOMPARE(result.exitCode, 3);
        QCOMPARE(result.err.count(first), 1);
        QVERIFY2(result.err.contains(rest), result.err.constData());
        QVERIFY2(result.err.count('\n') < 10, result.err.constData());
        QFile capture(file);
        QVERIFY(capture.open(QIODevice::ReadOnly));
        QCOMPARE(capture.readAll().count("\"d\":\"s2c\""), rest.isEmpty() ? 1 : rest.contains(" 1 more") ? 2 : 10000);
    }

    void inheritsVariables_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("has");
        QTest::newRow("usually all") << QStringList() << "PULLCORD_A=1\nPULLCORD_B=2\n"_ba;
        QTest::newRow("all") << QStringList{u"--inherit"_s, u"all"_s} << "PULLCORD_A=1\nPULLCORD_B=2\n"_ba;
        QTest::newRow("one") << QStringList{u"--inherit"_s, u"PULLCORD_B"_s} << "PULLCORD_B=2\n"_ba;
        QTest::newRow("several, one of them unset")
            << QStringList{u"--inherit"_s, u"PULLCORD_A,PULLCORD_UNSET,PULLCORD_B"_s}
            << "PULLCORD_A=1\nPULLCORD_B=2\n"_ba;
        QTest::newRow("none") << QStringList{u"--inherit="_s} << ""_ba;
    }

    /// The server gets the variables named by --inherit, and no others.
    void inheritsVariables()
    {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, has);
        qputenv("PULLCORD_A", "1");
        qputenv("PULLCORD_B", "2");
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"environment"_s);
        const QString script = u"env | grep ^PULLCORD_[ABC]= | sort > "_s + file;
        const Run result =
            run(QStringList{u"list"_s, u"tools"_s} + options + QStringList{u"--"_s, u"/bin/sh"_s, u"-c"_s, script});
        qunsetenv("PULLCORD_A");
        qunsetenv("PULLCORD_B");
        QCOMPARE(result.exitCode, 3);
        QFile environment(file);
        QVERIFY2(environment.open(QIODevice::ReadOnly), result.err.constData());
        QCOMPARE(environment.readAll(), has);
    }

    void illegalCancelsOfTheServerAreReported_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("of our request") << u"cancel_own"_s << "a request of this client, which it must not cancel"_ba;
        QTest::newRow("of none") << u"cancel_unknown"_s << "\"no-such-request\", a request that it never sent"_ba;
    }
    void illegalCancelsOfTheServerAreReported()
    {
        QFETCH(const QString, tool);
        QFETCH(const QByteArray, says);
        const Run result = run(onDemo({u"call"_s, tool}));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.err.count("The server cancelled "), 1);
        QVERIFY2(result.err.contains(says), result.err.constData());
    }

    void lingersAfterAResponse()
    {
        const Run result = run(onDemo({u"call"_s, u"answers_twice"_s, u"--linger"_s, u"500"_s}));
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.err.contains("second response +"), result.err.constData());
    }

    void namesTheSilentServer()
    {
        const Run result = run({u"list"_s, u"tools"_s, u"--revision"_s, u"2025-06-18"_s, u"--timeout"_s, u"100"_s,
                                u"--"_s, u"sleep"_s, u"60"_s});
        QCOMPARE(result.exitCode, 5);
        QVERIFY2(result.err.contains("sleep: no response to initialize within 100 ms"), result.err.constData());
        QVERIFY2(!result.err.contains("newline"), result.err.constData());
        const Run unended = run({u"list"_s, u"tools"_s, u"--revision"_s, u"2025-06-18"_s, u"--timeout"_s, u"1000"_s,
                                 u"--"_s, u"sh"_s, u"-c"_s, u"printf '{\"jsonrpc\"'; exec sleep 60"_s});
        QCOMPARE(unended.exitCode, 5);
        QVERIFY2(unended.err.contains("output without a newline, which ends each message over stdio: {\"jsonrpc\""),
                 unended.err.constData());
    }

    void echoIsNotAServer()
    {
        const Run result = run({u"list"_s, u"tools"_s, u"--"_s, u"cat"_s});
        QCOMPARE(result.exitCode, 3);
        QCOMPARE(result.err, "pullcord-cli: cat echoes what it receives. Check that it is an MCP server\n"
                             "To examine it: pullcord-cli doctor -- cat\n");
    }

    void secretsInTheCommandAreMasked()
    {
        const QString capture = path(u"secret.pullcord"_s);
        run(onDemo({u"list"_s, u"tools"_s, u"--capture"_s, capture}, {u"--api-key=hush-hush"_s}));
        QFile file(capture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray header = file.readLine();
        QVERIFY(header.contains("--api-key=***"));
        QVERIFY(!header.contains("hush-hush"));
    }

    void demoTellsItsStory()
    {
        const QString capture = path(u"demo.pullcord"_s);
        const Run result = run({u"demo"_s, u"--capture"_s, capture});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("notifications/cancelled"));
        QVERIFY(result.out.contains("silent"));
        QVERIFY(result.out.contains("LATE"));
        QVERIFY(QFile::exists(capture));
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
