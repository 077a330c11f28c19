// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memoryclient.h"

#include "core/mcp/requests/logicalcall.h"
#include "core/mcp/requests/task.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using CancelResult = OutgoingRequest::CancelResult;

namespace {

constexpr Revision Legacy = Revision::R2025_11_25;
constexpr Revision Modern = Revision::R2026_07_28;

/// Returns a task in the form of that revision; `more` has further members with a leading comma.
QByteArray state(Revision revision, const QByteArray &status, const QByteArray &more = {})
{
    return R"({"taskId":"t-88","status":")" + status +
           R"(","createdAt":"2026-01-01T00:00:00Z",)"
           R"("lastUpdatedAt":"2026-01-01T00:00:00Z",)" +
           (revision == Modern ? R"("ttlMs":null,"pollIntervalMs":1)" : R"("ttl":60000,"pollInterval":1)") + more + '}';
}

} // namespace

/// Calls that become tasks: in 2025-11-25, and with the extension of 2026-07-28.
class TestTask : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = MemoryClient::Limit;

    std::unique_ptr<MemoryClient> m_server;
    std::unique_ptr<LogicalCall> m_call;
    std::optional<Result<QByteArray>> m_outcome;

    /// Calls a tool that becomes a task; the next message is its first poll.
    [[nodiscard]] bool begin(Revision revision, bool outlives = false, const RequestOptions &options = {})
    {
        const QJsonObject extensions{{TasksExtension, QJsonObject()}};
        m_server = std::make_unique<MemoryClient>(revision,
                                                  ClientOptions{.modernCapabilities = {{u"extensions"_s, extensions}}});
        if (!m_server->connectToServer())
            return false;
        m_outcome.reset();
        const QByteArray params = R"({"name":"x"})";
        m_call = std::make_unique<LogicalCall>(*m_server->client, nullptr, "tools/call",
                                               revision == Legacy ? withTask(params, 60'000) : params, options);
        connect(m_call.get(), &LogicalCall::finished, this, [this](const Result<QByteArray> &o) { m_outcome = o; });
        m_call->setOutlivesConnection(outlives);
        QSignalSpy began(m_call.get(), &LogicalCall::taskBegan);
        m_call->start();
        if (!m_server->waitForSent(1))
            return false;
        m_server->answer(revision == Modern ? state(revision, "working", R"(,"resultType":"task")")
                                            : R"({"task":)" + state(revision, "working") + '}');
        return began.count() == 1 && m_call->task() && !m_call->isFinished();
    }
    [[nodiscard]] bool waitFor(const QByteArray &method)
    {
        return QTest::qWaitFor([&] { return m_server->lastSent().member("method").toUtf8() == method; }, Limit);
    }
    [[nodiscard]] bool waitForPoll(const QByteArray &lastId = {})
    {
        return waitFor("tasks/get") && QTest::qWaitFor([&] { return m_server->sentMember("/id") != lastId; }, Limit);
    }
    [[nodiscard]] QByteArrayList sentMethods() const
    {
        QByteArrayList methods;
        for (const QByteArray &message : m_server->sent())
            methods.append(JsonValue(message).member("method").toUtf8());
        return methods;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_call.reset();
        m_server.reset();
    }

    void legacyCompletes()
    {
        QVERIFY(begin(Legacy));
        QCOMPARE(JsonValue(m_server->sent().constFirst()).pointer("/params/task").raw().toByteArray(),
                 R"({"ttl":60000})");
        QSignalSpy changed(m_call->task(), &Task::changed);
        QVERIFY(waitForPoll());
        QCOMPARE(m_server->sentMember("/params"), R"({"taskId":"t-88"})");
        const QByteArray first = m_server->sentMember("/id");
        m_server->answer(state(Legacy, "working"));
        QCOMPARE(changed.count(), 0); // no change
        QVERIFY(waitForPoll(first));
        m_server->answer(state(Legacy, "completed", R"(,"statusMessage":"done")"));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(m_call->task()->info().message, u"done"_s);
        QVERIFY(waitFor("tasks/result"));
        QVERIFY(!m_outcome);
        m_server->answer(R"({"content":[]})");
        QVERIFY(m_outcome && *m_outcome);
        QCOMPARE(**m_outcome, R"({"content":[]})");
        QCOMPARE(m_call->cancel({}), CancelResult::AlreadyEnded);
    }

    void legacyFails()
    {
        QVERIFY(begin(Legacy));
        QVERIFY(waitForPoll());
        m_server->answer(state(Legacy, "failed"));
        QVERIFY(waitFor("tasks/result"));
        m_server->refuse(R"({"code":-32000,"message":"broken"})");
        QVERIFY(m_outcome && !*m_outcome);
        QCOMPARE(m_outcome->error().code, -32000);
    }

    /// The server asks while its result is awaited; polling continues meanwhile.
    void legacyAsks()
    {
        QVERIFY(begin(Legacy));
        QVERIFY(waitForPoll());
        m_server->answer(state(Legacy, "input_required"));
        QVERIFY(waitFor("tasks/result"));
        const QByteArray result = m_server->sentMember("/id");
        QVERIFY(waitForPoll());
        m_server->answer(state(Legacy, "input_required"));
        QVERIFY(!m_call->isAsking()); // its questions are separate requests
        m_server->answerTo(result, R"({"content":[]})");
        QVERIFY(m_outcome && *m_outcome);
        QCOMPARE(sentMethods().count("tasks/result"), 1);
    }

    void modernCompletes_data()
    {
        QTest::addColumn<bool>("notified");
        QTest::newRow("by polling") << false;
        QTest::newRow("by a notification") << true;
    }
    void modernCompletes()
    {
        QFETCH(const bool, notified);
        QVERIFY(begin(Modern));
        QVERIFY(waitForPoll());
        QVERIFY(!m_server->sentMember("/params/_meta").isEmpty());
        const QByteArray done =
            state(Modern, "completed", R"(,"resultType":"complete","result":{"content":[],"isError":true})");
        if (notified) {
            m_server->notify("notifications/tasks", R"({"taskId":"other","status":"completed","result":{}})");
            QVERIFY(!m_outcome);
            m_server->notify("notifications/tasks", done);
        } else {
            m_server->answer(done);
        }
        QVERIFY(m_outcome && *m_outcome);
        QCOMPARE(**m_outcome, R"({"content":[],"isError":true})");
    }

    void modernFails()
    {
        QVERIFY(begin(Modern));
        QVERIFY(waitForPoll());
        m_server->answer(state(Modern, "failed", R"(,"error":{"code":-32603,"message":"broken"})"));
        QVERIFY(m_outcome && !*m_outcome);
        QCOMPARE(m_outcome->error().kind, ErrorKind::Peer);
        QCOMPARE(m_outcome->error().code, -32603);
        QCOMPARE(m_outcome->error().detail, u"broken"_s);
    }

    /// Each question is asked once, however often the state repeats it.
    void modernAsks()
    {
        QVERIFY(begin(Modern));
        QSignalSpy asked(m_call.get(), &LogicalCall::asked);
        QVERIFY(waitForPoll());
        const QByteArray one = state(Modern, "input_required", R"(,"inputRequests":{"a":{"method":"roots/list"}})");
        QByteArray poll = m_server->sentMember("/id");
        m_server->answer(one);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(m_call->required().questions.constFirst().key, "a");
        QVERIFY(waitForPoll(poll));
        poll = m_server->sentMember("/id");
        m_server->answer(one);
        QCOMPARE(asked.count(), 1);
        m_call->answer({R"({"roots":[]})"});
        QVERIFY(waitFor("tasks/update"));
        QCOMPARE(m_server->sentMember("/params/taskId"), R"("t-88")");
        QCOMPARE(m_server->sentMember("/params/inputResponses"), R"({"a":{"roots":[]}})");
        m_server->answer("{}");
        QVERIFY(waitForPoll(poll));
        m_server->answer(state(
            Modern, "input_required",
            R"(,"inputRequests":{"a":{"method":"roots/list"},"b":{"method":"elicitation/create","params":{"n":1.0}}})"));
        QCOMPARE(asked.count(), 2);
        QCOMPARE(m_call->required().questions.size(), 1);
        QCOMPARE(m_call->required().questions.constFirst().key, "b");
        QCOMPARE(m_call->required().questions.constFirst().params, R"({"n":1.0})");
        m_call->answer({{}}); // no answer
        QVERIFY(waitFor("tasks/update"));
        QCOMPARE(m_server->sentMember("/params/inputResponses"), "{}");
        m_server->refuse(R"({"code":-32602,"message":"no such task"})");
        QVERIFY(m_outcome && !*m_outcome);
    }

    void cancelled_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QByteArray>("answer"); // response to tasks/cancel; empty: an error
        QTest::addColumn<QByteArray>("polled"); // the next state; empty: not needed
        QTest::addColumn<bool>("succeeds");
        QTest::newRow("legacy") << Legacy << state(Legacy, "cancelled") << ""_ba << false;
        QTest::newRow("legacy, too late") << Legacy << ""_ba << state(Legacy, "completed") << true;
        QTest::newRow("legacy, not heard") << Legacy << state(Legacy, "working") << state(Legacy, "completed") << true;
        QTest::newRow("modern") << Modern << "{}"_ba << state(Modern, "cancelled") << false;
        QTest::newRow("modern, not heard")
            << Modern << "{}"_ba << state(Modern, "completed", R"(,"result":{})") << true;
    }
    /// A task is cancelled by tasks/cancel, whatever its result, and never by a notification.
    void cancelled()
    {
        QFETCH(const Revision, revision);
        QFETCH(const QByteArray, answer);
        QFETCH(const QByteArray, polled);
        QFETCH(const bool, succeeds);
        QVERIFY(begin(revision));
        QCOMPARE(m_call->cancel(u"enough"_s), CancelResult::Done);
        QCOMPARE(m_call->cancel(u"enough"_s), CancelResult::AlreadyEnded);
        QVERIFY(m_call->task()->isCancelRequested());
        QCOMPARE(m_server->notes.size(), 1);
        QVERIFY(m_server->notes.constFirst().contains(u"t-88"_s) && m_server->notes.constFirst().contains(u"enough"_s));
        QVERIFY(waitFor("tasks/cancel"));
        QVERIFY(!m_outcome); // only requested
        if (answer.isEmpty())
            m_server->refuse(R"({"code":-32602,"message":"it has ended"})");
        else
            m_server->answer(answer);
        if (!polled.isEmpty()) {
            QVERIFY(waitForPoll());
            m_server->answer(polled);
            if (revision == Legacy) {
                QVERIFY(waitFor("tasks/result"));
                m_server->answer("{}");
            }
        }
        QVERIFY(m_outcome);
        QCOMPARE(bool(*m_outcome), succeeds);
        if (!succeeds) {
            QCOMPARE(m_outcome->error().kind, ErrorKind::Cancelled);
            QCOMPARE(m_outcome->error().detail, u"enough"_s);
        }
        QVERIFY(!sentMethods().contains("notifications/cancelled"));
    }

    /// Progress with the token of the first request extends the timeout while the task gives no other sign of life.
    void progressExtendsTheTimeout()
    {
        QVERIFY(begin(Legacy, false, {.timeout = 60ms, .cap = 400ms, .wantProgress = true}));
        const QByteArray token =
            JsonValue(m_server->sent().constFirst()).pointer("/params/_meta/progressToken").raw().toByteArray();
        QElapsedTimer elapsed;
        elapsed.start();
        QTimer ticker;
        int value = 0;
        connect(&ticker, &QTimer::timeout, this, [&] {
            m_server->notify("notifications/progress",
                             R"({"progressToken":)" + token + R"(,"progress":)" + QByteArray::number(++value) + '}');
        });
        ticker.start(5ms);
        QVERIFY(waitFor("tasks/cancel"));
        ticker.stop();
        QVERIFY2(elapsed.elapsed() >= 390, qPrintable(QString::number(elapsed.elapsed())));
        m_server->answer(state(Legacy, "cancelled"));
        QVERIFY(m_outcome);
        QCOMPARE(m_outcome->error().kind, ErrorKind::Timeout);
        QVERIFY(m_outcome->error().detail.contains(u"400"_s));
    }

    void cancelledBeforeItBecameATask()
    {
        QVERIFY(begin(Legacy)); // with a client
        LogicalCall call(*m_server->client, nullptr, "tools/call", withTask(R"({"name":"y"})"));
        call.start();
        QVERIFY(waitFor("tools/call"));
        QCOMPARE(call.cancel({}), CancelResult::Done);
        QVERIFY(waitFor("notifications/cancelled"));
        QVERIFY(call.isFinished());
    }

    void unknownTaskEndsIt()
    {
        QVERIFY(begin(Modern));
        QVERIFY(waitForPoll());
        m_server->refuse(R"({"code":-32602,"message":"what task"})");
        QVERIFY(m_outcome && !*m_outcome);
        QCOMPARE(m_outcome->error().code, -32602);
    }

    void nextConnection_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<bool>("known");
        QTest::newRow("2025-11-25, known") << Legacy << true;
        QTest::newRow("2025-11-25, forgotten") << Legacy << false;
        QTest::newRow("2026-07-28, known") << Modern << true;
        QTest::newRow("2026-07-28, forgotten") << Modern << false;
    }
    /// Polling continues in the next connection if the server still has the task.
    void nextConnection()
    {
        QFETCH(const Revision, revision);
        QFETCH(const bool, known);
        QVERIFY(begin(revision, true));
        QVERIFY(waitForPoll());
        QVERIFY(m_server->loseConnection());
        QVERIFY(!m_outcome);
        QVERIFY(m_server->connectToServer());
        QVERIFY(waitForPoll());
        QCOMPARE(m_server->sentMember("/params/taskId"), R"("t-88")");
        if (!known) {
            m_server->refuse(R"({"code":-32602,"message":"Unknown task"})");
            QVERIFY(m_outcome && !*m_outcome);
            QCOMPARE(m_outcome->error().kind, ErrorKind::Peer);
            return;
        }
        m_server->answer(state(revision, "completed", revision == Modern ? R"(,"result":{"x":1})" : ""));
        if (revision == Legacy) {
            QVERIFY(waitFor("tasks/result"));
            m_server->answer(R"({"x":1})");
        }
        QVERIFY(m_outcome && *m_outcome);
        QCOMPARE(**m_outcome, R"({"x":1})");
    }

    /// Questions whose answers did not arrive are asked again in the next connection.
    void nextConnectionAsksAgain()
    {
        QVERIFY(begin(Modern, true));
        QSignalSpy asked(m_call.get(), &LogicalCall::asked);
        QVERIFY(waitForPoll());
        const QByteArray asking = state(Modern, "input_required", R"(,"inputRequests":{"a":{"method":"roots/list"}})");
        m_server->answer(asking);
        QCOMPARE(asked.count(), 1);
        m_call->answer({R"({"roots":[]})"});
        QVERIFY(waitFor("tasks/update"));
        QVERIFY(m_server->loseConnection());
        QVERIFY(!m_outcome);
        QVERIFY(m_server->connectToServer());
        QVERIFY(waitForPoll());
        m_server->answer(asking);
        QCOMPARE(asked.count(), 2);
    }

    void lostConnectionEndsIt()
    {
        QVERIFY(begin(Legacy));
        QVERIFY(waitForPoll());
        QVERIFY(m_server->loseConnection());
        QVERIFY(m_outcome && !*m_outcome);
        QCOMPARE(m_outcome->error().kind, ErrorKind::Transport);
    }

    void notATask_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QByteArray>("result");
        QTest::addColumn<bool>("succeeds");
        QTest::newRow("legacy, nobody asked") << Legacy << R"({"task":{"taskId":"t"}})"_ba << true;
        QTest::newRow("modern, not declared") << Modern << R"({"resultType":"task","taskId":"t"})"_ba << false;
    }
    void notATask()
    {
        QFETCH(const Revision, revision);
        QFETCH(const QByteArray, result);
        QFETCH(const bool, succeeds);
        m_server = std::make_unique<MemoryClient>(revision);
        QVERIFY(m_server->connectToServer());
        m_call = std::make_unique<LogicalCall>(*m_server->client, nullptr, "tools/call", R"({"name":"x"})");
        m_outcome.reset();
        connect(m_call.get(), &LogicalCall::finished, this, [this](const Result<QByteArray> &o) { m_outcome = o; });
        m_call->start();
        QVERIFY(m_server->waitForSent(1));
        m_server->answer(result);
        QVERIFY(m_outcome);
        QCOMPARE(bool(*m_outcome), succeeds);
        if (!succeeds)
            QCOMPARE(m_outcome->error().kind, ErrorKind::Protocol);
    }
};

QTEST_GUILESS_MAIN(TestTask)
#include "tst_task.moc"
