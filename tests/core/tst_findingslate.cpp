// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingscript.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// What is said of who goes on with a request that was cancelled: each with a relative that is in order.
class TestFindingsLate : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void finds_data();
    void finds()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const QByteArrayList, lines);
        QTEST(FindingScript::named(kind).run(lines)->codes(), "found");
    }

    void says()
    {
        const auto run = FindingScript::named("2025-11-25 stdio")
                             .run({"10 > request 1 tools/call", "20 > cancel 1", "120 < error 1 7 No \\u202E"});
        QCOMPARE(run->findings->at(0).sentence, u"Error 7 (No ⟨U+202E⟩) came 100 ms after the cancel"_s);
        QCOMPARE(run->findings->at(0).reference(), u"2025-11-25, basic/utilities/cancellation"_s);
    }
};

void TestFindingsLate::finds_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("found");

    const QByteArray legacy = "2025-11-25 stdio";
    const QByteArray legacyHttp = "2025-11-25 http";
    const QByteArray modern = "2026-07-28 stdio";
    const QByteArray modernHttp = "2026-07-28 http";
    const QByteArrayList cancelled{"10 > request 1 tools/call", "20 > cancel 1"};
    const QByteArrayList closed{
        "10 > request 1 tools/call",
        R"(20 http {"exchange":2,"step":"end","how":"closed","requests":["1"]})",
    };

    QTest::newRow("in time") << legacy << QByteArrayList{"10 > request 1 tools/call", "500 < result 1"} << ""_ba;
    QTest::newRow("silent") << legacy << cancelled << "C16:info"_ba;
    QTest::newRow("C01") << legacy << cancelled + QByteArrayList{"100 < result 1"} << "C01:warning"_ba;
    QTest::newRow("C01 modern") << modern << cancelled + QByteArrayList{"100 < result 1"} << "C01:error"_ba;
    QTest::newRow("C01 of the client") << legacy
                                       << QByteArrayList{"10 < request 1 sampling/createMessage", "20 < cancel 1",
                                                         "100 > result 1"}
                                       << "C01:warning"_ba;
    QTest::newRow("not told") << legacy
                              << QByteArrayList{"10 > request 1 tools/call",
                                                R"(20 cancel > {"id":"1","detached":true})", "100 < result 1"}
                              << "C32:warning"_ba;
    QTest::newRow("told later") << legacy
                                << QByteArrayList{"10 > request 1 tools/call", R"(20 cancel > {"id":"1"})",
                                                  "30 > cancel 1", "100 < result 1"}
                                << "C01:warning"_ba;
    QTest::newRow("timed out and told") << legacy
                                        << QByteArrayList{"10 > request 1 tools/call", R"(20 timeout > {"id":"1"})",
                                                          "21 > cancel 1", "100 < result 1"}
                                        << "C01:warning"_ba;
    QTest::newRow("answer owed")
        << legacy
        << QByteArrayList{"10 dialect {\"name\":\"lsp\"}", "10 > request 1 a/b",
                          R"(20 > {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}})",
                          "90 < error 1 -32800 cancelled"}
        << ""_ba;

    const QByteArrayList refused = cancelled + QByteArrayList{"100 < error 1 -32800 Request cancelled"};
    QTest::newRow("C02") << legacy << refused << "C02:warning"_ba;
    QTest::newRow("C02 legacy HTTP") << legacyHttp << refused << "C02:info"_ba;
    QTest::newRow("C02 modern") << modern << refused << "C02:error"_ba;
    QTest::newRow("C02 not cancelled") << legacy
                                       << QByteArrayList{"10 > request 1 tools/call", "20 < error 1 -32800 no"}
                                       << ""_ba;
    QTest::newRow("C03") << legacy << cancelled + QByteArrayList{"100 < error 1 0 Request cancelled"}
                         << "C03:warning"_ba;
    QTest::newRow("C04")
        << legacy
        << cancelled +
               QByteArrayList{
                   R"(100 < result 1 {"content":[{"type":"text","text":"context canceled"}],"isError":true})"}
        << "C04:warning"_ba;
    QTest::newRow("C04 of something else")
        << legacy
        << cancelled +
               QByteArrayList{R"(100 < result 1 {"content":[{"type":"text","text":"no such file"}],"isError":true})"}
        << "C01:warning"_ba;
    QTest::newRow("C04 no error")
        << legacy << cancelled + QByteArrayList{R"(100 < result 1 {"content":[{"type":"text","text":"cancelled"}]})"}
        << "C01:warning"_ba;
    QTest::newRow("C05") << legacy << cancelled + QByteArrayList{"100 < error 1 -32603 Oops"} << "C05:warning"_ba;

    QTest::newRow("C06") << legacy << cancelled + QByteArrayList{"100 < progress 1 1", "200 < progress 1 2"}
                         << "C06:warning*2"_ba;
    QTest::newRow("C06 modern") << modern << cancelled + QByteArrayList{"100 < progress 1 1"} << "C06:error"_ba;
    QTest::newRow("C06 before") << legacy
                                << QByteArrayList{"10 > request 1 tools/call", "15 < progress 1 1", "20 > cancel 1"}
                                << "C16:info"_ba;
    QTest::newRow("C06 of each") << legacy << QByteArrayList{"10 > request 1 tools/call",
                                                             "10 > request 2 tools/call",
                                                             "20 > cancel 1",
                                                             "20 > cancel 2",
                                                             "100 < progress 1 1",
                                                             "100 < progress 2 1",
                                                             "200 < progress 1 2"}
                                 << "C06:warning*2 C06:warning"_ba;

    QTest::newRow("C12") << modernHttp << closed + QByteArrayList{"100 < result 1"} << "C12:error"_ba;
    QTest::newRow("C12 progress") << modernHttp << closed + QByteArrayList{"100 < progress 1 1"} << "C12:error"_ba;
    QTest::newRow("C12 silent") << modernHttp << closed << "C16:info"_ba;
    QTest::newRow("C12 crossed") << modernHttp << closed + QByteArrayList{"21 < result 1"} << "C12:info~"_ba;

    QTest::newRow("C19") << legacy << QByteArrayList{"10 > request 1 tools/call", "20 < result 1", "90 < result 1"}
                         << "C19:error"_ba;
    QTest::newRow("C19 and again") << legacy
                                   << QByteArrayList{"10 > request 1 tools/call", "20 < result 1", "90 < result 1",
                                                     "91 < error 1 0 no"}
                                   << "C19:error*2"_ba;
    QTest::newRow("C19 id used again") << legacy
                                       << QByteArrayList{"10 > request 1 tools/call", "20 < result 1",
                                                         "30 > request 1 tools/call", "90 < result 1"}
                                       << ""_ba;
    QTest::newRow("C19 after a cancel") << legacy << cancelled + QByteArrayList{"100 < result 1", "110 < result 1"}
                                        << "C01:warning C19:error"_ba;
}

QTEST_GUILESS_MAIN(TestFindingsLate)
#include "tst_findingslate.moc"
