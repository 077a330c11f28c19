// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// pullcord-cli raw: sends input verbatim, and prints the responses.
class TestCliRaw : public QObject
{
    Q_OBJECT

private:
    static QStringList line(const QStringList &options)
    {
        const StdioCommand demo = Peers::demoServer();
        return QStringList{u"raw"_s} + options + QStringList{u"--revision"_s, u"2025-11-25"_s, u"--"_s, demo.program} +
               demo.arguments;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void messages_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::newRow("a request") << QStringList{uR"({"jsonrpc":"2.0","id":"mine","method":"ping"})"_s} << 0
                                   << QByteArray(R"({"jsonrpc":"2.0","id":"mine","result":{}})") << QByteArray();
        QTest::newRow("refused") << QStringList{uR"({"jsonrpc":"2.0","id":"mine","method":"tea/pour"})"_s} << 1
                                 << QByteArray("-32601")
                                 << QByteArray("Sent unchanged: MCP 2025-11-25 has no tea/pour");
        QTest::newRow("no JSON") << QStringList{u"{oops"_s, u"--linger"_s, u"300"_s} << 0 << QByteArray()
                                 << QByteArray("Sent unchanged: not JSON, line 1, column 2");
        QTest::newRow("two") << QStringList{uR"({"jsonrpc":"2.0","id":"a","method":"ping"})"_s,
                                            uR"({"jsonrpc":"2.0","id":"b","method":"ping"})"_s}
                             << 0 << QByteArray(R"("id":"b")") << QByteArray();
        QTest::newRow("cancelled by hand")
            << QStringList{uR"({"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"late","arguments":{"ms":100}}})"_s,
                           uR"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s"}})"_s,
                           u"--linger"_s, u"2000"_s}
            << 0 << QByteArray(R"("id":"s","result")") << QByteArray();
        QTest::newRow("no answer")
            << QStringList{uR"({"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"slow","arguments":{"ms":60000}}})"_s,
                           u"--timeout"_s, u"500"_s}
            << 5 << QByteArray() << QByteArray("No response within 500 ms to 1 of the requests");
    }
    void messages()
    {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, out);
        QFETCH(const QByteArray, err);
        const CliRun run = CliRun::of(line(options));
        QVERIFY2(run.out.contains(out), (run.out + run.err).constData());
        QVERIFY2(run.err.contains(err), run.err.constData());
        QTEST(run.exitCode, "exitCode");
    }

    void fromStandardInput()
    {
        QTemporaryDir folder;
        const QString capture = folder.filePath(u"raw.pullcord"_s);
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s), line({u"--capture"_s, capture}));
        process.write("{\"jsonrpc\":\"2.0\",\"id\":\"one\",\"method\":\"ping\"}\n\n");
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains(R"("id":"one")"), CliRun::Limit);
        process.write(R"({"jsonrpc":"2.0","id":"two","method":"ping"})"); // without a line break at the end
        process.closeWriteChannel();
        const CliRun run = CliRun::finish(process);
        QVERIFY2(run.out.contains(R"("id":"two","result")"), run.err.constData());
        QCOMPARE(run.exitCode, 0);
        QFile file(capture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count(R"("injected":true,"m":)"), 2);
    }

    /// After the end of standard input, timeouts work as documented: progress extends them up to the cap.
    void waitsForTheGivenTime_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("progress") << QStringList{u"--timeout"_s, u"1000"_s} << 0;
        QTest::newRow("fixed") << QStringList{u"--timeout"_s, u"1000"_s, u"--timeout-fixed"_s} << 5;
        QTest::newRow("capped") << QStringList{u"--timeout"_s, u"5000"_s, u"--timeout-cap"_s, u"500"_s} << 5;
        QTest::newRow("cap alone") << QStringList{u"--timeout-cap"_s, u"500"_s} << 5;
    }
    void waitsForTheGivenTime()
    {
        QFETCH(const QStringList, options);
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s), line(options + QStringList{u"--linger"_s, u"0"_s}));
        process.write(R"({"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"slow",)"
                      R"("arguments":{"ms":2000,"steps":20},"_meta":{"progressToken":1}}})");
        process.closeWriteChannel();
        const CliRun run = CliRun::finish(process);
        QTEST(run.exitCode, "exitCode");
        QCOMPARE(run.out.contains(R"("id":"s","result")"), run.exitCode == 0);
    }

    /// A server that handles one request after another does not time out while it progresses. Queued requests do not
    /// time out either.
    void waitsWhileTheServerSends()
    {
        constexpr int Requests = 1500;
        QTemporaryDir folder;
        QFile server(folder.filePath(u"server.sh"_s));
        QVERIFY(server.open(QIODevice::WriteOnly));
        server.write(
            "while read -r line; do\n"
            "id=$(printf %s \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
            "case $line in *'\"initialize\"'*) r='{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}';;\n"
            "*) r='{}';; esac\n"
            "[ -z \"$id\" ] || printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$r\"\ndone\n");
        server.close();
        QByteArray requests;
        for (int i = 0; i < Requests; ++i)
            requests += "{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(1000 + i) +
                        ",\"method\":\"ping\",\"params\":{\"_meta\":{\"a\":\"" + QByteArray(100, 'x') + "\"}}}\n";
        QProcess process;
        QElapsedTimer timer;
        timer.start();
        process.start(Peers::program(u"pullcord-cli"_s), {u"raw"_s, u"--revision"_s, u"2025-11-25"_s, u"--timeout"_s,
                                                          u"1500"_s, u"--"_s, u"sh"_s, server.fileName()});
        process.write(requests);
        process.closeWriteChannel();
        const CliRun run = CliRun::finish(process);
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(run.out.count("\"result\":{}"), Requests);
        QVERIFY(timer.elapsed() > 1500); // else the test proves nothing
    }

    /// The server has exited by then, or still runs.
    void undeliveredMessages_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("a request") << QByteArray(R"({"jsonrpc":"2.0","id":"b","method":"ping"})");
        QTest::newRow("a notification") << QByteArray(
            R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})");
    }
    void undeliveredMessages()
    {
        QFETCH(const QByteArray, message);
        for (const bool isGone : {true, false}) {
            auto demo = std::make_unique<DemoHttp>();
            QProcess process;
            process.start(Peers::program(u"pullcord-cli"_s),
                          {u"raw"_s, u"--url"_s, demo->url().toString(), u"--linger"_s, u"500"_s, u"--revision"_s,
                           u"2025-11-25"_s});
            process.write(R"({"jsonrpc":"2.0","id":"a","method":"ping"})"
                          "\n");
            QByteArray out;
            QVERIFY(
                QTest::qWaitFor([&] { return (out += process.readAllStandardOutput()).contains("\"a\""); }, 20'000));
            if (isGone)
                demo.reset();
            process.write(message);
            process.closeWriteChannel();
            const CliRun run = CliRun::finish(process);
            QVERIFY2(run.exitCode == (isGone ? 3 : 0), (QByteArray::number(run.exitCode) + run.err).constData());
            QCOMPARE(run.err.contains("Not sent: Connection refused"), isGone);
        }
    }

    void modern()
    {
        const StdioCommand demo = Peers::demoServer();
        const CliRun run = CliRun::of({u"raw"_s,
                                       uR"({"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{)"
                                       R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                       R"("io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},)"
                                       R"("io.modelcontextprotocol/clientCapabilities":{}}}})"_s,
                                       u"--"_s, demo.program});
        QVERIFY2(run.out.contains(R"("id":7,"result")"), run.err.constData());
        QVERIFY2(!run.err.contains("Sent unchanged"), run.err.constData());
        QCOMPARE(run.exitCode, 0);
    }
};

QTEST_GUILESS_MAIN(TestCliRaw)
#include "tst_cliraw.moc"
