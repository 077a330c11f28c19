// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memorytransport.h"

#include "core/connection/rpcconnection.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <array>
#include <numeric>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Every order of four out of eight actions on a request. It ends exactly once, in the state of the first ending
/// action. The peer is notified exactly when required, and the tracker agrees.
class TestSessionRaces : public QObject
{
    Q_OBJECT

private:
    enum Action { Leave, Cancel, Answer, Fail, Progress, Timeout, Close, Destroy, ActionCount };

    static constexpr std::array<const char *, ActionCount> Names{"leave",    "cancel",  "answer", "error",
                                                                 "progress", "timeout", "close",  "destroy"};

    /// Computes the expected result of a sequence without the code under test.
    struct Expected
    {
        std::optional<RequestState> end;
        bool left = false;
        bool closed = false;
        bool destroyed = false;
        bool leftBeforeEnd = false;
        bool endedByUs = false;
        bool signalled = false; ///< the peer was notified
        int lateResponses = 0;  ///< emitted by the object
        int progressed = 0;

        void finish(RequestState state, bool byUs)
        {
            if (end)
                return;
            end = state;
            endedByUs = byUs;
        }
        void apply(Action action)
        {
            switch (action) {
            case Leave:
                left = left || !closed;
                signalled = signalled || (endedByUs && !closed);
                break;
            case Cancel:
                finish(RequestState::Cancelled, !destroyed);
                break;
            case Answer:
            case Fail:
                if (!left || closed)
                    break;
                // Only a request with a record at its end can get a late response, and only one.
                if (end && endedByUs && !destroyed && leftBeforeEnd && lateResponses == 0)
                    ++lateResponses;
                finish(action == Answer ? RequestState::Succeeded : RequestState::Failed, false);
                break;
            case Progress:
                if (left && !closed && !end)
                    ++progressed;
                break;
            case Timeout:
                finish(RequestState::TimedOut, true);
                break;
            case Close:
                finish(RequestState::Lost, false);
                closed = true;
                break;
            case Destroy:
                finish(RequestState::Cancelled, true);
                destroyed = true;
                break;
            case ActionCount:
                break;
            }
            if (!end)
                leftBeforeEnd = left;
        }
    };

    static QByteArray nameOf(const QList<Action> &actions)
    {
        QByteArrayList names;
        for (const Action action : actions)
            names.append(Names[action]);
        return names.join(" > ");
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void everyOrder_data()
    {
        QTest::addColumn<QList<int>>("actions");
        std::array<int, ActionCount> all{};
        std::iota(all.begin(), all.end(), 0);
        // All ordered selections of four out of the eight actions, each once.
        QSet<QList<int>> seen;
        do {
            const QList<int> actions(all.begin(), all.begin() + 4);
            if (seen.contains(actions))
                continue;
            seen.insert(actions);
            QList<Action> typed;
            for (const int action : actions)
                typed.append(Action(action));
            QTest::newRow(nameOf(typed).constData()) << actions;
        } while (std::next_permutation(all.begin(), all.end()));
    }

    void everyOrder()
    {
        QFETCH(const QList<int>, actions);
        const bool withTimeout = actions.contains(Timeout);

        // Declared before the connection, whose destruction emits, too.
        int finished = 0;
        int late = 0;
        int progressed = 0;
        QList<RequestState> states;
        auto owned = std::make_unique<MemoryTransport>();
        MemoryTransport &transport = *owned;
        transport.setAutomatic(false);
        RpcConnection rpc(std::move(owned), RpcConnection::Role::Client);
        rpc.open();
        QCoreApplication::processEvents();
        QCOMPARE(rpc.state(), Transport::State::Open);

        using namespace std::chrono_literals;
        QPointer<OutgoingRequest> request = rpc.request(
            "tools/call", {}, {.timeout = withTimeout ? 1ms : 0ms, .progressExtends = false, .wantProgress = true});
        const QByteArray id = request->id().toJson();
        connect(request, &OutgoingRequest::finished, this, [&] { ++finished; });
        connect(request, &OutgoingRequest::lateResponse, this, [&] { ++late; });
        connect(request, &OutgoingRequest::stateChanged, this, [&](RequestState state) { states.append(state); });
        connect(request, &OutgoingRequest::progressed, this, [&] {
            QCOMPARE(finished, 0);
            ++progressed;
        });

        Expected expected;
        for (const int number : actions) {
            const auto action = Action(number);
            perform(action, transport, request, id, finished);
            expected.apply(action);
            QCOMPARE(finished, expected.end ? 1 : 0);
        }
        transport.leave();
        expected.apply(Leave);

        QCOMPARE(late, expected.lateResponses);
        QCOMPARE(progressed, expected.progressed);
        if (expected.end)
            QCOMPARE(states.last(), *expected.end);
        QCOMPARE(int(std::count_if(states.begin(), states.end(), isFinal)), expected.end ? 1 : 0);

        const QByteArrayList sent = transport.sent();
        const auto cancels = std::count_if(sent.begin(), sent.end(),
                                           [](const QByteArray &m) { return m.contains("notifications/cancelled"); });
        QCOMPARE(int(cancels), expected.signalled ? 1 : 0);
        if (expected.left)
            QVERIFY2(sent.first().contains("tools/call"), "the request is the first thing that leaves");

        const RequestRecord *record = rpc.tracker().find(Direction::ClientToServer, RequestId::fromJson(id));
        QVERIFY(record); // a request that never left is recorded too
        QCOMPARE(record->state, expected.left ? expected.end.value_or(RequestState::InFlight) : RequestState::Lost);
    }

private:
    static void perform(Action action, MemoryTransport &transport, QPointer<OutgoingRequest> &request,
                        const QByteArray &id, const int &finished)
    {
        switch (action) {
        case Leave:
            transport.leave();
            break;
        case Cancel:
            if (request)
                request->cancel(u"why not"_s);
            break;
        case Answer:
            if (transport.sent().isEmpty())
                break; // the peer has not received the request
            transport.receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{}})");
            break;
        case Fail:
            if (transport.sent().isEmpty())
                break;
            transport.receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":-1,"message":"no"}})");
            break;
        case Progress:
            transport.receive(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + id +
                              R"(,"progress":1}})");
            break;
        case Timeout:
            // Other steps do not run the event loop, so the deadline can only fire here.
            if (finished == 0)
                QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(10000));
            break;
        case Close:
            transport.drop(u"gone"_s);
            break;
        case Destroy:
            delete request;
            break;
        case ActionCount:
            break;
        }
    }
};

QTEST_GUILESS_MAIN(TestSessionRaces)
#include "tst_rpcconnectionraces.moc"
