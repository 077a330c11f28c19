// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;

/// The end of a server (L1), and timeouts of a client (T1).
class TestFindingsLife : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }
    void notWithoutTimes();
};

namespace {

void addEnds()
{
    const auto left = [](const QByteArray &exit) {
        return QByteArrayList{"10 closing", "2050 exited {" + exit + '}', "2051 closed"};
    };
    addRow("L1 of one that SIGTERM ends", Legacy, left(R"("signal":"SIGTERM","afterInput":2001000000)"), "L1:warning");
    addRow("L1 of one that SIGTERM ends in good order", Legacy, left(R"("exitCode":0,"afterInput":2001000000)"),
           "L1:warning");
    addRow("L1 in 2026-07-28", Modern, left(R"("signal":"SIGKILL","afterInput":4001000000)"), "L1:warning");
    addRow("L1 of one that leaves a process behind", Legacy, left(R"("exitCode":0,"leftBehind":1)"), "L1:info");
    addRow("L1 once, of one that leaves a process behind and stays", Legacy,
           left(R"("signal":"SIGTERM","afterInput":2001000000,"leftBehind":2)"), "L1:warning");
    addRow("L1 not of one that nobody has left", Legacy,
           {R"(2050 exited {"exitCode":0,"leftBehind":1})", "2051 closed"}, "");
    addRow("L1 not of one that goes by itself", Legacy, left(R"("exitCode":0)"), "");
    addRow("L1 not of one that was killed sooner", Legacy, left(R"("signal":"SIGKILL","afterInput":300000000)"), "");
}

QByteArrayList call(const QByteArray &progress, const QByteArray &end)
{
    QByteArrayList lines{"10 > request 1 tools/call"};
    if (!progress.isEmpty())
        lines << progress + " < progress 1 1";
    return lines << end;
}

void addTimeouts()
{
    const QByteArray timedOut = "60010 > cancel 1 McpError: MCP error -32001: Request timed out";
    const QByteArray c36 = "C36:info";
    addRow("T1", Legacy, call("59000", timedOut), "T1:warning C36:info");
    addRow("T1 of other words", Legacy, call("29000", "30010 > cancel 1 context deadline exceeded"),
           "T1:warning C36:info");
    addRow("T1 not where progress stopped", Legacy, call("100", timedOut), c36);
    addRow("T1 not without progress", Legacy, call("", timedOut), c36);
    const auto often = [](const QByteArrayList &times, const QByteArrayList &end) {
        QByteArrayList lines{"10 > request 1 tools/call"};
        for (const QByteArray &time : times)
            lines << time + " < progress 1 " + time;
        return lines + end;
    };
    const QByteArrayList steady{"5000", "10000", "15000", "20000", "25000", "30000"};
    addRow("T1 of a clock that progress does not reset", Legacy, often(steady, {"31000 > cancel 1 Request timed out"}),
           "T1:warning");
    addRow("T1 not of a clock that progress resets", Legacy, often(steady, {"40000 > cancel 1 Request timed out"}), "");
    addRow("T1 not of our clock that progress resets", Legacy,
           often(steady, {R"(40000 timeout > {"id":"1","after":10000})", "40001 > cancel 1 late"}), "");
    addRow("T1 not where progress is no more often than the timeout", Legacy,
           often({"9000", "18000", "27000"}, {"36001 > cancel 1 Request timed out"}), "");
    addRow("T1 not of a cap", Legacy, call("59000", "60010 > cancel 1 Maximum total timeout exceeded"), "");
    addRow("T1 not of a user", Legacy, call("59000", "60010 > cancel 1 The user pressed Stop"), "");
    const QByteArray ours = R"(60010 timeout > {"id":"1","after":60000)";
    addRow("T1 of a timeout of ours", Legacy, call("59000", ours + '}') + QByteArrayList{"60011 > cancel 1 late"},
           "T1:warning");
    addRow("T1 not of a cap of ours", Legacy,
           call("59000", ours + R"(,"hard":true})") + QByteArrayList{"60011 > cancel 1 late"}, "");
    addRow("T1 without a token", Legacy,
           {R"(10 > {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}})",
            "60010 > cancel 1 No progress for 60 s"},
           "T1:warning");
    addRow("T1 not with a token", Legacy, call("", "60010 > cancel 1 No progress for 60 s"), "");
}

} // namespace

void TestFindingsLife::finds_data()
{
    addColumns();
    addEnds();
    addTimeouts();
}

void TestFindingsLife::notWithoutTimes()
{
    FindingScript script = FindingScript::named(Legacy);
    script.m_hasTimes = false;
    QCOMPARE(script.run(call("59000", "60010 > cancel 1 context deadline exceeded"))->codes(), "C36:info");
}

QTEST_GUILESS_MAIN(TestFindingsLife)
#include "tst_findingslife.moc"
