// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memoryclient.h"

#include "core/json/jsontext.h"
#include "core/mcp/requests/subscription.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;

using State = Subscription::State;
using Ending = Subscription::Ending;

namespace {

const SubscriptionFilter Everything{
    .tools = true, .prompts = true, .resources = true, .uris = {u"a:/x"_s, u"a:/y"_s}, .tasks = {u"t-1"_s}};

} // namespace

/// subscriptions/listen of 2026-07-28: the filter, the acknowledgment, notifications, and the end.
class TestSubscription : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = MemoryClient::Limit;

    std::unique_ptr<MemoryClient> m_server;
    std::unique_ptr<Subscription> m_subscription;

    /// Opens a subscription and waits for its request.
    [[nodiscard]] bool open(const SubscriptionFilter &asked)
    {
        m_server = std::make_unique<MemoryClient>(Revision::R2026_07_28,
                                                  ClientOptions{.requestTimeout = std::chrono::milliseconds(50),
                                                                .requestCap = std::chrono::milliseconds(50)});
        if (!m_server->connectToServer())
            return false;
        m_subscription = std::make_unique<Subscription>(*m_server->client, asked);
        m_subscription->open();
        return m_server->waitForSent(1);
    }
    [[nodiscard]] QByteArray tag() const
    {
        return R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" + m_subscription->id().toJson() + '}';
    }
    void acknowledge(const QByteArray &notifications)
    {
        m_server->notify("notifications/subscriptions/acknowledged",
                         R"({"notifications":)" + notifications + ',' + tag() + '}');
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_subscription.reset();
        m_server.reset();
    }

    void requestsTheFilter()
    {
        QVERIFY(open(Everything));
        QCOMPARE(m_server->sentMember("/method"), R"("subscriptions/listen")");
        QCOMPARE(m_server->sentMember("/params/notifications"),
                 R"({"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,)"
                 R"("resourceSubscriptions":["a:/x","a:/y"],"taskIds":["t-1"]})");
        QVERIFY(!m_server->sentMember("/params/_meta").isEmpty());
        QCOMPARE(m_subscription->state(), State::Opening);
        QVERIFY(!m_subscription->acknowledged());
        QVERIFY(m_subscription->missing().isEmpty()); // not known yet
    }

    void acknowledgedSubset_data()
    {
        QTest::addColumn<QByteArray>("acknowledged");
        QTest::addColumn<QString>("missing");
        QTest::addColumn<int>("notes");
        QTest::newRow("all") << Everything.toJson() << QString() << 0;
        QTest::newRow("some") << R"({"toolsListChanged":true,"resourceSubscriptions":["a:/y"],"taskIds":["t-1"]})"_ba
                              << u"promptsListChanged, resourcesListChanged, a:/x"_s << 1;
        QTest::newRow("false is none")
            << R"({"toolsListChanged":false})"_ba
            << u"toolsListChanged, promptsListChanged, resourcesListChanged, a:/x, a:/y, t-1"_s << 1;
        QTest::newRow("more than was asked for")
            << JsonText::withMember(Everything.toJson(), "taskIds", R"(["t-1","t-2"])") << QString() << 1;
        QTest::newRow("nonsense") << R"("yes")"_ba << Everything.text() << 1;
    }
    void acknowledgedSubset()
    {
        QFETCH(const QByteArray, acknowledged);
        QVERIFY(open(Everything));
        acknowledge(acknowledged);
        QCOMPARE(m_subscription->state(), State::Open);
        const QString missing = m_subscription->missing().text();
        QTEST(missing, "missing");
        QTEST(int(m_server->notes.size()), "notes");
        if (!missing.isEmpty())
            QVERIFY(m_server->notes.constFirst().endsWith(missing + u" is missing"_s));
    }

    void messagesAreFollowed()
    {
        QVERIFY(open(Everything));
        QSignalSpy notified(m_subscription.get(), &Subscription::notified);
        acknowledge(R"({"toolsListChanged":true,"resourceSubscriptions":["a:/x"]})");
        m_server->notes.clear();
        m_server->notify("notifications/tools/list_changed", '{' + tag() + '}');
        m_server->notify("notifications/resources/updated", R"({"uri":"a:/x/below",)" + tag() + '}');
        QCOMPARE(notified.count(), 2);
        QCOMPARE(notified.at(1).at(0).toByteArray(), "notifications/resources/updated");
        QCOMPARE(m_server->notes, QStringList());
        // Notifications of other subscriptions: without a tag, with another tag, or with one of another type.
        m_server->notify("notifications/tools/list_changed", "{}");
        m_server->notify("notifications/tools/list_changed",
                         R"({"_meta":{"io.modelcontextprotocol/subscriptionId":"L9"}})");
        m_server->notify("notifications/tools/list_changed", R"({"_meta":{"io.modelcontextprotocol/subscriptionId":")" +
                                                                 m_subscription->id().toJson() + R"("}})");
        QCOMPARE(notified.count(), 2);
        // Not in the acknowledgment: passed on, and noted once.
        for (int i = 0; i < 3; ++i)
            m_server->notify("notifications/resources/updated", R"({"uri":"a:/xy",)" + tag() + '}');
        QCOMPARE(notified.count(), 5);
        QCOMPARE(m_server->notes.size(), 1);
        QVERIFY(m_server->notes.constFirst().contains(u"had not agreed to"_s));
    }

    void beforeTheAcknowledgement()
    {
        QVERIFY(open(Everything));
        m_server->notify("notifications/tools/list_changed", '{' + tag() + '}');
        QCOMPARE(m_server->notes.size(), 1);
        QVERIFY(m_server->notes.constFirst().contains(u"before it acknowledged"_s));
    }

    void noTimeoutAppliesToIt()
    {
        QVERIFY(open(Everything)); // in a client with a timeout of 50 ms per request
        OutgoingRequest *other = m_server->client->request("x");
        QSignalSpy timedOut(other, &OutgoingRequest::finished);
        QVERIFY(timedOut.wait(Limit));
        QCOMPARE(m_subscription->state(), State::Opening);
    }

    void endings_data()
    {
        QTest::addColumn<QByteArrayList>("messages"); // L stands for the id
        QTest::addColumn<Ending>("ending");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<int>("notes");
        const QByteArray result =
            R"({"jsonrpc":"2.0","id":L,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":L}}})";
        const QByteArray cancel =
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":L,"reason":"closing"}})";
        QTest::newRow("result") << QByteArrayList{result} << Ending::ByServer << QString() << 0;
        QTest::newRow("cancel") << QByteArrayList{cancel} << Ending::ByServer << u"closing"_s << 0;
        QTest::newRow("result, cancel") << QByteArrayList{result, cancel} << Ending::ByServer << QString() << 0;
        QTest::newRow("cancel, result") << QByteArrayList{cancel, result} << Ending::ByServer << u"closing"_s << 0;
        QTest::newRow("result without the tag")
            << QByteArrayList{R"({"jsonrpc":"2.0","id":L,"result":{}})"_ba} << Ending::ByServer << QString() << 1;
        QTest::newRow("error")
            << QByteArrayList{R"({"jsonrpc":"2.0","id":L,"error":{"code":-32601,"message":"no such thing"}})"_ba}
            << Ending::Refused << u"no such thing"_s << 0;
    }
    void endings()
    {
        QFETCH(const QByteArrayList, messages);
        QVERIFY(open(Everything));
        acknowledge(Everything.toJson());
        QSignalSpy ended(m_subscription.get(), &Subscription::ended);
        const QByteArray id = m_subscription->id().toJson();
        for (QByteArray message : messages)
            m_server->transport().receive(message.replace("id\":L", "id\":" + id)
                                              .replace("requestId\":L", "requestId\":" + id)
                                              .replace("subscriptionId\":L", "subscriptionId\":" + id));
        QCOMPARE(ended.count(), 1);
        QCOMPARE(m_subscription->state(), State::Ended);
        QTEST(m_subscription->ending(), "ending");
        QTEST(m_subscription->reason(), "reason");
        QTEST(int(m_server->notes.size()), "notes");
        QCoreApplication::processEvents();
        QVERIFY(m_server->waitForSent(1)); // no response, no cancellation, and no second request
        m_subscription->open();
        QVERIFY(m_server->waitForSent(2));
        QVERIFY(m_subscription->id().toJson() != id);
    }

    void closedByUs()
    {
        QVERIFY(open(Everything));
        acknowledge(Everything.toJson());
        const QByteArray id = m_subscription->id().toJson();
        m_subscription->close(u"seen enough"_s);
        m_subscription->close();
        QCOMPARE(m_subscription->ending(), Ending::ByUs);
        QVERIFY(m_server->waitForSent(2));
        QCOMPARE(m_server->sentMember("/method"), R"("notifications/cancelled")");
        QCOMPARE(m_server->sentMember("/params"), R"({"requestId":)" + id + R"(,"reason":"seen enough"})");
    }

    void destroyedIsClosed()
    {
        QVERIFY(open(Everything));
        m_subscription.reset();
        QVERIFY(m_server->waitForSent(2));
        QCOMPARE(m_server->sentMember("/method"), R"("notifications/cancelled")");
    }

    void openedAgainWithTheConnection()
    {
        QVERIFY(open(Everything));
        acknowledge(Everything.toJson());
        QVERIFY(m_server->loseConnection());
        QCOMPARE(m_subscription->state(), State::Waiting);
        QVERIFY(m_server->connectToServer());
        QVERIFY(m_server->waitForSent(1));
        QCOMPARE(m_server->sentMember("/method"), R"("subscriptions/listen")");
        QVERIFY(!m_subscription->acknowledged());
        // Disconnects and connects again.
        m_server->client->disconnectFromServer();
        QTRY_COMPARE_WITH_TIMEOUT(m_server->client->state(), Client::State::Disconnected, Limit);
        QCOMPARE(m_subscription->state(), State::Waiting);
        QVERIFY(m_server->loseConnection());
        QVERIFY(m_server->connectToServer());
        QVERIFY(m_server->waitForSent(1));
        QCOMPARE(m_subscription->state(), State::Opening);
    }

    void closedWhileWaiting()
    {
        QVERIFY(open(Everything));
        QVERIFY(m_server->loseConnection());
        m_subscription->close();
        QCOMPARE(m_subscription->state(), State::Ended);
        QVERIFY(m_server->connectToServer());
        QCoreApplication::processEvents();
        QVERIFY(m_server->waitForSent(0));
    }

    void isRefusedInTheLegacyEra()
    {
        m_server = std::make_unique<MemoryClient>(Revision::R2025_11_25);
        QVERIFY(m_server->connectToServer());
        m_subscription = std::make_unique<Subscription>(*m_server->client, Everything);
        m_subscription->open();
        QCOMPARE(m_subscription->ending(), Ending::Refused);
        QVERIFY(m_server->waitForSent(0));
    }
};

QTEST_GUILESS_MAIN(TestSubscription)
#include "tst_subscription.moc"
