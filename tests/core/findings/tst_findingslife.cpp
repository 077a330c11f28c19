// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;

/// The end of a server (L1), timeouts of a client (T1), and handshakes without a response (P18).
class TestFindingsLife : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }
    void notWithoutTimes();
    void silentHandshake_data();
    void silentHandshake();
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

void TestFindingsLife::silentHandshake_data()
{
    addColumns();
    const QByteArray ask =
        R"(10 > request 1 initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}})";
    const QByteArray probe = "1 > request 0 server/discover";
    const QByteArray answer =
        R"( < result 1 {"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}})";
    const auto givenUp = [&](const QByteArrayList &before, const QByteArrayList &end) {
        return before + QByteArrayList{ask} + end + QByteArrayList{"12500 closing", "12501 closed"};
    };
    const QByteArray timedOut = R"(12010 timeout > {"id":"1","after":12000})";
    const QByteArray stopped = R"(12010 cancel > {"id":"1","detached":true})";
    addRow("timed out", Legacy, givenUp({}, {timedOut}), "P18:warning");
    addRow("timed out soon", Legacy, givenUp({}, {R"(4010 timeout > {"id":"1","after":4000})"}), "P18:info");
    addRow("timed out, over HTTP after a probe", LegacyHttp, givenUp({probe}, {timedOut}), "P18:warning");
    const QByteArray inStream = R"(12400 stream < {"what":"unfinished","misplaced":true,"s":)"
                                R"("{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}"})";
    const auto unfinished = [&](const QByteArray &id) {
        return givenUp({}, {R"(4010 timeout > {"id":"1","after":4000})", QByteArray(inStream).replace("ID", id)});
    };
    addRow("timed out soon, with a response that readers ignore", LegacyHttp, unfinished("1"), "P18:warning");
    addRow("timed out soon, with the response to another in such a form", LegacyHttp, unfinished("2"), "P18:info");
    addRow("not where the probe may be the reason", Legacy, givenUp({probe}, {timedOut}), "");
    addRow("not with a late response", Legacy, givenUp({}, {timedOut, "12020" + answer}), "");
    addRow("not where it is slow", Legacy, givenUp({}, {"11990" + answer, "11991 > notify notifications/initialized"}),
           "");
    addRow("stopped", LegacyHttp, givenUp({}, {stopped}), "P18:warning");
    addRow("not where the user stopped soon", LegacyHttp, givenUp({}, {R"(4010 cancel > {"id":"1","detached":true})"}),
           "");
    addRow("not where the response to the probe decides", ModernHttp,
           givenUp({probe}, {R"(12009 < result 0 {"supportedVersions":["2026-07-28"],"capabilities":{}})", stopped,
                             R"(12011 dialect {"name":"mcp-modern-http"})"}),
           "");
}

/// An initialize cannot be cancelled, so it is reported when the client gives it up.
void TestFindingsLife::silentHandshake()
{
    compareRow([](const QByteArray &name) {
        FindingScript script = FindingScript::named(name);
        script.m_hasHandshake = false;
        return script;
    });
}

QTEST_GUILESS_MAIN(TestFindingsLife)
#include "tst_findingslife.moc"
