// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/gateway/gatewayfindings.h"
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Findings about a gateway, from the captures in front of it and behind it.
class TestGatewayFindings : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds();
    void pairs_data();
    void pairs();
    void showsBothHops();
    void countsTimeInFront();
    void guesses();

private:
    struct Hops
    {
        std::unique_ptr<FindingScript::Run> front;
        std::unique_ptr<FindingScript::Run> behind;

        [[nodiscard]] Hop inFront() const { return {*front->capture, *front->log}; }
        [[nodiscard]] Hop inBack() const { return {*behind->capture, *behind->log}; }
        [[nodiscard]] QList<Finding> findings() const { return gatewayFindings(inFront(), inBack()); }
        [[nodiscard]] QByteArray codes() const
        {
            QByteArrayList codes;
            for (const Finding &finding : findings())
                codes << FindingScript::summary(finding);
            return codes.join(' ');
        }
    };
    /// `started` is the start of the capture behind; the one in front starts at 12:00:00.
    static Hops hops(const QByteArray &front, const QByteArrayList &frontLines, const QByteArray &behind,
                     const QByteArrayList &behindLines, const QByteArray &started = "2026-07-28T12:00:00.000Z")
    {
        FindingScript in = FindingScript::named(front);
        in.m_started = started.isEmpty() ? "" : "2026-07-28T12:00:00.000Z";
        FindingScript back = FindingScript::named(behind);
        back.m_started = started;
        return {in.run(frontLines), back.run(behindLines)};
    }
};

namespace {

const QByteArray CallIn = R"(100 > request 1 tools/call {"name":"slow","arguments":{"n":1}})";
const QByteArray CallOut = R"(102 > request 41 tools/call {"arguments":{"n": 1},"name":"slow"})";
const QByteArray EndIn = "9000 > request 90 ping";
const QByteArray EndOut = "9001 > request 91 ping";

/// Closes the response stream of a request.
QByteArray closing(int time, const QByteArray &id)
{
    return QByteArray::number(time) + R"( http {"exchange":7,"step":"end","how":"closed","requests":[")" + id +
           R"("]})";
}

} // namespace

void TestGatewayFindings::finds_data()
{
    QTest::addColumn<QByteArray>("front");
    QTest::addColumn<QByteArrayList>("frontLines");
    QTest::addColumn<QByteArray>("behind");
    QTest::addColumn<QByteArrayList>("behindLines");
    QTest::addColumn<QByteArray>("found");

    const auto row = [](const char *name, const QByteArray &front, const QByteArrayList &frontLines,
                        const QByteArray &behind, const QByteArrayList &behindLines, const QByteArray &found) {
        QTest::newRow(name) << front << frontLines + QByteArrayList{EndIn} << behind
                            << behindLines + QByteArrayList{EndOut} << found;
    };
    const QByteArrayList cancelled{CallIn, "500 > cancel 1"};
    row("passed on", Legacy, cancelled, Legacy, {CallOut, "502 > cancel 41"}, "");
    row("C40 answered later", Legacy, cancelled, Legacy, {CallOut, "3000 < result 41"}, "C40:error");
    row("C40 left open", Legacy, cancelled, Legacy, {CallOut}, "C40:error");
    row("C40 crossed the response", Legacy, cancelled, Legacy, {CallOut, "520 < result 41"}, "");
    row("C40 answered before", Legacy, cancelled, Legacy, {CallOut, "300 < result 41"}, "");
    row("C40 never passed on", Legacy, cancelled, Legacy, {}, "");
    row("C40 not cancelled in front", Legacy, {CallIn}, Legacy, {CallOut}, "");
    row("C41", Legacy, cancelled, Legacy, {CallOut, "502 > cancel 1"}, "C41:error");
    row("C41 hits another request", Legacy, cancelled, Legacy,
        {R"(90 > request 1 tools/call {"name":"other"})", CallOut, "502 > cancel 1"}, "C41:error");
    row("C41 own cancellation of that id", Legacy,
        {R"(90 > request 5 tools/call {"name":"other"})", CallIn, "499 > cancel 5", "500 > cancel 1"}, Legacy,
        {R"(92 > request 1 tools/call {"name":"other"})", CallOut, "500 > cancel 1", "502 > cancel 41"}, "");
    row("C41 same id on both", Legacy, cancelled, Legacy,
        {R"(102 > request 1 tools/call {"name":"slow","arguments":{"n":1}})", "502 > cancel 1"}, "");
    row("C41 of the server", Legacy, {"105 < request 8 elicitation/create {\"message\":\"a\"}", "505 < cancel 3"},
        Legacy, {"103 < request 3 elicitation/create {\"message\":\"a\"}", "500 < cancel 3"}, "C41:error");
    row("passed on of the server", Legacy, {"105 < request 8 elicitation/create {\"message\":\"a\"}", "505 < cancel 8"},
        Legacy, {"103 < request 3 elicitation/create {\"message\":\"a\"}", "500 < cancel 3"}, "");
    row("C40 of the server", Legacy, {"105 < request 8 elicitation/create {\"message\":\"a\"}"}, Legacy,
        {"103 < request 3 elicitation/create {\"message\":\"a\"}", "500 < cancel 3"}, "C40:error");
    const QByteArrayList closedInFront{R"(100 > exchange=7 request 1 tools/call {"name":"slow","arguments":{"n":1}})",
                                       closing(500, "1")};
    const QByteArray callByHttp = R"(102 > exchange=7 request 41 tools/call {"name":"slow","arguments":{"n":1}})";
    row("closed stream to notification", ModernHttp, closedInFront, Legacy, {CallOut, "502 > cancel 41"}, "");
    row("C40 of a closed stream", ModernHttp, closedInFront, Legacy, {CallOut}, "C40:error");
    row("notification to closed stream", Legacy, cancelled, ModernHttp, {callByHttp, closing(502, "41")}, "");
    row("C42 notification over modern HTTP", Legacy, cancelled, ModernHttp, {callByHttp, "502 > exchange=8 cancel 41"},
        "C42:warning");
    row("C42 closed stream over legacy HTTP", Legacy, cancelled, LegacyHttp, {callByHttp, closing(502, "41")},
        "C42:warning");
    row("closed stream and notification over legacy HTTP", Legacy, cancelled, LegacyHttp,
        {callByHttp, "502 > exchange=8 cancel 41", closing(503, "41")}, "");
    row("C42 disconnection made a cancellation", LegacyHttp, closedInFront, Legacy, {CallOut, "502 > cancel 41"},
        "C42:warning");
    row("disconnection not passed on", LegacyHttp, closedInFront, Legacy, {CallOut}, "");
    row("closed stream and notification in front", LegacyHttp,
        {closedInFront.first(), "500 > exchange=8 cancel 1", closing(501, "1")}, Legacy, {CallOut, "502 > cancel 41"},
        "");
}

void TestGatewayFindings::finds()
{
    QFETCH(const QByteArray, front);
    QFETCH(const QByteArrayList, frontLines);
    QFETCH(const QByteArray, behind);
    QFETCH(const QByteArrayList, behindLines);
    QTEST(hops(front, frontLines, behind, behindLines).codes(), "found");
    QTEST(hops(front, frontLines, behind, behindLines, "").codes(), "found"); // without a common clock
}

void TestGatewayFindings::pairs_data()
{
    QTest::addColumn<QByteArrayList>("front");
    QTest::addColumn<QByteArrayList>("behind");
    QTest::addColumn<QByteArray>("found"); ///< ids in front and behind, with ~ for a guess

    QTest::newRow("in order") << QByteArrayList{"100 > request 1 tools/call {\"name\":\"a\"}", "120 < result 1",
                                                "200 > request 2 tools/call {\"name\":\"a\"}", "220 < result 2"}
                              << QByteArrayList{"101 > request 11 tools/call {\"name\":\"a\"}", "110 < result 11",
                                                "201 > request 12 tools/call {\"name\":\"a\"}", "210 < result 12"}
                              << "1-11 2-12"_ba;
    QTest::newRow("the first was not passed on")
        << QByteArrayList{"100 > request 1 tools/call {\"name\":\"a\"}", "120 < result 1",
                          "400 > request 2 tools/call {\"name\":\"a\"}", "420 < result 2"}
        << QByteArrayList{"401 > request 12 tools/call {\"name\":\"a\"}", "410 < result 12"} << "2-12"_ba;
    QTest::newRow("two at once") << QByteArrayList{"100 > request 1 tools/call {\"name\":\"a\"}",
                                                   "101 > request 2 tools/call {\"name\":\"a\"}", "120 < result 1",
                                                   "121 < result 2"}
                                 << QByteArrayList{"102 > request 11 tools/call {\"name\":\"a\"}",
                                                   "103 > request 12 tools/call {\"name\":\"a\"}", "110 < result 11",
                                                   "111 < result 12"}
                                 << "1-11~ 2-12"_ba;
    QTest::newRow("changed parameters")
        << QByteArrayList{"100 > request 1 tools/call {\"name\":\"a\"}", "120 < result 1"}
        << QByteArrayList{"101 > request 11 tools/call {\"name\":\"a\",\"arguments\":{}}", "110 < result 11"}
        << "1-11~"_ba;
    QTest::newRow("another tool") << QByteArrayList{"100 > request 1 tools/call {\"name\":\"a\"}", "120 < result 1"}
                                  << QByteArrayList{"101 > request 11 tools/call {\"name\":\"b\"}", "110 < result 11"}
                                  << ""_ba;
    QTest::newRow("the other direction") << QByteArrayList{"100 > request 1 ping", "120 < result 1"}
                                         << QByteArrayList{"101 < request 11 ping", "110 > result 11"} << ""_ba;
}

void TestGatewayFindings::pairs()
{
    QFETCH(const QByteArrayList, front);
    QFETCH(const QByteArrayList, behind);
    const Hops both = hops(Legacy, front, Legacy, behind);
    QByteArrayList found;
    const HopPairs all(both.inFront(), both.inBack());
    for (const HopPairs::Pair &pair : all.pairs()) {
        const RequestRecord in = both.front->log->record(pair.front);
        if (in.requestEvent > 4) // after the handshake
            found << in.id.toJson() + '-' + both.behind->log->record(pair.behind).id.toJson() +
                         (pair.isGuess ? "~" : "");
    }
    QTEST(found.join(' '), "found");
}

void TestGatewayFindings::showsBothHops()
{
    const Hops both = hops(Legacy, {CallIn, "500 > cancel 1", EndIn}, Legacy, {CallOut, "502 > cancel 1", EndOut});
    const QList<Finding> found = both.findings();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().row, 2);
    QCOMPARE(found.first().events, (QList<qint64>{5, 6}));
    QCOMPARE(found.first().behind, (QList<qint64>{5, 6}));
    QCOMPARE(found.first().accused, Direction::None);
    QVERIFY2(found.first().sentence.contains(u"the id 1 of its sender"_s), qPrintable(found.first().sentence));
    QVERIFY2(found.first().sentence.contains(u"has the id 41"_s), qPrintable(found.first().sentence));
}

/// The capture behind starts 100 ms later, so its times are that much shorter.
void TestGatewayFindings::countsTimeInFront()
{
    const Hops both = hops(Legacy, {CallIn, "500 > cancel 1", EndIn}, Legacy,
                           {R"(20 > request 41 tools/call {"name":"slow","arguments":{"n":1}})", "1400 < result 41"},
                           "2026-07-28T12:00:00.100Z");
    const QList<Finding> found = both.findings();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().time, 500 * FindingScript::Millisecond);
    QCOMPARE(found.first().gap, 1000 * FindingScript::Millisecond);
}

void TestGatewayFindings::guesses()
{
    const Hops both = hops(Legacy, {CallIn, "500 > cancel 1", EndIn}, Legacy,
                           {R"(102 > request 41 tools/call {"name":"slow","arguments":{"n":2}})", EndOut});
    QCOMPARE(both.codes(), "C40:info");
    const Hops shorter = hops(Legacy, {CallIn, "500 > cancel 1", EndIn}, Legacy, {CallOut, "800 > request 91 ping"});
    QCOMPARE(shorter.codes(), ""); // the recording ends too early
}

QTEST_GUILESS_MAIN(TestGatewayFindings)
#include "tst_gatewayfindings.moc"
