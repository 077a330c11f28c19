// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpcconnectionfixture.h"

#include <QRegularExpression>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Requests whose transport, RpcConnection or own object is destroyed, also in handlers of each other.
class TestSessionLost : public QObject, private SessionFixture
{
    Q_OBJECT

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        start();
    }
    void cleanup() { m_rpc.reset(); }

    /// Requests that never left end first, with an Unsent event; then the others in order.
    void lostConnectionEndsAllRequestsInOrder()
    {
        QStringList order;
        for (const char *method : {"a", "b", "c"}) {
            OutgoingRequest *request = m_rpc->request(method);
            if (qstrcmp(method, "c") != 0)
                m_transport->leave();
            connect(request, &OutgoingRequest::finished, this, [&order, request] {
                order.append(QString::fromLatin1(request->method()) + request->outcome().error().detail);
            });
        }
        connect(m_rpc.get(), &RpcConnection::stateChanged, this, [&order] { order.append(u"state"_s); });
        m_transport->drop(u"!"_s);
        QCOMPARE(order, (QStringList{u"c!"_s, u"a!"_s, u"b!"_s, u"state"_s}));
    }

    // ---- receivers with side effects

    void finishedHandlerMayDestroyAndCancelOthersWhenTheSessionGoes()
    {
        OutgoingRequest *first = sendNow("a");
        QPointer<OutgoingRequest> second = sendNow("b");
        OutgoingRequest *third = sendNow("c");
        int ends = 0;
        RpcConnection *rpc = m_rpc.get();
        connect(first, &OutgoingRequest::finished, this, [&] {
            delete second;
            QCOMPARE(third->cancel(), OutgoingRequest::CancelResult::AlreadyEnded);
            rpc->request("retry");
        });
        for (OutgoingRequest *request : {first, second.data(), third})
            connect(request, &OutgoingRequest::finished, this, [&ends] { ++ends; });
        m_rpc.reset();
        QCOMPARE(ends, 3);
    }

    void finishedHandlerMayDestroyAnotherWhenTheConnectionGoes()
    {
        m_transport->drop({});
        m_rpc->open();
        OutgoingRequest *first = m_rpc->request("a");
        QPointer<OutgoingRequest> second = m_rpc->request("b");
        connect(first, &OutgoingRequest::finished, this, [&] { delete second; });
        m_transport->drop(u"gone"_s);
        QCOMPARE(first->state(), RequestState::Lost);
        QVERIFY(!second);
    }

    void finishedHandlerMayDestroyTheRequestThatWasQueued()
    {
        QPointer<OutgoingRequest> request = m_rpc->request("a");
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
        QSignalSpy states(m_rpc.get(), &RpcConnection::stateChanged);
        connect(request, &OutgoingRequest::finished, this, [&] {
            QCOMPARE(m_rpc->state(), Transport::State::Closing);
            m_rpc->open();
        });
        m_transport->drop({});
        QCOMPARE(states.last()[0].value<Transport::State>(), Transport::State::Idle);
        m_rpc->open();
        QCOMPARE(m_rpc->connection(), 1u);
    }
};

QTEST_GUILESS_MAIN(TestSessionLost)
#include "tst_rpcconnectionlost.moc"
