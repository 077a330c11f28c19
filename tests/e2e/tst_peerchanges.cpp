// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/httppeer.h"
#include "e2e/livefixture.h"
#include "e2e/peers.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Changes, log messages and tasks of real servers.
class TestPeerChanges : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = LiveFixture::Limit;

    LiveFixture m_live;
    std::unique_ptr<HttpPeer> m_peer;

    /// Uses HTTP if there is a path, else stdio.
    [[nodiscard]] bool connectTo(const StdioCommand &command, const QString &path = {}, ClientOptions options = {})
    {
        HttpOptions http;
        if (!path.isEmpty()) {
            m_peer = std::make_unique<HttpPeer>(command, "listening", path);
            if (!m_peer->isReady())
                return false;
            http.url = m_peer->url();
        }
        return m_live.connectTo(command, http, options);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        QVERIFY(m_live.leave());
        m_peer.reset();
    }

    void everythingReportsResources_data()
    {
        QTest::addColumn<StdioCommand>("command");
        QTest::addColumn<QString>("path");
        QTest::newRow("stdio") << Peers::everything() << QString();
        QTest::newRow("HTTP") << Peers::everythingHttp() << u"/mcp"_s;
    }
    void everythingReportsResources()
    {
        QFETCH(const StdioCommand, command);
        QFETCH(const QString, path);
        QVERIFY(connectTo(command, path, {.logLevel = LogLevel::Info}));
        const QString uri = u"demo://resource/dynamic/text/1"_s;
        SubscriptionManager *subscriptionManager = m_live.conversation->subscriptionManager();
        ServerLog &log = m_live.conversation->serverLog();
        QSignalSpy updated(subscriptionManager, &SubscriptionManager::resourceUpdated);
        subscriptionManager->watch(uri);
        QTRY_VERIFY_WITH_TIMEOUT(subscriptionManager->isWatching(uri), Limit);
        QTRY_COMPARE_WITH_TIMEOUT(log.count(), 1, Limit);
        QCOMPARE(log.level(0), LogLevel::Info);
        QVERIFY(JsonValue(log.at(0).data).toString().contains(uri));
        QVERIFY(m_live.call(u"toggle-subscriber-updates"_s).startsWith(u"Started"_s));
        QTRY_COMPARE_WITH_TIMEOUT(updated.count(), 1, Limit);
        QCOMPARE(updated.at(0).at(0).toString(), uri);
        QVERIFY(m_live.call(u"toggle-subscriber-updates"_s).startsWith(u"Stopped"_s));
        subscriptionManager->stop(uri);
        QTRY_COMPARE_WITH_TIMEOUT(log.count(), 2, Limit);
    }

    void everythingRespectsTheLevel()
    {
        QVERIFY(connectTo(Peers::everything(), {}, {.logLevel = LogLevel::Emergency}));
        SubscriptionManager *subscriptionManager = m_live.conversation->subscriptionManager();
        subscriptionManager->watch(u"demo://resource/dynamic/text/1"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!subscriptionManager->agreed().uris.isEmpty(), Limit);
        QCOMPARE(m_live.conversation->serverLog().count(), 0);
    }

    void everythingHasTasks_data()
    {
        QTest::addColumn<StdioCommand>("command");
        QTest::addColumn<QString>("path");
        QTest::newRow("stdio") << Peers::everything() << QString();
        QTest::newRow("HTTP") << Peers::everythingHttp() << u"/mcp"_s;
    }
    void everythingHasTasks()
    {
        QFETCH(const StdioCommand, command);
        QFETCH(const QString, path);
        QVERIFY(connectTo(command, path, {.capabilities = {{u"elicitation"_s, QJsonObject()}}}));
        LogicalCall *call = m_live.begin(
            withTask(Client::namedParams(u"simulate-research-query"_s, R"({"topic":"python","ambiguous":true})")));
        QTRY_VERIFY_WITH_TIMEOUT(call->task(), Limit);
        QCOMPARE(call->task()->info().status, TaskStatus::Working);
        QCOMPARE(call->task()->info().ttl, 300'000);
        QTRY_COMPARE_WITH_TIMEOUT(m_live.rowsOf("elicitation/create").size(), 1, Limit);
        // The question may come before the next poll of the task.
        QTRY_COMPARE_WITH_TIMEOUT(call->task()->info().status, TaskStatus::InputRequired, Limit);
        Question *question = m_live.conversation->question(m_live.rowsOf("elicitation/create").at(0));
        QVERIFY(question);
        question->answer(R"({"action":"accept","content":{"interpretation":"snake"}})");
        QVERIFY(m_live.waitForOutcome());
        QVERIFY2(*m_live.outcome, qPrintable(*m_live.outcome ? TranslatableText() : m_live.outcome->error().detail));
        QVERIFY(LiveFixture::textOf(**m_live.outcome).contains(u"python (snake)"_s));
        QCOMPARE(m_live.rowsOf("tasks/result").size(), 1);
    }

    void everythingCancelsATask()
    {
        QVERIFY(connectTo(Peers::everything()));
        LogicalCall *call =
            m_live.begin(withTask(Client::namedParams(u"simulate-research-query"_s, R"({"topic":"tea"})")));
        QTRY_VERIFY_WITH_TIMEOUT(call->task(), Limit);
        QCOMPARE(call->cancel(u"coffee, then"_s), OutgoingRequest::CancelResult::Done);
        QVERIFY(m_live.waitForOutcome());
        QVERIFY(!*m_live.outcome);
        QCOMPARE(m_live.outcome->error().kind, ErrorKind::Cancelled);
        QCOMPARE(m_live.countOfSent("notifications/cancelled"), 0);
    }

    void sdkV2ReportsChanges_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("stdio") << QString();
        QTest::newRow("HTTP") << u"/mcp"_s;
    }
    void sdkV2ReportsChanges()
    {
        QFETCH(const QString, path);
        QVERIFY(connectTo(Peers::sdkV2Changes(), path, {.logLevel = LogLevel::Error}));
        const QString uri = u"test:///counter"_s;
        SubscriptionManager *subscriptionManager = m_live.conversation->subscriptionManager();
        QSignalSpy updated(subscriptionManager, &SubscriptionManager::resourceUpdated);
        subscriptionManager->want({.tools = true, .prompts = true, .uris = {uri}});
        QTRY_COMPARE_WITH_TIMEOUT(subscriptionManager->agreed(), (SubscriptionFilter{.tools = true, .uris = {uri}}),
                                  Limit);
        QVERIFY(m_live.hasNote(u"promptsListChanged is missing"_s));
        QCOMPARE(m_live.call(u"change"_s), u"told"_s);
        QTRY_COMPARE_WITH_TIMEOUT(updated.count(), 1, Limit);
        QCOMPARE(m_live.call(u"log"_s), u"logged"_s);
        const ServerLog &log = m_live.conversation->serverLog();
        QCOMPARE(log.count(), 1);
        QCOMPARE(log.at(0).data, R"({"much":1})");
        subscriptionManager->want({});
        QCOMPARE(m_live.call(u"change"_s), u"told"_s);
        QCOMPARE(m_live.call(u"log"_s), u"logged"_s);
        QCOMPARE(updated.count(), 1);
        QCOMPARE(m_live.notes.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestPeerChanges)
#include "tst_peerchanges.moc"
