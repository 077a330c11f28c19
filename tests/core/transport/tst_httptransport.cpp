// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/httpfixture.h"
#include "core/transport/http/bodytext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Request = ScriptedServer::Request;

/// The HTTP transport against responses of every kind, most of them invalid.
class TestHttpTransport : public HttpFixture
{
    Q_OBJECT

private slots:
    void jsonResponse()
    {
        server->setScript([](const Request &r) { r.write(ScriptedServer::json(ScriptedServer::result(r))); });
        openSession({.headers = {{"Authorization"_ba, "Bearer abc"_ba}}});
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        const Request &seen = server->requests().first();
        QCOMPARE(seen.head.method, "POST");
        QCOMPARE(seen.head.target, "/mcp");
        QCOMPARE(seen.header("Authorization"), "Bearer abc");
        QCOMPARE(seen.header("Accept"), "application/json, text/event-stream");
        QCOMPARE(seen.header("Mcp-Method"), "x");
        QCOMPARE(recorder->kinds(), "opening opened http:c2s message:c2s http:s2c message:s2c http");
        const QJsonObject sent = steps("request"_L1).first();
        QVERIFY(!QJsonDocument(sent).toJson().contains("abc"));
        QCOMPARE(steps("response"_L1).first().value("status"_L1).toInt(), 200);
        QVERIFY(steps("response"_L1).first().value("firstByte"_L1).toInteger() > 0);
        QCOMPARE(steps("end"_L1).first().value("how"_L1).toString(), u"complete"_s);
    }

    void streamSplitAnywhere()
    {
        const QByteArray progress =
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}})";
        const QByteArray answer = R"({"jsonrpc":"2.0","id":1,"result":{"text":"grüß"}})";
        const QByteArray events =
            ": hello\r\n\r\nid: 1\ndata:\n\nevent: message\ndata: " + progress + "\n\ndata: " + answer + "\n\n";
        QByteArray chunks;
        for (qsizetype at = 0; at < events.size(); at += 7) {
            const QByteArray part = events.sliced(at, std::min<qsizetype>(7, events.size() - at));
            chunks += QByteArray::number(part.size(), 16) + "\r\n" + part + "\r\n";
        }
        const QByteArray whole = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
                                 "Transfer-Encoding: chunked\r\n\r\n" +
                                 chunks + "0\r\n\r\n";
        // Cut into two writes. The second leaves only after the first was read, so that the cut is real.
        for (qsizetype cut = 1; cut < whole.size(); ++cut) {
            server = std::make_unique<ScriptedServer>();
            server->setScript([&](const Request &r) {
                r.write(whole.first(cut));
                QTimer::singleShot(0, r.socket, [r, rest = whole.sliced(cut)] { r.write(rest); });
            });
            openSession();
            const Call request = ask(ModernParams, {.wantProgress = true});
            finish(request);
            QCOMPARE(request.state(), RequestState::Succeeded);
            QCOMPARE(*request.outcome(), R"({"text":"grüß"})"_ba);
            QCOMPARE(request.progress(), 1);
            QCOMPARE(recorder->count(EventKind::Stream), 2);
        }
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<RequestState>("state");
        QTest::addColumn<QString>("error");
        const auto row = [](const char *name, const QByteArray &response, const QString &error,
                            RequestState state = RequestState::Failed) {
            QTest::newRow(name) << response << state << error;
        };
        using S = ScriptedServer;
        constexpr auto Lost = RequestState::Lost;
        row("404 empty", S::response("404 Not Found", {}, {}), u"HTTP 404 Not Found"_s);
        row("405 text", S::response("405 Method Not Allowed", "text/plain", "no"),
            u"HTTP 405 Method Not Allowed: no"_s);
        row("500 page", S::response("500 Oops", "text/html", "<h1>x</h1>"), u"HTTP 500 Oops: x"_s);
        row("text of several lines", S::response("413 Big", "text/plain", "\n request  too large \nat x.js"),
            u"HTTP 413 Big: request too large"_s);
        row("text with control characters", S::response("421 Off", "text/plain", "a\x1b[31mb"), u"HTTP 421 Off"_s);
        row("text with hidden characters",
            S::response("421 Off", {},
                        "a\xe2\x80\xae"
                        "b"),
            u"HTTP 421 Off: a⟨U+202E⟩b"_s);
        row("text with a secret", S::response("400 Bad", "text/plain", "password=hunter2 is wrong"),
            u"HTTP 400 Bad: password=***"_s);
        row("long text", S::response("400 Bad", "text/plain", QByteArray(5000, 'x')),
            u"HTTP 400 Bad: %1…"_s.arg(QString(199, u'x')));
        row("binary", S::response("502 Bad", "application/octet-stream", QByteArray("\0\1\2", 3)), u"HTTP 502 Bad"_s);
        row("page with a title",
            S::response(
                "524 ", "text/html",
                "<html><head><style>p{}</style><title>524: A <b>timeout</b> &amp; more</title></head><h1>No</h1>"),
            u"HTTP 524: 524: A timeout & more"_s);
        row("page with a heading",
            S::response("502 Bad", "text/html", "<html><body><center><h1>502 Bad Gateway</h1></center></html>"),
            u"HTTP 502 Bad: 502 Bad Gateway"_s);
        row("page with text", S::response("500 Oops", "text/html", "<pre>TypeError: x is undefined</pre>"),
            u"HTTP 500 Oops: TypeError: x is undefined"_s);
        row("detail",
            S::response("422 No", "application/json", R"({"detail":[{"loc":["body"],"msg":"field required"}]})"),
            u"HTTP 422 No: field required"_s);
        row("problem", S::response("403 No", "application/problem+json", R"({"title":"Forbidden","detail":"no plan"})"),
            u"HTTP 403 No: no plan"_s);
        row("error in an object",
            S::response("400 No", "application/json", R"({"error":{"code":7,"message":"no key"}})"),
            u"HTTP 400 No: no key"_s);
        row("JSON without a message", S::response("400 No", "application/json", R"({"ok":false})"), u"HTTP 400 No"_s);
        row("retry after seconds", S::response("429 Slow", "text/plain", "slow down", "Retry-After: 30\r\n"),
            u"HTTP 429 Slow: slow down; retry after 30 s"_s);
        row("retry after a date", S::response("503 Down", {}, {}, "Retry-After: Fri, 31 Dec 2027 23:59:59 GMT\r\n"),
            u"HTTP 503 Down: retry after Fri, 31 Dec 2027 23:59:59 GMT"_s);
        row("wants a token", S::response("401 No", {}, {}, "WWW-Authenticate: Bearer\r\n"),
            u"HTTP 401 No: needs a Bearer token"_s);
        row("wants another token",
            S::response(
                "401 No", "application/json", R"({"error":"invalid_token"})",
                "WWW-Authenticate: bearer realm=\"x\", error=\"invalid_token\", error_description=\"it expired\"\r\n"),
            u"HTTP 401 No: needs a Bearer token (invalid_token: it expired)"_s);
        row("wants a password",
            S::response("401 No", "text/plain", "log in", "WWW-Authenticate: Basic realm=\"x\"\r\n"),
            u"HTTP 401 No: needs Basic credentials; log in"_s);
        row("500 without words", S::response("500 ", {}, {}), u"HTTP 500"_s);
        row("400 JSON that is no message", S::response("400 Bad Request", "application/json", R"({"error":"x"})"),
            u"HTTP 400 Bad Request: x"_s);
        row("400 error without id",
            S::response("400 Bad Request", "application/json",
                        R"({"jsonrpc":"2.0","error":{"code":-32000,"message":"No session"}})"),
            u"HTTP 400 Bad Request: No session"_s);
        row("400 error with the id",
            S::response("400 Bad Request", "application/json",
                        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Version"}})"),
            u"Version"_s);
        row("200 of the wrong type", S::response("200 OK", "text/html", "<h1>x</h1>"),
            u"HTTP 200 OK with text/html instead of a response: x"_s);
        row("200 empty", S::response("200 OK", "application/json", {}), u"HTTP 200 OK without a response"_s);
        row("202", S::accepted(), u"HTTP 202 Accepted without a response"_s);
        row("204", "HTTP/1.1 204 No Content\r\n\r\n", u"HTTP 204 No Content without a response"_s);
        row("redirect that changes the method", S::response("303 See Other", {}, {}, "Location: /elsewhere\r\n"),
            u"HTTP 303 See Other to URL/elsewhere, not followed: a 303 redirect would turn the POST into a GET"_s);
        row("redirect to the path with a slash", S::response("301 Moved", {}, {}, "Location: /mcp/\r\n"),
            u"HTTP 301 Moved to URL/mcp/, not followed: a 301 redirect would turn the POST into a GET; use that address"_s);
        row("authentication for a proxy that is not used", S::response("407 No", {}, {}),
            u"HTTP 407 No: it requires authentication as proxies do, but no proxy is used"_s);
        row("redirect out of HTTP", S::response("307 Away", {}, {}, "Location: file:///etc/passwd\r\n"),
            u"HTTP 307 Away to file:///etc/passwd, not followed: it is neither http nor https"_s);
        row("redirect to nowhere", S::response("307 Away", {}, {}), u"HTTP 307 Away"_s);
        row("answer to another id", S::json(R"({"jsonrpc":"2.0","id":99,"result":{}})"),
            u"HTTP 200 OK with a response to another id, 99"_s);
        row("error for another id",
            S::json(R"({"jsonrpc":"2.0","id":"server-error","error":{"code":-32602,"message":"Bad arguments"}})"),
            u"HTTP 200 OK with a response to another id, \"server-error\": Bad arguments"_s);
        row("answer with an id of another type", S::json(R"({"jsonrpc":"2.0","id":"1","result":{}})"),
            u"HTTP 200 OK with a response whose id, \"1\", has another JSON type than that of the request"_s);
        row("answer with the id spelled otherwise", S::json(R"({"jsonrpc":"2.0","id":1.0,"result":{}})"),
            u"HTTP 200 OK with a response whose id, 1.0, is spelled differently from that of the request"_s);
        row("answer with another number", S::json(R"({"jsonrpc":"2.0","id":1.5,"result":{}})"),
            u"HTTP 200 OK with a response to another id, 1.5"_s);
        row("answer with an id of another type, spelled otherwise",
            S::json(R"({"jsonrpc":"2.0","id":"1.0","result":{}})"),
            u"HTTP 200 OK with a response whose id, \"1.0\", has another JSON type than that of the request"_s);
        row("answer to a word", S::json(R"({"jsonrpc":"2.0","id":"a.b","result":{}})"),
            u"HTTP 200 OK with a response to another id, \"a.b\""_s);
        row("answer to another id in a stream",
            S::streamHead() + "data: {\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}\n\n",
            u"the server ended the stream with a response to another id, 99"_s, Lost);
        row("compressed", S::json("\x1f\x8b", "Content-Encoding: gzip\r\n"),
            u"HTTP 200 OK, but its body was sent with Content-Encoding gzip, which was not requested"_s);
        row("no JSON", S::response("200 OK", "application/json", "{"),
            u"HTTP 200 OK, but its body is not JSON: it begins with \"{\""_s);
        row("stream without an answer", S::streamHead() + ": hi\n\n",
            u"the server ended the stream without a response"_s, Lost);
        row("cut off in the middle", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
            u"the server closed the connection before the end of its response"_s, Lost);
        row("no HTTP", "hello\r\n\r\n", u"the response is not HTTP: it begins with \"hello\""_s, Lost);
        row("closed at once", "",
            u"the server closed the connection without a response (if it expects TLS, use https://)"_s, Lost);
    }

    void interimResponses_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<RequestState>("state");
        QTest::newRow("one") << 1 << RequestState::Succeeded;
        QTest::newRow("some") << 50 << RequestState::Succeeded;
        QTest::newRow("a flood") << 20'000 << RequestState::Lost;
    }

    void interimResponses()
    {
        QFETCH(const int, count);
        server->setScript([&](const Request &r) {
            r.write("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"_ba.repeated(count) +
                    ScriptedServer::json(ScriptedServer::result(r)));
        });
        openSession();
        const Call request = ask();
        finish(request);
        QTEST(request.state(), "state");
    }

    void otherBodies_data()
    {
        QTest::addColumn<QByteArray>("response"); // JSON stands for a response to the request
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QByteArray>("recorded"); // events with the end of the exchange
        const QByteArray json = R"({"jsonrpc":"2.0","id":1,"result":{}})";
        const auto row = [&](const char *name, QByteArray response, const QString &reason, QByteArray recorded) {
            QTest::newRow(name) << response.replace("JSON", json) << reason << recorded.replace("JSON", json);
        };
        using S = ScriptedServer;
        const QByteArray chunked =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
        row("JSON as an event stream", S::response("200 OK", "text/event-stream", json),
            u"HTTP 200 OK, but its body is JSON, not an event stream"_s, "JSON\n");
        row("JSON of several lines as an event stream",
            S::response("200 OK", "text/event-stream", "{\n \"jsonrpc\": \"2.0\",\n \"id\": 1\n}\n"),
            u"HTTP 200 OK, but its body is JSON, not an event stream"_s, "{\n \"jsonrpc\": \"2.0\",\n \"id\": 1\n}\n");
        row("HTML as an event stream", S::response("200 OK", "text/event-stream", "<html><p>hi"),
            u"HTTP 200 OK, but its body is HTML, not an event stream"_s, "<html><p>hi\n");
        row("text as an event stream", S::response("200 OK", "text/event-stream", "Internal error\nat x.js"),
            u"HTTP 200 OK, but its body is not an event stream: it begins with \"Internal error\""_s,
            "Internal error\nat x.js\n");
        row("an event stream with a field in upper case",
            S::response("200 OK", "text/event-stream", "Data: " + json + "\n\n"),
            u"HTTP 200 OK, but its body has the field Data:, but the names of fields are case-sensitive: data:"_s,
            "Data: JSON\n");
        row("an event stream as JSON", S::response("200 OK", "application/json", "event: message\ndata: {}\n\n"),
            u"HTTP 200 OK, but its body is an event stream, not JSON"_s, "");
        row("HTML as JSON", S::response("200 OK", "application/json", "<!DOCTYPE html><html></html>"),
            u"HTTP 200 OK, but its body is HTML, not JSON"_s, "");
        row("bytes as JSON", S::response("200 OK", "application/json", "\x1f\x8b\x08"),
            u"HTTP 200 OK, but its body is not JSON: it begins with the bytes 1f 8b 08"_s, "");
        row("compressed", S::response("200 OK", "text/event-stream", "\x1f\x8b\x08", "Content-Encoding: GZIP\r\n"),
            u"HTTP 200 OK, but its body was sent with Content-Encoding GZIP, which was not requested"_s,
            "\x1f\x8b\x08");
        row("longer than announced",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nJSON",
            u"HTTP 200 OK, but its body goes on for 31 bytes beyond its Content-Length"_s, json.sliced(5));
        row("JSON instead of chunks", chunked + "JSON",
            u"the server closed the connection before the end of its response, at \"%1\""_s.arg(
                QString::fromUtf8(json)),
            "JSON");
        row("JSON in lines instead of chunks", chunked + "{\r\n}\r\n", u"invalid HTTP: bad chunk, at \"{\""_s,
            "{\r\n}\r\n");
        row("JSON alone", json, u"the response is not HTTP: it begins with \"%1\""_s.arg(QString::fromUtf8(json)),
            "JSON");
        row("a greeting without an end", "220 mail.example ESMTP",
            u"the response is not HTTP: it begins with \"220 mail.example ESMTP\""_s, "220 mail.example ESMTP");
        row("TLS", "\x15\x03\x03\x02\x02\x32\r\n\r\n", u"the server responded with TLS instead of HTTP: use https://"_s,
            "\x15\x03\x03\x02\x02\x32\r\n\r\n");
        row("headers without an end", "HTTP/1.1 200 OK\r\nX: y\r\n",
            u"the server closed the connection before the end of its headers"_s, "HTTP/1.1 200 OK\r\nX: y\r\n");
        row("a field without a colon", "HTTP/1.1 200 OK\r\nhello\r\n\r\n", u"invalid HTTP: bad field, at \"hello\""_s,
            "HTTP/1.1 200 OK\r\nhello\r\n\r\n");
    }

    /// Any body is recorded completely, and the reason names its kind.
    void otherBodies()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QString, reason);
        QFETCH(const QByteArray, recorded);
        server->setScript([&](const Request &r) {
            r.write(response);
            r.end();
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.outcome().error().detail, reason);
        QTRY_COMPARE_WITH_TIMEOUT(steps("end"_L1).size(), 1, Limit);
        QCOMPARE(events().last().bytes, recorded);
    }

    void misplaced_data()
    {
        QTest::addColumn<QByteArray>("stream"); // JSON stands for a response to the request
        QTest::addColumn<QString>("how");
        const QString noEnd = u"without the blank line that ends an event"_s;
        const QString named = u"in an event named result, which MCP does not define"_s;
        QTest::newRow("no blank line") << "data: JSON\n"_ba << noEnd;
        QTest::newRow("no line end") << "data: JSON"_ba << noEnd;
        QTest::newRow("CRLF, no blank line") << "event: message\r\ndata: JSON\r\n"_ba << noEnd;
        QTest::newRow("comments behind it") << "data: JSON\n: hi\n: ho\n"_ba << noEnd;
        QTest::newRow("two lines") << "data: \ndata: JSON\n"_ba << noEnd;
        QTest::newRow("another name") << "event: result\ndata: JSON\n\n"_ba << named;
        QTest::newRow("a name with hidden characters")
            << "event: \xe2\x80\xaeresult\ndata: JSON\n\n"_ba
            << u"in an event named ⟨U+202E⟩result, which MCP does not define"_s;
    }

    /// A misplaced response is noted while the stream is open, and becomes the reason of the lost request.
    void misplaced()
    {
        QFETCH(QByteArray, stream);
        QFETCH(const QString, how);
        std::optional<Request> open;
        server->setScript([&](const Request &r) {
            r.write(ScriptedServer::streamHead() + stream.replace("JSON", R"({"jsonrpc":"2.0","id":1,"result":{}})"));
            open = r;
        });
        openSession({.unfinishedWait = 1ms});
        const Call request = ask();
        QTRY_COMPARE_WITH_TIMEOUT(recorder->count(EventKind::Note), 1, Limit);
        QCOMPARE(recorder->of(EventKind::Note).details.value("text"_L1).toString(),
                 u"The response to 1 arrived, but %1"_s.arg(how));
        QVERIFY(!request.isFinished());
        open->end();
        finish(request);
        QCOMPARE(request.state(), RequestState::Lost);
        QCOMPARE(request.outcome().error().detail,
                 u"the server ended the stream: its response arrived, but %1"_s.arg(how));
        QCOMPARE(recorder->count(EventKind::Note), 1);
        const auto isMarked = [](const Event &e) { return e.details.value("misplaced"_L1).toBool(); };
        QCOMPARE(std::count_if(events().begin(), events().end(), isMarked), 1);
    }

    /// Each part of an event restarts the wait.
    void unfinishedEventThatContinues()
    {
        constexpr std::chrono::nanoseconds Wait = 400ms;
        qint64 continued = 0;
        QTimer later;
        server->setScript([&](const Request &r) {
            r.write(ScriptedServer::streamHead() + "data: {\"jsonrpc\":\"2.0\",");
            connect(&later, &QTimer::timeout, this, [&continued, r] {
                continued = monotonicNow();
                r.write("\"id\":" + r.rpcId() + ",\"result\":{}}\n");
            });
            later.setSingleShot(true);
            later.start(100ms);
        });
        openSession({.unfinishedWait = std::chrono::duration_cast<std::chrono::milliseconds>(Wait)});
        const Call request = ask();
        QTRY_COMPARE_WITH_TIMEOUT(recorder->count(EventKind::Note), 1, Limit);
        QVERIFY(recorder->of(EventKind::Note).time - continued >= Wait.count() * 9 / 10); // the timer is coarse
    }

    void refusalsAreReadInPart()
    {
        QCOMPARE(BodyText::shown(u"a  b\nc"_s), u"a b c"_s);
        QCOMPARE(BodyText::shown(QString(1'000'000, u' ') + u"x"_s), QString());
        QCOMPARE(BodyText::messageIn(R"({"message":")" + QByteArray(1'000'000, ' ') + R"(x"})"), QString());
        QCOMPARE(BodyText::messageIn("<html>" + QByteArray(1'000'000, ' ') + "<title>x</title>"), QString());
    }

    /// No note for events of other names without a response, or for an event cut at the end of the stream.
    void notMisplaced()
    {
        server->setScript([&](const Request &r) {
            r.write(ScriptedServer::streamHead() +
                    "event: ping\ndata: {\"time\": 1}\n\nevent: log\ndata: text\n\n"
                    "data: " +
                    ScriptedServer::result(r) + "\n\ndata: {\"cut\"");
            r.end();
        });
        openSession({.unfinishedWait = 1ms});
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QTRY_COMPARE_WITH_TIMEOUT(steps("end"_L1).size(), 1, Limit);
        QCOMPARE(recorder->count(EventKind::Note), 0);
    }

    /// Lines that are not fields are recorded beside the messages.
    void invalidEventLines()
    {
        server->setScript([&](const Request &r) {
            r.write(ScriptedServer::streamHead() + "warning: slow\nretry: soon\ndata: " + ScriptedServer::result(r) +
                    "\n\n");
            r.end();
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QTRY_COMPARE_WITH_TIMEOUT(steps("end"_L1).size(), 1, Limit);
        QCOMPARE(events().last().bytes, "warning: slow\nretry: soon\n");
    }

    /// The body of a followed redirect is recorded too.
    void bodyOfARedirect()
    {
        server->setScript([&](const Request &r) {
            r.write(r.head.target == "/mcp"
                        ? ScriptedServer::response("307 Away", "text/html", "<p>moved</p>", "Location: /new\r\n")
                        : ScriptedServer::json(ScriptedServer::result(r)));
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        const auto isPage = [](const Event &event) { return event.bytes == "<p>moved</p>"; };
        QCOMPARE(std::count_if(events().begin(), events().end(), isPage), 1);
    }

    void tooLong_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QString>("part");
        const QByteArray much(300 << 10, '1');
        const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
        const QString headers = u"headers"_s;
        const QString extension = u"a chunk extension"_s;
        const QString trailers = u"trailers"_s;
        QTest::newRow("reason phrase") << "HTTP/1.1 200 " + much << headers;
        QTest::newRow("header") << head + "X: " + much << headers;
        QTest::newRow("many headers") << head + "a: 1\r\n"_ba.repeated(50'000) << headers;
        QTest::newRow("headers of an interim response") << "HTTP/1.1 103 Early\r\nX: " + much << headers;
        QTest::newRow("extension") << head + "\r\n2;a=" + much << extension;
        QTest::newRow("whole extension") << head + "\r\n2;a=" + much + "\r\n{}\r\n0\r\n\r\n" << extension;
        QTest::newRow("extension of a later chunk") << head + "\r\n2\r\n{}\r\n1;a=" + much << extension;
        QTest::newRow("extension of the last chunk") << head + "\r\n2\r\n{}\r\n0;a=" + much << extension;
        QTest::newRow("size of many digits") << head + "\r\n" + QByteArray(300 << 10, '0') << extension;
        QTest::newRow("trailer") << head + "\r\n2\r\n{}\r\n0\r\nX: " + much << trailers;
        QTest::newRow("trailer of an empty body") << head + "\r\n0\r\nX: " + much << trailers;
        QTest::newRow("many trailers") << head + "\r\n2\r\n{}\r\n0\r\n" + "a: 1\r\n"_ba.repeated(50'000) << trailers;
        QTest::newRow("whole trailers") << head + "\r\n2\r\n{}\r\n0\r\n" + "a: 1234\r\n"_ba.repeated(60'000) + "\r\n"
                                        << trailers;
    }

    /// The server writes as long as it is read, so the client must cut the response off.
    void tooLong()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QString, part);
        server->setScript([&](const Request &r) { r.write(response); });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Lost);
        QCOMPARE(request.outcome().error().detail, u"invalid HTTP: %1 longer than 262144 bytes"_s.arg(part));
    }

    /// Trailers are recorded, but do not count as headers.
    void trailers()
    {
        server->setScript([&](const Request &r) {
            const QByteArray body = ScriptedServer::result(r);
            r.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" +
                    QByteArray::number(body.size(), 16) + ";a=b\r\n" + body +
                    "\r\n0\r\nServer-Timing: db;dur=5\r\nX-Api-Key: abc\r\n\r\n");
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QTRY_COMPARE_WITH_TIMEOUT(steps("end"_L1).size(), 1, Limit);
        QCOMPARE(QJsonDocument(steps("end"_L1).first().value("trailers"_L1).toArray()).toJson(QJsonDocument::Compact),
                 R"([{"name":"Server-Timing","value":"db;dur=5"},{"name":"X-Api-Key","value":"***"}])"_ba);
        QCOMPARE(steps("response"_L1).first().value("headers"_L1).toArray().size(), 2);
    }

    void cutShort_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("body"); // JSON: a response; SIZE: its length in hexadecimal
        QTest::addColumn<QString>("note");
        const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
        QTest::newRow("of its length") << head + "Content-Length: 99\r\n\r\n"
                                       << "JSON"_ba << u"only 36 of the 99 announced bytes arrived"_s;
        QTest::newRow("by its last byte") << head + "Content-Length: 37\r\n\r\n"
                                          << "JSON"_ba << u"only 36 of the 37 announced bytes arrived"_s;
        QTest::newRow("of its last chunk") << head + "Transfer-Encoding: chunked\r\n\r\n"
                                           << "24\r\nJSON\r\n"_ba << u"it broke after 36 bytes"_s;
        QTest::newRow("within a chunk") << head + "Transfer-Encoding: chunked\r\n\r\n"
                                        << "ff\r\nJSON"_ba << u"it broke after 36 bytes"_s;
        QTest::newRow("of its trailers") << head + "Transfer-Encoding: chunked\r\n\r\n"
                                         << "24\r\nJSON\r\n0\r\nX: y"_ba << u"it broke after 36 bytes"_s;
        QTest::newRow("whole") << head + "Content-Length: 36\r\n\r\n"
                               << "JSON"_ba << QString();
        QTest::newRow("until the connection ends") << head + "\r\n"
                                                   << "JSON"_ba << QString();
        QTest::newRow("more than was announced") << head + "Content-Length: 36\r\n\r\n"
                                                 << "JSON  "_ba << QString();
        QTest::newRow("a stream of events")
            << "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"_ba
            << "2c\r\ndata: JSON\n\n\r\n"_ba << QString();
    }

    /// A cut body that is valid JSON is accepted, with a note.
    void cutShort()
    {
        QFETCH(const QByteArray, head);
        QFETCH(QByteArray, body);
        QFETCH(const QString, note);
        server->setScript([&](const Request &r) {
            r.write(head + body.replace("JSON", R"({"jsonrpc":"2.0","id":1,"result":{}})"));
            r.end();
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QTRY_COMPARE_WITH_TIMEOUT(steps("end"_L1).size(), 1, Limit);
        QCOMPARE(steps("end"_L1).first().value("cutShort"_L1).toBool(), !note.isEmpty());
        QCOMPARE(recorder->count(EventKind::Note), note.isEmpty() ? 0 : 1);
        if (!note.isEmpty())
            QVERIFY(recorder->of(EventKind::Note).details.value("text"_L1).toString().contains(note));
    }

    void refusals()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const RequestState, state);
        QFETCH(const QString, error);
        server->setScript([&](const Request &r) {
            r.write(response);
            r.end();
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), state);
        QCOMPARE(request.outcome().error().detail, QString(error).replace(u"URL"_s, server->url({}).toString()));
        QCOMPARE(session->state(), Transport::State::Open);
        // The body is in the log, message or not.
        const qsizetype body = response.indexOf("<h1>x</h1>");
        QVERIFY(body < 0 ||
                std::any_of(events().begin(), events().end(), [](const Event &e) { return e.bytes == "<h1>x</h1>"; }));
    }

    void resetInTheMiddleOfAnEvent()
    {
        server->setScript([](const Request &r) {
            r.write(ScriptedServer::streamHead() + "data: {\"jsonrpc\":");
            QTimer::singleShot(0, r.socket, [r] { r.abort(); });
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Lost);
        QCOMPARE(session->state(), Transport::State::Open);
    }

    void unreachable()
    {
        openSession({.url = server->url()});
        server->stopListening();
        QSignalSpy failed(session.get(), &RpcConnection::failed);
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Lost);
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        QCOMPARE(failed.first().first().toString(), u"Connection refused"_s);
        QCOMPARE(recorder->kinds(), "opening opened http:c2s unsent:c2s http failed closed");
    }

    void noAddress_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("scheme") << u"ftp://localhost/x"_s;
        QTest::newRow("host") << u"http:///x"_s;
        QTest::newRow("port") << u"http://localhost:99999/"_s;
        QTest::newRow("with a secret") << u"ftp://hunter2@localhost/"_s;
    }

    void noAddress()
    {
        QFETCH(const QString, url);
        openSession({.url = QUrl(url)});
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        QVERIFY(recorder->of(EventKind::Failed)
                    .details.value("reason"_L1)
                    .toString()
                    .contains(u"is not an http or https URL"));
        for (const Event &event : events())
            QVERIFY(!QJsonDocument(event.details).toJson().contains("hunter2"));
    }

    // ---- leaving

    void closingSendsPendingMessages()
    {
        server->setScript([](const Request &r) {
            if (r.rpcMethod() != "x")
                legacy(r);
        });
        openSession();
        shakeHands();
        const Call request = ask("{}");
        QTRY_COMPARE_WITH_TIMEOUT(request.state(), RequestState::InFlight, Limit);
        session->cancelAll(u"leaving"_s);
        session->close();
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        const QList<Request> posts = server->requests("POST");
        QVERIFY(std::any_of(posts.begin(), posts.end(),
                            [](const Request &r) { return r.rpcMethod() == "notifications/cancelled"; }));
    }

    void closingWithASilentServer()
    {
        openSession({.closeWait = 50ms});
        const Call request = ask();
        QTRY_COMPARE_WITH_TIMEOUT(request.state(), RequestState::InFlight, Limit);
        session->notify("n");
        session->close();
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        QVERIFY(server->requests().isEmpty() || server->requests().first().clientHasGone());
    }

    /// Neither the open stream nor the DELETE gets a response, but both have an end.
    void closingEndsEveryExchange()
    {
        server->setScript([](const Request &r) {
            if (r.head.method == "GET")
                r.write(ScriptedServer::streamHead());
            else if (r.head.method != "DELETE" && r.rpcMethod() != "x")
                legacy(r);
        });
        openSession({.closeWait = 100ms});
        shakeHands();
        const Call request = ask("{}");
        QTRY_COMPARE_WITH_TIMEOUT(request.state(), RequestState::InFlight, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(server->requests("GET").size(), 1, Limit);
        closeSession();
        QCOMPARE(server->requests("DELETE").size(), 1);
        QCOMPARE(steps("request"_L1).size(), 5);
        QCOMPARE(steps("end"_L1).size(), 5);
        QCOMPARE(steps("end"_L1).last().value("how"_L1).toString(), u"closed"_s);
    }

    void canBeOpenedAgain()
    {
        server->setScript([](const Request &r) { r.write(ScriptedServer::json(ScriptedServer::result(r))); });
        openSession();
        finish(ask());
        session->close();
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        session->open();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
    }

    void canBeDestroyedAtAnyMoment()
    {
        // Close from inside the n-th event, whatever it is.
        for (qsizetype n = 1; n < 14; ++n) {
            server = std::make_unique<ScriptedServer>();
            server->setScript(legacy);
            openSession();
            qsizetype count = 0;
            QObject::connect(session.get(), &RpcConnection::eventOccurred, session.get(), [&] {
                if (++count == n)
                    session.reset();
            });
            const Call request(session->request("initialize"));
            QTRY_VERIFY_WITH_TIMEOUT(!session || request.isFinished(), Limit);
            if (session)
                session->notify("notifications/initialized");
            QTRY_VERIFY_WITH_TIMEOUT(!session || server->requests("GET").size() == 1, Limit);
            session.reset();
        }
    }
};

QTEST_GUILESS_MAIN(TestHttpTransport)
#include "tst_httptransport.moc"
