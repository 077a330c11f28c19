// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Requests and cancellations of the demo server, valid and invalid ones.

#include "e2e/democlient.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = DemoClient::Limit;

ClientOptions with(Revision revision, const QStringList &capabilities)
{
    ClientOptions options;
    options.revision = revision;
    for (const QString &capability : capabilities)
        options.capabilities.insert(capability, QJsonObject());
    options.modernCapabilities = options.capabilities;
    return options;
}

const QStringList Both{u"sampling"_s, u"elicitation"_s};

} // namespace

class TestDemoAsking : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void asks_data();
    void asks();
    void asksInItsResult_data();
    void asksInItsResult();
    void needsTheCapability_data();
    void needsTheCapability();
    void withdrawsWithItsParent_data();
    void withdrawsWithItsParent();
    void cancelsItsOwnQuestion();
    void asksAfterACancel();
    void asksWhenForbidden();
    void cancelsARequestOfTheClient_data();
    void cancelsARequestOfTheClient();

private:
    /// Waits for a request of the server.
    static IncomingRequest *question(DemoClient &demo, QPointer<IncomingRequest> &asked);
};

IncomingRequest *TestDemoAsking::question(DemoClient &demo, QPointer<IncomingRequest> &asked)
{
    const auto take = [&asked](IncomingRequest *request) { asked = request; };
    demo.rpc().setHandler("sampling/createMessage", take);
    demo.rpc().setHandler("elicitation/create", take);
    static_cast<void>(QTest::qWaitFor([&] { return !asked.isNull(); }, Limit));
    return asked;
}

void TestDemoAsking::asks_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<bool>("refuse");
    for (const bool refuse : {false, true}) {
        const char *suffix = refuse ? ", refused" : "";
        QTest::addRow("sampling%s", suffix) << u"ask_sampling"_s << "sampling/createMessage"_ba << refuse;
        QTest::addRow("elicitation%s", suffix) << u"ask_elicitation"_s << "elicitation/create"_ba << refuse;
        QTest::addRow("orphan%s", suffix) << u"orphan"_s << "sampling/createMessage"_ba << refuse;
    }
}

void TestDemoAsking::asks()
{
    QFETCH(const QString, tool);
    QFETCH(bool, refuse);
    DemoClient demo({}, with(Revision::R2025_11_25, Both));
    QVERIFY(demo.connectToServer());
    OutgoingRequest *call = demo.client().callTool(tool, {});
    QString answer;
    connect(call, &OutgoingRequest::finished, this, [&] { answer = DemoClient::textOf(*call->outcome()); });
    QPointer<IncomingRequest> asked;
    QVERIFY(question(demo, asked));
    QTEST(asked->method(), "method");
    QVERIFY(JsonValue(asked->params()).isObject());
    if (refuse)
        asked->fail(-1, u"The user said no"_s);
    else
        asked->respond(R"({"action":"decline"})");
    QTRY_COMPARE_WITH_TIMEOUT(
        answer, refuse ? u"The client refused: The user said no"_s : u"The client answered: {\"action\":\"decline\"}"_s,
        Limit);
}

// In 2026-07-28 servers send no requests: the client sends the answers with a second call.
void TestDemoAsking::asksInItsResult_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("method");
    QTest::newRow("sampling") << u"ask_sampling"_s << u"sampling/createMessage"_s;
    QTest::newRow("elicitation") << u"ask_elicitation"_s << u"elicitation/create"_s;
}

void TestDemoAsking::asksInItsResult()
{
    QFETCH(const QString, tool);
    DemoClient demo({}, with(Revision::R2026_07_28, Both));
    QVERIFY(demo.connectToServer());
    QByteArray result;
    const auto keep = [&result](OutgoingRequest *call) {
        connect(call, &OutgoingRequest::finished, call, [&result, call] { result = *call->outcome(); });
    };
    keep(demo.client().callTool(tool, {}));
    QTRY_VERIFY_WITH_TIMEOUT(!result.isEmpty(), Limit);
    QCOMPARE(JsonValue(result).member("resultType").toString(), u"input_required"_s);
    QTEST(JsonValue(result).pointer("/inputRequests/answer/method").toString(), "method");
    QVERIFY(JsonValue(result).pointer("/inputRequests/answer/params").isObject());

    QByteArray params = R"({"name":")" + tool.toUtf8() +
                        R"(","inputResponses":{"answer":{"action":"decline"}},"requestState":)" +
                        JsonValue(result).member("requestState").raw().toByteArray() + '}';
    result.clear();
    keep(demo.client().request("tools/call", params));
    QTRY_VERIFY_WITH_TIMEOUT(!result.isEmpty(), Limit);
    QCOMPARE(JsonValue(result).member("resultType").toString(), u"complete"_s);
    QCOMPARE(DemoClient::textOf(result), u"The client answered: {\"action\":\"decline\"}"_s);
}

void TestDemoAsking::needsTheCapability_data()
{
    QTest::addColumn<Revision>("revision");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("says");
    const QString sampling = u"The client did not declare sampling"_s;
    const QString elicitation = u"The client did not declare elicitation"_s;
    const QString never = u"Servers send no requests in this revision"_s;
    using R = Revision;
    QTest::newRow("sampling") << R::R2025_11_25 << u"ask_sampling"_s << sampling;
    QTest::newRow("elicitation") << R::R2025_11_25 << u"ask_elicitation"_s << elicitation;
    QTest::newRow("sampling, modern") << R::R2026_07_28 << u"ask_sampling"_s << sampling;
    QTest::newRow("elicitation, modern") << R::R2026_07_28 << u"ask_elicitation"_s << elicitation;
    QTest::newRow("orphan, modern") << R::R2026_07_28 << u"orphan"_s << never;
    QTest::newRow("ask_and_cancel, modern") << R::R2026_07_28 << u"ask_and_cancel"_s << never;
}

void TestDemoAsking::needsTheCapability()
{
    QFETCH(const Revision, revision);
    QFETCH(const QString, tool);
    DemoClient demo({}, with(revision, {}));
    QVERIFY(demo.connectToServer());
    QTEST(demo.call(tool), "says");
}

void TestDemoAsking::withdrawsWithItsParent_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<bool>("withdrawn");
    QTest::newRow("sampling") << u"ask_sampling"_s << true;
    QTest::newRow("elicitation") << u"ask_elicitation"_s << true;
    QTest::newRow("orphan") << u"orphan"_s << false;
}

void TestDemoAsking::withdrawsWithItsParent()
{
    QFETCH(const QString, tool);
    DemoClient demo({}, with(Revision::R2025_11_25, Both));
    QVERIFY(demo.connectToServer());
    OutgoingRequest *call = demo.client().callTool(tool, {});
    QPointer<IncomingRequest> asked;
    QVERIFY(question(demo, asked));
    const RequestId id = asked->id();
    call->cancel(u"never mind"_s);
    QCOMPARE(demo.call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
    QFETCH(bool, withdrawn);
    const QByteArrayList cancels = demo.notified("notifications/cancelled");
    QCOMPARE(cancels.size(), withdrawn ? 1 : 0);
    QCOMPARE(asked.isNull() || asked->isFinished(), withdrawn);
    if (withdrawn) {
        QCOMPARE(JsonValue(cancels.first()).member("requestId").raw().toByteArray(), id.toJson());
        QCOMPARE(JsonValue(cancels.first()).member("reason").toString(), u"never mind"_s);
    }
}

void TestDemoAsking::cancelsItsOwnQuestion()
{
    DemoClient demo({}, with(Revision::R2025_11_25, Both));
    QVERIFY(demo.connectToServer());
    OutgoingRequest *call = demo.client().callTool(u"ask_and_cancel"_s, R"({"ms":50,"reason":"changed my mind"})");
    QString answer;
    connect(call, &OutgoingRequest::finished, this, [&] { answer = DemoClient::textOf(*call->outcome()); });
    QPointer<IncomingRequest> asked;
    QVERIFY(question(demo, asked));
    const RequestId id = asked->id();
    QTRY_COMPARE_WITH_TIMEOUT(answer, u"The question was withdrawn"_s, Limit);
    const QByteArrayList cancels = demo.notified("notifications/cancelled");
    QCOMPARE(cancels.size(), 1);
    QCOMPARE(JsonValue(cancels.first()).member("requestId").raw().toByteArray(), id.toJson());
    QCOMPARE(JsonValue(cancels.first()).member("reason").toString(), u"changed my mind"_s);
}

/// If requests of the server are not allowed, the client does not respond, and the server does not wait.
void TestDemoAsking::asksWhenForbidden()
{
    DemoClient demo({}, with(Revision::R2026_07_28, Both));
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.call(u"ask_out_of_turn"_s), u"A request was sent, allowed or not"_s);
    const RequestRecord *record = demo.rpc().tracker().find(Direction::ServerToClient, RequestId(1));
    QVERIFY(record);
    QVERIFY(record->forbidden);
    QCOMPARE(record->state, RequestState::Failed);
    QCOMPARE(demo.rpc().tracker().openCount(), 0);
    for (const Event &event : demo.recorder().events()) {
        const bool isAnswer = event.envelope.kind == MessageKind::Result || event.envelope.kind == MessageKind::Error;
        QVERIFY(event.direction != Direction::ClientToServer || !isAnswer);
    }
}

void TestDemoAsking::asksAfterACancel()
{
    DemoClient demo({}, with(Revision::R2025_11_25, Both));
    QVERIFY(demo.connectToServer());
    OutgoingRequest *call = demo.client().callTool(u"ask_after_cancel"_s, {});
    QCOMPARE(demo.call(u"echo"_s, R"({"text":"x"})"), u"x"_s);
    call->cancel();
    QPointer<IncomingRequest> asked;
    QVERIFY(question(demo, asked));
    QCOMPARE(asked->method(), "sampling/createMessage"_ba);
}

void TestDemoAsking::cancelsARequestOfTheClient_data()
{
    QTest::addColumn<Revision>("revision");
    QTest::newRow("legacy") << Revision::R2025_11_25;
    QTest::newRow("modern") << Revision::R2026_07_28;
}

void TestDemoAsking::cancelsARequestOfTheClient()
{
    QFETCH(const Revision, revision);
    DemoClient demo({}, with(revision, {}));
    QVERIFY(demo.connectToServer());
    QCOMPARE(demo.call(u"cancel_unknown"_s, R"({"id":"phantom"})"),
             u"A cancellation was sent for a request that never existed"_s);
    OutgoingRequest *call = demo.client().callTool(u"cancel_own"_s, R"({"ms":20})");
    const QByteArray id = call->id().toJson();
    QString answer;
    connect(call, &OutgoingRequest::finished, this, [&] { answer = DemoClient::textOf(*call->outcome()); });
    QTRY_COMPARE_WITH_TIMEOUT(answer, u"The server cancelled this call"_s, Limit);
    const QByteArrayList cancels = demo.notified("notifications/cancelled");
    QCOMPARE(cancels.size(), 2);
    QCOMPARE(JsonValue(cancels.at(0)).member("requestId").raw().toByteArray(), "\"phantom\""_ba);
    QCOMPARE(JsonValue(cancels.at(1)).member("requestId").raw().toByteArray(), id);
}

QTEST_GUILESS_MAIN(TestDemoAsking)
#include "tst_demoasking.moc"
