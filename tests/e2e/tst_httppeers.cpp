// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/httppeer.h"
#include "e2e/kubernetescluster.h"
#include "e2e/peers.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"
#include "core/transport/http/httptransport.h"

#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The core with real servers over HTTP: transport and era, and the effect of a cancellation.
class TestHttpPeers : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 10'000; // a busy machine needs more than some milliseconds

    std::unique_ptr<HttpPeer> m_peer;
    std::unique_ptr<Conversation> m_conversation;

    void serve(const StdioCommand &command, const QByteArray &sign, const QString &path)
    {
        m_peer = std::make_unique<HttpPeer>(command, sign, path);
        QVERIFY2(m_peer->isReady(), m_peer->output().constData());
    }
    void connectTo(HttpOptions http = {}, ClientOptions options = {})
    {
        http.url = m_peer->url();
        options.name = u"pullcord-test"_s;
        options.version = u"0"_s;
        auto conversation = Conversation::withTransport(std::make_unique<HttpTransport>(http), options, {});
        QVERIFY(conversation);
        m_conversation = *std::move(conversation);
        QSignalSpy ready(m_conversation->client(), &Client::ready);
        m_conversation->client()->connectToServer();
        QVERIFY2(ready.wait(Limit), qPrintable(story()));
    }
    OutgoingRequest *call(const QString &tool, const QByteArray &arguments)
    {
        return m_conversation->client()->callTool(tool, arguments);
    }
    [[nodiscard]] RequestRecord last() const { return m_conversation->log().record(m_conversation->log().count() - 1); }
    [[nodiscard]] QList<Event> events() const
    {
        QList<Event> events;
        for (qsizetype i = 0; i < m_conversation->capture().count(); ++i)
            events.append(m_conversation->capture().eventAt(i));
        return events;
    }
    /// Returns the capture for the message of a failure, one line per event.
    [[nodiscard]] QString story() const
    {
        QString text;
        for (const Event &event : events()) {
            text += u"%1 %2 %3 %4\n"_s.arg(
                QString::number(double(event.time) / 1e6), QLatin1StringView(nameOf(event.kind)),
                QString::fromUtf8(QJsonDocument(event.details).toJson(QJsonDocument::Compact)),
                QString::fromUtf8(event.bytes.first(std::min(event.bytes.size(), qsizetype(200)))));
        }
        return text;
    }
    /// Returns the end of the exchange that carried this request.
    [[nodiscard]] QJsonObject endOf(const RequestRecord &record) const
    {
        const int exchange =
            m_conversation->capture().eventAt(record.requestEvent).details.value("exchange"_L1).toInt();
        for (const Event &event : events()) {
            if (event.kind == EventKind::Http && event.details.value("step"_L1) == "end"_L1 &&
                event.details.value("exchange"_L1).toInt() == exchange)
                return event.details;
        }
        return {};
    }
    [[nodiscard]] qsizetype countOfSent(QByteArrayView method) const
    {
        const QList<Event> all = events();
        return std::count_if(all.begin(), all.end(), [&](const Event &event) {
            return event.isMessage() && event.direction == Direction::ClientToServer && event.method() == method;
        });
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void cleanup()
    {
        if (m_conversation) {
            m_conversation->client()->disconnectFromServer();
            QTRY_COMPARE_WITH_TIMEOUT(m_conversation->rpc()->state(), Transport::State::Idle, Limit);
            QCOMPARE(m_conversation->log().openCount(), 0);
        }
        if (QTest::currentTestFailed() && m_conversation)
            qInfo().noquote() << story() << m_peer->output();
        m_conversation.reset();
        m_peer.reset();
    }

    void connects_data()
    {
        QTest::addColumn<StdioCommand>("command");
        QTest::addColumn<QByteArray>("sign");
        QTest::addColumn<QString>("path");
        QTest::addColumn<HttpOptions::Kind>("kind");
        QTest::addColumn<std::optional<Revision>>("fixed");
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QString>("tool");
        using R = Revision;
        using K = HttpOptions::Kind;
        const std::optional<Revision> automatic;
        QTest::newRow("everything, streamable HTTP") << Peers::everythingHttp() << "listening"_ba << u"/mcp"_s
                                                     << K::Automatic << automatic << R::R2025_11_25 << u"echo"_s;
        QTest::newRow("everything, 2025-03-26")
            << Peers::everythingHttp() << "listening"_ba << u"/mcp"_s << K::Streamable << std::optional(R::R2025_03_26)
            << R::R2025_03_26 << u"echo"_s;
        QTest::newRow("everything, HTTP+SSE by choice") << Peers::everythingSse() << "running"_ba << u"/sse"_s
                                                        << K::HttpSse << automatic << R::R2025_11_25 << u"echo"_s;
        QTest::newRow("everything, HTTP+SSE by fallback") << Peers::everythingSse() << "running"_ba << u"/sse"_s
                                                          << K::Automatic << automatic << R::R2025_11_25 << u"echo"_s;
        QTest::newRow("SDK v1") << Peers::sdkV1Http() << "listening"_ba << u"/mcp"_s << K::Automatic << automatic
                                << R::R2025_11_25 << u"slow"_s;
        QTest::newRow("SDK v2") << Peers::sdkV2Http() << "listening"_ba << u"/mcp"_s << K::Automatic << automatic
                                << R::R2026_07_28 << u"slow"_s;
        QTest::newRow("SDK v2, fixed legacy") << Peers::sdkV2Http() << "listening"_ba << u"/mcp"_s << K::Automatic
                                              << std::optional(R::R2025_06_18) << R::R2025_06_18 << u"slow"_s;
    }

    void connects()
    {
        QFETCH(const StdioCommand, command);
        QFETCH(const QByteArray, sign);
        QFETCH(const QString, path);
        QFETCH(const HttpOptions::Kind, kind);
        QFETCH(const std::optional<Revision>, fixed);
        QFETCH(const Revision, revision);
        QFETCH(const QString, tool);
        serve(command, sign, path);
        connectTo({.kind = kind}, {.revision = fixed});
        QCOMPARE(m_conversation->client()->revision(), revision);
        QVERIFY(!m_conversation->client()->server().name.isEmpty());
        QSignalSpy changed(m_conversation->tools(), &ToolList::changed);
        m_conversation->tools()->refresh();
        QVERIFY(changed.wait(Limit));
        const QList<Tool> &tools = m_conversation->tools()->tools();
        QVERIFY(std::any_of(tools.begin(), tools.end(), [&](const Tool &t) { return t.name == tool; }));
    }

    /// Closing the stream is the signal of 2026-07-28: the tool must see it, and nothing is sent.
    void modernToolNoticesTheClosedStream()
    {
        serve(Peers::sdkV2Http(), "listening", u"/mcp"_s);
        connectTo();
        OutgoingRequest *request = call(u"slow"_s, R"({"ms":30000})");
        QTRY_COMPARE_WITH_TIMEOUT(request->state(), RequestState::InFlight, Limit);
        QCOMPARE(request->cancel(u"enough"_s), OutgoingRequest::CancelResult::Done);
        QTRY_VERIFY_WITH_TIMEOUT(m_peer->output().contains("aborted"), Limit);
        QCOMPARE(last().state, RequestState::Cancelled);
        QCOMPARE(last().cancellation->reason, u"enough"_s);
        QTRY_VERIFY_WITH_TIMEOUT(last().cancellation->signalTime != 0, Limit);
        QCOMPARE(countOfSent("notifications/cancelled"), 0);
        QCOMPARE(endOf(last()).value("how"_L1).toString(), u"closed"_s);
    }

    /// A tool that ignores the closed stream continues, but can send nothing.
    void modernDeafToolIsSilenced()
    {
        serve(Peers::sdkV2Http(), "listening", u"/mcp"_s);
        connectTo();
        OutgoingRequest *request = call(u"deaf"_s, R"({"ms":300})");
        QTRY_COMPARE_WITH_TIMEOUT(request->state(), RequestState::InFlight, Limit);
        request->cancel(u"enough"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_peer->output().contains("done"), Limit);
        OutgoingRequest *echo = call(u"echo"_s, R"({"text":"x"})");
        QVERIFY(QSignalSpy(echo, &OutgoingRequest::finished).wait(Limit));
        const RequestRecord cancelled = m_conversation->log().record(m_conversation->log().count() - 2);
        QCOMPARE(cancelled.state, RequestState::Cancelled);
        QVERIFY(!cancelled.late.any());
    }

    /// SDK v1 never closes the stream of a cancelled request. The client closes it after the grace period, and records
    /// that.
    void legacyStreamIsClosedAfterTheGraceTime()
    {
        serve(Peers::sdkV1Http(), "listening", u"/mcp"_s);
        connectTo({.cancelGrace = 300ms});
        OutgoingRequest *request = call(u"slow"_s, R"({"ms":30000})");
        QTRY_COMPARE_WITH_TIMEOUT(request->state(), RequestState::InFlight, Limit);
        request->cancel(u"enough"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_peer->output().contains("enough"), Limit);
        QCOMPARE(last().state, RequestState::Cancelled);
        QCOMPARE(countOfSent("notifications/cancelled"), 1);
        QTRY_VERIFY_WITH_TIMEOUT(!endOf(last()).isEmpty(), Limit);
        QCOMPARE(endOf(last()).value("how"_L1).toString(), u"closed"_s);
        const QString reason = endOf(last()).value("reason"_L1).toString();
        static const QRegularExpression ago(u"cancelled (\\d+) ms ago"_s);
        QVERIFY2(ago.match(reason).captured(1).toInt() >= 300, qPrintable(reason));
        QVERIFY(!last().late.any());
    }

    /// server-everything ignores the cancellation over HTTP too, and its progress comes on the open stream.
    void everythingKeepsSendingProgress_data()
    {
        QTest::addColumn<StdioCommand>("command");
        QTest::addColumn<QByteArray>("sign");
        QTest::addColumn<QString>("path");
        QTest::newRow("streamable HTTP") << Peers::everythingHttp() << "listening"_ba << u"/mcp"_s;
        QTest::newRow("HTTP+SSE") << Peers::everythingSse() << "running"_ba << u"/sse"_s;
    }

    void everythingKeepsSendingProgress()
    {
        QFETCH(const StdioCommand, command);
        QFETCH(const QByteArray, sign);
        QFETCH(const QString, path);
        serve(command, sign, path);
        connectTo();
        OutgoingRequest *request = call(u"trigger-long-running-operation"_s, R"({"duration":2,"steps":8})");
        QVERIFY(QSignalSpy(request, &OutgoingRequest::progressed).wait(Limit));
        const quint64 serial = request->serial();
        request->cancel(u"bored"_s);
        const auto record = [&] { return *m_conversation->rpc()->tracker().record(serial); };
        QTRY_COMPARE_WITH_TIMEOUT(record().late.progress + record().progress.count, 8, Limit);
        QCOMPARE(record().state, RequestState::Cancelled);
        QVERIFY(!record().late.answered());
    }

    /// A Go server obeys the cancellation but still sends a response, late by a moment.
    void kubernetesRespondsLate()
    {
        KubernetesCluster cluster;
        QVERIFY(cluster.isReady());
        serve(Peers::kubernetes(cluster.config()), "HTTP server starting", u"/mcp"_s);
        connectTo();
        QCOMPARE(m_conversation->client()->revision(), Revision::R2025_11_25);
        const auto hangs = [&] {
            const QList<ScriptedServer::Request> &requests = cluster.requests();
            return std::any_of(requests.begin(), requests.end(),
                               [](const auto &r) { return r.head.target.startsWith("/api/v1/namespaces"); });
        };
        OutgoingRequest *request = call(u"namespaces_list"_s, "{}");
        QTRY_VERIFY_WITH_TIMEOUT(hangs(), Limit);
        QCOMPARE(request->cancel(u"enough"_s), OutgoingRequest::CancelResult::Done);
        QTRY_VERIFY_WITH_TIMEOUT(last().late.answered(), Limit);
        QCOMPARE(last().state, RequestState::Cancelled);
        QCOMPARE(last().cancellation->reason, u"enough"_s);
        QCOMPARE(last().late.results, 1);
        QCOMPARE(countOfSent("notifications/cancelled"), 1);
        const QList<Event> all = events();
        QVERIFY2(std::any_of(all.begin(), all.end(),
                             [](const Event &e) { return e.isMessage() && e.bytes.contains("context canceled"); }),
                 qPrintable(story()));
    }

    /// DELETE ends a session. If the server lost it, the request that finds out fails, and the client starts a new one.
    void sessionIsRenewed()
    {
        serve(Peers::sdkV1Http(), "listening", u"/mcp"_s);
        connectTo();
        QVERIFY(m_peer->restart());
        QSignalSpy ready(m_conversation->client(), &Client::ready);
        OutgoingRequest *lost = call(u"echo"_s, R"({"text":"x"})");
        QVERIFY(QSignalSpy(lost, &OutgoingRequest::finished).wait(Limit));
        QCOMPARE(lost->state(), RequestState::Failed);
        QVERIFY(lost->outcome().error().detail.contains(u"404"));
        QVERIFY(ready.count() > 0 || ready.wait(Limit));
        OutgoingRequest *echo = call(u"echo"_s, R"({"text":"x"})");
        QVERIFY(QSignalSpy(echo, &OutgoingRequest::finished).wait(Limit));
        QCOMPARE(echo->state(), RequestState::Succeeded);
        m_conversation->client()->disconnectFromServer();
        QTRY_VERIFY_WITH_TIMEOUT(m_peer->output().contains("session ended: true"), Limit);
    }
};

QTEST_GUILESS_MAIN(TestHttpPeers)
#include "tst_httppeers.moc"
