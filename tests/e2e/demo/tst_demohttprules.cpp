// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/demohttp.h"

#include "core/json/jsonvalue.h"
#include "core/transport/http/httpexchange.h"

#include <QSignalSpy>
#include <QTcpSocket>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = 20'000;

/// Response to a raw request.
struct Answer
{
    int status = 0;
    HttpHeaders headers;
    QByteArray body;
};

Answer ask(const QByteArray &method, const QUrl &url, const HttpHeaders &headers, const QByteArray &body = {})
{
    HttpExchange exchange({method, url, headers, body}, {});
    Answer answer;
    QObject::connect(&exchange, &HttpExchange::bodyArrived, [&](const QByteArray &part) { answer.body += part; });
    QSignalSpy ended(&exchange, &HttpExchange::ended);
    exchange.start();
    if (!ended.wait(Limit))
        return {};
    answer.status = exchange.response().status;
    answer.headers = exchange.response().headers;
    return answer;
}

const HttpHeaders Types{{"Content-Type"_ba, "application/json"_ba},
                        {"Accept"_ba, "application/json, text/event-stream"_ba}};

HttpHeaders with(const QList<HttpHeader> &more)
{
    HttpHeaders headers = Types;
    for (const HttpHeader &header : more)
        headers.set(header.name, header.value);
    return headers;
}

HttpHeaders modern(const QByteArray &method, const QList<HttpHeader> &more = {})
{
    return with(QList<HttpHeader>{{"MCP-Protocol-Version"_ba, "2026-07-28"_ba}, {"Mcp-Method"_ba, method}} + more);
}

QByteArray request(const QByteArray &method, const QByteArray &params = "{}")
{
    return R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":)" + params + "}";
}

QByteArray meta(const QByteArray &version = "2026-07-28")
{
    return R"("_meta":{"io.modelcontextprotocol/protocolVersion":")" + version +
           R"(","io.modelcontextprotocol/clientCapabilities":{}})";
}

QByteArray call(const QByteArray &tool, const QByteArray &arguments = "{}")
{
    return request("tools/call", R"({"name":")" + tool + R"(","arguments":)" + arguments + ',' + meta() + '}');
}

const QByteArray Initialize = request("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{}})");
const QByteArray Notification = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";

} // namespace

/// Rules of Streamable HTTP and HTTP+SSE that the demo server enforces, seen by a raw client.
class TestDemoHttpRules : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QString>("path");
        QTest::addColumn<HttpHeaders>("headers");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        const auto row = [](const char *name, const QByteArray &method, const QString &path, const HttpHeaders &headers,
                            const QByteArray &body, int status, int code = 0) {
            QTest::newRow(name) << method << path << headers << body << status << code;
        };
        const QString mcp = u"/mcp"_s;
        const HttpHeaders session = with({{"Mcp-Session-Id"_ba, "nobody"_ba}});
        row("elsewhere", "GET", u"/"_s, {}, {}, 404);
        row("foreign origin", "POST", mcp, with({{"Origin"_ba, "http://example.com"_ba}}), Initialize, 403);
        row("no origin", "POST", mcp, with({{"Origin"_ba, "null"_ba}}), Initialize, 403);
        row("our origin", "POST", mcp, with({{"Origin"_ba, "http://localhost:6274"_ba}}), Initialize, 200);
        row("our origin by number", "POST", mcp, with({{"Origin"_ba, "http://127.0.0.1"_ba}}), Initialize, 200);
        row("foreign origin, HTTP+SSE", "GET", u"/sse"_s, with({{"Origin"_ba, "http://example.com"_ba}}), {}, 403);
        row("not JSON", "POST", mcp, with({{"Content-Type"_ba, "text/plain"_ba}}), Initialize, 415, -32600);
        row("takes no stream", "POST", mcp, with({{"Accept"_ba, "application/json"_ba}}), Initialize, 406, -32600);
        row("half a message", "POST", mcp, Types, R"({"jsonrpc":)", 400, -32700);
        row("no message", "POST", mcp, Types, "[]", 400, -32600);
        row("PUT", "PUT", mcp, Types, Initialize, 405);
        row("GET without a session", "GET", mcp, Types, {}, 405);
        row("DELETE without a session", "DELETE", mcp, Types, {}, 405);
        row("GET of an unknown session", "GET", mcp, session, {}, 404);
        row("DELETE of an unknown session", "DELETE", mcp, session, {}, 404);
        row("POST in an unknown session", "POST", mcp, session, request("tools/list"), 404);
        row("POST without a session", "POST", mcp, Types, request("tools/list"), 400, -32602);
        row("notification without a session", "POST", mcp, Types, Notification, 400);
        row("unknown version", "POST", mcp, with({{"MCP-Protocol-Version"_ba, "1999-01-01"_ba}}), Initialize, 400,
            -32600);
        row("message without a stream", "POST", u"/messages?session=x"_s, Types, Initialize, 404);
        row("POST to the stream", "POST", u"/sse"_s, Types, Initialize, 405);

        const QByteArray list = request("tools/list", '{' + meta() + '}');
        row("modern", "POST", mcp, modern("tools/list"), list, 200);
        row("no version", "POST", mcp, with({{"Mcp-Method"_ba, "tools/list"_ba}}), list, 400, -32020);
        row("another version", "POST", mcp, modern("tools/list", {{"MCP-Protocol-Version"_ba, "2025-11-25"_ba}}), list,
            400, -32020);
        row("no method", "POST", mcp, with({{"MCP-Protocol-Version"_ba, "2026-07-28"_ba}}), list, 400, -32020);
        row("another method", "POST", mcp, modern("tools/LIST"), list, 400, -32020);
        row("no name", "POST", mcp, modern("tools/call"), call("echo", R"({"text":"x"})"), 400, -32020);
        row("another name", "POST", mcp, modern("tools/call", {{"Mcp-Name"_ba, "slow"_ba}}),
            call("echo", R"({"text":"x"})"), 400, -32020);
        row("encoded name", "POST", mcp, modern("tools/call", {{"Mcp-Name"_ba, "=?base64?ZWNobw==?="_ba}}),
            call("echo", R"({"text":"x"})"), 200);
        row("name without need", "POST", mcp, modern("tools/list", {{"Mcp-Name"_ba, "x"_ba}}), list, 400, -32020);
        row("unknown method", "POST", mcp, modern("tools/dance"), request("tools/dance", '{' + meta() + '}'), 404,
            -32601);
        row("unknown revision", "POST", mcp, modern("tools/list", {{"MCP-Protocol-Version"_ba, "2030-01-01"_ba}}),
            request("tools/list", '{' + meta("2030-01-01") + '}'), 400, -32022);
        row("no capabilities", "POST", mcp, modern("tools/list"),
            request("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})"), 400,
            -32602);
        row("modern in a session", "POST", mcp, modern("tools/list", {{"Mcp-Session-Id"_ba, "nobody"_ba}}), list, 200);

        const HttpHeaders name =
            modern("tools/call", {{"Mcp-Name"_ba, "mirrored"_ba}, {"Mcp-Param-Region"_ba, "eu"_ba}});
        const auto withParameter = [&](const QByteArray &parameter, const QByteArray &value) {
            HttpHeaders headers = name;
            headers.set("mcp-param-" + parameter, value);
            return headers;
        };
        row("mirrored", "POST", mcp, name, call("mirrored", R"({"region":"eu"})"), 200);
        row("all mirrored", "POST", mcp, withParameter("count", "5"), call("mirrored", R"({"region":"eu","count":5})"),
            200);
        row("another region", "POST", mcp, name, call("mirrored", R"({"region":"us"})"), 400, -32020);
        row("no region", "POST", mcp, modern("tools/call", {{"Mcp-Name"_ba, "mirrored"_ba}}),
            call("mirrored", R"({"region":"eu"})"), 400, -32020);
        row("not in the body", "POST", mcp, withParameter("urgent", "true"), call("mirrored", R"({"region":"eu"})"),
            400, -32020);
        row("encoded region", "POST", mcp, withParameter("region", "=?base64?zrE=?="),
            call("mirrored", R"({"region":"α"})"), 200);
    }

    void refuses()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QString, path);
        QFETCH(const HttpHeaders, headers);
        QFETCH(const QByteArray, body);
        DemoHttp demo;
        QUrl url = demo.url();
        const Answer answer = ask(method, url.resolved(QUrl(path)), headers, body);
        QTEST(answer.status, "status");
        const qint64 code = JsonValue(answer.body).pointer("/error/code").toInteger().value_or(0);
        QTEST(int(code), "code");
        QVERIFY(answer.status != 405 || answer.headers.contains("Allow"));
        // An error has the id of the request, and 2026-07-28 has no session.
        if (code && answer.status == 400 && headers.contains("Mcp-Method"))
            QCOMPARE(JsonValue(answer.body).member("id").raw(), QByteArrayView("7"));
        QCOMPARE(answer.headers.contains("Mcp-Session-Id"), body == Initialize && answer.status == 200);
    }

    /// A web page can map its own name to the loopback address and then has the same origin (DNS rebinding).
    void refusesForeignHosts_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<bool>("isWelcome");
        QTest::newRow("number") << "127.0.0.1:80"_ba << true;
        QTest::newRow("another number") << "127.1.2.3"_ba << true;
        QTest::newRow("IPv6") << "[::1]:8080"_ba << true;
        QTest::newRow("name") << "LOCALHOST:8080"_ba << true;
        QTest::newRow("name of a page") << "rebound.example:8080"_ba << false;
        QTest::newRow("name that begins like ours") << "localhost.example"_ba << false;
        QTest::newRow("number of another machine") << "192.0.2.1"_ba << false;
        QTest::newRow("user that looks like a host") << "127.0.0.1@rebound.example"_ba << false;
        QTest::newRow("empty") << ""_ba << false;
    }

    void refusesForeignHosts()
    {
        QFETCH(const QByteArray, host);
        QFETCH(const bool, isWelcome);
        DemoHttp demo;
        for (const QByteArray target : {"/mcp", "/sse", "/messages?session=x"}) {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress::LocalHost, quint16(demo.url().port()));
            socket.write("PUT " + target + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\n\r\n");
            QTRY_VERIFY_WITH_TIMEOUT(socket.canReadLine(), Limit);
            const QByteArray status = socket.readLine().split(' ').value(1);
            QCOMPARE(status == "403", !isWelcome);
        }
    }

    void session()
    {
        DemoHttp demo;
        const QUrl url = demo.url();
        const Answer begun = ask("POST", url, Types, Initialize);
        QCOMPARE(begun.status, 200);
        const QByteArray id = begun.headers.value("Mcp-Session-Id").value_or(QByteArray());
        QCOMPARE(id.size(), 32);
        const HttpHeaders headers = with({{"Mcp-Session-Id"_ba, id}, {"MCP-Protocol-Version"_ba, "2025-11-25"_ba}});
        QCOMPARE(ask("POST", url, headers, Notification).status, 202);
        QCOMPARE(ask("POST", url, headers, R"({"jsonrpc":"2.0","id":1,"result":{}})").status, 202);
        QCOMPARE(ask("POST", url, headers, request("ping")).status, 200);
        const Answer unknown = ask("POST", url, headers, request("tools/dance"));
        QCOMPARE(unknown.status, 200); // 404 would end the session
        QVERIFY(unknown.body.contains("-32601"));
        QCOMPARE(ask("GET", url, with({{"Mcp-Session-Id"_ba, id}, {"Accept"_ba, "text/html"_ba}})).status, 406);
        QCOMPARE(ask("GET", url, with({{"Mcp-Session-Id"_ba, id}, {"Last-Event-ID"_ba, "9-9"_ba}})).status, 400);
        QCOMPARE(ask("DELETE", url, headers).status, 204);
        QCOMPARE(ask("POST", url, headers, request("ping")).status, 404);
    }

    void answersABatch()
    {
        DemoHttp demo;
        const QUrl url = demo.url();
        const QByteArray id =
            ask("POST", url, Types, Initialize).headers.value("Mcp-Session-Id").value_or(QByteArray());
        const Answer answer =
            ask("POST", url, with({{"Mcp-Session-Id"_ba, id}}),
                R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}])");
        QCOMPARE(answer.headers.contentType(), "text/event-stream"_ba);
        QVERIFY(answer.body.contains(R"("id":1)"));
        QVERIFY(answer.body.contains(R"("id":2)"));
    }

    void supportsOneEraOnly()
    {
        DemoHttp modernOnly({u"--modern-only"_s});
        const Answer refused = ask("POST", modernOnly.url(), Types, Initialize);
        QCOMPARE(refused.status, 400);
        QCOMPARE(JsonValue(refused.body).pointer("/error/code").toInteger(), -32022);
        QCOMPARE(ask("GET", modernOnly.url(u"/sse"_s), Types).status, 405);
        DemoHttp legacyOnly({u"--legacy-only"_s});
        const Answer unknown =
            ask("POST", legacyOnly.url(), modern("server/discover"), request("server/discover", '{' + meta() + '}'));
        QCOMPARE(unknown.status, 400);
        QCOMPARE(JsonValue(unknown.body).pointer("/error/code").toInteger(), -32601);
    }

    void portIsTaken()
    {
        DemoHttp demo;
        QProcess second;
        second.start(Peers::demoServer().program, {u"--http"_s, QString::number(demo.url().port())});
        QTRY_COMPARE_WITH_TIMEOUT(second.state(), QProcess::NotRunning, Limit);
        QCOMPARE(second.exitCode(), 1);
        QVERIFY(second.readAllStandardError().startsWith("cannot listen on 127.0.0.1"));
    }
};

QTEST_GUILESS_MAIN(TestDemoHttpRules)
#include "tst_demohttprules.moc"
