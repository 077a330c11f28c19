// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memoryclient.h"

#include "core/mcp/requests/logicalcall.h"
#include "core/mcp/requests/questionqueue.h"

#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Questions of a server in both eras: answered, declined, withdrawn, or ended by a rule.
class TestQuestionQueue : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 5000;

    std::unique_ptr<MemoryClient> m_peer;
    std::unique_ptr<QuestionQueue> m_queue;

    bool connectAs(Revision revision, const QJsonObject &elicitation = {})
    {
        ClientOptions options;
        options.capabilities = {{u"sampling"_s, QJsonObject()}, {u"elicitation"_s, elicitation}};
        options.modernCapabilities = options.capabilities;
        m_peer = std::make_unique<MemoryClient>(revision, options);
        m_queue = std::make_unique<QuestionQueue>(*m_peer->client);
        return m_peer->connectToServer();
    }
    void ask(const QByteArray &method, const QByteArray &params = R"({"message":"Sure?"})")
    {
        m_peer->transport().receive(R"({"jsonrpc":"2.0","id":"q","method":")" + method + R"(","params":)" + params +
                                    '}');
    }
    /// Returns a call whose response has these input requests, raw JSON.
    std::unique_ptr<LogicalCall> asking(const QByteArray &questions)
    {
        auto call = std::make_unique<LogicalCall>(*m_peer->client, nullptr, "tools/call", R"({"name":"x"})");
        connect(call.get(), &LogicalCall::asked, m_queue.get(), [this, c = call.get()] { m_queue->take(c); });
        call->start();
        if (m_peer->waitForSent(1))
            m_peer->answer(R"({"resultType":"input_required","inputRequests":)" + questions + '}');
        return call;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_queue.reset();
        m_peer.reset();
    }

    void answered()
    {
        QVERIFY(connectAs(Revision::R2025_11_25));
        QSignalSpy added(m_queue.get(), &QuestionQueue::added);
        QSignalSpy ended(m_queue.get(), &QuestionQueue::ended);
        ask("elicitation/create");
        QCOMPARE(added.count(), 1);
        QCOMPARE(m_queue->open().size(), 1);
        Question *question = m_queue->open().constFirst();
        QCOMPARE(question->method(), "elicitation/create");
        QCOMPARE(question->params(), R"({"message":"Sure?"})");
        QCOMPARE(m_queue->find(question->place()), question);
        question->answer(R"({"action":"accept","content":{}})");
        question->answer(R"({"action":"decline"})"); // already answered
        question->refuse();
        QCOMPARE(question->state(), Question::State::Answered);
        QVERIFY(m_peer->waitForSent(1));
        QCOMPARE(m_peer->sentMember("/id"), R"("q")");
        QCOMPARE(m_peer->sentMember("/result"), R"({"action":"accept","content":{}})");
        QCOMPARE(ended.count(), 1);
        QVERIFY(m_queue->open().isEmpty());
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("sampling") << "sampling/createMessage"_ba
                                  << "/error/code"_ba
                                  << "-1"_ba;
        QTest::newRow("elicitation") << "elicitation/create"_ba
                                     << "/result/action"_ba
                                     << R"("decline")"_ba;
    }
    void refused()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, pointer);
        QVERIFY(connectAs(Revision::R2025_11_25));
        ask(method);
        QCOMPARE(m_queue->open().size(), 1);
        m_queue->open().constFirst()->refuse();
        QVERIFY(m_peer->waitForSent(1));
        QTEST(m_peer->sentMember(pointer), "says");
    }

    void withdrawnByTheServer()
    {
        QVERIFY(connectAs(Revision::R2025_11_25));
        ask("sampling/createMessage");
        QPointer<Question> question = m_queue->open().constFirst();
        QSignalSpy ended(question, &Question::ended);
        m_peer->transport().receive(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q","reason":"too slow"}})");
        QCOMPARE(ended.count(), 1);
        QCOMPARE(ended.constFirst().at(0).value<Question::State>(), Question::State::Withdrawn);
        QCOMPARE(ended.constFirst().at(1).toString(), u"The server cancelled it: too slow"_s);
        QVERIFY(m_queue->open().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!question, Limit);
        QVERIFY(m_peer->sent().isEmpty());
    }

    void givenUpWithItsCall_data()
    {
        QTest::addColumn<int>("calls");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("answer"); // empty: the question stays
        QTest::newRow("one call") << 1 << "elicitation/create"_ba
                                  << R"({"action":"cancel"})"_ba;
        QTest::newRow("one call, sampling")
            << 1 << "sampling/createMessage"_ba
            << R"({"code":-1,"message":"It was for request %1, which was abandoned: enough"})"_ba;
        QTest::newRow("two calls: nobody knows") << 2 << "elicitation/create"_ba
                                                 << ""_ba;
        QTest::newRow("no call") << 0 << "sampling/createMessage"_ba
                                 << ""_ba;
    }
    /// In this era the link to the call is a guess, so the server gets a response.
    void givenUpWithItsCall()
    {
        QFETCH(const int, calls);
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, answer);
        const bool goes = !answer.isEmpty();
        QVERIFY(connectAs(Revision::R2025_11_25));
        QList<OutgoingRequest *> made{m_peer->client->request("ping")};
        for (int i = 0; i < calls; ++i)
            made.append(m_peer->client->callTool(u"x"_s, {}));
        QVERIFY(m_peer->waitForSent(calls + 1));
        ask(method);
        QSignalSpy ended(m_queue->open().constFirst(), &Question::ended);
        const QString id = made.constLast()->id().display();
        made.constLast()->cancel(u"enough"_s);
        QCOMPARE(m_queue->open().isEmpty(), goes);
        QVERIFY(m_peer->waitForSent(calls + (goes ? 3 : 2))); // with the cancellation of the call
        QCOMPARE(JsonValue(m_peer->sent().at(calls + 1)).member("method").toUtf8(), "notifications/cancelled");
        if (goes) {
            QCOMPARE(ended.constFirst().at(0).value<Question::State>(), Question::State::Withdrawn);
            QCOMPARE(ended.constFirst().at(1).toString(),
                     u"It was for request %1, which was abandoned: enough"_s.arg(id));
            QCOMPARE(m_peer->sentMember("/id"), R"("q")");
            const QByteArray said = m_peer->sentMember(method == "elicitation/create" ? "/result" : "/error");
            QCOMPARE(said, QByteArray(answer).replace("%1", id.toUtf8()));
        }
        m_peer->notify("notifications/cancelled", R"({"requestId":"q"})");
        QVERIFY(m_queue->open().isEmpty());
    }

    void noCallRemains_data()
    {
        QTest::addColumn<bool>("lastIsAnswered");
        QTest::addColumn<bool>("firstIsAnswered");
        QTest::newRow("all given up") << false << false;
        QTest::newRow("the first answered: it was for the other") << false << true;
        QTest::newRow("the last answered: it was for the other") << true << false;
        QTest::newRow("all answered") << true << true;
    }
    /// With several calls the link is unknown until the last call has ended.
    void noCallRemains()
    {
        QFETCH(const bool, lastIsAnswered);
        QFETCH(const bool, firstIsAnswered);
        QVERIFY(connectAs(Revision::R2025_11_25));
        QList<OutgoingRequest *> calls{m_peer->client->callTool(u"x"_s, {}), m_peer->client->callTool(u"y"_s, {})};
        QVERIFY(m_peer->waitForSent(2));
        ask("elicitation/create");
        QSignalSpy ended(m_queue->open().constFirst(), &Question::ended);
        OutgoingRequest *later = m_peer->client->callTool(u"z"_s, {}); // too late to be the cause
        QVERIFY(m_peer->waitForSent(3));
        const auto end = [this](OutgoingRequest *call, bool isAnswered) {
            if (isAnswered)
                m_peer->answerTo(call->id().toJson(), R"({"content":[]})");
            else
                call->cancel(u"enough"_s);
        };
        end(calls.at(0), firstIsAnswered);
        QCOMPARE(m_queue->open().size(), 1);
        end(calls.at(1), lastIsAnswered);
        QVERIFY(!later->isFinished());
        const bool goes = !lastIsAnswered || !firstIsAnswered;
        QCOMPARE(m_queue->open().isEmpty(), goes);
        if (goes) {
            const bool all = !lastIsAnswered && !firstIsAnswered;
            QCOMPARE(ended.constFirst().at(1).toString(),
                     all ? u"Every request that may have caused it was abandoned: enough"_s
                         : u"Every request that may have caused it has ended: enough"_s);
            QTRY_COMPARE_WITH_TIMEOUT(m_peer->sentMember("/result"), R"({"action":"cancel"})", Limit);
            const RequestRecord *record =
                m_peer->rpc->tracker().find(Direction::ServerToClient, RequestId::fromJson(R"("q")"));
            QVERIFY(record && record->dismissal); // no message states a reason
            QCOMPARE(record->dismissal->reason, u"enough"_s);
            QCOMPARE(record->dismissal->all, all);
        }
    }

    void dismissedWithItsTask()
    {
        QVERIFY(connectAs(Revision::R2025_11_25));
        ask("elicitation/create", R"({"message":"m","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}})");
        QSignalSpy ended(m_queue->open().constFirst(), &Question::ended);
        m_queue->dismissTask(u"another"_s);
        QCOMPARE(ended.count(), 0);
        m_queue->dismissTask(u"t"_s);
        QCOMPARE(ended.constFirst().at(1).toString(), u"It was for the task t, which was cancelled"_s);
        QVERIFY(m_queue->open().isEmpty());
        QCOMPARE(m_peer->rpc->tracker().record(m_peer->rpc->tracker().nextSerial() - 1)->dismissal->task, u"t"_s);
        QVERIFY(m_peer->waitForSent(1));
        QCOMPARE(m_peer->sentMember("/result"), R"({"action":"cancel"})");
    }

    void unansweredByRule()
    {
        QVERIFY(connectAs(Revision::R2025_11_25));
        m_queue->setPolicy("elicitation/create", {AnswerPolicy::Kind::Never, {}});
        OutgoingRequest *call = m_peer->client->callTool(u"x"_s, {});
        QVERIFY(m_peer->waitForSent(1));
        ask("elicitation/create");
        call->cancel();
        m_peer->client->request("ping");
        QVERIFY(m_peer->waitForSent(3)); // the call, its cancellation, and this response
    }

    /// The call cannot time out while the user thinks, only afterwards.
    void deadlinesPause()
    {
        QVERIFY(connectAs(Revision::R2025_11_25));
        OutgoingRequest *call = m_peer->client->callTool(u"x"_s, {}, {.timeout = 100ms, .cap = 150ms});
        QVERIFY(m_peer->waitForSent(1));
        ask("elicitation/create");
        QCOMPARE(m_queue->open().size(), 1);
        OutgoingRequest *ping = m_peer->client->request("ping", {}, {.timeout = 200ms});
        QTRY_COMPARE_WITH_TIMEOUT(ping->state(), RequestState::TimedOut, Limit);
        QCOMPARE(call->state(), RequestState::InFlight);
        QCOMPARE(m_queue->open().size(), 1);
        m_queue->open().constFirst()->refuse();
        QTRY_COMPARE_WITH_TIMEOUT(call->state(), RequestState::TimedOut, Limit);
    }

    /// A task may ask in a later connection than it started in; the log has another request under that number there.
    void placeOfATasksQuestion()
    {
        const QJsonObject extensions{{TasksExtension, QJsonObject()}};
        ClientOptions options{.modernCapabilities = {{u"extensions"_s, extensions}}};
        m_peer = std::make_unique<MemoryClient>(Revision::R2026_07_28, options);
        m_queue = std::make_unique<QuestionQueue>(*m_peer->client);
        QVERIFY(m_peer->connectToServer());
        LogicalCall call(*m_peer->client, nullptr, "tools/call", R"({"name":"x"})");
        call.setOutlivesConnection(true);
        connect(&call, &LogicalCall::asked, m_queue.get(), [&] { m_queue->take(&call); });
        call.start();
        QVERIFY(m_peer->waitForSent(1));
        m_peer->answer(R"({"resultType":"task","taskId":"t","status":"working","pollIntervalMs":1})");
        QVERIFY(m_peer->loseConnection());
        QVERIFY(m_peer->connectToServer());
        QVERIFY(m_peer->waitForSent(1));
        QCOMPARE(m_peer->lastSent().member("method").toUtf8(), "tasks/get");
        m_peer->answer(R"({"taskId":"t","status":"input_required","inputRequests":{"a":{"method":"roots/list"}}})");
        QCOMPARE(m_queue->open().size(), 1);
        const Question::Place place = m_queue->open().constFirst()->place();
        QCOMPARE(place.connection, 0U);
        QCOMPARE(place.serial, call.answeredSerial());
        QVERIFY(m_queue->find(place));
        QVERIFY(!m_queue->find({.connection = m_peer->rpc->connection(), .serial = place.serial}));
    }

    /// A question whose call got its result stays open.
    void remainsAfterTheResponseToItsCall()
    {
        QVERIFY(connectAs(Revision::R2025_11_25));
        OutgoingRequest *call = m_peer->client->callTool(u"x"_s, {});
        QVERIFY(m_peer->waitForSent(1));
        ask("elicitation/create");
        m_peer->answer(R"({"content":[]})");
        QVERIFY(call->isFinished());
        QCOMPARE(m_queue->open().size(), 1);
        m_queue->open().constFirst()->refuse();
        QVERIFY(m_peer->waitForSent(2));
    }

    void notInvited_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("a method") << "roots/list"_ba
                                  << "{}"_ba
                                  << "-32601"_ba;
        QTest::newRow("a mode") << "elicitation/create"_ba
                                << R"({"mode":"url","url":"https://x.example/"})"_ba
                                << "-32602"_ba;
        QTest::newRow("tools") << "sampling/createMessage"_ba
                               << R"({"messages":[],"maxTokens":1,"tools":[]})"_ba
                               << "-32602"_ba;
    }
    void notInvited()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, params);
        QVERIFY(connectAs(Revision::R2025_11_25));
        ask(method, params);
        QVERIFY(m_queue->open().isEmpty());
        QVERIFY(m_peer->waitForSent(1));
        QTEST(m_peer->sentMember("/error/code"), "code");
    }

    void rules()
    {
        QVERIFY(connectAs(Revision::R2025_11_25));
        QSignalSpy added(m_queue.get(), &QuestionQueue::added);
        m_queue->setPolicy("elicitation/create", {AnswerPolicy::Kind::Answer, R"({"action":"cancel"})"});
        ask("elicitation/create");
        QVERIFY(m_peer->waitForSent(1));
        QCOMPARE(m_peer->sentMember("/result"), R"({"action":"cancel"})");
        QVERIFY2(m_peer->notes.constLast().contains(u"by rule"), qPrintable(m_peer->notes.constLast()));
        m_queue->setPolicy("elicitation/create", {AnswerPolicy::Kind::Refuse, {}});
        ask("elicitation/create");
        QVERIFY(m_peer->waitForSent(2));
        QCOMPARE(m_peer->sentMember("/result/action"), R"("decline")");
        m_queue->setPolicy("sampling/createMessage", {AnswerPolicy::Kind::Never, {}});
        ask("sampling/createMessage");
        QCoreApplication::processEvents();
        QCOMPARE(m_peer->sent().size(), 2);
        QCOMPARE(added.count(), 0);
        const quint64 last = m_peer->rpc->tracker().nextSerial() - 1;
        QVERIFY(m_peer->rpc->incoming(last)); // still open
        QVERIFY(m_peer->rpc->tracker().record(last)->leftOpen);
        QVERIFY(!m_peer->rpc->tracker().record(last - 1)->leftOpen);
    }

    void roundOfQuestions()
    {
        QVERIFY(connectAs(Revision::R2026_07_28));
        const auto call = asking(R"({"a":{"method":"elicitation/create"},"b":{"method":"sampling/createMessage"}})");
        QCOMPARE(m_queue->open().size(), 2);
        QCOMPARE(m_queue->open().at(0)->place().serial, call->answeredSerial());
        m_queue->open().at(1)->answer(R"({"role":"assistant"})");
        QCoreApplication::processEvents();
        QCOMPARE(m_peer->sent().size(), 1); // one answer is missing
        m_queue->open().at(0)->refuse();
        QVERIFY(m_peer->waitForSent(2));
        QCOMPARE(m_peer->sentMember("/params/inputResponses"),
                 R"({"a":{"action":"decline"},"b":{"role":"assistant"}})");
    }

    /// An input response cannot express the refusal of sampling, so the call is not repeated.
    void refusalWithoutAResult()
    {
        QVERIFY(connectAs(Revision::R2026_07_28));
        const auto call = asking(R"({"a":{"method":"elicitation/create"},"b":{"method":"sampling/createMessage"}})");
        QSignalSpy ended(m_queue.get(), &QuestionQueue::ended);
        m_queue->open().at(1)->refuse();
        QVERIFY(call->isFinished());
        QCOMPARE(ended.count(), 2);
        QVERIFY(m_queue->open().isEmpty());
        QCoreApplication::processEvents();
        QCOMPARE(m_peer->sent().size(), 1);
    }

    void lostWithTheConnection()
    {
        QVERIFY(connectAs(Revision::R2026_07_28));
        const auto call = asking(R"({"a":{"method":"elicitation/create"}})");
        QCOMPARE(m_queue->open().size(), 1);
        QSignalSpy ended(m_queue->open().constFirst(), &Question::ended);
        std::optional<Result<QByteArray>> outcome;
        connect(call.get(), &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        QVERIFY(m_peer->loseConnection());
        QVERIFY(outcome && !*outcome);
        QCOMPARE(outcome->error().kind, ErrorKind::Transport);
        QVERIFY(m_queue->open().isEmpty());
        QCOMPARE(ended.constFirst().at(1).toString(), u"The connection ended: gone"_s);
        const RequestRecord *record = m_peer->rpc->tracker().record(call->answeredSerial());
        QCOMPARE(record->state, RequestState::Lost);
        QCOMPARE(record->errorMessage, u"gone"_s);
        QVERIFY(!record->cancellation); // none was sent
        QCOMPARE(record->duration(0), record->lostAtQuestions - record->start);
        QCOMPARE(m_peer->notes.constLast(),
                 u"tools/call was waiting for answers to its questions when the connection ended: gone"_s);
    }

    void visitsFirst_data()
    {
        QTest::addColumn<QByteArray>("answer"); // answer to the second
        QTest::addColumn<bool>("repeated");
        QTest::newRow("accepted") << R"({"action":"accept"})"_ba << true;
        QTest::newRow("declined") << R"({"action":"decline"})"_ba << false;
    }
    /// -32042 of 2025-11-25: a question first, then the call is repeated.
    void visitsFirst()
    {
        QFETCH(const QByteArray, answer);
        QFETCH(const bool, repeated);
        QVERIFY(connectAs(Revision::R2025_11_25, {{u"url"_s, QJsonObject()}}));
        LogicalCall call(*m_peer->client, nullptr, "tools/call", R"({"name":"x"})");
        connect(&call, &LogicalCall::asked, m_queue.get(), [&] { m_queue->take(&call); });
        std::optional<Result<QByteArray>> outcome;
        connect(&call, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        call.start();
        QVERIFY(m_peer->waitForSent(1));
        const QByteArray visits = R"({"code":-32042,"message":"sign in","data":{"elicitations":[)"
                                  R"({"mode":"url","elicitationId":"e1","url":"https://a.example/","message":"m"},)"
                                  R"({"mode":"url","elicitationId":"e2","url":"https://b.example/","message":"m"}]}})";
        m_peer->refuse(visits);
        QVERIFY(!outcome);
        QCOMPARE(m_queue->open().size(), 2);
        QCOMPARE(m_queue->open().at(0)->method(), "elicitation/create");
        QCOMPARE(JsonValue(m_queue->open().at(1)->params()).member("url").toString(), u"https://b.example/"_s);

        QSignalSpy completed(m_queue->open().at(1), &Question::completed);
        for (const char *id : {"e2", "e2", "of another"})
            m_peer->notify("notifications/elicitation/complete", R"({"elicitationId":")"_ba + id + R"("})");
        QCOMPARE(completed.count(), 1);
        QVERIFY(m_queue->open().at(1)->isComplete() && !m_queue->open().at(0)->isComplete());

        m_queue->open().at(0)->answer(R"({"action":"accept"})");
        m_queue->open().at(0)->answer(answer);
        QCOMPARE(outcome.has_value(), !repeated);
        if (repeated) {
            QVERIFY(m_peer->waitForSent(2));
            QCOMPARE(m_peer->sentMember("/params"), R"({"name":"x"})");
            m_peer->refuse(visits); // not repeated
        }
        QVERIFY(outcome && !*outcome);
        QCOMPARE(outcome->error().code, -32042);
        QVERIFY(m_queue->open().isEmpty());
    }

    void rulesForRounds()
    {
        QVERIFY(connectAs(Revision::R2026_07_28));
        m_queue->setPolicy("elicitation/create", {AnswerPolicy::Kind::Answer, R"({"action":"accept","content":{}})"});
        const auto call = asking(R"({"a":{"method":"elicitation/create"}})");
        QVERIFY(m_peer->waitForSent(2));
        QCOMPARE(m_peer->sentMember("/params/inputResponses/a/action"), R"("accept")");
    }
};

QTEST_GUILESS_MAIN(TestQuestionQueue)
#include "tst_questionqueue.moc"
