// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/conversation.h"
#include "core/scriptedserver.h"
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

using Request = ScriptedServer::Request;

constexpr QByteArrayView Initialize = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})";
constexpr QByteArrayView Call = R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"t"}})";

/// A client on stdio whose server is the proxy.
class ProxyProcess
{
public:
    ProxyProcess(const QString &file, const QUrl &url)
    {
        m_process.start(Peers::program(u"pullcord-cli"_s), {u"proxy"_s, file, u"--url"_s, url.toString()});
    }
    ~ProxyProcess() { static_cast<void>(end()); }

    void write(QByteArrayView line) { m_process.write(line.toByteArray() + '\n'); }
    /// Returns the next line of the proxy; empty if none came.
    [[nodiscard]] QByteArray read()
    {
        static_cast<void>(QTest::qWaitFor([this] { return m_process.canReadLine(); }, CliRun::Limit));
        return m_process.readLine();
    }
    [[nodiscard]] bool hasEnded()
    {
        return QTest::qWaitFor([this] { return m_process.state() == QProcess::NotRunning; }, CliRun::Limit);
    }
    /// Closes the client's end.
    [[nodiscard]] CliRun end()
    {
        m_process.closeWriteChannel();
        return CliRun::finish(m_process);
    }

private:
    QProcess m_process;
};

} // namespace

/// `pullcord-cli proxy` between a client on stdio and a server behind a URL.
class TestCliProxyHttp : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] static std::unique_ptr<Conversation> read(const QString &file)
    {
        auto conversation = Conversation::fromFile(file);
        return conversation ? *std::move(conversation) : nullptr;
    }
    [[nodiscard]] static QList<Event> eventsOf(const Conversation &conversation, EventKind kind)
    {
        QList<Event> events;
        for (qsizetype i = 0; i < conversation.capture().count(); ++i) {
            if (conversation.capture().entry(i).kind == kind)
                events << conversation.capture().eventAt(i);
        }
        return events;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void cancelIsTranslated_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isMessage");
        QTest::newRow("2024-11-05 over HTTP+SSE") << u"2024-11-05"_s << u"/sse"_s << true;
        QTest::newRow("2025-11-25") << u"2025-11-25"_s << u"/mcp"_s << true;
        QTest::newRow("2026-07-28") << u"2026-07-28"_s << u"/mcp"_s << false;
    }
    /// The client is our own command line. The cancel stays a message where HTTP has one, and closes the stream
    /// elsewhere; the server stops working in both cases.
    void cancelIsTranslated()
    {
        QFETCH(const QString, revision);
        QFETCH(const QString, path);
        QFETCH(const bool, isMessage);
        DemoHttp server;
        const QString file = this->path(revision + u".pullcord"_s);
        const CliRun run =
            CliRun::of({u"call"_s, u"slow"_s, uR"({"ms":60000})"_s, u"--revision"_s, revision, u"--cancel-after"_s,
                        u"300"_s, u"--reason"_s, u"tired"_s, u"--"_s, Peers::program(u"pullcord-cli"_s), u"proxy"_s,
                        file, u"--url"_s, server.url(path).toString()});
        QVERIFY2(run.exitCode == 4, run.err.constData());
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestLog &log = conversation->log();
        const RequestRecord record = log.record(log.count() - 1);
        QCOMPARE(record.target, u"slow"_s);
        QCOMPARE(record.state, RequestState::Cancelled);
        QVERIFY(record.cancellation);
        QCOMPARE(record.cancellation->reason, u"tired"_s);
        const QList<Event> cancels = eventsOf(*conversation, EventKind::Cancel);
        QCOMPARE(cancels.size(), isMessage ? 0 : 1);
        if (!isMessage) {
            QVERIFY(cancels.constFirst()
                        .details.value("notification"_L1)
                        .toString()
                        .contains(u"\"notifications/cancelled\""_s));
            QVERIFY(record.streamClosed > 0);
        }
        QCOMPARE(conversation->capture().eventAt(0).details.value("proxied"_L1), QJsonValue(true));
    }

    void requestWithoutResponseEnds_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("status") << ScriptedServer::response("500 Internal Server Error", "text/plain", "out of order")
                                << "HTTP 500 Internal Server Error: out of order"_ba;
        QTest::newRow("no message") << ScriptedServer::response("200 OK", "text/html", "<p>login</p>")
                                    << "text/html"_ba;
        QTest::newRow("stream that ends") << ScriptedServer::streamHead() << "the server ended the stream"_ba;
        QTest::newRow("connection that ends") << ""_ba
                                              << "closed the connection"_ba;
    }
    /// The client would wait for ever: it gets an error, and the next request still works.
    void requestWithoutResponseEnds()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, says);
        ScriptedServer server;
        server.setScript([&response](const Request &request) {
            const bool fails = request.rpcMethod() == "tools/call";
            request.write(fails ? response : ScriptedServer::json(ScriptedServer::result(request)));
            if (fails)
                request.end();
        });
        const QString file = path(QString::fromUtf8(QTest::currentDataTag()) + u".pullcord"_s);
        ProxyProcess proxy(file, server.url());
        proxy.write(Initialize);
        QVERIFY(proxy.read().contains(R"("result")"));
        proxy.write(Call);
        const QByteArray error = proxy.read();
        QVERIFY2(error.startsWith(R"({"jsonrpc":"2.0","id":"a","error":{"code":-32000,)"), error.constData());
        QVERIFY2(error.contains(says), error.constData());
        proxy.write(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
        QVERIFY(proxy.read().contains(R"("id":1,"result")"));
        QCOMPARE(proxy.end().exitCode, 0);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const QList<Event> notes = eventsOf(*conversation, EventKind::Note);
        QVERIFY(!notes.isEmpty());
        QVERIFY(notes.constLast().details.value("text"_L1).toString().contains(QString::fromUtf8(error.trimmed())));
    }

    /// A line holds one message, so line breaks between its tokens become spaces; nothing else changes.
    void messageBecomesOneLine()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) {
            request.write(
                ScriptedServer::json("{\r\n  \"jsonrpc\": \"2.0\",\n  \"id\": 0,\n  \"result\": { \"a\\n\": 1.0 }\n}"));
        });
        ProxyProcess proxy(path(u"lines.pullcord"_s), server.url());
        proxy.write(Initialize);
        QCOMPARE(proxy.read(), R"({    "jsonrpc": "2.0",   "id": 0,   "result": { "a\n": 1.0 } })"
                               "\n"_ba);
    }

    /// Bytes of the client reach the server as they are, whatever they are.
    void whatTheClientSendsArrives()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) { request.write(ScriptedServer::accepted()); });
        ProxyProcess proxy(path(u"bytes.pullcord"_s), server.url());
        const QByteArrayList lines{R"( {"jsonrpc":"2.0", "method":"a","params":{"b":1.0}} )", "no JSON",
                                   R"({"id":1e0})"};
        for (const QByteArray &line : lines)
            proxy.write(line);
        QTRY_COMPARE_WITH_TIMEOUT(server.requests("POST").size(), lines.size(), CliRun::Limit);
        QByteArrayList bodies;
        for (const Request &request : server.requests("POST"))
            bodies << request.body;
        std::sort(bodies.begin(), bodies.end()); // each has a connection of its own
        QByteArrayList expected = lines;
        std::sort(expected.begin(), expected.end());
        QCOMPARE(bodies, expected);
    }

    /// Only the client can begin a new session, which it does when its server is started again.
    void endsWithTheSession()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) {
            if (request.rpcMethod() == "initialize")
                request.write(ScriptedServer::json(ScriptedServer::result(request), "Mcp-Session-Id: s1\r\n"));
            else
                request.write(ScriptedServer::response("404 Not Found", "text/plain", "no such session"));
        });
        ProxyProcess proxy(path(u"session.pullcord"_s), server.url());
        proxy.write(Initialize);
        QVERIFY(proxy.read().contains(R"("result")"));
        proxy.write(Call);
        QVERIFY(proxy.read().contains(R"("error")"));
        QVERIFY(proxy.hasEnded());
        QCOMPARE(proxy.end().exitCode, 0);
    }

    void serverThatCannotBeReached()
    {
        ScriptedServer server;
        const QUrl url = server.url();
        server.stopListening();
        ProxyProcess proxy(path(u"away.pullcord"_s), url);
        proxy.write(Initialize);
        QVERIFY(proxy.read().contains(R"("id":0,"error")"));
        QVERIFY(proxy.hasEnded());
        const CliRun run = proxy.end();
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains("refused"), run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliProxyHttp)
#include "tst_cliproxyhttp.moc"
