// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The demo server over HTTP with our client: every era, sessions and headers, and the correct tools.

#include "e2e/demohttp.h"

#include "core/mcp/catalog/toollist.h"
#include "core/mcp/requests/logicalcall.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = DemoClient::Limit;

} // namespace

class TestDemoHttp : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void supportsEveryTransport_data();
    void supportsEveryTransport();
    void detectsTheTransport_data();
    void detectsTheTransport();
    void sessionIsForgotten();
    void disconnectsGracefully();
    void refusedHeadersAreCorrected();
    void mirrorsArguments();
    void respondsTwice();
    void floods_data();
    void floods();
    void writesGarbage();
    void sendsALargeResponse();
    void respondsLate();
    void dies();
};

void TestDemoHttp::supportsEveryTransport_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<QStringList>("switches");
    const QStringList none;
    for (const Revision revision : allRevisions()) {
        QTest::newRow(nameOf(revision).data()) << Way{"", revision} << none;
        QTest::addRow("%s, JSON", nameOf(revision).data()) << Way{"", revision} << QStringList{u"--http-json"_s};
    }
    QTest::newRow("HTTP+SSE") << Sse << none;
    QTest::newRow("HTTP+SSE, newer") << Way{"", Revision::R2025_11_25, HttpOptions::Kind::HttpSse} << none;
    QTest::newRow("no session") << Legacy << QStringList{u"--http-no-session"_s};
    QTest::newRow("polling") << Legacy << QStringList{u"--http-polling"_s};
    QTest::newRow("many tools") << Modern << QStringList{u"--tools"_s, u"250"_s};
}

void TestDemoHttp::supportsEveryTransport()
{
    QFETCH(const Way, way);
    QFETCH(const QStringList, switches);
    HttpDemo demo(way, switches);
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.client().client().revision(), way.revision);
    ToolList tools(demo.client().client());
    QSignalSpy changed(&tools, &ToolList::changed);
    tools.refresh();
    QVERIFY(changed.wait(Limit));
    QVERIFY(std::any_of(tools.tools().begin(), tools.tools().end(), [](const Tool &t) { return t.name == u"slow"_s; }));
    QCOMPARE(demo.client().call(u"echo"_s, R"({"text":"hällo\n"})"), u"hällo\n"_s);
    QCOMPARE(demo.client().call(u"slow"_s, R"({"ms":60,"steps":3})"), u"Done in 3 steps"_s);
    // A JSON response cannot carry progress, but a session has the stream of GET.
    const bool hears = !switches.contains(u"--http-json") || eraOf(way.revision) == Era::Legacy;
    QTRY_COMPARE_WITH_TIMEOUT(demo.client().notified("notifications/progress").size(), hears ? 3 : 0, Limit);
    QCOMPARE(demo.client().recorder().count(EventKind::Malformed), 0);
}

void TestDemoHttp::detectsTheTransport_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<Revision>("revision");
    const QStringList none;
    QTest::newRow("both eras") << u"/mcp"_s << none << Revision::R2026_07_28;
    QTest::newRow("legacy only") << u"/mcp"_s << QStringList{u"--legacy-only"_s} << Revision::R2025_11_25;
    QTest::newRow("modern only") << u"/mcp"_s << QStringList{u"--modern-only"_s} << Revision::R2026_07_28;
    QTest::newRow("HTTP+SSE") << u"/sse"_s << none << Revision::R2025_11_25;
}

void TestDemoHttp::detectsTheTransport()
{
    QFETCH(const QString, path);
    QFETCH(const QStringList, switches);
    DemoHttp server(switches);
    HttpOptions options;
    options.url = server.url(path);
    DemoClient client({}, std::make_unique<HttpTransport>(options));
    QVERIFY(client.connectToServer());
    QTEST(client.client().revision(), "revision");
    QCOMPARE(client.call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
}

void TestDemoHttp::sessionIsForgotten()
{
    HttpDemo demo(Legacy);
    QVERIFY(demo.connectToServer());
    QVERIFY(demo.server().restart());
    QSignalSpy ready(&demo.client().client(), &Client::ready);
    const QString outcome = demo.client().call(u"echo"_s, R"({"text":"x"})");
    QVERIFY2(outcome.contains(u"404"), qPrintable(outcome));
    QVERIFY(ready.count() > 0 || ready.wait(Limit));
    QCOMPARE(demo.client().call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
}

void TestDemoHttp::disconnectsGracefully()
{
    HttpDemo demo(Legacy);
    QVERIFY(demo.connectToServer());
    demo.client().client().callTool(u"deaf"_s, "{}");
    demo.client().client().disconnectFromServer();
    QTRY_COMPARE_WITH_TIMEOUT(demo.client().rpc().state(), Transport::State::Idle, Limit);
    const QList<Event> responses = demo.steps("response"_L1);
    QCOMPARE(responses.constLast().details.value("status"_L1).toInt(), 204); // response to DELETE
}

/// A call before the tools were listed: on the error the client loads the list and takes the headers from it.
void TestDemoHttp::refusedHeadersAreCorrected()
{
    HttpDemo demo(Modern);
    QVERIFY(demo.connectToServer());
    ToolList tools(demo.client().client());
    LogicalCall call(demo.client().client(), &tools, "tools/call",
                     Client::namedParams(u"mirrored"_s, R"({"region":"eu"})"));
    QSignalSpy legs(&call, &LogicalCall::legBegan);
    std::optional<Result<QByteArray>> outcome;
    connect(&call, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
    call.start();
    QTRY_VERIFY_WITH_TIMEOUT(outcome, Limit);
    QVERIFY2(*outcome, qPrintable(*outcome ? TranslatableText() : outcome->error().detail));
    QCOMPARE(legs.count(), 2);
    QCOMPARE(demo.sentHeaders(u"Mcp-Param-Region"_s), QStringList{u"eu"_s});
}

void TestDemoHttp::mirrorsArguments()
{
    HttpDemo demo(Modern);
    QVERIFY(demo.connectToServer());
    // The client has not loaded the list, so it knows no headers.
    QVERIFY(demo.client().call(u"mirrored"_s, R"({"region":"eu"})").contains(u"Mcp-Param-Region"));
    ToolList tools(demo.client().client());
    QSignalSpy changed(&tools, &ToolList::changed);
    tools.refresh();
    QVERIFY(changed.wait(Limit));
    QCOMPARE(demo.client().call(u"mirrored"_s, R"({"region":" größer ","count":7,"urgent":true})"),
             u" größer , 7, urgent"_s);
    QCOMPARE(demo.sentHeaders(u"Mcp-Param-Region"_s), QStringList{u"=?base64?IGdyw7bDn2VyIA==?="_s});
    QCOMPARE(demo.sentHeaders(u"Mcp-Param-Count"_s), QStringList{u"7"_s});
    QCOMPARE(demo.sentHeaders(u"Mcp-Param-Urgent"_s), QStringList{u"true"_s});
    // The tool with an invalid header name is left out.
    for (const Tool &tool : tools.tools())
        QVERIFY(tool.name != u"mirrored_badly"_s);
    QCOMPARE(tools.excluded().size(), 1);
    QCOMPARE(tools.excluded().constFirst().tool.name, u"mirrored_badly"_s);
}

void TestDemoHttp::respondsTwice()
{
    HttpDemo demo(Legacy);
    QVERIFY(demo.connectToServer());
    const RequestId id = demo.client().client().callTool(u"answers_twice"_s, R"({"ms":50})")->id();
    QTRY_COMPARE_WITH_TIMEOUT(demo.client().answersTo(id).size(), 2, Limit);
}

void TestDemoHttp::floods_data()
{
    QTest::addColumn<Way>("way");
    for (const Way &way : {Legacy, Modern, Sse})
        QTest::newRow(way.name) << way;
}

void TestDemoHttp::floods()
{
    QFETCH(const Way, way);
    HttpDemo demo(way);
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.client().call(u"flood"_s, R"({"count":20000})"), u"20000 notifications sent"_s);
    const QByteArrayList notifications = demo.client().notified("notifications/message");
    QCOMPARE(notifications.size(), 20'000);
    for (qsizetype i = 0; i < notifications.size(); ++i)
        QCOMPARE(JsonValue(notifications.at(i)).pointer("/data/n").toInteger(), i + 1);
    // An endless flood stops on its cancellation.
    OutgoingRequest *request = demo.client().client().callTool(u"flood"_s, R"({"count":2000000000})");
    QTRY_VERIFY_WITH_TIMEOUT(demo.client().notified("notifications/message").size() > 20'100, Limit);
    request->cancel();
    QCOMPARE(demo.client().call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
}

void TestDemoHttp::writesGarbage()
{
    HttpDemo demo(Modern);
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.client().call(u"garbage"_s), u"The output before this was not all JSON"_s);
    QCOMPARE(demo.client().recorder().count(EventKind::Malformed), 4);
}

void TestDemoHttp::sendsALargeResponse()
{
    HttpDemo demo(Modern);
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.client().call(u"big"_s, R"({"mb":5})").size(), 5 << 20);
}

void TestDemoHttp::respondsLate()
{
    HttpDemo demo(Modern, {u"--http-slow-head"_s, u"300"_s});
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.client().call(u"slow"_s, R"({"ms":20,"steps":2})"), u"Done in 2 steps"_s);
    const QJsonObject response = demo.steps("response"_L1).constLast().details;
    const qint64 waited = response.value("firstByte"_L1).toInteger() - response.value("sent"_L1).toInteger();
    QVERIFY2(waited > 200'000'000, qPrintable(QString::number(waited)));
    QCOMPARE(demo.client().notified("notifications/progress").size(), 2);
}

void TestDemoHttp::dies()
{
    for (const Way &way : {Legacy, Modern, Sse}) {
        HttpDemo demo(way);
        QVERIFY(demo.connectToServer());
        OutgoingRequest *request = demo.client().client().callTool(u"exit"_s, "{}");
        RequestState state = RequestState::Queued;
        QObject context;
        connect(request, &OutgoingRequest::finished, &context, [&] { state = request->state(); });
        QTRY_COMPARE_WITH_TIMEOUT(state, RequestState::Lost, Limit);
    }
}

QTEST_GUILESS_MAIN(TestDemoHttp)
#include "tst_demohttp.moc"
