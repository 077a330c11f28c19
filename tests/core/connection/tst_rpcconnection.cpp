// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "core/rpcconnectionfixture.h"

#include <QRegularExpression>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Outgoing requests, from their start to late responses.
class TestSession : public QObject, private SessionFixture
{
    Q_OBJECT

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        start();
    }
    void cleanup() { m_rpc.reset(); }

    void resultHasTheReceivedBytes()
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

    void cancellationSendsTheReason()
    {
        OutgoingRequest *request = sendNow("tools/call");
        QCOMPARE(request->cancel(u"took \"too\" long"_s), OutgoingRequest::CancelResult::Done);
        QCOMPARE(request->cancel(u"again"_s), OutgoingRequest::CancelResult::AlreadyEnded);
        QCOMPARE(request->outcome().error().kind, ErrorKind::Cancelled);
        m_transport->leave();
        // Not a raw string: moc fails at an escaped quote in one.
        QCOMPARE(cancels(), QByteArrayList{"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                                           "\"params\":{\"requestId\":1,\"reason\":\"took \\\"too\\\" long\"}}"});
        QCOMPARE(m_rpc->tracker().record(0)->cancellation->reason, u"took \"too\" long"_s);
    }

    void cancellationWithoutAReasonSendsNone()
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
        // The deadline ends the request here, but still sends no cancellation.
        QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(10000));
        QCOMPARE(request->state(), RequestState::TimedOut);
        QVERIFY(!m_rpc->tracker().record(0)->reachedCap);
        m_transport->leave();
        QCOMPARE(cancels().size(), 0);
    }

    void detachSendsNothing()
    {
        OutgoingRequest *request = sendNow("tools/call");
        request->detach();
        QCOMPARE(request->state(), RequestState::Cancelled);
        m_transport->leave();
        QCOMPARE(cancels().size(), 0);
        QCOMPARE(m_rpc->tracker().record(0)->state, RequestState::Cancelled);
        QVERIFY(m_rpc->tracker().record(0)->cancellation->detached);
        delete request;
        m_transport->leave();
        QCOMPARE(cancels().size(), 0);
    }

    /// Each progress restarts the timeout, until the cap.
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
        QVERIFY(m_rpc->tracker().record(0)->reachedCap);
        QVERIFY2(elapsed.elapsed() >= 390, qPrintable(QString::number(elapsed.elapsed())));
        QVERIFY(request->outcome().error().detail.contains(u"400"_s));
        m_transport->leave();
        QCOMPARE(cancels().size(), 1);
    }

    void lateResponseAndLateProgressAreRecognized()
    {
        OutgoingRequest *request = sendNow("tools/call", {.wantProgress = true});
        QSignalSpy late(request, &OutgoingRequest::lateResponse);
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
        QCOMPARE(m_rpc->tracker().record(0)->late.results, 2);
        QCOMPARE(m_rpc->tracker().record(0)->late.progress, 1);
    }

    void rawRequestsAndCancelsAreTracked()
    {
        m_rpc->sendRaw(R"({"jsonrpc":"2.0","id":2,"method":"tools/call"})");
        m_transport->leave();
        OutgoingRequest *typed = m_rpc->outgoing(0);
        QVERIFY(typed);
        QCOMPARE(typed->state(), RequestState::InFlight);
        OutgoingRequest *made = sendNow("tools/call");
        OutgoingRequest *next = sendNow("tools/call");
        QCOMPARE(made->id(), RequestId(1));
        QCOMPARE(next->id(), RequestId(3)); // 2 is taken

        m_rpc->sendRaw(
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

    void rawBytesAreSentUnchanged()
    {
        QSignalSpy events(m_rpc.get(), &RpcConnection::eventOccurred);
        m_rpc->sendRaw("{\"a\":");
        m_transport->leave();
        QCOMPARE(m_transport->sent().last(), "{\"a\":"_ba);
        const Event event = events[0][0].value<Event>();
        QCOMPARE(event.kind, EventKind::Malformed);
        QVERIFY(event.details.value("injected"_L1).toBool());
    }

    void firedTokenSendsNothing()
    {
        CancellationToken token;
        token.request(u"too late"_s);
        OutgoingRequest *request = m_rpc->request("tools/call", {}, {.token = &token});
        QVERIFY(!request->isFinished());
        QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(10000));
        QCOMPARE(request->state(), RequestState::Cancelled);
        QCOMPARE(request->outcome().error().detail, u"too late"_s);
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 0);
    }

    void oneTokenCancelsSeveralRequests()
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

    void invalidParamsFailAsynchronously_data()
    {
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QString>("says");
        QTest::newRow("not JSON") << "{\"a\" 1}"_ba << u"column 6"_s;
        QTest::newRow("a number") << "1"_ba << u"object"_s;
    }
    void invalidParamsFailAsynchronously()
    {
        QFETCH(const QByteArray, params);
        QFETCH(const QString, says);
        OutgoingRequest *request = m_rpc->request("x", params);
        QVERIFY(!request->isFinished());
        QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(10000));
        QVERIFY2(request->outcome().error().detail.contains(says), qPrintable(request->outcome().error().detail));
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 0);
    }

    void earlyRequestsAreQueued()
    {
        m_transport->drop({});
        OutgoingRequest *lost = m_rpc->request("x");
        QVERIFY(QSignalSpy(lost, &OutgoingRequest::finished).wait(10000));
        QCOMPARE(lost->state(), RequestState::Lost);

        m_rpc->open();
        QCOMPARE(m_rpc->connection(), 1u);
        OutgoingRequest *waiting = m_rpc->request("y");
        OutgoingRequest *cancelled = m_rpc->request("z");
        QCOMPARE(waiting->state(), RequestState::Queued);
        cancelled->cancel();
        QCOMPARE(cancelled->state(), RequestState::Cancelled);
        QVERIFY(QSignalSpy(m_rpc.get(), &RpcConnection::stateChanged).wait(10000));
        m_transport->leave();
        QCOMPARE(waiting->state(), RequestState::InFlight);
        QCOMPARE(m_transport->sent().size(), 1);
    }

    /// A peer that does not read: the request is Queued, and its cancellation follows it later.
    void queuedRequestIsCancelledAfterItIsSent()
    {
        OutgoingRequest *request = m_rpc->request("tools/call");
        m_transport->announceQueued();
        QCOMPARE(request->state(), RequestState::Queued);
        QCOMPARE(m_rpc->tracker().record(0)->state, RequestState::Queued);
        request->cancel(u"stuck"_s);
        QCOMPARE(m_rpc->tracker().record(0)->state, RequestState::Cancelled);
        QCOMPARE(m_transport->sent().size(), 0);
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 2);
        QVERIFY(m_transport->sent()[0].contains("tools/call"));
        QVERIFY(m_transport->sent()[1].contains("notifications/cancelled"));
        QVERIFY(m_rpc->tracker().record(0)->cancellation->signalTime > 0);
    }

    void completedRequestIsNotCancelled()
    {
        OutgoingRequest *first = sendNow("a");
        OutgoingRequest *second = sendNow("b");
        connect(first, &OutgoingRequest::finished, this, [&] { second->cancel(); });
        m_transport->receive(R"([{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}])");
        QCOMPARE(second->state(), RequestState::Succeeded);
        m_transport->leave();
        QCOMPARE(cancels().size(), 0);
    }

    void firstResponseInABatchCounts()
    {
        OutgoingRequest *request = sendNow("a");
        m_transport->receive(
            R"([{"jsonrpc":"2.0","id":1,"result":{"x":1}},{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}])");
        QCOMPARE(request->state(), RequestState::Succeeded);
        QCOMPARE(*request->outcome(), R"({"x":1})"_ba);
    }

    void receiversOfEventsSeeTheUpdatedLog()
    {
        OutgoingRequest *request = sendNow("a");
        connect(m_rpc.get(), &RpcConnection::eventOccurred, this, [&](const Event &event) {
            if (event.envelope.isResponse())
                QCOMPARE(request->cancel(), OutgoingRequest::CancelResult::AlreadyEnded);
        });
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
        QCOMPARE(request->state(), RequestState::Succeeded);
    }

    /// A source for one method gets only that method, also from batches, and progress too. The source for all methods
    /// gets everything but progress.
    void notificationsByMethod()
    {
        NotificationSource *changes = m_rpc->notifications("changed");
        QCOMPARE(m_rpc->notifications("changed"), changes);
        QSignalSpy changed(changes, &NotificationSource::received);
        QSignalSpy progress(m_rpc->notifications("notifications/progress"), &NotificationSource::received);
        QSignalSpy cancelled(m_rpc->notifications("notifications/cancelled"), &NotificationSource::received);
        m_transport->receive(R"({"jsonrpc":"2.0","method":"other","params":{"a":1}})");
        QCOMPARE(changed.size(), 0);
        QSignalSpy any(m_rpc.get(), &RpcConnection::notificationReceived);
        m_transport->receive(R"([{"jsonrpc":"2.0","method":"ch\u0061nged","params":{"b": 1}},)"
                             R"({"jsonrpc":"2.0","method":"changed"},{"jsonrpc":"2.0","method":"other"}])");
        QCOMPARE(changed.size(), 2);
        QCOMPARE(changed[0][0].toByteArray(), R"({"b": 1})"_ba);
        QCOMPARE(changed[1][0].toByteArray(), QByteArray());
        QCOMPARE(any.size(), 3);
        QCOMPARE(any[0][0].toByteArray(), "changed"_ba);
        QCOMPARE(any[2][0].toByteArray(), "other"_ba);
        m_transport->receive(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9}})");
        m_transport->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})");
        QCOMPARE(progress.size(), 1);
        QCOMPARE(cancelled.size(), 0);
        QCOMPARE(any.size(), 3);
    }

    void receiverMayCloseTheConnection()
    {
        connect(m_rpc->notifications("end"), &NotificationSource::received, this, [this] { m_rpc.reset(); });
        m_transport->receive(R"({"jsonrpc":"2.0","method":"end"})");
        QVERIFY(!m_rpc);
    }

    void rawResponseEndsTheRequestOfThePeer()
    {
        IncomingRequest *asked = nullptr;
        m_rpc->setHandler("ask", [&](IncomingRequest *request) { asked = request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":7,"method":"ask"})");
        m_rpc->sendRaw(R"({"jsonrpc":"2.0","id":7,"result":{}})");
        m_transport->leave();
        QVERIFY(asked->isFinished());
        QVERIFY(!asked->respond("{}"));
        QCOMPARE(m_rpc->incoming(0), nullptr);
    }

    void typedIdsAreNotReused()
    {
        m_rpc->sendRaw(R"({"jsonrpc":"2.0","id":1,"method":"typed"})");
        OutgoingRequest *made = m_rpc->request("made");
        m_transport->leave();
        QCOMPARE(made->id(), RequestId(2));
        QCOMPARE(m_rpc->outgoing(0)->method(), "typed"_ba);
        QCOMPARE(m_rpc->outgoing(1), made);
    }

    void partsOnSeveralLinesLeaveOnOne()
    {
        m_rpc->request("a", "{\n \"x\": \"a b\"\r\n}");
        m_rpc->request("b", R"({ "x":  1.50 })");
        m_transport->leave();
        QVERIFY(m_transport->sent()[0].endsWith(R"("params":{"x":"a b"}})"));
        QVERIFY(m_transport->sent()[1].endsWith(R"("params":{ "x":  1.50 }})"));
    }

    /// Each response is found in its batch directly, so a batch of many requests takes linear time.
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
        QCOMPARE(m_rpc->cancelAll(u"enough"_s), 2);
        m_transport->leave();
        QCOMPARE(cancels().size(), 2);
        QCOMPARE(m_rpc->outgoing().size(), 1);
    }

    void dialectThatRequiresAResponse()
    {
        m_rpc->setDialect(Dialect::acp());
        OutgoingRequest *request = sendNow("session/prompt");
        request->cancel(u"stop"_s);
        QCOMPARE(request->state(), RequestState::Cancelling);
        m_transport->leave();
        QVERIFY(m_transport->sent().last().contains("$/cancel_request"));
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"cancelled"}})");
        QCOMPARE(request->state(), RequestState::Cancelled);
    }

    // ---- requests of the peer
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_rpcconnection.moc"
