// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "core/rpcconnectionfixture.h"

#include <QRegularExpression>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Requests of the peer: responses, errors, cancellations.
class TestSessionIncoming : public QObject, private SessionFixture
{
    Q_OBJECT

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        start();
    }
    void cleanup() { m_rpc.reset(); }

    void pingSucceedsAndUnknownMethodsFail()
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
        m_rpc->setFallbackHandler([](IncomingRequest *) { QFAIL("it is not for a handler"); });
        for (int turn = 1; turn <= 2; ++turn) {
            m_transport->receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
            m_transport->leave();
            QCOMPARE(m_transport->sent().size(), turn);
            const QByteArray sent = m_transport->sent().constLast();
            const JsonValue answer(sent);
            QCOMPARE(answer.member("id").raw().toByteArray(), answered);
            QCOMPARE(answer.pointer("/error/code").toInteger(), -32600);
            QCOMPARE(m_rpc->tracker().openCount(), 0);
        }
        const RequestRecord *record = m_rpc->tracker().find(Direction::ServerToClient, RequestId::fromJson(id));
        QVERIFY(record);
        QCOMPARE(record->state, RequestState::Failed);
        QCOMPARE(record->errorCode, -32600);
        QVERIFY(!record->duplicateId);
    }

    void duplicateIdIsRefused()
    {
        IncomingRequest *kept = nullptr;
        m_rpc->setHandler("ask", [&](IncomingRequest *request) { kept = request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":5,"method":"ask"})");
        m_transport->receive(R"({"jsonrpc":"2.0","id":5,"method":"ask"})");
        m_transport->leave();
        QVERIFY(m_transport->sent()[0].contains("-32600"));
        QVERIFY(kept->respond("{}"));
        QVERIFY(!kept->respond("{}"));
        QVERIFY(!kept->fail(1, u"x"_s));
        m_transport->leave();
        QCOMPARE(m_transport->sent().size(), 2);
        QCOMPARE(m_rpc->tracker().record(0)->state, RequestState::Succeeded);
        QCOMPARE(m_rpc->tracker().record(1)->state, RequestState::Failed);
    }

    void cancelByThePeerFiresTheTokenAndEndsTheRequest()
    {
        QString reason;
        int finished = 0;
        QPointer<IncomingRequest> asked;
        m_rpc->setHandler("ask", [&](IncomingRequest *request) {
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
        m_rpc->setHandler("work", [&](IncomingRequest *parent) {
            child = m_rpc->request("sampling/createMessage", {}, {.parent = parent});
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
        m_rpc->setHandler("work", [&](IncomingRequest *parent) {
            child = m_rpc->request("sampling/createMessage", {}, {.parent = parent});
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
        start(RpcConnection::Role::Server);
        IncomingRequest *work = nullptr;
        m_rpc->setFallbackHandler([&](IncomingRequest *request) { work = request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"w","params":{"_meta":{"progressToken":"t"}}})");
        work->progress(0.5, 2, u"half"_s);
        m_transport->leave();
        QCOMPARE(m_transport->sent().last(),
                 R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                 R"("params":{"progressToken":"t","progress":0.5,"total":2,"message":"half"}})"_ba);
    }

    void destroyingAnIncomingRequestResponds()
    {
        IncomingRequest *work = nullptr;
        m_rpc->setFallbackHandler([&](IncomingRequest *request) { work = request; });
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"w"})");
        delete work;
        m_transport->leave();
        QVERIFY(m_transport->sent().last().contains("-32603"));
    }
};

QTEST_GUILESS_MAIN(TestSessionIncoming)
#include "tst_rpcconnectionincoming.moc"
