// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httpexchange.h"
#include "core/transport/http/httpparser.h"
#include "core/transport/http/server/httpserver.h"
#include "core/transport/http/sseparser.h"

#include <QCoreApplication>
#include <QPointer>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>

#include <functional>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = 10'000;

QByteArray post(const QByteArray &target, const QByteArray &body, const QByteArray &more = {})
{
    return "POST " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" +
           more + "\r\n" + body;
}

} // namespace

/// HTTP server, with a raw socket as its client.
class TestHttpServer : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<HttpServer> m_server;
    QTcpSocket m_socket;
    QByteArrayList m_seen; ///< method, target and body of each request
    QPointer<HttpServerExchange> m_exchange;
    std::function<void(HttpServerExchange *)> m_handler;
    QByteArray m_received;

    void serve(const HttpServer::Options &options = {})
    {
        m_server = std::make_unique<HttpServer>(options);
        connect(m_server.get(), &HttpServer::requestArrived, this, [this](HttpServerExchange *exchange) {
            m_seen.append(exchange->method() + ' ' + exchange->head().target + ' ' + exchange->body());
            m_exchange = exchange;
            m_handler(exchange);
        });
        QVERIFY(m_server->listen());
        connectToServer();
    }
    void connectToServer()
    {
        m_socket.abort();
        m_received.clear();
        m_socket.connectToHost(m_server->url().host(), quint16(m_server->url().port()));
        QTRY_COMPARE_WITH_TIMEOUT(m_socket.state(), QAbstractSocket::ConnectedState, Limit);
        m_socket.setSocketOption(QAbstractSocket::LowDelayOption,
                                 1); // else two small writes in a row would wait for each other
    }
    void send(const QByteArray &bytes)
    {
        m_socket.write(bytes);
        m_socket.flush();
    }
    const QByteArray &received()
    {
        m_received += m_socket.readAll();
        return m_received;
    }
    /// Returns the next complete response; status 0 if it does not come.
    std::pair<int, QByteArray> response()
    {
        HttpParser parser(HttpParser::Kind::Response);
        QByteArray body;
        const bool done = QTest::qWaitFor(
            [&] {
                const QByteArray bytes = std::exchange(m_received, {}) + m_socket.readAll();
                static_cast<void>(parser.feed(bytes));
                body += parser.takeBody();
                return parser.isDone();
            },
            Limit);
        m_received = parser.takeRest();
        return {done ? parser.head().status : 0, body};
    }

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_handler = [](HttpServerExchange *exchange) {
            exchange->respond(200, {{"Content-Type"_ba, "text/plain"_ba}}, "echo " + exchange->body());
        };
    }
    void cleanup()
    {
        m_socket.abort();
        m_server.reset();
        m_seen.clear();
    }

    void listensOnThisMachineOnly()
    {
        serve();
        QCOMPARE(m_server->url().host(), u"127.0.0.1"_s);
        HttpServer second({.port = quint16(m_server->url().port())});
        const Outcome outcome = second.listen();
        QVERIFY(!outcome);
        QVERIFY(outcome.error().detail.startsWith(u"cannot listen on 127.0.0.1"_s));
    }

    /// Bytes may arrive in any pieces, here one by one.
    void splitAtEveryByte()
    {
        serve();
        const QByteArray request = post("/a?b=c", "hello");
        for (qsizetype at = 1; at < request.size(); ++at) {
            send(request.first(at));
            QCoreApplication::processEvents();
            send(request.sliced(at));
            const auto [status, body] = response();
            QCOMPARE(status, 200);
            QCOMPARE(body, "echo hello"_ba);
        }
        QCOMPARE(m_seen.size(), request.size() - 1);
        QCOMPARE(m_seen.count("POST /a?b=c hello"), request.size() - 1);
    }

    void readsChunks()
    {
        serve();
        send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
        QCOMPARE(response().second, "echo abcde"_ba);
    }

    /// A trailer cannot pose as a header, such as a session or an origin.
    void trailersAreNotHeaders()
    {
        serve();
        m_handler = [](HttpServerExchange *exchange) {
            exchange->respond(200, {}, exchange->body() + '|' + exchange->header("Mcp-Session-Id"));
        };
        send(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nMcp-Session-Id: s\r\n\r\n");
        QCOMPARE(response().second, "a|"_ba);
    }

    void reportsTheTarget()
    {
        serve();
        m_handler = [](HttpServerExchange *exchange) {
            exchange->respond(200, {}, exchange->path() + '|' + exchange->query() + '|' + exchange->header("x-a"));
        };
        send("GET /p%20q?r=1&s HTTP/1.1\r\nHost: x\r\nX-A: b \r\n\r\n");
        QCOMPARE(response().second, "/p%20q|r=1&s|b"_ba);
        send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        QCOMPARE(response().second, "/||"_ba);
    }

    /// Three requests at once get their responses in order, though the first is late.
    void pipelined()
    {
        serve();
        QList<QPointer<HttpServerExchange>> open;
        m_handler = [&](HttpServerExchange *exchange) { open.append(exchange); };
        send(post("/1", "one") + post("/2", "two") + post("/3", "three"));
        for (int i = 0; i < 3; ++i) {
            QTRY_COMPARE_WITH_TIMEOUT(open.size(), i + 1, Limit);
            QCoreApplication::processEvents();
            QCOMPARE(open.size(), i + 1); // the next one waits
            open.at(i)->respond(200, {}, open.at(i)->body());
            QVERIFY(!open.at(i)->isOpen());
        }
        QCOMPARE(response().second, "one"_ba);
        QCOMPARE(response().second, "two"_ba);
        QCOMPARE(response().second, "three"_ba);
        QTRY_VERIFY_WITH_TIMEOUT(!open.at(2), Limit);
        QCOMPARE(m_socket.state(), QAbstractSocket::ConnectedState);
    }

    void headHasNoBody()
    {
        serve();
        send("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_socket.state(), QAbstractSocket::UnconnectedState, Limit);
        QVERIFY(received().startsWith("HTTP/1.1 200 OK\r\n"));
        QVERIFY(received().contains("Content-Length: 5\r\n"));
        QVERIFY(received().endsWith("\r\n\r\n"));
        QVERIFY(received().contains("Connection: close\r\n"));
    }

    void oldVersions()
    {
        serve();
        send("GET / HTTP/1.0\r\n\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_socket.state(), QAbstractSocket::UnconnectedState, Limit);
        QVERIFY(received().endsWith("\r\n\r\necho "));
        connectToServer();
        send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        QCOMPARE(response().second, "echo "_ba);
        // A stream to an HTTP/1.0 client, which has no chunks, ends with the connection.
        m_handler = [](HttpServerExchange *exchange) {
            exchange->startEvents();
            exchange->write("data: x\n\n");
            exchange->finish();
        };
        send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_socket.state(), QAbstractSocket::UnconnectedState, Limit);
        QVERIFY(received().endsWith("\r\n\r\ndata: x\n\n"));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("no HTTP") << "hello\r\n\r\n"_ba << 400 << "invalid HTTP: bad method"_ba;
        QTest::newRow("no host") << "GET / HTTP/1.1\r\n\r\n"_ba << 400 << ""_ba;
        QTest::newRow("bad length") << "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: y\r\n\r\n"_ba << 400
                                    << "invalid HTTP: bad Content-Length"_ba;
        QTest::newRow("bad field") << "GET / HTTP/1.1\r\nHost x\r\n\r\n"_ba << 400 << "invalid HTTP: bad field"_ba;
        QTest::newRow("bad chunk") << "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n"_ba << 400
                                   << "invalid HTTP: bad chunk"_ba;
        QTest::newRow("announced too large")
            << "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n"_ba << 413 << ""_ba;
        QTest::newRow("too large in chunks")
            << "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n"_ba << 413
            << ""_ba;
        const QByteArray prefix = "invalid HTTP: ";
        const QByteArray much(300 << 10, 'x');
        const QByteArray chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        QTest::newRow("head without end")
            << "GET / HTTP/1.1\r\nX: " + much << 400 << prefix + "headers longer than 262144 bytes";
        QTest::newRow("chunk extension without end")
            << chunked + "5;a=" + much << 400 << prefix + "a chunk extension longer than 262144 bytes";
        QTest::newRow("trailers without end")
            << chunked + "5\r\nhello\r\n0\r\nX: " + much << 400 << prefix + "trailers longer than 262144 bytes";
    }

    void refuses()
    {
        serve({.maxBody = 10, .lingerTime = 50ms});
        QFETCH(const QByteArray, bytes);
        send(bytes);
        const auto [status, body] = response();
        QTEST(status, "status");
        QTEST(body, "body");
        QTRY_COMPARE_WITH_TIMEOUT(m_socket.state(), QAbstractSocket::UnconnectedState, Limit);
        QVERIFY(m_seen.isEmpty());
    }

    void acceptsTheLargestRequest()
    {
        serve({.maxBody = 10});
        send(post("/", "1234567890"));
        QCOMPARE(response().second, "echo 1234567890"_ba);
    }

    void invitesTheBody()
    {
        serve();
        send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(received(), "HTTP/1.1 100 Continue\r\n\r\n"_ba, Limit);
        m_received.clear();
        send("hi");
        QCOMPARE(response().second, "echo hi"_ba);
    }

    /// Each piece arrives before the next is written, and the connection serves another request after the stream.
    void streams()
    {
        serve();
        m_handler = [](HttpServerExchange *exchange) { exchange->startEvents({{"X-A"_ba, "b"_ba}}); };
        send(post("/", {}));
        QTRY_VERIFY_WITH_TIMEOUT(received().endsWith("\r\n\r\n"), Limit);
        QVERIFY(received().contains("Content-Type: text/event-stream\r\n"));
        QVERIFY(received().contains("X-A: b\r\n"));
        QSignalSpy drained(m_exchange, &HttpServerExchange::drained);
        const SseEvent event{.type = "t", .data = "a\nb", .id = "7"_ba, .retry = 5};
        m_exchange->write(event.toBytes());
        QVERIFY(drained.isEmpty()); // no signal is emitted from inside a call
        QTRY_VERIFY_WITH_TIMEOUT(received().endsWith("\r\n29\r\nevent: t\nid: 7\nretry: 5\ndata: a\ndata: b\n\n\r\n"),
                                 Limit);
        QTRY_VERIFY_WITH_TIMEOUT(!drained.isEmpty(), Limit);
        drained.clear();
        for (int i = 0; i < 100; ++i)
            m_exchange->write(": x\n");
        QTRY_VERIFY_WITH_TIMEOUT(!drained.isEmpty(), Limit);
        QCoreApplication::processEvents();
        QCOMPARE(drained.count(), 1); // not once per piece
        QCOMPARE(m_exchange->pendingBytes(), 0);
        m_exchange->finish();
        QTRY_VERIFY_WITH_TIMEOUT(received().endsWith("0\r\n\r\n"), Limit);
        m_received.clear();
        m_handler = [](HttpServerExchange *exchange) { exchange->respond(202); };
        send(post("/", {}));
        QCOMPARE(response().first, 202);
    }

    void clientCloses_data()
    {
        QTest::addColumn<bool>("begun");
        QTest::addColumn<bool>("reset");
        QTest::newRow("before the answer") << false << false;
        QTest::newRow("in the middle of a stream") << true << false;
        QTest::newRow("by a reset") << true << true;
    }

    void clientCloses()
    {
        QFETCH(bool, begun);
        QFETCH(bool, reset);
        serve();
        m_handler = [](HttpServerExchange *) {};
        send(post("/", {}));
        QTRY_VERIFY_WITH_TIMEOUT(m_exchange, Limit);
        QSignalSpy gone(m_exchange, &HttpServerExchange::gone);
        if (begun) {
            m_exchange->startEvents();
            m_exchange->write("data: x\n\n");
        }
        QVERIFY(m_exchange->isOpen());
        if (reset)
            m_socket.abort(); // with unread bytes
        else
            m_socket.disconnectFromHost();
        QVERIFY(gone.wait(Limit));
        if (m_exchange) {
            QVERIFY(!m_exchange->isOpen());
            m_exchange->write("data: y\n\n"); // no effect
            m_exchange->finish();
        }
        QTRY_VERIFY_WITH_TIMEOUT(!m_exchange, Limit);
        QCOMPARE(gone.count(), 1);
    }

    /// The client reads nothing and disconnects with much unsent.
    void clientClosesWithPendingBytes()
    {
        serve();
        m_handler = [](HttpServerExchange *exchange) {
            exchange->startEvents();
            exchange->write(QByteArray(32 << 20, 'x'));
        };
        m_socket.setReadBufferSize(1);
        send(post("/", {}));
        QTRY_VERIFY_WITH_TIMEOUT(m_exchange, Limit);
        QVERIFY(m_exchange->pendingBytes() > 0);
        QSignalSpy gone(m_exchange, &HttpServerExchange::gone);
        m_socket.abort();
        QVERIFY(gone.wait(Limit));
        m_socket.setReadBufferSize(0);
    }

    void aborts()
    {
        serve();
        m_handler = [](HttpServerExchange *exchange) {
            exchange->startEvents();
            exchange->abort();
            QVERIFY(!exchange->isOpen());
        };
        send(post("/", {}));
        QTRY_COMPARE_WITH_TIMEOUT(m_socket.state(), QAbstractSocket::UnconnectedState, Limit);
        QTRY_VERIFY_WITH_TIMEOUT(!m_exchange, Limit);
    }

    void destroyedByAReceiver_data()
    {
        QTest::addColumn<bool>("server");
        QTest::newRow("the server") << true;
        QTest::newRow("the exchange") << false;
    }

    void destroyedByAReceiver()
    {
        QFETCH(bool, server);
        serve();
        m_handler = [&](HttpServerExchange *exchange) {
            if (server)
                m_server.reset();
            else
                delete exchange;
        };
        send(post("/1", {}) + post("/2", {}));
        QTRY_COMPARE_WITH_TIMEOUT(m_socket.state(), QAbstractSocket::UnconnectedState, Limit);
        QCOMPARE(m_seen.size(), 1);
    }

    void clientDestroyedByAReceiver()
    {
        serve();
        auto client = std::make_unique<HttpExchange>(HttpRequest{.method = "GET"_ba, .url = m_server->url()},
                                                     HttpExchange::Options());
        connect(client.get(), &HttpExchange::bodyArrived, this, [&] { client.reset(); });
        client->start();
        QTRY_VERIFY_WITH_TIMEOUT(!client, Limit);
        QCOMPARE(m_seen.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestHttpServer)
#include "tst_httpserver.moc"
