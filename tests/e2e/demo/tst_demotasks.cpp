// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/errorcodes.h"
#include "e2e/demohttp.h"
#include "e2e/livefixture.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Calls that become tasks, in 2025-11-25 and in the extension, on stdio and over HTTP.
class TestDemoTasks : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = LiveFixture::Limit;

    LiveFixture m_live;
    std::unique_ptr<DemoHttp> m_http;
    bool m_modern = false;

    static void addWays()
    {
        QTest::addColumn<Way>("way");
        QTest::addColumn<bool>("http");
        QTest::newRow("legacy, stdio") << Legacy << false;
        QTest::newRow("legacy, HTTP") << Legacy << true;
        QTest::newRow("modern, stdio") << Modern << false;
        QTest::newRow("modern, HTTP") << Modern << true;
    }
    [[nodiscard]] bool connectNow(bool declares = true)
    {
        const Way way = *static_cast<Way *>(QTest::qData("way", qMetaTypeId<Way>()));
        const bool http = *static_cast<bool *>(QTest::qData("http", qMetaTypeId<bool>()));
        m_modern = way.revision == LatestModern;
        HttpOptions options{.kind = way.kind};
        if (http) {
            m_http = std::make_unique<DemoHttp>();
            options.url = m_http->url();
        }
        ClientOptions client{.revision = way.revision, .capabilities = {{u"elicitation"_s, QJsonObject()}}};
        client.modernCapabilities = client.capabilities;
        if (declares)
            client.modernCapabilities.insert(u"extensions"_s, QJsonObject{{TasksExtension, QJsonObject()}});
        return m_live.connectTo(Peers::demoServer(), options, client);
    }
    LogicalCall *beginTask(const QString &tool, int ms)
    {
        const QByteArray params = Client::namedParams(tool, R"({"ms":)" + QByteArray::number(ms) + '}');
        return m_live.begin(m_modern ? params : withTask(params), {.wantProgress = true});
    }
    [[nodiscard]] static bool waitForTask(const LogicalCall *call)
    {
        return QTest::qWaitFor([call] { return call->task() != nullptr; }, Limit);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        QVERIFY(m_live.leave());
        m_http.reset();
    }

    void completes_data() { addWays(); }
    void completes()
    {
        QVERIFY(connectNow());
        LogicalCall *call = beginTask(u"task_slow"_s, 300);
        QVERIFY(waitForTask(call));
        // The request has ended, but the task has not.
        QCOMPARE(m_live.conversation->log().record(m_live.rowsOf("tools/call").constLast()).state,
                 RequestState::Succeeded);
        QCOMPARE(call->task()->info().status, TaskStatus::Working);
        QCOMPARE(call->task()->info().pollInterval->count(), 100);
        QVERIFY(m_live.waitForOutcome());
        QVERIFY(*m_live.outcome);
        QCOMPARE(LiveFixture::textOf(**m_live.outcome), u"The task is done"_s);
        QVERIFY(!m_live.rowsOf("tasks/get").isEmpty());
        QCOMPARE(m_live.rowsOf("tasks/result").size(), m_modern ? 0 : 1);
        const RequestRecord began = m_live.conversation->log().record(m_live.rowsOf("tools/call").constLast());
        QCOMPARE(began.late.progress, 0); // its token is valid for the task
        QCOMPARE(began.progress.count, m_modern ? 0 : 1);
    }

    void fails_data() { addWays(); }
    void fails()
    {
        QVERIFY(connectNow());
        beginTask(u"task_fails"_s, 50);
        QVERIFY(m_live.waitForOutcome());
        QVERIFY(!*m_live.outcome);
        QCOMPARE(m_live.outcome->error().kind, ErrorKind::Peer);
        QCOMPARE(m_live.outcome->error().code, ErrorCode::InternalError);
    }

    void cancelled_data() { addWays(); }
    void cancelled()
    {
        QVERIFY(connectNow());
        LogicalCall *call = beginTask(u"task_slow"_s, 600'000);
        QVERIFY(waitForTask(call));
        QCOMPARE(call->cancel(u"enough"_s), OutgoingRequest::CancelResult::Done);
        QVERIFY(m_live.waitForOutcome());
        QVERIFY(!*m_live.outcome);
        QCOMPARE(m_live.outcome->error().kind, ErrorKind::Cancelled);
        QCOMPARE(m_live.outcome->error().detail, u"enough"_s);
        QCOMPARE(m_live.rowsOf("tasks/cancel").size(), 1);
        QCOMPARE(m_live.countOfSent("notifications/cancelled"), 0);
    }

    void cancellationIsIgnored_data() { addWays(); }
    void cancellationIsIgnored()
    {
        QVERIFY(connectNow());
        LogicalCall *call = beginTask(u"task_deaf"_s, 500);
        QVERIFY(waitForTask(call));
        QSignalSpy changed(call->task(), &Task::changed);
        QCOMPARE(call->cancel(u"enough"_s), OutgoingRequest::CancelResult::Done);
        QTRY_VERIFY_WITH_TIMEOUT(changed.count() > 0, Limit);
        QVERIFY(!m_live.outcome);
        QVERIFY(call->task()->isCancelRequested());
        QVERIFY(m_live.waitForOutcome());
        QVERIFY(*m_live.outcome);
        const TaskLog::Entry *task = m_live.conversation->task(m_live.rowsOf("tools/call").constFirst());
        QVERIFY(task);
        QCOMPARE(task->info.status, TaskStatus::Completed);
        QVERIFY(task->cancelRequested && task->cancelTime > 0);
        QCOMPARE(task->cancelReason, u"enough"_s);
    }

    void asks_data() { addWays(); }
    void asks()
    {
        QVERIFY(connectNow());
        LogicalCall *call = beginTask(u"task_asks"_s, 50);
        const QByteArray answer = R"({"action":"accept","content":{"name":"Ada"}})";
        if (m_modern) {
            QTRY_VERIFY_WITH_TIMEOUT(call->isAsking(), Limit);
            QCOMPARE(call->required().questions.constFirst().method, "elicitation/create");
            call->answer({answer});
        } else {
            QTRY_COMPARE_WITH_TIMEOUT(m_live.rowsOf("elicitation/create").size(), 1, Limit);
            QCOMPARE(call->task()->info().status, TaskStatus::InputRequired);
            Question *question = m_live.conversation->question(m_live.rowsOf("elicitation/create").at(0));
            QVERIFY(question);
            QVERIFY(JsonValue(question->params())
                        .pointer("/_meta/io.modelcontextprotocol~1related-task/taskId")
                        .isString());
            question->answer(answer);
        }
        QVERIFY(m_live.waitForOutcome());
        QVERIFY(*m_live.outcome);
        QVERIFY(LiveFixture::textOf(**m_live.outcome).contains(u"Ada"_s));
    }

    void cancelledWhileItAsks_data() { addWays(); }
    void cancelledWhileItAsks()
    {
        QVERIFY(connectNow());
        LogicalCall *call = beginTask(u"task_asks"_s, 50);
        QuestionQueue *questions = m_live.conversation->questions();
        QTRY_COMPARE_WITH_TIMEOUT(questions->open().size(), 1, Limit);
        QCOMPARE(call->cancel(u"enough"_s), OutgoingRequest::CancelResult::Done);
        QTRY_VERIFY_WITH_TIMEOUT(questions->open().isEmpty(), Limit);
        QVERIFY(m_live.waitForOutcome());
        QVERIFY(!*m_live.outcome);
        if (!m_modern) // a request of the server, which gets a response
            QTRY_VERIFY_WITH_TIMEOUT(
                !m_live.conversation->log().record(m_live.rowsOf("elicitation/create").at(0)).isOpen(), Limit);
    }

    void withoutAsking_data() { addWays(); }
    /// Without a request for a task, a tool that requires one is rejected, and a tool that allows one is an ordinary
    /// call.
    void withoutAsking()
    {
        QVERIFY(connectNow(false));
        QCOMPARE(m_live.call(u"task_slow"_s, R"({"ms":10})"), u"Done, without a task"_s);
        static_cast<void>(m_live.call(u"task_deaf"_s));
        QVERIFY(!*m_live.outcome);
        QCOMPARE(m_live.outcome->error().code,
                 m_modern ? ErrorCode::MissingClientCapability : ErrorCode::MethodNotFound);
    }

    /// A subscription reports the state of a task too.
    void subscribed()
    {
        QVERIFY(m_live.connectTo(
            Peers::demoServer(), {},
            {.revision = LatestModern,
             .modernCapabilities = {{u"extensions"_s, QJsonObject{{TasksExtension, QJsonObject()}}}}}));
        m_modern = true;
        LogicalCall *call = beginTask(u"task_slow"_s, 1000);
        QVERIFY(waitForTask(call));
        m_live.conversation->subscriptionManager()->want({.tasks = {call->task()->info().id}});
        QTRY_COMPARE_WITH_TIMEOUT(m_live.conversation->subscriptionManager()->agreed().tasks.size(), 1, Limit);
        QSignalSpy notified(m_live.conversation->subscriptionManager()->subscription(), &Subscription::notified);
        QVERIFY(m_live.waitForOutcome());
        QVERIFY(*m_live.outcome);
        QCOMPARE(notified.count(), 1);
        QCOMPARE(notified.at(0).at(0).toByteArray(), "notifications/tasks");
    }
};

QTEST_GUILESS_MAIN(TestDemoTasks)
#include "tst_demotasks.moc"
