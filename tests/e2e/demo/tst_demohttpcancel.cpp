// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Cancellation over HTTP in each era, resumption of streams, and requests of the server.

#include "e2e/demohttp.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = DemoClient::Limit;

} // namespace

class TestDemoHttpCancel : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void legacyCancel_data();
    void legacyCancel();
    void modernCancel_data();
    void modernCancel();
    void streamOfACancelledCall_data();
    void streamOfACancelledCall();
    void cancelsAllAtOnce();
    void doesNotReadWhileItWorks();
    void resumesStreams();
    void cancelsWhileHungUp();
    void asks_data();
    void asks();
    void withdrawsItsQuestion();
};

void TestDemoHttpCancel::legacyCancel_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<int>("results");
    QTest::addColumn<int>("errors");
    QTest::addColumn<int>("progress");
    for (const Way &way : {Legacy, Sse}) {
        const auto row = [&way](const char *name, const QString &tool, const QByteArray &arguments, int results,
                                int errors, int progress) {
            QTest::addRow("%s, %s", way.name, name) << way << tool << arguments << results << errors << progress;
        };
        row("slow", u"slow"_s, R"({"ms":60000})", 0, 0, 0);
        row("deaf", u"deaf"_s, "{}", 0, 0, 0);
        row("late", u"late"_s, R"({"ms":300})", 1, 0, 0);
        row("late, from the cancel", u"late"_s, R"({"ms":50,"from_cancel":true})", 1, 0, 0);
        row("-32800", u"answers_32800"_s, "{}", 0, 1, 0);
        row("code 0", u"answers_code_0"_s, "{}", 0, 1, 0);
        row("isError", u"is_error_after_cancel"_s, "{}", 1, 0, 0);
        row("progress", u"progress_after_cancel"_s, R"({"count":3,"interval":10})", 0, 0, 3);
    }
}

/// The notification has its own POST; late messages come on the stream that stayed open.
void TestDemoHttpCancel::legacyCancel()
{
    QFETCH(const Way, way);
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, arguments);
    QFETCH(int, results);
    QFETCH(int, errors);
    QFETCH(int, progress);
    HttpDemo demo(way);
    QVERIFY(demo.connectToServer());
    const RequestRecord *record = demo.callAndCancel(tool, arguments);
    QVERIFY(record);
    QCOMPARE(record->state, RequestState::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(record->late.results, results, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(record->late.errors, errors, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(record->late.progress, progress, Limit);
    // Nothing else comes.
    QCOMPARE(demo.client().call(u"late"_s, R"({"ms":60})"), u"Done, late or not"_s);
    QCOMPARE(record->late.results, results);
    QCOMPARE(record->late.errors, errors);
    QCOMPARE(record->late.progress, progress);
    QCOMPARE(demo.client().answersTo(record->id).size(), results + errors);
    QCOMPARE(demo.countOfSent("notifications/cancelled"), 1);
    QVERIFY(!demo.server().output().contains("written after"));
}

void TestDemoHttpCancel::modernCancel_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("written"); // output of the server when the stream is closed
    QTest::newRow("slow") << u"slow"_s << R"({"ms":60000})"_ba << QByteArray();
    QTest::newRow("deaf") << u"deaf"_s << "{}"_ba << QByteArray();
    QTest::newRow("late") << u"late"_s << R"({"ms":300})"_ba
                          << "Done, late or not"_ba;
    QTest::newRow("late, from the cancel") << u"late"_s << R"({"ms":50,"from_cancel":true})"_ba
                                           << "Done, late or not"_ba;
    QTest::newRow("-32800") << u"answers_32800"_s << "{}"_ba
                            << "-32800"_ba;
    QTest::newRow("isError") << u"is_error_after_cancel"_s << "{}"_ba
                             << "context canceled"_ba;
    QTest::newRow("progress") << u"progress_after_cancel"_s << R"({"count":3,"interval":10})"_ba
                              << R"("progress":4)"_ba;
}

/// Closing the stream is the cancellation. The tool notices it, and cannot send its later messages.
void TestDemoHttpCancel::modernCancel()
{
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, arguments);
    QFETCH(const QByteArray, written);
    HttpDemo demo(Modern);
    QVERIFY(demo.connectToServer());
    const RequestRecord *record = demo.callAndCancel(tool, arguments);
    QVERIFY(record);
    QCOMPARE(record->state, RequestState::Cancelled);
    QTRY_VERIFY_WITH_TIMEOUT(written.isEmpty() || demo.server().output().contains(written), Limit);
    QCOMPARE(demo.client().call(u"late"_s, R"({"ms":60})"), u"Done, late or not"_s);
    QCOMPARE(demo.server().output().contains("written after the client closed the stream"), !written.isEmpty());
    QVERIFY(!record->late.any());
    QCOMPARE(demo.countOfSent("notifications/cancelled"), 0);
}

void TestDemoHttpCancel::streamOfACancelledCall_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("how");
    QTest::newRow("ended by the server") << QStringList() << u"complete"_s;
    QTest::newRow("left open") << QStringList{u"--http-leave-open"_s} << u"closed"_s;
}

void TestDemoHttpCancel::streamOfACancelledCall()
{
    QFETCH(const QStringList, switches);
    HttpDemo demo(Legacy, switches, {.cancelGrace = 500ms});
    QVERIFY(demo.connectToServer());
    QVERIFY(demo.callAndCancel(u"slow"_s, R"({"ms":60000})"));
    const int exchange = demo.exchangeOf(R"("name":"slow")");
    QVERIFY(exchange > 0);
    QTRY_VERIFY_WITH_TIMEOUT(!demo.endOf(exchange).isEmpty(), Limit);
    QTEST(demo.endOf(exchange).value("how"_L1).toString(), "how");
}

void TestDemoHttpCancel::cancelsAllAtOnce()
{
    for (const Way &way : {Legacy, Modern}) {
        HttpDemo demo(way);
        QVERIFY(demo.connectToServer());
        const RequestId id = demo.client().client().callTool(u"slow"_s, R"({"ms":300,"steps":1})")->id();
        QVERIFY(demo.callAndCancel(u"cancel_all"_s, "{}"));
        QCOMPARE(demo.client().call(u"late"_s, R"({"ms":600})"), u"Done, late or not"_s);
        QVERIFY(demo.client().answersTo(id).isEmpty());
    }
}

void TestDemoHttpCancel::doesNotReadWhileItWorks()
{
    for (const Way &way : {Legacy, Modern}) {
        HttpDemo demo(way, {u"--single-threaded"_s});
        QVERIFY(demo.connectToServer());
        OutgoingRequest *request = demo.client().client().callTool(u"slow"_s, R"({"ms":300,"steps":3})");
        QVERIFY(QSignalSpy(request, &OutgoingRequest::progressed).wait(Limit));
        const RequestId id = request->id();
        request->cancel(u"in vain"_s);
        QCOMPARE(demo.client().call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
        const bool isModern = eraOf(way.revision) == Era::Modern;
        QCOMPARE(demo.client().answersTo(id).size(), isModern ? 0 : 1);
        QCOMPARE(demo.server().output().contains("Done in 3 steps"), isModern);
    }
}

/// The server closes the stream at once; the response comes to the GET with the last event id.
void TestDemoHttpCancel::resumesStreams()
{
    HttpDemo demo(Legacy, {u"--http-polling"_s});
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.client().call(u"slow"_s, R"({"ms":400,"steps":4})"), u"Done in 4 steps"_s);
    QCOMPARE(demo.client().notified("notifications/progress").size(), 4);
    const QStringList resumed = demo.sentHeaders(u"Last-Event-ID"_s);
    QCOMPARE(resumed.size(), 1);
    QVERIFY(resumed.constFirst().endsWith(u"-0"));
    // The call is done before the client resumes, so everything comes at once.
    QCOMPARE(demo.client().call(u"late"_s, R"({"ms":1})"), u"Done, late or not"_s);
    QCOMPARE(demo.sentHeaders(u"Last-Event-ID"_s).size(), 2);
}

void TestDemoHttpCancel::cancelsWhileHungUp()
{
    HttpDemo demo(Legacy, {u"--http-polling"_s});
    QVERIFY(demo.connectToServer());
    const RequestRecord *record = demo.callAndCancel(u"slow"_s, R"({"ms":60000})");
    QVERIFY(record);
    QCOMPARE(record->state, RequestState::Cancelled);
    QCOMPARE(demo.client().call(u"late"_s, R"({"ms":60})"), u"Done, late or not"_s);
    QVERIFY(!record->late.any());
}

void TestDemoHttpCancel::asks_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<bool>("isInStreamOfCall"); // the question comes on the stream of the call, not by GET
    const QStringList none;
    QTest::newRow("in the stream of the call") << Legacy << none << true;
    QTest::newRow("in the stream of GET") << Legacy << QStringList{u"--http-json"_s} << false;
    QTest::newRow("HTTP+SSE") << Sse << none << false;
}

void TestDemoHttpCancel::asks()
{
    QFETCH(const Way, way);
    QFETCH(const QStringList, switches);
    QFETCH(bool, isInStreamOfCall);
    HttpDemo demo(way, switches);
    QVERIFY(demo.connectToServer());
    demo.client().rpc().setHandler("sampling/createMessage", [](IncomingRequest *request) {
        request->respond(R"({"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m"})");
    });
    QVERIFY(demo.client().call(u"ask_sampling"_s).contains(u"Paris"));
    const int call = demo.exchangeOf(R"("name":"ask_sampling")");
    const int question = demo.exchangeOf("sampling/createMessage");
    QVERIFY(question > 0);
    QCOMPARE(question == call, isInStreamOfCall);
}

/// The cancellation of a call withdraws its question, on the stream of the question.
void TestDemoHttpCancel::withdrawsItsQuestion()
{
    for (const Way &way : {Legacy, Sse}) {
        HttpDemo demo(way);
        QPointer<IncomingRequest> question;
        QVERIFY(demo.connectToServer());
        demo.client().rpc().setHandler("sampling/createMessage", [&](IncomingRequest *r) { question = r; });
        OutgoingRequest *request = demo.client().client().callTool(u"ask_sampling"_s, "{}");
        QTRY_VERIFY_WITH_TIMEOUT(question, Limit);
        QVERIFY(!question->token().isRequested());
        request->cancel(u"enough"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!question, Limit);
        QCOMPARE(demo.client().notified("notifications/cancelled").size(), 1);
        QVERIFY(!demo.server().output().contains("written after"));
    }
}

QTEST_GUILESS_MAIN(TestDemoHttpCancel)
#include "tst_demohttpcancel.moc"
