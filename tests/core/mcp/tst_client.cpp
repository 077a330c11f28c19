// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memorytransport.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/client.h"

#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A server as a table of responses by method; a method that is missing gets no response.
using Answers = QHash<QByteArray, QByteArray>;

class TestClient : public QObject
{
    Q_OBJECT

private:
    static constexpr auto Discover =
        R"("result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},)"
        R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"new","version":"2"}}})";
    static constexpr auto Initialized =
        R"("result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"1"}})";
    static constexpr auto NotFound = R"("error":{"code":-32601,"message":"Method not found"})";

    std::unique_ptr<RpcConnection> m_rpc;
    std::unique_ptr<Client> m_client;
    MemoryTransport *m_transport = nullptr;
    Answers m_answers;

    void start(const Answers &answers, ClientOptions options = {})
    {
        m_answers = answers;
        options.name = u"test"_s;
        options.version = u"0"_s;
        auto transport = std::make_unique<MemoryTransport>();
        m_transport = transport.get();
        m_client.reset();
        m_rpc = std::make_unique<RpcConnection>(std::move(transport), RpcConnection::Role::Client);
        m_client = std::make_unique<Client>(*m_rpc, options);
        connect(m_transport, &Transport::eventOccurred, this, [this](const Event &event) {
            if (event.kind != EventKind::Message || event.envelope.kind != MessageKind::Request ||
                event.direction != Direction::ClientToServer || !m_answers.contains(event.method()))
                return;
            const QByteArray answer =
                R"({"jsonrpc":"2.0","id":)" + event.requestId().toJson() + ',' + m_answers.value(event.method()) + '}';
            QMetaObject::invokeMethod(
                m_transport, [this, answer] { m_transport->receive(answer); }, Qt::QueuedConnection);
        });
        m_client->connectToServer();
    }
    [[nodiscard]] QByteArrayList methods() const
    {
        QByteArrayList methods;
        for (const QByteArray &message : m_transport->sent())
            methods.append(JsonValue(message).member("method").toUtf8());
        return methods;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_client.reset();
        m_rpc.reset();
    }

    void detectsTheEra_data()
    {
        QTest::addColumn<Answers>("answers");
        QTest::addColumn<std::optional<Revision>>("fixed");
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QString>("server");
        QTest::addColumn<QByteArrayList>("methods");
        using R = Revision;
        const std::optional<Revision> automatic;
        const QByteArrayList both{"server/discover", "initialize", "notifications/initialized"};

        QTest::newRow("modern") << Answers{{"server/discover", Discover}} << automatic << R::R2026_07_28 << u"new"_s
                                << QByteArrayList{"server/discover"};
        QTest::newRow("legacy, refuses the probe")
            << Answers{{"server/discover", NotFound}, {"initialize", Initialized}} << automatic << R::R2025_11_25
            << u"old"_s << both;
        QTest::newRow("legacy, refuses it with another code")
            << Answers{{"server/discover", R"("error":{"code":-32602,"message":"x"})"}, {"initialize", Initialized}}
            << automatic << R::R2025_11_25 << u"old"_s << both;
        QTest::newRow("legacy, silent on the probe")
            << Answers{{"initialize", Initialized}} << automatic << R::R2025_11_25 << u"old"_s << both;
        QTest::newRow("legacy, answers the probe with something else")
            << Answers{{"server/discover", R"("result":{})"}, {"initialize", Initialized}} << automatic
            << R::R2025_11_25 << u"old"_s << both;
        QTest::newRow("legacy, answers the probe with neither result nor error")
            << Answers{{"server/discover", R"("meta":1)"}, {"initialize", Initialized}} << automatic << R::R2025_11_25
            << u"old"_s << both;
        QTest::newRow("legacy, older than offered")
            << Answers{{"server/discover", NotFound},
                       {"initialize",
                        R"("result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"older","version":"1"}})"}}
            << automatic << R::R2024_11_05 << u"older"_s << both;
        QTest::newRow("modern by name, but speaks only legacy revisions")
            << Answers{{"server/discover",
                        R"("result":{"supportedVersions":["2025-06-18","2024-11-05"],"capabilities":{}})"},
                       {"initialize",
                        R"("result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"dual","version":"1"}})"}}
            << automatic << R::R2025_06_18 << u"dual"_s << both;
        QTest::newRow("fixed legacy") << Answers{{"server/discover", Discover}, {"initialize", Initialized}}
                                      << std::optional(R::R2025_11_25) << R::R2025_11_25 << u"old"_s
                                      << QByteArrayList{"initialize", "notifications/initialized"};
        QTest::newRow("fixed modern") << Answers{{"server/discover", Discover}, {"initialize", Initialized}}
                                      << std::optional(R::R2026_07_28) << R::R2026_07_28 << u"new"_s
                                      << QByteArrayList{"server/discover"};
    }

    void detectsTheEra()
    {
        QFETCH(const Answers, answers);
        QFETCH(const std::optional<Revision>, fixed);
        QFETCH(const Revision, revision);
        QFETCH(const QString, server);
        QFETCH(const QByteArrayList, methods);
        start(answers, {.revision = fixed, .probeTimeout = 30ms});
        QSignalSpy ready(m_client.get(), &Client::ready);
        QVERIFY(ready.wait(10000));
        QCOMPARE(m_client->state(), Client::State::Ready);
        QCOMPARE(m_client->revision(), revision);
        QCOMPARE(m_client->server().name, server);
        QCoreApplication::processEvents(); // notifications/initialized leaves one turn later
        QCOMPARE(this->methods(), methods);
    }

    /// A server on stdio that starts slowly responds to both requests. Its response to the first decides.
    void modernServerThatStartsSlowly()
    {
        start({{"initialize", R"("error":{"code":-32602,"message":"only 2026-07-28"})"}}, {.probeTimeout = 300ms});
        QSignalSpy ready(m_client.get(), &Client::ready);
        QTRY_VERIFY_WITH_TIMEOUT(methods().contains("initialize"), 10000);
        QTRY_COMPARE_WITH_TIMEOUT(m_rpc->tracker().openCount(), 1, 10000);
        m_transport->receive(QByteArray(R"({"jsonrpc":"2.0","id":1,)") + Discover + '}');
        QCOMPARE(ready.size(), 1);
        QCOMPARE(m_client->revision(), Revision::R2026_07_28);
    }

    void retriesWithAVersionThatTheServerNames()
    {
        // The server rejects the only modern revision and then names it as supported.
        start({{"server/discover",
                R"("error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"x"}})"}});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QVERIFY(failed.wait(10000));
        QCOMPARE(methods(), (QByteArrayList{"server/discover", "server/discover"}));
    }

    /// The server ignores the probe and rejects initialize: the connection fails, though the probe is still open.
    void refusalAfterASilentProbeFails()
    {
        start({{"initialize", R"("error":{"code":-32602,"message":"never"})"}}, {.probeTimeout = 20ms});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QVERIFY(failed.wait(5000) && failed[0][0].value<Error>().detail.contains(u"never"_s));
    }

    /// The late response to the probe leaves only initialize, which was rejected.
    void refusalCountsWhenTheProbeNamesLegacyVersions()
    {
        start({{"initialize", R"("error":{"code":-32602,"message":"never"})"}}, {.probeTimeout = 300ms});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_VERIFY_WITH_TIMEOUT(methods().contains("initialize") && m_rpc->tracker().openCount() == 1, 10000);
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2025-06-18"]}})");
        QVERIFY(failed.count() == 1 && failed[0][0].value<Error>().detail.contains(u"never"_s));
    }

    /// The client tries the newest version that it supports, wherever the error names it.
    void olderLegacyVersionThatARefusalNamesIsTried_data()
    {
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<Revision>("tried");
        using R = Revision;
        QTest::newRow("data.supported") << R"({"code":-32602,"message":"no","data":{"supported":["2024-11-05"]}})"_ba
                                        << R::R2024_11_05;
        QTest::newRow("in ascending order")
            << R"({"code":-32602,"message":"no","data":{"supported":["2024-11-05","2025-03-26","2025-11-25"],"requested":"2025-11-25"}})"_ba
            << R::R2025_03_26;
        QTest::newRow("in the message")
            << R"({"code":-32602,"message":"Unsupported protocol version: 2025-11-25 - supported versions: 2025-06-18,2025-03-26"})"_ba
            << R::R2025_06_18;
        QTest::newRow("data is a list") << R"({"code":-32602,"message":"no","data":["2025-03-26"]})"_ba
                                        << R::R2025_03_26;
        QTest::newRow("data is a text") << R"({"code":-32000,"message":"no","data":"wanted: 2024-11-05"})"_ba
                                        << R::R2024_11_05;
        QTest::newRow("in another member")
            << R"({"code":-32004,"message":"no","data":{"supportedVersions":["2099-01-01","2025-06-18"]}})"_ba
            << R::R2025_06_18;
    }
    void olderLegacyVersionThatARefusalNamesIsTried()
    {
        QFETCH(const QByteArray, error);
        QFETCH(const Revision, tried);
        start({{"server/discover", NotFound}, {"initialize", "\"error\":" + error}});
        connect(m_rpc.get(), &RpcConnection::eventOccurred, this, [this, tried](const Event &event) {
            if (event.envelope.kind == MessageKind::Error && event.requestId() == RequestId(2))
                m_answers.insert("initialize", "\"result\":{\"capabilities\":{},\"protocolVersion\":\"" +
                                                   QByteArray(nameOf(tried).data()) + "\"}");
        });
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(5000));
        QCOMPARE(m_client->revision(), tried);
        QCOMPARE(methods().count("initialize"), 2);
        QVERIFY(m_transport->sent().join().contains(QByteArray(nameOf(tried).data())));
    }

    /// Only once: a server that rejects a version that it named is not asked again.
    void refusalOfWhatWasNamedFails()
    {
        start({{"server/discover", NotFound},
               {"initialize", R"("error":{"code":-32602,"message":"speaks 2025-06-18, 2025-03-26"})"}});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QVERIFY(failed.wait(5000));
        QCOMPARE(methods().count("initialize"), 2);
    }

    void disconnectingCancelsRequestsInFlight()
    {
        start({{"server/discover", Discover}});
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        OutgoingRequest *call = m_client->callTool(u"slow"_s, {});
        QCoreApplication::processEvents();
        m_client->disconnectFromServer();
        QCOMPARE(call->state(), RequestState::Cancelled);
        QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), Client::State::Disconnected, 10000);
        QVERIFY(methods().contains("notifications/cancelled"));
    }

    void reportsWhyItFailed_data()
    {
        QTest::addColumn<Answers>("answers");
        QTest::addColumn<std::optional<Revision>>("fixed");
        QTest::addColumn<QStringList>("says");
        const std::optional<Revision> automatic;
        const QByteArray onlyModern =
            R"("error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"x"}})";
        QTest::newRow("no common revision")
            << Answers{{"server/discover",
                        R"("error":{"code":-32022,"message":"no","data":{"supported":["2099-01-01"],"requested":"x"}})"}}
            << automatic << QStringList{u"2099-01-01"_s, u"-32022"_s};
        QTest::newRow("a refusal without versions")
            << Answers{{"server/discover", R"("error":{"code":-32021,"message":"roots, please"})"}} << automatic
            << QStringList{u"roots, please"_s};
        QTest::newRow("initialize refused")
            << Answers{{"server/discover", NotFound}, {"initialize", R"("error":{"code":-32602,"message":"go away"})"}}
            << automatic << QStringList{u"go away"_s};
        const auto answersVersion = [&](const char *row, const QByteArray &members, const QString &says) {
            QTest::newRow(row) << Answers{{"server/discover", NotFound}, {"initialize", "\"result\":{" + members + '}'}}
                               << automatic << QStringList{says};
        };
        answersVersion("unknown version", R"("protocolVersion":"1.0")",
                       u"has the protocolVersion \"1.0\", which is not a known revision of MCP"_s);
        answersVersion("future version", R"("protocolVersion":"2099-01-01")",
                       u"\"2099-01-01\", which is not a known"_s);
        answersVersion("version of the other era", R"("protocolVersion":"2026-07-28")",
                       u"\"2026-07-28\", a revision without initialize"_s);
        answersVersion("version that is a number", R"("protocolVersion":20250618)",
                       u"is 20250618, which is not a string"_s);
        answersVersion("no version", R"("capabilities":{})", u"The response to initialize has no protocolVersion"_s);
        answersVersion("empty result", {}, u"The response to initialize has no protocolVersion"_s);
        QTest::newRow("neither result nor error")
            << Answers{{"server/discover", NotFound}, {"initialize", R"("meta":1)"}} << automatic
            << QStringList{u"The response to initialize has neither a result nor an error"_s};
        QTest::newRow("fixed legacy, the server is modern")
            << Answers{{"initialize", onlyModern}} << std::optional(Revision::R2025_11_25)
            << QStringList{u"supports 2026-07-28"_s, u"Try revision auto, or 2026-07-28"_s};
        QTest::newRow("fixed legacy, the server speaks an older one")
            << Answers{{"initialize",
                        R"("error":{"code":-32602,"message":"Unsupported: 2025-11-25 - supported: 2025-03-26,2025-06-18"})"}}
            << std::optional(Revision::R2025_11_25) << QStringList{u"Try revision auto, or 2025-06-18"_s};
        for (const char *code : {"-32601", "-32602", "7"}) {
            QTest::addRow("fixed modern, the server is legacy and says %s", code)
                << Answers{{"server/discover", R"("error":{"code":)"_ba + code + R"(,"message":"Method not found"})"},
                           {"initialize", Initialized}}
                << std::optional(Revision::R2026_07_28)
                << QStringList{u"does not support 2026-07-28"_s, QString::fromLatin1(code), u"Method not found"_s,
                               u"auto"_s};
        }
        QTest::newRow("fixed modern, the server answers anything")
            << Answers{{"server/discover", R"("result":{})"}} << std::optional(Revision::R2026_07_28)
            << QStringList{u"supportedVersions"_s, u"auto"_s};
        QTest::newRow("fixed modern, another one")
            << Answers{{"server/discover", R"("result":{"supportedVersions":["2099-01-01"]})"}}
            << std::optional(Revision::R2026_07_28) << QStringList{u"2026-07-28 was requested"_s, u"2099-01-01"_s};
        QTest::newRow("fixed modern, silence")
            << Answers{} << std::optional(Revision::R2026_07_28) << QStringList{u"server/discover within 500 ms"_s};
    }
    void reportsWhyItFailed()
    {
        QFETCH(const Answers, answers);
        QFETCH(const std::optional<Revision>, fixed);
        QFETCH(const QStringList, says);
        start(answers, {.revision = fixed, .handshakeTimeout = 500ms});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QVERIFY(failed.wait(10000));
        for (const QString &part : says)
            QVERIFY2(failed[0][0].value<Error>().detail.contains(part), qPrintable(failed[0][0].value<Error>().detail));
        QCOMPARE(m_client->state(), Client::State::Failed);
        QTRY_COMPARE_WITH_TIMEOUT(m_rpc->state(), Transport::State::Idle, 10000);
        QCOMPARE(m_client->state(), Client::State::Failed);
    }

    /// The response may be the expected one, so the client notes it at once and in the reason.
    void mentionsAResponseThatMatchesNothing_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QString>("says");
        QTest::newRow("a string") << R"("id":"1","result":{})"_ba
                                  << u"a response arrived with the id \"1\", a string; the request has 1"_s;
        QTest::newRow("another string") << R"("id":"x","result":{})"_ba
                                        << u"a response arrived with the id \"x\", a string; the request has 1"_s;
        QTest::newRow("zero") << R"("id":0,"result":{})"_ba << u"a response arrived with the id 0; the request has 1"_s;
        QTest::newRow("a fraction") << R"("id":1.0,"result":{})"_ba
                                    << u"a response arrived with the id 1.0; the request has 1"_s;
        QTest::newRow("null") << R"("id":null,"result":{})"_ba
                              << u"a response arrived without the id of a request; the request has 1"_s;
        QTest::newRow("an array")
            << R"("id":[1],"result":{})"_ba
            << u"a response arrived with the id [1], which is neither a string nor an integer; the "
               "request has 1"_s;
        QTest::newRow("an error with an id that is none")
            << R"("id":true,"error":{"code":-32600,"message":"Invalid Request"})"_ba
            << u"an error arrived without the id of a request: Invalid Request; the request has 1"_s;
    }
    void mentionsAResponseThatMatchesNothing()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QString, says);
        start({}, {.probeTimeout = 100s});
        QStringList notes;
        connect(m_rpc.get(), &RpcConnection::eventOccurred, this, [&](const Event &event) {
            if (event.kind == EventKind::Note)
                notes.append(event.details.value("text"_L1).toString());
        });
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_VERIFY_WITH_TIMEOUT(!methods().isEmpty(), 10000);
        m_transport->receive(R"({"jsonrpc":"2.0",)" + response + '}');
        QCOMPARE(notes.size(), 1);
        QCOMPARE(notes[0], says.left(1).toUpper() + says.sliced(1));
        m_transport->drop(u"crash"_s);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].value<Error>().detail, u"The connection ended during the handshake: crash; "_s + says);
    }

    /// If only one request is open, an error without an id must belong to it, so there is no wait.
    void errorWithoutAnIdResponds_data()
    {
        QTest::addColumn<std::optional<Revision>>("fixed");
        QTest::addColumn<qsizetype>("refused");
        QTest::addColumn<QString>("says"); // empty: it connects
        QTest::addColumn<QByteArrayList>("methods");
        const std::optional<Revision> automatic;
        QTest::newRow("the probe") << automatic << qsizetype(1) << QString()
                                   << QByteArrayList{"server/discover", "initialize", "notifications/initialized"};
        QTest::newRow("both") << automatic << qsizetype(2) << u"Invalid Request"_s
                              << QByteArrayList{"server/discover", "initialize"};
        QTest::newRow("initialize") << std::optional(Revision::R2025_06_18) << qsizetype(1) << u"Invalid Request"_s
                                    << QByteArrayList{"initialize"};
        QTest::newRow("a fixed modern revision")
            << std::optional(Revision::R2026_07_28) << qsizetype(1)
            << u"The server does not support 2026-07-28: it refused server/discover (error -32600: Invalid Request)"_s
            << QByteArrayList{"server/discover"};
    }
    void errorWithoutAnIdResponds()
    {
        QFETCH(const std::optional<Revision>, fixed);
        QFETCH(const qsizetype, refused);
        QFETCH(const QString, says);
        QFETCH(const QByteArrayList, methods);
        start({}, {.revision = fixed, .probeTimeout = 100s});
        QSignalSpy failed(m_client.get(), &Client::failed);
        for (qsizetype sent = 1; sent <= refused; ++sent) {
            QTRY_COMPARE_WITH_TIMEOUT(m_transport->sent().size(), sent, 10000);
            QTRY_COMPARE_WITH_TIMEOUT(m_rpc->tracker().openCount(), sent, 10000);
            m_transport->receive(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}})");
        }
        if (says.isEmpty()) {
            QTRY_COMPARE_WITH_TIMEOUT(m_rpc->tracker().openCount(), 2, 10000);
            m_transport->receive(QByteArray(R"({"jsonrpc":"2.0","id":2,)") + Initialized + '}');
            QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), Client::State::Ready, 10000);
            QCoreApplication::processEvents(); // notifications/initialized leaves one turn later
        } else {
            QCOMPARE(failed.size(), 1);
            QVERIFY2(failed[0][0].value<Error>().detail.startsWith(says),
                     qPrintable(failed[0][0].value<Error>().detail));
        }
        QCOMPARE(this->methods(), methods);
    }

    /// An error without an id may belong to either of two open requests.
    void errorWithoutAnIdIsDoubtful()
    {
        start({}, {.probeTimeout = 20ms});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_COMPARE_WITH_TIMEOUT(m_rpc->tracker().openCount(), 2, 10000);
        m_transport->receive(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}})");
        m_transport->receive(QByteArray(R"({"jsonrpc":"2.0","id":2,)") + Initialized + '}');
        QCOMPARE(m_client->state(), Client::State::Ready);
        QCOMPARE(failed.size(), 0);
    }

    /// The note names the latest request, unless the id resembles another one. A second response to one request is not
    /// noted.
    void mentionsTheIntendedRequest()
    {
        start({}, {.probeTimeout = 20ms, .handshakeTimeout = 500ms});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_VERIFY_WITH_TIMEOUT(methods().contains("initialize"), 10000);
        for (const char *id : {"\"1\"", "\"2\"", "7", "8"})
            m_transport->receive(R"({"jsonrpc":"2.0","result":{},"id":)"_ba + id + '}');
        QVERIFY(failed.wait(10000));
        const QString detail = failed[0][0].value<Error>().detail;
        for (const char *part : {"id \"1\", a string; the request has 1", "id \"2\", a string; the request has 2",
                                 "id 7; the request has 2"})
            QVERIFY2(detail.contains(QLatin1StringView(part)), qPrintable(detail));
        QVERIFY2(!detail.contains(u"id 8"_s), qPrintable(detail)); // the note names at most three
    }

    void mentionsMisplacedResponses()
    {
        start({}, {.probeTimeout = 20ms, .handshakeTimeout = 300ms});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_VERIFY_WITH_TIMEOUT(methods().contains("initialize"), 10000);
        for (const QString &event : {QString(), u"result"_s})
            emit m_transport->eventOccurred(Event::ofKind(EventKind::Note, {{u"misplaced"_s, event}}));
        QVERIFY(failed.wait(10000));
        const QString detail = failed[0][0].value<Error>().detail;
        for (const char *part : {"; a response arrived without the blank line that ends an event",
                                 "; a response arrived in an event named result, which MCP does not define"})
            QVERIFY2(detail.contains(QLatin1StringView(part)), qPrintable(detail));
    }

    void connectionThatEndsInTheHandshakeFails()
    {
        start({});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_VERIFY_WITH_TIMEOUT(!methods().isEmpty(), 10000);
        for (const char *line :
             {"usage: prog FILE", "", R"({"level":"error","error":"no key"})", "two", "three", "four"})
            m_transport->receive(line);
        m_transport->drop(u"crash"_s);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].value<Error>().detail,
                 u"The connection ended during the handshake: crash; its output began: "
                 "usage: prog FILE\n{\"level\":\"error\",\"error\":\"no key\"}\ntwo"_s);
        QVERIFY(m_client->handshakeCause().isEmpty());
    }

    /// A handshake that fails although responses arrived has a known cause; one that was answered has none.
    void knowsTheCauseOfOtherIds()
    {
        start({}, {.probeTimeout = 20ms, .handshakeTimeout = 300ms});
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_VERIFY_WITH_TIMEOUT(methods().contains("initialize"), 10000);
        m_transport->receive(R"({"jsonrpc":"2.0","id":[2],"result":{}})");
        QVERIFY(failed.wait(10000));
        const QString detail = failed[0][0].value<Error>().detail;
        QVERIFY2(detail.contains(u"the id [2], which is neither a string nor an integer; the request has 2"_s),
                 qPrintable(detail));
        QVERIFY(m_client->handshakeCause().startsWith(u"The server responds, but not with the ids"_s));
    }

    void modernRequestsCarryTheirMeta()
    {
        start({{"server/discover", Discover}}, {.modernCapabilities = {{u"elicitation"_s, QJsonObject()}}});
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        m_client->callTool(u"echo"_s, R"({"n":1.50})");
        QCoreApplication::processEvents();
        const JsonValue call(m_transport->sent().last());
        QCOMPARE(call.pointer("/params/name").toString(), u"echo"_s);
        QCOMPARE(call.pointer("/params/arguments").raw().toByteArray(), R"({"n":1.50})"_ba);
        const JsonValue meta = call.pointer("/params/_meta");
        QCOMPARE(meta.member("io.modelcontextprotocol/protocolVersion").toString(), u"2026-07-28"_s);
        QCOMPARE(meta.member("io.modelcontextprotocol/clientInfo").raw().toByteArray(),
                 R"({"name":"test","version":"0"})"_ba);
        QCOMPARE(meta.member("io.modelcontextprotocol/clientCapabilities").raw().toByteArray(),
                 R"({"elicitation":{}})"_ba);
        QCOMPARE(meta.member("progressToken").raw().toByteArray(), call.member("id").raw().toByteArray());
    }

    void metaOfTheUserIsKept()
    {
        start({{"server/discover", Discover}});
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        m_client->request("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"x","a":1}})");
        m_client->request("tools/list", R"({"_meta":7})");
        QCoreApplication::processEvents();
        const QByteArrayList sent = m_transport->sent().last(2);
        QCOMPARE(JsonValue(sent[0]).pointer("/params/_meta/io.modelcontextprotocol~1protocolVersion").toString(),
                 u"x"_s);
        QVERIFY(JsonValue(sent[0]).pointer("/params/_meta/io.modelcontextprotocol~1clientInfo").isObject());
        QCOMPARE(JsonValue(sent[1]).pointer("/params").raw().toByteArray(), R"({"_meta":7})"_ba);
    }

    void legacyRequestsDoNot()
    {
        start({{"server/discover", NotFound}, {"initialize", Initialized}});
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        m_client->request("tools/list");
        QCoreApplication::processEvents();
        QVERIFY(!m_transport->sent().last().contains("params"));
    }

    void invitedQuestionsStayOpenOthersAreRefused()
    {
        start({{"server/discover", NotFound}, {"initialize", Initialized}},
              {.capabilities = {{u"sampling"_s, QJsonObject()}}});
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}})");
        m_transport->receive(R"({"jsonrpc":"2.0","id":2,"method":"roots/list"})");
        QCoreApplication::processEvents();
        QVERIFY(m_transport->sent().last().contains("-32601"));
        const RequestRecord *record = m_rpc->tracker().find(Direction::ServerToClient, RequestId(1));
        QVERIFY(m_rpc->incoming(record->serial)->respond("{}"));
    }

    /// The defaults apply only to requests without timeouts of their own.
    void defaultTimeouts_data()
    {
        QTest::addColumn<RequestOptions>("options");
        QTest::addColumn<bool>("ends");
        QTest::addColumn<QByteArray>("method");
        constexpr std::chrono::milliseconds Never(-1);
        QTest::newRow("nothing of its own") << RequestOptions{} << true << "tools/list"_ba;
        QTest::newRow("never") << RequestOptions{.timeout = Never} << false << "tools/list"_ba;
        QTest::newRow("never, no cap") << RequestOptions{.timeout = Never, .cap = Never} << false << "tools/list"_ba;
        QTest::newRow("a longer one, no cap")
            << RequestOptions{.timeout = std::chrono::hours(1), .cap = Never} << false << "tools/list"_ba;
        QTest::newRow("a longer one") << RequestOptions{.timeout = std::chrono::hours(1)} << true
                                      << "tools/list"_ba; // by the hard cap
        QTest::newRow("a subscription") << RequestOptions{} << false << "subscriptions/listen"_ba;
        QTest::newRow("the result of a task") << RequestOptions{} << false << "tasks/result"_ba;
    }
    void defaultTimeouts()
    {
        QFETCH(RequestOptions, options);
        QFETCH(bool, ends);
        QFETCH(QByteArray, method);
        ClientOptions client;
        client.requestTimeout = std::chrono::milliseconds(60);
        client.requestCap = std::chrono::milliseconds(80);
        start({{"server/discover", Discover}}, client);
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        const QSignalSpy finished(m_client->request(method, {}, options), &OutgoingRequest::finished);
        OutgoingRequest *measure = m_client->request("prompts/list"); // ends by its timeout
        QTRY_VERIFY_WITH_TIMEOUT(measure->isFinished(), 10000);
        if (ends)
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 10000);
        else
            QVERIFY(!QTest::qWaitFor([&] { return finished.count() > 0; }, 150));
    }

    void defaultTimeoutThatProgressDoesNotMove()
    {
        ClientOptions client;
        client.requestTimeout = std::chrono::milliseconds(300);
        client.progressExtends = false;
        start({{"server/discover", Discover}}, client);
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        OutgoingRequest *fixed = m_client->request("tools/call", {}, {.wantProgress = true});
        OutgoingRequest *own = m_client->request(
            "tools/call", {},
            {.timeout = std::chrono::milliseconds(300), .cap = std::chrono::hours(1), .wantProgress = true});
        QTimer progress;
        int step = 0;
        connect(&progress, &QTimer::timeout, this, [&] {
            ++step;
            for (const OutgoingRequest *each : {fixed, own}) {
                m_transport->receive(
                    R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
                    each->id().toJson() + R"(,"progress":)" + QByteArray::number(step) + "}}");
            }
        });
        progress.start(20);
        QTRY_VERIFY_WITH_TIMEOUT(fixed->isFinished(), 10000);
        QCOMPARE(fixed->state(), RequestState::TimedOut);
        QCOMPARE(own->state(), RequestState::InFlight); // began no later, and is still in flight
        progress.stop();
        own->cancel();
    }

    void reconnects()
    {
        start({{"server/discover", Discover}});
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        m_client->disconnectFromServer();
        QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), Client::State::Disconnected, 10000);
        m_client->connectToServer();
        QVERIFY(QSignalSpy(m_client.get(), &Client::ready).wait(10000));
        QCOMPARE(m_rpc->connection(), 1u);
    }
};

QTEST_GUILESS_MAIN(TestClient)
#include "tst_client.moc"
