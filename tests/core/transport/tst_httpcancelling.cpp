// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/httpfixture.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Request = ScriptedServer::Request;

/// Cancellation over HTTP in each era, and events that resemble it.
class TestHttpCancelling : public HttpFixture
{
    Q_OBJECT

private slots:
    void modernCancelClosesTheStream()
    {
        server->setScript([](const Request &r) { r.write(ScriptedServer::streamHead()); });
        openSession();
        session->setDialect(Dialect::mcpModernHttp());
        const Call request = ask();
        const Call other = ask();
        QTRY_COMPARE_WITH_TIMEOUT(server->requests().size(), 2, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(request.state(), RequestState::InFlight, Limit);
        const quint64 serial = request.serial();
        request.cancel(u"enough"_s);
        QTRY_VERIFY_WITH_TIMEOUT(server->requests().at(0).clientHasGone(), Limit);
        QTRY_VERIFY_WITH_TIMEOUT(session->tracker().record(serial)->cancellation->signalTime != 0, Limit);
        const RequestRecord record = *session->tracker().record(serial);
        QCOMPARE(record.state, RequestState::Cancelled);
        QCOMPARE(record.cancellation->reason, u"enough"_s);
        QVERIFY(record.cancellation->local);
        QCOMPARE(other.state(), RequestState::InFlight);
        QVERIFY(!server->requests().at(1).clientHasGone());
        QCOMPARE(server->requests().size(), 2); // nothing was sent
    }

    /// A body that the client cut off is not invalid JSON of the server.
    void modernCancelInTheMiddleOfTheBody()
    {
        server->setScript([](const Request &r) {
            r.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"jsonrpc\"");
        });
        openSession();
        session->setDialect(Dialect::mcpModernHttp());
        const Call request = ask();
        QTRY_COMPARE_WITH_TIMEOUT(steps("response"_L1).size(), 1, Limit);
        request.cancel(u"enough"_s);
        QTRY_COMPARE_WITH_TIMEOUT(steps("end"_L1).size(), 1, Limit);
        QCOMPARE(recorder->count(EventKind::Malformed), 0);
        QCOMPARE(events().last().bytes, R"({"jsonrpc")");
        QCOMPARE(steps("end"_L1).first().value("how"_L1).toString(), u"closed"_s);
    }

    /// The same end on the wire without a cancellation must be distinguished.
    void modernLossIsNotACancellation()
    {
        server->setScript([](const Request &r) {
            r.write(ScriptedServer::streamHead());
            r.end();
        });
        openSession();
        session->setDialect(Dialect::mcpModernHttp());
        const Call request = ask();
        const RequestId id = request.id();
        finish(request);
        const RequestRecord *record = session->tracker().find(Direction::ClientToServer, id);
        QCOMPARE(record->state, RequestState::Lost);
        QVERIFY(!record->cancellation);
    }

    void modernTimeoutClosesTheStream()
    {
        openSession();
        session->setDialect(Dialect::mcpModernHttp());
        const Call request = ask(ModernParams, {.timeout = 100ms});
        const RequestId id = request.id();
        finish(request);
        QCOMPARE(request.state(), RequestState::TimedOut);
        QTRY_VERIFY_WITH_TIMEOUT(!server->requests().isEmpty() && server->requests().at(0).clientHasGone(), Limit);
        const auto cancelled = [&] {
            const RequestRecord *record = session->tracker().find(Direction::ClientToServer, id);
            return record->cancellation && record->cancellation->signalTime != 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(cancelled(), Limit);
    }

    void legacyCancelIsPostedAndTheStreamKept()
    {
        server->setScript([](const Request &r) {
            r.write(r.rpcMethod() == "x" ? ScriptedServer::streamHead() : ScriptedServer::accepted());
        });
        openSession({.cancelGrace = 200ms});
        const Call request = ask("{}");
        QTRY_COMPARE_WITH_TIMEOUT(request.state(), RequestState::InFlight, Limit);
        const quint64 serial = request.serial();
        request.cancel(u"enough"_s);
        QTRY_COMPARE_WITH_TIMEOUT(server->requests().size(), 2, Limit);
        QCOMPARE(server->requests().at(1).rpcMethod(), "notifications/cancelled");
        QVERIFY(!server->requests().at(0).clientHasGone());
        // Anything on the stream is late now.
        server->requests().at(0).write("data: " + ScriptedServer::result(server->requests().at(0)) + "\n\n");
        QTRY_VERIFY_WITH_TIMEOUT(session->tracker().record(serial)->late.answered(), Limit);
        QTRY_VERIFY_WITH_TIMEOUT(server->requests().at(0).clientHasGone(), Limit);
        QCOMPARE(session->tracker().record(serial)->state, RequestState::Cancelled);
        const QList<QJsonObject> ends = steps("end"_L1);
        static const QRegularExpression ago(u"cancelled (\\d+) ms ago"_s);
        QVERIFY(std::any_of(ends.begin(), ends.end(), [](const QJsonObject &end) {
            return end.value("how"_L1) == "closed"_L1 &&
                   ago.match(end.value("reason"_L1).toString()).captured(1).toInt() >= 200;
        }));
    }

    /// A request between two streams has no stream. A cancellation ends it.
    void legacyCancelBetweenTwoStreams()
    {
        server->setScript([](const Request &r) {
            if (r.rpcMethod() != "x")
                return r.write(ScriptedServer::accepted());
            r.write(ScriptedServer::streamHead() + "id: p1\nretry: 3600000\ndata:\n\n");
            r.end();
        });
        openSession();
        const Call one = ask("{}");
        const Call two = ask("{}");
        QTRY_COMPARE_WITH_TIMEOUT(steps("end"_L1).size(), 2, Limit);
        one.cancel(u"enough"_s);
        two.cancel(u"enough"_s);
        QTRY_COMPARE_WITH_TIMEOUT(server->requests().size(), 4, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(steps("end"_L1).size(), 4, Limit);
        QCOMPARE(server->requests("GET").size(), 0);
    }
};

QTEST_GUILESS_MAIN(TestHttpCancelling)
#include "tst_httpcancelling.moc"
