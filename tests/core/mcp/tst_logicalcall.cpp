// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memorytransport.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/toollist.h"
#include "core/mcp/requests/elicitation.h"
#include "core/mcp/requests/logicalcall.h"

#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Calls with input requests, and calls that are repeated.
class TestLogicalCall : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 5000;

    std::unique_ptr<RpcConnection> m_rpc;
    std::unique_ptr<Client> m_client;
    MemoryTransport *m_transport = nullptr;

    /// Connects in the era of `revision`, either fixed or by probing.
    void connectAs(Revision revision, bool fixed = true)
    {
        auto transport = std::make_unique<MemoryTransport>();
        m_transport = transport.get();
        m_rpc = std::make_unique<RpcConnection>(std::move(transport), RpcConnection::Role::Client);
        m_client =
            std::make_unique<Client>(*m_rpc, ClientOptions{.revision = fixed ? std::optional(revision) : std::nullopt});
        QSignalSpy ready(m_client.get(), &Client::ready);
        m_client->connectToServer();
        QTRY_COMPARE_WITH_TIMEOUT(m_transport->sent().size(), 1, Limit);
        answer(eraOf(revision) == Era::Modern ? R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}})"
                                              : R"({"protocolVersion":"2025-11-25","capabilities":{}})");
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, Limit);
    }
    [[nodiscard]] JsonValue lastSent() const { return JsonValue(m_transport->sent().constLast()); }
    [[nodiscard]] QByteArray sentMember(QByteArrayView pointer) const
    {
        return lastSent().pointer(pointer).raw().toByteArray();
    }
    void answer(const QByteArray &result)
    {
        m_transport->receive(R"({"jsonrpc":"2.0","id":)" + sentMember("/id") + R"(,"result":)" + result + '}');
    }
    void refuse(const QByteArray &error)
    {
        m_transport->receive(R"({"jsonrpc":"2.0","id":)" + sentMember("/id") + R"(,"error":)" + error + '}');
    }
    bool waitForSent(qsizetype count) const
    {
        return QTest::qWaitFor([&] { return m_transport->sent().size() == count; }, Limit);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_client.reset();
        m_rpc.reset();
    }

    void rounds()
    {
        connectAs(Revision::R2026_07_28);
        LogicalCall request(*m_client, nullptr, "tools/call", R"({"name":"purge","arguments":{"n":1.0}})");
        QSignalSpy began(&request, &LogicalCall::legBegan);
        QSignalSpy asked(&request, &LogicalCall::asked);
        std::optional<Result<QByteArray>> outcome;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        request.start();
        request.start(); // no effect
        QVERIFY(waitForSent(2));
        const QByteArray firstId = sentMember("/id");
        const QByteArray first = sentMember("/params");

        answer(
            R"({"resultType":"input_required","requestState":"a\u0041\/ ","inputRequests":)"
            R"({"ok\u0021":{"method":"elicitation/create","params":{"message":"Sure?"}},"who":{"method":"roots/list"}}})");
        QCOMPARE(asked.count(), 1);
        QCOMPARE(request.required().questions.size(), 2);
        QCOMPARE(request.required().questions.at(0).key, "ok!");
        QCOMPARE(request.required().questions.at(0).params, R"({"message":"Sure?"})");
        QCOMPARE(request.required().questions.at(1).method, "roots/list");
        QVERIFY(request.required().questions.at(1).params.isEmpty());
        request.answer({R"({"action":"accept"})", {}});
        request.answer({R"({"action":"decline"})", {}}); // there is no question
        QVERIFY(waitForSent(3));
        QVERIFY(sentMember("/id") != firstId);
        QCOMPARE(sentMember("/method"), R"("tools/call")");
        QCOMPARE(sentMember("/params/arguments"), R"({"n":1.0})");
        QCOMPARE(sentMember("/params/_meta"), JsonValue(first).member("_meta").raw().toByteArray());
        QCOMPARE(sentMember("/params/requestState"), R"("a\u0041\/ ")");
        QCOMPARE(sentMember("/params/inputResponses"), R"({"ok!":{"action":"accept"}})");

        // Without questions the call is repeated at once, with the state of this round only.
        answer(R"({"resultType":"input_required","requestState":"b"})");
        QVERIFY(waitForSent(4));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(sentMember("/params/requestState"), R"("b")");
        QCOMPARE(sentMember("/params/inputResponses"), QByteArray());
        QVERIFY(!outcome);
        answer(R"({"resultType":"complete","content":[]})");
        QVERIFY(outcome && *outcome);
        QCOMPARE(**outcome, R"({"resultType":"complete","content":[]})");
        QCOMPARE(began.count(), 3);
        // The log links the legs of the call.
        const RequestRecord *last = m_rpc->tracker().record(request.answeredSerial());
        QCOMPARE(last->leg.number, 3);
        QCOMPARE(m_rpc->tracker().record(last->leg.first)->id.toJson(), firstId);
        QCOMPARE(m_rpc->tracker().record(last->leg.first)->leg.count, 3);
    }

    void completeAtOnce_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QByteArray>("result");
        QTest::newRow("no type") << Revision::R2026_07_28 << R"({"content":[]})"_ba;
        QTest::newRow("no type, with a state") << Revision::R2026_07_28 << R"({"requestState":"x"})"_ba;
        QTest::newRow("the type means nothing in the legacy era")
            << Revision::R2025_11_25 << R"({"resultType":"input_required"})"_ba;
    }
    void completeAtOnce()
    {
        QFETCH(const Revision, revision);
        QFETCH(const QByteArray, result);
        connectAs(revision);
        LogicalCall request(*m_client, nullptr, "tools/call", R"({"name":"x"})");
        int finished = 0;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &outcome) {
            ++finished;
            QCOMPARE(*outcome, result);
        });
        request.start();
        QTRY_COMPARE_WITH_TIMEOUT(lastSent().member("method").toUtf8(), "tools/call", Limit);
        answer(result);
        QCOMPARE(finished, 1);
    }

    void endlessQuestionsAreStopped()
    {
        connectAs(Revision::R2026_07_28);
        LogicalCall request(*m_client, nullptr, "tools/call", R"({"name":"x"})");
        std::optional<Result<QByteArray>> outcome;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        request.start();
        for (int round = 1; round <= LogicalCall::MaxRounds; ++round) {
            QVERIFY(!outcome);
            QVERIFY(waitForSent(1 + round));
            answer(R"({"resultType":"input_required","requestState":"again"})");
        }
        QVERIFY(outcome && !*outcome);
        QCOMPARE(outcome->error().kind, ErrorKind::Protocol);
        QVERIFY(outcome->error().detail.contains(QString::number(LogicalCall::MaxRounds)));
        // The log shows it too.
        const RequestRecord *record = m_rpc->tracker().record(request.answeredSerial());
        QVERIFY(record->cancellation && record->cancellation->answered && record->state == RequestState::Cancelled);
        QCOMPARE(record->cancellation->reason, u"The server kept asking questions after 20 rounds"_s);
    }

    /// Repeating the call would get the same result, and execute it twice.
    void invalidInputRequestEndsIt()
    {
        connectAs(Revision::R2026_07_28);
        LogicalCall request(*m_client, nullptr, "tools/call", R"({"name":"x"})");
        std::optional<Result<QByteArray>> outcome;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        request.start();
        QVERIFY(waitForSent(2));
        answer(R"({"resultType":"input_required"})");
        QVERIFY(outcome && !*outcome);
        QCOMPARE(outcome->error().kind, ErrorKind::Protocol);
        const RequestRecord *record = m_rpc->tracker().record(request.answeredSerial());
        QCOMPARE(record->state, RequestState::Failed);
        QVERIFY(!record->cancellation && !record->asksFirst);
        QVERIFY2(record->errorMessage.startsWith(u"invalid response: the server asks for input"_s),
                 qPrintable(record->errorMessage));
    }

    void cancelledRoundEndsIt()
    {
        connectAs(Revision::R2026_07_28);
        LogicalCall request(*m_client, nullptr, "tools/call", R"({"name":"x"})");
        std::optional<Result<QByteArray>> outcome;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        request.start();
        QVERIFY(waitForSent(2));
        request.cancel(u"enough"_s);
        QTRY_VERIFY_WITH_TIMEOUT(outcome, Limit);
        QCOMPARE(outcome->error().kind, ErrorKind::Cancelled);
    }

    void nothingIsOpenBetweenTwoLegs()
    {
        connectAs(Revision::R2026_07_28);
        LogicalCall request(*m_client, nullptr, "tools/call", R"({"name":"x"})");
        std::optional<Result<QByteArray>> outcome;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        request.start();
        QVERIFY(waitForSent(2));
        answer(R"({"resultType":"input_required","inputRequests":{"q":{"method":"roots/list"}}})");
        QVERIFY(request.isAsking());
        QCOMPARE(request.cancel(u"no time"_s), OutgoingRequest::CancelResult::Done);
        QVERIFY(outcome && !*outcome);
        QCOMPARE(outcome->error().kind, ErrorKind::Cancelled);
        QCOMPARE(outcome->error().detail, u"no time"_s);
        const RequestRecord *record = m_rpc->tracker().record(request.answeredSerial());
        QCOMPARE(record->state, RequestState::Cancelled);
        QVERIFY(record->cancellation && record->cancellation->answered && record->cancellation->time > 0);
        QCOMPARE(record->cancellation->reason, u"no time"_s);
        QVERIFY(record->cancellation->time >= record->end);
        QVERIFY(!request.isAsking());
        request.answer({"{}"});
        QCOMPARE(request.cancel({}), OutgoingRequest::CancelResult::AlreadyEnded);
        QCoreApplication::processEvents();
        QCOMPARE(m_transport->sent().size(), 2); // neither a cancellation nor another leg
    }

    void refusedHeaders_data()
    {
        QTest::addColumn<QByteArray>("tools");
        QTest::addColumn<int>("legs");
        QTest::newRow("the tool is still there") << R"([{"name":"x","inputSchema":{"type":"object"}}])"_ba << 2;
        QTest::newRow("the tool is gone") << R"([{"name":"y","inputSchema":{"type":"object"}}])"_ba << 1;
    }
    void refusedHeaders()
    {
        QFETCH(const QByteArray, tools);
        QFETCH(const int, legs);
        connectAs(Revision::R2026_07_28);
        ToolList catalog(*m_client);
        LogicalCall request(*m_client, &catalog, "tools/call", R"({"name":"x","arguments":{"n":1.0}})");
        QSignalSpy began(&request, &LogicalCall::legBegan);
        std::optional<Result<QByteArray>> outcome;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        request.start();
        QVERIFY(waitForSent(2));
        const QByteArray params = sentMember("/params");
        const QByteArray firstId = sentMember("/id");
        refuse(R"({"code":-32020,"message":"Mcp-Param-N is missing"})");
        QVERIFY(waitForSent(3));
        QCOMPARE(sentMember("/method"), R"("tools/list")");
        answer(R"({"tools":)" + tools + '}');
        if (legs == 2) {
            QVERIFY(waitForSent(4));
            QCOMPARE(sentMember("/method"), R"("tools/call")");
            QCOMPARE(sentMember("/params"), params);
            QVERIFY(sentMember("/id") != firstId);
            refuse(R"({"code":-32020,"message":"still not"})"); // repeated only once
        }
        QTRY_VERIFY_WITH_TIMEOUT(outcome, Limit);
        QCOMPARE(outcome->error().code, -32020);
        QCOMPARE(began.count(), legs);
        QCOMPARE(m_transport->sent().size(), 2 + legs);
    }

    void revisionIsNoLongerSupported()
    {
        connectAs(Revision::R2026_07_28, false);
        LogicalCall request(*m_client, nullptr, "tools/call", R"({"name":"x"})");
        std::optional<Result<QByteArray>> outcome;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        request.start();
        QVERIFY(waitForSent(2));
        QVERIFY(!sentMember("/params/_meta").isEmpty());
        refuse(R"({"code":-32022,"message":"no","data":{"supported":["2025-06-18","2025-03-26"]}})");
        QVERIFY(waitForSent(3));
        QCOMPARE(sentMember("/method"), R"("initialize")");
        QCOMPARE(sentMember("/params/protocolVersion"), R"("2025-06-18")");
        answer(R"({"protocolVersion":"2025-06-18","capabilities":{}})");
        QVERIFY(waitForSent(5)); // notifications/initialized came first
        QCOMPARE(m_client->revision(), Revision::R2025_06_18);
        QCOMPARE(sentMember("/method"), R"("tools/call")");
        QCOMPARE(sentMember("/params"), R"({"name":"x"})");
        answer(R"({"content":[]})");
        QVERIFY(outcome && *outcome);
    }

    void revisionThatCannotBeChanged_data()
    {
        QTest::addColumn<bool>("fixed");
        QTest::addColumn<QByteArray>("data");
        QTest::newRow("fixed by the user") << true << R"({"supported":["2025-11-25"]})"_ba;
        QTest::newRow("none is named") << false << "{}"_ba;
        QTest::newRow("none that we know") << false << R"({"supported":["2031-01-01",7]})"_ba;
        QTest::newRow("the one in use") << false << R"({"supported":["2026-07-28"]})"_ba;
    }
    void revisionThatCannotBeChanged()
    {
        QFETCH(const bool, fixed);
        QFETCH(const QByteArray, data);
        connectAs(Revision::R2026_07_28, fixed);
        LogicalCall request(*m_client, nullptr, "tools/call", R"({"name":"x"})");
        std::optional<Result<QByteArray>> outcome;
        connect(&request, &LogicalCall::finished, this, [&](const Result<QByteArray> &o) { outcome = o; });
        request.start();
        QVERIFY(waitForSent(2));
        refuse(R"({"code":-32022,"message":"no","data":)" + data + '}');
        QVERIFY(outcome && !*outcome);
        QCOMPARE(outcome->error().code, -32022);
        QCOMPARE(m_client->state(), Client::State::Ready);
        QCOMPARE(m_transport->sent().size(), 2);
    }

    void formDefaults_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("none") << R"({"type":"object","properties":{"a":{"type":"string"}}})"_ba
                              << "{}"_ba;
        QTest::newRow("each, verbatim")
            << R"({"properties":{"a":{"default":"\u00e9"},"b":{},"c\"":{"default":1.50},"d":{"default":["x"]},"e":{"default":false}}})"_ba
            << R"({"a":"\u00e9","c\"":1.50,"d":["x"],"e":false})"_ba;
        QTest::newRow("no schema") << ""_ba
                                   << "{}"_ba;
        QTest::newRow("a list") << R"({"properties":[1]})"_ba
                                << "{}"_ba;
    }
    void formDefaults()
    {
        QFETCH(const QByteArray, schema);
        const QByteArray content = Elicitation::defaultContent(schema);
        QTEST(content, "content");
        QCOMPARE(Elicitation::accepted(content), R"({"action":"accept","content":)" + content + '}');
    }
};

QTEST_GUILESS_MAIN(TestLogicalCall)
#include "tst_logicalcall.moc"
