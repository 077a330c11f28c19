// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Findings on the sender of a cancellation, each paired with a correct variant.
class TestFindingsSenders : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    void accusesTheSender()
    {
        const auto run = FindingScript::named("2025-11-25 stdio").run({"10 < cancel 77"});
        const Finding found = run->first(FindingCode::C21);
        QCOMPARE(found.accused, Direction::ServerToClient);
        QCOMPARE(found.row, Finding::NoRow);
        QCOMPARE(found.events, QList<qint64>{5});
        QVERIFY2(found.sentence.contains(u"names 77,"_s), qPrintable(found.sentence));
    }

    /// An invalid cancellation is reported at the request that it names.
    void standsAtTheRequest()
    {
        const auto rowOf = [](const QByteArray &cancel, FindingCode code) {
            return FindingScript::named("2025-11-25 stdio")
                .run({"10 > request 1 tools/call", "20 > " + cancel})
                ->first(code)
                .row;
        };
        const QByteArray start = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)";
        QCOMPARE(rowOf(start + R"({"requestId":1}})", FindingCode::C27), 2);
        QCOMPARE(rowOf(start + R"({"requestId":1,"reason":5}})", FindingCode::C27), 2);
        QCOMPARE(rowOf(start + R"({"requestId":1,"reason":"a"},"id":9})", FindingCode::C26), 2);
        QCOMPARE(rowOf(start + R"({"requestId":77}})", FindingCode::C27), Finding::NoRow);
    }

    /// The events of a late cancellation are request, response and cancellation.
    void showsAllThree()
    {
        const auto run = FindingScript::named("2025-11-25 stdio")
                             .run({"10 > request 1 tools/call", "20 < result 1", "50 > cancel 1"});
        const Finding found = run->first(FindingCode::C22);
        QCOMPARE(found.events, (QList<qint64>{5, 6, 7}));
        QCOMPARE(found.gap, 30 * FindingScript::Millisecond);
        QCOMPARE(found.row, 2);
    }

    /// A subscription may end without the notification as long as it may still come.
    void subscriptionMayTakeItsTime()
    {
        const auto run = FindingScript::named("2026-07-28 stdio")
                             .run({"10 > request 1 subscriptions/listen", "20 < result 1"}, true);
        run->findings->advance(1020 * FindingScript::Millisecond);
        QCOMPARE(run->codes(), "");
        run->findings->advance(1021 * FindingScript::Millisecond);
        QCOMPARE(run->codes(), "C29:error");
    }
};

namespace {

QByteArray bare(const QByteArray &params)
{
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)" + params + '}';
}

void addIdRows()
{
    const QByteArrayList answered{"10 > request 1 tools/call", "20 < result 1"};
    const QByteArray create = R"(10 > request 1 tools/call {"name":"a","task":{}})";
    const QByteArray created = R"(20 < result 1 {"task":{"taskId":"t"}})";

    QTest::newRow("C20") << Legacy << QByteArrayList{"10 > request 1 initialize {}", "20 > cancel 1", "30 < result 1"}
                         << "C20:error"_ba;
    QTest::newRow("C21") << Legacy << QByteArrayList{"20 > cancel 77"} << "C21:error"_ba;
    QTest::newRow("C21 of the other side's")
        << Legacy << QByteArrayList{"10 < request 5 ping", "20 > cancel 5", "30 > result 5"} << "C21:error"_ba;
    const QByteArrayList overtaken{"20 > cancel 77", "25 > request 77 tools/call", "30 < result 77"};
    QTest::newRow("C21 before its request, but on one way") << Legacy << overtaken << "C21:error"_ba;
    QTest::newRow("C43") << "2025-11-25 http"_ba << overtaken << "C43:info"_ba;
    QTest::newRow("C43 another use of the id")
        << "2025-11-25 http"_ba << QByteArrayList{"20 > cancel 77", "2021 > request 77 tools/call", "2030 < result 77"}
        << "C21:error"_ba;
    QTest::newRow("C43 another request") << "2025-11-25 http"_ba
                                         << QByteArrayList{"20 > cancel 77", "25 > request 7 tools/call",
                                                           "30 < result 7"}
                                         << "C21:error"_ba;
    QTest::newRow("C21 by hand") << Legacy << QByteArrayList{"20 > byhand cancel 77"} << "C21:info"_ba;
    QTest::newRow("C22") << Legacy << answered + QByteArrayList{"90 > cancel 1"} << "C22:warning"_ba;
    QTest::newRow("C22 crossed") << Legacy << answered + QByteArrayList{"20.9 > cancel 1"} << "C22:info~"_ba;
    QTest::newRow("C22 was lost")
        << LegacyHttp
        << QByteArrayList{"10 > request 1 tools/call",
                          R"(20 http {"step":"end","how":"broken","ends":"lost","requests":["1"]})", "90 > cancel 1"}
        << "P18:warning"_ba;
    QTest::newRow("C23") << Legacy << QByteArrayList{"10 > request 1 tools/call", "20 > cancel 1", "90 > cancel 1"}
                         << "C23:warning"_ba;
    QTest::newRow("C24") << Legacy << QByteArrayList{"10 > request 1 tools/call", "20 > cancel \"1\"", "30 < result 1"}
                         << "C24:error"_ba;
    QTest::newRow("C25") << Legacy << QByteArrayList{"20 > cancel null"} << "C25:error"_ba;
    QTest::newRow("C25 fraction") << Legacy << QByteArrayList{"20 > cancel 1.5"} << "C25:error"_ba;
    QTest::newRow("C25 absent") << Legacy << QByteArrayList{"20 > " + bare(R"({"reason":"a"})")} << "C25:info"_ba;
    QTest::newRow("C25 no params") << Legacy
                                   << QByteArrayList{R"(20 > {"jsonrpc":"2.0","method":"notifications/cancelled"})"}
                                   << "C25:error"_ba;
    QTest::newRow("C25 empty params") << Legacy << QByteArrayList{"20 > " + bare("{}")} << "C25:info"_ba;
    QTest::newRow("C25 neither id nor reason")
        << Legacy << QByteArrayList{"20 > " + bare(R"({"_meta":{}})")} << "C25:info C27:info"_ba;
    QTest::newRow("C25 absent before") << "2025-06-18 stdio"_ba << QByteArrayList{"20 > " + bare(R"({"reason":"a"})")}
                                       << "C25:error"_ba;
    QTest::newRow("C26") << Legacy
                         << QByteArrayList{R"(20 > request 9 notifications/cancelled {"requestId":1,"reason":"a"})",
                                           "30 < error 9 -32601 no"}
                         << "C26:error"_ba;
    QTest::newRow("C33 without an id") << Legacy << QByteArrayList{"20 > " + bare(R"({"taskId":"t","reason":"a"})")}
                                       << "C33:error"_ba;
    QTest::newRow("C33") << Legacy << QByteArrayList{create, created, "90 > cancel 1"} << "C33:error"_ba;
    QTest::newRow("C33 crossed") << Legacy << QByteArrayList{create, created, "21 > cancel 1"} << "C33:info~"_ba;
    QTest::newRow("C33 not yet one") << Legacy << QByteArrayList{create, "20 > cancel 1"} << ""_ba;
    QTest::newRow("C33 modern")
        << Modern
        << QByteArrayList{R"(10 > request 1 tools/call {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                          R"("io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}})",
                          R"(20 < result 1 {"resultType":"task","taskId":"t","status":"working"})", "90 > cancel 1"}
        << "C33:error"_ba;
    QTest::newRow("C33 only called so") << Legacy
                                        << QByteArrayList{"10 > request 1 tools/call",
                                                          R"(20 < result 1 {"task":"wash"})", "90 > cancel 1"}
                                        << "C22:warning"_ba;
}

/// Correct conversations that resemble faults.
void addRightRows()
{
    const auto row = [](const char *name, const QByteArrayList &lines, const QByteArray &found) {
        QTest::newRow(name) << Legacy << lines << found;
    };
    row("C20 not of another", {"10 > request 1 ping", "20 > cancel 1"}, "");
    row("C21 not of an id that is open", Call + QByteArrayList{"20 > cancel 1"}, "");
    row("C21 not of the server's own", {"10 < request 77 roots/list", "20 < cancel 77"}, "");
    row("C22 not before the answer", Call + QByteArrayList{"20 > cancel 1", "90 < result 1"}, "C01:warning");
    row("C23 not of each of two", Call + QByteArrayList{"10 > request 2 tools/call", "20 > cancel 1", "90 > cancel 2"},
        "");
    row("C23 not of an id used again",
        Call + QByteArrayList{"20 > cancel 1", "30 > request 1 tools/call", "90 > cancel 1"}, "P05:error");
    row("C24 not of that type", {"10 > request \"1\" tools/call", "20 > cancel \"1\""}, "");
    row("C24 not where there are both", Call + QByteArrayList{"11 > request \"1\" tools/call", "20 > cancel \"1\""},
        "");
    row("C25 not of a word", {"10 > request \"null\" tools/call", "20 > cancel \"null\""}, "");
    row("C25 not of what is below zero", {"10 > request -1 tools/call", "20 > cancel -1"}, "");
    row("C26 not without an id", Call + QByteArrayList{"20 > " + bare(R"({"requestId":1,"reason":"a"})")}, "");
    row("C26 not of another method", {"20 > request 9 notifications/acme", "30 < error 9 -32601 no"}, "");
    row("C27 not of a string", Call + QByteArrayList{"20 > " + bare(R"({"requestId":1,"reason":""})")}, "");
}

/// Requests that need no cancellation, or whose end is not the client's fault.
void addUncancelledRows()
{
    const auto row = [](const char *name, const QByteArray &method, const QByteArray &found,
                        const QByteArrayList &rest) {
        QTest::newRow(name) << Legacy << QByteArrayList{"10 > request 1 " + method} + rest << found;
    };
    const QByteArrayList timesOut = QByteArrayList{"500 timeout > {\"id\":\"1\"}"} + Later;
    const QByteArrayList leaves{"3000 closing", "3001 closed"};
    const QByteArrayList leavesLate{"10009 closing", "10010 closed"};
    row("C32 not server/discover", "server/discover", "P10:warning", timesOut);
    row("C32 not server/discover, left", "server/discover", "P10:warning", leaves);
    row("C32 not a ping", "ping", "", timesOut);
    row("C32 not a ping, left", "ping", "", leaves);
    row("C32 of prompts/list, left", "prompts/list", "C32:warning", leaves);
    row("P18 and not C32", "prompts/list", "P18:warning", leavesLate);
    row("P18 of a ping", "ping", "P18:warning", leavesLate);
    row("C32 of another than P18", "prompts/list", "P18:warning C32:warning",
        QByteArrayList{"9000 > request 2 tools/call"} + leavesLate);
}

void addClientRows()
{
    QTest::newRow("C32") << Legacy << Call + QByteArrayList{"500 timeout > {\"id\":\"1\"}"} + Later << "C32:warning"_ba;
    QTest::newRow("C32 and told") << Legacy
                                  << Call + QByteArrayList{"500 timeout > {\"id\":\"1\"}", "501 > cancel 1"} + Later
                                  << "C16:info"_ba;
    QTest::newRow("C32 not the handshake")
        << Legacy << QByteArrayList{"10 > request 1 initialize {}", "500 timeout > {\"id\":\"1\"}"} + Later << ""_ba;
    const QByteArray message = R"( > {"m":{"jsonrpc":"2.0","id":1,"method":"tools/call"}})";
    QTest::newRow("C32 never sent") << Legacy
                                    << QByteArrayList{"10 queued" + message, "20 closing", "25 unsent" + message,
                                                      "30 closed"}
                                    << ""_ba;
    QTest::newRow("C32 initialize, detached")
        << Legacy << QByteArrayList{"10 > request 1 initialize {}", R"(20 cancel > {"id":"1","detached":true})"}
        << ""_ba;
    QTest::newRow("C32 detached") << Legacy
                                  << Call + QByteArrayList{R"(20 cancel > {"id":"1","detached":true})", "30 < result 1"}
                                  << "C32:warning"_ba;
    QTest::newRow("C32 left") << Legacy << Call + QByteArrayList{"11 > request 2 tools/call", "20 closing", "30 closed"}
                              << "C32:warning*2"_ba;
    QTest::newRow("C32 left the handshake")
        << Legacy << QByteArrayList{"10 > request 1 initialize {}", "3000 closing", "3001 closed"} << ""_ba;
    QTest::newRow("C32 left a cancelled handshake")
        << Legacy << QByteArrayList{"10 > request 1 initialize {}", "20 > cancel 1", "3000 closing", "3001 closed"}
        << "C20:error"_ba;
    QTest::newRow("C32 left more than the handshake")
        << Legacy
        << QByteArrayList{"10 > request 1 initialize {}"} +
               QByteArrayList{"11 > request 2 tools/call", "3000 closing", "3001 closed"}
        << "P08:warning C32:warning"_ba;
    QTest::newRow("C32 broke off") << Legacy << Call + QByteArrayList{R"(30 closed {"reason":"gone"})"} << ""_ba;
    QTest::newRow("C32 a subscription") << Modern
                                        << QByteArrayList{"11 > request 2 subscriptions/listen", "20 closing",
                                                          "30 closed"}
                                        << ""_ba;

    addUncancelledRows();

    const QByteArrayList late = Call + QByteArrayList{"20 > cancel 1", "100 < result 1"};
    QTest::newRow("C35") << Legacy << late + QByteArrayList{"110 > request 9 initialize {}", "120 < result 9"}
                         << "C01:warning C35:warning"_ba;
    const QByteArrayList open = QByteArrayList{"9 > request 2 tools/call"} + late;
    QTest::newRow("C35 left") << Legacy << open + QByteArrayList{"110 closing", "120 closed"}
                              << "C01:warning C35:warning"_ba;
    QTest::newRow("C35 left two") << Legacy
                                  << QByteArrayList{"8 > request 3 tools/call"} + open +
                                         QByteArrayList{"110 closing", "120 closed"}
                                  << "C01:warning C35:warning"_ba;
    QTest::newRow("C35 left, and another was never answered") << Legacy
                                                              << QByteArrayList{"8 > request 3 tools/call",
                                                                                "10000 > request 1 tools/call",
                                                                                "10001 > request 2 tools/call",
                                                                                "10010 > cancel 1",
                                                                                "10100 < result 1",
                                                                                "10110 closing",
                                                                                "10120 closed"}
                                                              << "C01:warning C35:warning P18:warning"_ba;
    QTest::newRow("C35 went on, and left")
        << Legacy << late + QByteArrayList{"105 > request 3 tools/call", "110 closing", "120 closed"}
        << "C01:warning C32:warning"_ba;
    QTest::newRow("C35 left with nothing open")
        << Legacy << late + QByteArrayList{"110 closing", "120 closed"} << "C01:warning"_ba;
    QTest::newRow("C35 left long after") << Legacy << open + QByteArrayList{"1110 closing", "1120 closed"}
                                         << "C01:warning C32:warning"_ba;
    QTest::newRow("C35 left before") << Legacy
                                     << QByteArrayList{"9 > request 2 tools/call"} + Call +
                                            QByteArrayList{"20 > cancel 1", "90 closing", "100 < result 1",
                                                           "120 closed"}
                                     << "C01:warning C32:warning"_ba;
    const QByteArrayList back{"130 > connection=1 request 1 initialize {}", "131 < connection=1 result 1"};
    const QByteArrayList leaves{"110 closing", "120 closed"};
    QTest::newRow("C35 left and came back") << Legacy << late + leaves + back << "C01:warning C35:warning"_ba;
    QTest::newRow("C35 left what was open and came back")
        << Legacy << open + leaves + back << "C01:warning C35:warning"_ba;
    const QByteArrayList modernBack{R"(130 dialect {"c":1,"name":"mcp-modern-stdio"})",
                                    "130 > connection=1 request 1 server/discover", "131 < connection=1 result 1"};
    QTest::newRow("C35 left and came back, modern")
        << Modern << late + leaves + modernBack << "C01:error C35:warning"_ba;
    QTest::newRow("C35 left and did not come back, modern") << Modern << late + leaves << "C01:error"_ba;
    QTest::newRow("C35 left, and another was there already, modern")
        << Modern
        << QByteArrayList{"9 > connection=1 request 1 tools/call"} + late + leaves +
               QByteArrayList{"130 > connection=1 request 2 tools/call", "131 < connection=1 result 1",
                              "132 < connection=1 result 2"}
        << "C01:error"_ba;
    QTest::newRow("C35 left and came back, after what crossed the cancel")
        << Legacy << Call + QByteArrayList{"99 > cancel 1", "100 < result 1"} + leaves + back << "C01:info~"_ba;
    QTest::newRow("C35 went on, left and came back")
        << Legacy << late + QByteArrayList{"101 > request 3 ping", "102 < result 3"} + leaves + back
        << "C01:warning"_ba;
    QTest::newRow("C35 left for what came last, and came back")
        << Legacy << open + QByteArrayList{"105 < result 2"} + leaves + back << "C01:warning"_ba;
    QTest::newRow("C35 left, was answered, and came back")
        << Legacy << open + QByteArrayList{"110 closing", "111 < result 2", "120 closed"} + back
        << "C01:warning C35:warning"_ba;
    QTest::newRow("C35 left for what is no JSON, and came back")
        << Legacy << late + QByteArrayList{R"(105 malformed < {"s":"oops"})"} + leaves + back
        << "C01:warning P01:error"_ba;
    QTest::newRow("C35 began anew for what is no JSON")
        << Legacy
        << late + QByteArrayList{R"(105 malformed < {"s":"oops"})", "110 > request 9 initialize {}", "120 < result 9"}
        << "C01:warning P01:error"_ba;
    QTest::newRow("C35 left later and came back")
        << Legacy << late + QByteArrayList{"601 closing", "602 closed", "610 > connection=1 request 1 initialize {}"}
        << "C01:warning"_ba;
    QTest::newRow("C35 left and came back long after")
        << Legacy << late + leaves + QByteArrayList{"1111 > connection=1 request 1 initialize {}"} << "C01:warning"_ba;
    QTest::newRow("C35 was left and came back")
        << Legacy << late + QByteArrayList{R"(110 closed {"reason":"gone"})"} + back << "C01:warning"_ba;
    QTest::newRow("C35 long after") << Legacy
                                    << late + QByteArrayList{"1110 > request 9 initialize {}", "1120 < result 9"}
                                    << "C01:warning"_ba;
}

void addReasonRows()
{
    const QByteArrayList call{"10 > request 1 tools/call"};
    QTest::newRow("C27 absent") << Legacy << call + QByteArrayList{"20 > " + bare(R"({"requestId":1})")}
                                << "C27:info"_ba;
    QTest::newRow("C27 absent each time")
        << Legacy
        << QByteArrayList{"10 > request 1 tools/call", "10 > request 2 tools/call",
                          "20 > " + bare(R"({"requestId":1})"), "21 > " + bare(R"({"requestId":2})")}
        << "C27:info*2"_ba;
    QTest::newRow("C27 no string") << Legacy << call + QByteArrayList{"20 > " + bare(R"({"requestId":1,"reason":5})")}
                                   << "C27:error"_ba;
    QTest::newRow("C36") << Legacy << call + QByteArrayList{"20 > cancel 1 AbortError: This operation was aborted"}
                         << "C36:info"_ba;
    for (const QByteArray reason :
         {"McpError: MCP error -32001: Request timed out", "SdkError: Request timed out",
          "TimeoutError: The operation was aborted due to timeout", "context canceled", "context deadline exceeded"})
        QTest::addRow("C36 %s", reason.constData())
            << Legacy << call + QByteArrayList{"20 > cancel 1 " + reason} << "C36:info"_ba;
    for (const QByteArray reason : {"Request timed out", "SdkError: Connection closed", "This operation was aborted"})
        QTest::addRow("C36 anybody: %s", reason.constData())
            << Legacy << call + QByteArrayList{"20 > cancel 1 " + reason} << ""_ba;
    QTest::newRow("C36 somebody") << Legacy << call + QByteArrayList{"20 > cancel 1 Abort"} << ""_ba;
}

void addModernRows()
{
    const QByteArrayList listen{"10 > request 1 subscriptions/listen"};
    QTest::newRow("C28") << Modern << QByteArrayList{"10 > request 1 tools/call", "20 < cancel 1", "30 < result 1"}
                         << "C28:error"_ba;
    QTest::newRow("C28 unknown") << Modern << QByteArrayList{"20 < cancel 77"} << "C28:error"_ba;
    QTest::newRow("C28 over HTTP") << ModernHttp << QByteArrayList{"20 < cancel 77"} << "C28:error"_ba;
    QTest::newRow("C28 not in the older era")
        << Legacy << QByteArrayList{"10 < request 5 sampling/createMessage", "20 < cancel 5"} << ""_ba;
    QTest::newRow("C28 its subscription")
        << Modern << listen + QByteArrayList{"20 < cancel 1", "21 < result 1"} << ""_ba;

    QTest::newRow("C29") << Modern << listen + QByteArrayList{"20 < result 1", "30 closed"} << "C29:error"_ba;
    QTest::newRow("C29 told behind it") << Modern << listen + QByteArrayList{"20 < result 1", "30 < cancel 1"} << ""_ba;
    QTest::newRow("C29 told too late") << Modern << listen + QByteArrayList{"20 < result 1", "1030 < cancel 1"}
                                       << "C29:error"_ba;
    QTest::newRow("C29 over HTTP") << ModernHttp << listen + QByteArrayList{"20 < result 1"} << ""_ba;
    QTest::newRow("C29 we leave") << Modern << listen + QByteArrayList{"15 closing", "20 < result 1"} << ""_ba;
    QTest::newRow("C29 refused") << Modern << listen + QByteArrayList{"20 < error 1 -32601 no"} << ""_ba;
}

void addHttpRows()
{
    const QByteArrayList call{"10 > request 1 tools/call"};
    const QByteArray closed = R"( http {"exchange":2,"step":"end","how":"closed","requests":["1"]})";
    QTest::newRow("C30") << ModernHttp << QByteArrayList{"20 > cancel 1"} << "C30:warning"_ba;
    QTest::newRow("C30 stdio") << Modern << call + QByteArrayList{"20 > cancel 1"} << ""_ba;
    QTest::newRow("C31") << LegacyHttp << call + QByteArrayList{"20" + closed, "2000 < result 1"} << "C31:warning"_ba;
    QTest::newRow("C31 and cancelled") << LegacyHttp << call + QByteArrayList{"20" + closed, "30 > cancel 1"} << ""_ba;
    QTest::newRow("C31 cancelled before")
        << LegacyHttp << call + QByteArrayList{"15 > cancel 1", "20" + closed} << ""_ba;
    QTest::newRow("C31 modern") << ModernHttp << call + QByteArrayList{"20" + closed} << "C16:info"_ba;
    QTest::newRow("C31 we leave") << LegacyHttp << call + QByteArrayList{"18 closing", "20" + closed, "1500 closed"}
                                  << "C32:warning"_ba;
    const QByteArrayList given = call + QByteArrayList{"20" + closed};
    QTest::newRow("C31 and left later") << LegacyHttp << given + QByteArrayList{"1500 closing", "1600 closed"}
                                        << "C31:warning"_ba;
    QTest::newRow("C31 and left later, with another open")
        << LegacyHttp
        << QByteArrayList{"9 > request 2 tools/call"} + given + QByteArrayList{"1500 closing", "1600 closed"}
        << "C31:warning C32:warning"_ba;
    QTest::newRow("C31 and left at once")
        << LegacyHttp << given + QByteArrayList{"500 closing", "1600 closed"} << "C32:warning"_ba;
    QTest::newRow("C31 and timed out later")
        << LegacyHttp << given + QByteArrayList{R"(1500 timeout > {"id":"1"})"} + Later << "C31:warning"_ba;
    QTest::newRow("C31 and timed out at once")
        << LegacyHttp << given + QByteArrayList{R"(21 timeout > {"id":"1"})"} + Later << "C32:warning"_ba;
    QTest::newRow("C31 not the handshake")
        << LegacyHttp << QByteArrayList{"10 > request 1 initialize {}", "20" + closed, "2000 < result 1"} << ""_ba;
}

} // namespace

void TestFindingsSenders::finds_data()
{
    addColumns();
    addIdRows();
    addRightRows();
    addClientRows();
    addReasonRows();
    addModernRows();
    addHttpRows();
}

QTEST_GUILESS_MAIN(TestFindingsSenders)
#include "tst_findingssenders.moc"
