// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findings.h"
#include "e2e/demohttp.h"
#include "e2e/livefixture.h"

#include <QTemporaryDir>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Changes and log messages of the demo server, in both eras, on stdio and over HTTP.
class TestDemoChanges : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = LiveFixture::Limit;

    LiveFixture m_live;
    std::unique_ptr<DemoHttp> m_http;
    QTemporaryDir m_folder;

    static void addWays(bool legacy)
    {
        QTest::addColumn<Way>("way");
        QTest::addColumn<bool>("http");
        QTest::newRow("modern, stdio") << Modern << false;
        QTest::newRow("modern, HTTP") << Modern << true;
        if (!legacy)
            return;
        QTest::newRow("legacy, stdio") << Legacy << false;
        QTest::newRow("legacy, HTTP") << Legacy << true;
        QTest::newRow("legacy, HTTP+SSE") << Sse << true;
    }
    [[nodiscard]] bool connectBy(const Way &way, bool http, const QString &path = {})
    {
        HttpOptions options{.kind = way.kind};
        if (http) {
            m_http = std::make_unique<DemoHttp>();
            options.url = m_http->url(way.kind == HttpOptions::Kind::HttpSse ? u"/sse"_s : u"/mcp"_s);
        }
        return m_live.connectTo(Peers::demoServer(), options, {.revision = way.revision}, path);
    }
    [[nodiscard]] SubscriptionManager &subscriptionManager() { return *m_live.conversation->subscriptionManager(); }
    [[nodiscard]] bool lists(const QString &tool) const
    {
        const auto &tools = m_live.conversation->catalog()->tools().tools();
        return std::any_of(tools.begin(), tools.end(), [&](const auto &known) { return known.name == tool; });
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        QVERIFY(m_live.leave());
        m_http.reset();
    }

    void changesAreReported_data() { addWays(true); }
    void changesAreReported()
    {
        QFETCH(const Way, way);
        QFETCH(const bool, http);
        QVERIFY(connectBy(way, http));
        const bool isModern = way.revision == LatestModern;
        m_live.conversation->catalog()->tools().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(lists(u"change"_s), Limit);
        QVERIFY(!lists(u"now_and_then"_s));

        subscriptionManager().want({.tools = true, .prompts = true, .uris = {u"demo:///counter"_s, u"x:/y"_s}});
        const SubscriptionFilter told{.tools = true, .prompts = !isModern, .uris = {u"demo:///counter"_s}};
        QTRY_COMPARE_WITH_TIMEOUT(subscriptionManager().agreed(), told, Limit);
        QCOMPARE(m_live.hasNote(u"promptsListChanged, x:/y is missing"_s), isModern);
        QSignalSpy updated(&subscriptionManager(), &SubscriptionManager::resourceUpdated);
        QCOMPARE(m_live.call(u"change"_s), u"The subscribers were notified"_s);
        QTRY_COMPARE_WITH_TIMEOUT(updated.count(), 1, Limit);
        QCOMPARE(updated.at(0).at(0).toString(), u"demo:///counter"_s);
        QVERIFY(m_live.call(u"change"_s, R"({"what":"tools"})").startsWith(u"The subscribers"));
        QTRY_VERIFY_WITH_TIMEOUT(lists(u"now_and_then"_s), Limit); // the list was reloaded automatically
        const Findings findings(m_live.conversation->capture(), m_live.conversation->log());
        QVERIFY(m_live.call(u"change"_s, R"({"what":"prompts"})").startsWith(u"The subscribers"));
        for (qsizetype i = 0; i < findings.count(); ++i)
            QVERIFY(findings.at(i).code != FindingCode::P09); // no notification without a declared capability

        subscriptionManager().want({});
        QTRY_VERIFY_WITH_TIMEOUT(subscriptionManager().agreed().isEmpty(), Limit);
        if (isModern && !http)
            QTRY_COMPARE_WITH_TIMEOUT(m_live.countOfSent("notifications/cancelled"), 1, Limit);
        if (http)
            QCOMPARE(m_live.countOfSent("notifications/cancelled"), 0);
        QVERIFY(m_live.call(u"change"_s).startsWith(u"The subscribers"));
        QCOMPARE(m_live.call(u"echo"_s, R"({"text":"behind it"})"), u"behind it"_s);
        QCOMPARE(updated.count(), 1);
        if (isModern) {
            const RequestRecord &listen =
                m_live.conversation->log().record(m_live.rowsOf("subscriptions/listen").at(0));
            QCOMPARE(listen.state, RequestState::Cancelled);
            QVERIFY(!listen.late.any());
            QCOMPARE(listen.cancelledByClosing(), http);
        }
    }

    void serverEndsThem_data()
    {
        QTest::addColumn<bool>("http");
        QTest::addColumn<QByteArray>("how");
        QTest::addColumn<int>("state");
        for (const bool http : {false, true}) {
            const char *where = http ? "HTTP" : "stdio";
            QTest::addRow("result, %s", where) << http << "result"_ba << int(RequestState::Succeeded);
            QTest::addRow("cancel, %s", where) << http << "cancel"_ba << int(RequestState::Cancelled);
            QTest::addRow("both, %s", where) << http << "both"_ba << int(RequestState::Cancelled);
        }
    }
    void serverEndsThem()
    {
        QFETCH(const bool, http);
        QFETCH(const QByteArray, how);
        QFETCH(const int, state);
        QVERIFY(connectBy(Modern, http));
        subscriptionManager().want({.tools = true});
        QTRY_VERIFY_WITH_TIMEOUT(subscriptionManager().agreed().tools, Limit);
        QVERIFY(m_live.call(u"end_subscriptions"_s, R"({"how":")" + how + R"("})")
                    .startsWith(u"All subscriptions were ended"));
        QTRY_COMPARE_WITH_TIMEOUT(subscriptionManager().subscription()->ending(), Subscription::Ending::ByServer,
                                  Limit);
        QCOMPARE(m_live.call(u"echo"_s, R"({"text":"behind it"})"), u"behind it"_s);
        const RequestRecord listen = m_live.conversation->log().record(m_live.rowsOf("subscriptions/listen").at(0));
        QCOMPARE(int(listen.state), state);
        QVERIFY(!listen.late.any()); // a result sent on a cancellation is not late
        if (listen.cancellation) {
            QVERIFY(listen.cancellation->byPeer);
            QCOMPARE(listen.cancellation->reason, u"the demo server ended it"_s);
        }
        QCOMPARE(m_live.rowsOf("subscriptions/listen").size(), 1);
    }

    /// A stream that ends without a result is subscribed again.
    void streamBreaks()
    {
        QVERIFY(connectBy(Modern, true));
        subscriptionManager().want({.tools = true});
        QTRY_VERIFY_WITH_TIMEOUT(subscriptionManager().agreed().tools, Limit);
        QVERIFY(m_live.call(u"end_subscriptions"_s, R"({"how":"close"})").startsWith(u"All subscriptions were ended"));
        QTRY_COMPARE_WITH_TIMEOUT(subscriptionManager().subscription()->state(), Subscription::State::Waiting, Limit);
        QVERIFY(subscriptionManager().agreed().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(subscriptionManager().agreed().tools, Limit);
        QCOMPARE(m_live.rowsOf("subscriptions/listen").size(), 2);
        QCOMPARE(m_live.conversation->log().record(m_live.rowsOf("subscriptions/listen").at(0)).state,
                 RequestState::Lost);
    }

    void tags_data()
    {
        QTest::addColumn<QByteArray>("tag");
        QTest::addColumn<QString>("note");
        QTest::newRow("missing") << "missing"_ba << u"without the id of a subscription"_s;
        QTest::newRow("wrong") << "wrong"_ba << u"for \"elsewhere\", which is not a subscription"_s;
    }
    void tags()
    {
        QFETCH(const QByteArray, tag);
        QFETCH(const QString, note);
        QVERIFY(connectBy(Modern, false));
        subscriptionManager().want({.uris = {u"demo:///counter"_s}});
        QTRY_VERIFY_WITH_TIMEOUT(subscriptionManager().isWatching(u"demo:///counter"_s), Limit);
        QVERIFY(m_live.call(u"change"_s, R"({"tag":")" + tag + R"("})").startsWith(u"The subscribers"));
        QVERIFY2(m_live.hasNote(note), qPrintable(m_live.notes.join(u'\n')));
    }

    void logMessages_data() { addWays(true); }
    void logMessages()
    {
        QFETCH(const Way, way);
        QFETCH(const bool, http);
        const QString path =
            m_folder.filePath(QString::fromLatin1(QTest::currentDataTag()).remove(u" "_s) + u".pullcord"_s);
        QVERIFY(connectBy(way, http, path));
        const bool isModern = way.revision == LatestModern;
        ServerLog &log = m_live.conversation->serverLog();
        QVERIFY(m_live.call(u"log"_s).startsWith(u"Sent a message"));
        QCOMPARE(log.count(), isModern ? 0 : 7); // no level was requested: the server decides
        const qsizetype before = log.count();
        m_live.conversation->client()->setLogLevel(LogLevel::Error);
        QVERIFY(m_live.call(u"log"_s).startsWith(u"Sent a message"));
        QCOMPARE(log.count() - before, 4);
        QCOMPARE(log.level(before), LogLevel::Error);
        const ServerLog::Entry last = log.at(log.count() - 1);
        QCOMPARE(last.level, LogLevel::Emergency);
        QCOMPARE(last.logger, u"log"_s);
        QCOMPARE(last.data, R"("A message of level emergency")");
        const bool isInStream = http && way.kind != HttpOptions::Kind::HttpSse;
        QCOMPARE(last.row, isInStream ? qint32(m_live.rowsOf("tools/call").constLast()) : ServerLog::NoRow);

        const qsizetype count = log.count();
        QVERIFY(m_live.leave());
        const auto reopened = Conversation::fromFile(path);
        QVERIFY(reopened);
        QCOMPARE((*reopened)->serverLog().count(), count);
        const ServerLog::Entry again = (*reopened)->serverLog().at(count - 1);
        QCOMPARE(again.event, last.event);
        QCOMPARE(again.data, last.data);
        QCOMPARE(again.row, last.row);
    }
};

QTEST_GUILESS_MAIN(TestDemoChanges)
#include "tst_demochanges.moc"
