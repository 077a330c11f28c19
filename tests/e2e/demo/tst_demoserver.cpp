// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The demo server itself: both eras, list of tools, switches, start and exit.

#include "e2e/democlient.h"

#include <QElapsedTimer>
#include <QProcess>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = DemoClient::Limit;
constexpr StdioTransport::Options Hurry{.json = {}, .closeWait = 100ms, .terminateWait = 100ms};

const auto Meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})"_ba;

ClientOptions fixed(Revision revision)
{
    ClientOptions options;
    options.revision = revision;
    return options;
}

} // namespace

class TestDemoServer : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void supportsEveryRevision_data();
    void supportsEveryRevision();
    void choosesTheEra_data();
    void choosesTheEra();
    void refuses_data();
    void refuses();
    void everyModernResultIsMarked();
    void listsPages_data();
    void listsPages();
    void describesEveryTool();
    void checksArguments();
    void exits_data();
    void exits();
    void staysUntilItIsKilled_data();
    void staysUntilItIsKilled();
    void startsWithFaults_data();
    void startsWithFaults();
    void commandLine_data();
    void commandLine();
};

void TestDemoServer::supportsEveryRevision_data()
{
    QTest::addColumn<Revision>("revision");
    for (const Revision revision : allRevisions())
        QTest::newRow(nameOf(revision).data()) << revision;
}

void TestDemoServer::supportsEveryRevision()
{
    QFETCH(const Revision, revision);
    DemoClient demo({}, fixed(revision));
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.client().revision(), revision);
    QCOMPARE(demo.client().server().name, u"pullcord-demo-server"_s);
    const QByteArray arguments = R"({"text":"h\u00e9 \"you\""})";
    QCOMPARE(demo.call(u"echo"_s, arguments), u"hé \"you\""_s);
    demo.rpc().close();
    QTRY_VERIFY_WITH_TIMEOUT(demo.recorder().has(EventKind::Closed), Limit);
    QCOMPARE(demo.recorder().of(EventKind::Exited).details, (QJsonObject{{u"exitCode"_s, 0}}));
    QVERIFY(!demo.recorder().has(EventKind::Malformed));
    QVERIFY(!demo.recorder().has(EventKind::Stderr));
}

void TestDemoServer::choosesTheEra_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<Revision>("revision");
    QTest::newRow("both") << QStringList{} << Revision::R2026_07_28;
    QTest::newRow("legacy") << QStringList{u"--legacy-only"_s} << Revision::R2025_11_25;
    QTest::newRow("modern") << QStringList{u"--modern-only"_s} << Revision::R2026_07_28;
    QTest::newRow("silent on the probe") << QStringList{u"--no-discover-answer"_s} << Revision::R2025_11_25;
}

void TestDemoServer::choosesTheEra()
{
    QFETCH(const QStringList, switches);
    ClientOptions options;
    options.probeTimeout = switches.contains(u"--no-discover-answer"_s) ? 200ms : 10s;
    DemoClient demo(switches, options);
    QVERIFY(demo.connectToServer());
    QTEST(demo.client().revision(), "revision");
    QCOMPARE(demo.call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
}

void TestDemoServer::refuses_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QByteArray>("request"); // members after jsonrpc and id
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("data");
    const auto row = [](const char *name, const QByteArray &request, int code, const QByteArray &data = {},
                        const QStringList &switches = {}) {
        QTest::newRow(name) << switches << request << code << data;
    };
    row("unknown version",
        R"("method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-12-31",)"
        R"("io.modelcontextprotocol/clientCapabilities":{}}})",
        -32022, R"({"supported":["2026-07-28"],"requested":"1999-12-31"})");
    row("no _meta", R"("method":"server/discover")", -32602);
    row("no capabilities",
        R"("method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})", -32602);
    row("no handshake", R"("method":"tools/list")", -32602);
    row("no handshake, legacy", R"("method":"tools/list")", -32602, {}, {u"--legacy-only"_s});
    row("discover, legacy", R"("method":"server/discover","params":{)" + Meta + '}', -32601, {}, {u"--legacy-only"_s});
    row("initialize, modern", R"("method":"initialize","params":{"protocolVersion":"2025-11-25"})", -32022,
        R"({"supported":["2026-07-28"],"requested":"2025-11-25"})", {u"--modern-only"_s});
    row("initialize without version", R"("method":"initialize","params":{})", -32602);
    row("ping in the modern era", R"("method":"ping","params":{)" + Meta + '}', -32601);
    row("unknown method", R"("method":"no/such","params":{)" + Meta + '}', -32601);
    row("unknown tool", R"("method":"tools/call","params":{"name":"no-such",)" + Meta + '}', -32602);
    row("arguments are no object", R"("method":"tools/call","params":{"name":"echo","arguments":[],)" + Meta + '}',
        -32602);
    row("unknown cursor", R"("method":"tools/list","params":{"cursor":"x",)" + Meta + '}', -32602);
    row("empty cursor", R"("method":"tools/list","params":{"cursor":"",)" + Meta + '}', -32602);
    row("cursor past the end", R"("method":"tools/list","params":{"cursor":"from-9999",)" + Meta + '}', -32602);
}

void TestDemoServer::refuses()
{
    QFETCH(const QStringList, switches);
    QFETCH(const QByteArray, request);
    DemoClient demo(switches);
    QVERIFY(demo.openOnly());
    demo.rpc().sendRaw(R"({"jsonrpc":"2.0","id":7,)" + request + '}');
    QTRY_COMPARE_WITH_TIMEOUT(demo.answersTo(RequestId(7)).size(), 1, Limit);
    const QByteArray answer = demo.answersTo(RequestId(7)).first();
    const JsonValue error = JsonValue(answer).member("error");
    QTEST(int(error.member("code").toInteger().value_or(0)), "code");
    QTEST(error.member("data").raw().toByteArray(), "data");
    QVERIFY(!error.member("message").toString().isEmpty());
}

void TestDemoServer::everyModernResultIsMarked()
{
    DemoClient demo;
    QVERIFY(demo.openOnly());
    const QByteArrayList requests{
        R"("method":"server/discover","params":{)" + Meta + '}', R"("method":"tools/list","params":{)" + Meta + '}',
        R"("method":"tools/call","params":{"name":"echo","arguments":{"text":""},)" + Meta + '}'};
    for (const QByteArray &request : requests)
        demo.rpc().sendRaw(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(requests.indexOf(request)) + ',' + request +
                           '}');
    for (const int id : {0, 1, 2}) {
        QTRY_COMPARE_WITH_TIMEOUT(demo.answersTo(RequestId(id)).size(), 1, Limit);
        const QByteArray answer = demo.answersTo(RequestId(id)).first();
        const JsonValue result = JsonValue(answer).member("result");
        QCOMPARE(result.member("resultType").toString(), u"complete"_s);
        QCOMPARE(result.member("_meta").member("io.modelcontextprotocol/serverInfo").member("name").toString(),
                 u"pullcord-demo-server"_s);
        QCOMPARE(result.member("ttlMs").isNumber(), id < 2);
        QCOMPARE(result.member("cacheScope").isString(), id < 2);
    }
}

void TestDemoServer::listsPages_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<int>("extra");
    QTest::addColumn<int>("pages");
    QTest::newRow("one page") << QStringList{} << 0 << 1;
    QTest::newRow("three pages") << QStringList{u"--tools"_s, u"250"_s} << 250 << 3;
    QTest::newRow("small pages") << QStringList{u"--tools"_s, u"10"_s, u"--page-size"_s, u"1"_s} << 10
                                 << -1; // one tool per page
}

void TestDemoServer::listsPages()
{
    QFETCH(const QStringList, switches);
    DemoClient demo(switches, fixed(Revision::R2025_11_25));
    QVERIFY(demo.connectToServer());
    QStringList names;
    QByteArray params = "{}";
    int seen = 0;
    while (!params.isEmpty()) {
        OutgoingRequest *request = demo.client().request("tools/list", params);
        QByteArray result;
        connect(request, &OutgoingRequest::finished, this, [&] { result = *request->outcome(); });
        QTRY_VERIFY_WITH_TIMEOUT(!result.isEmpty(), Limit);
        ++seen;
        for (const JsonMember &tool : JsonValue(result).member("tools"))
            names.append(tool.value.member("name").toString());
        const JsonValue cursor = JsonValue(result).member("nextCursor");
        params = cursor.isValid() ? R"({"cursor":)" + cursor.raw().toByteArray() + '}' : QByteArray();
    }
    QFETCH(int, extra);
    QFETCH(int, pages);
    QCOMPARE(seen, pages < 0 ? int(names.size()) : pages);
    QCOMPARE(QSet(names.begin(), names.end()).size(), names.size());
    QCOMPARE(names.filter(QRegularExpression(u"^tool_\\d{4}$"_s)).size(), extra);
    QVERIFY(names.contains(u"slow"_s));
}

void TestDemoServer::describesEveryTool()
{
    DemoClient demo({}, fixed(Revision::R2025_11_25));
    QVERIFY(demo.connectToServer());
    OutgoingRequest *request = demo.client().request("tools/list");
    QByteArray result;
    connect(request, &OutgoingRequest::finished, this, [&] { result = *request->outcome(); });
    QTRY_VERIFY_WITH_TIMEOUT(!result.isEmpty(), Limit);
    int count = 0;
    for (const JsonMember &tool : JsonValue(result).member("tools")) {
        ++count;
        QVERIFY(tool.value.member("description").toString().size() > 10);
        QVERIFY(tool.value.pointer("/annotations/readOnlyHint").toBool().has_value());
        const JsonValue schema = tool.value.member("inputSchema");
        QCOMPARE(schema.member("type").toString(), u"object"_s);
        for (const JsonMember &property : schema.member("properties")) {
            QVERIFY(property.value.member("type").isString());
            QVERIFY(!property.value.member("description").toString().isEmpty());
        }
    }
    QVERIFY(count >= 24);
}

void TestDemoServer::checksArguments()
{
    DemoClient demo({}, fixed(Revision::R2025_11_25));
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.call(u"echo"_s), u"The argument \"text\" must be a string"_s);
    QCOMPARE(demo.call(u"echo"_s, R"({"text":5})"), u"The argument \"text\" must be a string"_s);
    QCOMPARE(demo.call(u"slow"_s, R"({"ms":-1})"), u"The argument \"ms\" must be a non-negative integer"_s);
    QCOMPARE(demo.call(u"slow"_s, R"({"ms":1.5})"), u"The argument \"ms\" must be a non-negative integer"_s);
    QCOMPARE(demo.call(u"late"_s, R"({"from_cancel":"yes"})"), u"The argument \"from_cancel\" must be a boolean"_s);
    QCOMPARE(demo.call(u"slow"_s, R"({"ms":0,"steps":0})"), u"Done in 1 steps"_s);
}

void TestDemoServer::exits_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QJsonObject>("exit");
    const QByteArray none = "{}";
    QTest::newRow("crash") << u"crash"_s << none << QStringList{} << QJsonObject{{u"signal"_s, u"SIGABRT"_s}};
    QTest::newRow("exit") << u"exit"_s << R"({"code":9,"ms":20})"_ba << QStringList{}
                          << QJsonObject{{u"exitCode"_s, 9}};
    // initialize, initialized, tools/call
    QTest::newRow("exit-after") << u"deaf"_s << none << QStringList{u"--exit-after"_s, u"3"_s}
                                << QJsonObject{{u"exitCode"_s, 3}};
}

void TestDemoServer::exits()
{
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, arguments);
    QFETCH(const QStringList, switches);
    DemoClient demo(switches, fixed(Revision::R2025_11_25));
    QVERIFY(demo.connectToServer());
    demo.client().callTool(tool, arguments);
    QTRY_VERIFY_WITH_TIMEOUT(demo.recorder().has(EventKind::Closed), Limit);
    QTEST(demo.recorder().of(EventKind::Exited).details, "exit");
}

void TestDemoServer::staysUntilItIsKilled_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("signal");
    QTest::newRow("ignore-eof") << QStringList{u"--ignore-eof"_s} << u"SIGTERM"_s;
    QTest::newRow("ignore-term, too") << QStringList{u"--ignore-eof"_s, u"--ignore-term"_s} << u"SIGKILL"_s;
}

void TestDemoServer::staysUntilItIsKilled()
{
    QFETCH(const QStringList, switches);
    DemoClient demo(switches, {}, Hurry);
    QVERIFY(demo.connectToServer());
    demo.rpc().close();
    QTRY_VERIFY_WITH_TIMEOUT(demo.recorder().has(EventKind::Closed), Limit);
    QTEST(demo.recorder().of(EventKind::Exited).details.value(u"signal"_s).toString(), "signal");
}

void TestDemoServer::startsWithFaults_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<int>("malformed");
    QTest::addColumn<int>("stderrLines");
    QTest::addColumn<int>("atLeastMs");
    QTest::newRow("banner") << QStringList{u"--banner"_s} << 1 << 0 << 0;
    QTest::newRow("garbage") << QStringList{u"--garbage"_s} << 5 << 0 << 0;
    QTest::newRow("stderr") << QStringList{u"--stderr"_s, u"300"_s} << 0 << 300 << 0;
    QTest::newRow("slow") << QStringList{u"--slow-start"_s, u"300"_s} << 0 << 0 << 300;
}

void TestDemoServer::startsWithFaults()
{
    QFETCH(const QStringList, switches);
    DemoClient demo(switches, fixed(Revision::R2025_11_25));
    QElapsedTimer elapsed;
    elapsed.start();
    QVERIFY(demo.connectToServer());
    QFETCH(int, atLeastMs);
    QVERIFY(elapsed.elapsed() >= atLeastMs);
    QTEST(int(demo.recorder().count(EventKind::Malformed)), "malformed");
    QFETCH(int, stderrLines);
    QTRY_COMPARE_WITH_TIMEOUT(demo.recorder().count(EventKind::Stderr), stderrLines, Limit);
    QCOMPARE(demo.call(u"echo"_s, R"({"text":"still here"})"), u"still here"_s);
}

void TestDemoServer::commandLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("help") << QStringList{u"--help"_s} << 0 << "progress_after_cancel"_ba;
    QTest::newRow("version") << QStringList{u"--version"_s} << 0 << "pullcord-demo-server "_ba;
    QTest::newRow("unknown") << QStringList{u"--no-such"_s} << 2 << "no-such"_ba;
    QTest::newRow("no number") << QStringList{u"--tools"_s, u"many"_s} << 2 << "--tools needs a number from 0"_ba;
    QTest::newRow("page of none") << QStringList{u"--page-size"_s, u"0"_s} << 2
                                  << "--page-size needs a number from 1"_ba;
    QTest::newRow("stray word") << QStringList{u"word"_s} << 2 << "word"_ba;
    QTest::newRow("of HTTP") << QStringList{u"--http-json"_s} << 2 << "--http-json requires --http"_ba;
    QTest::newRow("both eras") << QStringList{u"--legacy-only"_s, u"--modern-only"_s} << 2 << "exclude each other"_ba;
}

void TestDemoServer::commandLine()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, says);
    QProcess server;
    server.setProcessChannelMode(QProcess::MergedChannels);
    server.start(Peers::program(u"pullcord-demo-server"_s), arguments);
    QTRY_COMPARE_WITH_TIMEOUT(server.state(), QProcess::NotRunning, Limit);
    QTEST(server.exitCode(), "exitCode");
    const QByteArray said = server.readAll();
    QVERIFY2(said.contains(says), said.constData());
}

QTEST_GUILESS_MAIN(TestDemoServer)
#include "tst_demoserver.moc"
