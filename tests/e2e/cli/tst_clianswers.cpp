// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/oneanswer.h"

#include "core/json/jsonvalue.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Reports of `pullcord-cli call` on invalid responses.
class TestCliAnswers : public QObject
{
    Q_OBJECT

private:
    OneAnswer m_server;

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    /// A result that cannot be parsed is printed verbatim, with an exit code of its own.
    void printsUnreadableResponses_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("result");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<int>("exitCode");
        const QStringList prompt{u"prompt"_s, u"p"_s};
        const QStringList call{u"call"_s, u"x"_s};
        const QStringList read{u"read"_s, u"file:///a"_s};
        const QStringList complete{u"complete"_s, u"prompt"_s, u"p"_s, u"a"_s, u"v"_s};
        const QByteArray good = R"({"role":"user","content":{"type":"text","text":"hello"}})";
        const auto row = [&](const char *name, const QStringList &command, const QByteArray &result,
                             const QByteArray &out, const QByteArray &says,
                             int exitCode) { QTest::newRow(name) << command << result << out << says << exitCode; };
        const auto message = [&](const char *name, const QByteArray &bad, const QByteArray &says) {
            row(name, prompt, R"({"messages":[)" + good + ',' + bad + ',' + good + "]}",
                "user: hello\n" + bad + "\nuser: hello\n", says, 7);
        };
        row("a prompt", prompt, R"({"messages":[)" + good + "]}", "user: hello\n", "", 0);
        message("content is a text", R"({"role":"user","content":"hello"})", "message 2: its content is not an object");
        message("content is a list", R"({"role":"user","content":[{"type":"text","text":"a"}]})",
                "message 2: its content is not an object");
        message("no content", R"({"role":"user"})", "message 2: its content is not an object");
        message("no role", R"({"content":{"type":"text","text":"a"}})", "message 2 has no role");
        message("a message that is a text", "\"hello\"", "message 2 is not an object");
        message("a text without its text", R"({"role":"user","content":{"type":"text"}})",
                "message 2 has the type \"text\" but no text");
        const auto block = [&](const char *name, const QByteArray &bad, const QByteArray &says) {
            row(name, call, R"({"content":[{"type":"text","text":"a"},)" + bad + "]}", "a\n" + bad + '\n', says, 7);
        };
        block("an unknown block", R"({"type":"video","data":"AAAA"})",
              "block 2 of the content has a type that MCP does not define: video");
        block("a block without a type", R"({"text":"a"})", "block 2 of the content has no type");
        block("a block that is a text", "\"a\"", "block 2 of the content is not an object");
        block("a number for the text", R"({"type":"text","text":5})", "block 2 of the content has the type \"text\"");
        block("a link to nothing", R"({"type":"resource_link","name":"a"})", "is a link without a uri");
        block("an empty resource", R"({"type":"resource","resource":{"uri":"a:b"}})", "without a readable text");
        block("no image", R"({"type":"image","mimeType":"image/png","data":"?"})",
              "block 2 of the content is invalid: the data of the image is not base64");
        row("content is a text", call, R"({"content":"hello"})",
            R"({"content":"hello"})"
            "\n",
            "the content of the result is not an array", 7);
        row("content is one block", call, R"({"content":{"type":"text","text":"a"}})",
            R"({"type":"text","text":"a"})"
            "\n",
            "the content of the result is not an array", 7);
        row("an error comes first", call, R"({"isError":true,"content":[{"type":"video"}]})", "{\"type\":\"video\"}\n",
            "does not define: video", 1);
        row("a value that is a number", complete, R"({"completion":{"values":["one",2,"three"],"total":"many"}})",
            "one\n2\nthree\n\"many\"\n", "a value is not a string", 7);
        row("neither text nor blob", read, R"({"contents":[{"uri":"file:///a","text":7}]})",
            R"({"uri":"file:///a","text":7})"
            "\n",
            "file:///a has neither a text nor a blob", 7);
        row("contents that are a text", read, R"({"contents":["hello"]})", "\"hello\"\n",
            "An entry of the contents is not an object, but \"hello\"", 7);
        row("both text and blob", read, R"({"contents":[{"uri":"file:///a","text":"t","blob":"AAAA"}]})", "t\n",
            "file:///a has both a text and a blob", 7);
        row("no content", call, "{}", "{}\n", "the result of the tool has no array \"content\"", 7);
        row("an error without content", call, R"({"isError":true})", "{\n  \"isError\": true\n}\n",
            "has no array \"content\"", 1);
        row("no messages", prompt, "{}", "{}\n", "has no array \"messages\"", 7);
        row("messages that are an object", prompt, R"({"messages":{}})", "{\n  \"messages\": {}\n}\n",
            "has no array \"messages\"", 7);
        row("nothing read", read, "{}", "{}\n", "has no array \"contents\"", 7);
        row("no completion", complete, "{}", "{}\n", "values", 7);
        row("no contents", read, R"({"contents":[]})", "", "The resource has no contents", 0);
    }
    void printsUnreadableResponses()
    {
        QFETCH(const QStringList, command);
        QFETCH(const QByteArray, result);
        QFETCH(const QByteArray, says);
        const QByteArray answer = R"({"jsonrpc":"2.0","id":@,"result":)" + result + '}';
        const CliRun run = m_server.run(command, answer, u"2025-11-25"_s);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QTEST(run.out, "out");
        QTEST(run.exitCode, "exitCode");
        // The same with --json.
        const CliRun json = m_server.run(command + QStringList{u"--json"_s}, answer, u"2025-11-25"_s);
        QVERIFY2(json.out.contains(result), json.out.constData());
        QTEST(json.exitCode, "exitCode");
    }

    void invalidResponses_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<QByteArray>("out");
        QTest::newRow("unknown type") << "\"result\":{\"resultType\":\"weird\",\"content\":[]}"_ba
                                      << "invalid response: the resultType \"weird\" is unknown"_ba
                                      << "weird"_ba;
        QTest::newRow("null") << "\"result\":null"_ba
                              << "the result is not an object, but null"_ba
                              << "null"_ba;
        QTest::newRow("a list") << "\"result\":[1]"_ba
                                << "the result is not an object, but [1]"_ba
                                << "1"_ba;
        QTest::newRow("error that is a text")
            << "\"error\":\"boo\""_ba
            << "the server responded with a malformed error, not an object: \"boo\""_ba
            << ""_ba;
        QTest::newRow("error without a code")
            << "\"error\":{\"code\":\"x\",\"message\":5,\"data\":[1]}"_ba
            << "malformed error, without an integer code: {\"code\":\"x\",\"message\":5,\"data\":[1]}"_ba
            << ""_ba;
        QTest::newRow("both") << "\"result\":{},\"error\":{\"code\":1,\"message\":\"x\"}"_ba
                              << "A message of the server violates JSON-RPC: result and error exclude each other"_ba
                              << ""_ba;
    }
    /// Invalid responses are reported, printed verbatim, and count as failures. No request is repeated.
    void invalidResponses()
    {
        QFETCH(const QByteArray, answer);
        QFETCH(const QByteArray, says);
        QFETCH(const QByteArray, out);
        const QByteArray line = "{\"jsonrpc\":\"2.0\",\"id\":@," + answer + '}';
        const qint64 before = m_server.calls();
        const CliRun run = m_server.call(line, u"2026-07-28"_s);
        QCOMPARE(m_server.calls() - before, 1);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QVERIFY2(!run.err.contains("error 0"), run.err.constData());
        QVERIFY2(run.out.contains(out), run.out.constData());
        QCOMPARE(run.out.isEmpty(), out.isEmpty());
        const CliRun json = m_server.call(line, u"2026-07-28"_s, {u"--json"_s});
        QCOMPARE(json.exitCode, 1);
        const JsonValue report(json.out);
        QCOMPARE(report.member("state").toUtf8(), "failed");
        QVERIFY2(answer.contains(report.member(out.isEmpty() ? "error" : "result").raw()), json.out.constData());
    }

    void anotherId_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("says");
        QTest::newRow("other type")
            << "\"@\""_ba
            << u"The server sent a response to \"(\\d+)\", but the request has the id \\1, which is of another type"_s;
        QTest::newRow("other spelling")
            << "@.0"_ba
            << u"The server sent a response to (\\d+)\\.0, but the request has the id \\1: another spelling"_s;
        QTest::newRow("never asked") << "9000"_ba
                                     << u"The server sent a response to 9000, which is not the id of any request"_s;
        QTest::newRow("no id") << "null"_ba << u"The server sent a response without an id"_s;
    }
    /// The call waits for a response with the right id, and the reason is reported.
    void anotherId()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QString, says);
        const CliRun run = m_server.call("{\"jsonrpc\":\"2.0\",\"id\":" + id +
                                             ",\"result\":{\"content\":[]}}\n"
                                             "{\"jsonrpc\":\"2.0\",\"id\":@,\"result\":{\"content\":[]}}",
                                         u"2025-11-25"_s);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(QRegularExpression(says).match(QString::fromUtf8(run.err)).hasMatch(), run.err.constData());
    }

    /// A server of 2026-07-28 that sends log messages without a request for them.
    void unrequestedLogMessagesAreReported()
    {
        const QByteArray log =
            R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"psst"}})";
        const QByteArray answer = R"({"jsonrpc":"2.0","id":@,"result":{"resultType":"complete","content":[]}})";
        QTemporaryDir folder;
        const QString capture = folder.filePath(u"unasked.pullcord"_s);
        const CliRun silent =
            m_server.call(log + '\n' + log + '\n' + answer, u"2026-07-28"_s, {u"--capture"_s, capture});
        QCOMPARE(silent.exitCode, 0);
        QCOMPARE(silent.err.count("The server sends log messages that were not requested"), 1);
        QVERIFY(!silent.err.contains("psst"));

        const CliRun asked = m_server.call(log + '\n' + answer, u"2026-07-28"_s, {u"--log-level"_s, u"info"_s});
        QVERIFY2(asked.err.contains("[info] psst") && !asked.err.contains("unasked"), asked.err.constData());
        // The call that requested them has ended by now.
        const CliRun late = m_server.call(answer + '\n' + log, u"2026-07-28"_s, {u"--log-level"_s, u"info"_s});
        QVERIFY2(late.err.contains("[info, not requested] psst"), late.err.constData());

        const CliRun lines =
            CliRun::of({u"filter"_s, capture, u"method:notifications/message"_s, u"--messages"_s}, folder.path());
        QCOMPARE(lines.out.count("UNASKED, no request in flight asks for log messages"), 2);
        const CliRun report = CliRun::of({u"export"_s, capture}, folder.path());
        QCOMPARE(report.out.count("**unasked: no request in flight asks for log messages**"), 2);
    }
};

QTEST_GUILESS_MAIN(TestCliAnswers)
#include "tst_clianswers.moc"
