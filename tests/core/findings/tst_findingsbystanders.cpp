// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Effects of a cancellation on other requests, at once and later, each paired with a correct variant.
class TestFindingsBystanders : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    /// Thousands of requests may end at once. The expensive comparison with earlier calls runs for some of them only.
    void looksAtSoManyThatEndAtOnce()
    {
        constexpr int MostLooks = 64;
        constexpr int Others = 2 * MostLooks;
        QByteArrayList lines{"8 > request 1000 tools/call", "9 < result 1000", "10 > request 1001 tools/call"};
        for (int id = 1; id <= Others; ++id)
            lines << "11 > request " + QByteArray::number(id) + " tools/call";
        lines << "20 > cancel 1001";
        for (int id = 1; id <= Others; ++id)
            lines << "3000 timeout > {\"id\":\"" + QByteArray::number(id) + "\"}";
        const QByteArray codes = FindingScript::named("2025-11-25 stdio").run(lines)->codes();
        QVERIFY2(codes.count("C17") == MostLooks, codes.constData());
    }
};

namespace {

/// The client cancels the other request too, before its silence could be reported.
void addGivenUpRows(const QByteArrayList &two, const QByteArrayList &told)
{
    QTest::newRow("C17 given up") << Legacy << told + QByteArrayList{"3000 > cancel 2"} << "C16:info C17:warning"_ba;
    QTest::newRow("C17 given up by us") << Legacy
                                        << told + QByteArrayList{R"(3000 cancel > {"id":"2"})", "3001 > cancel 2"}
                                        << "C16:info C17:warning"_ba;
    QTest::newRow("C17 given up at once")
        << Legacy << told + QByteArrayList{"1900 > cancel 2"} + Later << "C16:info"_ba;
    QTest::newRow("C17 given up while it goes on")
        << Legacy << told + QByteArrayList{"30 < progress 2 3", "3000 > cancel 2"} << "C16:info"_ba;
    QTest::newRow("C17 seldom tells") << Legacy
                                      << two + QByteArrayList{"2010 < progress 2 1", "4010 < progress 2 2",
                                                              "4500 > cancel 1", "7500 > cancel 2"}
                                      << "C16:info"_ba;
    QTest::newRow("C17 told once") << Legacy
                                   << two + QByteArrayList{"12 < progress 2 1", "20 > cancel 1", "3000 > cancel 2"}
                                   << "C16:info"_ba;
    QTest::newRow("C17 stood still before")
        << Legacy
        << two + QByteArrayList{"12 < progress 2 1", "14 < progress 2 2", "3000 > cancel 1", "6000 > cancel 2"}
        << "C16:info"_ba;

    const QByteArrayList known{R"(8 > request 3 tools/call {"name":"a","arguments":{"n":1}})", "9 < result 3"};
    const QByteArrayList again =
        Call + QByteArrayList{R"(11 > request 2 tools/call {"name":"a","arguments":{"n":1}})", "20 > cancel 1"};
    QTest::newRow("C17 known, given up") << Legacy << known + again + QByteArrayList{"3000 > cancel 2"}
                                         << "C16:info C17:warning"_ba;
    QTest::newRow("C17 known, answered") << Legacy << known + again + QByteArrayList{"2900 < result 2"}
                                         << "C16:info"_ba;
    QTest::newRow("C17 known, given up at once")
        << Legacy << known + again + QByteArrayList{"1900 > cancel 2"} + Later << "C16:info"_ba;
    QTest::newRow("C17 never seen") << Legacy << again + QByteArrayList{"3000 > cancel 2"} << "C16:info"_ba;
    QByteArrayList other = again;
    other[1].replace(R"("n":1)", R"("n":9)");
    QTest::newRow("C17 known with other arguments")
        << Legacy << known + other + QByteArrayList{"3000 > cancel 2"} << "C16:info"_ba;
}

void addStoppedRows()
{
    const QByteArrayList two{"10 > request 1 tools/call", "11 > request 2 tools/call"};
    QTest::newRow("C17") << Legacy << two + QByteArrayList{"20 > cancel 1", "30 < error 2 -32800 stopped"}
                         << "C17:warning"_ba;
    QTest::newRow("C17 but of none") << Legacy << Call + QByteArrayList{"20 > cancel 77", "30 < error 1 -32800 stopped"}
                                     << "C21:error"_ba;
    QTest::newRow("C17 in words")
        << Legacy
        << two + QByteArrayList{"20 > cancel 1", R"(30 < result 2 {"content":[{"text":"Cancelled"}],"isError":true})"}
        << "C17:warning"_ba;
    QTest::newRow("C17 in words of something else")
        << Legacy << two + QByteArrayList{"20 > cancel 1", "30 < error 2 -32603 The order was cancelled"} << ""_ba;
    QTest::newRow("C17 another error") << Legacy << two + QByteArrayList{"20 > cancel 1", "30 < error 2 -32603 no disk"}
                                       << ""_ba;
    QTest::newRow("C17 asked for later") << Legacy
                                         << Call + QByteArrayList{"20 > cancel 1", "25 > request 2 tools/call",
                                                                  "30 < error 2 -32800 stopped"}
                                         << ""_ba;
    const QByteArrayList told = two + QByteArrayList{"12 < progress 2 1", "14 < progress 2 2", "20 > cancel 1"};
    QTest::newRow("C17 silenced") << Legacy << told + QByteArrayList{"3000 timeout > {\"id\":\"2\"}", "3001 > cancel 2"}
                                  << "C16:info C17:warning"_ba;
    QTest::newRow("C17 goes on") << Legacy
                                 << told + QByteArrayList{"30 < progress 2 3", "3000 timeout > {\"id\":\"2\"}",
                                                          "3001 > cancel 2"}
                                 << "C16:info"_ba;

    addGivenUpRows(two, told);
}

void addSpoiltRows()
{
    const QByteArrayList spoilt{"10 > request 1 tools/call", "20 < result 1", "50 > cancel 1",
                                "60 > request 1 tools/call"};
    QTest::newRow("C18") << Legacy << spoilt + QByteArrayList{"900 timeout > {\"id\":\"1\"}", "901 > cancel 1"}
                         << "C22:warning P05:error C18:warning"_ba;
    QTest::newRow("C18 given up when overdue")
        << Legacy << spoilt + QByteArrayList{"10060 > cancel 1"} << "C22:warning P05:error C18:warning"_ba;
    QTest::newRow("C18 given up by us when overdue")
        << Legacy << spoilt + QByteArrayList{R"(10060 cancel > {"id":"1"})", "10061 > cancel 1"}
        << "C22:warning P05:error C18:warning"_ba;
    QTest::newRow("C18 cancelled before it was overdue")
        << Legacy << spoilt + QByteArrayList{"10059 > cancel 1"} << "C22:warning P05:error"_ba;
    QTest::newRow("C18 at work when given up")
        << Legacy << spoilt + QByteArrayList{"70 < progress 1 1", "10060 > cancel 1"} << "C22:warning P05:error"_ba;
    QTest::newRow("C18 to the end") << Legacy << spoilt + QByteArrayList{"10060 closing", "10061 closed"}
                                    << "C22:warning P05:error C18:warning"_ba;
    QTest::newRow("C18 to the end, beside another")
        << Legacy
        << QByteArrayList{"9 > request 2 tools/call"} + spoilt + QByteArrayList{"10060 closing", "10061 closed"}
        << "C22:warning P05:error P18:warning C18:warning"_ba;
    QTest::newRow("C18 after its time") << Legacy << spoilt + QByteArrayList{"900 timeout > {\"id\":\"1\"}"} + Later
                                        << "C22:warning P05:error C18:warning"_ba;
    QTest::newRow("C18 at work to the end")
        << Legacy << spoilt + QByteArrayList{"70 < progress 1 1", "10060 closing", "10061 closed"}
        << "C22:warning P05:error P18:warning"_ba;
    QTest::newRow("C18 ended early") << Legacy << spoilt + QByteArrayList{"10058 closing", "10059 closed"}
                                     << "C22:warning P05:error C32:warning"_ba;
    QTest::newRow("C18 given up when the client left")
        << Legacy << spoilt + QByteArrayList{"2058 closing", "2061 > cancel 1", "2062 closed"}
        << "C22:warning P05:error"_ba;
    const QByteArray message = R"( > {"m":{"jsonrpc":"2.0","id":1,"method":"tools/call"}})";
    QTest::newRow("C18 never sent") << Legacy
                                    << spoilt.first(3) + QByteArrayList{"60 queued" + message, "10060 closing",
                                                                        "10061 unsent" + message, "10062 closed"}
                                    << "C22:warning P05:error"_ba;
    QTest::newRow("C18 of another type") << Legacy << QByteArrayList{"10 > request 1 tools/call",
                                                                     "20 > cancel \"1\"",
                                                                     "30 < result 1",
                                                                     "60 > request \"1\" tools/call",
                                                                     R"(900 timeout > {"id":"\"1\""})",
                                                                     "901 > cancel \"1\""}
                                         << "C24:error"_ba;
    QTest::newRow("C18 broke off early") << Legacy << spoilt + QByteArrayList{R"(900 closed {"reason":"gone"})"}
                                         << "C22:warning P05:error"_ba;
    QTest::newRow("C18 answered") << Legacy << spoilt + QByteArrayList{"70 < result 1"} << "C22:warning P05:error"_ba;
}

} // namespace

void TestFindingsBystanders::finds_data()
{
    addColumns();
    addStoppedRows();
    addSpoiltRows();
}

QTEST_GUILESS_MAIN(TestFindingsBystanders)
#include "tst_findingsbystanders.moc"
