// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memoryclient.h"

#include "core/mcp/requests/subscriptionmanager.h"

#include <QJsonArray>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Watching and unwatching of resources, in both eras.
class TestWatcher : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = MemoryClient::Limit;

    std::unique_ptr<MemoryClient> m_server;
    std::unique_ptr<SubscriptionManager> m_subscriptionManager;

    [[nodiscard]] bool connectAs(Revision revision, const QByteArray &capabilities)
    {
        m_server = std::make_unique<MemoryClient>(revision);
        m_subscriptionManager = std::make_unique<SubscriptionManager>(*m_server->client);
        return m_server->connectToServer(capabilities);
    }
    /// Acknowledges the latest subscriptions/listen.
    void acknowledge(const QByteArray &notifications)
    {
        m_server->notify("notifications/subscriptions/acknowledged",
                         R"({"notifications":)" + notifications +
                             R"(,"_meta":{"io.modelcontextprotocol/subscriptionId":)" + m_server->sentMember("/id") +
                             "}}");
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_subscriptionManager.reset();
        m_server.reset();
    }

    void legacy()
    {
        QVERIFY(connectAs(Revision::R2025_11_25, R"({"resources":{"subscribe":true},"tools":{"listChanged":true}})"));
        QSignalSpy changed(m_subscriptionManager.get(), &SubscriptionManager::changed);
        m_subscriptionManager->want({.tools = true, .prompts = true});
        QCOMPARE(m_subscriptionManager->agreed(),
                 SubscriptionFilter{.tools = true}); // sent without a subscription in this era
        m_subscriptionManager->watch(u"a:/x"_s);
        m_subscriptionManager->watch(u"a:/x"_s);
        QVERIFY(m_server->waitForSent(1));
        QCOMPARE(m_server->sentMember("/method"), R"("resources/subscribe")");
        QCOMPARE(m_server->sentMember("/params"), R"({"uri":"a:/x"})");
        QVERIFY(!m_subscriptionManager->isWatching(u"a:/x"_s));
        changed.clear();
        m_server->answer("{}");
        QVERIFY(m_subscriptionManager->isWatching(u"a:/x"_s));
        QCOMPARE(changed.count(), 1);

        QSignalSpy updated(m_subscriptionManager.get(), &SubscriptionManager::resourceUpdated);
        m_server->notify("notifications/resources/updated", R"({"uri":"a:/x"})");
        QCOMPARE(updated.count(), 1);
        QCOMPARE(updated.at(0).at(0).toString(), u"a:/x"_s);
        QCOMPARE(m_server->notes, QStringList());

        // The next connection subscribes again.
        QVERIFY(m_server->loseConnection());
        QVERIFY(!m_subscriptionManager->isWatching(u"a:/x"_s));
        QVERIFY(m_server->connectToServer(R"({"resources":{"subscribe":true}})"));
        QVERIFY(m_server->waitForSent(1));
        QCOMPARE(m_server->sentMember("/method"), R"("resources/subscribe")");
        m_server->answer("{}");
        m_subscriptionManager->stop(u"a:/x"_s);
        QVERIFY(m_server->waitForSent(2));
        QCOMPARE(m_server->sentMember("/method"), R"("resources/unsubscribe")");
        QVERIFY(m_subscriptionManager->agreed().isEmpty());
    }

    void legacyRefusals()
    {
        QVERIFY(connectAs(Revision::R2025_11_25, R"({"resources":{"subscribe":true}})"));
        QSignalSpy failed(m_subscriptionManager.get(), &SubscriptionManager::failed);
        m_subscriptionManager->watch(u"a:/x"_s);
        QVERIFY(m_server->waitForSent(1));
        m_server->refuse(R"({"code":-32002,"message":"what is that"})");
        QCOMPARE(failed.count(), 1);
        QVERIFY(!m_subscriptionManager->isWatching(u"a:/x"_s));
        m_subscriptionManager->stop(u"a:/x"_s); // it was not watched, so there is nothing to unsubscribe
        QCoreApplication::processEvents();
        QVERIFY(m_server->waitForSent(1));
    }

    void legacyWithoutTheCapability()
    {
        QVERIFY(connectAs(Revision::R2025_11_25, R"({"resources":{}})"));
        QSignalSpy failed(m_subscriptionManager.get(), &SubscriptionManager::failed);
        m_subscriptionManager->watch(u"a:/x"_s);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed.at(0).at(0).value<Error>().kind, ErrorKind::Protocol);
        QVERIFY(m_server->waitForSent(0));
    }

    /// A new subscription is acknowledged before the old one is cancelled.
    void modern()
    {
        QVERIFY(connectAs(Revision::R2026_07_28, "{}"));
        m_subscriptionManager->watch(u"a:/x"_s);
        QVERIFY(m_server->waitForSent(1));
        QCOMPARE(m_server->sentMember("/params/notifications"), R"({"resourceSubscriptions":["a:/x"]})");
        const QByteArray first = m_server->sentMember("/id");
        acknowledge(R"({"resourceSubscriptions":["a:/x"]})");
        QVERIFY(m_subscriptionManager->isWatching(u"a:/x"_s));

        m_subscriptionManager->watch(u"a:/y"_s);
        m_subscriptionManager->watch(u"a:/z"_s); // at once: the subscription just requested is cancelled
        QTRY_COMPARE_WITH_TIMEOUT(m_server->sent().size(), 4, Limit);
        QVERIFY(m_subscriptionManager->isWatching(u"a:/x"_s));
        QCOMPARE(m_subscriptionManager->subscription()->asked().uris, (QStringList{u"a:/x"_s, u"a:/y"_s, u"a:/z"_s}));
        m_server->notify("notifications/subscriptions/acknowledged",
                         R"({"notifications":{"resourceSubscriptions":["a:/x","a:/z"]},)"
                         R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" +
                             m_subscriptionManager->subscription()->id().toJson() + "}}");
        QVERIFY(m_subscriptionManager->isWatching(u"a:/z"_s));
        QVERIFY(!m_subscriptionManager->isWatching(u"a:/y"_s));
        QCOMPARE(m_subscriptionManager->subscription()->missing().uris, QStringList{u"a:/y"_s});
        QVERIFY(m_server->waitForSent(5));
        QCOMPARE(m_server->sentMember("/method"), R"("notifications/cancelled")");
        QCOMPARE(m_server->sentMember("/params/requestId"), first);

        m_subscriptionManager->want({});
        QVERIFY(m_server->waitForSent(6));
        QCOMPARE(m_server->sentMember("/method"), R"("notifications/cancelled")");
        QCOMPARE(m_subscriptionManager->subscription(), nullptr);
        QVERIFY(m_subscriptionManager->agreed().isEmpty());
    }

    /// Changes during the interruption were not reported.
    void resumed()
    {
        QVERIFY(connectAs(Revision::R2026_07_28, "{}"));
        QSignalSpy resumed(m_subscriptionManager.get(), &SubscriptionManager::resumed);
        m_subscriptionManager->want({.tools = true});
        QVERIFY(m_server->waitForSent(1));
        acknowledge(R"({"toolsListChanged":true})");
        QCOMPARE(resumed.count(), 0);
        Event broken = Event::ofKind(
            EventKind::Http, {{u"step"_s, u"end"_s},
                              {u"how"_s, u"broken"_s},
                              {u"ends"_s, u"lost"_s},
                              {u"requests"_s, QJsonArray{m_subscriptionManager->subscription()->id().display()}}});
        emit m_server->transport().eventOccurred(broken);
        QCOMPARE(m_subscriptionManager->subscription()->state(), Subscription::State::Waiting);
        QVERIFY(m_server->waitForSent(2)); // after Subscription::FirstRetry
        acknowledge(R"({"toolsListChanged":true})");
        QCOMPARE(resumed.count(), 1);
        QVERIFY(m_subscriptionManager->agreed().tools);

        // Another connection loads everything anyway.
        QVERIFY(m_server->loseConnection());
        QVERIFY(m_server->connectToServer());
        QVERIFY(m_server->waitForSent(1));
        acknowledge(R"({"toolsListChanged":true})");
        QVERIFY(m_subscriptionManager->agreed().tools);
        QCOMPARE(resumed.count(), 1);
    }

    /// Changes are missed as well while no subscription is open, because the server ended it.
    void requestedAgain()
    {
        QVERIFY(connectAs(Revision::R2026_07_28, "{}"));
        QSignalSpy resumed(m_subscriptionManager.get(), &SubscriptionManager::resumed);
        m_subscriptionManager->want({.tools = true});
        QVERIFY(m_server->waitForSent(1));
        acknowledge(R"({"toolsListChanged":true})");
        m_server->answer("{}");
        QCOMPARE(m_subscriptionManager->subscription()->state(), Subscription::State::Ended);
        for (int again = 1; again <= 2; ++again) {
            m_subscriptionManager->want({});
            m_subscriptionManager->want({.tools = true});
            QVERIFY(m_server->waitForSent(2 * again)); // the second time after the cancellation of the first
            acknowledge(R"({"toolsListChanged":true})");
            QVERIFY(m_subscriptionManager->agreed().tools);
            QCOMPARE(resumed.count(), 1); // the second time nothing was missed
        }
    }

    void modernRefused()
    {
        QVERIFY(connectAs(Revision::R2026_07_28, "{}"));
        QSignalSpy failed(m_subscriptionManager.get(), &SubscriptionManager::failed);
        m_subscriptionManager->want({.tools = true});
        QVERIFY(m_server->waitForSent(1));
        m_server->refuse(R"({"code":-32601,"message":"no"})");
        QCOMPARE(failed.count(), 1);
        QCOMPARE(m_subscriptionManager->subscription()->ending(), Subscription::Ending::Refused);
    }

    void requestedBeforeTheConnection()
    {
        m_server = std::make_unique<MemoryClient>(Revision::R2026_07_28);
        m_subscriptionManager = std::make_unique<SubscriptionManager>(*m_server->client);
        m_subscriptionManager->want({.tools = true});
        QVERIFY(m_server->connectToServer());
        QVERIFY(m_server->waitForSent(1));
        QCOMPARE(m_server->sentMember("/method"), R"("subscriptions/listen")");
    }

    void strayNotifications_data()
    {
        QTest::addColumn<QByteArray>("meta");
        QTest::addColumn<QString>("note");
        QTest::newRow("no tag") << "{}"_ba << u"without the id of a subscription"_s;
        QTest::newRow("unknown") << R"({"io.modelcontextprotocol/subscriptionId":99})"_ba
                                 << u"for 99, which is not a subscription"_s;
        QTest::newRow("another type") << R"({"io.modelcontextprotocol/subscriptionId":"2"})"_ba
                                      << u"for \"2\", which is not a subscription"_s;
        QTest::newRow("the probe's") << R"({"io.modelcontextprotocol/subscriptionId":1})"_ba
                                     << u"for 1, which is not a subscription"_s;
        QTest::newRow("ended") << R"({"io.modelcontextprotocol/subscriptionId":2})"_ba
                               << u"for subscription 2, which had ended"_s;
    }
    void strayNotifications()
    {
        QFETCH(const QByteArray, meta);
        QFETCH(const QString, note);
        QVERIFY(connectAs(Revision::R2026_07_28, "{}"));
        m_subscriptionManager->want({.tools = true});
        QVERIFY(m_server->waitForSent(1));
        QCOMPARE(m_server->sentMember("/id"), "2");
        m_server->answer(R"({"_meta":{"io.modelcontextprotocol/subscriptionId":2}})");
        for (int i = 0; i < 2 * SubscriptionManager::MaxStrays; ++i)
            m_server->notify("notifications/tools/list_changed", R"({"_meta":)" + meta + '}');
        QCOMPARE(m_server->notes.size(), qsizetype(SubscriptionManager::MaxStrays));
        QVERIFY2(m_server->notes.constFirst().contains(note), qPrintable(m_server->notes.constFirst()));
    }
};

QTEST_GUILESS_MAIN(TestWatcher)
#include "tst_subscriptionmanager.moc"
