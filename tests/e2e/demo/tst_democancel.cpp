// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Reactions of the demo server to a cancellation, as seen on the wire.

#include "e2e/democlient.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = DemoClient::Limit;

ClientOptions legacy(const QStringList &capabilities = {})
{
    ClientOptions options;
    options.revision = Revision::R2025_11_25;
    for (const QString &capability : capabilities)
        options.capabilities.insert(capability, QJsonObject());
    options.modernCapabilities = options.capabilities;
    return options;
}

ClientOptions modern(const QStringList &capabilities = {})
{
    ClientOptions options = legacy(capabilities);
    options.revision = Revision::R2026_07_28;
    return options;
}

QByteArray toolCall(int id, const QByteArray &tool, const QByteArray &arguments = "{}")
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"tools/call","params":{"name":")" +
           tool + R"(","arguments":)" + arguments + "}}";
}

QByteArray cancelOf(const QByteArray &id)
{
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}";
}

} // namespace

class TestDemoCancel : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void afterACancel_data();
    void afterACancel();
    void withoutACancel_data();
    void withoutACancel();
    void dies();
    void cancelsAllAtOnce();
    void staleCancelSwallowsAReusedId();
    void respondsTwice();
    void matchesIds_data();
    void matchesIds();
    void doesNotReadWhileItWorks();
    void floods_data();
    void floods();
    void stopsFlooding();
    void sendsALargeResponse();
    void writesGarbage();

private:
    /// Calls a tool, waits until the server works on it, and cancels.
    static const RequestRecord *callAndCancel(DemoClient &demo, const QString &tool, const QByteArray &arguments);
};

const RequestRecord *TestDemoCancel::callAndCancel(DemoClient &demo, const QString &tool, const QByteArray &arguments)
{
    OutgoingRequest *request = demo.client().callTool(tool, arguments);
    const bool serverIsAtWork = demo.call(u"echo"_s, R"({"text":"x"})") == u"x"_s;
    const quint64 serial = request->serial();
    if (!serverIsAtWork || request->cancel(u"enough"_s) != OutgoingRequest::CancelResult::Done)
        return nullptr;
    return demo.rpc().tracker().record(serial);
}

void TestDemoCancel::afterACancel_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<int>("results");
    QTest::addColumn<int>("errors");
    QTest::addColumn<int>("progress");
    QTest::addColumn<QByteArray>("contains"); // part of the late response
    const auto row = [](const char *name, const QString &tool, const QByteArray &arguments, int results, int errors,
                        int progress, const QByteArray &contains) {
        QTest::newRow(name) << tool << arguments << results << errors << progress << contains;
    };
    row("slow", u"slow"_s, R"({"ms":60000})", 0, 0, 0, {});
    row("deaf", u"deaf"_s, "{}", 0, 0, 0, {});
    row("late", u"late"_s, R"({"ms":1000})", 1, 0, 0, "Done, late or not");
    row("late, from the cancel", u"late"_s, R"({"ms":50,"from_cancel":true})", 1, 0, 0, "Done, late or not");
    row("-32800", u"answers_32800"_s, "{}", 0, 1, 0, R"("code":-32800)");
    row("code 0", u"answers_code_0"_s, "{}", 0, 1, 0, R"("code":0)");
    row("isError", u"is_error_after_cancel"_s, "{}", 1, 0, 0, R"("isError":true)");
    row("progress", u"progress_after_cancel"_s, R"({"count":3,"interval":10})", 0, 0, 3, {});
    row("progress, longer than it would work", u"progress_after_cancel"_s, R"({"ms":800,"count":10,"interval":100})", 0,
        0, 10, {});
}

void TestDemoCancel::afterACancel()
{
    for (const ClientOptions &era : {legacy(), modern()}) {
        DemoClient demo({}, era);
        QVERIFY(demo.connectToServer());
        QFETCH(const QString, tool);
        QFETCH(const QByteArray, arguments);
        const RequestRecord *record = callAndCancel(demo, tool, arguments);
        QVERIFY(record);
        QCOMPARE(record->state, RequestState::Cancelled);
        QFETCH(int, results);
        QFETCH(int, errors);
        QFETCH(int, progress);
        QTRY_COMPARE_WITH_TIMEOUT(record->late.results, results, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(record->late.errors, errors, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(record->late.progress, progress, Limit);
        // Nothing else comes.
        QCOMPARE(demo.call(u"late"_s, R"({"ms":60})"), u"Done, late or not"_s);
        QCOMPARE(record->late.results, results);
        QCOMPARE(record->late.errors, errors);
        QCOMPARE(record->late.progress, progress);
        const QByteArrayList answers = demo.answersTo(record->id);
        QCOMPARE(answers.size(), results + errors);
        QFETCH(const QByteArray, contains);
        QVERIFY(answers.isEmpty() || answers.first().contains(contains));
    }
}

void TestDemoCancel::withoutACancel_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<int>("progress");
    QTest::addColumn<QString>("answer");
    const QByteArray soon = R"({"ms":20})";
    const QString done = u"Done, not cancelled"_s;
    QTest::newRow("slow") << u"slow"_s << R"({"ms":40,"steps":4})"_ba << 4 << u"Done in 4 steps"_s;
    QTest::newRow("late") << u"late"_s << soon << 0 << u"Done, late or not"_s;
    QTest::newRow("progress") << u"progress_after_cancel"_s << soon << 1 << done;
    for (const QString &tool : {u"answers_32800"_s, u"answers_code_0"_s, u"is_error_after_cancel"_s, u"die_on_cancel"_s,
                                u"cancel_all"_s, u"ask_after_cancel"_s})
        QTest::newRow(qPrintable(tool)) << tool << soon << 0 << done;
}

void TestDemoCancel::withoutACancel()
{
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, arguments);
    QTEST(demo.call(tool, arguments), "answer");
    const QByteArrayList progress = demo.notified("notifications/progress");
    QTEST(int(progress.size()), "progress");
    double last = 0;
    for (const QByteArray &params : progress) {
        const double value = JsonValue(params).member("progress").toDouble().value_or(-1);
        QVERIFY(value > last);
        last = value;
    }
}

void TestDemoCancel::dies()
{
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    QVERIFY(callAndCancel(demo, u"die_on_cancel"_s, "{}"));
    QTRY_VERIFY_WITH_TIMEOUT(demo.recorder().has(EventKind::Closed), Limit);
    QCOMPARE(demo.recorder().of(EventKind::Exited).details, (QJsonObject{{u"exitCode"_s, 1}}));
}

void TestDemoCancel::cancelsAllAtOnce()
{
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    OutgoingRequest *bystander = demo.client().callTool(u"slow"_s, R"({"ms":60000,"steps":3000})");
    QSignalSpy progressed(bystander, &OutgoingRequest::progressed);
    QVERIFY(progressed.wait(Limit));
    QVERIFY(callAndCancel(demo, u"cancel_all"_s, "{}"));
    QCOMPARE(demo.call(u"echo"_s, R"({"text":"x"})"), u"x"_s); // the cancellation has been read
    const qsizetype before = progressed.size();
    QCOMPARE(demo.call(u"late"_s, R"({"ms":400})"), u"Done, late or not"_s);
    QCOMPARE(progressed.size(), before);
}

void TestDemoCancel::staleCancelSwallowsAReusedId()
{
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    const RequestId id(77);
    demo.rpc().sendRaw(toolCall(77, "stale_cancel"));
    QTRY_COMPARE_WITH_TIMEOUT(demo.answersTo(id).size(), 1, Limit);
    demo.rpc().sendRaw(cancelOf("77"));
    demo.rpc().sendRaw(toolCall(77, "echo", R"({"text":"swallowed"})"));
    QCOMPARE(demo.call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
    QCOMPARE(demo.answersTo(id).size(), 1);
}

void TestDemoCancel::respondsTwice()
{
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    const RequestId id(77);
    demo.rpc().sendRaw(toolCall(77, "answers_twice", R"({"ms":20})"));
    QTRY_COMPARE_WITH_TIMEOUT(demo.answersTo(id).size(), 2, Limit);
    QVERIFY(demo.answersTo(id).at(0).contains("The first response"));
    QVERIFY(demo.answersTo(id).at(1).contains("The second response"));
}

void TestDemoCancel::matchesIds_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<int>("id");
    QTest::addColumn<QByteArray>("cancelled");
    QTest::addColumn<bool>("heard");
    const QStringList none;
    QTest::newRow("the same") << none << 5 << "5"_ba << true;
    QTest::newRow("zero") << none << 0 << "0"_ba << true;
    QTest::newRow("another") << none << 5 << "6"_ba << false;
    QTest::newRow("another type") << none << 5 << "\"5\""_ba << false;
    QTest::newRow("blind to zero") << QStringList{u"--blind-to-zero"_s} << 0 << "0"_ba << false;
    QTest::newRow("but not to five") << QStringList{u"--blind-to-zero"_s} << 5 << "5"_ba << true;
    QTest::newRow("strings, number") << QStringList{u"--string-ids"_s} << 5 << "5"_ba << false;
    QTest::newRow("strings, string") << QStringList{u"--string-ids"_s} << 5 << "\"5\""_ba << true;
}

void TestDemoCancel::matchesIds()
{
    QFETCH(const QStringList, switches);
    QFETCH(int, id);
    QFETCH(const QByteArray, cancelled);
    DemoClient demo(switches);
    QVERIFY(demo.openOnly());
    demo.rpc().sendRaw(R"({"jsonrpc":"2.0","id":100,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
    demo.rpc().sendRaw(toolCall(id, "slow", R"({"ms":150,"steps":1})"));
    demo.rpc().sendRaw(cancelOf(cancelled));
    demo.rpc().sendRaw(toolCall(101, "late", R"({"ms":300})"));
    QTRY_COMPARE_WITH_TIMEOUT(demo.answersTo(RequestId(101)).size(), 1, Limit);
    QFETCH(bool, heard);
    QCOMPARE(demo.answersTo(RequestId(id)).size(), heard ? 0 : 1);
}

void TestDemoCancel::doesNotReadWhileItWorks()
{
    DemoClient demo({u"--single-threaded"_s}, legacy());
    QVERIFY(demo.connectToServer());
    OutgoingRequest *request = demo.client().callTool(u"slow"_s, R"({"ms":300,"steps":3})");
    QSignalSpy progressed(request, &OutgoingRequest::progressed);
    QVERIFY(progressed.wait(Limit));
    const RequestId id = request->id();
    request->cancel(u"in vain"_s);
    // The server reads nothing before its result, so this comes after it.
    QCOMPARE(demo.call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
    QCOMPARE(demo.answersTo(id).size(), 1);
}

void TestDemoCancel::floods_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("size");
    QTest::newRow("none") << 0 << 235;
    QTest::newRow("one") << 1 << 235;
    QTest::newRow("many") << 50'000 << 235;
    QTest::newRow("small") << 1'000 << 0;
    QTest::newRow("large") << 5 << 1'000'000;
}

void TestDemoCancel::floods()
{
    QFETCH(int, count);
    QFETCH(int, size);
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.call(u"flood"_s,
                       R"({"count":)" + QByteArray::number(count) + R"(,"size":)" + QByteArray::number(size) + '}'),
             u"%1 notifications sent"_s.arg(count));
    QVERIFY(!demo.recorder().has(EventKind::Malformed));
    int number = 0;
    for (const Event &event : demo.recorder().events()) {
        if (event.direction != Direction::ServerToClient || event.envelope.kind != MessageKind::Notification)
            continue;
        ++number;
        if (size >= 235)
            QCOMPARE(event.bytes.size(), size);
        QCOMPARE(JsonValue(event.bytes).pointer("/params/data/n").toInteger(), number);
    }
    QCOMPARE(number, count);
}

void TestDemoCancel::stopsFlooding()
{
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    OutgoingRequest *request = demo.client().callTool(u"flood"_s, R"({"count":2000000000})");
    QTRY_VERIFY_WITH_TIMEOUT(demo.notified("notifications/message").size() > 100, Limit);
    request->cancel();
    QCOMPARE(demo.call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
}

void TestDemoCancel::sendsALargeResponse()
{
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.call(u"big"_s, R"({"mb":5})").size(), 5 << 20);
    QCOMPARE(demo.call(u"big"_s, R"({"mb":0})").size(), 0);
}

void TestDemoCancel::writesGarbage()
{
    DemoClient demo({}, legacy());
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.call(u"garbage"_s), u"The output before this was not all JSON"_s);
    QCOMPARE(demo.recorder().count(EventKind::Malformed), 5);
    const QByteArrayList notifications = demo.notified("notifications/message");
    QCOMPARE(notifications.size(), 2); // one after a byte order mark
    const auto crlf = std::count_if(demo.recorder().events().begin(), demo.recorder().events().end(),
                                    [](const Event &event) { return event.details.value(u"eol"_s) == u"\r\n"_s; });
    QCOMPARE(crlf, 1);
}

QTEST_GUILESS_MAIN(TestDemoCancel)
#include "tst_democancel.moc"
