// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scriptedserver.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/client.h"
#include "core/mcp/eracache.h"
#include "core/transport/http/httptransport.h"

#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Knowledge of a server's era saves the probe, and does no harm when it is wrong.
class TestEraCache : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 5000;
    using Request = ScriptedServer::Request;

    EraCache m_eras;
    std::unique_ptr<ScriptedServer> m_server;
    QStringList m_notes; ///< Note events of the last connection

    /// Returns the methods received since `seen`, and updates `seen`.
    static QByteArrayList methods(const ScriptedServer &server, qsizetype &seen)
    {
        QByteArrayList methods;
        const QList<Request> posts = server.requests("POST");
        for (; seen < posts.size(); ++seen)
            methods.append(posts.at(seen).rpcMethod());
        return methods;
    }
    static void answerAs(Era era, const Request &r)
    {
        const bool discover = r.rpcMethod() == "server/discover";
        if (era == Era::Legacy && r.rpcMethod() == "initialize")
            r.write(ScriptedServer::json(
                ScriptedServer::result(r, R"({"protocolVersion":"2025-11-25","capabilities":{}})")));
        else if (era == Era::Modern && discover)
            r.write(ScriptedServer::json(
                ScriptedServer::result(r, R"({"supportedVersions":["2026-07-28"],"capabilities":{}})")));
        else
            r.write(r.rpcId().isEmpty() ? ScriptedServer::accepted()
                                        : ScriptedServer::response("400 Bad Request", "text/plain", "no"));
    }
    /// Connects and disconnects; returns the negotiated revision, if any.
    std::optional<Revision> meet(const ScriptedServer &server, ClientOptions options)
    {
        RpcConnection rpc(std::make_unique<HttpTransport>(HttpOptions{.url = server.url()}),
                          RpcConnection::Role::Client);
        Client client(rpc, std::move(options));
        m_notes.clear();
        connect(&rpc, &RpcConnection::eventOccurred, this, [this](const Event &event) {
            if (event.kind == EventKind::Note)
                m_notes.append(event.details.value("text"_L1).toString());
        });
        QSignalSpy ready(&client, &Client::ready);
        QSignalSpy failed(&client, &Client::failed);
        client.connectToServer();
        if (!QTest::qWaitFor([&] { return ready.count() + failed.count() > 0; }, Limit) || !failed.isEmpty())
            return {};
        client.disconnectFromServer();
        if (!QTest::qWaitFor([&] { return rpc.state() == Transport::State::Idle; }, Limit))
            return {};
        return client.revision();
    }

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_eras = {};
        m_server = std::make_unique<ScriptedServer>();
    }

    void legacyServerIsProbedOnce()
    {
        m_server->setScript([](const Request &r) { answerAs(Era::Legacy, r); });
        qsizetype seen = 0;
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2025_11_25);
        QCOMPARE(methods(*m_server, seen),
                 QByteArrayList({"server/discover", "initialize", "notifications/initialized"}));
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2025_11_25);
        QCOMPARE(methods(*m_server, seen), QByteArrayList({"initialize", "notifications/initialized"}));
        QVERIFY2(m_notes.join(u' ').contains(u"did not support server/discover before"),
                 qPrintable(m_notes.join(u' ')));
        // Without a cache, or at another origin, the client probes.
        QCOMPARE(meet(*m_server, {}), Revision::R2025_11_25);
        QCOMPARE(methods(*m_server, seen).constFirst(), "server/discover");
        ScriptedServer other;
        other.setScript([](const Request &r) { answerAs(Era::Legacy, r); });
        seen = 0;
        QCOMPARE(meet(other, {.eras = &m_eras}), Revision::R2025_11_25);
        QCOMPARE(methods(other, seen).constFirst(), "server/discover");
    }

    void serverThatBecameModernIsProbedAgain()
    {
        m_server->setScript([](const Request &r) { answerAs(Era::Legacy, r); });
        qsizetype seen = 0;
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2025_11_25);
        m_server->setScript([](const Request &r) { answerAs(Era::Modern, r); });
        methods(*m_server, seen);
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2026_07_28);
        QCOMPARE(methods(*m_server, seen), QByteArrayList({"initialize", "server/discover"}));
        QVERIFY2(m_notes.join(u' ').contains(u"trying server/discover"), qPrintable(m_notes.join(u' ')));
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2026_07_28);
        QCOMPARE(methods(*m_server, seen), QByteArrayList({"server/discover"}));
    }

    void modernServerThatBecameLegacy()
    {
        m_server->setScript([](const Request &r) { answerAs(Era::Modern, r); });
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2026_07_28);
        m_server->setScript([](const Request &r) { answerAs(Era::Legacy, r); });
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2025_11_25);
    }

    void fixedRevisionDoesNotAskTheCache()
    {
        m_server->setScript([](const Request &r) { answerAs(Era::Legacy, r); });
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2025_11_25);
        qsizetype seen = 0;
        methods(*m_server, seen);
        QCOMPARE(meet(*m_server, {.revision = Revision::R2026_07_28, .eras = &m_eras}), std::nullopt);
        QCOMPARE(methods(*m_server, seen), QByteArrayList({"server/discover"}));
    }

    /// A server of both eras that was used in the legacy era by explicit choice.
    void fixedRevisionIsNotCached()
    {
        m_server->setScript(
            [](const Request &r) { answerAs(r.rpcMethod() == "server/discover" ? Era::Modern : Era::Legacy, r); });
        QCOMPARE(meet(*m_server, {.revision = Revision::R2025_11_25, .eras = &m_eras}), Revision::R2025_11_25);
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2026_07_28);
    }

    /// A server that does not respond to the probe in time, but may support both eras.
    void silenceIsNotCached()
    {
        m_server->setScript([](const Request &r) {
            if (r.rpcMethod() != "server/discover")
                answerAs(Era::Legacy, r);
        });
        const ClientOptions hasty{.probeTimeout = std::chrono::milliseconds(50), .eras = &m_eras};
        QCOMPARE(meet(*m_server, hasty), Revision::R2025_11_25);
        qsizetype seen = 0;
        methods(*m_server, seen);
        QCOMPARE(meet(*m_server, hasty), Revision::R2025_11_25);
        QCOMPARE(methods(*m_server, seen).constFirst(), "server/discover");
    }

    void serverThatRefusesBothFails()
    {
        m_server->setScript([](const Request &r) { answerAs(Era::Legacy, r); });
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), Revision::R2025_11_25);
        qsizetype seen = 0;
        methods(*m_server, seen);
        m_server->setScript([](const Request &r) { r.write(ScriptedServer::response("404 Not Found", {}, {})); });
        QCOMPARE(meet(*m_server, {.eras = &m_eras}), std::nullopt);
        QCOMPARE(methods(*m_server, seen), QByteArrayList({"initialize", "server/discover", "initialize"}));
    }

    void nothingIsKeptWithoutAnOrigin()
    {
        m_eras.remember({}, Era::Legacy);
        QVERIFY(!m_eras.find({}));
    }
};

QTEST_GUILESS_MAIN(TestEraCache)
#include "tst_eracache.moc"
