// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "core/memorytransport.h"

#include "core/session/session.h"

#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestSession : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    MemoryTransport *m_transport = nullptr;

    void start(Session::Role role = Session::Role::Client)
    {
        const Direction direction =
            role == Session::Role::Client ? Direction::ClientToServer : Direction::ServerToClient;
        auto transport = std::make_unique<MemoryTransport>(direction);
        transport->setAutomatic(false);
        m_transport = transport.get();
        m_session = std::make_unique<Session>(std::move(transport), role);
        m_session->open();
        QVERIFY(QSignalSpy(m_session.get(), &Session::stateChanged).wait(2000));
        QCOMPARE(m_session->state(), Transport::State::Open);
    }
    OutgoingRequest *sendNow(const QByteArray &method, const RequestOptions &options = {})
    {
        OutgoingRequest *request = m_session->request(method, {}, options);
        m_transport->leave();
        return request;
    }
    [[nodiscard]] QByteArrayList cancels() const
    {
        QByteArrayList found;
        for (const QByteArray &message : m_transport->sent()) {
            if (message.contains("notifications/cancelled"))
                found.append(message);
        }
        return found;
    }

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        start();
    }
    void cleanup() { m_session.reset(); }

    void resultIsTheBytesThatCame()
    {
        OutgoingRequest *request = sendNow("tools/list");
        QSignalSpy finished(request, &OutgoingRequest::finished);
        m_transport->receive(R"({"result": {"b":1.10,"a":1,"a":2} ,"id":1,"jsonrpc":"2.0"})");
        QCOMPARE(finished.size(), 1);
        QCOMPARE(request->state(), RequestState::Succeeded);
        QCOMPARE(*request->outcome(), R"({"b":1.10,"a":1,"a":2})"_ba);
    }

    void errorIsAValue()
    {
        OutgoingRequest *request = sendNow("tools/list");
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad","data":[1]}})");
        QCOMPARE(request->state(), RequestState::Failed);
        QCOMPARE(request->outcome().error().kind, ErrorKind::Peer);
        QCOMPARE(request->outcome().error().code, -32602);
        QCOMPARE(request->outcome().error().detail, u"bad"_s);
        QCOMPARE(request->outcome().error().data, R"({"code":-32602,"message":"bad","data":[1]})"_ba);
    }

    void cancelTellsThePeerWhy()
    {
        OutgoingRequest *request = sendNow("tools/call");
        QCOMPARE(request->cancel(u"took \"too\" long"_s), OutgoingRequest::CancelResult::Done);
        QCOMPARE(request->cancel(u"again"_s), OutgoingRequest::CancelResult::AlreadyEnded);
        QCOMPARE(request->outcome().error().kind, ErrorKind::Cancelled);
        m_transport->leave();
        // No raw string: moc loses its way at an escaped quote in one.
        QCOMPARE(cancels(), QByteArrayList{"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                                           "\"params\":{\"requestId\":1,\"reason\":\"took \\\"too\\\" long\"}}"});
        QCOMPARE(m_session->tracker().record(0)->cancellation->reason, u"took \"too\" long"_s);
    }

    void cancelWithoutReasonSendsNone()
    {
        sendNow("tools/call")->cancel();
        m_transport->leave();
        QVERIFY(!cancels().first().contains("reason"));
    }

    void initializeCannotBeCancelled()
    {
        OutgoingRequest *request = sendNow("initialize", {.timeout = 1ms});
        QCOMPARE(request->cancel(u"no"_s), OutgoingRequest::CancelResult::NotCancellable);
        QCOMPARE(request->state(), RequestState::InFlight);
        // Its deadline ends it here, and still tells the peer nothing.
        QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(2000));
        QCOMPARE(request->state(), RequestState::TimedOut);
        QVERIFY(!m_session->tracker().record(0)->reachedCap);
        m_transport->leave();
        QCOMPARE(cancels().size(), 0);
    }

    void detachTellsNobody()
    {
        OutgoingRequest *request = sendNow("tools/call");
        request->detach();
        QCOMPARE(request->state(), RequestState::Cancelled);
        m_transport->leave();
        QCOMPARE(cancels().size(), 0);
        QCOMPARE(m_session->tracker().record(0)->state, RequestState::Cancelled);
        QVERIFY(m_session->tracker().record(0)->cancellation->detached);
        delete request;
        m_transport->leave();
        QCOMPARE(cancels().size(), 0);
    }

    /// The clock starts anew with each progress, until the cap.
    void progressExtendsTheDeadlineUpToACap()
    {
        OutgoingRequest *request = sendNow("tools/call", {.timeout = 60ms, .cap = 400ms, .wantProgress = true});
        QTimer ticker;
        int value = 0;
        connect(&ticker, &QTimer::timeout, this, [&] {
            m_transport->receive(
                R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":)" +
                QByteArray::number(++value) + "}}");
        });
        ticker.start(5ms);
        QElapsedTimer elapsed;
        elapsed.start();
        QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(5000));
        ticker.stop();
        QCOMPARE(request->state(), RequestState::TimedOut);
        QVERIFY(m_session->tracker().record(0)->reachedCap);
        QVERIFY2(elapsed.elapsed() >= 390, qPrintable(QString::number(elapsed.elapsed())));
        QVERIFY(request->outcome().error().detail.contains(u"400"_s));
        m_transport->leave();
        QCOMPARE(cancels().size(), 1);
    }

    void lateAnswerAndLateProgressAreRecognised()
    {
        OutgoingRequest *request = sendNow("tools/call", {.wantProgress = true});
        QSignalSpy late(request, &OutgoingRequest::lateAnswer);
        QSignalSpy progressed(request, &OutgoingRequest::progressed);
        request->cancel();
        m_transport->leave();
        m_transport->receive(
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}})");
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"result":{"x":1}})");
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"result":{"x":2}})");
        QCOMPARE(progressed.size(), 0);
        QCOMPARE(late.size(), 1);
        QCOMPARE(late[0][0].toByteArray(), R"({"x":1})"_ba);
        QCOMPARE(late[0][1].toBool(), false);
        QCOMPARE(request->state(), RequestState::Cancelled);
        QCOMPARE(m_session->tracker().record(0)->late.results, 2);
        QCOMPARE(m_session->tracker().record(0)->late.progress, 1);
    }

    void rawRequestsAndCancelsCount()
    {
        m_session->sendRaw(R"({"jsonrpc":"2.0","id":2,"method":"tools/call"})");
        m_transport->leave();
        OutgoingRequest *typed = m_session->outgoing(0);
        QVERIFY(typed);
        QCOMPARE(typed->state(), RequestState::InFlight);
        OutgoingRequest *made = sendNow("tools/call");
        OutgoingRequest *next = sendNow("tools/call");
        QCOMPARE(made->id(), RequestId(1));
        QCOMPARE(next->id(), RequestId(3)); // 2 is taken

        m_session->sendRaw(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"by hand"}})");
        QCOMPARE(made->state(), RequestState::InFlight);
        m_transport->leave();
        QCOMPARE(made->state(), RequestState::Cancelled);
        QCOMPARE(made->outcome().error().detail, u"by hand"_s);
        QCOMPARE(cancels().size(), 1);
        typed->cancel();
        m_transport->leave();
        QCOMPARE(cancels().size(), 2);
    }

    void rawBytesGoOutAsTheyAre()
    {
        QSignalSpy events(m_session.get(), &Session::eventOccurred);
        m_session->sendRaw("{\"a\":");
        m_transport->leave();
        QCOMPARE(m_transport->sent().last(), "{\"a\":"_ba);
        const Event event = events[0][0].value<Event>();
        QCOMPARE(event.kind, EventKind::Malformed);
        QVERIFY(event.details.value("injected"_L1).toBool());
    }

    void tokenThatHasFiredSendsNothing()
    {
        CancellationToken token;
        token.request(u"too late"_s);
        OutgoingRequest *request = m_session->request("tools/call", {}, {.token = &token});
        QVERIFY(!request->isFinished());
        QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(2000));
        QCOMPARE(request->state(), RequestState::Cancelled);
        QCOMPARE(request->outcome().error().detail, u"too late"_s);
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 0);
    }

    void oneTokenGovernsMany()
    {
        CancellationToken token;
        const QList<OutgoingRequest *> requests{sendNow("a", {.token = &token}), sendNow("b", {.token = &token}),
                                                sendNow("c")};
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
        token.request(u"all of them"_s);
        m_transport->leave();
        QCOMPARE(requests[0]->state(), RequestState::Succeeded);
        QCOMPARE(requests[1]->state(), RequestState::Cancelled);
        QCOMPARE(requests[2]->state(), RequestState::InFlight);
        QCOMPARE(cancels().size(), 1);
    }

    void badParamsEndThroughTheLoop_data()
    {
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QString>("says");
        QTest::newRow("not JSON") << "{\"a\" 1}"_ba << u"column 6"_s;
        QTest::newRow("a number") << "1"_ba << u"object"_s;
    }
    void badParamsEndThroughTheLoop()
    {
        QFETCH(const QByteArray, params);
        QFETCH(const QString, says);
        OutgoingRequest *request = m_session->request("x", params);
        QVERIFY(!request->isFinished());
        QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(2000));
        QVERIFY2(request->outcome().error().detail.contains(says), qPrintable(request->outcome().error().detail));
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 0);
    }

    void whatIsAskedBeforeTheWayIsOpenWaits()
    {
        m_transport->drop({});
        OutgoingRequest *lost = m_session->request("x");
        QVERIFY(QSignalSpy(lost, &OutgoingRequest::finished).wait(2000));
        QCOMPARE(lost->state(), RequestState::Lost);

        m_session->open();
        QCOMPARE(m_session->connection(), 1u);
        OutgoingRequest *waiting = m_session->request("y");
        OutgoingRequest *cancelled = m_session->request("z");
        QCOMPARE(waiting->state(), RequestState::Queued);
        cancelled->cancel();
        QCOMPARE(cancelled->state(), RequestState::Cancelled);
        QVERIFY(QSignalSpy(m_session.get(), &Session::stateChanged).wait(2000));
        m_transport->leave();
        QCOMPARE(waiting->state(), RequestState::InFlight);
        QCOMPARE(m_transport->sent().size(), 1);
    }

    /// A peer that does not read: the request is visible as Queued, and its cancel follows it when there is room.
    void queuedRequestIsCancelledBehindItself()
    {
        OutgoingRequest *request = m_session->request("tools/call");
        m_transport->announceQueued();
        QCOMPARE(request->state(), RequestState::Queued);
        QCOMPARE(m_session->tracker().record(0)->state, RequestState::Queued);
        request->cancel(u"stuck"_s);
        QCOMPARE(m_session->tracker().record(0)->state, RequestState::Cancelled);
        QCOMPARE(m_transport->sent().size(), 0);
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 2);
        QVERIFY(m_transport->sent()[0].contains("tools/call"));
        QVERIFY(m_transport->sent()[1].contains("notifications/cancelled"));
        QVERIFY(m_session->tracker().record(0)->cancellation->signalTime > 0);
    }

    /// What never left ends first, with the event that says so; then the others, in their order.
    void losingTheConnectionEndsAllInOrder()
    {
        QStringList order;
        for (const char *method : {"a", "b", "c"}) {
            OutgoingRequest *request = m_session->request(method);
            if (qstrcmp(method, "c") != 0)
                m_transport->leave();
            connect(request, &OutgoingRequest::finished, this, [&order, request] {
                order.append(QString::fromLatin1(request->method()) + request->outcome().error().detail);
            });
        }
        connect(m_session.get(), &Session::stateChanged, this, [&order] { order.append(u"state"_s); });
        m_transport->drop(u"!"_s);
        QCOMPARE(order, (QStringList{u"c!"_s, u"a!"_s, u"b!"_s, u"state"_s}));
    }

    // ---- receivers that meddle

    void finishedHandlerMayDestroyAndCancelOthersWhenTheSessionGoes()
    {
        OutgoingRequest *first = sendNow("a");
        QPointer<OutgoingRequest> second = sendNow("b");
        OutgoingRequest *third = sendNow("c");
        int ends = 0;
        Session *session = m_session.get();
        connect(first, &OutgoingRequest::finished, this, [&] {
            delete second;
            QCOMPARE(third->cancel(), OutgoingRequest::CancelResult::AlreadyEnded);
            session->request("retry");
        });
        for (OutgoingRequest *request : {first, second.data(), third})
            connect(request, &OutgoingRequest::finished, this, [&ends] { ++ends; });
        m_session.reset();
        QCOMPARE(ends, 3);
    }

    void finishedHandlerMayDestroyAnotherWhenTheConnectionGoes()
    {
        m_transport->drop({});
        m_session->open();
        OutgoingRequest *first = m_session->request("a");
        QPointer<OutgoingRequest> second = m_session->request("b");
        connect(first, &OutgoingRequest::finished, this, [&] { delete second; });
        m_transport->drop(u"gone"_s);
        QCOMPARE(first->state(), RequestState::Lost);
        QVERIFY(!second);
    }

    void finishedHandlerMayDestroyTheRequestThatWasQueued()
    {
        QPointer<OutgoingRequest> request = m_session->request("a");
        m_transport->announceQueued();
        connect(request, &OutgoingRequest::finished, this, [&] { delete request; });
        request->cancel();
        QVERIFY(!request);
    }

    void stateChangedHandlerMayDestroyTheRequestAndItStillFinishes()
    {
        QPointer<OutgoingRequest> request = sendNow("a");
        int ends = 0;
        connect(request, &OutgoingRequest::finished, this, [&] { ++ends; });
        connect(request, &OutgoingRequest::stateChanged, this, [&] { delete request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
        QCOMPARE(ends, 1);
    }

    void reopeningFromALostRequestWaitsForTheEnd()
    {
        OutgoingRequest *request = sendNow("a");
        QSignalSpy states(m_session.get(), &Session::stateChanged);
        connect(request, &OutgoingRequest::finished, this, [&] {
            QCOMPARE(m_session->state(), Transport::State::Closing);
            m_session->open();
        });
        m_transport->drop({});
        QCOMPARE(states.last()[0].value<Transport::State>(), Transport::State::Idle);
        m_session->open();
        QCOMPARE(m_session->connection(), 1u);
    }

    void answeredRequestIsNotCancelledAnyMore()
    {
        OutgoingRequest *first = sendNow("a");
        OutgoingRequest *second = sendNow("b");
        connect(first, &OutgoingRequest::finished, this, [&] { second->cancel(); });
        m_transport->receive(R"([{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}])");
        QCOMPARE(second->state(), RequestState::Succeeded);
        m_transport->leave();
        QCOMPARE(cancels().size(), 0);
    }

    void firstAnswerInABatchCounts()
    {
        OutgoingRequest *request = sendNow("a");
        m_transport->receive(
            R"([{"jsonrpc":"2.0","id":1,"result":{"x":1}},{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}])");
        QCOMPARE(request->state(), RequestState::Succeeded);
        QCOMPARE(*request->outcome(), R"({"x":1})"_ba);
    }

    void receiverOfTheEventMeetsTheStateOfTheLog()
    {
        OutgoingRequest *request = sendNow("a");
        connect(m_session.get(), &Session::eventOccurred, this, [&](const Event &event) {
            if (event.envelope.isResponse())
                QCOMPARE(request->cancel(), OutgoingRequest::CancelResult::AlreadyEnded);
        });
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
        QCOMPARE(request->state(), RequestState::Succeeded);
    }

    void answerByHandEndsTheRequestOfThePeer()
    {
        IncomingRequest *asked = nullptr;
        m_session->setHandler("ask", [&](IncomingRequest *request) { asked = request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":7,"method":"ask"})");
        m_session->sendRaw(R"({"jsonrpc":"2.0","id":7,"result":{}})");
        m_transport->leave();
        QVERIFY(asked->isFinished());
        QVERIFY(!asked->respond("{}"));
        QCOMPARE(m_session->incoming(0), nullptr);
    }

    void typedIdsAreNotGivenAgain()
    {
        m_session->sendRaw(R"({"jsonrpc":"2.0","id":1,"method":"typed"})");
        OutgoingRequest *made = m_session->request("made");
        m_transport->leave();
        QCOMPARE(made->id(), RequestId(2));
        QCOMPARE(m_session->outgoing(0)->method(), "typed"_ba);
        QCOMPARE(m_session->outgoing(1), made);
    }

    void partsOnSeveralLinesLeaveOnOne()
    {
        m_session->request("a", "{\n \"x\": \"a b\"\r\n}");
        m_session->request("b", R"({ "x":  1.50 })");
        m_transport->leave();
        QVERIFY(m_transport->sent()[0].endsWith(R"("params":{"x":"a b"}})"));
        QVERIFY(m_transport->sent()[1].endsWith(R"("params":{ "x":  1.50 }})"));
    }

    /// Each answer is found in its batch at once; a batch of many requests must not take ages.
    void largeBatchIsReadOnce()
    {
        QByteArrayList items;
        for (int i = 0; i < 20000; ++i)
            items.append(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(i) + R"(,"method":"ping"})");
        m_transport->receive('[' + items.join(',') + ']');
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 20000);
    }

    void cancelAllCancelsEach()
    {
        sendNow("initialize");
        sendNow("a");
        sendNow("b");
        QCOMPARE(m_session->cancelAll(u"enough"_s), 2);
        m_transport->leave();
        QCOMPARE(cancels().size(), 2);
        QCOMPARE(m_session->outgoing().size(), 1);
    }

    void dialectThatOwesAnAnswer()
    {
        m_session->setDialect(Dialect::acp());
        OutgoingRequest *request = sendNow("session/prompt");
        request->cancel(u"stop"_s);
        QCOMPARE(request->state(), RequestState::Cancelling);
        m_transport->leave();
        QVERIFY(m_transport->sent().last().contains("$/cancel_request"));
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"cancelled"}})");
        QCOMPARE(request->state(), RequestState::Cancelled);
    }

    // ---- the peer asks

    void pingIsAnsweredAndTheUnknownRefused()
    {
        m_transport->receive(R"({"jsonrpc":"2.0","id":"p","method":"ping"})");
        m_transport->receive(R"({"jsonrpc":"2.0","id":9,"method":"roots/list"})");
        m_transport->leave();
        QCOMPARE(m_transport->sent()[0], R"({"jsonrpc":"2.0","id":"p","result":{}})"_ba);
        QVERIFY(m_transport->sent()[1].contains("-32601"));
        QVERIFY(m_transport->sent()[1].contains("roots/list"));
    }

    void illegalIdsAreRefusedAndEnd_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("answered");
        QTest::newRow("null") << "null"_ba
                              << "null"_ba;
        QTest::newRow("true") << "true"_ba
                              << "null"_ba;
        QTest::newRow("an array") << "[1]"_ba
                                  << "null"_ba;
        QTest::newRow("1.0") << "1.0"_ba
                             << "1.0"_ba;
        QTest::newRow("1e0") << "1e0"_ba
                             << "1e0"_ba;
    }
    void illegalIdsAreRefusedAndEnd()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QByteArray, answered);
        m_session->setFallbackHandler([](IncomingRequest *) { QFAIL("it is not for a handler"); });
        for (int turn = 1; turn <= 2; ++turn) {
            m_transport->receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
            m_transport->leave();
            QCOMPARE(m_transport->sent().size(), turn);
            const QByteArray sent = m_transport->sent().constLast();
            const JsonValue answer(sent);
            QCOMPARE(answer.member("id").raw().toByteArray(), answered);
            QCOMPARE(answer.pointer("/error/code").toInteger(), -32600);
            QCOMPARE(m_session->tracker().openCount(), 0);
        }
        const RequestRecord *record = m_session->tracker().find(Direction::ServerToClient, RequestId::fromJson(id));
        QVERIFY(record);
        QCOMPARE(record->state, RequestState::Failed);
        QCOMPARE(record->errorCode, -32600);
        QVERIFY(!record->duplicateId);
    }

    void idThatIsInUseIsRefusedAndNeitherIsLost()
    {
        IncomingRequest *kept = nullptr;
        m_session->setHandler("ask", [&](IncomingRequest *request) { kept = request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":5,"method":"ask"})");
        m_transport->receive(R"({"jsonrpc":"2.0","id":5,"method":"ask"})");
        m_transport->leave();
        QVERIFY(m_transport->sent()[0].contains("-32600"));
        QVERIFY(kept->respond("{}"));
        QVERIFY(!kept->respond("{}"));
        QVERIFY(!kept->fail(1, u"x"_s));
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 2);
        QCOMPARE(m_session->tracker().record(0)->state, RequestState::Succeeded);
        QCOMPARE(m_session->tracker().record(1)->state, RequestState::Failed);
    }

    void cancelByThePeerFiresTheTokenAndEndsTheRequest()
    {
        QString reason;
        int finished = 0;
        QPointer<IncomingRequest> asked;
        m_session->setHandler("ask", [&](IncomingRequest *request) {
            asked = request;
            connect(&request->token(), &CancellationToken::requested, this, [&](const QString &r) { reason = r; });
            connect(request, &IncomingRequest::finished, this, [&] { ++finished; });
        });
        m_transport->receive(R"({"jsonrpc":"2.0","id":5,"method":"ask"})");
        m_transport->receive(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"changed my mind"}})");
        QCOMPARE(reason, u"changed my mind"_s);
        QCOMPARE(finished, 1);
        QVERIFY(!asked->respond("{}"));
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 0);
    }

    void cancellingTheParentCancelsItsChildren()
    {
        OutgoingRequest *child = nullptr;
        m_session->setHandler("work", [&](IncomingRequest *parent) {
            child = m_session->request("sampling/createMessage", {}, {.parent = parent});
        });
        m_transport->receive(R"({"jsonrpc":"2.0","id":5,"method":"work"})");
        m_transport->leave();
        m_transport->receive(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"over"}})");
        QCOMPARE(child->state(), RequestState::Cancelled);
        QCOMPARE(child->outcome().error().detail, u"over"_s);
        m_transport->leave();
        QCOMPARE(cancels().size(), 1);
    }

    void parentThatHasEndedCancelsNothing()
    {
        OutgoingRequest *child = nullptr;
        m_session->setHandler("work", [&](IncomingRequest *parent) {
            child = m_session->request("sampling/createMessage", {}, {.parent = parent});
            parent->respond("{}");
        });
        m_transport->receive(R"({"jsonrpc":"2.0","id":5,"method":"work"})");
        m_transport->leave();
        m_transport->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})");
        m_transport->leave();
        QCOMPARE(child->state(), RequestState::InFlight);
        QCOMPARE(cancels().size(), 0);
    }

    void serverReportsProgress()
    {
        start(Session::Role::Server);
        IncomingRequest *work = nullptr;
        m_session->setFallbackHandler([&](IncomingRequest *request) { work = request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"w","params":{"_meta":{"progressToken":"t"}}})");
        work->progress(0.5, 2, u"half"_s);
        m_transport->leave();
        QCOMPARE(m_transport->sent().last(),
                 R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                 R"("params":{"progressToken":"t","progress":0.5,"total":2,"message":"half"}})"_ba);
    }

    void destroyingAnIncomingRequestAnswersIt()
    {
        IncomingRequest *work = nullptr;
        m_session->setFallbackHandler([&](IncomingRequest *request) { work = request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"w"})");
        delete work;
        m_transport->leave();
        QVERIFY(m_transport->sent().last().contains("-32603"));
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
