// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/httppeer.h"
#include "e2e/kubernetescluster.h"

#include "core/json/jsonvalue.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <optional>
#include <utility>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Findings in real servers must match tests/peers/EXPECTED.md.
class TestCheckPeers : public QObject
{
    Q_OBJECT

private:
    struct Peer
    {
        StdioCommand command;
        bool isHttp = false;
    };
    QTemporaryDir m_folder;

    static std::optional<Peer> peerNamed(const QString &name)
    {
        const QHash<QString, Peer> peers{
            {u"everything"_s, {Peers::everything()}}, {u"everything-http"_s, {Peers::everythingHttp(), true}},
            {u"sdk-v1"_s, {Peers::sdkV1()}},          {u"sdk-v1-http"_s, {Peers::sdkV1Http(), true}},
            {u"sdk-v2"_s, {Peers::sdkV2()}},          {u"sdk-v2-http"_s, {Peers::sdkV2Http(), true}},
        };
        const auto peer = peers.constFind(name);
        return peer == peers.constEnd() ? std::nullopt : std::optional(*peer);
    }
    static QStringList expectedLines()
    {
        QFile file(QFINDTESTDATA("peers/EXPECTED.md"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split(u'\n') : QStringList();
    }
    /// Returns the cells of a table row; none for the heading.
    static QStringList cellsOf(const QString &line)
    {
        if (!line.startsWith(u"| `"))
            return {};
        QStringList cells = line.split(u'|');
        cells = cells.mid(1, cells.size() - 2);
        for (QString &cell : cells)
            cell = cell.trimmed().remove(u'`');
        return cells;
    }
    /// Returns the findings in the capture of the last call, sorted: "C01:warning".
    QStringList found(const QString &capture)
    {
        QStringList all;
        for (const QByteArray &line : CliRun::of({u"check"_s, capture, u"--json"_s}).out.split('\n')) {
            if (!line.isEmpty())
                all << JsonValue(line).member("code").toString() + u':' + JsonValue(line).member("severity").toString();
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    /// Returns the first line of the record of a pipe.
    static QByteArray firstOf(const QString &record)
    {
        QFile file(record);
        return file.open(QIODevice::ReadOnly) ? file.readLine().trimmed() : QByteArray();
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void asExpected_data()
    {
        QTest::addColumn<QStringList>("cells");
        int number = 0;
        for (const QString &line : expectedLines()) {
            const QStringList cells = cellsOf(line);
            if (cells.size() == 5)
                QTest::addRow("%d %s %s", ++number, qPrintable(cells.at(0)), qPrintable(cells.at(1))) << cells;
        }
        QVERIFY(number > 10);
    }
    void asExpected()
    {
        QFETCH(const QStringList, cells);
        const std::optional<Peer> peer = peerNamed(cells.at(0));
        QVERIFY2(peer, "EXPECTED.md names a peer that the test does not know");
        const QString capture = m_folder.filePath(QString::fromLatin1(QTest::currentDataTag()) + u".pullcord"_s);
        const QStringList options = cells.at(3).split(u' ', Qt::SkipEmptyParts);
        const QStringList call = QStringList{u"call"_s, cells.at(1), cells.at(2)} + options +
                                 (options.isEmpty() ? QStringList() : QStringList{u"--reason"_s, u"tired"_s}) +
                                 QStringList{u"--capture"_s, capture};
        std::optional<HttpPeer> server;
        if (peer->isHttp) {
            server.emplace(peer->command, "listening", u"/mcp"_s);
            QVERIFY(server->isReady());
        }
        const QStringList where = server ? QStringList{u"--url"_s, server->url().toString()}
                                         : QStringList{u"--"_s, peer->command.program} + peer->command.arguments;
        const CliRun run = CliRun::of(call + where);
        QVERIFY2(run.exitCode == (options.isEmpty() ? 0 : 4), run.err.constData());
        QCOMPARE(found(capture).join(u' '), cells.at(4));
    }

    /// Clients by other authors, as recorded by a pipe.
    void clientsAsExpected_data()
    {
        QTest::addColumn<QStringList>("cells");
        int number = 0;
        for (const QString &line : expectedLines()) {
            const QStringList cells = cellsOf(line);
            if (cells.size() == 4)
                QTest::addRow("%d %s %s", ++number, qPrintable(cells.at(0)), qPrintable(cells.at(1))) << cells;
        }
        QVERIFY(number >= 10);
    }
    void clientsAsExpected()
    {
        QFETCH(const QStringList, cells);
        const QString record = m_folder.filePath(QString::fromLatin1(QTest::currentDataTag()) + u".jsonl"_s);
        const StdioCommand client = Peers::client(cells.at(0), cells.at(1), record,
                                                  Peers::demoServer(cells.at(2).split(u' ', Qt::SkipEmptyParts)));
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(client.program, client.arguments);
        QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60'000);
        QVERIFY2(process.exitCode() == 0, process.readAll().constData());
        QCOMPARE(found(record).join(u' '), cells.at(3));
        const QByteArray first = firstOf(record);
        QCOMPARE(JsonValue(first).pointer("/message/id").raw().toByteArray(), "0"_ba);
    }

    /// Azure is silent after a cancellation, and ignores one whose id has the wrong type.
    void azureFallsSilent()
    {
        QProcess process;
        bool isCancelled = false;
        ScriptedServer tokens; // never grants a token
        tokens.setScript([&process, &isCancelled](const ScriptedServer::Request &) {
            if (!std::exchange(isCancelled, true))
                process.terminate(); // cancels the call, which waits for the token
        });
        const StdioCommand azure = Peers::azure(tokens.url(u"/token"_s), m_folder.path());
        if (azure.program.isEmpty())
            QSKIP("@azure/mcp is not installed: npm ci in tests/peers");
        const QString capture = m_folder.filePath(u"azure.pullcord"_s);
        const QStringList call{u"call"_s,    u"subscription_list"_s, u"{}"_s, u"--linger"_s,
                               u"3000"_s,    u"--capture"_s,         capture, u"--"_s,
                               azure.program};
        process.start(Peers::program(u"pullcord-cli"_s), call + azure.arguments);
        const CliRun run = CliRun::finish(process);
        QVERIFY2(run.exitCode == 130, run.err.constData());
        QVERIFY(!tokens.requests().isEmpty());
        QCOMPARE(found(capture).join(u' '), u"C16:info"_s);
    }
    void azureDistinguishesIdsByType()
    {
        ScriptedServer tokens;
        tokens.setScript([](const ScriptedServer::Request &request) {
            QTimer::singleShot(1500, request.socket, [request] {
                request.write(ScriptedServer::response("400 Bad Request", "application/json", "{}"));
            });
        });
        const StdioCommand azure = Peers::azure(tokens.url(u"/token"_s), m_folder.path());
        if (azure.program.isEmpty())
            QSKIP("@azure/mcp is not installed: npm ci in tests/peers");
        const QString capture = m_folder.filePath(u"azure-ids.pullcord"_s);
        const QString call =
            uR"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"subscription_list","arguments":{}}})"_s;
        const QString cancel = uR"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"7"}})"_s;
        const CliRun run = CliRun::of(QStringList{u"raw"_s, call, cancel, u"--linger"_s, u"6000"_s, u"--capture"_s,
                                                  capture, u"--"_s, azure.program} +
                                      azure.arguments);
        QVERIFY2(run.out.contains(R"("id":7)"), (run.out + run.err).constData());
        QCOMPARE(found(capture).join(u' '), u"C24:info C27:info"_s);
    }

    void kubernetesReportsTheCancellation()
    {
        KubernetesCluster cluster;
        QVERIFY(cluster.isReady());
        HttpPeer server(Peers::kubernetes(cluster.config()), "HTTP server starting", u"/mcp"_s);
        QVERIFY(server.isReady());
        const QString capture = m_folder.filePath(u"kubernetes.pullcord"_s);
        const CliRun run = CliRun::of({u"call"_s, u"namespaces_list"_s, u"{}"_s, u"--cancel-after"_s, u"500"_s,
                                       u"--reason"_s, u"tired"_s, u"--linger"_s, u"1000"_s, u"--capture"_s, capture,
                                       u"--url"_s, server.url().toString()});
        QVERIFY2(run.exitCode == 4, run.err.constData());
        const QStringList all = found(capture);
        QVERIFY2(all.size() == 1 && all.first().startsWith(u"C04:"_s), qPrintable(all.join(u' ')));
    }
};

QTEST_GUILESS_MAIN(TestCheckPeers)
#include "tst_checkpeers.moc"
