// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/httppeer.h"
#include "e2e/proxyfixture.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli proxy` between clients on the official SDKs and server-everything: the client sees no difference.
class TestCliProxyPeers : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    /// Returns the output of a client that plays with that server; both sides are recorded in `record`.
    static CliRun play(const QString &sdk, const QString &record, const StdioCommand &server)
    {
        return play(Peers::client(sdk, u"everything"_s, record, server));
    }
    static CliRun play(const StdioCommand &client)
    {
        QProcess process;
        process.start(client.program, client.arguments);
        return CliRun::finish(process);
    }

private slots:
    void initTestCase() { QVERIFY(useOwnSession(m_folder.path())); }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void clientSeesNoDifference_data()
    {
        QTest::addColumn<QString>("sdk");
        QTest::addColumn<bool>("isHttp");
        QTest::newRow("SDK v1") << u"sdk-v1"_s << false;
        QTest::newRow("SDK v2") << u"sdk-v2"_s << false;
        QTest::newRow("SDK v1, server over HTTP") << u"sdk-v1"_s << true;
        QTest::newRow("SDK v2, server over HTTP") << u"sdk-v2"_s << true;
    }
    void clientSeesNoDifference()
    {
        QFETCH(const QString, sdk);
        QFETCH(const bool, isHttp);
        const StdioCommand everything = Peers::everything();
        const QString name = sdk + (isHttp ? u"-http"_s : QString());
        const CliRun direct = play(sdk, path(name + u"-direct.jsonl"_s), everything);
        QVERIFY2(direct.exitCode == 0 && CliRun::lines(direct.out).size() == 5, direct.err.constData());

        const QString file = path(name + u".pullcord"_s);
        const QString record = path(name + u".jsonl"_s);
        HttpPeer peer(Peers::everythingHttp(), "listening", u"/mcp"_s);
        QVERIFY(!isHttp || peer.isReady());
        const QStringList server = isHttp ? QStringList{u"--url"_s, peer.url().toString()}
                                          : QStringList{u"--"_s, everything.program} + everything.arguments;
        const StdioCommand proxy{.program = Peers::program(u"pullcord-cli"_s),
                                 .arguments = QStringList{u"proxy"_s, file} + server};
        const CliRun proxied = play(sdk, record, proxy);
        QVERIFY2(proxied.exitCode == 0, proxied.err.constData());
        QCOMPARE(proxied.out, direct.out);

        const auto conversation = Conversation::fromFile(file);
        QVERIFY(conversation);
        QByteArrayList methods;
        const RequestLog &log = (*conversation)->log();
        for (qsizetype row = 0; row < log.count(); ++row)
            methods << log.record(row).method;
        QVERIFY(methods.contains("tools/list"));
        QCOMPARE(methods.count("tools/call"), 4);
        const RequestRecord cancelled = log.record(log.count() - 2);
        QCOMPARE(cancelled.target, u"trigger-long-running-operation"_s);
        QCOMPARE(cancelled.state, RequestState::Cancelled);
        QCOMPARE(cancelled.cancellation->reason, u"tired"_s);
        QCOMPARE(messages((*conversation)->capture()), linesOf(record));
    }

    void clientOverHttpSeesNoDifference_data()
    {
        QTest::addColumn<QString>("sdk");
        QTest::addColumn<QString>("way");
        QTest::addColumn<bool>("isHttp");
        QTest::newRow("SDK v1, server over HTTP+SSE") << u"sdk-v1"_s << u"sse"_s << true;
        QTest::newRow("SDK v2, server over HTTP+SSE") << u"sdk-v2"_s << u"sse"_s << true;
        QTest::newRow("SDK v1, server over HTTP") << u"sdk-v1"_s << QString() << true;
        QTest::newRow("SDK v2, server over HTTP") << u"sdk-v2"_s << QString() << true;
        QTest::newRow("SDK v1 over HTTP+SSE, server on stdio") << u"sdk-v1"_s << u"sse"_s << false;
        QTest::newRow("SDK v2 over HTTP+SSE, server on stdio") << u"sdk-v2"_s << u"sse"_s << false;
        QTest::newRow("SDK v1, server on stdio") << u"sdk-v1"_s << QString() << false;
        QTest::newRow("SDK v2, server on stdio") << u"sdk-v2"_s << QString() << false;
    }
    /// Through a proxy that listens, the client sees what it sees of the server on stdio.
    void clientOverHttpSeesNoDifference()
    {
        QFETCH(const QString, sdk);
        QFETCH(const QString, way);
        QFETCH(const bool, isHttp);
        const StdioCommand everything = Peers::everything();
        const QString name = QString::fromUtf8(QTest::currentDataTag());
        const CliRun direct = play(sdk, path(name + u"-direct.jsonl"_s), everything);
        QVERIFY2(direct.exitCode == 0 && CliRun::lines(direct.out).size() == 5, direct.err.constData());

        const bool isSse = way == "sse"_L1;
        HttpPeer peer(isSse ? Peers::everythingSse() : Peers::everythingHttp(), isSse ? "running" : "listening",
                      isSse ? u"/sse"_s : u"/mcp"_s);
        QVERIFY2(!isHttp || peer.isReady(), peer.output().constData());
        const QString file = path(name + u".pullcord"_s);
        ProxyProcess proxy(QStringList{u"proxy"_s, file, u"--listen"_s, u"0"_s} +
                           (isHttp ? QStringList{u"--url"_s, peer.url().toString()}
                                   : QStringList{u"--"_s, everything.program} + everything.arguments));
        const CliRun proxied = play(Peers::httpClient(sdk, u"everything"_s, proxy.address(), way));
        QVERIFY2(proxied.exitCode == 0, proxied.err.constData());
        QCOMPARE(proxied.out, direct.out);
        QCOMPARE(proxy.interrupt(), 130);

        const auto conversation = Conversation::fromFile(file);
        QVERIFY(conversation);
        const RequestLog &log = (*conversation)->log();
        const RequestRecord cancelled = log.record(log.count() - 2);
        QCOMPARE(cancelled.target, u"trigger-long-running-operation"_s);
        QCOMPARE(cancelled.state, RequestState::Cancelled);
        QCOMPARE(cancelled.cancellation->reason, u"tired"_s);
    }

    void rulesAct_data() { operatorCancels_data(); }
    /// The request and the response of a call pass as rules say, and the client is not blamed.
    void rulesAct()
    {
        QFETCH(const QString, transport);
        QFETCH(const bool, isHttp);
        const bool isSse = transport == "http+sse"_L1;
        const StdioCommand everything = Peers::everything();
        HttpPeer peer(isSse ? Peers::everythingSse() : Peers::everythingHttp(), isSse ? "running" : "listening",
                      isSse ? u"/sse"_s : u"/mcp"_s);
        QVERIFY2(!isHttp || peer.isReady(), peer.output().constData());
        QFile rules(path(u"rules.json"_s));
        QVERIFY(rules.open(QIODevice::WriteOnly));
        rules.write(R"({"rules":[{"name":"other text","match":"dir:c2s name:echo","action":"edit",)"
                    R"("edits":[{"pointer":"/params/arguments/message","value":"changed on the way"}]},)"
                    R"({"name":"late","match":"dir:s2c","action":"delay","ms":5}]})");
        rules.close();
        const QString file = path(u"rules-%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag())));
        ProxyProcess proxy(QStringList{u"proxy"_s, file, u"--rules"_s, rules.fileName(), u"--listen"_s, u"0"_s} +
                           (isHttp ? QStringList{u"--url"_s, peer.url().toString()}
                                   : QStringList{u"--"_s, everything.program} + everything.arguments));
        const CliRun call = CliRun::of({u"call"_s, u"echo"_s, uR"({"message":"hello"})"_s, u"--transport"_s, transport,
                                        u"--url"_s, proxy.address().toString()});
        QVERIFY2(call.exitCode == 0, call.err.constData());
        QVERIFY2(call.out.contains("changed on the way"), call.out.constData());
        QCOMPARE(proxy.interrupt(), 130);
        const CliRun checked = CliRun::of({u"check"_s, file, u"--json"_s});
        QVERIFY2(!checked.out.contains(R"("side":"client")"), checked.out.constData());
    }

    void operatorCancels_data()
    {
        QTest::addColumn<QString>("transport");
        QTest::addColumn<bool>("isHttp");
        QTest::newRow("server over HTTP") << u"auto"_s << true;
        QTest::newRow("server over HTTP+SSE") << u"http+sse"_s << true;
        QTest::newRow("server on stdio") << u"auto"_s << false;
    }
    /// server-everything gets the cancel of the operator, the client the error, and no side is blamed.
    void operatorCancels()
    {
        QFETCH(const QString, transport);
        QFETCH(const bool, isHttp);
        const bool isSse = transport == "http+sse"_L1;
        const StdioCommand everything = Peers::everything();
        HttpPeer peer(isSse ? Peers::everythingSse() : Peers::everythingHttp(), isSse ? "running" : "listening",
                      isSse ? u"/sse"_s : u"/mcp"_s);
        QVERIFY2(!isHttp || peer.isReady(), peer.output().constData());
        const QString file = path(u"operator-%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag())));
        ProxyProcess proxy(QStringList{u"proxy"_s, file, u"--listen"_s, u"0"_s} +
                           (isHttp ? QStringList{u"--url"_s, peer.url().toString()}
                                   : QStringList{u"--"_s, everything.program} + everything.arguments));
        QProcess client;
        client.start(Peers::program(u"pullcord-cli"_s),
                     {u"call"_s, u"trigger-long-running-operation"_s, uR"({"duration":60,"steps":60})"_s,
                      u"--timeout"_s, u"60000"_s, u"--linger"_s, u"500"_s, u"--transport"_s, transport, u"--url"_s,
                      proxy.address().toString()});
        QTRY_VERIFY_WITH_TIMEOUT(proxy.control({}).out.contains("tools/call  trigger-long-running-operation"),
                                 CliRun::Limit);
        const CliRun run =
            proxy.control({u"cancel-all"_s, u"--reason"_s, u"tired"_s, u"--waiting"_s, u"error:-5:enough"_s});
        QVERIFY2(run.out.startsWith("cancelled: "), run.err.constData());
        const CliRun ended = CliRun::finish(client);
        QCOMPARE(ended.exitCode, 1);
        QVERIFY2(ended.err.contains("enough"), ended.err.constData());
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = Conversation::fromFile(file);
        QVERIFY(conversation);
        const RequestLog &log = (*conversation)->log();
        qsizetype cancelled = 0;
        for (qsizetype row = 0; row < log.count(); ++row) {
            const RequestRecord record = log.record(row);
            if (!record.cancellation)
                continue;
            ++cancelled;
            QVERIFY(record.cancellation->byOperator);
            QCOMPARE(record.cancellation->waitEnd, RequestRecord::Cancellation::WaitEnd::Error);
            QVERIFY(record.cancellation->refusal.isEmpty());
        }
        QCOMPARE(cancelled, 1);
        const CliRun checked = CliRun::of({u"check"_s, file, u"--json"_s});
        QVERIFY2(!checked.out.contains(R"("side":"client")"), checked.out.constData());
    }

    /// A client of 2026-07-28 over HTTP sees of a server on stdio what it sees of the same tools over HTTP.
    void modernClientSeesNoDifference()
    {
        HttpPeer peer(Peers::sdkV2Http(), "listening", u"/mcp"_s);
        QVERIFY(peer.isReady());
        const CliRun direct = play(Peers::httpClient(u"sdk-v2"_s, u"ours"_s, peer.url(), u"modern"_s));
        const QByteArrayList lines = CliRun::lines(QByteArray(direct.out).replace("v2-http-peer", "v2-peer"));
        QVERIFY2(direct.exitCode == 0 && lines.size() == 5, direct.err.constData());
        const QString file = path(u"modern.pullcord"_s);
        const StdioCommand server = Peers::sdkV2();
        ProxyProcess proxy(QStringList{u"proxy"_s, file, u"--listen"_s, u"0"_s, u"--"_s, server.program} +
                           server.arguments);
        const CliRun proxied = play(Peers::httpClient(u"sdk-v2"_s, u"ours"_s, proxy.address(), u"modern"_s));
        QVERIFY2(proxied.exitCode == 0, proxied.err.constData());
        QCOMPARE(CliRun::lines(proxied.out).sliced(1), lines.sliced(1)); // the lists differ in their cache hints
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = Conversation::fromFile(file);
        QVERIFY(conversation);
        const RequestLog &log = (*conversation)->log();
        const RequestRecord cancelled = log.record(log.count() - 2);
        QCOMPARE(cancelled.target, u"slow"_s);
        QCOMPARE(cancelled.state, RequestState::Cancelled);
    }

    void suiteSeesNoDifference_data()
    {
        QTest::addColumn<bool>("isHttp");
        QTest::newRow("server over HTTP") << true;
        QTest::newRow("server on stdio") << false;
    }
    /// The official conformance suite gives server-everything the same verdicts through a proxy that listens. Only the
    /// scenario of foreign hosts differs, since the proxy refuses them itself. For a server on stdio the proxy also makes
    /// the sessions: their scenario passes, in which server-everything itself fails.
    void suiteSeesNoDifference()
    {
        QFETCH(const bool, isHttp);
        HttpPeer peer(Peers::everythingHttp(), "listening", u"/mcp"_s);
        QVERIFY(peer.isReady());
        const StdioCommand everything = Peers::everything();
        ProxyProcess proxy(QStringList{u"proxy"_s, path(u"suite-%1.pullcord"_s.arg(isHttp)), u"--listen"_s, u"0"_s} +
                           (isHttp ? QStringList{u"--url"_s, peer.url().toString()}
                                   : QStringList{u"--"_s, everything.program} + everything.arguments));
        const QByteArrayList direct = verdicts(peer.url());
        QVERIFY2(direct.size() > 20, direct.join('\n').constData());
        const QByteArrayList proxied = verdicts(proxy.address());
        if (isHttp) {
            QCOMPARE(proxied, direct);
        } else {
            QByteArrayList failures = failuresIn(direct);
            failures.removeAll("server-session-lifecycle");
            QCOMPARE(failuresIn(proxied), failures);
            QCOMPARE(proxied.size(), direct.size());
        }
        QCOMPARE(proxy.interrupt(), 130);
    }

private:
    /// Returns one line for each scenario of the suite, with its verdict.
    static QByteArrayList verdicts(const QUrl &url)
    {
        QProcess suite;
        suite.start(qEnvironmentVariable("PULLCORD_NODE"),
                    {qEnvironmentVariable("PULLCORD_PEERS_DIR") +
                         u"/node_modules/@modelcontextprotocol/conformance/dist/index.js"_s,
                     u"server"_s, u"--url"_s, url.toString()});
        QSignalSpy(&suite, &QProcess::finished).wait(4 * CliRun::Limit); // a server on stdio starts for each scenario
        QByteArrayList lines;
        for (const QByteArray &line : CliRun::lines(CliRun::finish(suite).out)) {
            const bool isVerdict = line.startsWith("\xe2\x9c\x93") || line.startsWith("\xe2\x9c\x97"); // ✓ or ✗
            if (isVerdict && !line.contains("dns-rebinding"))
                lines << line;
        }
        return lines;
    }
    /// Returns the names of the scenarios that failed.
    static QByteArrayList failuresIn(const QByteArrayList &verdicts)
    {
        QByteArrayList names;
        for (const QByteArray &line : verdicts) {
            if (line.startsWith("\xe2\x9c\x97 "))
                names << line.sliced(4, line.indexOf(':') - 4);
        }
        return names;
    }
    /// Returns all messages by direction. The order between directions may differ between the two recorders.
    static QByteArrayList messages(const Capture &capture)
    {
        QByteArrayList all;
        for (const Direction direction : {Direction::ClientToServer, Direction::ServerToClient}) {
            for (qsizetype i = 0; i < capture.count(); ++i) {
                const Event event = capture.eventAt(i);
                if (event.isMessage() && event.direction == direction)
                    all << event.bytes;
            }
        }
        return all;
    }
    static QByteArrayList linesOf(const QString &record)
    {
        QFile file(record);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        const QByteArrayList lines = CliRun::lines(file.readAll());
        QByteArrayList all;
        for (const char *direction : {"c2s", "s2c"}) {
            for (const QByteArray &line : lines) {
                const JsonValue value(line);
                if (value.member("direction").toString() == QLatin1StringView(direction))
                    all << value.member("message").raw().toByteArray();
            }
        }
        return all;
    }
};

QTEST_GUILESS_MAIN(TestCliProxyPeers)
#include "tst_cliproxypeers.moc"
