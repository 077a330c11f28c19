// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/httppeer.h"

#include "core/json/jsonvalue.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The command line with real servers behind a URL.
class TestCliHttpPeers : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void lists_data()
    {
        QTest::addColumn<StdioCommand>("command");
        QTest::addColumn<QByteArray>("sign");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::newRow("SDK v2") << Peers::sdkV2Http() << "listening"_ba << u"/mcp"_s << "slow "_ba
                                << "(MCP 2026-07-28)"_ba;
        QTest::newRow("everything") << Peers::everythingHttp() << "listening"_ba << u"/mcp"_s
                                    << "trigger-long-running-operation "_ba
                                    << "(MCP 2025-11-25)"_ba;
        QTest::newRow("everything, HTTP+SSE")
            << Peers::everythingSse() << "running"_ba << u"/sse"_s << "trigger-long-running-operation "_ba
            << "trying HTTP+SSE"_ba;
    }
    void lists()
    {
        QFETCH(const StdioCommand, command);
        QFETCH(const QByteArray, sign);
        QFETCH(const QString, path);
        QFETCH(const QByteArray, out);
        QFETCH(const QByteArray, err);
        HttpPeer peer(command, sign, path);
        QVERIFY2(peer.isReady(), peer.output().constData());
        const CliRun run = CliRun::of({u"list"_s, u"tools"_s, u"--url"_s, peer.url().toString()});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.out.contains(out), run.out.constData());
        QVERIFY2(run.err.contains(err), run.err.constData());
    }

    void callsAndCancels()
    {
        HttpPeer peer(Peers::sdkV2Http(), "listening", u"/mcp"_s);
        QVERIFY2(peer.isReady(), peer.output().constData());
        const QString url = peer.url().toString();
        const CliRun echo = CliRun::of({u"call"_s, u"echo"_s, uR"({"text":"ahoy"})"_s, u"--url"_s, url});
        QCOMPARE(echo.out, "ahoy\n"_ba);
        QCOMPARE(echo.exitCode, 0);
        const CliRun slow = CliRun::of({u"call"_s, u"slow"_s, uR"({"ms":30000})"_s, u"--cancel-after"_s, u"100"_s,
                                        u"--reason"_s, u"too slow"_s, u"--url"_s, url});
        QVERIFY2(slow.exitCode == 4, slow.err.constData());
        QVERIFY2(slow.err.contains("ms: too slow"), slow.err.constData());
        QTRY_VERIFY_WITH_TIMEOUT(peer.output().contains("aborted"), CliRun::Limit);
    }

    /// The legacy server ignores the cancellation and continues with progress, which the lingering client still
    /// records.
    void lingers()
    {
        HttpPeer peer(Peers::everythingHttp(), "listening", u"/mcp"_s);
        QVERIFY2(peer.isReady(), peer.output().constData());
        const CliRun run = CliRun::of({u"call"_s, u"trigger-long-running-operation"_s, uR"({"duration":2,"steps":8})"_s,
                                       u"--cancel-after"_s, u"600"_s, u"--linger"_s, u"3000"_s, u"--json"_s, u"--url"_s,
                                       peer.url().toString()});
        QVERIFY2(run.exitCode == 4, run.err.constData());
        const JsonValue report(run.out);
        QCOMPARE(report.pointer("/progress").toInteger().value_or(0) +
                     report.pointer("/late/progress").toInteger().value_or(0),
                 8);
        QVERIFY(report.pointer("/late/progress").toInteger().value_or(0) > 0);
    }
};

QTEST_GUILESS_MAIN(TestCliHttpPeers)
#include "tst_clihttppeers.moc"
